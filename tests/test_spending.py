"""Spend: what a claim costs is entered once, and a day costs no more than its caps."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from product import Connection, claim, claim_row, commit, fold, loaded, memory_of, one
from psycopg.types.json import Jsonb
from remembered import claimed_thread
from spent import EXPIRE, MIDNIGHT, commits, enter, reserve, reserved, set_clock, users
from waiting import Sessions, result


@pytest.fixture(autouse=True)
def noon(connection: Connection) -> None:
    """So late that no test runs over midnight: what is spent now is spent today."""
    set_clock(connection, MIDNIGHT - timedelta(minutes=1))


# --- what it cost


ACCOUNT = {
    "engine": "claude",
    "model": "claude-test",
    "prompt_hash": "abc",
    "requests": 2,
    "tokens_in": 2000,
    "tokens_out": 100,
    "tokens_cached": 1500,
    "cache_written": 300,
    "usd": 0.25,
    "stages": {"observer": {"ended": "recorded", "error": None, "requests": 2, "usd": 0.25}},
}


def entered(connection: Connection) -> dict[str, Any]:
    names = ", ".join(f"'{name}', l.{name}" for name in ACCOUNT)
    return dict(one(connection, f"select jsonb_build_object({names}) from reflection.claim_log l"))


def test_what_a_claim_cost_is_entered_in_all_however_often_it_is_told(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    for _ in "123":
        enter(connection, claimed, **ACCOUNT)
        assert entered(connection) == ACCOUNT
    more = {**ACCOUNT, "requests": 3, "tokens_in": 3000, "usd": 0.5}
    enter(connection, claimed, **more)
    enter(connection, claimed, **ACCOUNT)
    assert entered(connection) == more


def test_a_stage_that_failed_is_entered_though_no_request_was_added(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    enter(connection, claimed, **ACCOUNT)
    failed = {"observer": {"ended": None, "error": "it was refused", "requests": 2, "usd": 0.25}}
    enter(connection, claimed, **{**ACCOUNT, "stages": failed})
    assert entered(connection)["stages"] == failed


@pytest.mark.parametrize("lost", ["expired", "released", "the thread is gone"])
def test_what_a_lost_claim_cost_is_entered_all_the_same(connection: Connection, lost: str) -> None:
    claimed = claimed_thread(connection)
    if lost == "the thread is gone":
        connection.execute("delete from chat.threads")
        fold(connection)
    elif lost == "released":
        connection.execute("select reflection.release_claim('t')")
    else:
        connection.execute(EXPIRE)
        claim(connection)
    enter(connection, claimed, **ACCOUNT)
    usd = "select usd::float from reflection.claim_log where claim_id = %s"
    assert one(connection, usd, (claimed.claim_id,)) == 0.25


def test_the_spend_of_a_day_says_what_the_cache_gave(connection: Connection) -> None:
    first, second = users(connection, 2)
    enter(connection, first, **ACCOUNT)
    rows = connection.execute(
        "select user_id, claims, requests, tokens_in, tokens_cached, cache_written, usd::float,"
        " cache_hit_rate::float from reflection.spend order by user_id"
    ).fetchall()
    assert rows == [
        (first.user_id, 1, 2, 2000, 1500, 300, 0.25, 0.75),
        (second.user_id, 1, 0, 0, 0, 0, 0, None),
    ]


# --- what it may cost


def test_without_caps_any_estimate_is_set_aside(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    assert reserve(connection, claimed, usd=10**5, tokens=10**12) == "reserved"
    row = connection.execute(
        "select user_id, day, tokens, usd::float from reflection.spend_reservations"
    ).fetchone()
    assert row == ("user", (MIDNIGHT - timedelta(days=1)).date(), 10**12, 10**5)


def test_reserving_again_sets_it_aside_once(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    for _ in "123":
        assert reserve(connection, claimed, 0.6, cap_usd=1) == "reserved"
    assert reserved(connection) == 1


CAPPED: list[tuple[dict[str, float], str]] = [
    ({"cap_usd": 1.0}, "reserved"),
    ({"cap_usd": 0.99}, "spend cap"),
    ({"cap_tokens": 1000}, "reserved"),
    ({"cap_tokens": 999}, "spend cap"),
    ({"cap_user_usd": 0.4}, "reserved"),
    ({"cap_user_usd": 0.39}, "spend cap of the user"),
    ({"cap_user_tokens": 400}, "reserved"),
    ({"cap_user_tokens": 399}, "spend cap of the user"),
    ({"cap_usd": 0.99, "cap_user_usd": 0.39}, "spend cap"),
    ({"cap_usd": 1, "cap_tokens": 1000, "cap_user_usd": 0.4}, "reserved"),
]


def test_a_cap_bounds_what_was_spent_what_is_set_aside_and_what_is_asked_for(
    connection: Connection,
) -> None:
    """0.1 was spent by a claim that ended, of 0.5 set aside 0.4 is spent; 0.4 is asked for."""
    ended, running, asking = users(connection, 3)
    enter(connection, ended, requests=1, tokens_in=90, tokens_out=10, usd=0.1)
    assert commit(connection, ended, {"outcome": "empty"})
    assert reserve(connection, running, 0.5, 500) == "reserved"
    enter(connection, running, requests=1, tokens_in=300, tokens_out=100, usd=0.4)
    for caps, answer in CAPPED:
        with connection.transaction(force_rollback=True):
            assert reserve(connection, asking, 0.4, 400, **caps) == answer, caps
            assert reserved(connection) == (2 if answer == "reserved" else 1)


def test_what_cost_more_than_was_set_aside_counts_as_what_it_cost(connection: Connection) -> None:
    running, asking = users(connection, 2)
    reserve(connection, running, 0.1)
    enter(connection, running, requests=1, usd=0.7)
    assert reserve(connection, asking, 0.4, cap_usd=1) == "spend cap"


def test_what_yesterday_cost_is_not_todays(connection: Connection) -> None:
    yesterday, asking = users(connection, 2)
    enter(connection, yesterday, requests=1, usd=5)
    connection.execute(
        "update reflection.claim_log set started_at = started_at - interval '1 day' where usd = 5"
    )
    assert reserve(connection, asking, 0.4, cap_usd=1) == "reserved"


def test_the_caps_of_today_are_kept_without_reading_years_of_claims(
    connection: Connection,
) -> None:
    asking, other = users(connection, 2)
    connection.execute(
        "insert into reflection.claim_log"
        " (claim_id, thread_id, user_id, attempt, claimed_by, started_at, usd)"
        " select gen_random_uuid(), 't', 'u', 1, 'w', now() - (60001 - n) * interval '10 min', 9"
        "   from generate_series(1, 60000) n where n < 59800"
    )
    connection.execute("vacuum reflection.claim_log")
    assert reserve(connection, asking, 0.6, cap_usd=1) == "reserved"
    plan = one(
        connection,
        "explain (analyze, buffers, format json)"
        " select reflection.reserve_spend(%s, %s, '{\"usd\": 0.6}', '{\"usd\": 1}')",
        (other.thread_id, other.claim_id),
    )[0]["Plan"]
    assert claim_row(connection, other.thread_id).last_outcome == "spend cap"
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 400


def test_what_does_not_fit_ends_the_claim_at_no_cost_to_its_thread(connection: Connection) -> None:
    spent, asking = users(connection, 2)
    enter(connection, spent, requests=1, usd=0.75)
    assert reserve(connection, asking, 0.5, cap_usd=1) == "spend cap"
    row = claim_row(connection, asking.thread_id)
    assert (row.claim_id, row.attempts, row.refunds, row.not_before) == (None, 0, 0, None)
    error = (
        "the cap of 1 USD a day is reached: 0.75 spent or set aside, 0.5 asked for; "
        f"it ends at {MIDNIGHT:%Y-%m-%d} 00:00 UTC"
    )
    assert (row.last_outcome, row.last_error) == ("spend cap", error)
    logged = connection.execute(
        "select outcome, error_kind, error, ended_at is not null from reflection.claim_log"
        " where claim_id = %s",
        (asking.claim_id,),
    ).fetchall()
    assert logged == [("spend cap", "spend cap", error, True)]
    assert one(connection, "select count(*) from reflection.spend_holds") == 0
    assert claim(connection).thread_id == asking.thread_id


def test_an_answer_that_was_lost_is_given_again(connection: Connection) -> None:
    spent, asking = users(connection, 2)
    enter(connection, spent, requests=1, usd=0.75)
    for _ in "123":
        assert reserve(connection, asking, 0.5, cap_usd=1) == "spend cap"
    again = claim(connection)
    for _ in "123":
        assert reserve(connection, again, 0.5, cap_user_usd=0.4) == "spend cap of the user"


@pytest.mark.parametrize("lost", ["expired", "another's"])
def test_a_lost_claim_sets_nothing_aside(connection: Connection, lost: str) -> None:
    claimed = claimed_thread(connection)
    if lost == "expired":
        connection.execute(EXPIRE)
    else:
        connection.execute("update reflection.claims set claim_id = gen_random_uuid()")
    assert reserve(connection, claimed, 0.1, cap_usd=1) == "claim lost"
    assert reserved(connection) == 0


# --- set aside until the claim ends


def fails(connection: Connection, claimed: Any) -> None:
    connection.execute(
        "select reflection.mark_failed_if_claimed(%s, %s, 'no', 'dependency')",
        (claimed.thread_id, claimed.claim_id),
    )


def is_released(connection: Connection, claimed: Any) -> None:
    connection.execute("select reflection.release_claim(%s)", (claimed.thread_id,))


def expires(connection: Connection, claimed: Any) -> None:
    connection.execute(EXPIRE)
    assert claim(connection).claim_id != claimed.claim_id


def is_erased(connection: Connection, claimed: Any) -> None:
    connection.execute("delete from chat.threads where id = %s", (claimed.thread_id,))
    fold(connection)


@pytest.mark.parametrize("ends", [commits, fails, is_released, expires, is_erased])
def test_however_a_claim_ends_what_it_had_set_aside_is_free(
    connection: Connection, ends: Callable[[Connection, Any], None]
) -> None:
    (claimed,) = users(connection, 1, threads=2)
    assert reserve(connection, claimed, 0.9, cap_usd=1) == "reserved"
    assert reserved(connection) == 1
    ends(connection, claimed)
    assert reserved(connection) == 0
    left = "select sum(usd) from reflection.spent_and_reserved(current_date, gen_random_uuid())"
    assert one(connection, left) == 0


def test_what_is_set_aside_stays_while_the_claim_goes_on(connection: Connection) -> None:
    claimed, other = users(connection, 2)
    reserve(connection, claimed, 0.9)
    named = (claimed.thread_id, claimed.claim_id)
    assert one(connection, "select reflection.renew_claim(%s, %s)", named)
    memory = Jsonb(memory_of(loaded(connection, claimed)[:2]))
    save = "select reflection.save_progress_if_claimed(%s, %s, %s)"
    assert one(connection, save, (*named, memory))
    assert reserve(connection, other, 0.2, cap_usd=1) == "spend cap"


@pytest.fixture
def sessions(database_url: str) -> Iterator[Sessions]:
    with Sessions(database_url) as opened:
        yield opened


def test_two_workers_do_not_both_fit_into_the_last_dollar(
    connection: Connection, sessions: Sessions
) -> None:
    first, second = users(connection, 2)
    ahead, behind = sessions.worker(), sessions.worker()
    for session in (ahead, behind):
        set_clock(session, MIDNIGHT - timedelta(minutes=1))
    with ahead.transaction():
        assert reserve(ahead, first, 0.6, cap_usd=1) == "reserved"
        waiting = sessions.call(reserve, behind, second, 0.6, cap_usd=1)
        sessions.see_waiting(behind)
    assert result(waiting) == "spend cap"
