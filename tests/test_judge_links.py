"""The judge: what says the same as something remembered is linked to it, once and to one place."""

from datetime import timedelta
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import AT, THREAD, knew, proposal

from worker.judge import Verdict, content_hash, judge
from worker.judge.links import WEIGHT
from worker.records import Known, Observation, Proposal, Relevance

TEA = "User: I like green tea"
REALLY = "User: I really like green tea!"


def by_content(verdict: Verdict) -> dict[str, Observation]:
    return {one.content: one for one in verdict.accepted}


def test_what_memory_knows_in_other_words_is_kept_and_linked() -> None:
    verdict = judge([proposal(REALLY)], THREAD, known=[knew(TEA)])
    (observation,) = verdict.accepted
    assert observation.content == REALLY
    assert observation.duplicate_of == content_hash(TEA)
    assert (verdict.recorded, verdict.linked, verdict.duplicates) == (1, 1, 0)
    assert str(verdict) == "Recorded 1; 1 of them known in other words"


def test_what_was_proposed_before_in_other_words_is_linked_to_it() -> None:
    verdict = judge([proposal(TEA), proposal(REALLY, "m3")], THREAD)
    assert by_content(verdict)[TEA].duplicate_of is None
    assert by_content(verdict)[REALLY].duplicate_of == content_hash(TEA)


def test_a_third_saying_is_linked_to_the_first_and_never_to_a_link() -> None:
    third = "User: I definitely like green tea"
    verdict = judge([proposal(TEA), proposal(REALLY), proposal(third)], THREAD)
    assert [one.duplicate_of for one in verdict.accepted] == [None, *[content_hash(TEA)] * 2]
    assert verdict.linked == 2


def test_the_very_same_words_are_no_link_but_the_same_observation() -> None:
    verdict = judge([proposal(TEA)], THREAD, known=[knew(TEA), knew(REALLY)])
    assert [one.duplicate_of for one in verdict.accepted] == [None]
    assert (verdict.linked, verdict.duplicates) == (0, 1)


def test_a_different_fact_is_never_linked() -> None:
    known = [knew("User: I have 2 dogs"), knew("User: I don't like green tea")]
    verdict = judge([proposal("User: I have 3 dogs"), proposal(TEA)], THREAD, known=known)
    assert [one.duplicate_of for one in verdict.accepted] == [None, None]


def test_what_takes_the_place_of_another_is_not_linked_to_it() -> None:
    verdict = judge([proposal(REALLY, supersedes=(TEA,))], THREAD, known=[knew(TEA)])
    (observation,) = verdict.accepted
    assert observation.supersedes == (content_hash(TEA),)
    assert observation.duplicate_of is None


def test_what_replaced_another_is_never_linked_to_it_later() -> None:
    made = [proposal(REALLY, supersedes=(TEA,)), proposal(TEA), proposal(REALLY)]
    verdict = judge(made, THREAD, known=[knew(TEA), knew("User: I definitely like green tea")])
    for one in verdict.accepted:
        assert one.duplicate_of not in one.supersedes


def test_what_matters_more_is_not_hidden_behind_what_matters_less() -> None:
    critical = proposal("User: I'm really allergic to nuts", relevance=Relevance.CRITICAL)
    known = [knew("User: I'm allergic to nuts", relevance=Relevance.LOW)]
    assert judge([critical], THREAD, known=known).accepted[0].duplicate_of is None
    # What comes next is linked to the one that matters more.
    third = proposal("User: I'm definitely allergic to nuts", relevance=Relevance.LOW)
    accepted = judge([critical, third], THREAD, known=known).accepted
    assert accepted[1].duplicate_of == accepted[0].content_hash


def test_another_category_is_no_reason_to_show_the_same_twice() -> None:
    made = proposal(REALLY, category="remember")
    assert judge([made], THREAD, known=[knew(TEA, category="preference")]).linked == 1


def test_a_linked_observation_that_gains_weight_stands_alone() -> None:
    again = proposal(REALLY, "m3", relevance=Relevance.CRITICAL)
    verdict = judge([proposal(TEA), proposal(REALLY), again], THREAD)
    assert by_content(verdict)[REALLY].duplicate_of is None
    assert (verdict.linked, verdict.duplicates) == (0, 1)


