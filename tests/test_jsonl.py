"""Reading an export: every line gives a thread or says why not, and no text is in what is said."""

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from exports import NINE, SECRET, a_message, a_thread, noticed_of, read, refused_of, thread_of
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.exchange.jsonl import read_threads
from worker.exchange.remarks import Noticed, Refused
from worker.exchange.times import instant, usable_zone
from worker.records import Role
from worker.source import SourceMessage, SourceThread, Status


def test_a_thread_comes_out_with_every_field_that_it_had() -> None:
    call = [{"id": "c", "name": "look", "arguments": {"at": "sky"}}]
    (thread,) = read(
        a_thread(
            a_message(name="Ada", status="done", tool_calls=call, position=4, edited_at=1709629200),
            kind="voice",
            hidden=True,
            archived_at="2024-03-06T00:00:00+09:00",
            memory_enabled=False,
        )
    )
    assert thread == SourceThread(
        thread_id="t",
        user_id="u",
        timezone="Asia/Seoul",
        title="A title",
        kind="voice",
        hidden=True,
        archived_at=datetime(2024, 3, 5, 15, 0, tzinfo=UTC),
        memory_enabled=False,
        messages=(
            SourceMessage("m1", Role.USER, "Ada", SECRET, NINE, Status.COMPLETE, call, 4, NINE),
        ),
    )


def test_a_thread_that_says_only_what_it_must_claims_nothing_of_its_user() -> None:
    (thread,) = read({"thread_id": 7, "user_id": 8, "messages": []})
    assert thread == SourceThread("7", "8", None, None, "chat", False, None, None, ())


def test_marks_blank_lines_and_windows_line_ends_are_not_content() -> None:
    line = json.dumps(a_thread(a_message()))
    second = json.dumps(a_thread(a_message(), thread_id="t2"))
    stream = io.BytesIO(f"\ufeff{line}\r\n\r\n  \n\ufeff{second}".encode())
    said = list(read_threads(stream))
    assert [one.thread_id for one in said if isinstance(one, SourceThread)] == ["t", "t2"]
    assert len(said) == 2


def test_a_text_stream_reads_like_a_binary_one() -> None:
    line = json.dumps(a_thread(a_message(content="물 \u2028 water")), ensure_ascii=False)
    assert list(read_threads(io.StringIO(line))) == list(read_threads(io.BytesIO(line.encode())))


def test_no_line_is_read_before_the_thread_ahead_of_it_is_taken() -> None:
    taken: list[int] = []

    def lines() -> Iterator[str]:
        for number in range(3):
            taken.append(number)
            yield json.dumps(a_thread(a_message(), thread_id=f"t{number}"))

    threads = read_threads(lines())
    next(threads)
    assert taken == [0]
    next(threads)
    assert taken == [0, 1]


def test_a_line_of_sixty_megabytes_is_read() -> None:
    line = json.dumps(a_thread(a_message(content="x" * 60_000_000))).encode()
    (thread,) = read_threads(io.BytesIO(line))
    assert isinstance(thread, SourceThread)
    assert len(thread.messages[0].content) == 60_000_000


@pytest.mark.parametrize(
    ("line", "named"),
    [
        (b'{"thread_id": "t", ', "not JSON"),
        (b"[" * 100_000, "nested"),
        (b"[]", "a list"),
        (b'"words"', "a text"),
        (b'{"user_id": "u", "messages": []}', "thread_id"),
        (b'{"thread_id": "t", "messages": []}', "user_id"),
        (b'{"thread_id": "t", "user_id": "u"}', "messages"),
        (b'{"thread_id": "t", "user_id": "u", "messages": {}}', "messages"),
        (b'{"thread_id": true, "user_id": "u", "messages": []}', "thread_id"),
        (b'{"thread_id": "\\u0000", "user_id": "u", "messages": []}', "thread_id"),
        (b'{"thread_id": 1.5, "user_id": "u", "messages": []}', "thread_id"),
        (b'{"thread_id": "' + b"x" * 513 + b'", "user_id": "u", "messages": []}', "thread_id"),
        (b'{"thread_id": "t", "user_id": "u", "messages": [], "timezone": 9}', "timezone"),
        (b'{"thread_id": "t", "user_id": "u", "messages": [], "title": []}', "title"),
        (b'{"thread_id": "t", "user_id": "u", "messages": [], "kind": 1}', "kind"),
        (b'{"thread_id": "t", "user_id": "u", "messages": [], "hidden": "no"}', "hidden"),
        (
            b'{"thread_id": "t", "user_id": "u", "messages": [], "memory_enabled": "false"}',
            "memory_enabled",
        ),
        (b"\xff\xfe{\x00}\x00", "UTF-8"),
    ],
)
def test_a_line_that_cannot_be_used_is_refused_by_number_and_field_and_the_next_is_read(
    line: bytes, named: str
) -> None:
    good = json.dumps(a_thread(a_message())).encode()
    refused, thread = read_threads([b"\n", line + b"\n", good])
    assert isinstance(refused, Refused)
    assert refused.line == 2
    assert named in refused.reason
    assert isinstance(thread, SourceThread)


