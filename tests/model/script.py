"""A life of two users from a list of choices: each a step, played in the model and written down.

A step that nothing could come of is not taken. What the database must answer is written beside
each, so that a whole life is one question to it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from model.foresight import Foreseen, foresee
from model.view import FACTS, STANDS, View, view
from model.world import World

START = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
USERS = ("ada", "ben")
KINDS = (
    *("add thread", "add messages", "edit", "stream", "delete", "branch", "regenerate", "hide"),
    *("delete thread", "set zone", "switch memory", "delete profile"),
    *("fold", "claim", "load", "save", "commit", "late save", "late commit"),
    *("fail", "interrupt", "release", "lapse"),
    *("undo", "undo by force", "undo refused"),
    *("erase message", "erase thread", "erase user", "forget"),
)
"""What counts as a step. A claim in vain does not."""
STATES = (
    *("is shown", "is stale", "is superseded", "is dropped", "is a duplicate"),
    *("is a superseded reflection", "is restored", "is sound again"),
)
"""How what was looked at stood."""
T = TypeVar("T")


class Choices:
    """Small numbers out of a few bytes; when they are used up, noughts."""

    def __init__(self, chunk: bytes) -> None:
        self._left = int.from_bytes(chunk, "big")

    def below(self, n: int) -> int:
        self._left, chosen = divmod(self._left, n)
        return chosen

    def of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def some(self, things: Sequence[T]) -> list[T]:
        """At least one of them, in their order."""
        chosen = self.below(2 ** len(things) - 1) + 1
        return [thing for n, thing in enumerate(things) if chosen & 1 << n]


@dataclass(slots=True)
class Step:
    """What is asked of the database, and what it must answer."""

    asked: dict[str, Any]
    answer: Any = None
    seen: dict[str, View] = field(default_factory=dict)
    foreseen: dict[str, Foreseen] = field(default_factory=dict)
    reborn: bool = False
    """The product gave an id anew before the fold saw it go: the version may not tell."""


@dataclass(slots=True)
class Life:
    world: World = field(default_factory=lambda: World(now=START))
    steps: list[Step] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    gone: set[str] = field(default_factory=set)
    """Messages deleted since the last fold."""
    stood: dict[tuple[str, str], Any] = field(default_factory=dict)

    def take(self, do: str, answer: Any = None, **asked: Any) -> Step:
        """Writes a step down. The clock goes on by more than any failure has a thread wait."""
        step = Step({"do": do, "now": self.world.now.isoformat(), **asked}, answer)
        step.reborn = any(message["id"] in self.gone for message in asked.get("messages", ()))
        self.steps.append(step)
        self.counts[do] += 1
        self.world.now += timedelta(hours=7)
        return step

    def see(self, *user_ids: str, facts: bool = False) -> None:
        """Has how these users' memory stands compared after the last step, or all there is of it.

        What is rendered follows from that, and is asked for every third time.
        """
        step = self.steps[-1]
        for user_id in user_ids:
            whole = view(self.world, user_id)
            self.count(user_id, whole)
            seen = {what: whole[what] for what in (*STANDS, *(FACTS if facts else ()))}
            self.counts["looks"] += 1
            if self.counts["looks"] % 3 == 0:
                if self.world.named_threads:
                    self.glance(user_id)
                else:
                    seen["text"] = whole["text"]
            step.seen[user_id] = seen

    def end(self) -> None:
        if self.steps:
            self.see(*USERS, facts=True)

    def glance(self, user_id: str) -> None:
        """Has what readers see of a user before the fold compared after the last step."""
        self.steps[-1].foreseen[user_id] = foresee(self.world, user_id)

    def count(self, user_id: str, seen: View) -> None:
        for row in seen["observations"]:
            stale, superseded, dropped, duplicate = row[7:]
            was_stale, was_superseded = self.stood.get((user_id, row[0]), (False, None))
            self.stood[user_id, row[0]] = stale, superseded
            self.counts["is restored"] += superseded is None and was_superseded is not None
            self.counts["is sound again"] += was_stale and not stale
            self.counts["is stale"] += stale
            self.counts["is superseded"] += superseded is not None
            self.counts["is dropped"] += dropped is not None
            self.counts["is a duplicate"] += duplicate is not None
            self.counts["is shown"] += not stale and (superseded, dropped, duplicate) == (None,) * 3
        for reflected in seen["reflections"]:
            self.counts["is a superseded reflection"] += reflected[2] is not None
