"""The facts that memory is worked out from: what was said, from what, and what it was said of."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

Place = tuple[str, str]
"""A message: its thread's id and its own."""


@dataclass(frozen=True, slots=True)
class Source:
    place: Place
    hash: str
    needed: bool


@dataclass(slots=True)
class Saying:
    """One claim saying one observation."""

    id: int
    hash: str
    claim: int
    thread_id: str
    content: str
    relevance: str
    origin: str
    observed_at: datetime
    sources: dict[Place, Source]


@dataclass(frozen=True, slots=True)
class Drop:
    id: int
    hash: str
    claim: int
    reason: str


@dataclass(frozen=True, slots=True)
class Link:
    """`kind` is replaces, repeats or replaces reflection; `older` gives way to `newer`."""

    kind: str
    newer: str
    older: str
    said_at: datetime
    entry: int
    claim: int


@dataclass(frozen=True, slots=True)
class Support:
    """A reflection, written once more by a claim, rests on an observation."""

    reflection: str
    observation: str
    content: str
    entry: int
    claim: int
    said_at: datetime


@dataclass(slots=True)
class Coverage:
    """The texts of one message that were read, and which of them it says now."""

    claims: dict[str, int] = field(default_factory=dict)
    current: str | None = None


@dataclass(slots=True)
class Facts:
    """Of one user. Contents are named by their hash."""

    sayings: dict[int, Saying] = field(default_factory=dict)
    drops: list[Drop] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    support: list[Support] = field(default_factory=list)
    # What has a row, and its id; what undo took away gets the same one again.
    observations: dict[str, int] = field(default_factory=dict)
    reflections: dict[str, int] = field(default_factory=dict)
    former_observations: dict[str, int] = field(default_factory=dict)
    former_reflections: dict[str, int] = field(default_factory=dict)

    def without(self, going: Collection[int], *, undone: bool = False) -> set[str]:
        """Takes these sayings away, then what has none left, then what rests on nothing.

        Returns the observations that went.
        """
        for saying_id in going:
            del self.sayings[saying_id]
        left = {saying.hash for saying in self.sayings.values()}
        went = self.observations.keys() - left
        for gone in went:
            former = self.observations.pop(gone)
            if undone:
                self.former_observations[gone] = former
        if went:
            self.drops = [drop for drop in self.drops if drop.hash not in went]
            self.keep_support(lambda support: support.observation not in went, undone=undone)
        return went

    def keep_support(self, kept: Callable[[Support], bool], *, undone: bool = False) -> None:
        """Takes away other support, and the reflections left with none."""
        self.support = [support for support in self.support if kept(support)]
        resting = {support.reflection for support in self.support}
        for gone in self.reflections.keys() - resting:
            former = self.reflections.pop(gone)
            if undone:
                self.former_reflections[gone] = former
