"""A fold is short however much one arrival stands for, and no odd value stops it."""

from datetime import UTC, datetime, timedelta

import pytest
from product import (
    Connection,
    add_message,
    add_thread,
    add_user,
    claim,
    claim_row,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)


def steps(connection: Connection, limit: int) -> list[int]:
    """What each fold of at most `limit` arrivals took, until nothing was left."""
    taken = []
    while folded := one(connection, "select reflection.fold_arrivals(%s)", (limit,)):
        taken.append(int(folded))
    return taken


def test_a_zone_changed_for_a_user_of_many_threads_is_taken_in_by_short_folds(
    connection: Connection,
) -> None:
    add_user(connection, "user", "UTC")
    for number in range(12):
        add_thread(connection, f"t{number:02}")
    fold(connection)
    before = claim_row(connection, "t11").eligible_at
    connection.execute("update chat.users set timezone = 'Asia/Tokyo'")
    taken = steps(connection, 5)
    assert max(taken) <= 5
    assert len(taken) == 4
    ends = connection.execute("select distinct eligible_at from reflection.claims").fetchall()
    assert ends == [(before - timedelta(hours=9),)]


def test_a_recheck_of_everything_goes_on_where_the_step_before_it_ended(
    connection: Connection,
) -> None:
    for number in range(12):
        add_thread(connection, f"t{number:02}", user_id=f"u{number}")
    fold(connection)
    connection.execute("alter table chat.messages disable trigger user")
    connection.execute("alter table chat.threads disable trigger user")
    connection.execute("delete from chat.threads where id in ('t03', 't11')")
    add_thread(connection, "t99", user_id="new")
    connection.execute("select reflection.recheck_everything()")
    taken = steps(connection, 5)
    assert max(taken) <= 6
    known = connection.execute("select thread_id from reflection.claims order by 1").fetchall()
    assert [row[0] for row in known] == [
        *(f"t{number:02}" for number in range(12) if number not in (3, 11)),
        "t99",
    ]


@pytest.mark.parametrize("when", ["-infinity", "infinity", "4714-11-24 00:00+00 BC", "1066-10-14"])
def test_a_date_that_nobody_can_reckon_with_counts_as_missing(
    connection: Connection, when: str
) -> None:
    add_user(connection, "user", "America/New_York")
    add_thread(connection, "odd")
    connection.execute("update chat.messages set created_at = %s", (when,))
    add_thread(connection, "fine", user_id="other")
    fold(connection)
    states = connection.execute("select thread_id, state from reflection.queue order by 1")
    assert states.fetchall() == [("fine", "due"), ("odd", "settling")]
    tomorrow = datetime.now(UTC) + timedelta(days=2)
    connection.execute("select set_config('reflection.fake_now', %s, false)", (str(tomorrow),))
    claimed = [claim(connection), claim(connection)]
    assert {one.thread_id for one in claimed} == {"fine", "odd"}
    for each in claimed:
        assert len(loaded(connection, each)) == 4
    assert one(connection, "select backlog from reflection.run_health") == 0


def test_a_thread_touched_under_each_of_its_claims_is_given_up_all_the_same(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    fold(connection)
    attempts = []
    for _ in range(5):
        connection.execute("update reflection.claims set not_before = null")
        connection.execute("update reflection.claims set eligible_at = '2026-03-03'")
        claimed = claim(connection)
        if claimed is None:
            break
        attempts.append(claimed.attempt)
        connection.execute("update chat.messages set edited_at = now() where id = 't-1'")
        fold(connection)
        connection.execute(
            "select reflection.mark_failed_if_claimed('t', %s, 'no', 'thread')",
            (claimed.claim_id,),
        )
        fold(connection)
    # Nothing says what it was before its first failure, so that one is given back once.
    assert attempts == [1, 1, 2, 3]
    assert claim_row(connection, "t").given_up_at is not None


def test_a_retry_does_not_make_due_what_has_not_settled(connection: Connection) -> None:
    add_thread(connection, "t", at=datetime.now(UTC) - timedelta(minutes=5))
    fold(connection)
    assert one(connection, "select reflection.retry_thread('t')") is True
    assert one(connection, "select state from reflection.queue") == "settling"


def test_reading_memory_does_not_read_an_inbox_of_new_messages(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    commit(connection, claimed, memory_of(loaded(connection, claimed)))
    connection.execute(
        "insert into reflection.arrivals (kind, thread_id, arrived_at)"
        " select 'inserted', 'x' || n, now() from generate_series(1, 100000) n"
    )
    add_message(connection, "t-9", "t")
    connection.execute("delete from chat.messages where id = 't-9'")
    one(connection, "select reflection.memory_for('user')")
    plan = one(
        connection, "explain (analyze, buffers, format json) select reflection.memory_for('user')"
    )
    buffers = plan[0]["Plan"]["Shared Hit Blocks"] + plan[0]["Plan"]["Shared Read Blocks"]
    assert buffers <= 200
