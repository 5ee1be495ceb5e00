"""explain: from a line of memory to the claims that made it, and what they cost."""

import json
from typing import Any

import psycopg
import pytest
from console import asked
from product import Connection, claim, commit, fold, loaded, memory_of, one
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb
from remembered import claimed_thread, observation, remember

STAGES = {
    "observer": {
        "ended": "recorded", "error": None, "requests": 1, "tokens_in": 900, "tokens_out": 60,
        "tokens_cached": 450, "cache_written": 0, "usd": 0.125,
    },
    "reflector": {
        "ended": None, "error": "the model is overloaded", "requests": 1, "tokens_in": 100,
        "tokens_out": 0, "tokens_cached": 0, "cache_written": 0, "usd": 0.0,
    },
}  # fmt: skip
ACCOUNT = {
    "engine": "claude", "model": "claude-test", "prompt_hash": "abc", "requests": 2,
    "tokens_in": 1000, "tokens_out": 60, "tokens_cached": 450, "cache_written": 40, "usd": 0.125,
    "stages": STAGES,
}  # fmt: skip
REFLECTION = {"content": "On tea.", "content_hash": "r", "support": ["hash of Tea."]}


@pytest.fixture
def told(connection: Connection) -> Any:
    """The claim that wrote #1 and #r1, entered and committed as the worker does it."""
    run_id = one(connection, "select reflection.start_run('cron', 'ada', 'claude')")
    claimed = claimed_thread(connection)
    connection.execute("update reflection.claim_log set run_id = %s", (run_id,))
    connection.execute(
        "select reflection.enter_spending(%s, %s)", (claimed.claim_id, Jsonb(ACCOUNT))
    )
    memory = memory_of(loaded(connection, claimed), observe=False)
    memory |= {"outcome": "partial", "error": "reflector: the model is overloaded"}
    memory |= {"observations": [observation("Tea.", "t-1")], "reflections": [REFLECTION]}
    assert commit(connection, claimed, {**memory, "engine": "claude"})
    return claimed


def explain(connection: Connection, memory_id: str | None) -> list[dict[str, Any]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute("select * from reflection.explain(%s)", (memory_id,)).fetchall()


def test_a_memory_is_explained_by_the_claim_that_wrote_it(
    connection: Connection, told: Any
) -> None:
    (row,) = explain(connection, "#1")
    assert (row["memory_id"], row["content"], row["state"]) == ("#1", "Tea.", "active")
    assert (row["origin"], row["did"], row["thread_id"]) == ("agent", "wrote", "t")
    assert (row["claim_id"], row["run_id"], row["attempt"]) == (told.claim_id, 1, 1)
    assert (row["claimed_by"], row["outcome"]) == ("worker", "partial")
    assert row["error"] == "reflector: the model is overloaded"
    assert row["started_at"] < row["ended_at"]
    cost = {name: row[name] for name in ACCOUNT}
    assert {**cost, "usd": float(cost["usd"])} == ACCOUNT


@pytest.mark.parametrize("memory_id", ["r1", "#r1", " #r1 "])
def test_a_reflection_is_explained_by_the_claim_that_distilled_it(
    connection: Connection, told: Any, memory_id: str
) -> None:
    (row,) = explain(connection, memory_id)
    assert (row["memory_id"], row["content"], row["state"]) == ("#r1", "On tea.", "active")
    assert (row["origin"], row["claim_id"], row["usd"]) == (None, told.claim_id, row["usd"])
    assert row["stages"] == STAGES


def test_each_claim_that_confirmed_a_memory_has_a_row_after_the_one_that_wrote_it(
    connection: Connection, told: Any
) -> None:
    for thread_id in ("u", "v"):
        remember(connection, observation("Tea.", f"{thread_id}-1"), thread_id=thread_id)
    remember(connection, observation("Cat.", "w-1"), thread_id="w")
    rows = explain(connection, "1")
    assert [(row["did"], row["thread_id"]) for row in rows] == [
        ("wrote", "t"),
        ("confirmed", "u"),
        ("confirmed", "v"),
    ]
    assert {row["content"] for row in rows} == {"Tea."}


def test_a_claim_that_is_not_known_leaves_one_row_with_the_memory_alone(
    connection: Connection, told: Any
) -> None:
    connection.execute("delete from reflection.claim_log")
    connection.execute("delete from reflection.sayings where thread_id <> 't'")
    connection.execute("update reflection.observations set stale_at = now()")
    (row,) = explain(connection, "1")
    assert (row["content"], row["state"]) == ("Tea.", "stale: a source was edited since")
    assert row["started_at"] is None


def test_a_claim_older_than_history_is_kept_is_named_and_can_be_taken_back(
    connection: Connection, database_url: str, told: Any
) -> None:
    connection.execute(
        "update reflection.claim_log set started_at = '2020-01-01', ended_at = '2020-01-01'"
    )
    assert one(connection, "select rows from reflection.retain('400 days', null, null)") == 1
    said = asked(database_url, "explain", "1").stdout
    assert f"  written by claim {told.claim_id}, which is older than history is kept\n" in said
    assert asked(database_url, "undo", str(told.claim_id)).exit_code == 0
    assert explain(connection, "#1") == []


def test_what_is_being_deleted_is_explained_no_more(connection: Connection, told: Any) -> None:
    connection.execute("delete from chat.messages where id = 't-1'")
    assert explain(connection, "#1") == explain(connection, "#r1") == []
    fold(connection)
    assert explain(connection, "#1") == explain(connection, "#r1") == []


@pytest.mark.parametrize("memory_id", ["", "#", "x1", "r", None])
def test_what_cannot_be_a_memory_id_is_refused_with_a_hint(
    connection: Connection, memory_id: str | None
) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="no memory id") as caught:
        explain(connection, memory_id)
    assert "#123" in str(caught.value.diag.message_hint)


