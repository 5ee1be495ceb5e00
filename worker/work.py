"""The work on one claim: how long it may take, and what it has cost so far."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from worker.engine import Ended, Stage
from worker.errors import ClaimLost, ThreadFailed
from worker.records import Claim
from worker.stop import Stop
from worker.usage import Usage


@dataclass(frozen=True, slots=True)
class StageReport:
    """What came of one stage, and what it cost; `error` in words that hold nothing anyone wrote."""

    ended: Ended | None = None
    error: str | None = None
    usage: Usage = field(default_factory=Usage)


class Store(Protocol):
    """Where a claim's lease and its account are kept."""

    def renew(self, claim: Claim) -> bool: ...
    def enter(self, claim: Claim, total: Usage, stages: Mapping[Stage, StageReport]) -> None: ...
    def another_is_due(self) -> bool: ...


class ClaimedWork:
    """What an engine is given for one claim: seconds while the lease lasts, and an account."""

    def __init__(
        self,
        store: Store,
        claim: Claim,
        *,
        clock: Callable[[], float],
        thread_seconds: float,
        call_seconds: float,
        lease_seconds: float,
        stop: Stop,
    ) -> None:
        self._store = store
        self._claim = claim
        self._clock = clock
        self._thread_seconds = thread_seconds
        self._deadline = clock() + thread_seconds
        # What is left of a lease just renewed, with time to end the claim in.
        self._call_seconds = min(call_seconds, 0.9 * lease_seconds)
        self._stop = stop
        self.stage = Stage.OBSERVER
        self._caching: bool | None = None
        self.chunks = 1
        self.total = Usage()
        self.stages: dict[Stage, StageReport] = {}

    @property
    def worth_caching(self) -> bool:
        if self._caching is None:
            with self._stop.held():
                self._caching = self.chunks > 1 or self._store.another_is_due()
        return self._caching

    def check(self) -> None:
        """Raise ThreadFailed if the thread's time is over."""
        if self._clock() > self._deadline:
            raise ThreadFailed(
                f"it took longer than {self._thread_seconds:g} s; "
                "what was observed is kept and the rest comes next time"
            )

    def call_seconds(self) -> float:
        self.check()
        with self._stop.held():
            if not self._store.renew(self._claim):
                raise ClaimLost
        return min(self._call_seconds, max(self._deadline - self._clock(), 1.0))

    @contextmanager
    def waiting(self) -> Iterator[None]:
        with self._stop.breaks():
            yield

    def spent(self, usage: Usage) -> None:
        self.total += usage
        before = self.stages.get(self.stage, StageReport())
        self._report(StageReport(before.ended, before.error, before.usage + usage))

    @contextmanager
    def at(self, stage: Stage) -> Iterator[None]:
        """Within this, what is spent is spent by that stage, and a signal breaks in at once.

        Once it has waited for something that costs, a signal breaks into its waiting alone.
        """
        self.stage = stage
        with self._stop.breaks():
            yield

    def ended(self, how: Ended) -> None:
        """Note how the stage ended; of several chunks the one that was cut off counts most."""
        before = self.stages.get(self.stage, StageReport())
        worst = max(before.ended or how, how, key=_WEIGHT.__getitem__)
        self._report(StageReport(worst, before.error, before.usage))

    def note(self, error: str) -> None:
        """Note that the stage at work failed, and why."""
        before = self.stages.get(self.stage, StageReport())
        self._report(StageReport(before.ended, error, before.usage))

    def _report(self, report: StageReport) -> None:
        self.stages[self.stage] = report
        if self.total.requests:
            with self._stop.held():
                self._store.enter(self._claim, self.total, self.stages)


_WEIGHT = {Ended.EMPTY: 0, Ended.RECORDED: 1, Ended.PARTIAL: 2}
