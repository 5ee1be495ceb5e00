"""docs/operating.md: every recipe, run as it is written, finds the situation that it is for."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import erasure_recipes
import kept_recipes
import psycopg
import pytest
from conftest import Server
from operated import operate
from pages import ROOT, Block, blocks
from product import Connection, claim, one
from psycopg.rows import dict_row

Rows = list[dict[str, Any]]
PAGE = ROOT / "docs" / "operating.md"
RECIPES = {block.heading: block for block in blocks(PAGE, "sql")}


@pytest.fixture(scope="module")
def world(server: Server, template: str) -> Iterator[Connection]:
    name = server.create(template)
    with psycopg.connect(server.url_of(name), autocommit=True) as connection:
        operate(connection)
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
        "due": 5, "waiting": 4, "claimed": 2, "settling": 0, "given up": 1, "reflected": 0,
    }  # fmt: skip


def by_age(rows: Rows) -> None:
    # The letter, the saga and the novel, which wait, are among the oldest and the youngest.
    assert [(r["age"], r["threads"]) for r in rows] == [
        ("1: under an hour", 2),
        ("2: under a day", 1),
        ("3: under a week", 1),
        ("4: a week and more", 4),
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
    assert rows[1]["what"].endswith(" seconds: partial, 4 observations")
    assert rows[3]["what"] == "claim 2, attempt 1 by cron-3: under way"


def no_memory_of_thread(rows: Rows) -> None:
    *read, owed = [(r["message_id"], r["state"], r["why"]) for r in rows]
    assert owed[:2] == ("trip-6", "pending")
    assert owed[2].startswith("not read yet; its thread is claimed: by cron-3, attempt 1, lease ")
    assert read == [
        ("trip-1", "covered", "cited by #12, #15 (dropped: pool over target)"),
        ("trip-2", "skipped", "not read by this engine"),
        ("trip-3", "covered", "cited by #13 (superseded by #14)"),
        ("trip-4", "covered", "read; nothing to keep"),
        ("trip-5", "covered", "cited by #14"),
    ]


def no_memory_of_words(rows: Rows) -> None:
    assert [(r["about"], r["id"], r["state"], r["why"]) for r in rows] == [
        ("memory", "#14", "shown", "it is in memory: reflection-worker recall 14"),
        ("message", "trip-5", "covered", "cited by #14"),
    ]


def written_by(rows: Rows) -> None:
    row = only(rows)
    assert (row["content"], row["state"]) == ("User: I like trip number 1.", "active")
    assert (row["did"], row["thread_id"]) == ("wrote", "trip")
    assert (row["run_id"], row["claimed_by"], row["engine"]) == (1, "cron-1", "claude")
    assert (row["requests"], row["tokens_in"], float(row["usd"])) == (3, 900, 0.5)


def behind(rows: Rows) -> None:
    row = only(rows)
    assert (row["thread_id"], row["message_id"]) == ("trip", "trip-1")
    assert (row["message_state"], row["text"]) == ("as observed", "I like trip number 1.")


def said_about(rows: Rows) -> None:
    best = rows[0]
    assert (best["thread_id"], best["message_id"]) == ("trip", "trip-5")
    assert [one["id"] for one in best["memories"]] == ["#14"]


def hidden(rows: Rows) -> None:
    assert [(r["id"], r["why"]) for r in rows] == [
        (13, "superseded by #14"),
        (15, "dropped: pool over target"),
    ]


def nothing_later(rows: Rows) -> None:
    assert rows == []


def taken_back(rows: Rows) -> None:
    assert {r["table_name"]: r["rows"] for r in rows} == {
        "observations": 4, "sayings": 4, "observation_sources": 4, "coverage": 5,
    }  # fmt: skip


def by_day(rows: Rows) -> None:
    today, yesterday = rows
    assert today["day"] - yesterday["day"] == timedelta(days=1)
    assert (today["claims"], today["requests"], float(today["usd"])) == (10, 3, 0.5)
    assert (today["tokens_in"], today["tokens_out"]) == (900, 100)
    assert float(today["cache_hit_rate"]) == 0.5
    assert (yesterday["claims"], float(yesterday["usd"])) == (1, 0.25)
    assert yesterday["cache_hit_rate"] is None


def by_user(rows: Rows) -> None:
    assert [(r["user_id"], float(r["usd"])) for r in rows][:2] == [("ada", 0.5), ("gus", 0.25)]
    assert {r["user_id"]: r["claims"] for r in rows}["dan"] == 3


def by_thread(rows: Rows) -> None:
    assert [(r["thread_id"], float(r["usd"])) for r in rows][:2] == [("trip", 0.5), ("lost", 0.25)]
    assert (rows[0]["claims"], rows[0]["tokens"]) == (2, 1000)


def failed_stages(rows: Rows) -> None:
    row = only(rows)
    assert (row["thread_id"], row["outcome"], row["stage"]) == ("trip", "partial", "reflector")
    assert row["error"] == "the model is overloaded"


def capped(rows: Rows) -> None:
    row = only(rows)
    assert (row["user_id"], float(row["cap_usd"]), row["cap_tokens"]) == ("ivy", 0.1, None)
    assert timedelta(0) < row["left"] <= timedelta(days=1)


def put_off(rows: Rows) -> None:
    row = only(rows)
    assert (row["thread_id"], row["user_id"]) == ("saga", "ivy")
    assert row["last_error"].startswith("the cap of 0.1 USD a day for one user is reached: 0 spent")


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
    "What was said about something": said_about,
    "What is hidden, and why": hidden,
    "What built on it since": nothing_later,
    "Taking it back": taken_back,
    "What was taken back": kept_recipes.undone,
    "What waits to be looked at": kept_recipes.in_shadow,
    "Writing it": true,
    "Throwing it away": true,
    "What was spent by day": by_day,
    "Who costs most": by_user,
    "Which threads cost most": by_thread,
    "Which claims failed a stage": failed_stages,
    "Which users have reached their cap": capped,
    "What a cap put off": put_off,
    "What retention would take": kept_recipes.old,
    **erasure_recipes.CHECKS,
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
    **kept_recipes.AFTER,
    **erasure_recipes.AFTER,
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