def test_the_command_says_who_wrote_a_line_with_what_and_what_it_cost(
    connection: Connection, database_url: str, told: Any
) -> None:
    said = asked(database_url, "explain", "1").stdout.splitlines()
    assert said[:2] == ["#1 Tea.", "  active, by a model"]
    assert said[3:5] == [
        f"  written by claim {told.claim_id} of thread t",
        "    attempt 1 by worker in run 1",
    ]
    assert said[5].endswith(", partial: reflector: the model is overloaded")
    assert said[6:] == [
        "    engine claude, model claude-test, prompts abc",
        "    2 requests, 1,000 (45% from the cache) + 60 tokens, 0.1250 USD",
        "      observer: recorded; 1 request, 900 (50% from the cache) + 60 tokens, 0.1250 USD",
        "      reflector: the model is overloaded; 1 request, 100 + 0 tokens, 0.0000 USD",
    ]
    (row,) = json.loads(asked(database_url, "explain", "r1", "--json").stdout)
    assert (row["memory_id"], row["usd"], row["stages"]) == ("#r1", 0.125, STAGES)


def test_the_command_recall_shows_a_reflection_itself_before_what_it_rests_on(
    connection: Connection, database_url: str, told: Any
) -> None:
    said = asked(database_url, "recall", "r1").stdout.splitlines()
    assert said[:4] == ["#r1 On tea.", "  active; it rests on:", "", "#1 Tea."]


def test_a_memory_that_is_not_there_is_said_to_be_none(database_url: str, told: Any) -> None:
    result = asked(database_url, "explain", "r77")
    assert result.exit_code != 0
    assert "There is no memory r77." in str(result.exception)


def test_the_state_of_a_claim_under_way_says_so(connection: Connection, database_url: str) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed)[:2])
    save = "select reflection.save_progress_if_claimed('t', %s, %s)"
    assert one(connection, save, (claimed.claim_id, Jsonb(memory)))
    assert claim(connection) is None
    said = asked(database_url, "explain", "#1").stdout
    assert ", without an end\n" in said
