"""Committing: memory, coverage, usage and the mark together, guarded by the claim."""

from typing import Any

import psycopg
import pytest
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim_row,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg import sql
from psycopg.types.json import Jsonb
from remembered import claimed_thread, observation, remember


def everything(connection: Connection) -> dict[str, list[Any]]:
    """Every row of every table of ours."""
    tables = connection.execute(
        "select tablename from pg_tables where schemaname = 'reflection'"
    ).fetchall()
    return {
        name: connection.execute(
            sql.SQL("select t::text from reflection.{} t order by 1").format(sql.Identifier(name))
        ).fetchall()
        for (name,) in tables
    }


def contents(connection: Connection, user_id: str = "user") -> list[str]:
    rows = connection.execute(
        "select content from reflection.live_observations(%s) order by id", (user_id,)
    )
    return [content for (content,) in rows]


def sources(connection: Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "select o.content, s.message_id from reflection.observation_sources s"
        " join reflection.observations o on o.id = s.observation_id order by 1, 2"
    ).fetchall()


def version(connection: Connection, user_id: str = "user") -> int:
    return int(one(connection, "select reflection.memory_version(%s)", (user_id,)))


@pytest.mark.parametrize("how", ["expired", "another id"])
def test_a_lost_claim_writes_nothing_at_all(connection: Connection, how: str) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed))
    if how == "expired":
        connection.execute(
            "update reflection.claims"
            " set claimed_at = claimed_at - interval '1 day', expires_at = clock_timestamp()"
        )
    else:
        connection.execute("update reflection.claims set claim_id = gen_random_uuid()")
    before = everything(connection)
    assert not commit(connection, claimed, memory)
    save = "select reflection.save_progress_if_claimed('t', %s, %s)"
    assert not one(connection, save, (claimed.claim_id, Jsonb(memory)))
    assert everything(connection) == before


@pytest.mark.parametrize(
    "flaw",
    [
        {
            "reflections": [
                {"content": "two\nlines", "content_hash": "x", "support": ["hash of A."]}
            ]
        },
        {"drops": [{"observation_id": "no number"}]},
        {"usage": {"requests": "many"}},
        {"outcome": "splendid"},
    ],
)
def test_what_fails_half_way_leaves_everything_as_it_was(
    connection: Connection, flaw: dict[str, Any]
) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    before = everything(connection)
    with pytest.raises(psycopg.DatabaseError):
        commit(connection, claimed, {**memory, "observations": [observation("A.", "t-1")], **flaw})
    assert everything(connection) == before
    assert commit(connection, claimed, memory)


