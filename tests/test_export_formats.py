"""What a file is, by what is in it: each format is recognised, and anything else is described."""

import json
from typing import Any

import chatgpt_exports
import claude_exports
import pytest
from exports import SECRET, a_message, a_thread, read_bytes, threads_of

from worker.errors import UsageError
from worker.exchange.formats import Format

JSONL = json.dumps(a_thread(a_message()))
CHATGPT = chatgpt_exports.ordinary()
CLAUDE = claude_exports.ordinary()


@pytest.mark.parametrize(
    ("content", "thread_id"),
    [
        (JSONL, "t"),
        (f"\ufeff\n{JSONL}\n{{}}\n", "t"),
        (f"not JSON at all\n{JSONL}", "t"),
        (json.dumps({"messages": ["x" * 2**21], "user_id": 1, "thread_id": 9}), "9"),
        (json.dumps([CHATGPT]), "c-1"),
        (json.dumps([CHATGPT], indent=4), "c-1"),
        ("\ufeff " + json.dumps([CHATGPT]), "c-1"),
        (json.dumps([None, 3, {}, CHATGPT]), "c-1"),
        (json.dumps(CHATGPT), "c-1"),
        (json.dumps(CHATGPT, indent=4), "c-1"),
        (json.dumps(CHATGPT) + "\n" + json.dumps(chatgpt_exports.ordinary("c-2")), "c-1"),
        (json.dumps([{"title": "x" * 500_000} | CHATGPT]), "c-1"),
        (json.dumps([{"title": '"mapping": "chat_messages": thread_id'} | CLAUDE]), "k-1"),
        (json.dumps([CLAUDE]), "k-1"),
        (json.dumps(CLAUDE, indent=2), "k-1"),
    ],
)
def test_a_format_is_recognised_by_what_is_in_the_file(content: str, thread_id: str) -> None:
    assert threads_of(read_bytes(content.encode()))[0].thread_id == thread_id


@pytest.mark.parametrize(
    ("content", "seen"),
    [
        (b"[1, 2]", "a JSON list of no objects"),
        (b'"text"', "JSON that is no object"),
        (
            json.dumps({"projects": [], "name": SECRET}),
            "a JSON object with the keys projects, name",
        ),
        (
            json.dumps([dict.fromkeys(["uuid", f"{SECRET}!", *"abcdefg"], SECRET)]),
            "a JSON list of objects with the keys uuid, (not a plain word), a, b, c, d, ...",
        ),
        (b"[{}]", "a JSON list of objects."),
        (json.dumps([a_thread(a_message())]), "`jq -c '.[]'`"),
        (SECRET, "text that is no JSON"),
        (b"<html><body>chat.html", "HTML or XML"),
        (b"\x1f\x8b\x08\x00", "a gzip archive"),
        (b"PK\x03\x04 and more", "a zip archive"),
        (JSONL.encode("utf-16"), "text in UTF-16"),
        (b"\x00\x01\x02", "bytes that are no text"),
    ],
)
def test_what_is_none_of_the_formats_is_described_without_a_word_of_it(
    content: Any, seen: str
) -> None:
    with pytest.raises(UsageError) as refused:
        read_bytes(content if isinstance(content, bytes) else content.encode())
    told = str(refused.value)
    assert seen in told
    assert SECRET not in told
    for known in ("JSONL", "ChatGPT", "Claude", "--format"):
        assert known in told


@pytest.mark.parametrize("content", [b"", b" \n", b"[]", b" [ ]\n"])
def test_a_file_with_nothing_in_it_is_nothing_to_import(content: bytes) -> None:
    assert read_bytes(content) == []


def test_a_format_that_is_named_is_not_looked_for() -> None:
    content = json.dumps([{"title": SECRET}]).encode()
    (refused,) = read_bytes(content, Format.CHATGPT)
    assert "id is missing" in str(refused)
    (refused,) = read_bytes(content, Format.JSONL)
    assert "line 1: a list" in str(refused)
