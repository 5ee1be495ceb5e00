"""What operators look at: the state of every thread in words, the runs, and the manual."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    add_user,
    claim,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg.types.json import Jsonb

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
def at_noon(connection: Connection) -> Connection:
    set_clock(connection, NOON)
    return connection


def set_clock(connection: Connection, at: datetime) -> None:
    connection.execute("select set_config('reflection.fake_now', %s, false)", (at.isoformat(),))


def stand(connection: Connection, thread_id: str = "t") -> tuple[str, str]:
    """The thread's state and why, as the queue tells them."""
    fold(connection)
    row = connection.execute(
        "select state, why from reflection.queue where thread_id = %s", (thread_id,)
    ).fetchone()
    assert row is not None
    return row[0], row[1]


def claimed_thread(connection: Connection, worker: str = "ada") -> Any:
    add_thread(connection, "t")
    fold(connection)
    return claim(connection, worker)


def fail(connection: Connection, claimed: Any, kind: str) -> None:
    connection.execute(
        "select reflection.mark_failed_if_claimed('t', %s, 'prompt too long', %s)",
        (claimed.claim_id, kind),
    )


def test_a_thread_of_today_is_settling(at_noon: Connection) -> None:
    add_user(at_noon, "user", "Asia/Seoul")
    add_thread(at_noon, "t", at=NOON - timedelta(hours=1))
    why = "its newest message is of today in Asia/Seoul; due in 3 hours"
    assert stand(at_noon) == ("settling", why)


def test_a_thread_whose_day_is_over_is_due(at_noon: Connection) -> None:
    add_thread(at_noon, "t")
    assert stand(at_noon) == ("due", "its day ended 7 days ago")
    overdue = one(at_noon, "select overdue from reflection.queue")
    assert overdue == timedelta(days=7, hours=12)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("update chat.threads set hidden = true", "the thread is hidden"),
        ("update chat.users set memory_enabled = false", "its user switched memory off"),
        ("update chat.messages set content = ''", "nothing that counts has been said"),
        (
            "delete from chat.messages where id = 't-1'",
            "only 1 message by the user; two are needed",
        ),
        (
            "delete from chat.messages where role = 'user'",
            "only 0 messages by the user; two are needed",
        ),
    ],
)
def test_a_thread_that_waits_for_its_user_says_for_what(
    at_noon: Connection, change: str, why: str
) -> None:
    add_user(at_noon, "user")
    add_thread(at_noon, "t")
    at_noon.execute(change)
    assert stand(at_noon) == ("waiting", why)


@pytest.mark.parametrize(("kind", "wait"), [("thread", "45 minutes"), ("dependency", "60 seconds")])
def test_a_thread_that_backs_off_says_why_and_until_when(
    at_noon: Connection, kind: str, wait: str
) -> None:
    fail(at_noon, claimed_thread(at_noon), kind)
    assert stand(at_noon) == ("waiting", f"failed (prompt too long); tried again in {wait}")
    set_clock(at_noon, NOON + timedelta(hours=1))
    assert stand(at_noon)[0] == "due"


def test_a_thread_of_a_busy_user_waits_for_the_other(at_noon: Connection) -> None:
    claimed_thread(at_noon)
    add_thread(at_noon, "second")
    assert stand(at_noon, "second") == ("waiting", "another thread of its user is being reflected")


def test_a_claimed_thread_says_by_whom_and_for_how_long(at_noon: Connection) -> None:
    claimed_thread(at_noon)
    state, why = stand(at_noon)
    assert state == "claimed"
    assert why.startswith("by ada, attempt 1, lease ends in 9 minutes")
    shown = at_noon.execute(
        "select thread_id, claimed_by, expired, attempts, held < '1 min', lease_left > '9 min'"
        " from reflection.live_claims"
    ).fetchall()
    assert shown == [("t", "ada", False, 1, True, True)]


def test_a_claim_that_ran_out_says_that_its_worker_is_lost(at_noon: Connection) -> None:
    claimed_thread(at_noon)
    at_noon.execute(
        "update reflection.claims"
        " set claimed_at = claimed_at - interval '1 day', expires_at = clock_timestamp()"
    )
    lost = "its worker ada stopped answering; the next claim frees it"
    assert stand(at_noon) == ("claimed", lost)
    assert one(at_noon, "select expired from reflection.live_claims")


def test_a_reflected_thread_says_up_to_where(at_noon: Connection) -> None:
    claimed = claimed_thread(at_noon)
    commit(at_noon, claimed, memory_of(loaded(at_noon, claimed)))
    assert stand(at_noon) == ("reflected", "everything said up to message t-4 is reflected")


