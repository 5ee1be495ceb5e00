"""Reading a Claude export: one thread a conversation, of the branch that was written last."""

from datetime import timedelta
from typing import Any

import pytest
from claude_exports import (
    ACCOUNT,
    BEGAN,
    NOBODY,
    a_message,
    answered,
    block,
    conversation,
    ordinary,
    read,
    said,
    written,
)
from exports import SECRET, noticed_of, refused_of, thread_of, threads_of

from worker.exchange.conversation import Export
from worker.exchange.omitted import Omitted
from worker.records import Role
from worker.source import SourceMessage, Status


def own_ids(*values: Any) -> list[str]:
    """The ids of what was imported of one conversation, without the conversation's."""
    return [message.id.partition("/")[2] for message in thread_of(read(*values)).messages]


def read_one(message: dict[str, Any], export: Export | None = None) -> SourceMessage:
    """The one message of a conversation of which nothing is refused."""
    told = read(conversation(message), export=export)
    assert refused_of(told) == []
    (found,) = thread_of(told).messages
    return found


def test_a_conversation_becomes_a_thread_of_its_owner_with_what_was_said_in_order() -> None:
    thread = thread_of(read(ordinary("k-7", name="Tea"), export=Export("ada", "Asia/Seoul")))
    assert (thread.thread_id, thread.user_id, thread.timezone) == ("k-7", "ada", "Asia/Seoul")
    assert (thread.title, thread.kind, thread.hidden) == ("Tea", "chat", False)
    assert thread.messages[1:3] == (
        SourceMessage(
            "k-7/a1",
            Role.ASSISTANT,
            None,
            "Noted.",
            BEGAN + timedelta(seconds=10),
            Status.COMPLETE,
            None,
            1,
            None,
        ),
        SourceMessage(
            "k-7/u2",
            Role.USER,
            None,
            "Remember that I am allergic to nuts.",
            BEGAN + timedelta(seconds=20),
            Status.COMPLETE,
            None,
            2,
            None,
        ),
    )


def test_a_conversation_without_a_name_has_no_title() -> None:
    assert thread_of(read(ordinary(name=""))).title is None
    told = read(ordinary(name=[SECRET]))
    assert thread_of(told).title is None
    assert noticed_of(told) == ["name is a list, left out"]


def test_of_an_edited_prompt_the_newest_branch_stands_and_the_other_is_counted() -> None:
    chat = conversation(
        said("u1", "I prefer tea."),
        answered("a1", "Noted."),
        said("u2", "And dogs."),
        answered("a2", "Noted."),
        said("u1-new", "I prefer coffee.", parent_message_uuid=NOBODY),
        answered("a1-new", "Noted."),
    )
    export = Export("me", None)
    told = read(chat, export=export)
    assert [message.id for message in thread_of(told).messages] == ["k-1/u1-new", "k-1/a1-new"]
    assert export.omitted[Omitted.BRANCH] == 4
    assert noticed_of(told) == ["not imported: messages on branches that were left (4)"]
    assert thread_of(told).left == ("k-1/a1", "k-1/a2", "k-1/u1", "k-1/u2")


def test_where_an_export_says_which_branch_is_shown_that_one_stands() -> None:
    chat = conversation(
        said("u1", "I prefer tea."),
        answered("a1", "Noted."),
        answered("a1-again", "Good.", parent_message_uuid="u1"),
    )
    assert own_ids(chat) == ["u1", "a1-again"]
    assert own_ids(chat | {"current_leaf_message_uuid": "a1"}) == ["u1", "a1"]
    assert own_ids(chat | {"current_leaf_message_uuid": "gone"}) == ["u1", "a1-again"]


def test_an_older_export_without_parents_is_one_branch_in_the_order_of_the_file() -> None:
    chat = conversation(
        a_message("u1", "human", text="I prefer tea.", content=None),
        a_message("a1", "assistant", text="Noted."),
        tree=False,
    )
    assert own_ids(chat) == ["u1", "a1"]
    assert [message.content for message in thread_of(read(chat)).messages] == [
        "I prefer tea.",
        "Noted.",
    ]


