"""Reflections: what is newer replaces, what rests on nothing is hidden, and both are undone."""

from datetime import timedelta
from typing import Any

import pytest
from product import LONG_AGO, Connection, add_thread, claim, commit, fold, loaded, memory_of, one
from remembered import observation, remember

LATER = LONG_AGO + timedelta(hours=1)


def reflection(content: str, *support: str, over: str | None = None) -> dict[str, Any]:
    return {
        "content": content,
        "content_hash": f"hash of {content}",
        "support": [f"hash of {one_of_them}" for one_of_them in support],
        "supersedes": [f"hash of {over}"] if over else [],
    }


def shown(connection: Connection) -> list[str]:
    """The reflections that a reader sees; an engine is shown the same."""
    text = str(one(connection, "select reflection.memory_for('user')"))
    lines = [line.partition(" ")[2] for line in text.splitlines() if line.startswith("#r")]
    rows = connection.execute("select content from reflection.active_reflections('user')")
    assert [content for (content,) in rows.fetchall()] == lines
    return lines


def state(connection: Connection, number: int) -> str:
    query = "select distinct reflection || ': ' || reflection_state from reflection.recall(%s)"
    return str(one(connection, query, (f"r{number}",)))


def distil(connection: Connection, thread_id: str, *reflections: dict[str, Any]) -> None:
    remember(connection, thread_id=thread_id, reflections=list(reflections))


@pytest.fixture
def tea(connection: Connection) -> Connection:
    """Two observations, and a reflection on the first that a second, on the other, replaced."""
    remember(
        connection,
        observation("Tea.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[reflection("On tea.", "Tea.")],
    )
    distil(connection, "u", reflection("Newer.", "Cat.", over="On tea."))
    return connection


def test_what_a_reflection_names_by_its_content_gives_way_to_it(tea: Connection) -> None:
    assert shown(tea) == ["Newer."]
    assert state(tea, 1) == "On tea.: superseded by #r2"
    assert state(tea, 2) == "Newer.: active"


def test_a_reflection_that_was_replaced_and_is_said_again_is_live_and_the_newest(
    tea: Connection,
) -> None:
    distil(tea, "v", reflection("On tea.", "Cat."))
    assert shown(tea) == ["Newer.", "On tea."]
    support = "select support from reflection.active_reflections('user') where content = 'On tea.'"
    assert one(tea, support) == [1, 2]
    distil(tea, "w", reflection("On tea.", "Tea.", over="Newer."))
    assert shown(tea) == ["On tea."]


def test_a_reflection_said_again_while_it_is_live_keeps_its_place(connection: Connection) -> None:
    remember(
        connection,
        observation("Tea.", "t-1"),
        reflections=[reflection("First.", "Tea."), reflection("Second.", "Tea.")],
    )
    before = one(connection, "select reflection.memory_for('user')")
    distil(connection, "u", reflection("First.", "Tea."))
    assert one(connection, "select reflection.memory_for('user')") == before


def test_what_a_reflection_had_replaced_is_shown_again_when_its_last_support_is_deleted(
    tea: Connection,
) -> None:
    tea.execute("delete from chat.messages where id = 't-3'")
    assert shown(tea) == []
    fold(tea)
    assert shown(tea) == ["On tea."]


def edit(connection: Connection, message_id: str) -> None:
    connection.execute("update chat.messages set content = 'No.' where id = %s", (message_id,))
    fold(connection)


def read_anew(connection: Connection, *observations: dict[str, Any]) -> None:
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations)})


def test_what_a_reflection_had_replaced_is_shown_again_when_an_edit_took_its_last_support(
    tea: Connection,
) -> None:
    edit(tea, "t-3")
    assert shown(tea) == []
    assert state(tea, 2) == "Newer.: hidden: all that it rests on is stale or superseded"
    read_anew(tea)
    assert shown(tea) == ["On tea."]


def test_while_another_edited_message_may_still_support_it_nothing_is_restored(
    tea: Connection,
) -> None:
    remember(tea, observation("Dog.", "w-1"), thread_id="w")
    distil(tea, "x", reflection("Newer.", "Dog."))
    edit(tea, "t-3")
    edit(tea, "w-1")
    read_anew(tea)
    assert shown(tea) == []
    read_anew(tea, observation("Dog.", "w-1"))
    assert shown(tea) == ["Newer."]


def test_an_edit_that_says_the_same_again_shows_the_reflection_again(tea: Connection) -> None:
    edit(tea, "t-3")
    read_anew(tea, observation("Cat.", "t-3"))
    assert shown(tea) == ["Newer."]


def test_after_a_delete_what_is_left_and_says_nothing_holds_nothing_back(tea: Connection) -> None:
    remember(tea, observation("Dog.", "w-1"), thread_id="w")
    distil(tea, "x", reflection("Newer.", "Dog."))
    edit(tea, "t-3")
    read_anew(tea)
    assert shown(tea) == ["Newer."]
    tea.execute("delete from chat.messages where id = 'w-1'")
    fold(tea)
    assert shown(tea) == ["On tea."]


def test_a_reflection_on_what_is_replaced_is_hidden_until_that_is_shown_again(
    connection: Connection,
) -> None:
    remember(
        connection,
        observation("In Portland.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[
            reflection("Oregon.", "In Portland."),
            reflection("Both.", "In Portland.", "Cat."),
        ],
    )
    newer = observation("In Salem.", "u-1", at=LATER)
    remember(connection, {**newer, "supersedes": ["hash of In Portland."]}, thread_id="u")
    assert shown(connection) == ["Both."]
    connection.execute("delete from chat.messages where id = 'u-1'")
    fold(connection)
    assert shown(connection) == ["Oregon.", "Both."]


def test_a_reflection_goes_the_way_of_the_one_that_is_shown_for_its_support(
    connection: Connection,
) -> None:
    twin = {**observation("I love tea.", "t-3"), "duplicate_of": "hash of Tea."}
    remember(
        connection,
        observation("Tea.", "t-1"),
        twin,
        reflections=[reflection("On tea.", "I love tea.")],
    )
    assert shown(connection) == ["On tea."]
    newer = observation("Coffee.", "u-1", at=LATER)
    remember(connection, {**newer, "supersedes": ["hash of Tea."]}, thread_id="u")
    assert shown(connection) == []


def test_a_reflection_on_what_was_dropped_is_still_shown(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"), reflections=[reflection("On tea.", "Tea.")])
    remember(connection, thread_id="u", drops=[{"observation_id": 1, "reason": "full"}])
    assert shown(connection) == ["On tea."]


def test_a_reflection_without_known_support_replaces_nothing(tea: Connection) -> None:
    add_thread(tea, "v")
    fold(tea)
    claimed = claim(tea)
    lost = reflection("Of nothing.", "Never said.", over="Newer.")
    assert commit(tea, claimed, {"outcome": "reflected", "reflections": [lost]})
    assert shown(tea) == ["Newer."]
