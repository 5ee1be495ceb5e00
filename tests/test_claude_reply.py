"""Reading a reply: events of any shape, none of which was validated."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.engines.claude.reply import Call, Reading, Said, Thought, plain

texts = st.text('ab"{\\\0\ud83d\udca9é', max_size=4)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)
kinds = st.sampled_from(
    [
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
        "mystery",
    ]
)
blocks = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["text", "tool_use", "thinking", "redacted_thinking", "x"])
        | anything,
        "text": anything,
        "id": anything,
        "name": anything,
        "input": anything,
        "thinking": anything,
        "signature": anything,
        "data": anything,
        "partial_json": anything,
        "stop_reason": anything,
        "stop_details": anything,
    },
)
events = st.fixed_dictionaries(
    {"type": kinds},
    optional={
        "index": st.integers(0, 2) | anything,
        "content_block": blocks | anything,
        "delta": blocks | anything,
        "message": anything,
        "usage": st.dictionaries(st.sampled_from(["input_tokens", "output_tokens"]), anything)
        | anything,
    },
)


def reading(*given: dict[str, Any]) -> Reading:
    made = Reading()
    for event in given:
        made.add(event)
    return made


def tool(*pieces: str, **start: Any) -> Reading:
    return reading(
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "tool_use", "id": "t", "name": "n", "input": {}, **start},
        },
        *(
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "input_json_delta", "partial_json": piece},
            }
            for piece in pieces
        ),
    )


@settings(max_examples=60)
@given(st.lists(events, max_size=8))
def test_no_event_is_too_odd_to_be_read(given: list[dict[str, Any]]) -> None:
    made = reading(*given)
    reply = made.reply()
    assert all(isinstance(part, Said | Thought | Call) for part in reply.parts)
    usage = made.usage()
    assert min(usage.tokens_in, usage.tokens_out) >= 0
    # What goes back to the API can be written.
    for part in reply.parts:
        if isinstance(part, Call):
            json.dumps([part.id, part.name, part.given], allow_nan=False).encode()


@given(anything, st.integers(1, 6))
def test_an_input_is_read_as_it_was_written_however_it_is_cut_up(value: Any, size: int) -> None:
    written = json.dumps(value)
    (call,) = tool(*(written[at : at + size] for at in range(0, len(written), size))).reply().calls
    assert call.whole
    assert call.given == plain(value)


@pytest.mark.parametrize(
    ("written", "given", "whole"),
    [
        ('{"words": ["a"], "done": true}', {"words": ["a"], "done": True}, True),
        ('{"words": ["a", "b', {"words": ["a"]}, False),
        ('{"words": ["a"], "do', {"words": ["a"]}, False),
        ('{"words": [{"x": 1}, {"x"', {"words": [{"x": 1}, {}]}, False),
        ("{", {}, False),
        ("no JSON", "no JSON", True),
        ('{"a": 1} and more', {"a": 1}, False),
        ('"text"', "text", True),
        ("", {}, True),
        ('{"a": "\\ud83d\\ude00", "b": "\\ud83d"}', {"a": "\U0001f600", "b": "\ufffd"}, True),
        ('{"a": NaN, "b": 1e999, "c": "x\\u0000y"}', {"a": None, "b": None, "c": "xy"}, True),
    ],
)
def test_an_input_that_breaks_off_is_told_from_one_that_is_whole(
    written: str, given: object, whole: bool
) -> None:
    (call,) = tool(written).reply().calls
    assert (call.given, call.whole) == (given, whole)


def test_an_input_that_came_with_the_beginning_of_the_block_is_the_input() -> None:
    (call,) = tool(input={"words": []}).reply().calls
    assert call.given == {"words": []}


def test_what_is_nested_too_deeply_is_cut_down() -> None:
    for deep in (100, 5000, 200_000):
        (call,) = tool('{"a": ' + "[" * deep + "]" * deep + "}").reply().calls
        assert json.dumps(call.given)


def test_a_reply_is_whole_only_once_it_says_why_it_stopped() -> None:
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 5}}}
    assert not reading(start).whole
    assert not reading(start, {"type": "message_delta", "delta": {"stop_reason": None}}).whole
    ended = reading(start, {"type": "message_delta", "delta": {"stop_reason": "end_turn"}})
    assert (ended.whole, ended.stopped) == (True, False)
    assert reading(start, {"type": "message_stop"}).stopped


def test_later_counts_take_the_place_of_earlier_ones() -> None:
    made = reading(
        {"type": "message_start", "message": {"usage": {"input_tokens": 7, "output_tokens": 1}}},
        {"type": "message_delta", "delta": {}, "usage": {"output_tokens": 40}},
        {"type": "message_delta", "delta": {}, "usage": {"output_tokens": None}},
    )
    assert (made.usage().tokens_in, made.usage().tokens_out) == (7, 40)


def test_a_gateway_that_ends_with_zeros_has_read_what_it_said_at_the_beginning() -> None:
    made = reading(
        {"type": "message_start", "message": {"usage": {"input_tokens": 700}}},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"input_tokens": 0, "output_tokens": 3},
        },
    )
    assert (made.usage().tokens_in, made.usage().tokens_out) == (700, 3)


def test_a_reply_without_its_end_has_cost_what_came_of_it() -> None:
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 7, "output_tokens": 1}}}
    block = {"type": "content_block_start", "index": 0, "content_block": {"type": "text"}}
    said = {"type": "content_block_delta", "index": 0, "delta": {"text": "Oslo" * 50 + "\ud800"}}
    assert reading(start, block, said).usage().tokens_out == 51
    ended = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}}
    told = {**ended, "usage": {"output_tokens": 40}}
    assert reading(start, block, said, told).usage().tokens_out == 40
