"""Reflecting one claimed thread: an engine proposes, the judge decides, the store commits.

A thread is read a page at a time and looked at a chunk at a time, so that memory stays bounded
however long it is. What each chunk gave is committed before the next is looked at; the last
chunk's goes with the mark, and with what was distilled of it and dropped for it.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Protocol

from worker import log
from worker.chunks import Page, chunks, halves
from worker.engine import Ended, Engine, Stage
from worker.errors import (
    ClaimLost,
    DependencyFailed,
    Interrupted,
    ThreadFailed,
    TooLong,
    described,
)
from worker.judge import (
    DropDesk,
    NoteDesk,
    ObservationDesk,
    ReflectionDesk,
    as_known,
    grown,
    is_lasting,
    over_by_critical,
)
from worker.notes import ActiveNote, Note
from worker.pool import learned, rendered_tokens, with_coverage, with_new
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Claim,
    Covered,
    Drop,
    Known,
    Memory,
    Message,
    Outcome,
    Reflected,
    Reflection,
    Relevance,
    StopReason,
)
from worker.stop import Stop
from worker.usage import Usage
from worker.work import ClaimedWork
from worker.work import Store as WorkStore


class Store(WorkStore, Protocol):
    """What the reflection of one thread asks of the database."""

    def page(self, claim: Claim, after: int) -> Page: ...
    def timezone(self, user_id: str) -> str: ...
    def owed_tokens(self, claim: Claim) -> int: ...
    def reserve(self, claim: Claim, estimate: Usage) -> StopReason | Outcome | None: ...
    def save_progress(self, claim: Claim, memory: Memory) -> bool: ...
    def commit(self, claim: Claim, memory: Memory) -> bool: ...
    def pool_tokens(self, user_id: str) -> int: ...
    def pool(self, user_id: str) -> tuple[ActiveObservation, ...]: ...
    def reflections(self, user_id: str) -> tuple[ActiveReflection, ...]: ...
    def notes(self, user_id: str) -> tuple[ActiveNote, ...]: ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much of one thread is looked at at once, for how long, and how full a pool may be."""

    chunk_tokens: int = 20_000
    thread_seconds: float = 1500.0
    pool_tokens: int = 10_000
    call_seconds: float = 120.0
    lease_seconds: float = 600.0


# A pool over its target comes down to this share of it: what goes is counted at average sizes, and
# a full pool would have a dropper after every thread.
AIM = 0.9


@dataclass(frozen=True, slots=True)
class _Found:
    """What the chunks of a thread gave: `pending` of it is not saved yet.

    `learned` is what memory did not hold before them, and what they left standing of that.
    """

    pending: Memory = field(default_factory=Memory)
    hashes: frozenset[str] = frozenset()
    learned: tuple[Known, ...] = ()


