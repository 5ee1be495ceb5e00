"""Memory and the messages it came from: what an edit or a delete takes, and what recall tells."""

from datetime import timedelta
from typing import Any

import psycopg
import pytest
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from remembered import observation


def reflection(content: str, *support: str) -> dict[str, Any]:
    hashes = [f"hash of {supporting}" for supporting in support]
    return {"content": content, "content_hash": f"hash of {content}", "support": hashes}


def reflect(
    connection: Connection, thread_id: str, *observations: dict[str, Any], **rest: Any
) -> None:
    """Claim this thread and commit these observations; the thread is made if it is not there."""
    if not one(connection, "select count(*) from chat.threads where id = %s", (thread_id,)):
        add_thread(connection, thread_id)
    fold(connection)
    claimed = claim(connection)
    assert claimed.thread_id == thread_id
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations), **rest})


def lines(connection: Connection) -> list[str]:
    """The lines of memory, without their ids."""
    memory = one(connection, "select reflection.memory_for('user')")
    return [line.partition(" ")[2] for line in memory.splitlines() if line[:2] not in ("##", "")]


def edit(connection: Connection, message_id: str, content: str) -> None:
    connection.execute("update chat.messages set content = %s where id = %s", (content, message_id))


def delete(connection: Connection, *message_ids: str) -> None:
    connection.execute("delete from chat.messages where id = any (%s)", (list(message_ids),))


def recall(connection: Connection, memory_id: str | None, *columns: str) -> list[tuple[Any, ...]]:
    return connection.execute(
        f"select {', '.join(columns)} from reflection.recall(%s)", (memory_id,)
    ).fetchall()


def rows(connection: Connection) -> int:
    """Observations that exist at all, rendered or not."""
    return int(one(connection, "select count(*) from reflection.observations"))


