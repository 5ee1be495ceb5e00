"""How many of a full pool may go, and which."""

from collections.abc import Sequence

from worker.records import ActiveObservation, Drop, Relevance

_WEIGHT = {Relevance.LOW: 0, Relevance.MEDIUM: 1, Relevance.HIGH: 2, Relevance.CRITICAL: 3}


def max_drops(count: int, tokens: int, target: int) -> int:
    """The most that may go from a pool of `count` observations and `tokens` tokens.

    None at or under the target; else as many as, at their average size, bring it down to the
    target, at least one.
    """
    if tokens <= target or tokens <= 0 or count <= 0:
        return 0
    # ceil((T - G) / (T / n)) in whole numbers, so that no size of pool can round it.
    return min(count, max(1, -(-(tokens - target) * count // tokens)))


def select_drops(
    candidates: Sequence[Drop], pool: Sequence[ActiveObservation], target: int
) -> tuple[Drop, ...]:
    """Of what was proposed, what goes: what reflections hold first, then what matters least, then
    the oldest, then as proposed.

    Never a critical observation, never one that is not in the pool, never more than `max_drops`,
    and none once what stays is at or under the target.
    """
    active = {one.id: one for one in pool}
    proposed: dict[int, Drop] = {}
    for drop in candidates:
        one = active.get(drop.observation_id)
        if one is not None and one.relevance is not Relevance.CRITICAL:
            proposed.setdefault(one.id, drop)
    tokens = sum(one.token_count for one in active.values())
    most = max_drops(len(active), tokens, target)
    chosen: list[Drop] = []
    for drop in sorted(proposed.values(), key=lambda drop: _rank(active[drop.observation_id])):
        if len(chosen) == most or tokens <= target:
            break
        chosen.append(drop)
        tokens -= active[drop.observation_id].token_count
    return tuple(chosen)


def _rank(one: ActiveObservation) -> tuple[int, int, float]:
    # Two reflections hold what an observation says as well as ten do.
    return -min(one.coverage, 2), _WEIGHT[one.relevance], one.observed_at.timestamp()