@pytest.mark.parametrize("parent", [7, "gone", ["u2"]])
def test_a_message_whose_parent_cannot_be_read_hangs_on_the_one_before_it(parent: Any) -> None:
    chat = ordinary()
    chat["chat_messages"][2]["parent_message_uuid"] = parent
    assert own_ids(chat) == ["u1", "a1", "u2", "a2"]


def test_another_sign_for_the_root_is_understood_by_the_first_message() -> None:
    chat = conversation(
        said("u1", "I prefer tea.", parent_message_uuid="root"),
        said("u1-new", "I prefer coffee.", parent_message_uuid="root"),
    )
    assert own_ids(chat) == ["u1-new"]


def test_parents_that_go_round_in_a_circle_end_nothing_and_are_refused_by_name() -> None:
    chat = ordinary()
    chat["chat_messages"][0]["parent_message_uuid"] = "a2"
    told = read(chat)
    assert "circle" in refused_of(told)[0].reason
    assert len(thread_of(told).messages) == 4


@pytest.mark.parametrize(
    ("blocks", "words", "omitted"),
    [
        ([block("one"), block("two")], "one\ntwo", []),
        (
            [
                {"type": "thinking", "thinking": SECRET, "summaries": [], "cut_off": False},
                {"type": "redacted_thinking", "data": "x"},
                block("Yes."),
            ],
            "Yes.",
            [Omitted.REASONING, Omitted.REASONING],
        ),
        (
            [
                block("I look."),
                {"type": "tool_use", "id": "t", "name": "web_search", "input": {"q": SECRET}},
                {"type": "tool_result", "name": "web_search", "content": [block(SECRET)]},
                block("Here."),
            ],
            "I look.\n[tool web_search]\nHere.",
            [Omitted.TOOL_RESULT],
        ),
        (
            [{"type": "tool_use", "name": None}, {"type": "tool_use", "name": "a b"}],
            "[tool]\n[tool]",
            [],
        ),
        ([{"type": "voice_note", "title": "t", "text": "Good morning."}], "Good morning.", []),
        ([{"type": "image"}, {"type": "not plain"}, {}], "[image]\n[part]\n[part]", []),
        ([{"type": "token_budget"}, block("Yes.")], "Yes.", []),
    ],
)
def test_blocks_become_one_text_and_what_is_no_answer_is_counted(
    blocks: list[Any], words: str, omitted: list[Omitted]
) -> None:
    export = Export("me", None)
    # What the text field repeats of the blocks is not taken a second time.
    assert read_one(a_message("a", "assistant", *blocks, text="again"), export).content == words
    assert list((+export.omitted).elements()) == omitted


def test_files_have_labels_and_what_was_pasted_is_quoted_line_by_line() -> None:
    message = said(
        "u",
        "What of this?",
        attachments=[
            {"file_name": "", "file_type": "txt", "extracted_content": "I am a heron.\r\nSo am I."},
            {"file_name": "paste-2.txt", "extracted_content": "Line"},
            {"file_name": "cv\n2024.pdf", "file_type": "pdf", "extracted_content": SECRET},
            {"file_name": None},
        ],
        files=[
            {"file_name": "cat.png", "file_kind": "image", "file_uuid": "f"},
            {"file_name": "sheet.xlsx", "file_kind": "blob"},
        ],
    )
    assert read_one(message).content.splitlines() == [
        "What of this?",
        "> I am a heron.",
        "> So am I.",
        "> Line",
        "[file cv 2024.pdf]",
        "[file]",
        "[image]",
        "[file sheet.xlsx]",
    ]


def test_a_question_that_is_all_pasted_is_a_message() -> None:
    pasted = [{"file_name": "", "extracted_content": "line 1\nline 2"}]
    assert read_one(a_message("u", "human", attachments=pasted)).content == "> line 1\n> line 2"


