"""docs/operating.md: every recipe, run as it is written, finds the situation that it is for."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from conftest import Server
from pages import ROOT, Block, blocks
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
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

Rows = list[dict[str, Any]]
PAGE = ROOT / "docs" / "operating.md"
RECIPES = {block.heading: block for block in blocks(PAGE, "sql")}
HOUR = timedelta(hours=1)
USAGE = {"requests": 3, "tokens_in": 900, "tokens_out": 100, "usd": 0.5}


def take(connection: Connection, thread_id: str, worker: str, run_id: int | None = None) -> Any:
    """A claim of this thread and no other, which the queue would give once others are held."""
    connection.execute(
        "update reflection.claims set eligible_at = '2020-01-01' where thread_id = %s", (thread_id,)
    )
    claimed = claim(connection, worker, p_run_id=run_id)
    assert claimed.thread_id == thread_id
    return claimed


def fails(connection: Connection, thread_id: str, error: str, kind: str, times: int = 1) -> None:
    for attempt in range(1, times + 1):
        claimed = take(connection, thread_id, "ada")
        connection.execute(
            "select reflection.mark_failed_if_claimed(%s, %s, %s, %s)",
            (thread_id, claimed.claim_id, error, kind),
        )
        if attempt < times:
            connection.execute(
                "update reflection.claims set not_before = null where thread_id = %s", (thread_id,)
            )


def start_run(connection: Connection, worker: str) -> int:
    return int(one(connection, "select reflection.start_run('cron', %s, 'rules')", (worker,)))


def end_run(connection: Connection, run_id: int, waiting: int, ago: timedelta) -> None:
    connection.execute(
        "select reflection.finish_run(%s, %s, true, 'cap')", (run_id, Jsonb({"waiting": waiting}))
    )
    connection.execute(
        "update reflection.runs set finished_at = finished_at - %s where id = %s", (ago, run_id)
    )


def remember_the_trip(connection: Connection, run_id: int) -> None:
    """The thread that most recipes ask about: reflected once, with lines 12 to 15 of memory."""
    add_thread(connection, "trip", "ada")
    add_message(connection, "trip-5", "trip", "user", "I drink green tea.", LONG_AGO + HOUR)
    fold(connection)
    connection.execute("select setval(pg_get_serial_sequence('reflection.observations', 'id'), 11)")
    claimed = take(connection, "trip", "cron-1", run_id)
    memory = memory_of(loaded(connection, claimed))
    memory["coverage"][1]["skipped"] = "not read by the rules"
    memory["observations"].append(
        {**memory["observations"][0], "content": "d", "content_hash": "d"}
    )
    assert commit(connection, claimed, {**memory, "engine": "rules", "usage": USAGE})
    connection.execute(
        "update reflection.observations set dropped_at = now(), drop_reason = 'pool over target'"
        " where id = 15; update reflection.observations set superseded_by = 14 where id = 13"
    )


def backlog(connection: Connection) -> None:
    for name, ago in (("minutes", "30 min"), ("hours", "5 h"), ("days", "3 d"), ("weeks", "30 d")):
        add_thread(connection, name, f"user of {name}")
        fold(connection)
        connection.execute(
            "update reflection.claims set eligible_at = now() - %s::interval where thread_id = %s",
            (ago, name),
        )


@pytest.fixture(scope="module")
def world(server: Server, template: str) -> Iterator[Connection]:
    """A database in which everything that the page is about has happened."""
    name = server.create(template)
    with psycopg.connect(server.url_of(name), autocommit=True) as connection:
        first, second = start_run(connection, "cron-1"), start_run(connection, "cron-2")
        remember_the_trip(connection, first)
        end_run(connection, first, 1, 2 * HOUR)
        end_run(connection, second, 2, HOUR)

        add_thread(connection, "poem", "dan")
        add_thread(connection, "novel", "eve")
        add_thread(connection, "letter", "fay")
        fold(connection)
        fails(connection, "poem", "prompt too long", "thread", times=3)
        fails(connection, "novel", "prompt too long", "thread")
        fails(connection, "letter", "the model is overloaded", "dependency")

        add_thread(connection, "lost", "gus")
        add_user(connection, "gus", "UTC+3")
        fold(connection)
        take(connection, "lost", "worker that died", start_run(connection, "worker that died"))
        connection.execute(
            "update reflection.runs set heartbeat_at = heartbeat_at - interval '3 h'"
            " where finished_at is null;"
            "update reflection.claim_log set started_at = started_at - interval '1 day',"
            " usd = 0.25 where thread_id = 'lost'"
        )
        add_message(connection, "trip-6", "trip", "user", "And coffee.", LONG_AGO + 2 * HOUR)
        fold(connection)
        # A claim frees what has expired: the lease of this one ends once all claims are made.
        take(connection, "trip", "cron-3")
        connection.execute(
            "update reflection.claims set claimed_at = claimed_at - interval '3 h',"
            " expires_at = clock_timestamp() - interval '2 h' where thread_id = 'lost'"
        )
        backlog(connection)
        add_thread(connection, "unread", "hal", turns=0)
        add_message(connection, "unread-1", "unread", "user", "Is green tea healthy?")
        connection.execute(
            "update reflection.arrivals set arrived_at = now() - interval '5 h'"
            " where thread_id = 'unread'"
        )
        yield connection
    server.drop(name)


def only(rows: Rows) -> dict[str, Any]:
    (row,) = rows
    return row


def column(rows: Rows, name: str) -> list[Any]:
    return [row[name] for row in rows]


def claimed_now(rows: Rows) -> None:
    assert [(r["thread_id"], r["claimed_by"], r["expired"]) for r in rows] == [
        ("lost", "worker that died", True),
        ("trip", "cron-3", False),
    ]
    assert rows[1]["lease_left"] > timedelta(0)


def stuck(rows: Rows) -> None:
    row = only(rows)
    assert (row["thread_id"], row["claimed_by"], row["attempts"]) == ("lost", "worker that died", 1)
    assert timedelta(hours=2) <= row["expired_for"] < timedelta(hours=3)


def never_ended(rows: Rows) -> None:
    assert only(rows)["worker"] == "worker that died"


def states(rows: Rows) -> None:
    assert {r["state"]: r["threads"] for r in rows} == {
        "due": 4, "waiting": 2, "claimed": 2, "settling": 0, "given up": 1, "reflected": 0,
    }  # fmt: skip


def by_age(rows: Rows) -> None:
    # The letter and the novel, which back off, are among the oldest and the youngest.
    assert [(r["age"], r["threads"]) for r in rows] == [
        ("1: under an hour", 2),
        ("2: under a day", 1),
        ("3: under a week", 1),
        ("4: a week and more", 2),
    ]


def grows(rows: Rows) -> None:
    row = only(rows)
    assert row["backlog"] > 2
    assert row["backlog_grows"] is True
    assert row["consecutive_failures"] == 0
    assert row["most_overdue"] > timedelta(days=29)


def not_folded(rows: Rows) -> None:
    row = only(rows)
    assert (row["kind"], row["changes"]) == ("inserted", 1)
    assert row["oldest"] < datetime.now(UTC) - timedelta(hours=4)


def zones(rows: Rows) -> None:
    assert only(rows) == {"zone": "UTC+3", "users": 1}


def hopeless(rows: Rows) -> None:
    row = only(rows)
    assert (row["thread_id"], row["user_id"], row["attempts"]) == ("poem", "dan", 3)
    assert row["last_error"] == "prompt too long"
    assert row["to_retry"] == RECIPES["Trying one again"].text.strip().rstrip(";")


def backing_off(rows: Rows) -> None:
    found = {r["thread_id"]: (r["attempts"], r["refunds"], r["last_error"]) for r in rows}
    assert found == {
        "letter": (0, 1, "the model is overloaded"),
        "novel": (1, 0, "prompt too long"),
    }


def causes(rows: Rows) -> None:
    assert [(r["error_kind"], r["error"], r["claims"]) for r in rows] == [
        ("thread", "prompt too long", 4),
        ("dependency", "the model is overloaded", 1),
    ]


def happened(rows: Rows) -> None:
    assert column(rows, "event") == ["begun", "claimed", "reflected", "claimed"]
    assert rows[1]["what"].endswith(" seconds: reflected, 4 observations")
    assert rows[3]["what"] == "claim 2, attempt 1 by cron-3: under way"


def no_memory_of_thread(rows: Rows) -> None:
    assert [(r["message_id"], r["state"], r["why"]) for r in rows] == [
        ("trip-1", "covered", "cited by #12, #15"),
        ("trip-2", "skipped", "not read by the rules"),
        ("trip-3", "covered", "cited by #13"),
        ("trip-4", "covered", "read; nothing to keep"),
        ("trip-5", "covered", "cited by #14"),
        ("trip-6", "pending", "not reflected yet; see reflection.queue"),
    ]


def no_memory_of_words(rows: Rows) -> None:
    assert sorted((r["message_id"], r["state"]) for r in rows) == [
        ("trip-5", "covered"),
        ("unread-1", "pending"),
    ]


def written_by(rows: Rows) -> None:
    row = only(rows)
    assert row["content"] == "User: I like trip number 1."
    assert (row["run_id"], row["claimed_by"], row["engine"]) == (1, "cron-1", "rules")
    assert float(row["usd"]) == 0.5


def behind(rows: Rows) -> None:
    row = only(rows)
    assert (row["thread_id"], row["message_id"]) == ("trip", "trip-1")
    assert (row["message_state"], row["text"]) == ("as observed", "I like trip number 1.")


def hidden(rows: Rows) -> None:
    assert [(r["id"], r["why"]) for r in rows] == [
        (13, "superseded by #14"),
        (15, "dropped: pool over target"),
    ]


def by_day(rows: Rows) -> None:
    today, yesterday = rows
    assert today["day"] - yesterday["day"] == timedelta(days=1)
    assert (today["claims"], today["requests"], float(today["usd"])) == (7, 3, 0.5)
    assert (today["tokens_in"], today["tokens_out"]) == (900, 100)
    assert (yesterday["claims"], float(yesterday["usd"])) == (1, 0.25)


def by_user(rows: Rows) -> None:
    assert [(r["user_id"], float(r["usd"])) for r in rows][:2] == [("ada", 0.5), ("gus", 0.25)]
    assert {r["user_id"]: r["claims"] for r in rows}["dan"] == 3


def by_thread(rows: Rows) -> None:
    assert [(r["thread_id"], float(r["usd"])) for r in rows][:2] == [("trip", 0.5), ("lost", 0.25)]
    assert (rows[0]["claims"], rows[0]["tokens"]) == (2, 1000)


def true(rows: Rows) -> None:
    assert list(only(rows).values()) == [True]


CHECKS: dict[str, Callable[[Rows], None]] = {
    "Who is claimed now": claimed_now,
    "A claim that is stuck": stuck,
    "Taking a claim away": true,
    "Which runs never ended": never_ended,
    "How many, in which state": states,
    "The backlog by age": by_age,
    "Does the backlog grow": grows,
    "What is not yet in the queue": not_folded,
    "Zones that were refused": zones,
    "What was given up": hopeless,
    "Trying one again": true,
    "Trying all of them again": lambda rows: true([{"one": only(rows)["retry_given_up"] == 1}]),
    "What backs off, and until when": backing_off,
    "What goes wrong most": causes,
    "What happened to a thread": happened,
    "Why is there no memory of this thread": no_memory_of_thread,
    "Why is there no memory of these words": no_memory_of_words,
    "Which run wrote this line": written_by,
    "The messages behind this line": behind,
    "What is hidden, and why": hidden,
    "What was spent by day": by_day,
    "Who costs most": by_user,
    "Which threads cost most": by_thread,
    "Comparing everything again": lambda rows: true([{"one": len(rows) == 1}]),
}

# What the statements that change something leave behind them, asked in the same transaction.
AFTER = {
    "Taking a claim away": (
        "select claim_id is null and last_outcome = 'released' from reflection.claims"
        " where thread_id = 'trip'"
    ),
    "Trying one again": "select state = 'due' from reflection.queue where thread_id = 'poem'",
    "Trying all of them again": "select count(*) = 0 from reflection.given_up",
    "Comparing everything again": (
        "select count(*) = 1 from reflection.arrivals where kind = 'recheck'"
    ),
}


def test_every_recipe_has_a_situation_here_and_a_title_of_its_own() -> None:
    assert list(RECIPES) == list(CHECKS)
    assert len(list(blocks(PAGE, "sql"))) == len(RECIPES)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda block: block.heading)
def test_a_recipe_returns_what_its_text_promises(world: Connection, recipe: Block) -> None:
    with world.transaction(force_rollback=True), world.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(recipe.text.encode()).fetchall()
        CHECKS[recipe.heading](rows)
        if after := AFTER.get(recipe.heading):
            assert one(world, after) is True


def test_a_thread_retried_by_a_recipe_is_claimed_again(world: Connection) -> None:
    with world.transaction(force_rollback=True):
        world.execute(
            "update reflection.claims set eligible_at = null"
            " where given_up_at is null and claim_id is null;"
            "update reflection.claims set expires_at = now() + interval '1 h'"
            " where claim_id is not null"
        )
        assert claim(world) is None
        world.execute(RECIPES["Trying one again"].text.encode())
        assert claim(world).thread_id == "poem"
