"""Reflecting one claimed thread: an engine proposes, the judge decides, the store commits.

A thread is read a page at a time and looked at a chunk at a time, so that memory stays bounded
however long it is. What each chunk gave is committed before the next is looked at; the last
chunk's goes with the mark.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from worker import log
from worker.errors import ThreadFailed
from worker.judge import content_hash, judge, judge_drops, over_by_critical
from worker.records import (
    ActiveObservation,
    Chunk,
    Claim,
    Covered,
    Drop,
    Engine,
    Known,
    Memory,
    Message,
    Observation,
    Outcome,
    Reflected,
    Relevance,
)
from worker.stop import Stop
from worker.text import tokens

CONTEXT_MESSAGES = 4


class Page(Protocol):
    @property
    def before(self) -> tuple[Message, ...]: ...
    @property
    def owed(self) -> tuple[Message, ...]: ...


class Store(Protocol):
    """What the reflection of one thread asks of the database."""

    def page(self, claim: Claim, after: int) -> Page: ...
    def timezone(self, user_id: str) -> str: ...
    def save_progress(self, claim: Claim, memory: Memory) -> bool: ...
    def commit(self, claim: Claim, memory: Memory) -> bool: ...
    def pool_tokens(self, user_id: str) -> int: ...
    def pool(self, user_id: str) -> tuple[ActiveObservation, ...]: ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of one thread is looked at at once, for how long, and how full a pool may be."""

    chunk_tokens: int = 20_000
    thread_seconds: float = 1500.0
    pool_tokens: int = 10_000


class Reflector:
    """Reflects claimed threads with one engine."""

    def __init__(
        self,
        store: Store,
        engine: Engine,
        bounds: Bounds,
        clock: Callable[[], float],
        stop: Stop,
    ) -> None:
        self._store = store
        self._engine = engine
        self._bounds = bounds
        self._clock = clock
        self._stop = stop

    def __call__(self, claim: Claim) -> Reflected:
        """Reflect the thread up to its terminal message and end the claim.

        Raises ThreadFailed when it takes too long, after keeping what was observed by then.
        """
        deadline = self._clock() + self._bounds.thread_seconds
        seen: set[str] = set()
        known: list[Known] | None = None
        pending = Memory()
        for chunk in self._chunks(claim):
            if pending.coverage and not self._store.save_progress(claim, pending):
                return Reflected(Outcome.CLAIM_LOST)
            if self._clock() > deadline:
                raise ThreadFailed(
                    f"it took longer than {self._bounds.thread_seconds:g} s; "
                    "what was observed is kept and the rest comes next time"
                )
            if known is None:
                known = [_known(one) for one in self._store.pool(claim.user_id)]
            with self._stop.breaks():
                pending = self._observe(chunk, known)
            known = _grown(known, pending.observations)
            seen.update(observation.content_hash for observation in pending.observations)

        outcome = Outcome.REFLECTED if seen else Outcome.EMPTY
        drops = self._drops(claim.user_id, pending.observations)
        if not self._store.commit(claim, replace(pending, drops=drops, outcome=outcome)):
            return Reflected(Outcome.CLAIM_LOST)
        return Reflected(outcome, observations=len(seen))

    def _chunks(self, claim: Claim) -> Iterator[Chunk]:
        """What is owed of the thread, oldest first, whole messages within the token budget."""
        timezone = self._store.timezone(claim.user_id)
        after = 0
        while (page := self._store.page(claim, after)).owed:
            before, messages, size = page.before, list[Message](), 0
            for message in page.owed:
                cost = tokens(message.text) + tokens(message.tail)
                if messages and size + cost > self._bounds.chunk_tokens:
                    yield Chunk(claim.thread_id, claim.user_id, timezone, tuple(messages), before)
                    before, messages, size = tuple(messages[-CONTEXT_MESSAGES:]), [], 0
                messages.append(message)
                size += cost
            yield Chunk(claim.thread_id, claim.user_id, timezone, tuple(messages), before)
            after = page.owed[-1].ordinal

    def _observe(self, chunk: Chunk, known: Sequence[Known]) -> Memory:
        for message in chunk.messages:
            if message.omitted:
                log.get().info("message.shortened", message_id=message.id, omitted=message.omitted)
        proposals = self._engine.observe(chunk, known)
        verdict = judge(proposals, chunk.messages, chunk.timezone, known)
        if verdict.doubtful:
            log.get().info("observation.doubtful", count=len(verdict.doubtful))
        return Memory(
            observations=verdict.accepted,
            coverage=tuple(
                Covered(
                    message.id,
                    message.content_hash,
                    skipped=None
                    if message.role in self._engine.reads
                    else f"the {self._engine.name} engine does not read {message.role} messages",
                )
                for message in chunk.messages
            ),
        )

    def _drops(self, user_id: str, new: tuple[Observation, ...]) -> tuple[Drop, ...]:
        """What the user's pool can do without, once this claim's observations are in it."""
        coming = sum(tokens(f"#1000000 {observation.content}") for observation in new)
        target = max(self._bounds.pool_tokens - coming, 0)
        if self._store.pool_tokens(user_id) <= target:
            return ()
        pool = self._store.pool(user_id)
        if over := over_by_critical(pool, target):
            log.get().info("pool.overfilled", pool_over_target_by_critical=over)
        if all(one.relevance is Relevance.CRITICAL for one in pool):
            return ()
        with self._stop.breaks():
            proposed = self._engine.propose_drops(pool, target)
        verdict = judge_drops(proposed, pool, target)
        log.get().info("pool.judged", drops=len(verdict.chosen), refused=len(verdict.refused))
        return verdict.chosen


def _grown(known: Sequence[Known], new: Sequence[Observation]) -> list[Known]:
    """The memory after a chunk: without what gave way, and with what is not only said again."""
    memory = {content_hash(one.content): one for one in known}
    for one in new:
        for replaced in one.supersedes:
            memory.pop(replaced, None)
        if one.duplicate_of is None:
            memory[one.content_hash] = _known(one)
    return list(memory.values())


def _known(one: ActiveObservation | Observation) -> Known:
    return Known(one.content, one.relevance, one.category, one.observed_at)
