"""What is remembered already, as agents are shown it: within a bound, oldest first, short ids.

Reflections come first, then observations, each on one line. What does not fit is counted.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, Generic, TypeVar

from worker.engines.claude.evidence import excerpt, plain
from worker.records import ActiveObservation, ActiveReflection, Known, Relevance
from worker.text import tokens

WEIGHT = {Relevance.LOW: 0, Relevance.MEDIUM: 1, Relevance.HIGH: 2, Relevance.CRITICAL: 3}
COVERAGE = ("none", "partial", "strong")
# By its beginning a longer one is known again.
_LONGEST = 500
_MOST_SUPPORT = 12
# Tokens of the headings and the last line together, of a day's heading, of an id in front of a
# line, and of one in a list.
_FRAME, _DAY, _ID, _LISTED = 36, 4, 2, 2

_Seen = TypeVar("_Seen", Known, ActiveObservation)
_Any = TypeVar("_Any")


@dataclass(frozen=True, slots=True)
class Remembered(Generic[_Seen]):
    """The text, and what the short ids in it stand for."""

    text: str
    observations: Mapping[str, _Seen]
    reflections: Mapping[str, ActiveReflection]


def for_observer(
    known: Sequence[Known], reflections: Sequence[ActiveReflection], zone: tzinfo, most: int
) -> Remembered[Known]:
    """A user's memory: of what does not fit, what matters least and is oldest is left out."""
    return _remembered(
        known,
        reflections,
        most,
        zone=zone,
        rank=lambda one: (-WEIGHT[one.relevance], -one.observed_at.timestamp()),
        told=lambda one: (
            f"(critical) {one.content}" if one.relevance is Relevance.CRITICAL else one.content
        ),
    )


def for_reflector(
    pool: Sequence[ActiveObservation], reflections: Sequence[ActiveReflection], most: int
) -> Remembered[ActiveObservation]:
    """A user's pool: what is new comes before what is old, what is not covered before what is."""
    return _remembered(
        pool,
        reflections,
        most,
        rank=lambda one: (
            one.id != 0,
            min(one.coverage, 2),
            -WEIGHT[one.relevance],
            -one.observed_at.timestamp(),
        ),
        told=_labelled,
        number=lambda one: one.id,
    )


def for_compiler(learned: Sequence[Known], most: int) -> Remembered[Known]:
    """What was learned: of what does not fit, what matters least and is oldest is left out."""
    return _remembered(
        learned,
        (),
        most,
        rank=lambda one: (-WEIGHT[one.relevance], -one.observed_at.timestamp()),
        told=lambda one: f"[{one.relevance.value}, {one.category}] {one.content}",
    )


def for_dropper(pool: Sequence[ActiveObservation], most: int) -> Remembered[ActiveObservation]:
    """What of a pool could go: what reflections hold comes first, then what matters least."""
    return _remembered(
        [one for one in pool if one.id and one.relevance is not Relevance.CRITICAL],
        (),
        most,
        rank=lambda one: (
            -min(one.coverage, 2),
            WEIGHT[one.relevance],
            one.observed_at.timestamp(),
        ),
        told=_labelled,
    )


def _labelled(one: ActiveObservation) -> str:
    new = () if one.id else ("new",)
    labels = (one.relevance.value, one.category, COVERAGE[min(one.coverage, 2)], *new)
    return f"[{', '.join(labels)}] {one.content}"


def _remembered(
    observations: Sequence[_Seen],
    reflections: Sequence[ActiveReflection],
    most: int,
    *,
    rank: Callable[[_Seen], Any],
    told: Callable[[_Seen], str],
    zone: tzinfo = UTC,
    number: Callable[[_Seen], int] = lambda one: 0,
) -> Remembered[_Seen]:
    room = most - _FRAME
    # Half of the room at the most, or what is newest would not be seen.
    distilled, taken = _fitting(
        sorted(reflections, key=lambda one: one.created_at, reverse=True),
        lambda one: _cost(one.content) + _LISTED * min(len(one.support), _MOST_SUPPORT),
        room // 2,
    )
    days: set[str] = set()

    def cost(one: _Seen) -> int:
        return _cost(told(one)) + (0 if _day(one, zone) in days else _DAY)

    chosen, _ = _fitting(
        sorted(range(len(observations)), key=lambda place: rank(observations[place])),
        lambda place: cost(observations[place]),
        room - taken,
        lambda place: days.add(_day(observations[place], zone)),
    )
    kept = [observations[place] for place in sorted(chosen)]
    named = _named("o", sorted(kept, key=lambda one: one.observed_at))
    distilled_named = _named("r", sorted(distilled, key=lambda one: one.created_at))
    lines = ["# Reflections"] if reflections else []
    short = {number(one): name for name, one in named.items()}
    for name, reflection in distilled_named.items():
        held = [short[one] for one in reflection.support if one in short][:_MOST_SUPPORT]
        rests = f" ({' '.join(held)})" if held else ""
        lines.append(f"{name} {_line(reflection.content)}{rests}")
    lines.append("# Observations")
    day = ""
    for name, one in named.items():
        if _day(one, zone) != day:
            day = _day(one, zone)
            lines.append(day)
        lines.append(f"{name} {_line(told(one))}")
    missing = len(observations) - len(kept), len(reflections) - len(distilled)
    if any(missing):
        lines.append("({} observations and {} reflections more are not shown)".format(*missing))
    elif not named:
        lines.append("(none yet)")
    return Remembered("\n".join(lines), named, distilled_named)


def _fitting(
    ranked: Iterable[_Any],
    cost: Callable[[_Any], int],
    room: int,
    taking: Callable[[_Any], object] = lambda one: None,
) -> tuple[list[_Any], int]:
    """Those that fit, the first first, and how much they take."""
    kept: list[_Any] = []
    taken = 0
    for one in ranked:
        needed = cost(one)
        if taken + needed <= room:
            kept.append(one)
            taken += needed
            taking(one)
    return kept, taken


def _named(prefix: str, entries: Iterable[_Any]) -> dict[str, _Any]:
    return {f"{prefix}{number}": one for number, one in enumerate(entries, 1)}


def _day(one: Known | ActiveObservation, zone: tzinfo) -> str:
    return f"## {one.observed_at.astimezone(zone):%Y-%m-%d}"


def _line(content: str) -> str:
    return excerpt(" ".join(plain(content).split()), _LONGEST)


def _cost(content: str) -> int:
    return tokens(_line(content)) + _ID
