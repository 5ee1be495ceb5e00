"""What a memory of whole messages holds: the newest, any, or those that keywords point at."""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from bench.recall import Shown

# The keyword rules of the systems this project replaces, taken as they are: wherever they match.
_KEYWORDS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"prefer|favou?rite",
        r"\b(?:like|love|enjoy|hate)\b",
        r"complet|finish|done",
        r"fixed|resolved|solved",
        r"remember|forget",
        r"decid|chose|agreed",
        r"\b(?:i|we) (?:just )?(?:started|began|moved|bought|got|went|joined|signed|won|lost|met)",
        r"\bmy (?:mom|mum|dad|wife|husband|son|daughter|kids?|sister|brother|friend|family|dog|cat"
        r"|boss|job|name|birthday)",
        r"\b(?:january|february|march|april|may|june|july|august|september|october|november"
        r"|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
        r"yesterday|last (?:week|month|year|night|summer)|\bago\b|tomorrow|next (?:week|month)",
        r"\d",
        r"\b(?:work|job|live|born|allerg)",
    )
]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a user's conversations, by its place among them."""

    id: str
    place: int
    name: str
    text: str
    day: date


def newest(turns: Sequence[Turn]) -> list[Turn]:
    return list(reversed(turns))


def shuffled(turns: Sequence[Turn], seed: int) -> list[Turn]:
    order = list(turns)
    random.Random(seed).shuffle(order)
    return order


def by_keyword(turns: Sequence[Turn]) -> list[Turn]:
    """Those that most keyword rules match, and of these the newest first."""
    return sorted(turns, key=lambda turn: (-_matches(turn.text), -turn.place))


def _matches(text: str) -> int:
    return sum(rule.search(text) is not None for rule in _KEYWORDS)


def within(budget: int, order: Iterable[Turn]) -> Shown:
    """What of the turns fits, taken in this order and shown in the order of time.

    A line costs a quarter of its characters, rounded up, and so does the heading of a day.
    """
    left = budget
    taken: list[Turn] = []
    days: set[date] = set()
    for turn in order:
        cost = _cost(_line(turn)) + (0 if turn.day in days else _cost(_heading(turn.day)))
        if cost <= left:
            left -= cost
            taken.append(turn)
            days.add(turn.day)
    lines: list[str] = []
    day = None
    for turn in sorted(taken, key=lambda turn: turn.place):
        if turn.day != day:
            lines.append(_heading(turn.day))
            day = turn.day
        lines.append(_line(turn))
    return Shown("\n".join(lines), frozenset(turn.id for turn in taken), len(taken))


def _line(turn: Turn) -> str:
    return f"#{turn.place} {turn.name}: {turn.text}"


def _heading(day: date) -> str:
    return f"### {day.isoformat()}"


def _cost(line: str) -> int:
    return -(-len(line) // 4)
