"""When notes are compiled, of what, and what is kept when that fails."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar

import pytest
from product import LONG_AGO, Connection, add_message, add_thread
from staged import Staged, kept, likes, logged, raising, staged, together

from worker.engine import Stage
from worker.errors import DependencyFailed, ThreadFailed
from worker.judge import content_hash
from worker.notes import NoteProposal
from worker.records import (
    ActiveObservation,
    Chunk,
    Claim,
    Drop,
    Known,
    Memory,
    Proposal,
    StopReason,
)
from worker.reflect import Bounds
from worker.store.database import Database
from worker.store.queue import Queue

OBSERVER, REFLECTOR, COMPILER, DROPPER = Stage
REFUSED = ThreadFailed("the model refused")
DOWN = DependencyFailed("overloaded")


class Watched(Queue):
    """A queue that keeps what ended each claim."""

    committed: ClassVar[list[Memory]] = []

    def commit(self, claim: Claim, memory: Memory) -> bool:
        Watched.committed.append(memory)
        return super().commit(claim, memory)


@pytest.fixture(autouse=True)
def committed() -> list[Memory]:
    Watched.committed = []
    return Watched.committed


def noted(learned: Sequence[Known]) -> list[NoteProposal]:
    """One note on all that was learned."""
    support = tuple(one.content for one in learned)
    return [NoteProposal("Things!", body="Likes things.", support=support)]


def passing(chunk: Chunk) -> list[Proposal]:
    """What lasts for no time."""
    return [replace(one, content=f"User: rode on bus {one.source_ids[0]}") for one in likes(chunk)]


def every(pool: Sequence[ActiveObservation]) -> list[Drop]:
    return [Drop(one.id, "redundant") for one in pool]


def test_notes_are_compiled_once_after_the_reflector_and_before_the_dropper(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    staged(database, Staged())
    add_thread(connection, "b", turns=4)
    engine = Staged(reflecting=together, compiling=noted, dropping=every, compiles=True)
    staged(database, engine, bounds=Bounds(chunk_tokens=14, pool_tokens=10), kind=Watched)
    observed = engine.asked.count(OBSERVER)
    assert observed > 1
    assert engine.asked[observed:] == [REFLECTOR, COMPILER, DROPPER]
    (memory,) = Watched.committed
    (note,) = memory.notes
    assert (note.slug, note.body) == ("things", "Likes things.")
    # Of all chunks, though the first was saved before.
    learned = [f"User: I like b number {n}." for n in (1, 3, 5, 7)]
    assert [one.content for one in engine.given[-2]] == learned
    assert set(note.support) == set(map(content_hash, learned))
    assert len(memory.observations) < 4
    assert logged(connection).stages["compiler"]["requests"] == 1


def test_a_closed_gate_asks_for_nothing(database: Database, connection: Connection) -> None:
    add_thread(connection, "t")
    engine = Staged(observing=passing, compiling=noted, compiles=True)
    staged(database, engine, kind=Watched)
    assert engine.asked == [OBSERVER, REFLECTOR]
    assert [memory.notes for memory in Watched.committed] == [()]


def test_an_engine_that_does_not_compile_is_not_asked_to(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    engine = Staged(compiling=noted)
    staged(database, engine)
    assert COMPILER not in engine.asked


def test_what_is_only_said_again_is_not_learned(database: Database, connection: Connection) -> None:
    def same(chunk: Chunk) -> list[Proposal]:
        return [replace(one, content="User likes tea") for one in likes(chunk)]

    add_thread(connection, "a")
    first = Staged(observing=same, compiling=noted, compiles=True)
    staged(database, first, kind=Watched)
    assert first.asked == [OBSERVER, REFLECTOR, COMPILER]
    assert [one.content for one in first.given[2]] == ["User likes tea"]
    add_thread(connection, "b")
    again = Staged(observing=same, compiling=noted, compiles=True)
    staged(database, again)
    assert again.asked == [OBSERVER, REFLECTOR]


def test_what_a_later_chunk_took_the_place_of_is_not_learned(
    database: Database, connection: Connection
) -> None:
    def moved(chunk: Chunk) -> list[Proposal]:
        old = "User lives in Oslo"
        if not likes(chunk):
            return []
        (first,) = likes(chunk)
        if first.source_ids == ("t-1",):
            return [replace(first, content=old)]
        return [replace(first, content="User lives in Bergen", supersedes=(old,))]

    add_thread(connection, "t", turns=1)
    later = LONG_AGO + timedelta(hours=1)
    add_message(connection, "t-3", "t", "user", "I moved to Bergen, all of us did.", later)
    engine = Staged(observing=moved, compiling=noted, compiles=True)
    staged(database, engine, bounds=Bounds(chunk_tokens=8))
    assert engine.asked.count(OBSERVER) > 1
    assert [one.content for one in engine.given[-1]] == ["User lives in Bergen"]


@pytest.mark.parametrize("error", [REFUSED, DOWN])
def test_when_the_compiler_fails_what_was_observed_and_distilled_stays_and_it_is_seen(
    database: Database, connection: Connection, error: Exception
) -> None:
    add_thread(connection, "t")
    engine = Staged(reflecting=together, compiling=raising(error), compiles=True)
    done = staged(database, engine, kind=Watched)
    assert (done.partial, done.failed) == (1, 0)
    assert done.stop_reason is (StopReason.ERROR if error is DOWN else StopReason.CAP)
    assert kept(connection) == (2, 1, 0, 4)
    row = logged(connection)
    assert (row.outcome, row.error) == ("partial", f"compiler: {error}")
    assert row.stages["compiler"]["error"] == str(error)
    assert Watched.committed[0].notes == ()
