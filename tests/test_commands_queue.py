"""queue and show: where every thread stands, and everything about one."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from conftest import Server
from console import asked
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
)


def said(url: str, *arguments: str) -> Any:
    result = asked(url, *arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def rows(text: str) -> list[list[str]]:
    """The lines of a table in a pipe, by cell."""
    return [line.split("\t") for line in text.splitlines() if "\t" in line]


@pytest.fixture(scope="module")
def own(server: Server, template: str) -> Iterator[Callable[[], str]]:
    """Makes databases that last as long as this module's tests."""
    names: list[str] = []

    def make() -> str:
        names.append(server.create(template))
        return server.url_of(names[-1])

    yield make
    for name in names:
        server.drop(name)


@pytest.fixture(scope="module")
def queued(own: Callable[[], str]) -> str:
    """A database with threads in four states, to be looked at only."""
    url = own()
    with psycopg.connect(url, autocommit=True) as connection:
        fill(connection)
    return url


def fill(connection: Connection) -> None:
    # Where it is day, no thread of today settles while the test runs.
    now = datetime.now(UTC)
    add_user(connection, "ann", "UTC" if 6 <= now.hour < 18 else "Pacific/Auckland")
    add_thread(connection, "f-done", "ann")
    fold(connection)
    claimed = claim(connection)
    commit(connection, claimed, memory_of(loaded(connection, claimed)))
    add_thread(connection, "e-today", "ann", at=now)
    add_thread(connection, "d-single", "bob", turns=1)
    add_thread(connection, "c-failed", "cay", at=LONG_AGO - timedelta(days=30))
    fold(connection)
    failed = claim(connection)
    connection.execute(
        "select reflection.mark_failed_if_claimed(%s, %s, 'too long', 'dependency')",
        (failed.thread_id, failed.claim_id),
    )
    for days, name in enumerate(("b-late", "a-later")):
        add_thread(connection, name, "bob", at=LONG_AGO - timedelta(days=days))
    fold(connection)


def test_the_queue_lists_the_most_overdue_first_with_state_and_why(queued: str) -> None:
    result = asked(queued, "queue")
    heading, *listed = rows(result.stdout)
    assert heading == ["thread_id", "user_id", "state", "overdue", "why"]
    assert [(line[0], line[2]) for line in listed] == [
        ("c-failed", "waiting"),
        ("a-later", "due"),
        ("b-late", "due"),
        ("d-single", "waiting"),
        ("e-today", "settling"),
        ("f-done", "reflected"),
    ]
    why = {line[0]: line[4] for line in listed}
    assert why["c-failed"].startswith("failed (too long); tried again in ")
    assert why["d-single"] == "only 1 message by the user; two are needed"
    overdue = {line[0]: line[3] for line in listed}
    assert overdue["a-later"].endswith(" days")
    assert overdue["e-today"] == overdue["f-done"] == overdue["d-single"] == ""
    assert result.stdout.endswith("In all 6 threads: 2 due, 2 waiting, 1 settling, 1 reflected\n")


def test_the_queue_can_be_narrowed_to_a_user_and_to_states(queued: str) -> None:
    def ids(*arguments: str) -> list[str]:
        return sorted(row["thread_id"] for row in said(queued, "queue", *arguments)["threads"])

    assert ids("--user", "bob") == ["a-later", "b-late", "d-single"]
    assert ids("--state", "due") == ["a-later", "b-late"]
    assert ids("--state", "due", "--state", "settling") == ["a-later", "b-late", "e-today"]
    assert ids("--user", "ann", "--state", "due") == []
    assert said(queued, "queue", "--user", "bob")["states"] == {"due": 2, "waiting": 1}
    assert "No thread is in such a state." in asked(queued, "queue", "--state", "claimed").stdout


def test_what_the_limit_leaves_out_is_counted_and_totals_are_of_everything(queued: str) -> None:
    told = asked(queued, "queue", "--limit", "2").stdout
    assert len(rows(told)) == 3
    assert "... and 4 more: --limit 6 lists them" in told
    narrow = said(queued, "queue", "--limit", "1", "--state", "due")
    assert (len(narrow["threads"]), narrow["more"]) == (1, 1)
    assert narrow["states"] == {"due": 2, "waiting": 2, "settling": 1, "reflected": 1}
    assert "more" not in asked(queued, "queue", "--limit", "6").stdout


def test_the_queue_as_json_has_what_the_table_has(queued: str) -> None:
    drawn = {line[0]: line[1:] for line in rows(asked(queued, "queue").stdout)[1:]}
    told = said(queued, "queue")["threads"]
    assert {row["thread_id"]: row["state"] for row in told} == {
        name: line[1] for name, line in drawn.items()
    }
    assert {row["thread_id"] for row in told if row["overdue"]} == {
        name for name, line in drawn.items() if line[2]
    }


def test_totals_of_the_queue_are_those_of_counting_every_row(
    connection: Connection,
) -> None:
    fill(connection)
    add_thread(connection, "held", "dan")
    fold(connection)
    claim(connection)
    connection.execute(
        "update reflection.claims set given_up_at = now() where thread_id = 'b-late'"
    )
    counted = dict(
        connection.execute("select state, count(*) from reflection.queue group by state").fetchall()
    )
    totals = dict(
        connection.execute("select state, threads from reflection.queue_totals").fetchall()
    )
    assert {state: count for state, count in totals.items() if count} == counted
    assert sum(counted.values()) == 7
    assert len(totals) == 6