def test_what_was_loaded_is_covered_and_nothing_else(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    messages = loaded(connection, claimed)
    add_message(connection, "t-5", "t", "user", "And coffee.", LONG_AGO)
    memory = memory_of(messages[:3])
    memory["coverage"] += [{"message_id": "t-5", "content_hash": "guessed"}]
    memory["coverage"] += [{"message_id": "nowhere", "content_hash": "guessed"}]
    memory["coverage"][1]["skipped"] = "not read by this engine"
    assert commit(connection, claimed, memory)
    covered = connection.execute(
        "select message_id, skipped, claim_id from reflection.coverage order by 1"
    ).fetchall()
    assert covered == [
        ("t-1", None, claimed.claim_id),
        ("t-2", "not read by this engine", claimed.claim_id),
        ("t-3", None, claimed.claim_id),
    ]


def test_a_message_edited_or_deleted_under_the_claim_is_neither_covered_nor_cited(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    connection.execute("update chat.messages set content = 'I moved to Salem.' where id = 't-1'")
    connection.execute("delete from chat.messages where id = 't-3'")
    memory["observations"] = [
        observation("From the edited.", "t-1"),
        observation("From the deleted.", "t-3"),
        observation("From all.", "t-1", "t-2", "t-3"),
    ]
    assert commit(connection, claimed, memory)
    assert sources(connection) == [("From all.", "t-2")]
    covered = connection.execute("select message_id from reflection.coverage order by 1")
    assert covered.fetchall() == [("t-2",), ("t-4",)]


def test_an_observation_left_with_no_source_it_was_shown_is_not_written(
    connection: Connection,
) -> None:
    add_thread(connection, "other", "somebody else", hidden=True)
    remember(
        connection,
        observation("Of nowhere.", "m999"),
        observation("Of another's thread.", "other-1"),
        observation("Of nothing."),
        observation("Of one and a guess.", "t-1", "m999", "t-1"),
    )
    assert sources(connection) == [("Of one and a guess.", "t-1")]


def test_when_the_thread_is_gone_a_commit_writes_no_memory(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed))
    connection.execute("delete from chat.threads")
    commit(connection, claimed, memory)
    assert contents(connection) == []
    fold(connection)
    assert claim_row(connection, "t") is None
    assert one(connection, "select count(*) from reflection.coverage") == 0


def test_the_same_said_twice_in_one_payload_is_one_row_with_both_sources(
    connection: Connection,
) -> None:
    remember(connection, observation("Likes tea.", "t-1"), observation("Likes tea.", "t-3"))
    assert sources(connection) == [("Likes tea.", "t-1"), ("Likes tea.", "t-3")]


def test_the_same_said_in_two_threads_of_a_user_is_one_row_and_of_two_users_two(
    connection: Connection,
) -> None:
    remember(connection, observation("Likes tea.", "a-1"), thread_id="a")
    remember(connection, observation("Likes tea.", "b-1"), thread_id="b")
    assert one(connection, "select count(*) from reflection.observations") == 1
    assert sources(connection) == [("Likes tea.", "a-1"), ("Likes tea.", "b-1")]
    remember(connection, observation("Likes tea.", "c-1"), thread_id="c", user_id="other")
    assert contents(connection) == contents(connection, "other") == ["Likes tea."]
    assert one(connection, "select count(*) from reflection.observations") == 2


@pytest.mark.parametrize(
    "gone",
    [
        "dropped_at = now(), drop_reason = 'pool over target'",
        "stale_at = now()",
        "superseded_by = (select id from reflection.observations where content = 'Newer.')",
    ],
)
def test_observing_again_what_was_dropped_stale_or_superseded_revives_it(
    connection: Connection, gone: str
) -> None:
    remember(connection, observation("Tea.", "a-1"), observation("Newer.", "a-3"), thread_id="a")
    connection.execute(f"update reflection.observations set {gone} where content = 'Tea.'")
    assert contents(connection) == ["Newer."]
    before = one(connection, "select id from reflection.observations where content = 'Tea.'")
    remember(connection, observation("Tea.", "b-1"), thread_id="b")
    assert contents(connection) == ["Tea.", "Newer."]
    assert one(connection, "select min(id) from reflection.live_observations('user')") == before


def test_an_empty_result_replaces_nothing_and_moves_no_version(connection: Connection) -> None:
    remember(connection, observation("Likes tea.", "a-1"), thread_id="a")
    before = version(connection), one(connection, "select reflection.memory_for('user')")
    empty: list[tuple[str, dict[str, Any]]] = [
        ("b", {"observations": [], "reflections": [], "drops": []}),
        ("c", {}),
    ]
    for thread_id, memory in empty:
        claimed = claimed_thread(connection, thread_id)
        coverage = memory_of(loaded(connection, claimed))["coverage"]
        assert commit(connection, claimed, {**memory, "outcome": "empty", "coverage": coverage})
        assert claim_row(connection, thread_id).last_outcome == "empty"
    after = version(connection), one(connection, "select reflection.memory_for('user')")
    assert after == before


def test_usage_is_what_the_claim_cost_in_all_and_saving_again_counts_nothing_twice(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    messages = loaded(connection, claimed)
    usage = {"requests": 1, "tokens_in": 1000, "tokens_out": 50, "tokens_cached": 900, "usd": 0.25}
    named = {"engine": "claude", "model": "claude-test", "prompt_hash": "abc", "usage": usage}
    save = "select reflection.save_progress_if_claimed('t', %s, %s)"
    first = {**memory_of(messages[:2]), **named}
    for _ in "12":
        assert one(connection, save, (claimed.claim_id, Jsonb(first)))
    in_all = {"requests": 2, "tokens_in": 2000, "tokens_out": 100, "tokens_cached": 1800}
    named["usage"] = {**in_all, "usd": 0.5}
    assert commit(connection, claimed, {**memory_of(messages[2:]), **named})
    logged = connection.execute(
        "select engine, model, prompt_hash, observations, requests, tokens_in, tokens_out,"
        " tokens_cached, usd::float, outcome, ended_at is not null from reflection.claim_log"
    ).fetchall()
    expected = ("claude", "claude-test", "abc", 2, 2, 2000, 100, 1800, 0.5, "reflected", True)
    assert logged == [expected]


def test_a_commit_keeps_what_failed_though_it_ended_in_success(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    memory = memory_of(loaded(connection, claimed)) | {"outcome": "partial"}
    assert commit(connection, claimed, {**memory, "error": "reflector: broken\n" + "x" * 1000})
    logged = connection.execute(
        "select outcome, left(error, 18), length(error), error_kind from reflection.claim_log"
    )
    assert logged.fetchall() == [("partial", "reflector: broken ", 500, None)]
    told = "select what from reflection.timeline where event = 'claimed'"
    assert "partial, 2 observations: reflector: broken x" in one(connection, told)
    assert claim_row(connection, "t").last_outcome == "partial"


def test_the_time_out_for_an_idle_worker_ends_with_its_transaction(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    show = "show idle_in_transaction_session_timeout"
    before = one(connection, show)
    with connection.transaction():
        commit(connection, claimed, memory_of(loaded(connection, claimed)))
        assert one(connection, show) == "10s"
    assert one(connection, show) == before
