"""The coverage report: of each message, whether it was read, and what that led to."""

from datetime import timedelta

import pytest
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    add_user,
    claim,
    commit,
    fold,
    loaded,
    memory_of,
)
from remembered import observation, remember

HOUR = timedelta(hours=1)


def report(connection: Connection, thread_id: str = "t") -> dict[str, tuple[str, str]]:
    """State and why of each message of a thread."""
    rows = connection.execute(
        "select message_id, state, why from reflection.coverage_report where thread_id = %s",
        (thread_id,),
    )
    return {message_id: (state, why) for message_id, state, why in rows}


def why(connection: Connection, message_id: str, thread_id: str = "t") -> str:
    return report(connection, thread_id)[message_id][1]


def edit(connection: Connection, message_id: str, content: str) -> None:
    connection.execute("update chat.messages set content = %s where id = %s", (content, message_id))


def read_again(connection: Connection, *observations: dict[str, object]) -> None:
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations)})


def test_what_cites_a_message_is_told_with_what_became_of_it(connection: Connection) -> None:
    later = LONG_AGO + HOUR
    remember(
        connection,
        observation("Tea.", "t-1"),
        observation("Oslo.", "t-1"),
        {**observation("Salem.", "t-3", at=later), "supersedes": ["hash of Oslo."]},
        {**observation("Some tea.", "t-3"), "duplicate_of": "hash of Tea."},
        observation("Rain.", "t-2"),
    )
    connection.execute("select reflection.touch_memory('user')")
    connection.execute(
        "select reflection.write_drops('user', gen_random_uuid(), "
        """'[{"observation_id": 5, "reason": "pool over target"}]')"""
    )
    connection.execute("select reflection.settle_memory('user', array['hash of Rain.'])")
    assert report(connection) == {
        "t-1": ("covered", "cited by #1, #2 (superseded by #3)"),
        "t-2": ("covered", "cited by #5 (dropped: pool over target)"),
        "t-3": ("covered", "cited by #3, #4 (says the same as #1)"),
        "t-4": ("covered", "read; nothing to keep"),
    }


def test_a_message_that_was_edited_is_pending_before_the_fold_and_after_it(
    connection: Connection,
) -> None:
    remember(connection, observation("Both.", "t-1", "t-3"))
    edit(connection, "t-1", "I like coffee.")
    state, told = report(connection)["t-1"]
    assert (state, told) == ("pending", "edited since it was read; the next drain takes it in")
    fold(connection)
    state, told = report(connection)["t-1"]
    assert state == "pending"
    assert told.startswith("edited since it was read; its thread is due: its day ended ")
    assert why(connection, "t-3") == "cited by #1 (stale: a source was edited since)"
    assert report(connection)["t-4"] == ("covered", "read; nothing to keep")


def test_an_edit_that_is_undone_leaves_a_message_covered(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    before = report(connection)
    edit(connection, "t-1", "I like coffee.")
    fold(connection)
    edit(connection, "t-1", "I like t number 1.")
    assert report(connection) != before
    fold(connection)
    assert report(connection) == before


def test_a_message_read_anew_is_cited_by_what_it_says_now_alone(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    edit(connection, "t-1", "I like coffee.")
    read_again(connection, observation("Coffee.", "t-1"))
    assert report(connection)["t-1"] == ("covered", "cited by #2")


def test_a_message_touched_without_a_change_stays_covered(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    connection.execute("update chat.messages set edited_at = created_at where id = 't-1'")
    assert report(connection)["t-1"] == ("covered", "cited by #1")


def test_what_comes_after_the_last_word_waits_for_the_next(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    add_message(connection, "t-5", "t", "tool", "42", LONG_AGO + HOUR)
    fold(connection)
    assert report(connection)["t-5"] == (
        "pending",
        "not read yet; a thread is read up to the last word of the user or the assistant, "
        "and this comes after it",
    )


def owed(connection: Connection, doing: str) -> str:
    """Why the first message of a thread that is like this was not read."""
    add_user(connection, "user")
    add_thread(connection, "t", turns=1 if doing == "short" else 2)
    if doing == "new":
        return why(connection, "t-1")
    connection.execute(
        {
            "hidden": "update chat.threads set hidden = true",
            "off": "update chat.users set memory_enabled = false",
            "settling": "update chat.messages set created_at = clock_timestamp()",
        }.get(doing, "select true")
    )
    fold(connection)
    if doing == "busy":
        add_thread(connection, "other", turns=2, at=LONG_AGO - HOUR)
        fold(connection)
        assert claim(connection).thread_id == "other"
    elif doing == "claimed":
        assert claim(connection).thread_id == "t"
    elif doing == "given up":
        claimed = claim(connection)
        connection.execute(
            "select reflection.mark_failed_if_claimed('t', %s, 'too long', 'thread', 1)",
            (claimed.claim_id,),
        )
    elif doing == "shadow":
        connection.execute(
            "insert into reflection.shadows (claim_id, thread_id, user_id, memories, made_at)"
            " values ('00000000-0000-0000-0000-000000000001', 't', 'user', '[]', now())"
        )
    return why(connection, "t-1")


@pytest.mark.parametrize(
    ("doing", "told"),
    [
        ("new", "not read yet; the next drain takes it in"),
        ("due", "not read yet; its thread is due: its day ended "),
        ("settling", "not read yet; its thread is settling: its newest message is of today in UTC"),
        ("short", "not read yet; its thread is waiting: only 1 message by the user"),
        ("busy", "not read yet; its thread is waiting: another thread of its user is being "),
        ("claimed", "not read yet; its thread is claimed: by worker, attempt 1"),
        ("given up", "not read yet; its thread is given up: failed 1 times on message t-4: too l"),
        ("hidden", "not read yet; the thread is hidden"),
        ("off", "not read yet; its user switched memory off"),
        (
            "shadow",
            "not read yet; what claim 00000000-0000-0000-0000-000000000001 would remember waits",
        ),
    ],
)
def test_what_is_pending_says_for_what_it_waits(
    connection: Connection, doing: str, told: str
) -> None:
    assert owed(connection, doing).startswith(told)


def test_a_hidden_thread_is_the_reason_also_where_it_was_read_before(
    connection: Connection,
) -> None:
    remember(connection, observation("Tea.", "t-1"))
    connection.execute("update chat.threads set hidden = true")
    add_message(connection, "t-5", "t", "user", "And coffee.", LONG_AGO + HOUR)
    fold(connection)
    assert report(connection)["t-5"] == ("pending", "not read yet; the thread is hidden")
    assert report(connection)["t-1"] == ("covered", "cited by #1")
