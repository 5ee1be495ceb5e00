"""Reading a ChatGPT export: one thread a conversation, of the branch that was seen last."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from chatgpt_exports import (
    BEGAN,
    branch,
    conversation,
    ordinary,
    preamble,
    read,
    said,
)
from exports import SECRET, noticed_of, refused_of, thread_of, threads_of

from worker.exchange.conversation import Export
from worker.exchange.omitted import Omitted
from worker.records import Role
from worker.source import Status


def at(number: int) -> datetime:
    """The time of the message that was written as the nth of its conversation."""
    return datetime.fromtimestamp(BEGAN, UTC) + timedelta(seconds=10 * number)


def test_a_conversation_becomes_a_thread_of_its_owner_with_what_was_said_in_order() -> None:
    export = Export("ada", "Asia/Seoul")
    thread = thread_of(read(ordinary("68e0", title="Tea"), export=export))
    assert (thread.thread_id, thread.user_id, thread.timezone) == ("68e0", "ada", "Asia/Seoul")
    assert (thread.title, thread.kind, thread.hidden) == ("Tea", "chat", False)
    assert [
        (message.id, message.role, message.status, message.created_at)
        for message in thread.messages
    ] == [
        ("68e0/u1", Role.USER, Status.COMPLETE, at(3)),
        ("68e0/a1", Role.ASSISTANT, Status.COMPLETE, at(4)),
        ("68e0/u2", Role.USER, Status.COMPLETE, at(5)),
        ("68e0/a2", Role.ASSISTANT, Status.COMPLETE, at(6)),
    ]
    assert [message.content for message in thread.messages][1:] == [
        "Noted.",
        "Remember that I am allergic to nuts.",
        "I will.",
    ]
    assert export.omitted[Omitted.HIDDEN] == 1
    assert export.omitted[Omitted.INSTRUCTIONS] == 1


@pytest.mark.parametrize("title", [None, "", "  "])
def test_a_conversation_without_a_title_has_none(title: str | None) -> None:
    thread = thread_of(read(ordinary(title=title)))
    assert thread.title is None


def test_an_archived_conversation_is_archived_when_it_last_changed() -> None:
    thread = thread_of(read(ordinary(is_archived=True)))
    assert thread.archived_at == at(50)
    thread = thread_of(read(ordinary(is_archived=True, update_time=None)))
    assert thread.archived_at == at(6)


def test_a_chat_with_a_gpt_or_in_a_project_is_imported_like_any_other() -> None:
    said_of = read(ordinary(), ordinary(gizmo_id="g-p-67", gizmo_type="snorlax"))
    plain, project = threads_of(said_of)
    assert project == plain


def test_a_conversation_that_is_not_to_be_remembered_is_hidden_and_said() -> None:
    said_of = read(ordinary(is_do_not_remember=True))
    assert thread_of(said_of).hidden
    assert "not to be remembered" in noticed_of(said_of)[0]
    (refused,) = refused_of(read(ordinary(is_do_not_remember="yes")))
    assert "is_do_not_remember" in refused.reason


def test_messages_without_a_time_are_at_the_time_of_the_one_before_and_that_is_said() -> None:
    chat = ordinary()
    chat["mapping"]["u1"]["message"]["create_time"] = None
    chat["mapping"]["u2"]["message"]["create_time"] = "soon"
    del chat["mapping"]["a2"]["message"]["create_time"]
    said_of = read(chat)
    assert [message.created_at for message in thread_of(said_of).messages] == [
        at(0),
        at(4),
        at(4),
        at(4),
    ]
    assert "3 of 4 messages" in noticed_of(said_of)[0]


def test_a_conversation_that_knows_no_time_at_all_has_none() -> None:
    said_of = read(conversation(("u", said("Hi", create_time=None)), create_time=None))
    assert thread_of(said_of).messages[0].created_at is None
    assert "when they arrive" in noticed_of(said_of)[0]


def test_a_fork_of_a_conversation_has_messages_of_its_own_under_the_same_ids() -> None:
    forked = threads_of(read(ordinary("c-1"), ordinary("c-2")))
    ids = [message.id for thread in forked for message in thread.messages]
    assert len(set(ids)) == 8


def test_a_conversation_without_messages_is_an_empty_thread() -> None:
    thread = thread_of(read(conversation(*preamble())))
    assert thread.messages == ()
    thread = thread_of(read(conversation(mapping={})))
    assert thread.messages == ()
    told = read(conversation(mapping=None))
    assert thread_of(told).messages == ()
    assert noticed_of(told) == ["it has no mapping, so nothing was said in it"]


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (None, "missing"),
        ("text", "a text"),
        ([], "a list"),
        ({}, "id is missing"),
        ({"id": "c", "mapping": []}, "mapping is a list"),
        ({"id": "c", "mapping": SECRET}, "mapping is a text"),
        ({"id": " ", "mapping": {}}, "id is blank"),
        ({"conversation_id": True, "mapping": {}}, "conversation_id"),
    ],
)
def test_a_conversation_that_cannot_be_read_is_refused_by_its_place_and_the_rest_is_read(
    value: Any, named: str
) -> None:
    said_of = read(ordinary("c-1"), value, ordinary("c-3"))
    (refused,) = refused_of(said_of)
    assert str(refused).startswith("conversation 2")
    assert named in refused.reason
    assert [thread.thread_id for thread in threads_of(said_of)] == ["c-1", "c-3"]


def test_an_older_export_names_its_conversations_by_id_alone() -> None:
    chat = ordinary("c-9")
    del chat["conversation_id"]
    assert thread_of(read(chat)).thread_id == "c-9"


def test_ids_with_signs_that_no_database_takes_are_cleaned_and_those_too_long_refused() -> None:
    chat = ordinary("c\x00-1\ud83d")
    branch(chat, "a2", ("u\x003", said("Hello\x00 \ud83d")), ("x" * 600, said("Long.")))
    said_of = read(chat)
    thread = thread_of(said_of)
    assert thread.thread_id == "c-1\ufffd"
    assert thread.messages[-1].id == "c-1\ufffd/u3"
    assert thread.messages[-1].content == "Hello \ufffd"
    assert "bytes long" in refused_of(said_of)[0].reason
    chat = ordinary()
    branch(chat, "a2", ("u2\x00", said("Twice.")))
    assert "same id" in refused_of(read(chat))[0].reason


def test_a_conversation_nested_without_end_is_refused_and_the_next_is_read() -> None:
    deep = ordinary("c-1")
    nest: Any = []
    for _ in range(500):
        nest = [nest]
    deep["moderation_results"] = nest
    said_of = read(deep, ordinary("c-2"))
    assert "nested" in refused_of(said_of)[0].reason
    assert thread_of(said_of).thread_id == "c-2"