class Reflector:
    """Reflects claimed threads with one engine; `spent` is what all of them cost."""

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
        self.spent = Usage()

    def __call__(self, claim: Claim) -> Reflected:
        """Reflect the thread up to its terminal message and end the claim.

        Raises ThreadFailed when it takes too long, after keeping what was observed by then.
        """
        if capped := self._reserve(claim):
            return capped
        work = ClaimedWork(
            self._store,
            claim,
            clock=self._clock,
            thread_seconds=self._bounds.thread_seconds,
            call_seconds=self._bounds.call_seconds,
            lease_seconds=self._bounds.lease_seconds,
            stop=self._stop,
        )
        try:
            return self._reflected(claim, work)
        except ClaimLost:
            return Reflected(Outcome.CLAIM_LOST)
        except (ThreadFailed, DependencyFailed) as error:
            work.note(str(error))
            raise
        finally:
            self._settle(work.total)

    def _settle(self, cost: Usage) -> None:
        self.spent += cost
        if cost.requests:
            log.get().info("claim.cost", **asdict(cost))

    def _reserve(self, claim: Claim) -> Reflected | None:
        """Set aside what the thread may cost; if a cap of the day forbids it, how that ended."""
        if self._engine.model is None:
            return None
        owed, pool = self._store.owed_tokens(claim), self._store.pool_tokens(claim.user_id)
        refused = self._store.reserve(claim, self._engine.estimate(owed, pool))
        if refused is None:
            return None
        if refused is Outcome.CLAIM_LOST:
            return Reflected(Outcome.CLAIM_LOST)
        stop = refused if isinstance(refused, StopReason) else None
        return Reflected(Outcome.SPEND_CAP, stop=stop)

    def _reflected(self, claim: Claim, work: ClaimedWork) -> Reflected:
        found = self._observed(claim, work)
        memory, trouble = self._distilled(claim, found, work)
        if any(report.ended is Ended.PARTIAL or report.error for report in work.stages.values()):
            outcome = Outcome.PARTIAL
        else:
            outcome = Outcome.REFLECTED if found.hashes else Outcome.EMPTY
        if not self._store.commit(claim, replace(memory, outcome=outcome)):
            raise ClaimLost
        if isinstance(trouble, Interrupted):
            raise trouble
        stop = StopReason.ERROR if isinstance(trouble, DependencyFailed) else None
        return Reflected(outcome, len(found.hashes), notes=len(memory.notes), stop=stop)

    def _observed(self, claim: Claim, work: ClaimedWork) -> _Found:
        """Observe every chunk, saving what each gave before the next."""
        timezone = self._store.timezone(claim.user_id)
        found = _Found()
        known: list[Known] | None = None
        before: Sequence[Known] = ()
        reflections: tuple[ActiveReflection, ...] = ()
        for chunk in chunks(self._store.page, claim, timezone, self._bounds.chunk_tokens):
            pieces = [chunk]
            while pieces:
                found = self._kept(claim, found, work)
                work.check()
                if known is None:
                    known = [as_known(one) for one in self._store.pool(claim.user_id)]
                    before = known
                    if self._engine.reflects:
                        reflections = self._store.reflections(claim.user_id)
                piece = pieces.pop(0)
                try:
                    pending = self._observe(piece, known, reflections, work)
                except TooLong:
                    if piece is not chunk:
                        raise
                    # It is looked at once more, in two.
                    log.get().info("chunk.split", messages=len(chunk.messages))
                    pieces = list(halves(chunk))
                    continue
                known = grown(known, pending.observations)
                new = frozenset(one.content_hash for one in pending.observations)
                found = _Found(pending, found.hashes | new)
        return replace(found, learned=learned(before, known or (), found.hashes))

    def _kept(self, claim: Claim, found: _Found, work: ClaimedWork) -> _Found:
        """The same with nothing pending: what was is saved, since it is paid for."""
        if not found.pending.coverage:
            return found
        if not self._store.save_progress(claim, found.pending):
            raise ClaimLost
        work.chunks += 1
        return replace(found, pending=Memory())

    def _observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        work: ClaimedWork,
    ) -> Memory:
        for message in chunk.messages:
            if message.omitted:
                log.get().info("message.shortened", message_id=message.id, omitted=message.omitted)
        desk = ObservationDesk(chunk.messages, chunk.timezone, known)
        with work.at(Stage.OBSERVER):
            work.ended(self._engine.observe(chunk, known, reflections, desk.hand_in, work))
        if desk.flagged:
            log.get().info("observation.flagged", **desk.flagged)
        return Memory(
            observations=desk.accepted, coverage=tuple(map(self._covered, chunk.messages))
        )

    def _covered(self, message: Message) -> Covered:
        passed_over = f"the {self._engine.name} engine does not read {message.role} messages"
        read = message.role in self._engine.reads
        return Covered(message.id, message.content_hash, skipped=None if read else passed_over)

    def _distilled(
        self, claim: Claim, found: _Found, work: ClaimedWork
    ) -> tuple[Memory, BaseException | None]:
        """What was observed with what is distilled of it and dropped for it, and what went wrong.

        What was observed is paid for and stays, whatever becomes of the later stages.
        """
        memory = found.pending
        try:
            if self._engine.reflects and found.hashes:
                memory = replace(memory, reflections=self._reflections(claim, memory, work))
            if self._engine.compiles and is_lasting(found.learned):
                memory = replace(memory, notes=self._notes(claim, found.learned, work))
            memory = replace(memory, drops=self._drops(claim, memory, work))
        except ClaimLost:
            raise
        except (Exception, Interrupted) as error:
            told = described(error)
            to_do = getattr(error, "to_do", "")
            facts = {"to_do": to_do} if to_do else {}
            log.get().warning("stage.failed", stage=work.stage.value, error=told, **facts)
            work.note(told)
            return replace(memory, error=f"{work.stage.value}: {told}"), error
        return memory, None

    def _reflections(self, claim: Claim, new: Memory, work: ClaimedWork) -> tuple[Reflection, ...]:
        """What the user's observations mean together, those of this claim among them."""
        pool = with_new(self._store.pool(claim.user_id), new.observations)
        known = self._store.reflections(claim.user_id)
        desk = ReflectionDesk(pool, known, self._store.timezone(claim.user_id))
        with work.at(Stage.REFLECTOR):
            work.ended(self._engine.reflect(pool, known, desk.hand_in, work))
        return desk.accepted

    def _notes(self, claim: Claim, new: Sequence[Known], work: ClaimedWork) -> tuple[Note, ...]:
        """What was learned, worked by subject into the user's notes."""
        notes = self._store.notes(claim.user_id)
        desk = NoteDesk(new, notes, self._store.timezone(claim.user_id))
        with work.at(Stage.COMPILER):
            work.ended(self._engine.compile(new, notes, desk.hand_in, work))
        log.get().info("notes.judged", notes=len(desk.accepted))
        return desk.accepted

    def _drops(self, claim: Claim, new: Memory, work: ClaimedWork) -> tuple[Drop, ...]:
        """What the user's pool can do without, once what is new is in it."""
        coming = sum(rendered_tokens(observation.content) for observation in new.observations)
        if self._store.pool_tokens(claim.user_id) + coming <= self._bounds.pool_tokens:
            return ()
        target = max(int(self._bounds.pool_tokens * AIM) - coming, 0)
        pool = with_coverage(self._store.pool(claim.user_id), new.reflections)
        if over := over_by_critical(pool, target):
            log.get().info("pool.overfilled", pool_over_target_by_critical=over)
        if all(one.relevance is Relevance.CRITICAL for one in pool):
            return ()
        desk = DropDesk(pool, target)
        with work.at(Stage.DROPPER):
            work.ended(self._engine.drop(pool, target, desk.hand_in, work))
        log.get().info("pool.judged", drops=len(desk.chosen), refused=len(desk.refused))
        return desk.chosen
