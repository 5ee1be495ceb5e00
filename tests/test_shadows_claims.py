"""Shadows of claims that did not end well, or whose answer was lost."""

from typing import Any

import pytest
from product import (
    Connection,
    add_message,
    claim,
    claim_row,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg.errors import InvalidParameterValue
from psycopg.types.json import Jsonb
from remembered import claimed_thread
from undone import apply, shadowed, tables


def progress(connection: Connection, claimed: Any, messages: list[Any]) -> bool:
    return bool(
        one(
            connection,
            "select reflection.shadow_progress_if_claimed(%s, %s, %s)",
            (claimed.thread_id, claimed.claim_id, Jsonb(memory_of(messages))),
        )
    )


@pytest.mark.parametrize("kind", ["interrupted", "thread", "dependency"])
def test_what_was_paid_for_before_a_claim_failed_waits_and_the_rest_is_owed_once_it_is_applied(
    connection: Connection, kind: str
) -> None:
    claimed = claimed_thread(connection)
    messages = loaded(connection, claimed)
    assert progress(connection, claimed, messages[:2])
    assert progress(connection, claimed, messages[:2])
    with pytest.raises(InvalidParameterValue, match="is still at work"):
        apply(connection, claimed.claim_id)
    connection.execute(
        "select reflection.mark_failed_if_claimed('t', %s, 'stopped', %s)", (claimed.claim_id, kind)
    )
    assert one(connection, "select reflection.due_threads()") == 0
    assert one(connection, "select state from reflection.queue") == "waiting"
    assert one(connection, "select jsonb_array_length(memories) from reflection.shadows") == 1
    assert apply(connection, claimed.claim_id)
    outcome = one(connection, "select outcome from reflection.claim_log")
    assert outcome == ("interrupted" if kind == "interrupted" else "failed")
    assert len(tables(connection)["observations"]) == 1
    connection.execute("update reflection.claims set not_before = null")
    owed = [m.message_id for m in loaded(connection, claim(connection))]
    assert owed == [m.message_id for m in messages[2:]]


@pytest.mark.parametrize("folded", [False, True])
def test_a_claim_that_was_lost_leaves_no_shadow_and_its_thread_due(
    connection: Connection, folded: bool
) -> None:
    claimed = claimed_thread(connection)
    messages = loaded(connection, claimed)
    assert progress(connection, claimed, messages[:2])
    if folded:
        add_message(connection, "t-5", "t")
        fold(connection)
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '1 h',"
        " expires_at = clock_timestamp() - interval '1 s'"
    )
    assert not progress(connection, claimed, messages[2:])
    again = claim(connection)
    assert (again.thread_id, shadowed(connection)) == ("t", [])
    connection.execute("select reflection.release_claim('t')")
    assert claim_row(connection, "t").eligible_at is not None


def test_a_shadow_whose_answer_was_lost_is_there_once(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed))
    for _ in range(2):
        assert one(
            connection,
            "select reflection.shadow_if_claimed('t', %s, %s)",
            (claimed.claim_id, Jsonb({**memory, "usage": {"requests": 1, "usd": 0.25}})),
        )
    assert one(connection, "select jsonb_array_length(memories) from reflection.shadows") == 1
    assert float(one(connection, "select usd from reflection.claim_log")) == 0.25
