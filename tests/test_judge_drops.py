"""The judge: how many of a full pool go, and which."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import AT

from worker.judge import judge_drops, max_drops, over_by_critical, select_drops
from worker.records import ActiveObservation, Drop, Relevance


@pytest.mark.parametrize(
    ("count", "tokens", "target", "most"),
    [
        (100, 20_000, 10_000, 50),
        (100, 10_001, 10_000, 1),
        (3, 30_000, 10_000, 2),
        (5, 5, 0, 5),
        (5, 5, 5, 0),
        (0, 9, 5, 0),
        (0, 0, 0, 0),
        (1, 9, 5, 1),
        (3, 10**30, 10**30 - 1, 1),
    ],
)
def test_the_most_that_may_go(count: int, tokens: int, target: int, most: int) -> None:
    assert max_drops(count, tokens, target) == most


def one(
    number: int, relevance: Relevance = Relevance.MEDIUM, coverage: int = 0, day: int = 1
) -> ActiveObservation:
    at = datetime(2026, 1, day, tzinfo=UTC)
    return ActiveObservation(number, f"fact {number}", relevance, "fact", at, 100, coverage)


def chosen(ids: list[int], pool: list[ActiveObservation], target: int) -> list[int]:
    drops = [Drop(number, "") for number in ids]
    return [drop.observation_id for drop in select_drops(drops, pool, target)]


def test_drops_go_by_coverage_relevance_age_and_then_as_proposed() -> None:
    pool = [
        one(1),
        one(2, day=2),
        one(3),
        one(4, Relevance.LOW),
        one(5, Relevance.HIGH, coverage=2),
        one(6, Relevance.LOW, coverage=7),
        one(7, Relevance.HIGH, coverage=1),
    ]
    assert chosen([1, 2, 3, 4, 5, 6, 7], pool, 0) == [6, 5, 7, 4, 1, 3, 2]
    assert chosen([3, 2, 1], pool, 0) == [3, 1, 2]
    assert chosen([1, 2, 3, 4, 5, 6, 7], pool, 500) == [6, 5]


def test_unknown_repeated_and_critical_drops_are_passed_over() -> None:
    pool = [one(1, Relevance.CRITICAL), one(2), one(3), one(4)]
    assert chosen([9, 1, 2, 2, 3], pool, 200) == [2, 3]
    assert chosen([1, 1, 1], pool, 0) == []


def test_nothing_goes_from_a_pool_that_fits() -> None:
    assert chosen([1, 2], [one(1), one(2)], 200) == []


def test_no_more_goes_than_brings_the_pool_to_its_target() -> None:
    pool = [replace(one(1), token_count=900), one(2), one(3)]
    assert max_drops(3, 1_100, 300) == 3
    assert chosen([1, 2, 3], pool, 300) == [1]


def test_what_stays_is_told_with_the_reason_why() -> None:
    pool = [one(1, Relevance.CRITICAL), one(2), one(3), one(4, coverage=2)]
    proposed = [Drop(number, "old") for number in (9, 1, 2, 2, 3, 4)]
    verdict = judge_drops(proposed, pool, 200)
    assert verdict.chosen == (Drop(4, "old"), Drop(2, "old"))
    assert verdict.refused == (
        Drop(9, "not in the pool"),
        Drop(1, "critical"),
        Drop(2, "named before"),
        Drop(3, "enough went"),
    )
    assert str(verdict) == (
        "Dropped 2; 4 stay: #9 (not in the pool), #1 (critical), #2 (named before),"
        " #3 (enough went)"
    )
    assert str(judge_drops([Drop(9, "")], pool, 0)) == "Dropped 0; 1 stays: #9 (not in the pool)"
    assert str(judge_drops([], pool, 0)) == "Dropped 0"


def test_a_receipt_for_thousands_of_wrong_drops_is_short() -> None:
    verdict = judge_drops([Drop(number, "") for number in range(5_000)], [], 0)
    assert str(verdict).endswith("#9 (not in the pool) and 4990 more")


def test_what_is_critical_can_hold_a_pool_above_its_target() -> None:
    pool = [one(1, Relevance.CRITICAL), one(2, Relevance.CRITICAL), one(3)]
    assert [over_by_critical(pool, target) for target in (0, 150, 200, 900)] == [200, 50, 0, 0]
    assert chosen([1, 2, 3], pool, 100) == [3]


_OBSERVATION = st.builds(
    ActiveObservation,
    id=st.integers(1, 12),
    content=st.just("x"),
    relevance=st.sampled_from(Relevance),
    category=st.just("fact"),
    observed_at=st.integers(0, 3).map(lambda days: AT + timedelta(days=days)),
    token_count=st.integers(1, 500),
    coverage=st.integers(0, 3),
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(_OBSERVATION, max_size=9, unique_by=lambda kept: kept.id),
    st.lists(st.integers(0, 13), max_size=20),
    st.integers(0, 2_000),
    st.randoms(use_true_random=False),
)
def test_a_selection_does_not_depend_on_the_order_of_the_pool(
    pool: list[ActiveObservation], ids: list[int], target: int, random: Random
) -> None:
    picked = chosen(ids, pool, target)
    shuffled = list(pool)
    random.shuffle(shuffled)
    assert chosen(ids, shuffled, target) == picked
    tokens = {kept.id: kept.token_count for kept in pool}
    critical = {kept.id for kept in pool if kept.relevance is Relevance.CRITICAL}
    assert len(set(picked)) == len(picked) <= max_drops(len(pool), sum(tokens.values()), target)
    assert set(picked) <= (set(ids) & set(tokens)) - critical
    # Each proposal goes, or stays for a reason that is told.
    verdict = judge_drops([Drop(number, "") for number in ids], pool, target)
    told = [drop.observation_id for drop in verdict.chosen + verdict.refused]
    assert sorted(told) == sorted(ids)
    # Without the last of them the pool was still over its target.
    for count, _ in enumerate(picked):
        assert sum(tokens.values()) - sum(tokens[gone] for gone in picked[:count]) > target


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 300), st.integers(0, 50_000), st.integers(0, 50_000))
def test_the_most_that_may_go_is_enough_at_the_average_size(
    count: int, tokens: int, target: int
) -> None:
    most = max_drops(count, tokens, target)
    assert 0 <= most <= count
    if tokens > target and count:
        assert most >= 1
        assert (tokens - target) * count <= most * tokens or most == count
