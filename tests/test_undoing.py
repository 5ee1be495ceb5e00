"""Undo: what a claim wrote is gone, what it had taken away is back, and its thread is owed."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest
from conftest import Server
from product import (
    Connection,
    add_message,
    claim,
    claim_row,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg.errors import InvalidParameterValue
from psycopg.types.json import Jsonb
from remembered import claimed_thread, observation, remember
from undone import claims, drained, seed, shown, tables, undo


def newest(connection: Connection) -> UUID:
    return claims(connection)[-1]


def test_taking_back_each_claim_of_a_drain_leaves_every_table_as_before_it_and_redoing_it_as_after(
    database_url: str, connection: Connection
) -> None:
    seed(database_url, connection)
    wrote = 0
    while True:
        before, seen = tables(connection), shown(connection)
        if not drained(database_url, 1).cycles:
            break
        after, told = tables(connection), shown(connection)
        receipt = undo(connection, newest(connection))
        assert tables(connection) == before
        assert shown(connection) == seen
        for name, rows in before.items():
            assert len(after[name]) - len(rows) == receipt.get(name, 0), name
        wrote += receipt.get("sayings", 0)
        assert drained(database_url, 1).cycles == 1
        assert shown(connection) == told
    assert wrote > 20


@pytest.fixture(scope="module")
def seeded(server: Server, template: str) -> Iterator[str]:
    """The name of a database with the sample threads reflected, in two runs."""
    name = server.create(template)
    url = server.url_of(name)
    with psycopg.connect(url, autocommit=True) as connection:
        seed(url, connection)
    drained(url, 7)
    drained(url)
    yield name
    server.drop(name)


@pytest.fixture
def copy(server: Server, seeded: str) -> Iterator[str]:
    name = server.create(seeded)
    yield server.url_of(name)
    server.drop(name)


@pytest.mark.parametrize("which", ["first", "middle", "last", "run 1", "run 2", "all"])
def test_undo_and_a_drain_give_the_same_bytes_back_ids_too(copy: str, which: str) -> None:
    with psycopg.connect(copy, autocommit=True) as connection:
        told = shown(connection)
        assert sum(text != "" for text in told.values()) > 4
        every = [
            row[0]
            for row in connection.execute(
                "select claim_id from reflection.claim_log"
                " where observations > 0 order by started_at"
            )
        ]
        of_run = [
            row[0]
            for row in connection.execute(
                "select claim_id from reflection.claim_log where run_id::text = %s",
                (which.removeprefix("run "),),
            )
        ]
        named = {
            "first": every[:1],
            "middle": every[len(every) // 2 :][:1],
            "last": every[-1:],
            "all": every,
        }.get(which, of_run)
        receipt = undo(connection, *named, p_force=True)
        assert receipt["sayings"] > 0
        assert shown(connection) != told
        assert drained(copy).reflected > 0
        assert shown(connection) == told


def test_what_it_had_superseded_and_dropped_stands_again(connection: Connection) -> None:
    remember(
        connection,
        observation("I live in Portland", "t-1"),
        observation("I like tea", "t-3"),
        observation("I use fish", "t-3"),
        user_id="ann",
    )
    told = shown(connection)
    dropped = one(connection, "select id from reflection.observations where content = 'I use fish'")
    moved = observation("I live in Salem", "u-1")
    moved["supersedes"] = ["hash of I live in Portland"]
    remember(
        connection,
        moved,
        thread_id="u",
        user_id="ann",
        drops=[{"observation_id": dropped, "reason": "pool over target"}],
    )
    assert "Portland" not in shown(connection)["ann"]
    assert "fish" not in shown(connection)["ann"]
    assert undo(connection, newest(connection)) == {
        "observations": 1, "sayings": 1, "observation_sources": 1, "links": 1, "drops": 1,
        "coverage": 4,
    }  # fmt: skip
    assert shown(connection) == told


def test_its_thread_is_due_at_once_whatever_it_failed_at_since(connection: Connection) -> None:
    remember(connection, observation("I like tea", "t-1"))
    first = newest(connection)
    add_message(connection, "t-5", "t")
    fold(connection)
    for attempt in range(3):
        connection.execute("update reflection.claims set not_before = null, eligible_at = now()")
        again = claim(connection)
        assert again.attempt == attempt + 1
        connection.execute(
            "select reflection.mark_failed_if_claimed('t', %s, 'refused', 'thread')",
            (again.claim_id,),
        )
    assert one(connection, "select state from reflection.queue") == "given up"
    undo(connection, first)
    assert one(connection, "select state from reflection.queue") == "due"
    row = claim_row(connection, "t")
    assert (row.attempts, row.not_before, row.last_outcome) == (0, None, "undone")
    assert (row.reflected_at, row.reflected_through) == (None, None)
    assert len(loaded(connection, claim(connection))) == 5


def test_undoing_what_read_one_message_leaves_what_read_the_other(connection: Connection) -> None:
    remember(connection, observation("I like tea", "t-1"))
    add_message(connection, "t-5", "t", content="I like coffee.")
    fold(connection)
    again = claim(connection)
    assert [m.message_id for m in loaded(connection, again)] == ["t-5"]
    assert commit(connection, again, memory_of(loaded(connection, again)))
    undo(connection, again.claim_id)
    assert (
        one(connection, "select string_agg(content, ',') from reflection.observations")
        == "I like tea"
    )
    row = claim_row(connection, "t")
    assert row.reflected_through == "t-4"
    assert [m.message_id for m in loaded(connection, claim(connection))] == ["t-5"]


def test_undoing_the_reading_of_an_edited_message_leaves_it_unread_and_the_edit_can_be_undone(
    connection: Connection,
) -> None:
    remember(connection, observation("I like tea", "t-1"))
    told = shown(connection)
    said = one(connection, "select content from chat.messages where id = 't-1'")
    connection.execute("update chat.messages set content = 'I like milk.' where id = 't-1'")
    fold(connection)
    again = claim(connection)
    assert commit(connection, again, memory_of(loaded(connection, again)))
    undo(connection, again.claim_id)
    assert shown(connection) == {"user": ""}
    connection.execute("update chat.messages set content = %s where id = 't-1'", (said,))
    fold(connection)
    assert shown(connection) == told
    assert claim(connection) is None


def test_a_text_that_another_claim_read_as_well_stays_read(connection: Connection) -> None:
    remember(connection, observation("I like tea", "t-1"))
    first = newest(connection)
    said = one(connection, "select content from chat.messages where id = 't-1'")
    connection.execute("update chat.messages set content = 'Oh' where id = 't-1'")
    fold(connection)
    # Undone before the fold sees it, so the second claim reads the first one's text again.
    connection.execute("update chat.messages set content = %s where id = 't-1'", (said,))
    again = claim(connection)
    memory = memory_of(loaded(connection, again), observe=False)
    assert commit(connection, again, {**memory, "observations": [observation("I love tea", "t-1")]})
    undo(connection, first)
    fold(connection)
    assert shown(connection)["user"].endswith("I love tea")
    owed = [m.message_id for m in loaded(connection, claim(connection))]
    assert owed == ["t-2", "t-3", "t-4"]


def test_all_parts_of_a_long_thread_are_taken_back_also_of_a_claim_that_was_interrupted(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    messages = loaded(connection, claimed)
    for part in (messages[:2], messages[2:3]):
        assert one(
            connection,
            "select reflection.save_progress_if_claimed('t', %s, %s)",
            (claimed.claim_id, Jsonb(memory_of(part))),
        )
    connection.execute(
        "select reflection.mark_failed_if_claimed('t', %s, 'told to stop', 'interrupted')",
        (claimed.claim_id,),
    )
    assert undo(connection, claimed.claim_id) == {
        "observations": 2, "sayings": 2, "observation_sources": 2, "coverage": 3,
    }  # fmt: skip
    assert not any(tables(connection).values())
    assert len(loaded(connection, claim(connection))) == 4


def test_a_claim_at_work_is_refused_and_says_how_to_end_it(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    with pytest.raises(InvalidParameterValue) as refused:
        undo(connection, claimed.claim_id)
    assert "release_claim('t')" in (refused.value.diag.message_hint or "")


def test_undone_twice_or_having_written_nothing_it_takes_nothing_back(
    connection: Connection,
) -> None:
    remember(connection, observation("I like tea", "t-1"))
    first = newest(connection)
    assert undo(connection, first)
    undone_at = one(connection, "select undone_at from reflection.claim_log")
    before = claim_row(connection, "t")
    assert undo(connection, first) == {}
    assert undo(connection, uuid4()) == {}
    assert one(connection, "select undone_at from reflection.claim_log") == undone_at
    assert claim_row(connection, "t") == before


def test_the_money_stays_and_the_timeline_says_that_it_was_taken_back(
    connection: Connection,
) -> None:
    remember(connection, observation("I like tea", "t-1"))
    connection.execute("update reflection.claim_log set usd = 0.5")
    undo(connection, newest(connection))
    assert one(connection, "select sum(usd) from reflection.spend") == pytest.approx(0.5)
    events = [
        row[0]
        for row in connection.execute("select event from reflection.timeline order by at, event")
    ]
    assert "undone" in events
    assert "reflected" not in events


def test_a_claim_that_the_history_has_forgotten_is_taken_back_from_what_it_wrote(
    connection: Connection,
) -> None:
    remember(connection, observation("I like tea", "t-1"))
    first = newest(connection)
    connection.execute("delete from reflection.claim_log")
    assert undo(connection, first)["sayings"] == 1
    assert not any(tables(connection).values())
    assert one(connection, "select state from reflection.queue") == "due"


def test_nothing_of_an_erased_thread_is_there_to_take_back(connection: Connection) -> None:
    remember(connection, observation("I like tea", "t-1"))
    first = newest(connection)
    connection.execute("delete from chat.threads")
    fold(connection)
    assert undo(connection, first) == {}


def test_a_dry_run_says_the_same_and_changes_nothing(connection: Connection) -> None:
    remember(connection, observation("I like tea", "t-1"))
    first = newest(connection)

    def everything() -> Any:
        return [
            tables(connection),
            claim_row(connection, "t"),
            *connection.execute("select * from reflection.claim_log").fetchall(),
            *connection.execute("select * from reflection.users").fetchall(),
            *connection.execute("select * from reflection.former_ids").fetchall(),
        ]

    before = everything()
    told = undo(connection, first, p_dry_run=True)
    assert everything() == before
    assert undo(connection, first) == told != {}
