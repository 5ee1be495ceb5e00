"""An engine that reflects as Claude's does, and has each stage as a tool loop beside that.

What the loop hands in goes to a desk of its own and is forgotten: memory grows by the engine alone,
so that both are asked the same at every thread.
"""

from collections.abc import Callable, Sequence

from bench.loop import Loop
from worker.drain import Unwatched
from worker.engine import Ended, Receipt, Stage, Work
from worker.engines.claude.compiler.agent import Compiler
from worker.engines.claude.config import Config
from worker.engines.claude.dropper.agent import Dropper
from worker.engines.claude.engine import ClaudeEngine
from worker.engines.claude.observer.agent import Observer
from worker.engines.claude.reflector.agent import Reflector
from worker.judge import DropDesk, NoteDesk, ObservationDesk, ReflectionDesk
from worker.notes import ActiveNote, NoteProposal
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Claim,
    Drop,
    Known,
    Proposal,
    ReflectionProposal,
    Summary,
)
from worker.store.queue import Queue
from worker.usage import Usage


class Beside(Unwatched):
    """The engine and the watcher of one drain.

    The first of the loops has the stages that the engine works at. After each claim the second has
    those that it had no reason for, of memory as it is then: `queue` reads the same database, and
    `pool_tokens` is the target of the pool.
    """

    def __init__(
        self,
        engine: ClaudeEngine,
        config: Config,
        loops: Sequence[Loop],
        queue: Queue,
        pool_tokens: int,
    ) -> None:
        self._engine = engine
        self._config = config
        self._same, self._more = loops
        self._queue = queue
        self._pool_tokens = pool_tokens
        self._cached = False
        self._timezone = "UTC"
        self.name, self.model = engine.name, engine.model
        self.prompt_hash, self.reads = engine.prompt_hash, engine.reads
        self.reflects, self.compiles = engine.reflects, engine.compiles
        self._claim: Claim | None = None
        self._worked: set[Stage] = set()

    def reflecting(self, done: Summary, claim: Claim) -> None:
        self._claim, self._worked = claim, set()

    def folding(self, done: Summary) -> None:
        self.complete()

    def complete(self) -> None:
        """Have the loops that the last claim lacks."""
        if self._claim is None:
            return
        pool = self._queue.pool(self._claim.user_id)
        if Stage.REFLECTOR not in self._worked:
            self._loop_reflector(self._more, pool, self._queue.reflections(self._claim.user_id))
        if Stage.DROPPER not in self._worked:
            self._loop_dropper(self._more, pool, self._pool_tokens)
        self._claim = None

    def observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        work: Work,
    ) -> Ended:
        ended = self._engine.observe(chunk, known, reflections, hand_in, work)
        self._begins(Stage.OBSERVER, work)
        self._timezone = chunk.timezone
        desk = ObservationDesk(chunk.messages, chunk.timezone, known)
        agent = Observer(chunk, known, reflections, desk.hand_in, self._config.known_tokens)
        self._same.run(agent, self._config.observer, cached=self._cached)
        return ended

    def reflect(
        self,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[ReflectionProposal]], Receipt],
        work: Work,
    ) -> Ended:
        ended = self._engine.reflect(pool, reflections, hand_in, work)
        self._begins(Stage.REFLECTOR, work)
        self._loop_reflector(self._same, pool, reflections)
        return ended

    def compile(
        self,
        learned: Sequence[Known],
        notes: Sequence[ActiveNote],
        hand_in: Callable[[Sequence[NoteProposal]], Receipt],
        work: Work,
    ) -> Ended:
        ended = self._engine.compile(learned, notes, hand_in, work)
        self._begins(Stage.COMPILER, work)
        desk = NoteDesk(learned, notes, self._timezone)
        agent = Compiler(learned, notes, desk.hand_in, self._config.notes_tokens)
        self._same.run(agent, self._config.compiler, cached=self._cached)
        return ended

    def drop(
        self,
        pool: Sequence[ActiveObservation],
        target: int,
        hand_in: Callable[[Sequence[Drop]], Receipt],
        work: Work,
    ) -> Ended:
        ended = self._engine.drop(pool, target, hand_in, work)
        self._begins(Stage.DROPPER, work)
        self._loop_dropper(self._same, pool, target)
        return ended

    def estimate(self, owed_tokens: int, pool_tokens: int) -> Usage:
        return self._engine.estimate(owed_tokens, pool_tokens)

    def _begins(self, stage: Stage, work: Work) -> None:
        self._worked.add(stage)
        self._cached = work.worth_caching

    def _loop_reflector(
        self,
        loop: Loop,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
    ) -> None:
        desk = ReflectionDesk(pool, reflections, self._timezone)
        agent = Reflector(pool, reflections, desk.hand_in, self._config.shown_tokens)
        loop.run(agent, self._config.reflector, cached=self._cached)

    def _loop_dropper(self, loop: Loop, pool: Sequence[ActiveObservation], target: int) -> None:
        agent = Dropper(pool, target, DropDesk(pool, target).hand_in, self._config.shown_tokens)
        loop.run(agent, self._config.dropper, cached=self._cached)
