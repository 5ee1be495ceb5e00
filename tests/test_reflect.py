"""Reflecting one thread: what the engine is shown, what is kept, and what a broken world costs."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from product import LONG_AGO, Connection, add_message, add_thread, claim_row, one

from worker.drain import Limits, drain
from worker.engines.at_once import AtOnce
from worker.records import (
    ActiveObservation,
    Chunk,
    Drop,
    Known,
    Memory,
    Outcome,
    Proposal,
    Relevance,
    Role,
    StopReason,
    Summary,
)
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.queue import Queue

# Two questions and an answer of add_thread fill this.
THREE = Bounds(chunk_tokens=14)
OURS = """
  from pg_stat_activity
 where datname = current_database() and application_name = 'reflection-worker'
"""
KILL = "select pg_terminate_backend(pid, 5000)" + OURS
CANCEL = "select pg_cancel_backend(pid)" + OURS
IDLE = "select state = 'idle' and xact_start is null and backend_xmin is null" + OURS
WAITS = "select exists (select" + OURS + "and wait_event_type = 'Lock')"


class Crash(BaseException):
    """What kill -9 is to a process, as far as the database can tell."""


@dataclass
class ScriptedEngine(AtOnce):
    """One observation for each message by the user; remembers what it was shown."""

    name = "scripted"
    reads = frozenset(Role)
    relevance: Relevance = Relevance.LOW
    silent: bool = False
    meanwhile: Callable[[int], object] = lambda turn: None
    seconds: float = 0.0
    shown: list[Chunk] = field(default_factory=list)
    pools: list[Sequence[ActiveObservation]] = field(default_factory=list)

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        self.shown.append(chunk)
        self.seconds += 100
        self.meanwhile(len(self.shown))
        return [
            Proposal(f"User: {said.text}", self.relevance, "fact", said.at, (said.id,))
            for said in chunk.messages
            if said.role is Role.USER and not self.silent
        ]

    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
        self.pools.append(pool)
        self.meanwhile(len(self.shown))
        return [Drop(one.id, "pool over target") for one in pool]

    @property
    def seen(self) -> list[list[str]]:
        return [[message.id for message in chunk.messages] for chunk in self.shown]


def drained(database: Database, engine: ScriptedEngine, bounds: Bounds | None = None) -> Summary:
    queue, stop = Queue(database, worker="w", engine="scripted"), Stop()
    reflect = Reflector(queue, engine, bounds or Bounds(), lambda: engine.seconds, stop)
    return drain(queue, reflect, Limits(1), lambda: 0.0, stop)


def contents(connection: Connection) -> list[str]:
    rows = connection.execute("select content from reflection.observations order by id").fetchall()
    return [row[0] for row in rows]


def said_in(thread: str, *numbers: int) -> list[str]:
    return [f"User: I like {thread} number {number}." for number in numbers]


def expire(connection: Connection) -> None:
    day = "interval '1 day'"
    connection.execute(
        f"update reflection.claims set (claimed_at, expires_at) = "
        f"(claimed_at - {day}, expires_at - {day})"
    )


def test_what_comes_after_the_terminal_message_is_never_shown(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    later = LONG_AGO + timedelta(hours=1)
    add_message(connection, "call", "t", "assistant", "Let me see.", later, tool_calls="[{}]")
    add_message(connection, "result", "t", "tool", "42", later + timedelta(minutes=1))
    engine = ScriptedEngine(
        meanwhile=lambda turn: add_message(connection, f"new {turn}", "t", "user", "More.", later)
    )
    assert drained(database, engine, THREE).reflected == 1
    assert engine.seen == [["t-1", "t-2", "t-3"], ["t-4"]]
    covered = "select array_agg(message_id order by message_id) from reflection.coverage"
    assert one(connection, covered) == ["t-1", "t-2", "t-3", "t-4"]


def test_what_came_before_is_shown_but_neither_cited_nor_covered_again(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t", turns=3)
    drained(database, ScriptedEngine())
    add_message(connection, "t-7", "t", "user", "I like rain.", LONG_AGO + timedelta(days=1))
    again = ScriptedEngine()
    assert drained(database, again).reflected == 1
    (chunk,) = again.shown
    assert [message.id for message in chunk.before] == ["t-3", "t-4", "t-5", "t-6"]
    assert again.seen == [["t-7"]]
    assert contents(connection) == [*said_in("t", 1, 3, 5), "User: I like rain."]
    assert one(connection, "select count(distinct claim_id) from reflection.coverage") == 2


def test_after_a_crash_what_was_kept_is_not_observed_again(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t", turns=5)

    def crash(turn: int) -> None:
        if turn == 3:
            raise Crash

    with pytest.raises(Crash):
        drained(database, ScriptedEngine(meanwhile=crash), THREE)
    assert contents(connection) == said_in("t", 1, 3, 5)
    expire(connection)
    second = ScriptedEngine()
    assert drained(database, second, THREE).reflected == 1
    assert second.seen == [["t-7", "t-8", "t-9"], ["t-10"]]
    assert contents(connection) == said_in("t", 1, 3, 5, 7, 9)


def test_a_thread_over_its_deadline_keeps_what_was_observed_and_comes_again(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t", turns=3)
    short = replace(THREE, thread_seconds=50)
    assert drained(database, ScriptedEngine(), short).failed == 1
    assert contents(connection) == said_in("t", 1, 3)
    row = claim_row(connection, "t")
    assert (row.claim_id, row.attempts, row.given_up_at) == (None, 1, None)
    assert row.last_error.startswith("it took longer than 50 s")
    connection.execute("select reflection.retry_thread('t')")
    second = ScriptedEngine()
    assert drained(database, second, short).reflected == 1
    assert second.seen == [["t-4", "t-5", "t-6"]]


def test_a_thread_with_nothing_to_keep_is_done_and_is_not_shown_again(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    assert drained(database, ScriptedEngine(silent=True)).empty == 1
    assert claim_row(connection, "t").last_outcome == "empty"
    assert one(connection, "select count(*) from reflection.coverage") == 4
    assert drained(database, ScriptedEngine()).stop_reason is StopReason.EMPTY
    assert one(connection, "select count(*) from reflection.users") == 0


@pytest.mark.parametrize("how", ["taken away", "expired"])
@pytest.mark.parametrize("bounds", [THREE, Bounds()], ids=["many chunks", "one chunk"])
def test_a_claim_lost_while_the_engine_works_writes_nothing(
    database: Database, connection: Connection, how: str, bounds: Bounds
) -> None:
    add_thread(connection, "t", turns=3)

    def lose(turn: int) -> None:
        if how == "expired":
            expire(connection)
        else:
            connection.execute("select reflection.release_claim('t')")

    assert drained(database, ScriptedEngine(meanwhile=lose), bounds).claim_lost == 1
    assert contents(connection) == []
    assert one(connection, "select count(*) from reflection.coverage") == 0


@pytest.mark.parametrize(
    ("relevance", "target", "dropped"),
    [(Relevance.LOW, 10_000, 0), (Relevance.LOW, 1, 3), (Relevance.CRITICAL, 1, 0)],
)
def test_a_full_pool_loses_what_may_go_and_the_engine_is_asked_only_then(
    database: Database, connection: Connection, relevance: Relevance, target: int, dropped: int
) -> None:
    add_thread(connection, "old", turns=3)
    drained(database, ScriptedEngine(relevance=relevance))
    add_thread(connection, "new", at=LONG_AGO + timedelta(days=1))
    engine = ScriptedEngine()
    drained(database, engine, Bounds(pool_tokens=target))
    assert len(engine.pools) == (1 if dropped else 0)
    gone = "select count(*) from reflection.observations where dropped_at is not null"
    assert one(connection, gone) == dropped


def test_no_transaction_is_open_while_the_engine_works(
    database: Database, connection: Connection
) -> None:
    idle: list[list[tuple[bool, ...]]] = []
    add_thread(connection, "a", turns=3)
    engine = ScriptedEngine(meanwhile=lambda turn: idle.append(connection.execute(IDLE).fetchall()))
    drained(database, engine, replace(THREE, pool_tokens=1))
    assert (len(engine.shown), len(engine.pools)) == (2, 1)
    assert idle == [[(True,)]] * 3


def test_a_connection_killed_while_the_engine_works_is_replaced_and_the_commit_happens_once(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t", turns=3)
    engine = ScriptedEngine(meanwhile=lambda turn: connection.execute(KILL))
    assert drained(database, engine, THREE).reflected == 1
    assert contents(connection) == said_in("t", 1, 3, 5)
    assert len(engine.shown) == 2
    assert one(connection, "select array_agg(outcome) from reflection.claim_log") == ["reflected"]


@pytest.mark.parametrize(("blow", "ends"), [(KILL, "reflected"), (CANCEL, "failed")])
def test_a_commit_hit_by_the_database_is_repeated_or_refunded_and_memory_is_there_once(
    database: Database, connection: Connection, database_url: str, blow: str, ends: str
) -> None:
    """A cancelled statement is what a statement timeout is, too: a dependency's failure."""
    add_thread(connection, "t")
    with psycopg.connect(database_url) as blocker, ThreadPoolExecutor(1) as pool:
        engine = ScriptedEngine(
            meanwhile=lambda turn: blocker.execute("select from reflection.claims for update")
        )
        drain = pool.submit(drained, database, engine)
        while not one(connection, WAITS):
            time.sleep(0.01)
        connection.execute(blow)
        blocker.rollback()
        done = drain.result(timeout=30)
    row = claim_row(connection, "t")
    assert (row.last_outcome, row.attempts, row.claim_id) == (ends, 0, None)
    if blow == KILL:
        assert done.reflected == 1
        assert contents(connection) == said_in("t", 1, 3)
    else:
        assert (done.stop_reason, contents(connection)) == (StopReason.ERROR, [])
        assert "commit_reflection: canceling statement due to user request" in row.last_error


def test_a_commit_repeated_after_its_answer_was_lost_says_true_and_writes_nothing_twice(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    queue = Queue(database, worker="w", engine="test")
    queue.fold()
    claim = queue.claim()
    assert claim is not None
    memory = Memory(outcome=Outcome.EMPTY, error="x")
    assert queue.commit(claim, memory)
    assert queue.commit(claim, memory)
    assert one(connection, "select array_agg(outcome) from reflection.claim_log") == ["empty"]
    assert not queue.commit(replace(claim, claim_id=UUID(int=2)), memory)
