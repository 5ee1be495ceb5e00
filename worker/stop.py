"""Stopping on SIGTERM, SIGINT and SIGHUP, cleanly and soon.

A signal only sets a flag, except while an engine works: that is cut short, since it may take
minutes. Calls to the database are short and are left to end, so that the connection stays usable
for releasing the claim; one that hangs is broken after some seconds, and any after it sooner.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from worker.errors import Interrupted

# A closed terminal sends SIGHUP.
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
HARD_STOP_SECONDS = 4.0
# What is left to do then (release the claim, end the run) may hang as well.
NEXT_STOP_SECONDS = 0.5


class Stop:
    """Whether to stop, and the one place where stopping breaks into work."""

    def __init__(self) -> None:
        self.asked_by: int | None = None
        self._breakable = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Listen to them for as long as this lasts; not to one that nohup has switched off."""
        heard = [number for number in SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, self._asked) for number in heard}
        alarm = signal.signal(signal.SIGALRM, self._too_slow)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, alarm)
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def breaks(self) -> Iterator[None]:
        """Within this, being asked to stop raises Interrupted at once; after it no more.

        Not even in a `breaks` around it.
        """
        self._breakable = True
        try:
            self.check()
            yield
        finally:
            self._breakable = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Within this, inside `breaks`, being asked to stop waits: a call to the database ends."""
        before, self._breakable = self._breakable, False
        try:
            yield
        finally:
            self._breakable = before
        if before:
            self.check()

    def check(self) -> None:
        """Raise Interrupted if asked to stop."""
        if self.asked_by is not None:
            raise Interrupted(self.asked_by)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        if self.asked_by is None:
            self.asked_by = number
            signal.setitimer(signal.ITIMER_REAL, HARD_STOP_SECONDS, NEXT_STOP_SECONDS)
        if self._breakable:
            raise Interrupted(number)

    def _too_slow(self, number: int, frame: FrameType | None) -> None:
        raise Interrupted(self.asked_by or number)