def test_nothing_is_linked_to_what_something_newer_replaced() -> None:
    """Tea was liked, then not, then again: the last is the state, and must be seen."""
    made = [proposal("User: I don't like green tea", supersedes=(TEA,)), proposal(REALLY)]
    verdict = judge(made, THREAD, known=[knew(TEA)])
    assert by_content(verdict)[REALLY].duplicate_of is None


def test_what_replaces_a_link_replaces_what_speaks_for_it_too() -> None:
    made = [
        proposal(REALLY),
        proposal("User: I don't like green tea", supersedes=(REALLY,)),
    ]
    verdict = judge(made, THREAD, known=[knew(TEA)])
    assert verdict.accepted[1].supersedes == (content_hash(REALLY), content_hash(TEA))


def test_what_is_said_again_after_it_was_replaced_is_the_newest() -> None:
    later = AT + timedelta(minutes=3)
    made = [
        proposal("User: I live in Oslo"),
        proposal("User: I live in Rome", supersedes=("User: I live in Oslo",)),
        proposal("User: I live in Oslo", "m3", observed_at=later),
    ]
    accepted = judge(made, THREAD).accepted
    assert [one.content for one in accepted] == ["User: I live in Rome", "User: I live in Oslo"]
    assert accepted[1].observed_at == later
    assert accepted[1].source_ids == ("m1", "m3")


_SAYINGS = [
    TEA,
    REALLY,
    "User: I definitely like green tea",
    "User: I like green tea too",
    "User: I don't like green tea",
    "User: I live in Oslo",
    "User: I live in Oslo now",
    "User lives in Oslo",
    "User: I live in Rome",
]
_PROPOSALS = st.lists(
    st.builds(
        lambda content, relevance, replaced: proposal(
            content, relevance=relevance, supersedes=tuple(replaced)
        ),
        st.sampled_from(_SAYINGS),
        st.sampled_from(Relevance),
        st.lists(st.sampled_from(_SAYINGS), max_size=2),
    ),
    max_size=8,
)
_KNOWN = st.lists(
    st.builds(
        lambda content, relevance, hours: knew(
            content, relevance=relevance, observed_at=AT - timedelta(hours=hours)
        ),
        st.sampled_from(_SAYINGS),
        st.sampled_from(Relevance),
        st.integers(0, 3),
    ),
    max_size=6,
    unique_by=lambda one: one.content,
)


@settings(max_examples=600, deadline=None)
@given(_PROPOSALS, _KNOWN)
def test_links_go_to_what_has_none_and_never_in_a_circle(
    made: list[Proposal], known: list[Known]
) -> None:
    verdict = judge(made, THREAD, known=known)
    accepted = {one.content_hash: one for one in verdict.accepted}
    weights = {content_hash(one.content): WEIGHT[one.relevance] for one in known}
    weights |= {
        key: max(WEIGHT[one.relevance], weights.get(key, 0)) for key, one in accepted.items()
    }
    for one in verdict.accepted:
        if one.duplicate_of is not None:
            assert one.duplicate_of in weights
            assert one.duplicate_of != one.content_hash
            assert one.duplicate_of not in one.supersedes
            assert weights[one.duplicate_of] >= WEIGHT[one.relevance]
            target = accepted.get(one.duplicate_of)
            assert target is None or target.duplicate_of is None
    assert verdict.linked == sum(one.duplicate_of is not None for one in verdict.accepted)
    assert verdict.recorded + verdict.duplicates + len(verdict.rejected) == len(made)


@settings(max_examples=150, deadline=None)
@given(_PROPOSALS, _KNOWN, st.randoms(use_true_random=False))
def test_the_order_of_what_is_known_changes_nothing(
    made: list[Proposal], known: list[Known], random: Random
) -> None:
    shuffled = list(known)
    random.shuffle(shuffled)
    assert judge(made, THREAD, known=known) == judge(made, THREAD, known=shuffled)


def test_a_pool_of_thousands_is_looked_up_and_not_compared_one_by_one() -> None:
    known = [knew(f"User: I like number {number} of the list") for number in range(5_000)]
    made = [proposal(f"User: I really like number {number} of the list") for number in range(2_000)]
    verdict = judge(made, THREAD, known=known)
    assert verdict.linked == 2_000
