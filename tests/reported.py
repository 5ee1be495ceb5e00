"""What the field reports need: a thread, a model that says what it is told to, and a drain."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from product import LONG_AGO, Connection, add_message, add_thread

from worker.drain import Limits, drain
from worker.engine import Engine
from worker.engines.at_once import AtOnce
from worker.engines.rules import RuleEngine
from worker.records import (
    ActiveObservation,
    Chunk,
    Drop,
    Known,
    Message,
    Origin,
    Proposal,
    Relevance,
    Role,
    Summary,
)
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.queue import Queue


@dataclass
class Model(AtOnce):
    """Proposes what it is told to, of the newest message by the user; remembers what it saw."""

    contents: Sequence[str] = ()
    name = "scripted"
    reads = frozenset(Role)
    shown: list[Message] = field(default_factory=list)

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        self.shown += chunk.messages
        said = [message for message in chunk.messages if message.role is Role.USER]
        return [
            Proposal(text, Relevance.LOW, "fact", said[-1].at, (said[-1].id,), Origin.AGENT)
            for text in self.contents
            if said
        ]

    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
        return []


def drained(database: Database, engine: Engine | None = None) -> Summary:
    """Drain until nothing can be claimed, at this moment."""
    engine = engine or RuleEngine()
    queue, stop = Queue(database, worker="w", engine=engine.name), Stop()
    reflect = Reflector(queue, engine, Bounds(), lambda: 0.0, stop)
    return drain(queue, reflect, Limits(None), lambda: 0.0, stop)


def talk(connection: Connection, thread_id: str, *turns: str, user_id: str = "user") -> None:
    """A thread in which the user and the assistant take turns, long ago."""
    add_thread(connection, thread_id, user_id, turns=0)
    for number, text in enumerate(turns, 1):
        role = "user" if number % 2 else "assistant"
        at = LONG_AGO + timedelta(minutes=number)
        add_message(connection, f"{thread_id}-{number}", thread_id, role, text, at)


def contents(connection: Connection) -> list[str]:
    rows = connection.execute("select content from reflection.observations order by id")
    return [content for (content,) in rows]
