"""The judge: without which of its sources an observation must go."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, accepted, proposal, reasons

from worker.judge import ObservationDesk, judge
from worker.records import Memory, Proposal
from worker.store.payload import payload

OSLO = "User: I live in Oslo"


def test_what_it_needs_is_among_its_sources_and_in_their_order() -> None:
    made = accepted(proposal(OSLO, "m1", "m2", "m3", needs=("m3", "m1")))
    assert (made.source_ids, made.needs) == (("m1", "m2", "m3"), ("m1", "m3"))


@pytest.mark.parametrize("needs", [("m9",), ("m1", "m9"), ("m3",)])
def test_what_needs_a_message_that_it_does_not_cite_is_refused(needs: tuple[str, ...]) -> None:
    made = proposal(OSLO, "m1", "m2", "m9", needs=needs)
    assert reasons(made) == ("a source is missing that it cannot be without",)


def test_an_unknown_source_that_it_does_not_need_is_left_out() -> None:
    made = accepted(proposal(OSLO, "m1", "m9", needs=("m1",)))
    assert (made.source_ids, made.needs) == (("m1",), ("m1",))


@pytest.mark.parametrize(
    ("first", "second", "sources", "needs"),
    [
        # The same needs: the sources of both.
        ((("m1", "m2"), ("m1",)), (("m1", "m4"), ("m1",)), ("m1", "m2", "m4"), ("m1",)),
        ((("m1",), ()), (("m3",), ()), ("m1", "m3"), ()),
        # One stands by itself: what the other leans on proves nothing alone.
        ((("m1",), ()), (("m2", "m3"), ("m3",)), ("m1", "m3"), ()),
        ((("m2", "m3"), ("m3",)), (("m1", "m2"), ("m1",)), ("m1", "m3"), ()),
        ((("m1", "m3"), ("m1", "m3")), (("m1",), ()), ("m1",), ()),
        # Neither does: the first is enough.
        ((("m1", "m2"), ("m1", "m2")), (("m2", "m3"), ("m2", "m3")), ("m1", "m2"), ("m1", "m2")),
    ],
)
def test_what_is_said_twice_stands_as_long_as_either_saying_does(
    first: tuple[tuple[str, ...], tuple[str, ...]],
    second: tuple[tuple[str, ...], tuple[str, ...]],
    sources: tuple[str, ...],
    needs: tuple[str, ...],
) -> None:
    made = [proposal(OSLO, *cited, needs=needed) for cited, needed in (first, second)]
    (one,) = judge(made, THREAD).accepted
    assert (one.source_ids, one.needs) == (sources, needs)
    desk = ObservationDesk(THREAD, "UTC", [])
    for proposed in made:
        desk.hand_in([proposed])
    assert [(one.source_ids, one.needs) for one in desk.accepted] == [(sources, needs)]


def stands(sources: tuple[str, ...], needs: tuple[str, ...], left: frozenset[str]) -> bool:
    """Whether a saying stands on what is left of the thread."""
    return left.issuperset(needs) and not left.isdisjoint(sources)


_CITED = st.lists(st.sampled_from(["m1", "m2", "m3"]), min_size=1, unique=True).flatmap(
    lambda cited: st.sets(st.sampled_from(cited)).map(
        lambda needs: proposal(OSLO, *cited, needs=tuple(needs))
    )
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_CITED, min_size=1, max_size=4), st.frozensets(st.sampled_from(["m1", "m2", "m3"])))
def test_nothing_stands_on_what_no_saying_of_it_stands_on(
    made: list[Proposal], left: frozenset[str]
) -> None:
    for one in judge(made, THREAD).accepted:
        assert set(one.needs) <= set(one.source_ids)
        if stands(one.source_ids, one.needs, left):
            assert any(stands(said.source_ids, said.needs, left) for said in made)


def test_what_is_committed_names_what_it_needs_and_what_replaced_it() -> None:
    made = replace(
        accepted(proposal(OSLO, "m1", "m2", needs=("m1",))), replaced_by=("hash of Bergen",)
    )
    memory = Memory(observations=(made,))
    (sent,) = payload(memory, engine="rules", model=None, prompt_hash=None)["observations"]
    assert (sent["needs"], sent["replaced_by"]) == (["m1"], ["hash of Bergen"])
    assert "joined" not in sent
    assert json.dumps(sent)
