"""What comes after an erasure: late commits, old exports, and sources that keep it all."""

from datetime import UTC, datetime
from typing import Any

import pytest
from erased import contents, everything, found, observation, receipt, reflect, talk
from product import Connection, add_message, add_thread, claim, claim_row, commit, fold, one
from psycopg.types.json import Jsonb

NEW = datetime(2030, 1, 1, 10, tzinfo=UTC)


def replayed(connection: Connection, claimed: Any, memory: dict[str, Any]) -> bool:
    saved = one(
        connection,
        "select reflection.save_progress_if_claimed(%s, %s, %s)",
        (claimed.thread_id, claimed.claim_id, Jsonb(memory)),
    )
    return bool(saved) or commit(connection, claimed, memory)


@pytest.mark.parametrize(
    ("call", "ids"),
    [
        ("erase_user", ("zoe",)),
        ("erase_thread", ("zoe-5",)),
        ("erase_thread", ("zoe-1",)),
        ("erase_message", ("zoe-5", "zoe-5-1")),
        ("forget_memory", ("#1",)),
    ],
)
def test_a_commit_that_was_in_flight_writes_nothing_after_an_erasure(
    connection: Connection, call: str, ids: tuple[str, ...]
) -> None:
    live, late = everything(connection)["live"]
    receipt(connection, call, *ids)
    before = contents(connection)
    assert not replayed(connection, live, late)
    assert not one(
        connection, "select reflection.renew_claim(%s, %s)", (live.thread_id, live.claim_id)
    )
    assert contents(connection) == before
    assert (
        one(connection, "select count(*) from reflection.coverage where thread_id = 'zoe-5'") == 0
    )
    if call != "erase_user" and ids != ("zoe-5",):
        fold(connection)
        again = claim_row(connection, "zoe-5")
        assert (again.claim_id, again.attempts, again.given_up_at) == (None, 0, None)
        assert again.eligible_at is not None


def test_money_that_was_spent_is_kept_without_a_name_also_when_it_is_told_late(
    connection: Connection, database_url: str
) -> None:
    live, _ = everything(connection)["live"]
    spent = "select sum(usd) from reflection.spend"
    before = one(connection, spent)
    receipt(connection, "erase_user", "zoe")
    assert one(connection, spent) == before
    assert one(connection, "select array_agg(distinct user_id) from reflection.spend") == [""]
    account = {
        "requests": 1,
        "usd": 0.25,
        "stages": {"observer": {"error": "zebra late", "usd": 0.25}},
    }
    connection.execute("select reflection.enter_spending(%s, %s)", (live.claim_id, Jsonb(account)))
    assert float(one(connection, spent)) == float(before) + 0.25
    assert found(connection, database_url, "zebra") == []


def again(connection: Connection, user_id: str, thread_id: str) -> None:
    """The old export once more."""
    talk(connection, thread_id, user_id, "I like zebraone.", "I moved to zebratwo.", "I ride.")
    fold(connection)


@pytest.mark.parametrize(("call", "ids"), [("erase_user", ("zoe",)), ("erase_thread", ("zoe-1",))])
def test_what_arrives_again_from_before_the_erasure_is_never_read_and_what_is_new_is(
    connection: Connection, call: str, ids: tuple[str, ...]
) -> None:
    talk(connection, "zoe-1", "zoe", "I like zebraone.", "I moved to zebratwo.", "I ride.")
    _, memory = reflect(connection, "zoe-1", observation("User likes zebraone.", "zoe-1-1"))
    receipt(connection, call, *ids)
    again(connection, "zoe", "zoe-1")
    assert claim(connection) is None
    report = (
        "select bool_and(state = 'skipped' and why ~ '^erased') from reflection.coverage_report"
    )
    assert one(connection, report) is True

    with connection.transaction():
        now = "2030-01-01 12:00Z"
        connection.execute(f"set local reflection.fake_now = '{now}'")
        for number in (7, 8):
            add_message(connection, f"new-{number}", "zoe-1", content="I sail.", at=NEW)
        assert fold(connection) == 2
    with connection.transaction():
        connection.execute("set local reflection.fake_now = '2030-01-05'")
        claimed = claim(connection)
        assert claimed.thread_id == "zoe-1"
        owed = one(
            connection,
            "select array_agg(message_id) from reflection.claimed_messages(%s, %s)",
            (claimed.thread_id, claimed.claim_id),
        )
        assert owed == ["new-7", "new-8"]
        assert commit(connection, claimed, memory)
    assert contents(connection) == []
    assert one(connection, "select count(*) from reflection.coverage") == 0


def test_an_erased_message_that_arrives_again_never_counts_however_new_it_says_it_is(
    connection: Connection,
) -> None:
    talk(connection, "t", "zoe", "I like zebraone.", "I moved.", "I ride.")
    fold(connection)
    receipt(connection, "erase_message", "t", "t-1")
    add_message(connection, "t-1", "t", content="I like zebraone.")
    fold(connection)
    claimed = claim(connection)
    owed = "select array_agg(message_id) from reflection.claimed_messages(%s, %s)"
    assert one(connection, owed, (claimed.thread_id, claimed.claim_id)) == ["t-2", "t-3"]


def test_a_source_that_erases_nothing_is_never_read_again_up_to_the_erasure(
    connection: Connection,
) -> None:
    for name, arguments in (("user", "text"), ("thread", "text"), ("message", "text, text")):
        connection.execute(
            f"drop function reflection.source_erase_{name} ({arguments});"
            f" create function reflection.source_erase_{name} ({arguments})"
            " returns table (table_name text, rows bigint) language sql"
            " as 'select null::text, null::bigint where false'"
        )
    talk(connection, "t", "zoe", "one", "two", "three")
    reflect(connection, "t", observation("User one.", "t-1"))
    add_message(connection, "t-old", "t", content="undated", at=None)
    add_message(
        connection, "t-far", "t", content="of tomorrow", at=datetime(2999, 1, 1, tzinfo=UTC)
    )
    add_thread(connection, "u", "zoe")
    told = receipt(connection, "erase_message", "t", "t-1")
    assert "chat.messages" not in told
    told = receipt(connection, "erase_user", "zoe")
    assert "chat.threads" not in told
    connection.execute("select reflection.recheck_everything()")
    fold(connection)
    with connection.transaction():
        connection.execute("set local reflection.fake_now = '2999-06-01'")
        connection.execute(
            "update reflection.claims set eligible_at = '2020-01-01', user_messages = 2"
        )
        assert claim(connection) is None
    assert one(connection, "select count(*) from chat.messages") == 5 + 4
