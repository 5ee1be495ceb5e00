"""Reading one message of a ChatGPT export: whose words it is, or why it is left out."""

from typing import Any

import pytest
from chatgpt_exports import (
    HIDDEN,
    PICTURE,
    a_message,
    answered,
    conversation,
    pictures,
    read,
    said,
    text,
)
from exports import SECRET, refused_of, thread_of

from worker.exchange.conversation import Export
from worker.exchange.omitted import Omitted
from worker.records import Role
from worker.source import SourceMessage, Status


def read_one(message: dict[str, Any]) -> SourceMessage:
    """The one message of a conversation of which nothing is refused."""
    said_of = read(conversation(("m", message)))
    assert refused_of(said_of) == []
    (found,) = thread_of(said_of).messages
    return found


def omitted_as(message: dict[str, Any]) -> list[Omitted]:
    export = Export("me", None)
    said_of = read(conversation(("m", message), ("u", said("Hi"))), export=export)
    assert refused_of(said_of) == []
    assert [one.id for one in thread_of(said_of).messages] == ["c-1/u"]
    return list((+export.omitted).elements())


def spoken(words: str, direction: str = "in") -> dict[str, Any]:
    return {
        "content_type": "audio_transcription",
        "text": words,
        "direction": direction,
        "decoding_id": None,
    }


RECORDING = {
    "content_type": "real_time_user_audio_video_asset_pointer",
    "audio_asset_pointer": {"content_type": "audio_asset_pointer", "format": "wav"},
    "frames_asset_pointers": [],
    "audio_start_timestamp": 19.3,
}
SOUND = {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_b2"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (text("as it is\n"), "as it is\n"),
        (text("one", "two"), "one\ntwo"),
        (text("one", None, "", "two"), "one\ntwo"),
        (pictures(PICTURE, "What is this?"), "[image]\nWhat is this?"),
        (pictures(PICTURE, PICTURE), "[image]\n[image]"),
        (pictures(spoken("Good morning."), RECORDING), "Good morning."),
        (pictures(RECORDING), "[audio]"),
        (pictures(SOUND), "[audio]"),
        (pictures(spoken("Look."), SOUND, PICTURE), "Look.\n[image]"),
        (pictures({"content_type": "video_container_asset_pointer"}), "[video]"),
        (pictures({"content_type": "something_new"}, "and words"), "[something_new]\nand words"),
        (pictures({"content_type": "not a plain word"}, 5, {}, "x"), "[part]\n[part]\n[part]\nx"),
        ({"content_type": "code", "language": "python", "text": "print(1)"}, "print(1)"),
        ({"content_type": "code", "language": "python", "parts": ["print(1)"]}, "print(1)"),
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant"])
def test_what_was_said_becomes_text_with_a_short_label_for_what_is_none(
    role: str, content: dict[str, Any], words: str
) -> None:
    message = read_one(a_message(role, content))
    assert (message.role, message.content) == (Role(role), words)


def test_files_that_came_with_a_question_are_named_once() -> None:
    attached = [
        {"id": "file-1", "name": "report\n2024.pdf", "size": 5, "mime_type": "application/pdf"},
        {"id": "file-2", "name": "cat.png", "size": 5, "mime_type": "image/png"},
        {"id": "file-3"},
        "not an object",
    ]
    message = a_message("user", pictures(PICTURE, "Read."), metadata={"attachments": attached})
    assert read_one(message).content == "[image]\nRead.\n[file report 2024.pdf]\n[file]"
    alone = said("", metadata={"attachments": attached[1:2]})
    assert read_one(alone).content == "[image]"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ({"content_type": "execution_output", "text": "42"}, "42"),
        ({"content_type": "tether_browsing_display", "result": "A page", "summary": ""}, "A page"),
        (
            {"content_type": "tether_quote", "url": "u", "domain": "d", "text": "t", "title": "T"},
            "T\nu\nt",
        ),
        (
            {"content_type": "system_error", "name": "Timeout", "text": "too slow"},
            "Timeout\ntoo slow",
        ),
        ({"content_type": "computer_output", "screenshot": {"width": 1}}, "[image]"),
        ({"content_type": "citable_code_output", "output_str": "42"}, "42"),
    ],
)
@pytest.mark.parametrize("role", ["user", "assistant", "tool"])
def test_what_a_tool_shows_is_text_of_the_tool_whoever_the_row_says_it_is_by(
    role: str, content: dict[str, Any], words: str
) -> None:
    message = read_one(a_message(role, content, name="browser"))
    assert (message.role, message.content) == (Role.TOOL, words)


def test_a_tool_is_named_and_its_unknown_answers_are_text_where_they_hold_any() -> None:
    message = read_one(a_message("tool", text("3 results"), name="file_search"))
    assert (message.role, message.name, message.content) == (Role.TOOL, "file_search", "3 results")
    new = {"content_type": "something_new", "text": "3 results"}
    assert read_one(a_message("tool", new)).content == "3 results"


def test_an_image_that_a_tool_made_is_the_answer() -> None:
    made = read_one(a_message("tool", pictures(PICTURE), name="dalle.text2im"))
    assert (made.role, made.content, made.name) == (Role.ASSISTANT, "[image]", None)
    page = read_one(a_message("tool", pictures(PICTURE, "page 1"), name="file_search"))
    assert page.role is Role.TOOL


@pytest.mark.parametrize("recipient", ["python", "browser", "web.run", "bio", "dalle.text2im"])
def test_a_call_of_a_tool_has_no_words_of_the_assistant(recipient: str) -> None:
    code = {"content_type": "code", "language": "unknown", "text": SECRET}
    for content in (code, text(SECRET)):
        message = read_one(a_message("assistant", content, recipient=recipient))
        assert (message.role, message.content) == (Role.ASSISTANT, "")
        assert message.tool_calls == [{"name": recipient, "arguments": SECRET}]


