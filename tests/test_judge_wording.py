"""The judge: the line, length, time and category in which a proposal becomes memory."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import AT, THREAD, accepted, proposal

from worker.judge import judge
from worker.judge.wording import LONGEST, one_line, shortened
from worker.text import is_inside


def test_an_observation_is_one_line() -> None:
    made = proposal("User lives\nin\r\n\tOslo\u2028now\x0b ")
    assert accepted(made).content == "User lives in Oslo now"


def test_what_postgres_refuses_is_cleaned_before_it_is_kept() -> None:
    assert accepted(proposal("Invoice\x00 42")).content == "Invoice 42"
    assert accepted(proposal("all ok \ud83d")).content == "all ok \ufffd"
    assert accepted(proposal("all \ud83d\ude00 \x1b[31mok")).content == "all 😀 [31mok"


def test_a_long_content_is_cut_and_says_how_much() -> None:
    kept = accepted(proposal("word " * 4_000)).content
    assert len(kept) <= LONGEST
    assert kept.startswith("word word")
    left = int(kept.rpartition("[cut ")[2].removesuffix(" characters]"))
    assert len(kept.rpartition("…")[0]) + left == len(("word " * 4_000).strip())
    assert accepted(proposal(kept)).content == kept


@pytest.mark.parametrize("character", ["한", "👩‍👩‍👧‍👦", "e\u0301", "👍🏽", "\u1112\u1161\u11ab"])
def test_a_cut_is_not_inside_a_character(character: str) -> None:
    for shift in range(7):
        kept = accepted(proposal("word" + "x" * shift + character * 6_000)).content
        assert (len(kept.rpartition("…")[0]) - shift - 4) % len(character) == 0


def test_a_time_outside_the_thread_is_moved_to_its_nearest_end() -> None:
    assert accepted(proposal(observed_at=AT - timedelta(days=9))).observed_at == THREAD[0].at
    assert accepted(proposal(observed_at=AT + timedelta(days=9))).observed_at == THREAD[-1].at
    assert accepted(proposal(observed_at=THREAD[2].at)).observed_at == THREAD[2].at
    naive = THREAD[2].at.replace(tzinfo=None)
    assert accepted(proposal(observed_at=naive)).observed_at == THREAD[2].at


def test_a_category_is_one_short_word_or_fact() -> None:
    assert accepted(proposal(category=" Preference\n")).category == "preference"
    assert accepted(proposal(category="\x00 ")).category == "fact"
    assert len(accepted(proposal(category="x" * 900)).category) == 40


def test_a_mark_of_a_list_before_a_content_is_no_part_of_it() -> None:
    assert accepted(proposal("- User lives in Oslo")).content == "User lives in Oslo"
    assert accepted(proposal("• • I like -5 degrees")).content == "I like -5 degrees"
    assert accepted(proposal("-5 degrees is what I like")).content == "-5 degrees is what I like"


_ODD = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from(
            "a \n\x00\u200b\u200d\u202e\ufe0f\u0301\ud83d\U0001f469\U0001f1f0\U000e0041한"
        ),
    ),
    max_size=80,
)


@settings(max_examples=300, deadline=None)
@given(_ODD)
def test_any_text_becomes_one_line_and_stays_it(text: str) -> None:
    line = one_line(text)
    assert line.splitlines() in ([], [line])
    assert line == line.strip()
    assert "  " not in line
    line.encode()
    assert one_line(line) == line


@settings(max_examples=300, deadline=None)
@given(_ODD, st.integers(45, 90), st.integers(0, 1_000))
def test_any_cut_is_between_characters_and_tells_the_whole_length(
    text: str, longest: int, missing: int
) -> None:
    cut = shortened(text, longest, missing)
    if cut == text:
        assert len(text) <= longest
        return
    head, _, left = cut.rpartition("… [cut ")
    assert len(cut) <= longest
    assert text.startswith(head)
    assert int(left.removesuffix(" characters]")) == len(text) - len(head) + missing
    # Unless there is no edge of a character to be found.
    assert not is_inside(text, len(head)) or all(
        is_inside(text, at) for at in range(1, len(head) + 1)
    )


@settings(max_examples=200, deadline=None)
@given(st.datetimes())
def test_any_time_is_kept_within_the_thread(at: object) -> None:
    kept = accepted(proposal(observed_at=at)).observed_at
    assert THREAD[0].at <= kept <= THREAD[-1].at


def test_judging_takes_any_category() -> None:
    for category in ("", "\x00", "Übung\n2", "x" * 10_000_000):
        verdict = judge([proposal(category=category)], THREAD)
        assert len(verdict.accepted[0].category) in range(1, 41)
