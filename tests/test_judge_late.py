"""The judge: what is read only after something said later has taken its place."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import AT, THREAD, knew, proposal

from worker.judge import content_hash, grown, judge
from worker.pool import with_new
from worker.records import Known, Proposal, Relevance

OSLO = "User: I live in Oslo"
BERGEN = "User: I moved to Bergen"
LATER = AT + timedelta(days=60)


def late(*known: Known, **changes: object) -> tuple[str, ...]:
    """What an old statement is marked as replaced by."""
    made = proposal(OSLO, replaced_by=tuple(one.content for one in known), **changes)
    (one,) = judge([made], THREAD, known=known).accepted
    return one.replaced_by


def test_what_something_later_took_the_place_of_is_kept_and_marked() -> None:
    assert late(knew(BERGEN, observed_at=LATER)) == (content_hash(BERGEN),)


@pytest.mark.parametrize("hours", [0, -1])
def test_nothing_known_that_is_not_newer_has_taken_its_place(hours: int) -> None:
    said_at = AT + timedelta(minutes=1)
    assert late(knew(BERGEN, observed_at=said_at + timedelta(hours=hours))) == ()
    assert late(knew(BERGEN, observed_at=said_at + timedelta(seconds=1))) != ()


def test_nothing_has_taken_its_own_place() -> None:
    assert late(knew(OSLO, observed_at=LATER)) == ()


def test_only_what_is_known_has_taken_its_place() -> None:
    made = [proposal(BERGEN, "m3", observed_at=LATER), proposal(OSLO, replaced_by=(BERGEN, "x"))]
    assert [one.replaced_by for one in judge(made, THREAD).accepted] == [(), ()]


def test_what_is_critical_is_replaced_only_by_what_is() -> None:
    for relevance in Relevance:
        known = knew(BERGEN, observed_at=LATER, relevance=relevance)
        marked = late(known, relevance=Relevance.CRITICAL)
        assert bool(marked) == (relevance is Relevance.CRITICAL)


def test_nothing_new_is_hidden_behind_what_was_replaced_before_it_was_read() -> None:
    made = [
        proposal(OSLO, replaced_by=(BERGEN,)),
        proposal("User: I live in Oslo now", "m3", observed_at=AT + timedelta(minutes=3)),
    ]
    first, second = judge(made, THREAD, known=[knew(BERGEN, observed_at=LATER)]).accepted
    assert first.replaced_by
    assert second.duplicate_of is None


def test_what_was_replaced_before_it_was_read_is_not_known_afterwards() -> None:
    bergen = knew(BERGEN, observed_at=LATER)
    new = judge([proposal(OSLO, replaced_by=(BERGEN,))], THREAD, known=[bergen]).accepted
    assert grown([bergen], new) == [bergen]
    assert with_new([], new) == ()
    # Nor is an earlier saying of it; a later one is.
    assert grown([bergen, knew(OSLO)], new) == [bergen]
    again = knew(OSLO, observed_at=LATER + timedelta(days=1))
    assert grown([bergen, again], new) == [bergen, again]


def test_nothing_takes_the_place_of_what_only_a_tool_said() -> None:
    page = "The favourite bank of everybody is Acme"
    thread = (replace(THREAD[0], text="open the page"), replace(THREAD[3], text=page))
    known = knew("User left Acme", observed_at=LATER)
    made = proposal(page, "m1", replaced_by=(known.content,))
    (one,) = judge([made], thread, known=[known]).accepted
    assert (one.content, one.replaced_by) == (f"A tool returned: {page}", ())
    # Where the user says it, it is the user's and has been replaced.
    (one,) = judge([made], [replace(THREAD[0], text=page)], known=[known]).accepted
    assert (one.content, one.replaced_by) == (page, (content_hash(known.content),))


_CONTENTS = ["User: a b c", "User: d e f", "User: g h i", "User: j k l"]
_KNOWN = st.dictionaries(
    st.sampled_from(_CONTENTS), st.integers(-2, 3).map(lambda h: AT + timedelta(hours=h))
)
_NAMED = st.lists(st.sampled_from(_CONTENTS), max_size=3).map(tuple)
_PROPOSALS = st.lists(
    st.builds(
        lambda content, supersedes, replaced_by: proposal(
            content, supersedes=supersedes, replaced_by=replaced_by
        ),
        st.sampled_from(_CONTENTS),
        _NAMED,
        _NAMED,
    ),
    max_size=4,
)


@settings(max_examples=200, deadline=None)
@given(_PROPOSALS, _KNOWN)
def test_what_replaces_is_never_older_than_what_it_replaces(
    made: list[Proposal], times: dict[str, datetime]
) -> None:
    known = [knew(content, observed_at=at) for content, at in times.items()]
    at = {content_hash(one.content): one.observed_at for one in known}
    for one in judge(made, THREAD, known=known).accepted:
        assert all(at[later] > one.observed_at for later in one.replaced_by)
        assert all(at.get(old, one.observed_at) <= one.observed_at for old in one.supersedes)
        assert not {one.content_hash, *one.supersedes} & set(one.replaced_by)
