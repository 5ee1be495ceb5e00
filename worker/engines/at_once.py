"""Engines without a conversation: what they propose they hand in once, and it costs nothing."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TypeVar

from worker.engine import Ended, Receipt, Work
from worker.notes import ActiveNote, NoteProposal
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Drop,
    Known,
    Proposal,
    ReflectionProposal,
)
from worker.usage import Usage

_Proposed = TypeVar("_Proposed")


class AtOnce(ABC):
    """An engine of what can say what it proposes; it distils and compiles nothing."""

    model: str | None = None
    prompt_hash: str | None = None
    reflects = False
    compiles = False

    @abstractmethod
    def propose(self, chunk: Chunk, known: Sequence[Known]) -> Sequence[Proposal]:
        """What to remember of the chunk's messages, oldest first."""

    @abstractmethod
    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> Sequence[Drop]:
        """What a pool over `target` tokens could do without, most dispensable first."""

    def observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        work: Work,
    ) -> Ended:
        return _handed_in(self.propose(chunk, known), hand_in)

    def reflect(
        self,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[ReflectionProposal]], Receipt],
        work: Work,
    ) -> Ended:
        return Ended.EMPTY

    def compile(
        self,
        learned: Sequence[Known],
        notes: Sequence[ActiveNote],
        hand_in: Callable[[Sequence[NoteProposal]], Receipt],
        work: Work,
    ) -> Ended:
        return Ended.EMPTY

    def drop(
        self,
        pool: Sequence[ActiveObservation],
        target: int,
        hand_in: Callable[[Sequence[Drop]], Receipt],
        work: Work,
    ) -> Ended:
        return _handed_in(self.propose_drops(pool, target), hand_in)

    def estimate(self, owed_tokens: int, pool_tokens: int) -> Usage:
        return Usage()


def _handed_in(
    proposed: Sequence[_Proposed], hand_in: Callable[[Sequence[_Proposed]], Receipt]
) -> Ended:
    if not proposed:
        return Ended.EMPTY
    hand_in(proposed)
    return Ended.RECORDED
