"""Progress on a terminal: one live line, gone when what it tells of is over."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Self

from worker.errors import DependencyFailed, ThreadFailed
from worker.records import Claim, Outcome, Summary
from worker.terminal import cell, console
from worker.text import visible

if TYPE_CHECKING:
    from rich.text import Text

REFRESHES_A_SECOND = 4


def is_watched(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody looks on: stderr is a terminal that can redraw a line, and no build's."""
    return (
        sys.stderr.isatty()
        and not environment.get("CI")
        and environment.get("TERM", "dumb") not in ("dumb", "unknown", "")
    )


@contextmanager
def reading(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar, drawn by telling it how many bytes of `total` were read; only if somebody looks on."""
    if not is_watched():
        yield lambda _: None
        return

    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
    with Bar(*columns, console=console(sys.stderr), transient=True) as bar:
        task = bar.add_task(visible(what), total=total)
        yield lambda done: bar.update(task, completed=done)


class Progress:
    """Which cycle it is, what it does, what came of those before, what waits, and the seconds.

    The line appears with the first news, once signals are listened to, and goes with the `with`.
    """

    def __init__(
        self, threads: int | None, claim_seconds: float, clock: Callable[[], float]
    ) -> None:
        self._threads = threads
        self._claim_seconds = claim_seconds
        self._clock = clock
        self._started: float | None = None
        self._waiting: int | None = None
        self._told = (1, "starting", Summary())
        self._live = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._live.close()

    def folding(self, done: Summary) -> None:
        """It takes in what the chat product changed."""
        self._told = (done.cycles + 1, "taking in what is new", done)
        if self._started is None:
            self._started = self._clock()
            self._start()

    def claiming(self, done: Summary, waiting: Callable[[], int]) -> None:
        """It looks for the next thread. What waits is asked here, where no claim is held."""
        self._told = (done.cycles + 1, "looking for a thread", done)
        try:
            self._waiting = waiting()
        except (DependencyFailed, ThreadFailed):
            self._waiting = None

    def reflecting(self, done: Summary, claim: Claim) -> None:
        """It has claimed a thread and reflects it."""
        again = f", attempt {claim.attempt}" if claim.attempt > 1 else ""
        self._told = (done.cycles, f"reflecting {cell(claim.thread_id)}{again}", done)
        if self._waiting:
            self._waiting -= 1

    def line(self) -> str:
        """The line as it is at this moment."""
        cycle, doing, done = self._told
        counts = {
            outcome.value: getattr(done, outcome.name.lower())
            for outcome in Outcome
            if outcome is not Outcome.INTERRUPTED
        }
        counted = ", ".join(f"{count} {name}" for name, count in counts.items() if count)
        seconds = int(self._clock() - self._started) if self._started is not None else 0
        bounded = self._claim_seconds != float("inf")
        parts = (
            f"cycle {cycle}" + (f"/{self._threads}" if self._threads else ""),
            f"{seconds}" + (f"/{self._claim_seconds:g} s" if bounded else " s"),
            counted or "0 reflected",
            "" if self._waiting is None else f"{self._waiting} waiting",
            doing,
        )
        return " | ".join(part for part in parts if part)

    def __rich__(self) -> "Text":
        from rich.text import Text

        return Text(visible(self.line()), style="dim", no_wrap=True, overflow="ellipsis")

    def _start(self) -> None:
        from rich.live import Live

        self._live.enter_context(
            Live(
                self,
                console=console(sys.stderr),
                transient=True,
                redirect_stdout=False,
                refresh_per_second=REFRESHES_A_SECOND,
            )
        )
