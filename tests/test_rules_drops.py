"""The rule engine: which memory it would drop first, and why."""

from dataclasses import replace
from datetime import UTC, datetime

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
    pool = [kept(1), kept(2, "User: x y", day=3), kept(3, "User: x y", day=4), kept(4, day=5)]
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


def test_of_small_things_what_tells_least_goes_first_and_the_older_counts_less() -> None:
    low = Relevance.LOW
    pool = [
        kept(1, "User: We had a good time and it was nice to be there", low, day=20),
        kept(2, "User: I met Ines and 12 sea urchins at Lisbon harbour", low, day=2),
        kept(3, "User: I baked bread", low, day=3),
        kept(4, "User: I baked bread and rolls", low, day=3),
    ]
    assert dropped(*pool) == [1, 3, 4, 2]
    later = replace(kept(5, relevance=Relevance.HIGH), observed_at=datetime(2030, 1, 1, tzinfo=UTC))
    old = replace(pool[1], observed_at=datetime(2028, 1, 1, tzinfo=UTC))
    assert dropped(old, later, replace(pool[2], observed_at=later.observed_at)) == [2, 3, 5]


def test_a_pool_of_any_age_is_ordered() -> None:
    ages = [datetime(year, 12, 31, tzinfo=UTC) for year in (1, 9999, 2026)]
    pool = [
        replace(kept(place, f"fact {place}", Relevance.LOW), observed_at=at)
        for place, at in enumerate(ages)
    ]
    assert sorted(dropped(*pool)) == [0, 1, 2]
    assert dropped() == []