def test_a_user_nobody_knows_is_said_to_be_unknown_with_the_nearest(queued: str) -> None:
    result = asked(queued, "queue", "--user", "an")
    assert result.stdout.splitlines() == [
        "No thread of 'an' is in the queue.",
        "Did you mean: ann",
    ]


@pytest.fixture(scope="module")
def told_of(own: Callable[[], str]) -> str:
    """A database with a thread that failed, was released, was reflected, and then went on."""
    url = own()
    with psycopg.connect(url, autocommit=True) as connection:
        go_through_much(connection)
    return url


def go_through_much(connection: Connection) -> None:
    add_user(connection, "ann")
    add_thread(connection, "t", "ann", title="Tea")
    fold(connection)
    first = claim(connection, "ada")
    connection.execute(
        "select reflection.mark_failed_if_claimed('t', %s, 'prompt too long', 'thread')",
        (first.claim_id,),
    )
    connection.execute("select reflection.retry_thread('t')")
    claim(connection, "bea")
    connection.execute("select reflection.release_claim('t')")
    last = claim(connection, "cy", p_run_id=start_run(connection))
    memory = memory_of(loaded(connection, last))
    memory["coverage"][1]["skipped"] = "not read by the rules"
    assert commit(connection, last, memory)
    add_message(connection, "t-5", "t", "user", "And coffee.", LONG_AGO + timedelta(hours=3))
    add_message(connection, "t-6", "t", "assistant", " ", LONG_AGO + timedelta(hours=4))
    fold(connection)


def start_run(connection: Connection) -> int:
    row = connection.execute("select reflection.start_run('cron', 'cy', 'rules')").fetchone()
    assert row is not None
    return int(row[0])


def test_a_thread_is_shown_with_all_that_happened_to_it_in_order(told_of: str) -> None:
    timeline = said(told_of, "show", "t")["timeline"]
    assert [line["at"] for line in timeline] == sorted(line["at"] for line in timeline)
    assert sorted(line["event"] for line in timeline) == [
        *["begun", "claimed", "claimed", "claimed", "due", "reflected"]
    ]
    claims = [line for line in timeline if line["event"] == "claimed"]
    assert [(one["claim"], one["attempt"], one["claimed_by"]) for one in claims] == [
        (1, 1, "ada"),
        (2, 1, "bea"),
        (3, 2, "cy"),
    ]
    assert [one["outcome"] for one in claims[::2]] == ["failed", "reflected"]
    assert claims[0]["error"] == "prompt too long"
    assert claims[1]["outcome"].startswith("without an end: its worker stopped answering")
    assert claims[2]["run_id"] == 1
    assert claims[2]["took"] >= 0

    told = {line[1]: line[2] for line in rows(asked(told_of, "show", "t").stdout) if len(line) == 3}
    assert told["begun"] == "6 messages until 2026-03-02 16:00:00+00"
    assert told["claimed"].startswith("claim 3, attempt 2 by cy in run 1, 0.")
    assert told["claimed"].endswith(" seconds: reflected, 2 observations")
    assert told["reflected"] == "everything said up to message t-4"
    assert told["due"].startswith("for ")


def test_a_claim_under_way_a_failure_and_giving_up_are_in_the_timeline(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t")
    fold(connection)
    held = claim(connection, "ada")

    def told() -> dict[str, str]:
        lines = said(database_url, "show", "t")["timeline"]
        return {line["event"]: line["what"] for line in lines}

    assert told()["claimed"] == "claim 1, attempt 1 by ada: under way"
    connection.execute("update reflection.claims set attempts = 3")
    connection.execute(
        "select reflection.mark_failed_if_claimed('t', %s, 'too long', 'thread')", (held.claim_id,)
    )
    now = told()
    assert now["claimed"].endswith(" seconds: failed (thread): too long")
    assert now["given up"] == "after 3 attempts on message t-4"
    assert "due" not in now


def test_each_message_is_shown_in_one_line_with_what_became_of_it(told_of: str) -> None:
    text = asked(told_of, "show", "t").stdout
    assert text.startswith('t "Tea" of ann: due\n')
    assert "6 messages: 3 read, 2 skipped, 1 pending" in text
    became = {line[0]: line[2] for line in rows(text) if line[0].startswith("t-")}
    assert became.pop("t-5").startswith("pending: not read yet; its thread is due: its day ended ")
    assert became == {
        "t-1": "read by claim 3: cited by #1",
        "t-2": "skipped by claim 3: not read by the rules",
        "t-3": "read by claim 3: cited by #2",
        "t-4": "read by claim 3: nothing to keep",
        "t-6": "skipped: incomplete or blank",
    }


def test_what_came_of_a_thread_is_shown_with_the_messages_it_cites(told_of: str) -> None:
    text = asked(told_of, "show", "t").stdout
    assert "2 observations came of it:" in text
    cited = {line[0]: line[3] for line in rows(text) if line[0].startswith("#")}
    assert cited == {"#1": "t-1", "#2": "t-3"}
    assert [line["messages"] for line in said(told_of, "show", "t")["memory"]] == [["t-1"], ["t-3"]]


def test_a_thread_with_nothing_in_it_says_so(database_url: str, connection: Connection) -> None:
    add_thread(connection, "t", turns=0)
    add_message(connection, "m", "t")
    connection.execute("delete from chat.messages")
    fold(connection)
    text = asked(database_url, "show", "t").stdout
    assert "t of user: waiting" in text
    assert "Nothing has happened to it." in text
    assert "It has no messages." in text
    assert "Nothing is remembered from it." in text
