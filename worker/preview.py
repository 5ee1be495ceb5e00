"""A dry run: what a drain would send, thread by thread, and what it would set aside for it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from worker.engine import Ended, Engine, Receipt, Request, Work
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


@runtime_checkable
class Showing(Protocol):
    """An engine that can say what it would send without sending it."""

    def request(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
    ) -> Request: ...


@dataclass(slots=True)
class Preview:
    """One thread: its first requests, which are known, and an estimate of all that it would cost.

    An engine that sends nothing has no requests and no cost. `requests` holds them with what they
    would say only if that is wanted: a backlog may be long.
    """

    estimate: Usage
    thread_id: str = ""
    user_id: str = ""
    messages: int = 0
    first_requests: int = 0
    tokens_sent: int = 0
    requests: list[Request] = field(default_factory=list)


class Previewing:
    """An engine for a drain that is undone: it keeps what it would send, and finds nothing.

    What a thread would cost it enters as spent, so that a cap of the day stops it as well.
    """

    reflects = False
    compiles = False

    def __init__(self, engine: Engine, *, texts: bool = True) -> None:
        self._engine = engine
        self._texts = texts
        self.name = engine.name
        self.model = engine.model
        self.prompt_hash = engine.prompt_hash
        self.reads = engine.reads
        self.previews: list[Preview] = []

    def observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        work: Work,
    ) -> Ended:
        preview = self.previews[-1] if self.previews else None
        if preview is None or preview.thread_id not in ("", chunk.thread_id):
            preview = Preview(Usage())
            self.previews.append(preview)
        if self.model and not preview.thread_id:
            work.spent(replace(preview.estimate, requests=max(preview.estimate.requests, 1)))
        preview.thread_id, preview.user_id = chunk.thread_id, chunk.user_id
        preview.messages += len(chunk.messages)
        if isinstance(self._engine, Showing):
            request = self._engine.request(chunk, known, reflections)
            preview.first_requests += 1
            preview.tokens_sent += request.tokens
            if self._texts:
                preview.requests.append(request)
        return Ended.EMPTY

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
        return Ended.EMPTY

    def estimate(self, owed_tokens: int, pool_tokens: int) -> Usage:
        """What the engine says; a new thread begins with it."""
        estimate = self._engine.estimate(owed_tokens, pool_tokens)
        self.previews.append(Preview(estimate))
        return estimate
