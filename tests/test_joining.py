"""What rests on several messages goes with any of them; an edit gives back what it had replaced."""

from typing import Any

import pytest
from product import LONG_AGO, Connection, claim, commit, fold, loaded, memory_of, one
from remembered import observation, remember


def lines(connection: Connection) -> list[str]:
    text = str(one(connection, "select reflection.memory_for('user')"))
    return [line.partition(" ")[2] for line in text.splitlines() if line[:2].strip("#")]


def answer(*sources: str) -> dict[str, Any]:
    return observation("Since 2019 (asked: how long?)", *sources) | {"needs": list(sources)}


def reflect_anew(connection: Connection, *observations: dict[str, Any]) -> None:
    """What was edited is read again, and says this now."""
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations)})


@pytest.mark.parametrize("gone", ["t-2", "t-3"])
def test_what_rests_on_two_messages_together_goes_with_either(
    connection: Connection, gone: str
) -> None:
    remember(connection, answer("t-2", "t-3"), observation("Likes tea.", "t-2", "t-3"))
    connection.execute("delete from chat.messages where id = %s", (gone,))
    # At once, before the fold; and what either message says alone stays.
    assert lines(connection) == ["Likes tea."]
    fold(connection)
    assert lines(connection) == ["Likes tea."]
    assert one(connection, "select count(*) from reflection.observations") == 1


@pytest.mark.parametrize("edited", ["t-2", "t-3"])
def test_what_rests_on_two_messages_together_stays_hidden_when_one_says_something_else(
    connection: Connection, edited: str
) -> None:
    remember(connection, answer("t-2", "t-3"), observation("Likes tea.", "t-2", "t-3"))
    connection.execute("update chat.messages set content = 'Never.' where id = %s", (edited,))
    reflect_anew(connection)
    assert lines(connection) == ["Likes tea."]


def test_what_rests_on_two_messages_is_not_written_without_one_of_them(
    connection: Connection,
) -> None:
    remember(connection, answer("t-2", "no such message"))
    assert lines(connection) == []


def test_when_an_edit_takes_back_what_superseded_the_old_is_shown_again(
    connection: Connection,
) -> None:
    old = observation("I live in Oslo.", "t-1")
    new = observation("I moved to Salem.", "t-3", at=LONG_AGO) | {
        "supersedes": ["hash of I live in Oslo."]
    }
    remember(connection, old, new)
    assert lines(connection) == ["I moved to Salem."]
    connection.execute("update chat.messages set content = 'I like tea.' where id = 't-3'")
    reflect_anew(connection, observation("I like tea.", "t-3"))
    assert sorted(lines(connection)) == ["I like tea.", "I live in Oslo."]
