"""The queue as the worker calls it: what a claim owes, may cost, cost, and what else is due."""

from typing import Any

import pytest
from product import Connection, add_thread, claim_row, fold, one
from remembered import observation, remember

from worker.engine import Ended, Stage
from worker.records import Claim, Outcome, StopReason
from worker.store.database import Database
from worker.store.queue import Queue
from worker.store.views import Views
from worker.usage import Caps, Usage
from worker.work import StageReport

COST = Usage(requests=1, tokens_in=900, tokens_out=60, tokens_cached=450, cache_written=9, usd=0.5)


def queue_of(database: Database, caps: Caps) -> Queue:
    return Queue(
        database, worker="ada", engine="claude", model="claude-test", prompt_hash="abc", caps=caps
    )


def claimed(queue: Queue) -> Claim:
    claim = queue.claim()
    assert claim is not None
    return claim


@pytest.mark.parametrize(
    ("caps", "answer"),
    [
        (Caps(), None),
        (Caps(usd=0.5, tokens=960, user_usd=0.5, user_tokens=960), None),
        (Caps(usd=0.4), StopReason.SPEND_CAP),
        (Caps(tokens=959), StopReason.SPEND_CAP),
        (Caps(user_usd=0.4), Outcome.SPEND_CAP),
        (Caps(user_tokens=959), Outcome.SPEND_CAP),
    ],
)
def test_what_a_claim_may_cost_is_set_aside_within_the_caps(
    connection: Connection, database: Database, caps: Caps, answer: Any
) -> None:
    add_thread(connection, "t")
    fold(connection)
    queue = queue_of(database, caps)
    claim = claimed(queue)
    assert queue.owed_tokens(claim) in range(10, 20)
    assert queue.reserve(claim, COST) is answer
    assert (claim_row(connection, "t").claim_id == claim.claim_id) is (answer is None)
    again = queue.claim()
    assert (again is None) is (answer in (None, Outcome.SPEND_CAP))
    if answer is None:
        connection.execute("update reflection.claims set claim_id = gen_random_uuid()")
        assert queue.reserve(claim, COST) is Outcome.CLAIM_LOST


def test_what_it_cost_is_entered_with_its_stages_and_explained(
    connection: Connection, database: Database
) -> None:
    remember(connection, observation("Tea.", "u-1"), thread_id="u")
    add_thread(connection, "t")
    fold(connection)
    queue = queue_of(database, Caps())
    claim = claimed(queue)
    queue.enter(claim, COST, {Stage.OBSERVER: StageReport(Ended.RECORDED, None, COST)})
    connection.execute("update reflection.observations set claim_id = %s", (claim.claim_id,))
    row = Views(database).explain("#1")[0]
    assert (row["engine"], row["model"], row["prompt_hash"]) == ("claude", "claude-test", "abc")
    assert (row["tokens_in"], row["tokens_cached"], row["cache_written"]) == (900, 450, 9)
    assert row["stages"]["observer"]["ended"] == "recorded"
    assert row["stages"]["observer"]["usd"] == 0.5


def test_another_thread_of_the_user_who_is_being_reflected_is_due_after_it(
    connection: Connection, database: Database
) -> None:
    queue = queue_of(database, Caps())
    add_thread(connection, "t")
    fold(connection)
    claimed(queue)
    assert not queue.another_is_due()
    add_thread(connection, "u")
    fold(connection)
    assert queue.another_is_due()
    assert queue_of(database, Caps()).another_is_due() is False


def test_a_users_reflections_come_oldest_first_with_what_they_rest_on(
    connection: Connection, database: Database
) -> None:
    one_of_them = {"content_hash": "r", "support": ["hash of Tea.", "hash of Cat."]}
    remember(
        connection,
        observation("Tea.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[
            {**one_of_them, "content": "Both."},
            {"content": "Cats.", "content_hash": "s", "support": ["hash of Cat."]},
        ],
    )
    found = queue_of(database, Caps()).reflections("user")
    assert [(r.id, r.content, r.support) for r in found] == [
        (1, "Both.", (1, 2)),
        (2, "Cats.", (2,)),
    ]
    assert found[0].created_at <= found[1].created_at
    assert found[0].token_count == one(connection, "select reflection.tokens('#r1000000 Both.')")
    assert queue_of(database, Caps()).reflections("nobody") == ()
