"""As process 1, which a container's command is, a process is deaf to signals it does not handle."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from console import SCRIPT, environment

UNSHARE = ("unshare", "--pid", "--fork", "--kill-child")


@pytest.fixture
def as_process_1(database_url: str) -> Iterator[subprocess.Popen[bytes]]:
    """`reflection-worker import -` in a process table of its own, waiting for its input."""
    try:
        subprocess.run([*UNSHARE, "true"], check=True, capture_output=True, timeout=30)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no process table of its own can be had here: {error}")
    with subprocess.Popen(
        [*UNSHARE, SCRIPT, "import", "-"],
        env=environment(database_url),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        yield process
        process.kill()


def read_by_its_child(process: subprocess.Popen[bytes]) -> int:
    """The process that it started, once that has read its standard input and waits for more."""
    assert process.stdin is not None
    process.stdin.write(b"{")
    process.stdin.flush()
    for _ in range(600):
        unread = fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4))
        if not int.from_bytes(unread, sys.byteorder):
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
            return int(children.split()[0])
        time.sleep(0.05)
    raise AssertionError("it never read its input")


def test_a_command_that_is_process_1_heeds_a_signal_to_end(
    as_process_1: subprocess.Popen[bytes],
) -> None:
    os.kill(read_by_its_child(as_process_1), signal.SIGTERM)
    assert as_process_1.wait(20) == 128 + signal.SIGTERM
    assert as_process_1.stderr is not None
    assert b"Traceback" not in as_process_1.stderr.read()
