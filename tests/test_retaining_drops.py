"""Retention of what was dropped: it goes once nothing hangs on it, and nothing shown moves."""

from datetime import timedelta

import psycopg
from aged import age, counts, drop, memory, retained, said_again
from product import (
    LONG_AGO,
    Connection,
    claim,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from remembered import observation, remember


def test_a_dropped_observation_goes_with_what_is_only_of_it_and_is_not_read_again(
    connection: Connection,
) -> None:
    remember(connection, observation("Tea.", "t-1", "t-3"), observation("Cat.", "t-3"))
    drop(connection, "Tea.")
    age(connection)
    drop(connection, "Cat.")
    before, covered = (
        memory(connection),
        one(connection, "select count(*) from reflection.coverage"),
    )
    went = {"observations": 1, "sayings": 1, "observation_sources": 2, "drops": 1}
    assert retained(connection, None, None, "30 days", dry=True) == went
    assert counts(connection)["observations"] == 2
    assert retained(connection, None, None, "30 days") == went
    assert one(connection, "select content from reflection.observations") == "Cat."
    assert memory(connection) == before
    fold(connection)
    assert one(connection, "select count(*) from reflection.coverage") == covered
    assert claim(connection) is None
    said_again(connection, "Tea.")
    assert "Tea." in memory(connection)


def test_what_a_live_reflection_rests_on_stays_and_a_dead_one_goes_along(
    connection: Connection,
) -> None:
    remember(
        connection,
        observation("Tea.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[{"content": "Old.", "content_hash": "old", "support": ["hash of Tea."]}],
    )
    drop(connection, "Tea.")
    age(connection)
    assert "Old." in memory(connection)
    assert retained(connection, None, None, "30 days") == {}
    remember(
        connection,
        thread_id="u",
        reflections=[
            {
                "content": "New.",
                "content_hash": "new",
                "support": ["hash of Cat."],
                "supersedes": ["old"],
            }
        ],
    )
    before = memory(connection)
    went = retained(connection, None, None, "30 days", dry=True)
    assert (went["observations"], went["reflection_support"], went["reflections"]) == (1, 1, 1)
    assert retained(connection, None, None, "30 days") == went
    assert memory(connection) == before


def test_what_holds_the_place_of_something_stays_although_it_was_dropped(
    connection: Connection,
) -> None:
    later = LONG_AGO + timedelta(hours=1)
    remember(
        connection,
        observation("In Oslo.", "t-1"),
        {**observation("In Salem.", "t-3", at=later), "supersedes": ["hash of In Oslo."]},
    )
    drop(connection, "In Salem.")
    age(connection)
    assert memory(connection) == ""
    assert retained(connection, None, None, "30 days") == {}
    assert memory(connection) == ""
    drop(connection, "In Oslo.")
    age(connection)
    assert retained(connection, None, None, "30 days")["observations"] == 2
    assert memory(connection) == ""


def test_what_says_the_same_goes_together_or_not_at_all(connection: Connection) -> None:
    same = {**observation("Some tea.", "t-3"), "duplicate_of": "hash of Tea."}
    remember(connection, observation("Tea.", "t-1"), same)
    drop(connection, "Tea.")
    age(connection)
    assert memory(connection) == ""
    assert retained(connection, None, None, "30 days")["observations"] == 2
    assert memory(connection) == ""
    assert counts(connection)["drops"] == 0


def test_what_an_undone_edit_would_bring_back_stays(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    drop(connection, "Tea.")
    said_again(connection, "Tea.")
    again = "again 2-1"
    said = one(connection, "select content from chat.messages where id = %s", (again,))
    assert "Tea." in memory(connection)
    before = memory(connection)
    connection.execute("update chat.messages set content = 'Coffee.' where id = %s", (again,))
    fold(connection)
    claimed = claim(connection)
    assert commit(connection, claimed, memory_of(loaded(connection, claimed), observe=False))
    age(connection)
    assert memory(connection) == ""
    assert retained(connection, None, None, "30 days") == {}
    connection.execute("update chat.messages set content = %s where id = %s", (said, again))
    fold(connection)
    assert memory(connection) == before


def test_a_user_whose_memory_is_being_written_is_left_for_another_day(
    connection: Connection, database_url: str
) -> None:
    remember(connection, observation("Tea.", "t-1"))
    drop(connection, "Tea.")
    age(connection)
    with psycopg.connect(database_url) as writing:
        writing.execute("select reflection.touch_memory('user')")
        assert retained(connection, None, None, "30 days") == {}
    assert retained(connection, None, None, "30 days")["observations"] == 1