@pytest.mark.parametrize("recipient", [None, "", "all"])
def test_an_answer_for_everybody_is_no_call_of_a_tool(recipient: str | None) -> None:
    message = read_one(answered("Yes.", recipient=recipient))
    assert (message.content, message.tool_calls) == ("Yes.", None)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (a_message("system", text("You are ChatGPT."), metadata=HIDDEN), Omitted.HIDDEN),
        (said(SECRET, metadata=HIDDEN), Omitted.HIDDEN),
        (answered(SECRET, metadata=HIDDEN), Omitted.HIDDEN),
        (a_message("tool", text(SECRET), weight=0.0), Omitted.HIDDEN),
        (a_message("system", text("Be brief."), weight=0), Omitted.HIDDEN),
        (answered(SECRET, weight=0.0), Omitted.HIDDEN),
        (said(SECRET, metadata={"is_user_system_message": True}), Omitted.INSTRUCTIONS),
        (
            a_message(
                "user",
                {"content_type": "user_editable_context", "user_profile": "I am Ada."},
            ),
            Omitted.INSTRUCTIONS,
        ),
        (
            a_message(
                "assistant",
                {"content_type": "model_editable_context", "model_set_context": "1. Is Ada."},
            ),
            Omitted.INSTRUCTIONS,
        ),
        (
            a_message("user", {"content_type": "app_pairing_content", "workspaces": []}),
            Omitted.INSTRUCTIONS,
        ),
        (
            a_message(
                "assistant",
                {"content_type": "thoughts", "thoughts": [{"summary": "s", "content": "c"}]},
            ),
            Omitted.REASONING,
        ),
        (
            a_message("assistant", {"content_type": "reasoning_recap", "content": "Thought 9s"}),
            Omitted.REASONING,
        ),
        (answered("Let me think", channel="analysis"), Omitted.REASONING),
        (answered(""), Omitted.EMPTY),
        (said(" \n"), Omitted.EMPTY),
        (a_message("user", {"content_type": "text"}), Omitted.EMPTY),
        (a_message("user", {"content_type": "text", "parts": None}), Omitted.EMPTY),
        (a_message("user", text()), Omitted.EMPTY),
        (
            a_message("tool", {"content_type": "tether_browsing_display", "result": ""}),
            Omitted.EMPTY,
        ),
    ],
)
def test_what_nobody_said_is_left_out_and_counted_with_its_reason(
    message: dict[str, Any], why: Omitted
) -> None:
    assert omitted_as(message) == [why]


def test_what_a_user_wrote_is_never_left_out_for_its_weight() -> None:
    assert read_one(said("I like tea.", weight=0.0)).content == "I like tea."


def test_a_system_message_that_is_shown_is_imported_as_one() -> None:
    assert read_one(a_message("system", text("The model was changed."))).role is Role.SYSTEM


@pytest.mark.parametrize(
    ("status", "last", "read_as"),
    [
        ("finished_successfully", True, Status.COMPLETE),
        ("finished_partial_completion", True, Status.COMPLETE),
        (None, True, Status.COMPLETE),
        ("in_progress", True, Status.STREAMING),
        ("in_progress", False, Status.COMPLETE),
        ("error", False, Status.ERROR),
    ],
)
def test_an_answer_under_way_is_complete_once_something_follows_it(
    status: str | None, last: bool, read_as: Status
) -> None:
    follows = [] if last else [("u2", said("Go on."))]
    thread = thread_of(
        read(conversation(("u", said("Hi")), ("a", answered("Half", status=status)), *follows))
    )
    assert thread.messages[1].status is read_as
    assert read_one(said("Hi", status="in_progress")).status is Status.COMPLETE


@pytest.mark.parametrize(
    ("broken", "named"),
    [
        ({"author": None}, "role is missing"),
        ({"author": SECRET}, "author is a text"),
        ({"author": {"role": "moderator"}}, "role moderator"),
        ({"author": {"role": SECRET}}, "role as written"),
        ({"content": None}, "content is missing"),
        ({"content": SECRET}, "content is a text"),
        ({"content": {"parts": [SECRET]}}, "content_type is missing"),
        ({"content": {"content_type": 5}}, "content_type is a number"),
        ({"content": {"content_type": "something_new", "text": SECRET}}, "something_new"),
        ({"content": {"content_type": SECRET, "text": SECRET}}, "as written"),
        ({"content": {"content_type": "text", "parts": SECRET}}, "parts is a text"),
        ({"content": {"content_type": "code", "text": [SECRET]}}, "text is a list"),
        ({"metadata": [SECRET]}, "metadata is a list"),
        ({"metadata": {"is_visually_hidden_from_conversation": SECRET}}, "is_visually_hidden"),
        ({"recipient": 7}, "recipient is a number"),
        ({"status": SECRET}, "status as written"),
    ],
)
def test_a_message_that_cannot_be_understood_is_refused_by_name_and_never_repeated(
    broken: dict[str, Any], named: str
) -> None:
    chat = conversation(("u", said("Hi")), ("m", answered("Yes.") | broken), ("u2", said("Bye")))
    said_of = read(chat)
    (refused,) = refused_of(said_of)
    assert refused.message == "m"
    assert str(refused).startswith("conversation 1 ('c-1'): message 'm': ")
    assert named in refused.reason
    assert SECRET not in refused.reason
    assert [message.id for message in thread_of(said_of).messages] == ["c-1/u", "c-1/u2"]
