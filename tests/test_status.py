"""status: whether the worker is healthy, what to do if not, and the figures, on one screen."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from console import asked, on_terminal
from product import (
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
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from rich.cells import cell_len

from worker import app

HOUR = timedelta(hours=1)


def status(connection: Connection) -> dict[str, Any]:
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute("select * from reflection.status").fetchone()
    assert row is not None
    return row


def ran(
    connection: Connection,
    *,
    success: bool = True,
    ago: timedelta = timedelta(0),
    ends: bool = True,
    waiting: int = 0,
) -> int:
    """A run that began so long ago, and ended unless it is said not to have."""
    run_id = int(one(connection, "select reflection.start_run('cron', 'ada', 'rules')"))
    if ends:
        connection.execute(
            "select reflection.finish_run(%s, %s, %s, %s)",
            (run_id, Jsonb({"waiting": waiting}), success, "empty" if success else "error"),
        )
    connection.execute(
        "update reflection.runs set started_at = started_at - %(ago)s,"
        " heartbeat_at = heartbeat_at - %(ago)s, finished_at = finished_at - %(ago)s"
        " where id = %(id)s",
        {"ago": ago, "id": run_id},
    )
    return run_id


def nothing(connection: Connection) -> None:
    """A database just made."""


def idle_and_well(connection: Connection) -> None:
    ran(connection, ago=timedelta(minutes=50))


def due_and_served(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    ran(connection, ago=timedelta(minutes=50), waiting=1)


def under_way(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    ran(connection, ends=False)


def never_run(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)


def never_run_nor_folded(connection: Connection) -> None:
    add_thread(connection, "t")
    connection.execute("update reflection.arrivals set arrived_at = arrived_at - interval '3 h'")


def gone_silent(connection: Connection) -> None:
    add_thread(connection, "t")
    add_thread(connection, "s")
    fold(connection)
    ran(connection, ago=5 * HOUR, waiting=2)


def gone_silent_with_changes(connection: Connection) -> None:
    ran(connection, ago=5 * HOUR)
    never_run_nor_folded(connection)


def failed_once(connection: Connection) -> None:
    ran(connection, success=False)


def failed_often(connection: Connection) -> None:
    ran(connection)
    for _ in range(3):
        run_id = ran(connection, success=False)
    connection.execute(
        "insert into reflection.claim_log (claim_id, run_id, thread_id, user_id, attempt,"
        " claimed_by, started_at, ended_at, outcome, error_kind, error) values"
        " (gen_random_uuid(), %s, 't', 'u', 1, 'ada', now(), now(), 'failed', 'dependency',"
        " 'the model is overloaded')",
        (run_id,),
    )


def died(connection: Connection) -> None:
    ran(connection, ago=3 * HOUR, ends=False)


def worker_lost(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    claim(connection, "bea")
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '2 h',"
        " expires_at = clock_timestamp() - interval '1 h'"
    )
    ran(connection)


def growing(connection: Connection) -> None:
    for number in range(3):
        add_thread(connection, f"t{number}")
        fold(connection)
        if number < 2:
            ran(connection, waiting=number + 1)


def given_up(connection: Connection) -> None:
    add_thread(connection, "hopeless")
    fold(connection)
    connection.execute(
        "update reflection.claims set given_up_at = now() where thread_id = 'hopeless'"
    )
    ran(connection)


@pytest.mark.parametrize(
    ("make", "healthy", "sentence", "to_do"),
    [
        (nothing, True, "Healthy: nothing has run yet, and nothing is overdue.", None),
        (
            idle_and_well, True,
            "Healthy: the last run began 50 minutes ago, and nothing is due.", None,
        ),
        (
            due_and_served, True,
            "Healthy: the last run began 50 minutes ago, and 1 thread is due.", None,
        ),
        (under_way, True, "Healthy: run 1 is under way, and 1 thread is due.", None),
        (
            never_run, False, "Not healthy: nothing has run yet, and 1 thread is due.",
            "Start the hourly job, or type: reflection-worker drain",
        ),
        (
            never_run_nor_folded, False,
            "Not healthy: nothing has run yet, and changes wait to be taken in.",
            "Start the hourly job, or type: reflection-worker drain",
        ),
        (
            gone_silent, False, "Not healthy: nothing has run for 5 hours, and 2 threads are due.",
            "See why the hourly job does not start, or type: reflection-worker drain --until-empty",
        ),
        (
            gone_silent_with_changes, False,
            "Not healthy: nothing has run for 5 hours, and changes wait to be taken in.",
            "See why the hourly job does not start, or type: reflection-worker drain --until-empty",
        ),
        (
            failed_once, False, "Not healthy: the last run failed.",
            "Read its log and mend the cause, then: reflection-worker drain",
        ),
        (
            failed_often, False,
            "Not healthy: the last 3 runs failed: the model is overloaded.",
            "Read its log and mend the cause, then: reflection-worker drain",
        ),
        (
            died, False, "Not healthy: run 1 of ada died 3 hours ago without an end.",
            "Read its log; what it held is freed by: reflection-worker drain",
        ),
        (
            worker_lost, False, "Not healthy: bea stopped answering while it held t.",
            "It is freed by the next drain: reflection-worker drain",
        ),
        (
            growing, False,
            "Not healthy: 3 threads are due, more than after each of the last two runs.",
            "Raise REFLECTION_MAX_THREADS, run it more often, or:"
            " reflection-worker drain --until-empty",
        ),
        (
            given_up, True, "Healthy, but one thread was given up.",
            'See why: reflection-worker queue --state "given up"',
        ),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)  # fmt: skip
def test_the_status_is_one_sentence_and_what_to_do(
    database_url: str,
    connection: Connection,
    make: Callable[[Connection], None],
    healthy: bool,
    sentence: str,
    to_do: str | None,
) -> None:
    make(connection)
    told = status(connection)
    assert (told["healthy"], told["sentence"], told["to_do"]) == (healthy, sentence, to_do)
    result = asked(database_url, "status")
    assert result.exit_code == 0
    assert result.stdout.startswith(sentence[:60])
    assert (to_do or "").split(": ")[-1] in " ".join(result.stdout.split())


def test_what_is_broken_is_said_before_what_is_late(connection: Connection) -> None:
    given_up(connection)
    gone_silent(connection)
    assert "nothing has run for 5 hours" in status(connection)["sentence"]
    failed_often(connection)
    assert "the last 3 runs failed" in status(connection)["sentence"]
    assert status(connection)["given_up"] == 1


def test_a_run_under_way_is_left_to_mend_what_it_can(connection: Connection) -> None:
    worker_lost(connection)
    failed_once(connection)
    under_way_id = ran(connection, ends=False)
    assert status(connection)["sentence"].startswith(f"Healthy: run {under_way_id} is under way")


def figures(connection: Connection) -> None:
    """Something to count of everything."""
    add_user(connection, "ann")
    add_user(connection, "bob", "Mars/Base")
    for name, user, turns in (("a", "ann", 2), ("b", "bob", 3), ("c", "bob", 1)):
        add_thread(connection, name, user, turns)
    fold(connection)
    first = claim(connection, "ada", p_run_id=ran(connection, ends=False))
    memory = memory_of(loaded(connection, first))
    memory["usage"] = {"requests": 2, "tokens_in": 1000, "tokens_out": 30, "usd": 0.25}
    assert commit(connection, first, memory)
    claim(connection, "bea")
    add_message(connection, "new", "a")


def test_the_figures_are_those_of_counting(connection: Connection) -> None:
    figures(connection)
    told = status(connection)
    assert told["threads"] == {
        "due": 0, "waiting": 1, "claimed": 1, "settling": 0, "given up": 0, "reflected": 1,
    }  # fmt: skip
    assert (told["live_claims"], told["expired_claims"]) == (1, 0)
    (held,) = told["claims_named"]
    assert (held["thread_id"], held["claimed_by"], held["expired_seconds"]) == ("b", "bea", None)
    assert told["inbox"] == 1
    assert (told["users"], told["observations"], told["reflections"]) == (1, 2, 0)
    assert told["tokens"] == one(connection, "select sum(token_count) from reflection.observations")
    assert (told["requests_today"], told["tokens_in_today"], told["tokens_out_today"]) == (
        2, 1000, 30,
    )  # fmt: skip
    assert float(told["usd_today"]) == 0.25
    assert told["refused_zones"] == 1
    assert told["revision"] == app.head_revision()
    assert told["oldest_due"] is None


def test_only_what_was_claimed_today_is_what_was_spent_today(connection: Connection) -> None:
    figures(connection)
    connection.execute("update reflection.claim_log set started_at = started_at - interval '1 day'")
    told = status(connection)
    assert (told["requests_today"], float(told["usd_today"])) == (0, 0)
    spent = connection.execute("select user_id, claims, requests, usd from reflection.spend")
    assert [(user, n, r, float(usd)) for user, n, r, usd in spent.fetchall()] == [
        ("ann", 1, 2, 0.25),
        ("bob", 1, 0, 0.0),
    ]


def test_the_oldest_due_thread_is_named_with_how_long_it_has_waited(
    connection: Connection,
) -> None:
    at = datetime.now(UTC) - timedelta(days=10)
    add_thread(connection, "older", "ann", at=at)
    add_thread(connection, "newer", "bob", at=at + timedelta(days=3))
    fold(connection)
    told = status(connection)
    assert told["oldest_due"] == "older"
    assert timedelta(days=9) < told["most_overdue"] <= timedelta(days=10)
    claim(connection)
    assert status(connection)["oldest_due"] == "newer"


def test_no_message_is_read_and_the_claims_of_today_are_found_by_their_day(
    connection: Connection,
) -> None:
    plan = json.dumps(one(connection, "explain (format json) select * from reflection.status"))
    assert "messages" not in plan
    connection.execute(
        "insert into reflection.claim_log"
        " (claim_id, thread_id, user_id, attempt, claimed_by, started_at)"
        " select gen_random_uuid(), 't', 'u', 1, 'w', now() - (20000 - n) * interval '1 h'"
        "   from generate_series(1, 20000) n"
    )
    connection.execute("vacuum analyze reflection.claim_log")
    plan = json.dumps(one(connection, "explain (format json) select * from reflection.status"))
    assert "claim_log_by_day" in plan


def test_the_status_says_which_database_without_its_password(
    database_url: str, connection: Connection
) -> None:
    url = f"{database_url} password=hunter2"
    told = asked(url, "status", "--json").stdout
    assert "hunter2" not in told + asked(url, "status").stdout
    found = json.loads(told)
    assert (found["database"], found["engine"]) == (connection.info.dbname, "rules")
    assert found["revision"] == app.head_revision()
    shown = asked(url, "status").stdout
    assert connection.info.dbname in shown
    assert f"revision {app.head_revision()}" in shown


@pytest.mark.parametrize("name", ["t", "x" * 300, "대화" * 100], ids=["short", "long", "wide"])
def test_everything_is_on_one_screen_however_long_the_names(
    database_url: str, connection: Connection, name: str
) -> None:
    for number in range(6):
        add_thread(connection, f"{name}{number}", f"{name}{number}")
        add_thread(connection, f"more {name}{number}", f"{name}{number}")
    fold(connection)
    for number in range(6):
        claim(connection, f"{name} worker {number}", p_run_id=ran(connection, ends=False))
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '2 h',"
        " expires_at = clock_timestamp() - interval '1 h' where thread_id like '%5'"
        " and claim_id is not null"
    )
    connection.execute("update reflection.runs set heartbeat_at = heartbeat_at - interval '3 h'")
    add_message(connection, "new", f"{name}0")
    code, sent = on_terminal(database_url, "status", NO_COLOR="1")
    lines = sent.splitlines()
    assert code == 0
    assert len(lines) <= 24
    assert max(cell_len(line) for line in lines) <= 80
    assert lines[0].startswith("Not healthy: run 6 of ")
    assert sum("EXPIRED" in line for line in lines) == 1
    assert any("and 3 more: reflection-worker queue --state claimed" in line for line in lines)
    labels = {line[:10].strip() for line in lines if line and not line.startswith(" ")}
    assert {"queue", "oldest", "claimed", "inbox", "last run", "success", "backlog"} <= labels
    assert {"given up", "memory", "today", "zones", "engine", "database"} <= labels


def test_the_figures_of_the_screen_are_in_its_lines(
    database_url: str, connection: Connection
) -> None:
    figures(connection)
    told = dict(
        line.split(maxsplit=1)
        for line in asked(database_url, "status").stdout.replace("last run", "last_run")
        .replace("given up ", "given_up ").splitlines()[1:]
        if line.strip()
    )  # fmt: skip
    assert told["queue"].startswith("0 due, 1 waiting, 1 claimed, 0 settling")
    assert told["oldest"] == "nothing is due"
    assert told["claimed"].startswith("b by bea for ")
    assert told["inbox"].startswith("1 change not yet taken in, the oldest since ")
    assert told["last_run"].endswith(": under way")
    assert told["success"] == "none yet, 0 failures in a row"
    assert told["backlog"] == "0 due, not growing"
    assert told["memory"].startswith("1 user, 2 observations, 0 reflections, ")
    assert told["today"] == "2 requests, 1,000 + 30 tokens, 0.2500 USD"
    assert told["zones"].startswith("1 refused")
    assert told["engine"] == "rules"
