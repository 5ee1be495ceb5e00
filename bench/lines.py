"""What a memory may be made of, a line each, and how much of it fits into a budget."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Protocol

from bench.recall import Shown, stems


class Line(Protocol):
    """Something that takes one line: its place in time, and the messages that it cites."""

    @property
    def place(self) -> int: ...
    @property
    def day(self) -> date: ...
    @property
    def line(self) -> str: ...
    @property
    def cost(self) -> int: ...
    @property
    def cites(self) -> frozenset[str]: ...
    @property
    def text(self) -> str: ...
    @property
    def said(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Turn:
    """One message of a user's conversations, by its place among them."""

    id: str
    place: int
    name: str
    text: str
    day: date
    thread: str = ""

    @cached_property
    def line(self) -> str:
        return f"#{self.place} {self.name}: {self.text}"

    @cached_property
    def cost(self) -> int:
        return cost(self.line)

    @cached_property
    def cites(self) -> frozenset[str]:
        return frozenset([self.id])

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The stems of the content words, each as often as it is said."""
        return tuple(stems(self.text))


@dataclass(frozen=True)
class Session:
    """A whole thread in one piece: all of its messages, or none."""

    turns: tuple[Turn, ...]

    @cached_property
    def place(self) -> int:
        return self.turns[0].place

    @cached_property
    def day(self) -> date:
        return self.turns[0].day

    @cached_property
    def line(self) -> str:
        return "\n".join(turn.line for turn in self.turns)

    @cached_property
    def cost(self) -> int:
        return sum(turn.cost for turn in self.turns)

    @cached_property
    def cites(self) -> frozenset[str]:
        return frozenset(turn.id for turn in self.turns)

    @cached_property
    def text(self) -> str:
        return "\n".join(turn.text for turn in self.turns)

    @cached_property
    def said(self) -> tuple[str, ...]:
        return tuple(word for turn in self.turns for word in turn.said)


@dataclass(frozen=True)
class Noted:
    """One observation: what it says, and the line that this takes."""

    place: int
    text: str
    day: date
    cites: frozenset[str]
    line: str
    thread: str = ""

    @cached_property
    def cost(self) -> int:
        return cost(self.line)

    @cached_property
    def said(self) -> tuple[str, ...]:
        return tuple(stems(self.text))


def within(budget: int, order: Iterable[Line], *, headings: bool = True) -> Shown:
    """What of the lines fits, taken in this order and shown in the order of time.

    A line costs a quarter of its characters, rounded up, and so does the heading of a day.
    """
    left = budget
    taken: list[Line] = []
    days: set[date] = set()
    for one in order:
        price = one.cost
        if headings and one.day not in days:
            price += cost(heading(one.day))
        if price <= left:
            left -= price
            taken.append(one)
            days.add(one.day)
            if left < 1:
                break
    lines: list[str] = []
    day = None
    for one in sorted(taken, key=lambda one: one.place):
        if headings and one.day != day:
            lines.append(heading(one.day))
            day = one.day
        lines.append(one.line)
    cites = frozenset(cited for one in taken for cited in one.cites)
    return Shown("\n".join(lines), cites, len(taken))


def heading(day: date) -> str:
    return f"### {day.isoformat()}"


def cost(line: str) -> int:
    return -(-len(line) // 4)