def test_bytes_that_a_text_stream_cannot_decode_end_it_with_a_reason() -> None:
    good = json.dumps(a_thread(a_message())).encode()
    stream = io.TextIOWrapper(io.BytesIO(good + b"\n" + b"x" * 20_000 + b"\n\xff\n"), "utf-8")
    said = list(read_threads(stream))
    assert isinstance(said[-1], Refused)
    assert "nothing from here on" in said[-1].reason


def test_unknown_keys_are_counted_over_the_file_and_listed_once() -> None:
    said = read(
        a_thread(a_message(likes=1), a_message(id="m2", likes=2), mood="x"),
        a_thread(a_message(likes=3), thread_id="t2", **{f"{SECRET}!": 1}),
    )
    (noticed,) = noticed_of(said)
    assert "message.likes (3)" in noticed
    assert "thread.mood (1)" in noticed
    assert SECRET not in noticed
    assert not refused_of(said)


def test_a_thread_on_a_second_line_is_read_and_said() -> None:
    said = read(a_thread(a_message()), a_thread(a_message(id="m2")))
    assert len([one for one in said if isinstance(one, SourceThread)]) == 2
    assert "line 1" in noticed_of(said)[0]


def test_text_ids_and_tool_calls_are_clean_when_they_come_out() -> None:
    line = (
        rb'{"thread_id": "t\u0000", "user_id": "u\ud83d", "messages": [{"id": "m\u0000", "role": '
        rb'"tool", "content": "a\u0000b \ud83d", "tool_calls": {"k\u0000": ["\ud83d\ude00", NaN, '
        rb'1e999]}, "created_at": 0}]}'
    )
    thread = thread_of(list(read_threads([line])))
    (message,) = thread.messages
    assert (thread.thread_id, thread.user_id, message.id) == ("t", "u\ufffd", "m")
    assert message.content == "ab \ufffd"
    assert message.tool_calls == {"k": ["😀", "NaN", "1e999"]}


def test_a_surrogate_that_was_written_as_bytes_is_mended_too() -> None:
    line = json.dumps(a_thread(a_message(content="cut \ud83d")), ensure_ascii=False)
    (thread,) = read_threads([line.encode("utf-8", "surrogatepass")])
    assert isinstance(thread, SourceThread)
    assert thread.messages[0].content == "cut \ufffd"


def test_a_number_of_any_length_is_no_failure() -> None:
    line = json.dumps(a_thread(a_message(created_at=1))).replace(
        '"created_at": 1', f'"created_at": {"9" * 9000}'
    )
    assert thread_of(list(read_threads([line]))).messages[0].created_at is None


any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([SECRET, "user", "2024-03-05", "Asia/Seoul", "streaming"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
thread_fields = st.sampled_from(
    ["timezone", "title", "kind", "hidden", "archived_at", "memory_enabled", "user_id", "x"]
)
message_fields = st.sampled_from(
    ["role", "name", "content", "created_at", "status", "tool_calls", "position", "edited_at", "x"]
)


@settings(deadline=None)
@given(
    st.dictionaries(thread_fields, any_json, max_size=3),
    st.lists(st.dictionaries(message_fields, any_json, max_size=4), max_size=4),
    st.one_of(st.none(), any_json),
)
def test_any_value_in_any_field_gives_a_thread_or_a_reason_without_the_text(
    fields: dict[str, Any], spoilt: list[dict[str, Any]], extra: Any
) -> None:
    messages = [a_message(id=f"m{i}") | each for i, each in enumerate(spoilt)]
    said = read(a_thread(*messages, extra, **fields))
    assert isinstance(said[0], SourceThread | Refused)
    for one in said[1:] if isinstance(said[0], SourceThread) else said:
        assert isinstance(one, Refused | Noticed)
        assert SECRET not in one.reason
    for thread in said:
        if isinstance(thread, SourceThread):
            named = [one.message for one in refused_of(said)]
            assert len(thread.messages) + len(named) == len(messages) + 1
            assert len({message.position for message in thread.messages}) == len(thread.messages)
            assert "\x00" not in repr(thread)
            repr(thread).encode()


@settings(deadline=None)
@given(st.lists(st.binary() | any_json.map(lambda value: json.dumps(value).encode())))
def test_no_bytes_keep_the_line_after_them_from_being_read(lines: list[bytes]) -> None:
    good = json.dumps(a_thread(a_message(), thread_id="the last")).encode()
    threads = [one for one in read_threads([*lines, good]) if isinstance(one, SourceThread)]
    assert threads[-1].thread_id == "the last"


@given(st.datetimes(min_value=datetime(2, 2, 1), max_value=datetime(9998, 1, 1)))  # noqa: DTZ001
def test_an_instant_survives_being_written_and_read(moment: datetime) -> None:
    aware = moment.replace(tzinfo=UTC)
    assert instant(aware.isoformat(), UTC) == aware


@given(st.text())
def test_no_name_of_a_zone_is_a_failure(name: str) -> None:
    usable_zone(name)
