"""Linking: what says the same is shown once, what is newer replaces, and nothing is deleted."""

from datetime import timedelta

import pytest
from product import LONG_AGO, Connection, one
from remembered import observation, remember

LATER = LONG_AGO + timedelta(hours=1)


def said(content: str, *sources: str, **changes: object) -> dict[str, object]:
    links = {key: changes.pop(key) for key in ("duplicate_of", "supersedes") if key in changes}
    return observation(content, *sources, **changes) | links  # type: ignore[arg-type]


def lines(connection: Connection) -> list[str]:
    text = str(one(connection, "select reflection.memory_for('user')"))
    return [
        line.partition(" ")[2]
        for line in text.splitlines()
        if line.startswith("#") and line[1] != "#"
    ]


def delete(connection: Connection, message_id: str) -> None:
    connection.execute("delete from chat.messages where id = %s", (message_id,))
    connection.execute("select reflection.fold_arrivals()")


def test_a_near_duplicate_is_kept_and_only_the_first_is_shown(connection: Connection) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    assert lines(connection) == ["I like tea."]
    assert one(connection, "select count(*) from reflection.observations") == 2
    pool = connection.execute("select content from reflection.active_observations('user')")
    assert pool.fetchall() == [("I like tea.",)]
    state = "select distinct state from reflection.recall('#2')"
    assert one(connection, state) == "says the same as #1"


def test_when_the_first_of_two_that_say_the_same_is_deleted_the_other_is_shown(
    connection: Connection,
) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    connection.execute("delete from chat.messages where id = 't-1'")
    # At once, before the fold takes it away.
    assert lines(connection) == ["I really like tea."]
    delete(connection, "t-1")
    assert lines(connection) == ["I really like tea."]
    assert one(connection, "select count(*) from reflection.observations") == 1


def test_while_the_first_is_stale_the_other_speaks_for_both(connection: Connection) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    connection.execute("update chat.messages set content = 'I like coffee.' where id = 't-1'")
    connection.execute("select reflection.fold_arrivals()")
    assert lines(connection) == ["I really like tea."]


def test_what_is_dropped_takes_its_duplicates_with_it(connection: Connection) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    remember(connection, thread_id="u", drops=[{"observation_id": 1, "reason": "full"}])
    assert lines(connection) == []


@pytest.mark.parametrize("gone", ["dropped", "superseded"])
def test_what_is_said_again_is_shown_though_what_spoke_for_it_is_gone(
    connection: Connection, gone: str
) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    if gone == "dropped":
        remember(connection, thread_id="u", drops=[{"observation_id": 1, "reason": "full"}])
    else:
        newer = said("I like coffee.", "u-1", at=LATER, supersedes=["hash of I like tea."])
        remember(connection, newer, thread_id="u")
    assert "I really like tea." not in lines(connection)
    last = LATER + timedelta(days=1)
    remember(connection, said("I really like tea.", "v-1", at=last), thread_id="v")
    assert "I really like tea." in lines(connection)


def test_of_two_that_say_the_same_one_is_shown_though_one_is_to_replace_the_other(
    connection: Connection,
) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    again = said("I really like tea.", "u-1", at=LATER, supersedes=["hash of I like tea."])
    remember(connection, again, thread_id="u")
    assert lines(connection) == ["I like tea."]


def test_two_that_say_the_same_are_never_linked_to_each_other(connection: Connection) -> None:
    remember(
        connection,
        said("I like tea.", "t-1"),
        said("I really like tea.", "t-3", duplicate_of="hash of I like tea."),
    )
    remember(
        connection,
        said("I like tea.", "u-1", duplicate_of="hash of I really like tea."),
        thread_id="u",
    )
    assert lines(connection) == ["I like tea."]


def test_a_duplicate_of_what_another_user_said_is_no_duplicate(connection: Connection) -> None:
    remember(connection, said("I like tea.", "t-1"))
    remember(
        connection,
        said("I really like tea.", "u-1", duplicate_of="hash of I like tea."),
        thread_id="u",
        user_id="other",
    )
    assert "really" in str(one(connection, "select reflection.memory_for('other')"))


def test_what_is_newer_takes_the_place_of_what_it_supersedes(connection: Connection) -> None:
    remember(connection, said("I live in Portland.", "t-1"))
    remember(
        connection,
        said(
            "I moved to Salem.",
            "u-1",
            at=LATER,
            supersedes=["hash of I live in Portland."],
        ),
        thread_id="u",
    )
    assert lines(connection) == ["I moved to Salem."]
    assert (
        one(connection, "select distinct state from reflection.recall('1')") == "superseded by #2"
    )


def test_within_one_commit_the_later_of_two_supersedes_the_earlier(connection: Connection) -> None:
    remember(
        connection,
        said("I live in Portland.", "t-1"),
        said("No, in Salem.", "t-3", at=LATER, supersedes=["hash of I live in Portland."]),
    )
    assert lines(connection) == ["No, in Salem."]


def test_when_what_superseded_is_deleted_the_old_is_shown_again(connection: Connection) -> None:
    remember(
        connection,
        said("I live in Portland.", "t-1"),
        said("I moved to Salem.", "t-3", supersedes=["hash of I live in Portland."]),
    )
    delete(connection, "t-3")
    assert lines(connection) == ["I live in Portland."]


@pytest.mark.parametrize("order", ["newer first", "another user's"])
def test_nothing_supersedes_what_is_newer_or_of_somebody_else(
    connection: Connection, order: str
) -> None:
    newer = order == "newer first"
    at = LATER + timedelta(hours=1) if newer else LONG_AGO
    remember(connection, said("I live in Salem.", "t-1", at=at))
    remember(
        connection,
        said(
            "I live in Portland.",
            "u-1",
            at=LATER,
            supersedes=["hash of I live in Salem."],
        ),
        thread_id="u",
        user_id="user" if newer else "other",
    )
    assert "I live in Salem." in lines(connection)


def test_what_was_superseded_and_is_said_again_is_shown_again_and_can_supersede(
    connection: Connection,
) -> None:
    remember(
        connection,
        said("I live in Portland.", "t-1"),
        said("I moved to Salem.", "t-3", supersedes=["hash of I live in Portland."]),
    )
    remember(
        connection,
        said(
            "I live in Portland.",
            "u-1",
            at=LATER,
            supersedes=["hash of I moved to Salem."],
        ),
        thread_id="u",
    )
    assert lines(connection) == ["I live in Portland."]