def test_a_thread_given_up_says_what_to_do_and_doing_it_helps(at_noon: Connection) -> None:
    claimed = claimed_thread(at_noon)
    at_noon.execute("update reflection.claims set attempts = 3")
    fail(at_noon, claimed, "thread")
    state, why = stand(at_noon)
    told, _, to_run = why.partition(". ")
    assert (state, told) == ("given up", "failed 3 times on message t-4: prompt too long")
    assert to_run == "select reflection.retry_thread('t') tries again"
    shown = at_noon.execute(
        "select thread_id, attempts, attempt_message_id, last_error, to_retry"
        " from reflection.given_up"
    ).fetchone()
    assert shown is not None
    assert shown[:4] == ("t", 3, "t-4", "prompt too long")
    at_noon.execute(shown[4])
    assert stand(at_noon)[0] == "due"
    assert at_noon.execute("select * from reflection.given_up").fetchall() == []


def run(connection: Connection, *, success: bool) -> None:
    run_id = one(connection, "select reflection.start_run('cron', 'ada', 'rules')")
    connection.execute(
        "select reflection.finish_run(%s, %s, %s, %s)",
        (run_id, Jsonb({}), success, "empty" if success else "error"),
    )


def health(connection: Connection) -> Any:
    with connection.cursor(row_factory=psycopg.rows.namedtuple_row) as cursor:
        return cursor.execute("select * from reflection.run_health").fetchone()


def test_before_the_first_run_health_has_a_row_with_nothing_in_it(at_noon: Connection) -> None:
    shown = health(at_noon)
    assert (shown.last_success, shown.consecutive_failures, shown.backlog) == (None, 0, 0)
    assert shown.backlog_grows is False


def test_failures_are_counted_until_a_success(connection: Connection) -> None:
    for _ in range(3):
        run(connection, success=False)
    shown = health(connection)
    assert (shown.consecutive_failures, shown.last_success) == (3, None)
    assert shown.last_stop_reason == "error"
    run(connection, success=True)
    shown = health(connection)
    assert (shown.consecutive_failures, shown.last_stop_reason) == (0, "empty")
    assert shown.since_success < timedelta(minutes=1)
    run(connection, success=False)
    assert health(connection).consecutive_failures == 1


def test_a_run_whose_heart_stopped_is_one_that_died(connection: Connection) -> None:
    connection.execute("select reflection.start_run('cron', 'ada', 'rules')")
    assert health(connection).runs_that_died == 0
    connection.execute("update reflection.runs set heartbeat_at = heartbeat_at - interval '1 hour'")
    assert health(connection).runs_that_died == 1
    connection.execute("select reflection.beat_run(id) from reflection.runs")
    assert health(connection).runs_that_died == 0


def test_a_backlog_grows_when_it_was_larger_after_each_of_two_runs(at_noon: Connection) -> None:
    grew = []
    for number in range(4):
        add_thread(at_noon, f"t{number}")
        fold(at_noon)
        grew.append((health(at_noon).backlog, health(at_noon).backlog_grows))
        run(at_noon, success=True)
    assert grew == [(1, False), (2, False), (3, True), (4, True)]
    assert health(at_noon).backlog_grows is False
    assert health(at_noon).most_overdue == timedelta(days=7, hours=12)


def test_the_coverage_report_says_of_each_message_what_became_of_it(at_noon: Connection) -> None:
    claimed = claimed_thread(at_noon)
    memory = memory_of(loaded(at_noon, claimed))
    memory["coverage"][1]["skipped"] = "not read by the rules"
    commit(at_noon, claimed, memory)
    add_message(at_noon, "t-5", "t", "assistant", " ", LONG_AGO + timedelta(hours=1))
    add_message(at_noon, "t-6", "t", "user", "Hm", LONG_AGO + timedelta(hours=2), status="aborted")
    add_message(at_noon, "t-7", "t", "user", "And coffee.", LONG_AGO + timedelta(hours=3))
    report = at_noon.execute(
        "select message_id, state, why from reflection.coverage_report"
        " where thread_id = 't' order by ordinal"
    ).fetchall()
    assert report == [
        ("t-1", "covered", "cited by #1"),
        ("t-2", "skipped", "not read by the rules"),
        ("t-3", "covered", "cited by #2"),
        ("t-4", "covered", "read; nothing to keep"),
        ("t-5", "skipped", "incomplete or blank"),
        ("t-6", "skipped", "incomplete or blank"),
        ("t-7", "pending", "not read yet; the next drain takes it in"),
    ]


UNEXPLAINED = """
  with ours as (select oid from pg_namespace where nspname in ('reflection', 'chat'))
  select 'schema ' || oid::regnamespace from ours where obj_description(oid, 'pg_namespace') is null
   union all
  select 'relation ' || c.oid::regclass from pg_class c
   where c.relnamespace in (select oid from ours)
     and c.relkind in ('r', 'v', 'm', 'p', 'i')
     and not exists (
       select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u')
     )
     and obj_description(c.oid, 'pg_class') is null
   union all
  select 'function ' || p.oid::regprocedure from pg_proc p
   where p.pronamespace in (select oid from ours) and obj_description(p.oid, 'pg_proc') is null
   union all
  select 'trigger ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace in (select oid from ours) and not t.tgisinternal
     and obj_description(t.oid, 'pg_trigger') is null
"""


def test_every_table_view_index_function_and_trigger_says_what_it_is_for(
    connection: Connection,
) -> None:
    assert connection.execute(UNEXPLAINED).fetchall() == []
