"""Turns: one command at a time makes, starts, stops or removes a cluster."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from worker.errors import DependencyFailed, UsageError

PATIENCE_SECONDS = 120


@contextmanager
def take_turn(file: Path) -> Iterator[int]:
    """Wait for the turn and hold it. The descriptor, passed to a child, makes it hold the turn too.

    The kernel ends the turn with its last holder, however that one dies. The
    file itself stays: removing it would let two hold the turn at once.
    """
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CREAT | os.O_NOFOLLOW, 0o644)
    except OSError as error:
        raise UsageError(
            f"{file} could not be opened ({error.strerror}): "
            "set REFLECTION_DATA_DIR to a folder that you may write to."
        ) from error
    try:
        _wait(descriptor, file)
        yield descriptor
    finally:
        os.close(descriptor)


def _wait(descriptor: int, file: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise DependencyFailed(
                    f"Another command has held {file} for {PATIENCE_SECONDS} seconds: "
                    "wait for it or end it, then try again."
                ) from None
        time.sleep(0.02)
