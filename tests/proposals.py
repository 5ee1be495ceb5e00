"""Proposals for tests, and what the judge makes of them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from worker.judge import judge
from worker.records import Known, Message, Observation, Origin, Proposal, Relevance, Role

AT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)


def message(number: int, role: Role = Role.USER) -> Message:
    at = AT + timedelta(minutes=number)
    return Message(id=f"m{number}", ordinal=number, role=role, text="x", at=at, content_hash="h")


THREAD = (message(1), message(2, Role.ASSISTANT), message(3), message(4, Role.TOOL))


def proposal(content: str = "User: I live in Oslo", *sources: str, **changes: object) -> Proposal:
    made = Proposal(
        content=content,
        relevance=Relevance.MEDIUM,
        category="observation",
        observed_at=AT + timedelta(minutes=1),
        source_ids=sources or ("m1",),
        origin=Origin.AGENT,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def knew(content: str, **changes: object) -> Known:
    made = Known(content, Relevance.MEDIUM, "observation", AT - timedelta(days=1))
    return replace(made, **changes)  # type: ignore[arg-type]


def accepted(*proposals: Proposal) -> Observation:
    verdict = judge(proposals, THREAD)
    (observation,) = verdict.accepted
    return observation


def reasons(*proposals: Proposal) -> tuple[str, ...]:
    verdict = judge(proposals, THREAD)
    assert verdict.accepted == ()
    return verdict.rejected
