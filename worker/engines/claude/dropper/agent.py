"""The agent that drops: shown a pool that is too full, it names what can go."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from worker.engine import Receipt
from worker.engines.claude.agent import Answer
from worker.engines.claude.answers import HandedIn, answered
from worker.engines.claude.ids import resolved
from worker.engines.claude.inputs import Field, Item, Kind, Tool
from worker.engines.claude.remembered import for_dropper
from worker.records import ActiveObservation, Drop, Relevance

PROMPT = files(__package__).joinpath("prompt.md").read_text(encoding="utf-8").strip()
TOOL = Tool(
    "drop_observations",
    "Name what can go, most dispensable first. An empty list with done true: nothing can.",
    "drops",
    (Field("id", Kind.TEXT), Field("reason", Kind.TEXT, optional=True)),
)
_LONGEST_REASON = 200
_REAL = re.compile(r"#(-?[0-9]+)")


class Dropper:
    """Asks what a pool can do without, and hands that in by the real ids."""

    def __init__(
        self,
        pool: Sequence[ActiveObservation],
        target: int,
        hand_in: Callable[[Sequence[Drop]], Receipt],
        shown_tokens: int,
    ) -> None:
        self._pool = pool
        self._target = target
        self._hand_in = hand_in
        self._memory = for_dropper(pool, shown_tokens)
        self._names = {one.id: name for name, one in self._memory.observations.items()}

    @property
    def system(self) -> str:
        return PROMPT

    @property
    def tool(self) -> Mapping[str, Any]:
        return TOOL.param

    @property
    def shown(self) -> str:
        count, size = len(self._pool), sum(one.token_count for one in self._pool)
        over = max(size - self._target, 0)
        critical = sum(one.relevance is Relevance.CRITICAL for one in self._pool)
        fullness = f"{round(100 * size / self._target)} %" if self._target else "no room at all"
        return (
            f"Pool: {count} observations, about {size:,} tokens. Target: {self._target:,} tokens. "
            f"Fullness: {fullness}. Over by: {over:,} tokens.\n"
            f"Maximum drops allowed: {most_drops(count, size, self._target)} "
            "(a hard upper bound, not a target).\n"
            f"{critical} critical observations always stay and are not shown.\n\n"
            f"{self._memory.text}"
        )

    def answer(self, given: object, *, cut_off: bool) -> Answer:
        return answered(TOOL, given, self._handed, cut_off=cut_off)

    def _handed(self, items: Sequence[Item]) -> HandedIn:
        drops: list[Drop] = []
        strange: dict[str, int] = {}
        for item in items:
            (found, unknown) = resolved([item.texts["id"]], self._memory.observations)
            reason = " ".join(item.texts["reason"].split())[:_LONGEST_REASON]
            drops += [Drop(one.id, reason) for one in found]
            for name in unknown:
                # No observation has such a number.
                number = strange.setdefault(name, -1 - len(strange))
                drops.append(Drop(number, reason))
        receipt = self._hand_in(drops)
        names = self._names | {number: name for name, number in strange.items()}
        told = _REAL.sub(lambda found: names.get(int(found[1]), found[0]), str(receipt))
        return HandedIn(receipt, told)


def most_drops(count: int, size: int, target: int) -> int:
    """As many as, at their average size, bring a pool down to its target, and at least one."""
    if size <= target or size <= 0 or count <= 0:
        return 0
    return min(count, max(1, -(-(size - target) * count // size)))
