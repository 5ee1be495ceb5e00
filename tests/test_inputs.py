"""What a model sends to a tool is read whatever its shape: what is whole counts, all is told."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.engines.claude.compiler.agent import TOOL as NOTES
from worker.engines.claude.ids import resolved
from worker.engines.claude.inputs import MOST_ITEMS, Call, Unreadable
from worker.engines.claude.observer.agent import TOOL

ONE = {
    "content": "User lives in Oslo",
    "relevance": "high",
    "category": "fact",
    "sources": ["m1"],
    "supersedes": [],
}


def read(given: object, *, cut_off: bool = False) -> Call:
    return TOOL.read(given, cut_off=cut_off)


def sent(*items: object, done: object = True) -> dict[str, Any]:
    return {"observations": list(items), "done": done}


def contents(call: Call) -> list[str]:
    return [item.texts["content"] for item in call.items]


def refusal(given: object) -> str:
    with pytest.raises(Unreadable) as wrong:
        read(given)
    return str(wrong.value)


def test_a_call_is_read_as_its_items_and_whether_it_is_all() -> None:
    call = read(sent(ONE, ONE | {"content": "x"}))
    assert (contents(call), call.done, call.refused) == (["User lives in Oslo", "x"], True, ())
    assert call.items[0].ids == {"sources": ("m1",), "supersedes": ()}
    assert not read(sent(ONE, done=False)).done


def test_an_empty_list_that_is_done_is_an_answer() -> None:
    assert read(sent()) == Call((), done=True)


@pytest.mark.parametrize(
    "given",
    [
        json.dumps(sent(ONE)),
        {"observations": json.dumps([ONE]), "done": True},
        {"observations": [ONE | {"sources": '["m1"]'}], "done": "true"},
        {"observations": [ONE | {"relevance": " High "}], "done": True, "more": 1},
    ],
)
def test_json_in_a_string_is_decoded_once(given: object) -> None:
    # O11
    call = read(given)
    assert (contents(call), call.done, call.refused) == (["User lives in Oslo"], True, ())
    assert call.items[0].ids["sources"] == ("m1",)


LIST = "observations must be a list of objects; send an empty one if there is nothing"
OBJECT = "the input must be an object with observations and done"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, OBJECT),
        ([ONE], OBJECT),
        ("User lives in Oslo", OBJECT),
        ('"{}"', OBJECT),
        (7, OBJECT),
        ({}, LIST),
        ({"observations": None, "done": True}, LIST),
        ({"observations": ONE, "done": True}, LIST),
        ({"observations": "User lives in Oslo", "done": True}, LIST),
        ({"observations": json.dumps(json.dumps([ONE])), "done": True}, LIST),
        ("[" * 100_000, "the input is nested too deeply"),
        ({"observations": "[" * 100_000, "done": True}, "the input is nested too deeply"),
    ],
)
def test_what_is_no_call_is_refused_with_what_is_expected(given: object, told: str) -> None:
    assert refusal(given) == told


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("User lives in Oslo", "item 2 must be an object"),
        (None, "item 2 must be an object"),
        ([ONE], "item 2 must be an object"),
        ({}, "item 2: content must be a text"),
        (ONE | {"content": ["x"]}, "item 2: content must be a text"),
        (
            ONE | {"relevance": "urgent"},
            "item 2: relevance must be one of low, medium, high, critical",
        ),
        (ONE | {"relevance": 3}, "item 2: relevance must be one of low, medium, high, critical"),
        (ONE | {"sources": "m1, m2"}, "item 2: sources must be a list of ids"),
        (ONE | {"sources": ["m1", 2]}, "item 2: sources must be a list of ids"),
        (ONE | {"sources": {"m1": 1}}, "item 2: sources must be a list of ids"),
        (ONE | {"sources": None}, "item 2: sources must be a list of ids"),
        (ONE | {"supersedes": 1}, "item 2: supersedes must be a list of ids"),
    ],
)
def test_an_item_of_another_shape_is_refused_alone(item: object, told: str) -> None:
    call = read(sent(ONE, item, ONE))
    assert len(call.items) == 2
    assert call.refused == (told,)
    assert str(call) == f"1 could not be read: {told}"


def test_what_a_model_may_leave_out_is_read_as_empty() -> None:
    item = {"content": "x", "relevance": "low", "sources": ["m1"], "supersedes": None}
    call = read(sent(item))
    assert call.items[0].texts["category"] == ""
    assert call.items[0].ids["supersedes"] == ()


# Replies that were cut off (O12).


def test_of_a_call_that_was_cut_off_the_last_item_is_refused_and_it_is_not_done() -> None:
    broken = {"content": "User lives in Be"}
    call = read({"observations": [ONE, broken]}, cut_off=True)
    assert (contents(call), call.done) == (["User lives in Oslo"], False)
    assert call.refused == ("item 2: it was cut off",)
    whole = read({"observations": [ONE, ONE]}, cut_off=True)
    assert len(whole.items) == 1
    assert not read(sent(ONE), cut_off=True).done


@pytest.mark.parametrize("length", range(0, len(json.dumps(sent(ONE, ONE))), 7))
@pytest.mark.parametrize("cut_off", [True, False])
def test_json_that_breaks_off_keeps_the_items_before_the_break(length: int, cut_off: bool) -> None:
    text = json.dumps(sent(ONE, ONE))[:length]
    whole = text.count('"supersedes": []}')
    try:
        call = read(text, cut_off=cut_off)
    except Unreadable:
        assert '"observations": [' not in text
    else:
        assert (len(call.items), call.done) == (whole, False)
        assert call.refused[-1].startswith("the JSON ends or breaks")


def test_a_list_in_a_string_that_breaks_off_keeps_its_items_too() -> None:
    call = read({"observations": json.dumps([ONE, ONE])[:-30], "done": True})
    assert (len(call.items), call.done, len(call.refused)) == (1, False, 1)


# Bounds, and what no database takes.


def test_more_items_than_anybody_needs_are_refused_and_told() -> None:
    call = read(sent(*[ONE] * (MOST_ITEMS + 50)))
    assert len(call.items) == MOST_ITEMS
    assert call.refused == ("item 201 and later: more than 200 in one call",)


def test_many_refusals_are_told_in_a_short_line() -> None:
    call = read(sent(*[{"content": 1}] * 200))
    assert str(call).endswith("; and 195 more")
    assert len(str(call)) < 300


def test_a_nul_and_a_lone_surrogate_are_gone_once_a_call_is_read() -> None:
    # O01, O03
    item = ONE | {"content": "Invoice\x00 42 \ud83d", "sources": ["m\x001"]}
    for call in (sent(item), json.dumps(sent(item)), {"observations": json.dumps([item])}):
        (one,) = read(call).items
        assert one.texts["content"] == "Invoice 42 \ufffd"
        assert one.ids["sources"] == ("m1",)


def test_ids_are_read_once_each_on_one_line_and_no_longer_than_any_is() -> None:
    item = ONE | {"sources": ["m1", "m1", "m\n2", "x" * 5_000, *(f"m{n}" for n in range(999))]}
    (one,) = read(sent(item)).items
    assert len(one.ids["sources"]) < 200
    assert max(map(len, one.ids["sources"])) == 80
    assert not any("\n" in name for name in one.ids["sources"])


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from([*ONE, "observations", "done", "id", "\x00"]), inner, max_size=6
        )
    ),
    max_leaves=25,
)
_ITEMS = st.one_of(
    _JSON,
    st.fixed_dictionaries({name: st.just(ONE[name]) | _JSON for name in ONE}),
)


@settings(max_examples=150, deadline=None)
@given(
    _JSON
    | st.fixed_dictionaries({"observations": st.lists(_ITEMS, max_size=5), "done": _JSON})
    | _JSON.map(json.dumps),
    st.booleans(),
)
def test_any_json_is_read_or_refused_in_words(given: object, cut_off: bool) -> None:
    call = Call((), done=False)
    with suppress(Unreadable):
        call = read(given, cut_off=cut_off)
    assert not (cut_off and call.done)
    for item in call.items:
        assert set(item.texts) == {"content", "relevance", "category"}
        assert set(item.ids) == {"sources", "supersedes"}
        assert json.dumps([dict(item.texts), dict(item.ids)], ensure_ascii=False).encode()


def test_several_ids_written_as_one_are_several() -> None:
    shown = {"m1": 1, "m2": 2, "m3": 3}
    assert resolved(["m1, [m3]", "m9,m1"], shown) == ([1, 3], ["m9"])


# Lists of words and of links.


def test_words_and_links_are_read_on_one_line_once_each_and_may_be_missing() -> None:
    links = [{"target": "a\n b", "relation": " c "}, {"target": "a b", "relation": "c"}]
    given = {"slug": "x", "tags": [" a\tb ", "a b"], "links": links, "support": ["o1"]}
    (item,) = NOTES.read({"notes": [given], "done": True}, cut_off=False).items
    assert item.ids["tags"] == ("a b",)
    assert item.ids["aliases"] == ()
    assert item.links == {"links": (("a b", "c"),), "more_links": ()}
    given |= {"links": json.dumps([{"target": "x"}]), "tags": json.dumps(["y"])}
    (item,) = NOTES.read({"notes": [given], "done": True}, cut_off=False).items
    assert (item.ids["tags"], item.links["links"]) == (("y",), (("x", ""),))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tags", "a"),
        ("tags", [1]),
        ("tags", {}),
        ("links", "[{"),
        ("links", ["lea"]),
        ("links", [{"relation": "x"}]),
        ("links", [{"target": "x", "relation": 7}]),
        ("more_links", {"target": "x"}),
    ],
)
def test_a_list_of_another_kind_refuses_its_item_alone(field: str, value: object) -> None:
    good = {"slug": "x", "support": ["o1"]}
    call = NOTES.read({"notes": [good | {field: value}, good], "done": True}, cut_off=False)
    assert len(call.items) == 1
    (told,) = call.refused
    assert told.startswith(f"item 1: {field} must be a list of ")
