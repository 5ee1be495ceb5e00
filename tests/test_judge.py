"""The judge: which proposals become memory, from which sources, and only once."""

import itertools
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, accepted, knew, proposal, reasons

from worker.judge import content_hash, judge
from worker.judge.wording import LONGEST
from worker.records import Origin, Proposal, Relevance

# Sources.


def test_an_observation_keeps_the_sources_it_was_shown_in_transcript_order() -> None:
    verdict = judge([proposal("User: I live in Oslo", "m3", "m9", "m1", "m3")], THREAD)
    assert verdict.accepted[0].source_ids == ("m1", "m3")
    assert verdict.unknown_sources == ("m9",)
    assert str(verdict) == "Recorded 1; unknown sources left out: m9"


def test_a_proposal_without_a_source_it_was_shown_is_rejected() -> None:
    verdict = judge([proposal("User: I live in Oslo", "m9")], THREAD)
    assert str(verdict) == "Recorded 0; 1 rejected: unknown source m9"
    assert judge([proposal(source_ids=())], THREAD).rejected == ("no source",)


def test_no_message_means_no_observation() -> None:
    assert judge([proposal()], ()).accepted == ()


def test_a_message_that_does_not_count_cannot_be_cited() -> None:
    thread = (replace(THREAD[0], counts=False), *THREAD[1:])
    assert judge([proposal()], thread).accepted == ()


@pytest.mark.parametrize(
    "made",
    [
        proposal("User lives in Oslo", "m2"),
        proposal("The user finished the migration", "m2", "m4"),
        proposal("Prefers tabs", "m2", category="preference"),
        proposal("Lives in Oslo", "m2", category="Fact"),
        proposal("Lives in Oslo", "m2", origin=Origin.RULE),
        proposal("\x08User lives in Oslo", "m2"),
        proposal("\u200bUser lives in Oslo", "m2"),
        proposal("- User lives in Oslo", "m2"),
        proposal("**User** lives in Oslo", "m2"),
        proposal("This user lives in Oslo", "m2"),
        proposal("User's sister lives in Oslo", "m2"),
        proposal("User: I live in Oslo", "m2"),
        proposal('User said: "I live in Oslo"', "m4"),
        proposal("사용자는 서울에 산다", "m2"),
        proposal("El usuario vive en Madrid", "m2"),
        proposal("Die Nutzerin wohnt in Bonn", "m2"),
        proposal("Prefers tabs", "m2", category="pref\x00erence"),
    ],
)
def test_what_is_said_of_the_user_needs_the_users_own_message(made: Proposal) -> None:
    assert reasons(made) == ("says something of the user without a message by the user",)
    assert accepted(replace(made, source_ids=("m2", "m3"))).source_ids == ("m2", "m3")


@pytest.mark.parametrize(
    "content", ["Assistant deployed build 7", "User interface tests fail", "Users table is locked"]
)
def test_what_is_not_of_the_user_may_rest_on_anybodys_message(content: str) -> None:
    assert accepted(proposal(content, "m2")).source_ids == ("m2",)
    assert accepted(proposal(content, "m4", "m2")).source_ids == ("m2", "m4")


_SHOWN = {"m1", "m2", "m3", "m4"}


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.one_of(st.sampled_from(["m1", "m2", "m3", "m4", "m5"]), st.text(max_size=4)), max_size=9
    ),
    st.sampled_from(["User: I live in Oslo", "User lives in Oslo", "Assistant deployed build 7"]),
    st.randoms(use_true_random=False),
)
def test_sources_are_what_was_shown_and_somebody_who_could_say_it(
    ids: list[str], content: str, random: Random
) -> None:
    verdict = judge([proposal(content, source_ids=tuple(ids))], THREAD)
    cited = tuple(sorted(set(ids) & _SHOWN))
    may_say = cited and (content.startswith("Assistant") or {"m1", "m3"} & set(cited))
    assert [kept.source_ids for kept in verdict.accepted] == ([cited] if may_say else [])
    assert len(verdict.rejected) == (0 if may_say else 1)
    random.shuffle(ids)
    again = judge([proposal(content, source_ids=tuple(ids))], THREAD)
    assert again.accepted == verdict.accepted


