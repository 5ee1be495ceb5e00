"""Retention: history that is older than the settings keep goes, a little at a time."""

from collections import Counter
from typing import Protocol

from worker import log


class History(Protocol):
    """What the job asks of the database."""

    def old(self) -> dict[str, int]: ...
    def step(self) -> dict[str, int]: ...


class Stopping(Protocol):
    asked_by: int | None


def retain(history: History, stop: Stopping, *, dry_run: bool = False) -> dict[str, int]:
    """Take away all that is old enough, until nothing is left or a signal asks to stop.

    Returns how many rows of each table went; with `dry_run` how many would, and nothing goes.
    """
    if dry_run:
        return history.old()
    went: Counter[str] = Counter()
    while True:
        step = history.step()
        went.update(step)
        if not any(step.values()) or stop.asked_by is not None:
            break
    log.get().info("history.retained", **went)
    return dict(went)
