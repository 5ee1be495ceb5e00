"""An engine of four stages that does in each what a test says, and spends what it says."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from product import Connection
from psycopg.rows import namedtuple_row

from worker.drain import Limits, drain
from worker.engine import Ended, Receipt, Stage, Work
from worker.notes import ActiveNote, NoteProposal
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Drop,
    Known,
    Origin,
    Proposal,
    ReflectionProposal,
    Relevance,
    Role,
    Summary,
)
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.queue import Queue
from worker.usage import NO_CAPS, Caps, Usage

COST = Usage(requests=1, tokens_in=100, tokens_out=10, tokens_cached=40, cache_written=20, usd=0.25)


def likes(chunk: Chunk) -> list[Proposal]:
    """One small fact for each message by the user."""
    return [
        Proposal(f"User: {said.text}", Relevance.LOW, "fact", said.at, (said.id,), Origin.AGENT)
        for said in chunk.messages
        if said.role is Role.USER
    ]


@dataclass
class Staged:
    """`observing`, `reflecting`, `compiling`, `dropping`: what each stage proposes of its task."""

    observing: Callable[[Chunk], Sequence[Proposal]] = likes
    reflecting: Callable[[Sequence[ActiveObservation]], Sequence[ReflectionProposal]] = (
        lambda pool: []
    )
    compiling: Callable[[Sequence[Known]], Sequence[NoteProposal]] = lambda learned: []
    dropping: Callable[[Sequence[ActiveObservation]], Sequence[Drop]] = lambda pool: []
    ended: dict[Stage, Ended] = field(default_factory=dict)
    estimated: Usage = field(default_factory=Usage)
    asked: list[Stage] = field(default_factory=list)
    given: list[Any] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    cached: list[bool] = field(default_factory=list)
    compiles: bool = False

    name = "staged"
    model: str | None = "test-model"
    prompt_hash: str | None = "abc"
    reads = frozenset(Role)
    reflects = True

    def observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        work: Work,
    ) -> Ended:
        return self._stage(Stage.OBSERVER, chunk, self.observing, hand_in, work)

    def reflect(
        self,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[ReflectionProposal]], Receipt],
        work: Work,
    ) -> Ended:
        return self._stage(Stage.REFLECTOR, pool, self.reflecting, hand_in, work)

    def compile(
        self,
        learned: Sequence[Known],
        notes: Sequence[ActiveNote],
        hand_in: Callable[[Sequence[NoteProposal]], Receipt],
        work: Work,
    ) -> Ended:
        return self._stage(Stage.COMPILER, learned, self.compiling, hand_in, work)

    def drop(
        self,
        pool: Sequence[ActiveObservation],
        target: int,
        hand_in: Callable[[Sequence[Drop]], Receipt],
        work: Work,
    ) -> Ended:
        return self._stage(Stage.DROPPER, pool, self.dropping, hand_in, work)

    def estimate(self, owed_tokens: int, pool_tokens: int) -> Usage:
        return self.estimated

    def _stage(
        self,
        stage: Stage,
        given: Any,
        make: Callable[[Any], Sequence[Any]],
        hand_in: Callable[[Sequence[Any]], Receipt],
        work: Work,
    ) -> Ended:
        self.asked.append(stage)
        self.given.append(given)
        self.cached.append(work.worth_caching)
        self.seconds.append(work.call_seconds())
        work.spent(COST)
        if made := make(given):
            hand_in(made)
        return self.ended.get(stage, Ended.RECORDED if made else Ended.EMPTY)


def staged(
    database: Database,
    engine: Staged,
    *,
    bounds: Bounds | None = None,
    caps: Caps = NO_CAPS,
    threads: int | None = 1,
    stop: Stop | None = None,
    clock: Callable[[], float] = lambda: 0.0,
    lease_seconds: float = 600,
    patience: float = 0.0,
    kind: type[Queue] = Queue,
) -> Summary:
    """A drain with that engine."""
    stop = stop or Stop()
    queue = kind(
        database,
        worker="w",
        engine=engine.name,
        model=engine.model,
        prompt_hash=engine.prompt_hash,
        caps=caps,
        patience=patience,
        lease_seconds=lease_seconds,
    )
    reflect = Reflector(queue, engine, bounds or Bounds(), clock, stop)
    return drain(queue, reflect, Limits(threads), clock, stop)


def raising(error: BaseException) -> Callable[[Any], Sequence[Any]]:
    """What fails a stage."""

    def make(given: Any) -> Sequence[Any]:
        raise error

    return make


def together(pool: Sequence[ActiveObservation]) -> list[ReflectionProposal]:
    """One reflection on all there is."""
    return [ReflectionProposal("User enjoys things by number.", tuple(o.content for o in pool))]


def logged(connection: Connection) -> Any:
    """The newest row of claim_log, with names."""
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        return cursor.execute(
            "select * from reflection.claim_log order by started_at desc limit 1"
        ).fetchone()


def kept(connection: Connection) -> tuple[int, ...]:
    """How many observations are live, reflections live, observations dropped, messages covered."""
    counted = connection.execute(
        """
        select (select count(*) from reflection.observations where dropped_at is null),
               (select count(*) from reflection.reflections where superseded_by is null),
               (select count(*) from reflection.observations where dropped_at is not null),
               (select count(*) from reflection.coverage)
        """
    ).fetchone()
    assert counted is not None
    return tuple(counted)
