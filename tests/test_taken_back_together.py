"""Undo, erasure, forgetting, shadows and retention, one after another: nothing comes back."""

from typing import Any

import pytest
from product import Connection, add_message, add_thread, claim, commit, fold, loaded, memory_of, one
from psycopg.types.json import Jsonb
from remembered import observation, remember


def lines(connection: Connection) -> list[str]:
    text = str(one(connection, "select reflection.memory_for('user')"))
    return [line.partition(" ")[2] for line in text.splitlines() if line.startswith("#")]


def shown(connection: Connection) -> set[str]:
    return {line for line in lines(connection) if not line[:1].isdigit()} - {
        "Observations",
        "Reflections",
    }


def undo(connection: Connection, *claims: Any, force: bool = True) -> None:
    connection.execute("select * from reflection.undo_claims(%s, %s)", (list(claims), force))


def claims(connection: Connection) -> list[Any]:
    rows = connection.execute("select claim_id from reflection.claim_log order by started_at")
    return [row[0] for row in rows]


def again(connection: Connection, *observations: dict[str, Any]) -> None:
    """Whatever is owed is reflected into these observations."""
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations)})


def test_what_was_forgotten_is_not_brought_back_by_an_undo_and_another_reading(
    connection: Connection,
) -> None:
    remember(connection, observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    connection.execute("select * from reflection.forget_memory('#1')")
    undo(connection, *claims(connection))
    assert shown(connection) == set()
    again(connection, observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    assert shown(connection) == {"Cat."}


def test_what_was_erased_is_not_brought_back_by_an_undo_and_another_reading(
    connection: Connection,
) -> None:
    remember(connection, observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    connection.execute("select * from reflection.erase_message('t', 't-1')")
    add_message(connection, "t-9", "t")
    undo(connection, *claims(connection))
    again(connection, observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    assert shown(connection) == {"Cat."}


def test_what_was_written_from_a_shadow_is_taken_back_like_anything_else(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    found = {**memory, "observations": [observation("Tea.", "t-1")]}
    assert one(
        connection,
        "select reflection.shadow_if_claimed(%s, %s, %s)",
        (claimed.thread_id, claimed.claim_id, Jsonb(found)),
    )
    assert one(connection, "select reflection.apply_shadow(%s)", (claimed.claim_id,))
    assert shown(connection) == {"Tea."}
    undo(connection, claimed.claim_id)
    assert shown(connection) == set()
    again(connection, observation("Tea.", "t-1"))
    assert shown(connection) == {"Tea."}


@pytest.mark.parametrize("edited", [False, True])
def test_an_erased_message_is_in_no_shadow_that_is_applied_afterwards(
    connection: Connection, *, edited: bool
) -> None:
    add_thread(connection, "t", turns=3)
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    found = {**memory, "observations": [observation("Tea.", "t-1"), observation("Cat.", "t-3")]}
    connection.execute(
        "select reflection.shadow_if_claimed(%s, %s, %s)",
        (claimed.thread_id, claimed.claim_id, Jsonb(found)),
    )
    if edited:
        connection.execute("update chat.messages set content = 'I like dogs.' where id = 't-3'")
        fold(connection)
    connection.execute("select * from reflection.erase_message('t', 't-1')")
    one(connection, "select reflection.apply_shadow(%s)", (claimed.claim_id,))
    assert "Tea." not in shown(connection)
    assert one(connection, "select count(*) from reflection.shadows") == 0
    assert claim(connection).thread_id == "t"


def test_an_undo_leaves_what_an_edit_has_hidden_hidden_until_it_is_read(
    connection: Connection,
) -> None:
    remember(connection, observation("Oslo.", "t-1"))
    first = claims(connection)
    connection.execute("update chat.messages set content = 'I like dogs.' where id = 't-1'")
    fold(connection)
    again(connection, observation("Dogs.", "t-1"))
    assert shown(connection) == {"Dogs."}
    undo(connection, *(set(claims(connection)) - set(first)))
    assert shown(connection) == set()
    undo(connection, *first)
    again(connection, observation("Dogs.", "t-1"))
    assert shown(connection) == {"Dogs."}


def test_a_forced_undo_and_another_reading_leave_the_chain_as_it_was(
    connection: Connection,
) -> None:
    remember(connection, observation("Oslo.", "t-1"))
    newer = {**observation("Salem.", "u-1"), "supersedes": ["hash of Oslo."]}
    remember(connection, newer, thread_id="u")
    before = one(connection, "select reflection.memory_for('user')")
    with pytest.raises(Exception, match="built on"):
        undo(connection, claims(connection)[0], force=False)
    undo(connection, claims(connection)[0])
    assert shown(connection) == {"Salem."}
    again(connection, observation("Oslo.", "t-1"))
    assert one(connection, "select reflection.memory_for('user')") == before
