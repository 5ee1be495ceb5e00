"""The stages of a reflection: when each runs, and what is kept when one fails."""

import os
import signal
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from product import LONG_AGO, Connection, add_message, add_thread, claim_row, one
from staged import Staged, kept, likes, logged, raising, staged, together

from worker.engine import Ended, Stage
from worker.errors import DependencyFailed, Interrupted, ThreadFailed, TooLong
from worker.records import (
    ActiveObservation,
    Chunk,
    Drop,
    Proposal,
    ReflectionProposal,
    Relevance,
    StopReason,
)
from worker.reflect import Bounds
from worker.stop import Stop
from worker.store.database import Database

OBSERVER, REFLECTOR, COMPILER, DROPPER = Stage
SMALL = Bounds(pool_tokens=10)
REFUSED = ThreadFailed("the model refused")
DOWN = DependencyFailed("overloaded")


def every(pool: Sequence[ActiveObservation]) -> list[Drop]:
    return [Drop(one.id, "redundant") for one in pool]


def test_a_reflection_rests_on_observations_of_the_same_claim(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    engine = Staged(reflecting=together)
    assert staged(database, engine).reflected == 1
    assert engine.asked == [OBSERVER, REFLECTOR]
    assert kept(connection) == (2, 1, 0, 4)
    assert one(connection, "select count(*) from reflection.reflection_support") == 2


def test_without_a_new_observation_nothing_is_distilled(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    engine = Staged(observing=lambda chunk: [])
    done = staged(database, engine)
    assert (done.empty, engine.asked) == (1, [OBSERVER])


def test_the_reflector_sees_what_other_threads_gave_and_can_replace_what_it_distilled(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    staged(database, Staged(reflecting=together))
    add_thread(connection, "b")

    def better(pool: Sequence[ActiveObservation]) -> list[ReflectionProposal]:
        assert len(pool) == 4
        assert sorted(one.coverage for one in pool) == [0, 0, 1, 1]
        old = ("User enjoys things by number.",)
        return [ReflectionProposal("User counts.", tuple(o.content for o in pool), old)]

    staged(database, Staged(reflecting=better))
    shown = str(one(connection, "select reflection.memory_for('user')"))
    assert "User counts." in shown
    assert "by number." not in shown


@pytest.mark.parametrize("error", [REFUSED, DOWN])
def test_when_the_reflector_fails_what_was_observed_stays_and_the_failure_is_seen(
    database: Database, connection: Connection, error: Exception
) -> None:
    add_thread(connection, "t")
    add_thread(connection, "u", user_id="another")
    engine = Staged(reflecting=raising(error), dropping=every)
    done = staged(database, engine, bounds=SMALL, threads=None)
    # Never the dropper, which would drop what no reflection holds yet.
    assert DROPPER not in engine.asked
    stops = error is DOWN
    assert (done.partial, done.failed) == (1 if stops else 2, 0)
    assert done.stop_reason is (StopReason.ERROR if stops else StopReason.EMPTY)
    assert kept(connection) == ((2, 0, 0, 4) if stops else (4, 0, 0, 8))
    row = logged(connection)
    assert (row.outcome, row.error) == ("partial", f"reflector: {error}")
    assert row.stages["reflector"]["error"] == str(error)
    assert row.stages["observer"]["error"] is None
    assert claim_row(connection, row.thread_id).eligible_at is None


def test_what_was_distilled_stays_when_the_dropper_fails(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    staged(database, Staged())
    add_thread(connection, "b")
    engine = Staged(reflecting=together, dropping=raising(REFUSED))
    assert staged(database, engine, bounds=SMALL).partial == 1
    assert kept(connection) == (4, 1, 0, 8)
    assert logged(connection).error == "dropper: the model refused"


def test_a_worker_told_to_stop_while_it_distils_keeps_what_it_has_paid_for(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    stop = Stop()

    def interrupted(pool: Any) -> list[ReflectionProposal]:
        os.kill(os.getpid(), signal.SIGTERM)
        raise AssertionError("the signal breaks in before this")

    with stop.installed():
        done = staged(database, Staged(reflecting=interrupted), stop=stop)
    assert done.stop_reason is StopReason.INTERRUPTED
    assert kept(connection) == (2, 0, 0, 4)
    row = logged(connection)
    assert (row.outcome, row.error) == ("partial", "reflector: the worker was told to stop")
    assert row.requests == 2


def test_a_signal_waits_for_a_call_to_the_database_and_no_longer() -> None:
    stop, did = Stop(), list[str]()

    def call_and_go_on() -> None:
        with stop.breaks():
            with stop.held():
                os.kill(os.getpid(), signal.SIGTERM)
                did.append("the call ended")
            did.append("and went on")

    with stop.installed(), pytest.raises(Interrupted):
        call_and_go_on()
    assert did == ["the call ended"]


def test_the_dropper_runs_over_target_even_if_nothing_was_distilled(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    staged(database, Staged())
    add_thread(connection, "b")
    engine = Staged(dropping=every)
    staged(database, engine, bounds=SMALL)
    assert engine.asked == [OBSERVER, REFLECTOR, DROPPER]
    assert kept(connection)[2] >= 1
    assert {one.id for one in engine.given[2]} == {1, 2}


def test_a_pool_over_its_target_comes_down_to_nine_tenths_of_it(
    database: Database, connection: Connection
) -> None:
    for name in "abc":
        add_thread(connection, name, turns=20)
        staged(database, Staged(dropping=every), bounds=Bounds(pool_tokens=400))
        held = int(one(connection, "select reflection.pool_tokens('user')"))
        assert held <= 400
    assert 340 <= held <= 370


def test_the_dropper_sees_what_was_just_distilled_as_coverage(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    staged(database, Staged())
    add_thread(connection, "b")
    engine = Staged(reflecting=together, dropping=every)
    staged(database, engine, bounds=SMALL)
    assert [one.coverage for one in engine.given[2]] == [1, 1]


@pytest.mark.parametrize("relevance", [Relevance.LOW, Relevance.CRITICAL])
def test_the_dropper_is_asked_neither_under_target_nor_of_critical_observations_alone(
    database: Database, connection: Connection, relevance: Relevance
) -> None:
    def told(chunk: Chunk) -> list[Proposal]:
        return [replace(proposal, relevance=relevance) for proposal in likes(chunk)]

    add_thread(connection, "a")
    staged(database, Staged(observing=told))
    add_thread(connection, "b")
    engine = Staged(observing=told, dropping=every)
    bounds = SMALL if relevance is Relevance.CRITICAL else None
    staged(database, engine, bounds=bounds)
    assert engine.asked == [OBSERVER, REFLECTOR]


def test_a_chunk_too_long_for_the_model_is_looked_at_in_halves_and_covered_once(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t", turns=3)
    seen: list[list[str]] = []

    def small(chunk: Chunk) -> list[Proposal]:
        seen.append([message.id for message in chunk.messages])
        if len(chunk.messages) > 3:
            raise TooLong("prompt is too long")
        return likes(chunk)

    assert staged(database, Staged(observing=small)).reflected == 1
    assert seen[1:] == [["t-1", "t-2", "t-3"], ["t-4", "t-5", "t-6"]]
    assert kept(connection) == (3, 0, 0, 6)


def test_one_message_too_long_for_the_model_is_shown_by_halves_and_then_fails_its_thread(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t", turns=1)
    add_message(connection, "t-3", "t", "user", "abcdefgh" * 100, LONG_AGO + timedelta(hours=1))
    lengths: list[int] = []

    def never(chunk: Chunk) -> list[Proposal]:
        lengths.append(sum(len(m.text) + len(m.tail) for m in chunk.messages))
        raise TooLong("prompt is too long")

    done = staged(database, Staged(observing=never), bounds=Bounds(chunk_tokens=1))
    assert done.failed == 1
    # The first message fails twice: whole, then half of it; the rest waits for another attempt.
    assert lengths == [len("I like t number 1."), 8]
    assert logged(connection).error == "prompt is too long"


def test_a_stage_that_was_cut_off_makes_the_outcome_partial(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    done = staged(database, Staged(ended={OBSERVER: Ended.PARTIAL}))
    assert (done.partial, kept(connection)) == (1, (2, 0, 0, 4))
    assert logged(connection).stages["observer"]["ended"] == "partial"
