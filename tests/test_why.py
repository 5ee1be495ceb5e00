"""Why there is no memory of something: one SELECT, one command, and never no answer."""

import json
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from console import asked
from product import LONG_AGO, Connection, add_message, add_thread, add_user, fold
from remembered import observation, remember

HOUR = timedelta(hours=1)
SAID = "I like t number 1."


def answer(connection: Connection, words: str, user: str = "user", **more: int) -> list[Any]:
    """What each row is about, which it is, its state and why."""
    named = "".join(f", {name} => {value}" for name, value in more.items())
    return connection.execute(
        "select about, coalesce(memory_id, message_id, thread_id), state, why"
        f" from reflection.why_no_memory(%s, %s{named})".encode(),
        (user, words),
    ).fetchall()


def abouts(connection: Connection, words: str, user: str = "user") -> list[tuple[Any, ...]]:
    return [row[:3] for row in answer(connection, words, user)]


def test_words_are_found_in_any_case_as_they_stand_and_not_as_a_pattern(
    connection: Connection,
) -> None:
    remember(connection, observation("User likes jasmine.", "t-1"))
    add_message(connection, "t-5", "t", "user", "100% JASMINE_tea \\ Ünder", LONG_AGO + HOUR)
    found = ("message", "t-5", "pending")
    for words in ("jasmine_TEA", "100%", "\\ ü", "E_T"):
        assert found in abouts(connection, words), words
    for words in ("jasmine%tea", "jasmine.tea", "jasmin tea"):
        assert found not in abouts(connection, words), words


def test_what_memory_holds_is_named_first_with_whether_it_is_shown(connection: Connection) -> None:
    remember(
        connection,
        observation("User drinks tea.", "t-1"),
        {**observation("User loves tea.", "t-3"), "duplicate_of": "hash of User drinks tea."},
        reflections=[
            {
                "content": "Tea matters.",
                "content_hash": "r",
                "support": ["hash of User drinks tea."],
            }
        ],
    )
    assert answer(connection, "TEA") == [
        ("memory", "#r1", "shown", "it is in memory: reflection-worker recall r1"),
        ("memory", "#1", "shown", "it is in memory: reflection-worker recall 1"),
        ("memory", "#2", "not shown", "says the same as #1"),
        # Neither has the word; what cites them does.
        ("message", "t-3", "covered", "cited by #2 (says the same as #1)"),
        ("message", "t-1", "covered", "cited by #1"),
    ]


def test_a_line_for_which_memory_has_no_room_says_so(connection: Connection) -> None:
    remember(connection, observation("User drinks tea.", "t-1"))
    first = answer(connection, "drinks tea", p_max_tokens=10)[0]
    assert first == ("memory", "#1", "not shown", "10 tokens of memory have no room for it")


def test_a_line_whose_message_is_being_changed_is_said_to_be_not_shown(
    connection: Connection,
) -> None:
    remember(connection, observation("User drinks tea.", "t-1"))
    connection.execute("update chat.messages set content = 'Coffee.' where id = 't-1'")
    told = answer(connection, "drinks tea")
    assert [row[2] for row in told] == ["not shown", "pending"]
    assert told[0][3].startswith("a message that it cites is being changed")


def test_an_unknown_user_memory_that_is_off_a_hidden_thread_and_silence_are_answers(
    connection: Connection,
) -> None:
    ((about, _, state, why),) = answer(connection, "tea", "nobody")
    assert (about, state) == ("user", "unknown")
    assert why.startswith("there is no such user")

    remember(connection, observation("User drinks tea.", "t-1"))
    ((about, _, state, why),) = answer(connection, "elephants")
    assert (about, state) == ("words", "not said")
    assert why.startswith("no message of the user's thread has these words")

    connection.execute("update chat.threads set hidden = true")
    add_message(connection, "t-5", "t", "user", "Elephants!", LONG_AGO + HOUR)
    assert abouts(connection, "elephants") == [
        ("thread", "t", "hidden"),
        ("message", "t-5", "pending"),
    ]

    add_user(connection, "user", memory=False)
    told = answer(connection, "drinks tea")
    assert [row[:3] for row in told[:2]] == [
        ("user", None, "memory off"),
        ("memory", "#1", "not shown"),
    ]
    assert told[1][3] == "its user switched memory off"


def test_what_was_forgotten_and_erased_is_told_without_saying_what(connection: Connection) -> None:
    remember(connection, observation("User drinks tea.", "t-1"))
    connection.execute(
        "insert into reflection.tombstones (kind, user_id, content_hash, made_at)"
        " values ('memory', 'user', 'h', now())"
    )
    told = answer(connection, "coffee")
    assert [row[:3] for row in told] == [("user", None, "forgotten"), ("words", None, "not said")]
    connection.execute(
        "insert into reflection.tombstones (kind, user_id, made_at) values ('user', 'gone', now())"
    )
    assert abouts(connection, "coffee", "gone") == [("user", None, "erased")]


def test_what_was_said_before_an_erasure_is_skipped_and_what_came_after_it_is_not(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    fold(connection)
    connection.execute(
        "insert into reflection.tombstones (kind, user_id, thread_id, made_at)"
        " values ('thread', 'user', 't', %s)",
        (LONG_AGO + timedelta(minutes=2),),
    )
    assert [row[1:3] for row in answer(connection, "I like")] == [
        ("t-3", "pending"),
        ("t-1", "skipped"),
    ]
    assert answer(connection, "number 1.")[-1][3].startswith("erased on 2026-03-02: ")


def test_another_users_messages_are_not_looked_at(connection: Connection) -> None:
    remember(connection, observation("User drinks tea.", "t-1"))
    add_thread(connection, "other", user_id="bob")
    assert [row[1] for row in answer(connection, "I like", "bob")] == ["other-3", "other-1"]


def test_the_newest_messages_are_listed_and_how_many_there_are(connection: Connection) -> None:
    add_thread(connection, "t", turns=5)
    told = answer(connection, "i like", p_limit=2)
    assert [row[1] for row in told] == ["t-9", "t-7", None]
    assert told[-1][3] == "only the newest 2 of 5 messages are listed"
    assert len(answer(connection, "i like", p_limit=5)) == 5


@pytest.mark.parametrize("words", ["", " \t", None])
def test_no_words_are_refused(connection: Connection, words: str | None) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="no words to look for"):
        connection.execute("select reflection.why_no_memory('user', %s)", (words,))


def test_no_text_of_anybody_is_in_an_answer(connection: Connection) -> None:
    remember(connection, observation("User drinks tea.", "t-1"))
    rows = connection.execute("select * from reflection.why_no_memory('user', 'i')").fetchall()
    assert len(rows) > 2
    for text in (SAID, "number", "drinks"):
        assert text not in str(rows)


def test_the_command_prints_the_answer_and_knows_users_that_are_spelled_alike(
    connection: Connection, database_url: str
) -> None:
    remember(connection, observation("User drinks tea.", "t-1"), user_id="annabel")
    told = asked(database_url, "why", "annabel", "drinks", "tea")
    assert told.exit_code == 0
    assert told.stdout.startswith(
        "#1, shown: it is in memory: reflection-worker recall 1\n1 message, the newest first:\n"
    )
    assert "t-1" in told.stdout
    found = json.loads(asked(database_url, "why", "annabel", "drinks tea", "--json").stdout)
    assert [row["about"] for row in found] == ["memory", "message"]
    told = asked(database_url, "why", "anabel", "tea")
    assert told.exit_code == 0
    assert told.stdout.endswith("Did you mean: annabel\n")
    assert "no words to look for" in str(asked(database_url, "why", "annabel", " ").exception)
