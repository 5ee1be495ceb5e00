"""In which order a memory could be filled that knows no question: by age, by chance, by keywords,
by how rare the words are, by what is not said yet; and, to know what is possible, by the questions.

Every order is of all lines, the most worth first. `within` says what of it fits.
"""

import heapq
import math
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import TypeVar

from bench.lines import Line
from bench.recall import Question

SEEDS = 20
_L = TypeVar("_L", bound=Line)

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


def newest(lines: Sequence[_L]) -> list[_L]:
    return list(reversed(lines))


def oldest(lines: Sequence[_L]) -> list[_L]:
    return list(lines)


def shuffled(lines: Sequence[_L], seed: int) -> list[_L]:
    order = list(lines)
    random.Random(seed).shuffle(order)
    return order


def by_keyword(lines: Sequence[_L]) -> list[_L]:
    """Those that most keyword rules match, and of these the newest first."""
    return sorted(lines, key=lambda one: (-_matches(one.text), -one.place))


def by_rarity(lines: Sequence[_L]) -> list[_L]:
    """By how rare their words are among the lines: all of it together, for the root of a length."""
    rarity = rarities(lines)
    return _ranked(lines, lambda one: _sum(rarity, one) / math.sqrt(one.cost))


def by_mean_rarity(lines: Sequence[_L]) -> list[_L]:
    """By how rare a word of theirs is in the mean."""
    rarity = rarities(lines)
    return _ranked(lines, lambda one: _sum(rarity, one) / max(len(set(one.said)), 1))


def by_keyword_and_rarity(lines: Sequence[_L]) -> list[_L]:
    """By both, each against its mean over the lines, for the root of a length."""
    rarity = rarities(lines)
    keywords = fmean(_matches(one.text) for one in lines) if lines else 0.0
    rare = fmean(_sum(rarity, one) for one in lines) if lines else 0.0
    return _ranked(
        lines,
        lambda one: (
            (_matches(one.text) / (keywords or 1.0) + _sum(rarity, one) / (rare or 1.0))
            / math.sqrt(one.cost)
        ),
    )


def by_coverage(lines: Sequence[_L]) -> list[_L]:
    """Each time the line whose words, those not said yet, are worth most for a token."""
    rarity = rarities(lines)
    said: set[str] = set()

    def gain(one: _L) -> float:
        return math.fsum(rarity[word] for word in set(one.said) - said) / one.cost

    return _greedy(lines, gain, lambda one: said.update(one.said))


def for_questions(lines: Sequence[_L], questions: Iterable[Question]) -> list[_L]:
    """What answers most of the questions for a token, each time: no memory can know that."""
    worth: defaultdict[str, float] = defaultdict(float)
    for question in questions:
        for message in question.evidence:
            worth[message] += 1 / len(question.evidence)
    cited: set[str] = set()

    def gain(one: _L) -> float:
        return math.fsum(worth[message] for message in one.cites - cited) / one.cost

    useful = [one for one in lines if gain(one)]
    return _greedy(useful, gain, lambda one: cited.update(one.cites))


def rarities(lines: Iterable[Line]) -> Mapping[str, float]:
    """The inverse frequency of every word among the lines."""
    count, found = 0, Counter[str]()
    for one in lines:
        count += 1
        found.update(set(one.said))
    return {word: math.log((count + 1) / (held + 0.5)) for word, held in found.items()}


def _sum(rarity: Mapping[str, float], one: Line) -> float:
    # In a fixed order: a sum of fractions is another in another order.
    return math.fsum(rarity[word] for word in set(one.said))


def _ranked(lines: Sequence[_L], value: Callable[[_L], float]) -> list[_L]:
    return sorted(lines, key=lambda one: (-value(one), one.place))


def _greedy(
    lines: Sequence[_L], gain: Callable[[_L], float], take: Callable[[_L], None]
) -> list[_L]:
    """The lines by what each still gains when its turn comes: that may only have become less."""
    heap = [(-gain(one), one.place, number) for number, one in enumerate(lines)]
    heapq.heapify(heap)
    order: list[_L] = []
    while heap:
        _, place, number = heapq.heappop(heap)
        now = -gain(lines[number])
        if heap and (now, place, number) > heap[0]:
            heapq.heappush(heap, (now, place, number))
            continue
        order.append(lines[number])
        take(lines[number])
    return order


def _matches(text: str) -> int:
    return sum(rule.search(text) is not None for rule in _KEYWORDS)