def test_what_cites_a_deleted_message_is_hidden_before_the_fold_and_gone_after_it(
    connection: Connection,
) -> None:
    reflect(
        connection,
        "t",
        observation("Tea.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[reflection("On tea.", "Tea."), reflection("On both.", "Tea.", "Cat.")],
    )
    delete(connection, "t-1")
    assert lines(connection) == ["On both.", "Cat."]
    fold(connection)
    assert lines(connection) == ["On both.", "Cat."]
    assert rows(connection) == 1
    assert one(connection, "select count(*) from reflection.reflections") == 1


def test_an_observation_with_another_source_outlives_the_delete_of_one(
    connection: Connection,
) -> None:
    reflect(connection, "t", observation("Tea.", "t-1", "t-3"))
    before = lines(connection)
    delete(connection, "t-1")
    assert lines(connection) == before
    fold(connection)
    assert lines(connection) == before
    assert recall(connection, "#1", "message_id") == [("t-3",)]


def test_a_delete_touches_nothing_that_came_from_other_messages(connection: Connection) -> None:
    reflect(connection, "other", observation("Dog.", "other-1"), observation("Both.", "other-3"))
    reflect(connection, "t", observation("Tea.", "t-1"), observation("Both.", "t-3"))
    everything = "select o::text from reflection.observations o where content <> 'Tea.' order by id"
    before = connection.execute(everything).fetchall()
    delete(connection, "t-1")
    fold(connection)
    assert connection.execute(everything).fetchall() == before
    connection.execute("delete from chat.threads where id = 'other'")
    fold(connection)
    assert lines(connection) == ["Both."]
    assert one(connection, "select thread_id from reflection.observations") == "t"


def test_what_a_deleted_observation_had_superseded_is_restored(connection: Connection) -> None:
    reflect(connection, "t", observation("In Portland.", "t-1"), observation("In Salem.", "t-3"))
    connection.execute(
        "update reflection.observations set superseded_by = 2 where content = 'In Portland.'"
    )
    assert lines(connection) == ["In Salem."]
    delete(connection, "t-3")
    fold(connection)
    assert lines(connection) == ["In Portland."]


def test_what_cites_an_edited_message_is_not_shown_until_it_is_observed_anew(
    connection: Connection,
) -> None:
    reflect(connection, "t", observation("In Portland.", "t-1"), observation("Cat.", "t-3"))
    edit(connection, "t-1", "I moved to Salem.")
    fold(connection)
    assert lines(connection) == ["Cat."]
    reflect(connection, "t", observation("In Salem.", "t-1"))
    assert lines(connection) == ["Cat.", "In Salem."]


def test_an_edit_taken_back_after_it_was_read_renders_the_same_bytes_and_owes_nothing(
    connection: Connection,
) -> None:
    reflect(connection, "t", observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    before = one(connection, "select reflection.memory_for('user')")
    said = one(connection, "select content from chat.messages where id = 't-1'")
    edit(connection, "t-1", "I like coffee.")
    fold(connection)
    reflect(connection, "t", observation("Coffee.", "t-1"))
    edit(connection, "t-1", said)
    fold(connection)
    assert claim(connection) is None
    assert one(connection, "select reflection.memory_for('user')") == before


@pytest.mark.parametrize("steps", ["edit, delete", "edit, delete thread", "blank, delete"])
def test_nothing_remains_of_a_message_that_was_edited_before_it_was_deleted(
    connection: Connection, steps: str
) -> None:
    reflect(connection, "t", observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    edit(connection, "t-1", "" if "blank" in steps else "I like coffee.")
    fold(connection)
    if "thread" in steps:
        connection.execute("delete from chat.threads")
    else:
        delete(connection, "t-1")
    fold(connection)
    assert rows(connection) == (0 if "thread" in steps else 1)
    left = "select count(*) from reflection.observation_sources where message_id = 't-1'"
    assert one(connection, left) == 0


def test_memory_does_not_rest_on_a_message_that_no_longer_says_so(connection: Connection) -> None:
    reflect(connection, "t", observation("Tea.", "t-1"))
    edit(connection, "t-1", "I like coffee.")
    fold(connection)
    reflect(connection, "t", observation("Coffee.", "t-1"))
    reflect(connection, "u", observation("Tea.", "u-1"))
    assert recall(connection, "#1", "message_id") == [("u-1",)]
    delete(connection, "u-1")
    fold(connection)
    assert lines(connection) == ["Coffee."]


def test_an_observation_outlives_the_edit_of_one_of_its_two_sources(
    connection: Connection,
) -> None:
    reflect(connection, "t", observation("Tea.", "t-1", "t-3"))
    edit(connection, "t-1", "I like coffee.")
    fold(connection)
    assert lines(connection) == []
    reflect(connection, "t", observation("Coffee.", "t-1"))
    assert lines(connection) == ["Tea.", "Coffee."]
    assert recall(connection, "#1", "message_id") == [("t-3",)]


def test_recall_gives_each_source_word_for_word_in_the_order_of_time(
    connection: Connection,
) -> None:
    reflect(connection, "t", observation("Tea.", "t-3", "t-1"))
    columns = ("memory_id", "content", "state", "message_id", "message_state", "role", "text")
    shown = ("#1", "Tea.", "active")
    assert recall(connection, "#1", *columns) == [
        (*shown, "t-1", "as observed", "user", "I like t number 1."),
        (*shown, "t-3", "as observed", "user", "I like t number 3."),
    ]
    (said_at,) = recall(connection, " 1 ", "said_at")[0]
    assert said_at == LONG_AGO + timedelta(minutes=1)


def test_recall_says_what_became_of_each_source_before_the_fold_knows(
    connection: Connection,
) -> None:
    reflect(connection, "t", observation("Tea.", "t-1", "t-2", "t-3"))
    edit(connection, "t-1", "I like coffee.")
    delete(connection, "t-2")
    assert sorted(recall(connection, "#1", "message_id", "message_state", "text")) == [
        ("t-1", "edited since", "I like coffee."),
        ("t-2", "deleted", None),
        ("t-3", "as observed", "I like t number 3."),
    ]


def test_recall_hides_at_once_what_rests_on_deleted_messages_alone(connection: Connection) -> None:
    reflect(connection, "t", observation("Tea.", "t-1"), reflections=[reflection("On.", "Tea.")])
    delete(connection, "t-1")
    assert recall(connection, "#1", "content") == []
    assert recall(connection, "#r1", "content") == []


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ("dropped_at = now(), drop_reason = 'over target'", "dropped: over target"),
        ("superseded_by = 2", "superseded by #2"),
        ("stale_at = now()", "stale: a source was edited since"),
    ],
)
def test_recall_says_why_a_memory_is_not_shown(
    connection: Connection, change: str, state: str
) -> None:
    reflect(connection, "t", observation("Tea.", "t-1"), observation("Cat.", "t-3"))
    connection.execute(f"update reflection.observations set {change} where content = 'Tea.'")
    assert recall(connection, "#1", "state") == [(state,)]


def test_a_reflection_is_recalled_through_the_observations_it_rests_on(
    connection: Connection,
) -> None:
    reflect(
        connection,
        "t",
        observation("Tea.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[reflection("On both.", "Tea.", "Cat.")],
    )
    expected = [("#1", "t-1"), ("#2", "t-3")]
    assert recall(connection, "#r1", "memory_id", "message_id") == expected
    assert recall(connection, "r1", "memory_id", "message_id") == expected


@pytest.mark.parametrize("memory_id", ["#2", "2", "#r1", "999999999999999999", "#0"])
def test_recalling_what_is_not_there_is_no_row(connection: Connection, memory_id: str) -> None:
    reflect(connection, "t", observation("Tea.", "t-1"))
    add_message(connection, "t-9", "t")
    assert recall(connection, memory_id, "content") == []


@pytest.mark.parametrize("memory_id", ["", "#", "r", "m1", "#1 or 1=1", "-1", "1.5", "１", None])
def test_what_cannot_be_a_memory_id_is_refused_with_a_hint(
    connection: Connection, memory_id: str | None
) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="no memory id") as caught:
        recall(connection, memory_id, "content")
    assert "#123" in str(caught.value.diag.message_hint)
