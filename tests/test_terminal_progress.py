"""Progress while draining: one live line on a terminal, log lines elsewhere, nothing left."""

import json
import os
import re
import signal
from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest
from console import Terminal, on_screen, on_terminal, shell
from product import Connection, add_thread, one

from worker.drain import Limits, drain
from worker.errors import DependencyFailed, Interrupted, ThreadFailed
from worker.progress import Progress
from worker.records import Claim, FailureKind, Outcome, Reflected, StopReason, Summary

UNTIL = datetime(2026, 11, 30, tzinfo=UTC)
LINE = re.compile(r"cycle [^\x1b\r\n]*")


class Threads:
    """A queue of three threads, in which the second is tried again."""

    def __init__(self, waits: Callable[[int], int] = int) -> None:
        self._left = ["a", "b", "c"]
        self._waits = waits

    def fold(self) -> int:
        return 0

    def claim(self) -> Claim | None:
        if not self._left:
            return None
        name = self._left.pop(0)
        return Claim(name, "user", uuid4(), "last", 2 if name == "b" else 1, UNTIL)

    def fail(self, claim: Claim, error: str, kind: FailureKind) -> bool:
        return True

    def waiting(self) -> int:
        return self._waits(len(self._left))


class Written(Progress):
    """What the line would say, each time that it is told something; no terminal is needed."""

    def __init__(self, threads: int | None, seconds: float, clock: Callable[[], float]) -> None:
        super().__init__(threads, seconds, clock)
        self.lines: list[str] = []

    def _start(self) -> None:
        pass

    def folding(self, done: Summary) -> None:
        super().folding(done)
        self.lines.append(self.line())

    def claiming(self, done: Summary, waiting: Callable[[], int]) -> None:
        super().claiming(done, waiting)
        self.lines.append(self.line())

    def reflecting(self, done: Summary, claim: Claim) -> None:
        super().reflecting(done, claim)
        self.lines.append(self.line())


class World:
    """Seconds that pass only when a thread is reflected, and nobody who asks to stop."""

    asked_by: int | None = None
    now = 100.0

    def clock(self) -> float:
        return self.now


def watched(
    queue: Threads, threads: int | None = 5, seconds: float = 180.0
) -> tuple[Summary, list[str]]:
    world = World()
    ends = {"a": Outcome.REFLECTED, "b": Outcome.EMPTY}

    def reflect(claim: Claim) -> Reflected:
        world.now += 7.5
        if claim.thread_id == "c":
            raise ThreadFailed("too long")
        return Reflected(ends[claim.thread_id])

    progress = Written(threads, seconds, world.clock)
    done = drain(queue, reflect, Limits(threads, seconds), world.clock, world, progress)
    return done, progress.lines


def test_the_line_says_which_cycle_what_it_does_what_came_of_it_what_waits_and_the_seconds() -> (
    None
):
    done, lines = watched(Threads())
    assert lines == [
        "cycle 1/5 | 0/180 s | 0 reflected | taking in what is new",
        "cycle 1/5 | 0/180 s | 0 reflected | 3 waiting | looking for a thread",
        "cycle 1/5 | 0/180 s | 0 reflected | 2 waiting | reflecting a",
        "cycle 2/5 | 7/180 s | 1 reflected | 2 waiting | taking in what is new",
        "cycle 2/5 | 7/180 s | 1 reflected | 2 waiting | looking for a thread",
        "cycle 2/5 | 7/180 s | 1 reflected | 1 waiting | reflecting b, attempt 2",
        "cycle 3/5 | 15/180 s | 1 reflected, 1 empty | 1 waiting | taking in what is new",
        "cycle 3/5 | 15/180 s | 1 reflected, 1 empty | 1 waiting | looking for a thread",
        "cycle 3/5 | 15/180 s | 1 reflected, 1 empty | 0 waiting | reflecting c",
        "cycle 4/5 | 22/180 s | 1 reflected, 1 empty, 1 failed | 0 waiting | taking in what is new",
        "cycle 4/5 | 22/180 s | 1 reflected, 1 empty, 1 failed | 0 waiting | looking for a thread",
    ]
    assert (done.reflected, done.empty, done.failed) == (1, 1, 1)


def test_without_bounds_the_line_names_none() -> None:
    _, lines = watched(Threads(), None, float("inf"))
    assert lines[3] == "cycle 2 | 7 s | 1 reflected | 2 waiting | taking in what is new"


