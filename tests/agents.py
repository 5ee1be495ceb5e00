"""Agents for tests, at their tasks, each with the real desk that they hand in at."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from worker.engines.claude.dropper.agent import Dropper
from worker.engines.claude.observer.agent import Observer
from worker.engines.claude.reflector.agent import Reflector
from worker.judge import DropDesk, ObservationDesk, ReflectionDesk
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Known,
    Message,
    Relevance,
    Role,
)

AT = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)


def message(
    number: int, text: str, role: Role = Role.USER, real_id: str | None = None, **more: Any
) -> Message:
    at = AT + timedelta(minutes=number)
    return Message(real_id or f"id-{number}", number, role, text, at, "h", **more)


def chunk(*messages: Message, zone: str = "Europe/Oslo") -> Chunk:
    return Chunk("t", "u", zone, messages)


def thread(*texts: str) -> Chunk:
    """What a user and an assistant say in turn."""
    return chunk(
        *(
            message(number, text, Role.USER if number % 2 else Role.ASSISTANT)
            for number, text in enumerate(texts, 1)
        )
    )


def knew(content: str, relevance: Relevance = Relevance.MEDIUM, days: int = 1) -> Known:
    return Known(content, relevance, "fact", AT - timedelta(days=days))


def active(
    number: int, content: str, relevance: Relevance = Relevance.MEDIUM, coverage: int = 0
) -> ActiveObservation:
    at = AT - timedelta(days=30) + timedelta(days=number)
    return ActiveObservation(number, content, relevance, "fact", at, 10, coverage)


def distilled(number: int, content: str, *support: int) -> ActiveReflection:
    return ActiveReflection(number, content, AT + timedelta(minutes=number), 10, support)


def observing(
    shown: Chunk, known: Sequence[Known] = (), reflections: Sequence[ActiveReflection] = ()
) -> tuple[Observer, ObservationDesk]:
    desk = ObservationDesk(shown.messages, shown.timezone, known)
    return Observer(shown, known, reflections, desk.hand_in, 6_000), desk


def reflecting(
    pool: Sequence[ActiveObservation], known: Sequence[ActiveReflection] = ()
) -> tuple[Reflector, ReflectionDesk]:
    desk = ReflectionDesk(pool, known, "UTC")
    return Reflector(pool, known, desk.hand_in, 20_000), desk


def dropping(pool: Sequence[ActiveObservation], target: int) -> tuple[Dropper, DropDesk]:
    desk = DropDesk(pool, target)
    return Dropper(pool, target, desk.hand_in, 20_000), desk


def observed(content: str, *sources: str, **more: Any) -> dict[str, Any]:
    """An item of record_observations."""
    item = {
        "content": content,
        "relevance": "medium",
        "category": "fact",
        "sources": list(sources or ("m1",)),
        "supersedes": [],
    }
    return item | more


def observations(*items: object, done: bool = True) -> dict[str, Any]:
    return {"observations": list(items), "done": done}


def reflected(content: str, *support: str, supersedes: Sequence[str] = ()) -> dict[str, Any]:
    return {"content": content, "support": list(support), "supersedes": list(supersedes)}


def reflections(*items: object, done: bool = True) -> dict[str, Any]:
    return {"reflections": list(items), "done": done}


def drops(*ids: str, done: bool = True) -> dict[str, Any]:
    return {"drops": [{"id": name, "reason": "routine"} for name in ids], "done": done}
