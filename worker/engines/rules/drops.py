"""What a full pool could do without."""

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from worker.engines.rules.rarity import told
from worker.records import ActiveObservation, Drop, Relevance

_WEIGHT = {Relevance.LOW: 0, Relevance.MEDIUM: 1, Relevance.HIGH: 2, Relevance.CRITICAL: 3}
_WORD = re.compile(r"\w+(?:['’.+#-]\w+|[+#]+)*")
# Words whose coming and going changes nothing. No number and no negation is among them.
_LIGHT = frozenset([
    "a", "an", "the", "user", "i", "i'm", "am", "is", "are", "was", "be", "to", "of", "in", "on",
    "at", "and", "that", "this", "my", "me", "it", "so", "really", "just", "very", "also", "too",
    "please", "remember",
])  # fmt: skip


def propose_drops(pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
    """What brings a pool down to `target` tokens, most dispensable first: what reflections hold,
    then what matters least, then what another says as well, then what tells least for its length,
    and of what tells alike the oldest. A critical observation is never among it.
    """
    twins = _twins(pool)
    worth = told(pool)
    droppable = [one for one in pool if one.relevance is not Relevance.CRITICAL]
    droppable.sort(
        key=lambda one: (
            -min(one.coverage, 2),
            _WEIGHT[one.relevance],
            one.id not in twins,
            worth[one.id],
            one.observed_at,
            one.id,
        )
    )
    tokens = sum(one.token_count for one in pool)
    proposed: list[Drop] = []
    for one in droppable:
        # No more than are needed: of what is proposed, the judge takes the oldest first.
        if tokens <= target:
            break
        proposed.append(Drop(one.id, _reason(one, twins.get(one.id))))
        tokens -= one.token_count
    return proposed


def _reason(one: ActiveObservation, twin: int | None) -> str:
    if one.coverage >= 2:
        return f"held by {one.coverage} reflections"
    if twin is not None:
        return f"says the same as #{twin}"
    held = ", held by a reflection" if one.coverage == 1 else ""
    return f"{one.relevance} relevance, of {one.observed_at.date().isoformat()}{held}"


def _twins(pool: Iterable[ActiveObservation]) -> dict[int, int]:
    """Each observation that another one makes redundant, and which: of several that say the same,
    the most relevant stays, then the newest.
    """
    alike: dict[tuple[str, ...], list[ActiveObservation]] = {}
    for one in pool:
        alike.setdefault(_sense(one.content), []).append(one)
    twins: dict[int, int] = {}
    for group in alike.values():
        best = max(group, key=lambda one: (_WEIGHT[one.relevance], one.observed_at, one.id))
        twins.update({one.id: best.id for one in group if one is not best})
    return twins


def _sense(content: str) -> tuple[str, ...]:
    words = _WORD.findall(normalize("NFKC", content).casefold())
    # In their order: "from Oslo to Bergen" is not the way back.
    return tuple(word for word in words if word not in _LIGHT) or (content,)
