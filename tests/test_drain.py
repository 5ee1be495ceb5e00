"""The drain, row by row of its table of outcomes: what goes on, what stops, and what it says."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import structlog
from product import Connection, add_thread
from structlog.testing import capture_logs

from worker.drain import Limits, drain
from worker.errors import DependencyFailed, Interrupted, ThreadFailed
from worker.records import Claim, FailureKind, Outcome, Reflected, StopReason, Summary
from worker.store.database import Database
from worker.store.queue import Queue

UNTIL = datetime(2026, 11, 30, tzinfo=UTC)
SAID = "my locker code is 4417"
DOWN = DependencyFailed("the database cannot be reached")
REFUSED = ThreadFailed("refused")
End = Outcome | BaseException


class ListQueue:
    """A queue of threads by name: what was asked of it, in order, and each claim that failed."""

    def __init__(self, *threads: str, **raises: BaseException) -> None:
        self._threads = list(threads)
        self._raises = raises
        self.lost = False
        self.asked: list[str] = []
        self.failed: list[tuple[str, str, FailureKind]] = []

    def fold(self) -> int:
        self._ask("fold")
        return 0

    def claim(self) -> Claim | None:
        self._ask("claim")
        if not self._threads:
            return None
        return Claim(self._threads.pop(0), "user", uuid4(), "last message", 1, UNTIL)

    def fail(self, claim: Claim, error: str, kind: FailureKind) -> bool:
        self._ask("fail")
        self.failed.append((claim.thread_id, error, kind))
        return not self.lost

    def waiting(self) -> int:
        self._ask("waiting")
        return len(self._threads)

    def _ask(self, what: str) -> None:
        self.asked.append(what)
        if what in self._raises:
            raise self._raises[what]


class World:
    """What a drain is told from outside: the seconds that passed, and whether to stop."""

    def __init__(self, asked_by: int | None = None) -> None:
        self.now = 1000.0
        self.asked_by = asked_by

    def clock(self) -> float:
        return self.now


def drained(
    queue: ListQueue,
    ends: dict[str, End] | None = None,
    limits: Limits | None = None,
    world: World | None = None,
    **meanwhile: Any,
) -> Summary:
    """A drain in which each thread ends as it says, and the world becomes as `meanwhile` says."""
    world = world or World()

    def reflect(claim: Claim) -> Reflected:
        queue.asked.append(f"reflect {claim.thread_id}")
        world.now += meanwhile.get("seconds", 0)
        world.asked_by = meanwhile.get("asked_by", world.asked_by)
        end = (ends or {}).get(claim.thread_id, Outcome.REFLECTED)
        if isinstance(end, BaseException):
            raise end
        return Reflected(end)

    return drain(queue, reflect, limits or Limits(), world.clock, world)


@pytest.mark.parametrize(
    ("end", "counted", "recorded"),
    [
        (Outcome.REFLECTED, "reflected", []),
        (Outcome.EMPTY, "empty", []),
        (Outcome.PARTIAL, "partial", []),
        (Outcome.CLAIM_LOST, "claim_lost", []),
        (REFUSED, "failed", [("a", "refused", FailureKind.THREAD)]),
    ],
)
def test_an_outcome_of_the_thread_alone_is_counted_and_the_drain_goes_on(
    end: End, counted: str, recorded: list[Any]
) -> None:
    queue = ListQueue("a", "b")
    done = drained(queue, {"a": end, "b": Outcome.EMPTY})
    counts = {"reflected": 0, "empty": 1, "partial": 0, "claim_lost": 0, "failed": 0}
    counts[counted] += 1
    assert {name: getattr(done, name) for name in counts} == counts
    assert (done.cycles, done.stop_reason, done.waiting) == (2, StopReason.EMPTY, 0)
    assert queue.failed == recorded


def test_a_dependency_that_fails_in_a_thread_gives_the_attempt_back_and_stops() -> None:
    queue = ListQueue("a", "b", "c")
    done = drained(queue, {"b": DOWN})
    assert (done.cycles, done.reflected, done.failed, done.waiting) == (2, 1, 0, None)
    assert done.stop_reason is StopReason.ERROR
    assert queue.failed == [("b", str(DOWN), FailureKind.DEPENDENCY)]


@pytest.mark.parametrize("error", [DOWN, REFUSED])
@pytest.mark.parametrize("call", ["fold", "claim"])
def test_what_fails_outside_a_thread_stops_the_drain_and_fails_no_thread(
    call: str, error: BaseException
) -> None:
    queue = ListQueue("a", **{call: error})
    with capture_logs() as said:
        assert drained(queue) == Summary(stop_reason=StopReason.ERROR)
    assert queue.failed == []
    assert said == [{"event": "drain.stopped", "error": str(error), "log_level": "error"}]


@pytest.mark.parametrize("end", [DOWN, REFUSED])
def test_a_failure_that_cannot_be_recorded_leaves_the_claim_and_stops(end: End) -> None:
    queue = ListQueue("a", "b", fail=DOWN)
    assert drained(queue, {"a": end}) == Summary(cycles=1, stop_reason=StopReason.ERROR)
    assert queue.asked == ["fold", "claim", "reflect a", "fail"]


def test_a_failure_of_a_claim_that_was_lost_meanwhile_is_a_lost_claim() -> None:
    queue = ListQueue("a")
    queue.lost = True
    assert drained(queue, {"a": REFUSED}).claim_lost == 1


def test_an_error_nobody_expected_is_the_threads_own_and_its_text_goes_nowhere() -> None:
    queue = ListQueue("a", "b")
    with capture_logs(processors=[structlog.contextvars.merge_contextvars]) as said:
        done = drained(queue, {"a": ValueError(f"cannot parse {SAID!r}")})
    assert (done.failed, done.reflected, done.stop_reason) == (1, 1, StopReason.EMPTY)
    ((thread, error, kind),) = queue.failed
    assert (thread, kind) == ("a", FailureKind.THREAD)
    assert error.startswith("ValueError in test_drain.py:")
    assert SAID not in repr((queue.failed, said))
    assert [line["thread_id"] for line in said if line["event"] == "thread.failed"] == ["a"]


def test_what_was_written_of_all_threads_is_summed_and_of_none_is_nothing() -> None:
    written = {"a": Reflected(Outcome.REFLECTED, 3, notes=1), "b": Reflected(Outcome.PARTIAL, 2)}
    queue, world = ListQueue("a", "b"), World()
    done = drain(queue, lambda claim: written[claim.thread_id], Limits(), world.clock, world)
    assert (done.observations, done.notes) == (5, 1)
    nothing = drained(ListQueue("a"), {"a": Outcome.EMPTY})
    assert (nothing.observations, nothing.notes) == (0, 0)


@pytest.mark.parametrize("end", [*list(Outcome)[:4], REFUSED])
def test_the_cap_counts_claims_whatever_became_of_them(end: End) -> None:
    done = drained(ListQueue(*"abcdefg"), dict.fromkeys("abcdefg", end))
    assert (done.cycles, done.stop_reason, done.waiting) == (5, StopReason.CAP, 2)


def test_five_threads_and_an_empty_queue_behind_them_still_stop_at_the_cap() -> None:
    done = drained(ListQueue(*"abcde"))
    assert (done.cycles, done.waiting, done.stop_reason) == (5, 0, StopReason.CAP)


def test_without_a_cap_the_drain_goes_on_until_nothing_is_left() -> None:
    done = drained(ListQueue(*"abcdefghij"), limits=Limits(threads=None))
    assert (done.reflected, done.stop_reason) == (10, StopReason.EMPTY)


@pytest.mark.parametrize(("seconds", "claims"), [(180.0, 2), (180.001, 1)])
def test_a_claim_is_started_at_180_seconds_and_not_after(seconds: float, claims: int) -> None:
    done = drained(ListQueue("a", "b", "c"), seconds=seconds)
    assert (done.cycles, done.stop_reason) == (claims, StopReason.BUDGET)
    assert done.waiting == 3 - claims


def test_the_first_claim_is_made_and_its_work_is_not_cut_whatever_the_budget() -> None:
    done = drained(ListQueue("a", "b"), limits=Limits(claim_seconds=0), seconds=500)
    assert (done.reflected, done.stop_reason, done.seconds) == (1, StopReason.BUDGET, 500.0)


def test_one_thread_is_finished_before_the_next_is_claimed_and_the_inbox_comes_first() -> None:
    queue = ListQueue("a", "b")
    drained(queue)
    cycle = ["fold", "claim"]
    assert queue.asked == [*cycle, "reflect a", *cycle, "reflect b", *cycle, "waiting"]


def test_told_to_stop_before_the_first_claim_none_is_made() -> None:
    done = drained(queue := ListQueue("a"), world=World(15))
    assert (done.stop_reason, queue.asked) == (StopReason.INTERRUPTED, ["waiting"])


def test_told_to_stop_during_a_thread_that_ends_by_itself_no_other_is_claimed() -> None:
    queue = ListQueue("a", "b")
    done = drained(queue, asked_by=2)
    assert (done.cycles, done.reflected, done.waiting) == (1, 1, 1)
    assert done.stop_reason is StopReason.INTERRUPTED


@pytest.mark.parametrize("release", [{}, {"fail": DOWN}, {"fail": Interrupted(15)}])
def test_a_thread_cut_short_is_released_if_that_can_be_and_counted_nowhere_else(
    release: dict[str, BaseException],
) -> None:
    queue = ListQueue("a", "b", **release)
    done = drained(queue, {"a": Interrupted(15)})
    assert done == Summary(cycles=1, waiting=1, stop_reason=StopReason.INTERRUPTED)
    kept = [("a", "the worker was told to stop", FailureKind.INTERRUPTED)]
    assert queue.failed == ([] if release else kept)


@pytest.mark.parametrize("call", ["fold", "claim"])
def test_a_call_broken_off_by_the_hard_stop_is_an_interruption(call: str) -> None:
    done = drained(ListQueue("a", **{call: Interrupted(15)}))
    assert done == Summary(waiting=1, stop_reason=StopReason.INTERRUPTED)


def test_a_dependency_that_fails_once_told_to_stop_is_an_interruption() -> None:
    done = drained(ListQueue("a", waiting=DOWN), {"a": DOWN}, asked_by=15)
    assert done == Summary(cycles=1, stop_reason=StopReason.INTERRUPTED)


@pytest.mark.parametrize("broken", [DOWN, Interrupted(15)])
def test_waiting_is_unknown_when_the_database_can_no_longer_say(broken: BaseException) -> None:
    assert drained(ListQueue(waiting=broken)) == Summary(stop_reason=StopReason.EMPTY)


def test_each_cycle_on_the_real_queue_has_a_claim_id_of_its_own(
    database: Database, connection: Connection
) -> None:
    for name in ("a", "b", "c"):
        add_thread(connection, name, user_id=f"user {name}")
    held: list[Claim] = []

    def reflect(claim: Claim) -> Reflected:
        held.append(claim)
        return Reflected(Outcome.REFLECTED)

    world, queue = World(), Queue(database, worker="one name", engine="test")
    drain(queue, reflect, Limits(), world.clock, world)
    assert [claim.thread_id for claim in held] == ["a", "b", "c"]
    assert len({claim.claim_id for claim in held}) == 3
