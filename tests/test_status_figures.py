"""status: the figures behind its sentence, cheap, and on one screen."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from console import asked, on_terminal
from health import ran, status
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
from rich.cells import cell_len

from worker import app


def figures(connection: Connection) -> None:
    """Something to count of everything."""
    add_user(connection, "ann")
    add_user(connection, "bob", "Mars/Base")
    for name, user, turns in (("a", "ann", 2), ("b", "bob", 3), ("c", "bob", 1)):
        add_thread(connection, name, user, turns)
    fold(connection)
    first = claim(connection, "ada", p_run_id=ran(connection, ends=False))
    memory = memory_of(loaded(connection, first))
    spent = {"requests": 2, "tokens_in": 1000, "tokens_out": 30, "tokens_cached": 400}
    memory["usage"] = spent | {"usd": 0.25}
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
    assert (float(told["usd_today"]), told["tokens_cached_today"]) == (0.25, 400)
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
    assert {"given up", "memory", "lint", "today", "zones", "engine", "database"} <= labels


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
    assert told["lint"] == "of the last 2: nothing is doubted"
    assert told["today"] == "2 requests, 1,000 (40% from the cache) + 30 tokens, 0.2500 USD"
    assert told["zones"].startswith("1 refused")
    assert told["engine"] == "rules"
