"""What a reflection costs: entered as it is spent, bounded by time, by the lease and by caps."""

from datetime import timedelta

import pytest
from product import LONG_AGO, Connection, add_thread, claim_row
from staged import COST, Staged, kept, likes, logged, raising, staged, together

from worker.engine import Stage
from worker.errors import Misconfigured, ThreadFailed
from worker.records import (
    Chunk,
    Proposal,
    StopReason,
)
from worker.reflect import Bounds
from worker.store.database import Database
from worker.usage import Caps, Usage

OBSERVER, REFLECTOR, COMPILER, DROPPER = Stage
REFUSED = ThreadFailed("the model refused")


def test_what_a_failed_claim_spent_is_in_the_log_by_stage(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    assert staged(database, Staged(observing=raising(REFUSED))).failed == 1
    row = logged(connection)
    assert (row.outcome, row.error_kind, row.engine, row.model, row.prompt_hash) == (
        ("failed", "thread", "staged", "test-model", "abc")
    )
    spent = (row.requests, row.tokens_in, row.tokens_out, row.tokens_cached, row.cache_written)
    assert (*spent, float(row.usd)) == (1, 100, 10, 40, 20, 0.25)
    assert row.stages["observer"]["error"] == "the model refused"
    assert row.stages["observer"]["tokens_in"] == 100


def test_a_claim_that_is_lost_between_calls_stops_at_once_and_its_cost_is_kept(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")

    def lost(chunk: Chunk) -> list[Proposal]:
        connection.execute("select reflection.release_claim('t')")
        return likes(chunk)

    engine = Staged(observing=lost)
    done = staged(database, engine)
    assert (done.claim_lost, kept(connection)) == (1, (0, 0, 0, 0))
    # The reflector was asked, renewed the lease before its request, and sent none.
    assert engine.asked == [OBSERVER, REFLECTOR]
    assert len(engine.seconds) == 1
    assert logged(connection).requests == 1


@pytest.mark.parametrize(
    ("lease", "thread", "seconds"), [(600, 1500, 120), (100, 1500, 90), (600, 50, 50)]
)
def test_a_request_may_take_less_than_is_left_of_the_lease_and_of_the_thread(
    database: Database, connection: Connection, lease: int, thread: int, seconds: float
) -> None:
    add_thread(connection, "t")
    engine = Staged()
    bounds = Bounds(thread_seconds=thread, lease_seconds=lease)
    staged(database, engine, bounds=bounds, lease_seconds=lease)
    assert engine.seconds == [seconds, seconds]


def test_a_wrong_key_costs_a_thread_neither_its_attempt_nor_a_wait(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    wrong = Misconfigured("the API refused the key (401)", "Set ANTHROPIC_API_KEY")
    done = staged(database, Staged(observing=raising(wrong)), threads=None)
    assert (done.stop_reason, done.cycles) == (StopReason.ERROR, 1)
    row = claim_row(connection, "t")
    assert (row.attempts, row.not_before, row.claim_id) == (0, None, None)
    assert staged(database, Staged()).reflected == 1


def test_prompts_are_cached_when_another_thread_is_due_or_the_thread_has_chunks_left(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    add_thread(connection, "b", user_id="another", at=LONG_AGO + timedelta(hours=1))
    both = Staged()
    staged(database, both, threads=None)
    assert both.cached == [True, True, False, False]
    add_thread(connection, "c", turns=2)
    chunked = Staged()
    staged(database, chunked, bounds=Bounds(chunk_tokens=14))
    assert chunked.asked == [OBSERVER, OBSERVER, REFLECTOR]
    assert chunked.cached[0] is False


def test_the_spend_cap_of_the_day_stops_the_drain_and_the_thread_loses_nothing(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "a")
    add_thread(connection, "b", user_id="another")
    dear = Staged(estimated=Usage(tokens_in=100, tokens_out=10, usd=0.5))
    done = staged(database, dear, threads=None, caps=Caps(usd=0.6))
    # The first cost 0.25 in each of two stages, which leaves 0.1.
    assert (done.stop_reason, done.reflected, done.spend_cap) == (StopReason.SPEND_CAP, 1, 1)
    waiting = claim_row(connection, "b")
    assert (waiting.attempts, waiting.claim_id, waiting.last_outcome) == (0, None, "spend cap")
    assert staged(database, dear, threads=None, caps=Caps(usd=2)).reflected == 1


def test_the_spend_cap_of_one_user_lets_the_others_go_on(
    database: Database, connection: Connection
) -> None:
    for number, user in enumerate(("heavy", "heavy", "heavy", "light")):
        at = LONG_AGO + timedelta(hours=number)
        add_thread(connection, f"{user} {number}", user_id=user, at=at)
    dear = Staged(estimated=Usage(tokens_in=100, tokens_out=10, usd=0.5))
    done = staged(database, dear, threads=None, caps=Caps(user_usd=0.6))
    assert (done.stop_reason, done.reflected, done.spend_cap) == (StopReason.EMPTY, 2, 1)
    assert done.cycles == 3


def test_the_cost_of_everything_adds_up(database: Database, connection: Connection) -> None:
    add_thread(connection, "t", turns=4)
    engine = Staged(reflecting=together)
    staged(database, engine, bounds=Bounds(chunk_tokens=14))
    row = logged(connection)
    assert row.requests == len(engine.asked) == 4
    assert row.tokens_in == 4 * COST.tokens_in
    assert row.stages["observer"]["requests"] == 3
