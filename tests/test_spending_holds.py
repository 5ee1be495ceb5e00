"""The cap of a user: until its day ends others are served, and no longer than that."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from product import Connection, add_thread, claim, claim_row, fold, one
from psycopg.types.json import Jsonb
from spent import MIDNIGHT, commits, enter, reserve, set_clock, users


@pytest.fixture(autouse=True)
def noon(connection: Connection) -> None:
    """So late that no test runs over midnight: what is spent now is spent today."""
    set_clock(connection, MIDNIGHT - timedelta(minutes=1))


def held(connection: Connection) -> Any:
    """Two threads of one user, whose cap is reached, and one of another, who is served."""
    first, other = users(connection, 2, threads=2)
    enter(connection, first, requests=1, usd=0.3)
    commits(connection, first)
    commits(connection, other)
    again = claim(connection)
    assert again.user_id == first.user_id
    assert reserve(connection, again, 0.3, cap_user_usd=0.5) == "spend cap of the user"
    return again


def test_while_a_user_is_held_others_are_served(connection: Connection) -> None:
    again = held(connection)
    row = connection.execute("select * from reflection.spend_holds").fetchone()
    assert row == (again.user_id, MIDNIGHT, 0.5, None)
    assert claim(connection).user_id != again.user_id
    assert claim(connection) is None


def test_a_held_thread_says_for_what_it_waits(connection: Connection) -> None:
    again = held(connection)
    set_clock(connection, MIDNIGHT - timedelta(hours=3))
    told = "select state, why from reflection.queue where thread_id = %s"
    assert connection.execute(told, (again.thread_id,)).fetchone() == (
        "waiting",
        "the spend cap of its user was reached; tried again in 3 hours",
    )
    set_clock(connection, MIDNIGHT)
    state, why = connection.execute(told, (again.thread_id,)).fetchone() or ("", "")
    assert state == "due"
    assert "put off: the cap of 0.5 USD a day for one user is reached: 0.3 spent" in why


def test_a_hold_ends_at_midnight_in_utc_and_is_cleaned_up(connection: Connection) -> None:
    again = held(connection)
    set_clock(connection, MIDNIGHT - timedelta(seconds=1))
    assert claim(connection).user_id != again.user_id
    set_clock(connection, MIDNIGHT)
    next_day = claim(connection)
    assert next_day.user_id == again.user_id
    assert reserve(connection, next_day, 0.3, cap_user_usd=0.5) == "reserved"
    assert one(connection, "select count(*) from reflection.spend_holds") == 0


def claim_with(connection: Connection, **caps: float) -> Any:
    every = dict.fromkeys(("usd", "tokens", "user_usd", "user_tokens")) | caps
    return claim(connection, p_caps=Jsonb(every))


def test_a_hold_does_not_outlive_the_cap_that_it_was_made_under(connection: Connection) -> None:
    again = held(connection)
    assert claim_with(connection, user_usd=0.5).user_id != again.user_id
    raised = claim_with(connection, user_usd=0.6)
    assert raised.user_id == again.user_id
    assert reserve(connection, raised, 0.3, cap_user_usd=0.6) == "reserved"
    assert one(connection, "select count(*) from reflection.spend_holds") == 0


def test_a_hold_that_is_tried_again_and_stands_is_of_the_new_cap(connection: Connection) -> None:
    held(connection)
    lowered = claim_with(connection, user_usd=0.4)
    assert reserve(connection, lowered, 0.3, cap_user_usd=0.4) == "spend cap of the user"
    assert one(connection, "select cap_usd::float from reflection.spend_holds") == 0.4


@pytest.mark.parametrize("cap", ["cap_usd", "cap_user_usd"])
def test_a_thread_too_dear_for_any_day_stands_back_from_the_second_day_on(
    connection: Connection, cap: str
) -> None:
    add_thread(connection, "dear")
    add_thread(connection, "other", at=datetime(2026, 3, 3, tzinfo=UTC))
    fold(connection)
    days = []
    for day in range(12):
        set_clock(connection, MIDNIGHT + timedelta(days=day))
        first = claim(connection)
        days.append(first.thread_id)
        usd = 3 if first.thread_id == "dear" else 0.3
        if reserve(connection, first, usd, **{cap: 1}) == "reserved":
            connection.execute(
                "select reflection.mark_failed_if_claimed('other', %s, '', 'interrupted')",
                (first.claim_id,),
            )
    assert days == ["dear"] * 2 + ["other", "dear"] + ["other"] * 3 + ["dear"] + ["other"] * 4
    told = claim_row(connection, "dear").last_error
    assert "3 asked for, more than that of a whole day; it ends at " in told
    assert one(connection, "select reflection.retry_thread('dear')")
    assert claim(connection).thread_id == "dear"


def test_where_nothing_may_be_spent_no_thread_stands_back(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    for _ in "123":
        assert reserve(connection, claim(connection), 0.1, cap_usd=0) == "spend cap"
    assert claim_row(connection, "t").not_before is None
