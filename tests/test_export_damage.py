"""Exports that are broken at one place: never an exception, each loss named, all else as it was."""

from contextlib import suppress
from typing import Any

import claude_exports
import pytest
from chatgpt_exports import a_message, answered, branch, ordinary, read, said, text
from damage import as_bytes, damage_to
from exports import SECRET, Said, read_bytes, refused_of, threads_of
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.errors import UsageError
from worker.exchange.formats import Format
from worker.exchange.remarks import Noticed, Refused
from worker.source import SourceThread

FIRST = ordinary("c-1")
TOOL = a_message("tool", text(SECRET), name="browser")
branch(FIRST, "u2", ("a2-again", answered(SECRET)), ("t1", TOOL))
branch(FIRST, "profile", ("u1-new", said(SECRET)), current=False)
CHATGPT = [FIRST, ordinary("c-2")]

CLAUDE = [
    claude_exports.conversation(
        claude_exports.said("u1", SECRET),
        claude_exports.answered("a1", SECRET),
        claude_exports.said("u2", SECRET),
        claude_exports.answered("a2", SECRET),
        claude_exports.answered("a2-again", SECRET, parent_message_uuid="u2"),
        claude_exports.a_message(
            "u3",
            "human",
            attachments=[{"file_name": "", "extracted_content": SECRET, "file_size": 9}],
            files=[{"file_name": "cat.png", "file_kind": "image", "file_uuid": "f"}],
        ),
    ),
    claude_exports.ordinary("k-2"),
]


def outcomes(export: list[Any], told: Said) -> list[tuple[Any, SourceThread | None]]:
    """Each conversation with its thread, or None for one that is refused by its place."""
    threads = iter(threads_of(told))
    refused = {one.line for one in refused_of(told) if one.message is None}
    paired = [
        (chat, None if number in refused else next(threads))
        for number, chat in enumerate(export, 1)
    ]
    assert next(threads, None) is None
    return paired


def no_text_in(told: Said) -> None:
    for one in told:
        if isinstance(one, SourceThread):
            assert "\x00" not in repr(one)
            repr(one).encode()
        else:
            assert SECRET not in str(one)
            str(one).encode()


def named(told: Said, number: int) -> set[str | None]:
    """The messages of the nth conversation that are refused."""
    return {one.message for one in refused_of(told) if one.line == number}


@settings(deadline=None)
@given(damage_to(CHATGPT))
def test_a_chatgpt_export_broken_at_one_place_loses_nothing_that_is_not_named(
    export: list[Any],
) -> None:
    told = read_bytes(as_bytes(export), Format.CHATGPT)
    no_text_in(told)
    for number, (chat, thread) in enumerate(outcomes(export, told), 1):
        if chat in CHATGPT:
            assert thread == threads_of(read(chat))[0]
        elif thread:
            had = {message.id for message in thread.messages} | {*(thread.left or ())}
            for node_id in chat.get("mapping") or {}:
                own = node_id.replace("\x00", "")
                if own.strip():
                    assert f"{thread.thread_id}/{own}" in had or node_id in named(told, number)


@settings(deadline=None)
@given(damage_to(CLAUDE))
def test_a_claude_export_broken_at_one_place_loses_nothing_that_is_not_named(
    export: list[Any],
) -> None:
    told = read_bytes(as_bytes(export), Format.CLAUDE)
    no_text_in(told)
    # Whose export it is the first one tells; where it tells another, the second is refused for it.
    of_another = any("of account" in one.reason for one in refused_of(told))
    for number, (chat, thread) in enumerate(outcomes(export, told), 1):
        if chat in CLAUDE and not of_another:
            assert thread == threads_of(claude_exports.read(chat))[0]
        elif thread:
            kept = len(thread.messages) + len(thread.left or ())
            assert kept + len(named(told, number)) >= len(chat["chat_messages"])


@pytest.mark.parametrize("export", [CHATGPT, CLAUDE])
@settings(deadline=None)
@given(data=st.data())
def test_an_export_that_breaks_off_yields_all_before_the_cut_and_says_so(
    export: list[Any], data: st.DataObject
) -> None:
    wanted = Format.CHATGPT if export is CHATGPT else Format.CLAUDE
    whole = as_bytes(export)
    cut = data.draw(st.integers(1, len(whole) - 1))
    told = read_bytes(whole[:cut], wanted)
    threads = threads_of(told)
    assert threads == threads_of(read_bytes(whole, wanted))[: len(threads)]
    assert len(threads) == sum(cut >= end for end in ends(export))
    assert isinstance(told[-1], Refused)
    assert "breaks off" in told[-1].reason
    assert str(told[-1]).startswith(f"conversation {len(threads) + 1}: ")


def ends(export: list[Any]) -> list[int]:
    """After how many bytes each conversation is whole."""
    found: list[int] = []
    at = 0
    for chat in export:
        at += len(as_bytes(chat)) + (1 if not found else 2)
        found.append(at)
    return found


@settings(deadline=None)
@given(st.binary(max_size=60), st.sampled_from(Format))
def test_no_bytes_at_all_are_a_failure(content: bytes, wanted: Format) -> None:
    for one in read_bytes(content, wanted):
        assert isinstance(one, Refused | Noticed | SourceThread)
    with suppress(UsageError):
        read_bytes(content)