@pytest.mark.parametrize("broken", [DependencyFailed("down"), ThreadFailed("refused")])
def test_what_waits_may_be_unknown_without_harm(broken: Exception) -> None:
    def waits(left: int) -> int:
        raise broken

    done, lines = watched(Threads(waits))
    assert (done.cycles, done.stop_reason) == (3, StopReason.EMPTY)
    assert lines[2] == "cycle 1/5 | 0/180 s | 0 reflected | reflecting a"


def test_told_to_stop_while_asking_what_waits_no_claim_is_left_behind() -> None:
    def waits(left: int) -> int:
        raise Interrupted(15)

    done, lines = watched(Threads(waits))
    assert (done.cycles, done.stop_reason) == (0, StopReason.INTERRUPTED)
    assert len(lines) == 1


def test_nobody_who_watches_costs_no_question_to_the_database() -> None:
    asked: list[int] = []

    def waits(left: int) -> int:
        asked.append(left)
        return left

    world = World()
    drain(Threads(waits), lambda claim: Reflected(Outcome.EMPTY), Limits(), world.clock, world)
    assert asked == [0]


# --- on a terminal


@pytest.fixture
def waiting(database_url: str, connection: Connection) -> str:
    """A database in which three threads wait, of which one cannot be reflected."""
    for name in ("ann", "bob", "cay"):
        add_thread(connection, f"of {name}", user_id=name)
    connection.execute(
        "alter table reflection.observations add constraint refuses_b check (user_id <> 'bob')"
    )
    return database_url


def test_on_a_terminal_there_is_a_live_line_and_only_the_summary_is_left(waiting: str) -> None:
    code, sent = on_terminal(waiting, "drain", "--max-threads", "1", columns=120)
    assert code == 0
    shown = LINE.findall(sent)
    assert shown[0] == "cycle 1/1 | 0/180 s | 0 reflected | taking in what is new"
    assert any(line.endswith("| 2 waiting | reflecting of ann") for line in shown)
    left = [line for line in on_screen(sent) if line]
    assert left[0] == "Drained by the rule engine: no model, no cost."
    assert left[-1].startswith("  took ")
    assert len(left) == 6
    assert sent.count("\x1b[?25l") == sent.count("\x1b[?25h") == 1


def test_what_went_wrong_stays_on_the_screen_above_the_summary(waiting: str) -> None:
    code, sent = on_terminal(waiting, "drain", columns=200)
    left = [line for line in on_screen(sent) if line]
    assert code == 0
    assert "thread.failed" in left[0]
    assert "refuses_b" in left[0]
    assert left[1] == "Drained by the rule engine: no model, no cost."
    assert not any("thread.ended" in line or "cycle" in line for line in left)


def test_a_line_too_long_for_the_terminal_is_cut_and_stays_one_line(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t" * 300)
    code, sent = on_terminal(database_url, "drain", columns=40)
    assert code == 0
    assert max(len(line) for line in LINE.findall(sent)) <= 40
    assert "Drained by the rule engine" in on_screen(sent)[0]


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (["--json"], {}),
        ([], {"CI": "true"}),
        ([], {"TERM": "dumb"}),
        ([], {"REFLECTION_LOG_FORMAT": "json"}),
    ],
    ids=str,
)
def test_no_live_line_where_none_can_be_or_none_is_wanted(
    waiting: str, arguments: list[str], settings: dict[str, str]
) -> None:
    code, sent = on_terminal(waiting, "drain", *arguments, columns=300, **settings)
    assert code == 0
    assert "cycle 1" not in sent
    assert "\x1b[?25l" not in sent
    # What the line would have said is logged instead.
    assert "thread.ended" in sent


def test_off_a_terminal_the_log_is_json_lines_and_the_summary_alone_is_said(waiting: str) -> None:
    done = shell(waiting, "drain", TERM="xterm-256color")
    events = [json.loads(line)["event"] for line in done.stderr.splitlines()]
    assert events[0] == "run.started"
    assert events[-1] == "run.finished"
    assert events.count("thread.ended") == 3
    assert done.stdout.startswith("Drained by")


def test_a_drain_stopped_on_a_terminal_gives_the_cursor_back(
    waiting: str, connection: Connection
) -> None:
    with psycopg.connect(waiting) as blocker, Terminal(80) as terminal:
        blocker.execute("lock table reflection.arrivals")
        pid = terminal.start(waiting, "drain")
        terminal.until("taking in what is new")
        os.kill(pid, signal.SIGTERM)
        blocker.rollback()
        code, sent = terminal.ends()
    assert code == 143
    assert sent.count("\x1b[?25l") == sent.count("\x1b[?25h") == 1
    assert "stopped   interrupted: it was told to stop" in "\n".join(on_screen(sent))
    assert one(connection, "select count(*) from reflection.live_claims") == 0