def test_messages_with_nothing_in_them_are_counted_and_left_out() -> None:
    export = Export("me", None)
    told = read(conversation(said("u", "Hi"), a_message("a", "assistant", text=" ")), export=export)
    assert [message.id for message in thread_of(told).messages] == ["k-1/u"]
    assert export.omitted[Omitted.EMPTY] == 1


def test_messages_without_a_time_are_at_the_time_of_the_one_before() -> None:
    chat = ordinary()
    chat["chat_messages"][0]["created_at"] = None
    chat["chat_messages"][2]["created_at"] = "soon"
    thread = thread_of(read(chat))
    assert [message.created_at for message in thread.messages][:3] == [
        BEGAN,
        BEGAN + timedelta(seconds=10),
        BEGAN + timedelta(seconds=10),
    ]


@pytest.mark.parametrize(
    ("broken", "named"),
    [
        (7, "a number"),
        (None, "missing"),
        (said("", SECRET), "uuid is blank"),
        (said("u1", SECRET), "same uuid"),
        (a_message("bad", "moderator"), "sender moderator"),
        (a_message("bad", "human", content=SECRET), "content is a text"),
        (a_message("bad", "human", SECRET), "part of its content is a text"),
        (a_message("bad", "human", {"type": [SECRET]}), "type is a list"),
        (a_message("bad", "human", block(SECRET) | {"text": [SECRET]}), "text is a list"),
        (a_message("bad", "human", text=[SECRET]), "text is a list"),
        (a_message("bad", "human", attachments=SECRET), "attachments is a text"),
        (a_message("bad", "human", files={"a": SECRET}), "files is an object"),
    ],
)
def test_a_message_that_cannot_be_understood_is_refused_by_name_and_the_rest_is_kept(
    broken: Any, named: str
) -> None:
    chat = ordinary()
    at = {"parent_message_uuid": "a1", "created_at": written(15)}
    chat["chat_messages"].insert(2, broken | at if isinstance(broken, dict) else broken)
    if isinstance(broken, dict) and broken["uuid"] == "bad":
        chat["chat_messages"][3]["parent_message_uuid"] = "bad"
    told = read(chat)
    (refused,) = refused_of(told)
    assert refused.message in ("2", "", "u1", "bad")
    assert named in refused.reason
    assert SECRET not in refused.reason
    assert [message.id for message in thread_of(told).messages] == [
        "k-1/u1",
        "k-1/a1",
        "k-1/u2",
        "k-1/a2",
    ]


@pytest.mark.parametrize(
    ("value", "named"),
    [
        (None, "missing"),
        ({"chat_messages": []}, "uuid is missing"),
        ({"uuid": "k"}, "chat_messages is missing"),
        ({"uuid": "k", "chat_messages": {}}, "chat_messages is an object"),
        ({"uuid": "k", "chat_messages": [], "account": SECRET}, "account is a text"),
    ],
)
def test_a_conversation_that_cannot_be_read_is_refused_by_its_place_and_the_rest_is_read(
    value: Any, named: str
) -> None:
    told = read(ordinary("k-1"), value, ordinary("k-3"))
    (refused,) = refused_of(told)
    assert str(refused).startswith("conversation 2")
    assert named in refused.reason
    assert SECRET not in refused.reason
    assert [thread.thread_id for thread in threads_of(told)] == ["k-1", "k-3"]


def test_conversations_of_another_account_are_refused_since_a_memory_is_of_one_person() -> None:
    told = read(ordinary("k-1"), ordinary("k-2", account={"uuid": "other"}), ordinary("k-3"))
    (refused,) = refused_of(told)
    assert "'other'" in refused.reason
    assert ACCOUNT in refused.reason
    assert [thread.thread_id for thread in threads_of(told)] == ["k-1", "k-3"]
