"""The drain: claim a thread, reflect it, go on, until nothing is left or enough was done."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from worker import log
from worker.errors import DependencyFailed, Interrupted, Misconfigured, ThreadFailed, described
from worker.records import Claim, FailureKind, Outcome, Reflected, StopReason, Summary


class Queue(Protocol):
    """What the drain asks of the claim table."""

    def fold(self) -> int: ...
    def claim(self) -> Claim | None: ...
    def fail(self, claim: Claim, error: str, kind: FailureKind) -> bool: ...
    def waiting(self) -> int: ...


class Stopping(Protocol):
    asked_by: int | None


class Watcher(Protocol):
    """Who is told how a drain goes while it goes. `reflecting` raises nothing: a claim is held."""

    def folding(self, done: Summary) -> None: ...
    def claiming(self, done: Summary, waiting: Callable[[], int]) -> None: ...
    def reflecting(self, done: Summary, claim: Claim) -> None: ...


class Unwatched:
    """Nobody: what is told is not even counted."""

    def folding(self, done: Summary) -> None: ...
    def claiming(self, done: Summary, waiting: Callable[[], int]) -> None: ...
    def reflecting(self, done: Summary, claim: Claim) -> None: ...


@dataclass(frozen=True, slots=True)
class Limits:
    """When a drain stops although there is more: after so many claims, or so many seconds.

    The seconds bound the *starting* of claims: the first is always made, and work under way is
    never cut by them. No `threads` is no cap.
    """

    threads: int | None = 5
    claim_seconds: float = 180.0


def drain(
    queue: Queue,
    reflect: Callable[[Claim], Reflected],
    limits: Limits,
    clock: Callable[[], float],
    stop: Stopping,
    watch: Watcher = Unwatched(),  # noqa: B008 - it holds nothing
) -> Summary:
    """Reflect threads one at a time, and say how it went and why it stopped.

    Raises nothing for what a thread, a dependency or a signal did. `clock` counts seconds.
    """
    started = clock()
    done = Summary()
    try:
        while True:
            if stop.asked_by is not None:
                return _stopped(done, StopReason.INTERRUPTED, queue, clock() - started)
            if done.cycles == limits.threads:
                return _stopped(done, StopReason.CAP, queue, clock() - started)
            if done.cycles and clock() - started > limits.claim_seconds:
                return _stopped(done, StopReason.BUDGET, queue, clock() - started)

            watch.folding(done)
            queue.fold()
            watch.claiming(done, queue.waiting)
            claim = queue.claim()
            if claim is None:
                return _stopped(done, StopReason.EMPTY, queue, clock() - started)

            done = replace(done, cycles=done.cycles + 1)
            watch.reflecting(done, claim)
            with log.bound(thread_id=claim.thread_id, attempt=claim.attempt):
                one = _reflected(queue, reflect, claim)
                done = _counted(done, one)
            if one.stop is not None:
                return _stopped(done, one.stop, queue, clock() - started)
    except (DependencyFailed, ThreadFailed) as error:
        # Outside a thread there is no thread to blame.
        to_do = getattr(error, "to_do", "")
        log.get().error("drain.stopped", error=str(error), **({"to_do": to_do} if to_do else {}))
        told = stop.asked_by is not None
        reason = StopReason.INTERRUPTED if told else StopReason.ERROR
        return _stopped(done, reason, queue, clock() - started)
    except Interrupted:
        return _stopped(done, StopReason.INTERRUPTED, queue, clock() - started)


_KEPT = {Outcome.REFLECTED, Outcome.EMPTY, Outcome.PARTIAL}


def shadowed(reflect: Callable[[Claim], Reflected]) -> Callable[[Claim], Reflected]:
    """The same for a queue that writes beside memory: what would be kept is a shadow."""

    def reflect_beside(claim: Claim) -> Reflected:
        one = reflect(claim)
        return replace(one, outcome=Outcome.SHADOW) if one.outcome in _KEPT else one

    return reflect_beside


def _reflected(queue: Queue, reflect: Callable[[Claim], Reflected], claim: Claim) -> Reflected:
    """Reflect a claimed thread; whatever happens, its claim has ended or will by itself."""
    log.get().info("thread.claimed", terminal_message_id=claim.terminal_message_id)
    try:
        return reflect(claim)
    except Interrupted as stopped:
        _fail(queue, claim, described(stopped), FailureKind.INTERRUPTED)
        raise
    except Misconfigured as error:
        # Once that is put right the thread need not wait.
        _fail(queue, claim, str(error), FailureKind.INTERRUPTED)
        raise
    except DependencyFailed as error:
        # A broken dependency fails every thread alike: this one gets its attempt
        # back and the drain stops, rather than burn the whole queue.
        _fail(queue, claim, str(error), FailureKind.DEPENDENCY)
        raise
    except Exception as error:
        # Anything else is this thread's own fault. It waits its turn again;
        # the threads behind it do not wait for it.
        kept = _fail(queue, claim, described(error), FailureKind.THREAD)
        return Reflected(Outcome.FAILED if kept else Outcome.CLAIM_LOST)


def _fail(queue: Queue, claim: Claim, error: str, kind: FailureKind) -> bool:
    log.get().warning("thread.failed", kind=kind.value, error=error)
    try:
        return queue.fail(claim, error, kind)
    except DependencyFailed as broken:
        if kind is FailureKind.THREAD:
            raise
        # Nothing more can be done for it from here: the lease ends by itself.
        log.get().warning("claim.left", until=claim.expires_at.isoformat(), error=str(broken))
        return False


def _counted(done: Summary, one: Reflected) -> Summary:
    log.get().info(
        "thread.ended",
        outcome=one.outcome.value,
        observations=one.observations,
        notes=one.notes,
    )
    count = one.outcome.name.lower()
    return replace(
        done,
        **{count: getattr(done, count) + 1},
        observations=done.observations + one.observations,
        notes=done.notes + one.notes,
    )


def _stopped(done: Summary, reason: StopReason, queue: Queue, seconds: float) -> Summary:
    try:
        waiting = None if reason is StopReason.ERROR else queue.waiting()
    except (DependencyFailed, ThreadFailed, Interrupted):
        waiting = None
    return replace(done, stop_reason=reason, waiting=waiting, seconds=round(seconds, 3))