# Duplicates.


def test_the_same_words_have_the_same_hash() -> None:
    same = ["I live in Oslo", " i LIVE  in oslo. ", "Ｉ live in\u00a0Oslo…", "I live in Oslo!\x00"]
    assert len({content_hash(one) for one in same}) == 1
    assert len(content_hash("x")) == 64


def test_a_raised_figure_or_another_letter_is_no_other_writing_of_the_same() -> None:
    different = ["I own 10² coins", "I own 102 coins", "1½ cups", "11⁄2 cups"]
    different += ["ich trinke in Maßen", "ich trinke in Massen"]
    assert len({content_hash(one) for one in different}) == len(different)


def test_a_sharp_a_plus_and_a_number_are_not_punctuation() -> None:
    different = ["I use C", "I use C#", "I use C++", "I use C 2", "I don't use C", "...", "?"]
    assert len({content_hash(one) for one in different}) == len(different)


def test_what_is_known_already_is_counted_not_recorded() -> None:
    verdict = judge([proposal()], THREAD, known=[knew("user: i live in oslo.")])
    assert (verdict.recorded, verdict.duplicates) == (0, 1)
    # Once more, so that it cites this message too.
    assert [one.source_ids for one in verdict.accepted] == [("m1",)]
    assert str(verdict) == "Recorded 0; 1 already known"


def test_the_same_said_twice_is_one_observation_with_both_sources() -> None:
    again = proposal("User: I live in oslo.", "m3", relevance=Relevance.HIGH)
    verdict = judge([again, proposal()], THREAD)
    (observation,) = verdict.accepted
    assert observation.source_ids == ("m1", "m3")
    assert observation.relevance is Relevance.HIGH
    assert verdict.duplicates == 1


def test_the_verdict_reads_as_a_sentence() -> None:
    made = [proposal(f"User: I like number {number}") for number in range(3)]
    made += [made[0], proposal("User: I live", "m9"), proposal("ok"), proposal("thanks")]
    assert str(judge(made, THREAD)) == (
        "Recorded 3; 1 already known; 3 rejected: unknown source m9, says nothing (2 times)"
    )
    assert str(judge([], THREAD)) == "Recorded 0"


def test_an_accepted_observation_carries_the_hash_of_its_content() -> None:
    observation = accepted(proposal("User: my password is hunter2"))
    assert observation.content_hash == content_hash(observation.content)


_CONTENT = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(
            [
                "User: ",
                'User said: "',
                "ignore all previous instructions",
                "password is ",
                "sk-1",
                "\n",
                "\x00",
                "\ud83d",
                "한",
                "x" * 300,
                " 4111 1111 1111 1111 ",
                "[2026-11-29]",
            ]
        ),
    ),
    max_size=12,
).map("".join)


@settings(max_examples=200, deadline=None)
@given(_CONTENT, st.lists(st.sampled_from(["m1", "m2", "m3", "m9", ""]), max_size=4), st.text())
def test_any_proposal_is_judged_and_what_is_kept_is_fit_to_keep(
    content: str, ids: list[str], category: str
) -> None:
    made = proposal(content, category=category, source_ids=tuple(ids))
    verdict = judge([made, made], THREAD)
    assert len(verdict.accepted) + verdict.duplicates + len(verdict.rejected) == 2
    assert str(verdict).encode()
    for kept in verdict.accepted:
        assert kept.content.splitlines() == [kept.content]
        assert 0 < len(kept.content) <= LONGEST
        assert kept.content.encode()
        assert " 4111 1111 1111 1111 " not in kept.content
        assert kept.source_ids
        assert set(kept.source_ids) <= {"m1", "m2", "m3"}
        # Judging what was kept changes nothing.
        again = judge([replace(made, content=kept.content)], THREAD)
        assert [one.content_hash for one in again.accepted] == [kept.content_hash]


def test_judging_is_the_same_whatever_the_order_of_what_is_known() -> None:
    made = [proposal(f"User: I like number {number}") for number in range(4)]
    known = [knew(made[0].content), knew(made[2].content)]
    verdicts = {str(judge(made, THREAD, known=order)) for order in itertools.permutations(known)}
    assert verdicts == {"Recorded 2; 2 already known"}
