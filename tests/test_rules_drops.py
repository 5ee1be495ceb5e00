"""The rule engine: which memory it would drop first, and why."""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice, permutations

import pytest

from worker.engines.rules import RuleEngine
from worker.records import ActiveObservation, Relevance


def kept(
    number: int,
    content: str = "",
    relevance: Relevance = Relevance.MEDIUM,
    coverage: int = 0,
    day: int = 1,
) -> ActiveObservation:
    at = datetime(2026, 1, day, tzinfo=UTC)
    return ActiveObservation(
        number, content or f"User: fact {number}", relevance, "fact", at, 10, coverage
    )


def dropped(*pool: ActiveObservation) -> list[int]:
    return [drop.observation_id for drop in RuleEngine().propose_drops(pool, 0)]


def test_drops_go_by_coverage_then_relevance_then_redundancy_then_age() -> None:
    pool = [
        kept(1, relevance=Relevance.HIGH),
        kept(2, day=2),
        kept(3, day=1),
        kept(4, relevance=Relevance.LOW),
        kept(5, relevance=Relevance.HIGH, coverage=2),
        kept(6, relevance=Relevance.LOW, coverage=1),
        kept(7, "User: I live in Oslo.", day=3),
        kept(8, "User: I live in oslo", day=4),
    ]
    assert dropped(*pool) == [5, 6, 4, 7, 3, 2, 8, 1]
    assert dropped(*reversed(pool)) == dropped(*pool)


def test_a_critical_observation_is_never_proposed_for_dropping() -> None:
    assert dropped(kept(1, relevance=Relevance.CRITICAL, coverage=9)) == []


def test_a_changed_number_or_a_negation_is_no_redundancy() -> None:
    pool = (kept(1, "User: I use Postgres 15"), kept(2, "User: I use Postgres 16", day=2))
    assert "same" not in RuleEngine().propose_drops(pool, 0)[0].reason
    pool = (kept(1, "User: I eat meat"), kept(2, "User: I don't eat meat", day=2))
    assert "same" not in RuleEngine().propose_drops(pool, 0)[0].reason


def test_the_same_words_the_other_way_round_are_no_redundancy() -> None:
    there = kept(1, "User: I commute from Oslo to Bergen")
    back = kept(2, "User: I commute from Bergen to Oslo", day=2)
    assert "same" not in RuleEngine().propose_drops((there, back), 0)[0].reason


def test_no_more_is_proposed_than_brings_the_pool_to_its_target() -> None:
    twice = "User: Ines, 7 Elm Row"
    pool = [kept(1), kept(2, twice, day=3), kept(3, twice, day=4), kept(4, day=5)]
    proposed = {
        target: [drop.observation_id for drop in RuleEngine().propose_drops(pool, target)]
        for target in (40, 39, 30, 29)
    }
    # What is said twice goes before what is older, so that is what the judge may choose from.
    assert proposed == {40: [], 39: [2], 30: [2], 29: [2, 1]}


def test_each_drop_says_why() -> None:
    reasons = [
        drop.reason
        for drop in RuleEngine().propose_drops(
            [kept(1, coverage=3), kept(2, "User: x y"), kept(3, "User: x y", day=2)], 0
        )
    ]
    assert reasons == [
        "held by 3 reflections",
        "says the same as #3",
        "medium relevance, of 2026-01-02",
    ]


def everyday(relevance: Relevance) -> list[ActiveObservation]:
    """A pool of what is said again and again."""
    orders = islice(permutations(["it", "was", "a", "good", "day", "to", "be", "there"]), 12)
    return [kept(100 + n, " ".join(words), relevance, day=20) for n, words in enumerate(orders)]


@pytest.mark.parametrize("relevance", [one for one in Relevance if one is not Relevance.CRITICAL])
def test_of_what_is_equally_relevant_what_tells_least_for_its_length_goes_first(
    relevance: Relevance,
) -> None:
    telling = kept(1, "User: I met Ines and 12 sea urchins at Lisbon harbour", relevance, day=2)
    bread = kept(2, "User: I baked bread", relevance, day=3)
    wordy = kept(3, f"{bread.content} and it was a good day to be there", relevance, day=3)
    order = dropped(*everyday(relevance), telling, bread, wordy)
    assert order[-3:] == [3, 2, 1]


@pytest.mark.parametrize(
    ("everyday_line", "rare"),
    [
        ("오늘 날씨가 좋았다", "오늘 부산에서 갈매기를 봤다"),
        ("今日は天気がよかった", "今日は釜山で鴎を見たよね"),
        ("Hava bugün çok güzeldi", "Bugün İzmir'de martı vardı"),
        ("كان الجو جميلا اليوم", "رأيت نورسا في وهران اليوم"),
    ],
)
def test_what_is_rare_is_found_in_any_script(everyday_line: str, rare: str) -> None:
    pool = [kept(n, everyday_line + "!" * n, day=9) for n in range(2, 9)]
    assert dropped(kept(1, rare, day=2), *pool)[-1] == 1


def test_what_tells_alike_goes_by_its_age_and_what_lies_years_back_before_what_tells_less() -> None:
    low = Relevance.LOW
    ines = kept(1, "User: I met Ines and 12 sea urchins at Lisbon harbour", low, day=2)
    also = kept(2, "User: I met Otto and 13 red mullets at Bergen harbour", low, day=3)
    pool = everyday(low)
    assert dropped(*pool, ines, also)[-2:] == [1, 2]
    old = replace(ines, observed_at=datetime(2010, 1, 1, tzinfo=UTC))
    bread = kept(3, "User: I baked bread", low, day=3)
    assert dropped(ines, bread)[-1] == 1
    assert dropped(old, bread)[-1] == 3


def test_a_pool_of_any_age_is_ordered() -> None:
    ages = [datetime(year, 12, 31, tzinfo=UTC) for year in (1, 9999, 2026)]
    pool = [
        replace(kept(place, f"fact {place}", Relevance.LOW), observed_at=at)
        for place, at in enumerate(ages)
    ]
    assert sorted(dropped(*pool)) == [0, 1, 2]
    assert dropped() == []
