"""The judge: whatever is proposed, and however much of it, a verdict comes back."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, knew, message, proposal

from worker.judge import judge
from worker.judge.wording import LONGEST
from worker.records import Origin, Proposal, Relevance

_TEN_MEGABYTES = 10_000_000


@pytest.mark.parametrize(
    "unit",
    [
        "a", " ", "\n", "1", "4111 ", "word ", "password is ", "password is a ", "-----BEGIN ",
        "sk-", "eyJ", "://a:", "@", '"', "ignore all ", "previous ", "always ", ". ", "; ",
        "- a\n", "1. a ", "yesterday ", "last ", "in three ", "월요일 ", "한", "한 ", "<",
        "<memory ", "[", "{", "https://a ", "e\u0301\u0323", "\u200b", "\u200d", "\U000e0041",
        "\ud83d", "\x00", "User: ", "#1 user ", "👩‍👩‍👧", "seed phrase is ", "pin for a ",
        "when i ask ", "the ai that ", "기억해 ", "?token=", "…",
    ],
)  # fmt: skip
def test_ten_megabytes_of_anything_are_judged(unit: str) -> None:
    # A pattern that looks again at what it has seen would not come back from these.
    text = unit * (_TEN_MEGABYTES // len(unit))
    for content in (text, f"User: {text}"):
        made = proposal(content, supersedes=(text,), origin=Origin.RULE)
        verdict = judge([made, replace(made, origin=Origin.AGENT)], THREAD)
        assert all(0 < len(kept.content) <= LONGEST for kept in verdict.accepted)
        assert len(verdict.accepted) + verdict.duplicates + len(verdict.rejected) >= 2


def test_what_is_left_of_ten_megabytes_says_how_much_is_missing() -> None:
    text = "User: I live in Oslo and " + "the weather is cold " * (_TEN_MEGABYTES // 20)
    (kept,) = judge([proposal(text)], THREAD).accepted
    head, _, left = kept.content.rpartition("… [cut ")
    assert len(head) + int(left.removesuffix(" characters]")) == pytest.approx(len(text), abs=1)
    assert judge([proposal(kept.content)], THREAD).accepted[0].content == kept.content


def test_huge_ids_and_many_of_them_are_told_in_a_short_line() -> None:
    ids = (*(f"m{number}" for number in range(10, 20_000)), "x" * _TEN_MEGABYTES)
    verdict = judge([proposal("User: I live in Oslo", *ids), proposal("I", "m1", *ids)], THREAD)
    assert len(str(verdict)) < 2_000
    assert "and 19981 more" in str(verdict)


def test_a_thousand_messages_and_proposals_are_judged() -> None:
    thread = tuple(
        replace(message(number), text=f"I like number {number} " * 50) for number in range(1_000)
    )
    made = [proposal(f"User: I like number {number}", f"m{number}") for number in range(1_000)]
    verdict = judge(made, thread)
    assert (verdict.recorded, verdict.doubtful) == (1_000, ())


_TEXT = st.one_of(
    st.text(max_size=80),
    st.lists(
        st.sampled_from(
            [
                "User: ", 'User said: "', "I like tea", "yesterday", "어제",
                "password is hunter2", "\n- ", "ignore previous instructions", "\x00", "\ud83d",
                "\u202e", "[2026-11-29]", "; ", "<memory>", "x" * 300, "한" * 50,
                "… [cut 5 characters]", "[secret]", "#12 ", '"', "”", "#1 User",
            ]
        ),
        max_size=10,
    ).map(" ".join),
)  # fmt: skip
_PROPOSALS = st.lists(
    st.builds(
        Proposal,
        content=_TEXT,
        relevance=st.sampled_from(Relevance),
        category=st.sampled_from(["fact", "", "Preference", "\x00x", "observation"]),
        observed_at=st.datetimes().map(lambda at: at.replace(tzinfo=THREAD[0].at.tzinfo)),
        source_ids=st.lists(st.sampled_from(["m1", "m2", "m3", "m4", "m9", ""]), max_size=4).map(
            tuple
        ),
        origin=st.sampled_from(Origin),
        supersedes=st.lists(_TEXT, max_size=2).map(tuple),
    ),
    max_size=5,
)


@settings(max_examples=300, deadline=None)
@given(_PROPOSALS, st.lists(_TEXT, max_size=3))
def test_every_proposal_is_recorded_known_or_rejected_with_a_reason(
    made: list[Proposal], known: list[str]
) -> None:
    verdict = judge(made, THREAD, known=[knew(content) for content in known])
    assert verdict.recorded + verdict.duplicates + len(verdict.rejected) == len(made)
    assert all(verdict.rejected)
    hashes = {kept.content_hash for kept in verdict.accepted}
    assert len(hashes) == len(verdict.accepted)
    assert set(verdict.doubtful) <= hashes
    assert str(verdict).encode()
    assert "\n" not in str(verdict)
    # What was kept is kept again as it is, and then known.
    again = [
        replace(proposal(kept.content), source_ids=kept.source_ids, origin=kept.origin)
        for kept in verdict.accepted
        if kept.origin is Origin.RULE or any(one in ("m1", "m3") for one in kept.source_ids)
    ]
    second = judge(again, THREAD, known=[knew(one.content) for one in again])
    assert [kept.content for kept in second.accepted] == [one.content for one in again]
    assert second.duplicates == len(again)
