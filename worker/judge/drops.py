"""How many of a full pool may go, and which."""

from collections.abc import Sequence
from dataclasses import dataclass

from worker.judge.links import WEIGHT
from worker.records import ActiveObservation, Drop, Relevance

# A receipt names no more of what stays than these.
_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class DropVerdict:
    """What goes, and what of the proposed stays, each with the reason why it stays.

    `taken` counts what goes of that which was handed in last.
    """

    chosen: tuple[Drop, ...] = ()
    refused: tuple[Drop, ...] = ()
    taken: int = 0

    @property
    def mendable(self) -> bool:
        return bool(self.refused) and not self.chosen

    def __str__(self) -> str:
        """What the engine is told: "Dropped 2; 1 stays: #9 (not in the pool)"."""
        parts = [f"Dropped {len(self.chosen)}"]
        if self.refused:
            named = ", ".join(
                f"#{one.observation_id} ({one.reason})" for one in self.refused[:_MOST_NAMED]
            )
            more = len(self.refused) - _MOST_NAMED
            verb = "stays" if len(self.refused) == 1 else "stay"
            parts.append(
                f"{len(self.refused)} {verb}: {named}" + (f" and {more} more" if more > 0 else "")
            )
        return "; ".join(parts)


def max_drops(count: int, tokens: int, target: int) -> int:
    """The most that may go from a pool of `count` observations and `tokens` tokens.

    None at or under the target; else as many as, at their average size, bring it down to the
    target, at least one.
    """
    if tokens <= target or tokens <= 0 or count <= 0:
        return 0
    # ceil((T - G) / (T / n)) in whole numbers, so that no size of pool can round it.
    return min(count, max(1, -(-(tokens - target) * count // tokens)))


def over_by_critical(pool: Sequence[ActiveObservation], target: int) -> int:
    """How many tokens a pool is over its target for its critical observations alone."""
    critical = (one.token_count for one in pool if one.relevance is Relevance.CRITICAL)
    return max(0, sum(critical) - target)


def judge_drops(
    candidates: Sequence[Drop], pool: Sequence[ActiveObservation], target: int
) -> DropVerdict:
    """Of what was proposed, what goes: what reflections hold first, then what matters least, then
    the oldest, then as proposed.

    Never a critical observation, never one that is not in the pool, never more than `max_drops`,
    and none once what stays is at or under the target.
    """
    active = {one.id: one for one in pool}
    proposed: dict[int, Drop] = {}
    refused: list[Drop] = []
    for drop in candidates:
        one = active.get(drop.observation_id)
        if one is None:
            refused.append(Drop(drop.observation_id, "not in the pool"))
        elif one.relevance is Relevance.CRITICAL:
            refused.append(Drop(one.id, "critical"))
        elif one.id in proposed:
            refused.append(Drop(one.id, "named before"))
        else:
            proposed[one.id] = drop
    tokens = sum(one.token_count for one in active.values())
    most = max_drops(len(active), tokens, target)
    chosen: list[Drop] = []
    for drop in sorted(proposed.values(), key=lambda drop: _rank(active[drop.observation_id])):
        if len(chosen) == most or tokens <= target:
            refused.append(Drop(drop.observation_id, "enough went"))
        else:
            chosen.append(drop)
            tokens -= active[drop.observation_id].token_count
    return DropVerdict(tuple(chosen), tuple(refused), len(chosen))


def select_drops(
    candidates: Sequence[Drop], pool: Sequence[ActiveObservation], target: int
) -> tuple[Drop, ...]:
    """Of what was proposed, what goes, as `judge_drops` decides."""
    return judge_drops(candidates, pool, target).chosen


def _rank(one: ActiveObservation) -> tuple[int, int, float]:
    # Two reflections hold what an observation says as well as ten do.
    return -min(one.coverage, 2), WEIGHT[one.relevance], one.observed_at.timestamp()
