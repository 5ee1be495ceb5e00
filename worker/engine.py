"""What an engine is: the stages it works at, what it is given, and what it is told."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from worker.notes import ActiveNote, NoteProposal
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Drop,
    Known,
    Proposal,
    ReflectionProposal,
    Role,
)
from worker.usage import Usage


class Stage(StrEnum):
    """The part of a reflection that an engine works at."""

    OBSERVER = "observer"
    REFLECTOR = "reflector"
    COMPILER = "compiler"
    DROPPER = "dropper"


class Ended(StrEnum):
    """How a stage ended that did not fail.

    Recorded: it said that it is done. Empty: it said that there is nothing. Partial: it was cut
    off, by its cap of turns or by a failure of its own, after something had been recorded.
    """

    RECORDED = "recorded"
    EMPTY = "empty"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True)
class Request:
    """What one request of the observer would hold: the same prompt each time, and what is shown."""

    system: str
    shown: str
    tokens: int


class Receipt(Protocol):
    """What the judge made of what was handed in; `str` of it is what the engine is told."""

    @property
    def taken(self) -> int:
        """How many of these the judge took, or knew already."""

    @property
    def mendable(self) -> bool:
        """Whether something was refused that could be handed in again, put right."""

    def __str__(self) -> str: ...


class Work(Protocol):
    """What an engine is given beside its task: time, and a place to enter what it spends."""

    @property
    def worth_caching(self) -> bool:
        """Whether more requests with the same prompt follow within minutes."""

    def call_seconds(self) -> float:
        """Renew the lease, and say how long the next request may take, all its retries included.

        Asked before each request. Raises ClaimLost when the claim is lost, ThreadFailed when the
        thread's time is over.
        """

    def waiting(self) -> AbstractContextManager[None]:
        """Within this a signal breaks in at once; after it no more until the stage waits again.

        So what was waited for, and paid for, is entered and made use of in any case.
        """

    def spent(self, usage: Usage) -> None:
        """Enter what one request cost, as soon as that is known, also when it failed."""


class Engine(Protocol):
    """What turns a transcript into proposals. It writes nothing and holds no connection.

    What it proposes it hands in, once or several times, and is told each time what the judge made
    of it. Messages of a role that is not in `reads` are passed over: covered, with that as the
    reason. `prompt_hash` (hex) tells one wording of its prompts from another. Each stage raises
    ThreadFailed when the thread itself is at fault and DependencyFailed when any would fail.
    """

    name: str
    model: str | None
    prompt_hash: str | None
    reads: frozenset[Role]
    reflects: bool
    compiles: bool

    def observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        work: Work,
    ) -> Ended:
        """Propose what to remember of the chunk's messages, oldest first; nothing is an answer.

        `known` is the user's memory as it is, oldest first: what the chunk changes of it, a
        proposal supersedes.
        """

    def reflect(
        self,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[ReflectionProposal]], Receipt],
        work: Work,
    ) -> Ended:
        """Distil what observations mean together. Asked only of an engine that `reflects`."""

    def compile(
        self,
        learned: Sequence[Known],
        notes: Sequence[ActiveNote],
        hand_in: Callable[[Sequence[NoteProposal]], Receipt],
        work: Work,
    ) -> Ended:
        """Write down by subject what was `learned` of a thread, into the user's notes as they are.

        Asked only of an engine that `compiles`, once a thread.
        """

    def drop(
        self,
        pool: Sequence[ActiveObservation],
        target: int,
        hand_in: Callable[[Sequence[Drop]], Receipt],
        work: Work,
    ) -> Ended:
        """Name what a pool over `target` tokens could do without, most dispensable first.

        The judge decides how many go, and never lets a critical one.
        """

    def estimate(self, owed_tokens: int, pool_tokens: int) -> Usage:
        """About what reflecting so much will cost, rather more than less; nothing if it is free."""
