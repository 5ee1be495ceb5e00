"""The command line as a shell and as a terminal see it.

Each command line is a process of its own with its own files, as a shell would start it. They are
forked from one that has imported the libraries already, which takes most of the time of a start.
"""

import atexit
import fcntl
import json
import os
import pty
import re
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Self

import structlog
from click.testing import CliRunner, Result

SCRIPT = Path(sys.executable).with_name("reflection-worker")
PATIENCE_SECONDS = 120
# The password of every test that has one: nothing may ever print it.
SECRET = "hunter2"
# What decides by itself how a terminal is written to; a test sets what it is about.
SURROUNDINGS = ("CI", "COLORTERM", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "TERM")

# All but our own modules that read the environment as they are imported: settings, and what stands
# on it.
IMPORTED_ALREADY = (
    "alembic.command",
    "anthropic",
    "click",
    "marshmallow",
    "platformdirs",
    "psycopg",
    "rich.live",
    "rich.table",
    "sqlalchemy.dialects.postgresql",
    "structlog",
    "worker.engines.rules",
    "worker.exchange.jsonl",
    "worker.progress",
    "worker.reflect",
    "worker.run",
    "worker.store.chat",
    "worker.store.embedded",
    "worker.store.queue",
    "worker.store.runs",
    "worker.store.views",
)


def environment(url: str | None, **settings: str) -> dict[str, str]:
    """Of this process's, without what concerns us, and with these."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if "REFLECTION" not in name and name not in (*SURROUNDINGS, "DATABASE_URL")
    }
    return kept | ({"DATABASE_URL": url} if url else {}) | settings


class Forks:
    """Runs the console script, one command line after the other."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(PATIENCE_SECONDS)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())], pass_fds=[theirs.fileno()]
            )
        self._said = self._socket.makefile()

    def start(
        self, arguments: list[str], settings: dict[str, str], files: list[int], folder: Path | str
    ) -> int:
        """Start one with these files as stdin, stdout and stderr; its process id."""
        asked = {"arguments": arguments, "environment": settings, "folder": str(folder)}
        socket.send_fds(self._socket, [json.dumps(asked).encode() + b"\n"], files)
        return int(self._said.readline())

    def code(self) -> int:
        """The exit code of the one started last, once it has ended."""
        return int(self._said.readline())

    def close(self) -> None:
        self._said.close()
        self._socket.close()
        self._process.wait(PATIENCE_SECONDS)


@cache
def forks() -> Forks:
    made = Forks()
    atexit.register(made.close)
    return made


def shell(
    url: str | None, *arguments: str | bytes, folder: Path | str = "/", **settings: str
) -> subprocess.CompletedProcess[str]:
    """The command as its own process, its output into files; a traceback is never right."""
    words = [os.fsdecode(word) for word in arguments]
    with (
        open(os.devnull, "rb") as nothing,
        tempfile.TemporaryFile() as said,
        tempfile.TemporaryFile() as told,
    ):
        files = [file.fileno() for file in (nothing, said, told)]
        forks().start(words, environment(url, **settings), files, folder)
        done = subprocess.CompletedProcess(words, forks().code(), _text(said), _text(told))
    assert "Traceback" not in done.stderr, done.stderr
    return done


def _text(file: BinaryIO | Any) -> str:
    file.seek(0)
    return str(file.read().decode("utf-8", "replace"))


class Terminal:
    """A terminal of so many columns, on which one command runs."""

    def __init__(self, columns: int) -> None:
        self._ours, self._theirs = pty.openpty()
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(self._theirs, termios.TIOCSWINSZ, size)
        self._sent = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._ours)

    def start(self, url: str | None, *arguments: str, **settings: str) -> int:
        """Start it; its process id."""
        shown = environment(url, **{"TERM": "xterm-256color", **settings})
        pid = forks().start(list(arguments), shown, [self._theirs] * 3, "/")
        os.close(self._theirs)
        return pid

    def until(self, said: str) -> None:
        """Return once it was sent this."""
        while said.encode() not in self._sent:
            assert self._read(), f"never sent: {said}"

    def type(self, text: str) -> None:
        """Type this on its keyboard."""
        os.write(self._ours, text.encode())

    def ends(self) -> tuple[int, str]:
        """The exit code, and everything that the terminal was sent."""
        while self._read():
            pass
        code = forks().code()
        said = self._sent.decode("utf-8", "replace").replace("\r\n", "\n")
        assert "Traceback" not in said, said
        return code, said

    def _read(self) -> bool:
        try:
            part = os.read(self._ours, 65536)
        except OSError:
            # Linux says so when nobody holds the other end any more.
            part = b""
        self._sent += part
        return bool(part)


def on_terminal(
    url: str | None, *arguments: str, columns: int = 80, **settings: str
) -> tuple[int, str]:
    """The exit code, and everything that a terminal of so many columns was sent."""
    with Terminal(columns) as terminal:
        terminal.start(url, *arguments, **settings)
        return terminal.ends()


def on_screen(sent: str) -> list[str]:
    """The lines that are left to see: as a terminal does what Rich tells it."""
    lines, row, column = [""], 0, 0
    for token in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|.|\n", sent):
        if token == "\n":
            row, column = row + 1, 0
            lines += [""] * (row + 1 - len(lines))
        elif token == "\r":
            column = 0
        elif token.startswith("\x1b["):
            if token.endswith("A"):
                row -= int(token[2:-1] or 1)
            elif token == "\x1b[2K":
                lines[row] = ""
            else:
                assert token[-1] in "mhl", f"an order that nobody expects: {token!r}"
        else:
            lines[row] = lines[row].ljust(column)[:column] + token + lines[row][column + 1 :]
            column += 1
    return [line.rstrip() for line in lines]


def refused(url: str | None, *arguments: str | bytes, **settings: str) -> tuple[int, str, str]:
    """The exit code, what is wrong, and what to type: nothing else may be said."""
    done = shell(url, *arguments, **settings)
    assert done.stdout == ""
    assert SECRET not in done.stderr
    lines = done.stderr.splitlines()
    assert lines[0].startswith("reflection-worker: ")
    assert len(lines) == 2, done.stderr
    assert lines[1].startswith("  ")
    return done.returncode, lines[0].removeprefix("reflection-worker: "), lines[1].strip()


def asked(url: str | None, *arguments: str) -> Result:
    """The same callbacks in this process, for what does not concern the process."""
    from worker.cli import cli

    result = CliRunner(env=environment(url)).invoke(cli, arguments)
    structlog.reset_defaults()
    return result


# --- the process that is forked


def serve(listening: socket.socket) -> None:
    for library in IMPORTED_ALREADY:
        import_module(library)
    while True:
        request, files, *_ = socket.recv_fds(listening, 65536, 3)
        while request and not request.endswith(b"\n"):
            request += listening.recv(65536)
        if not request:
            return
        child = os.fork()
        if child == 0:
            listening.close()
            os._exit(run(json.loads(request), files))
        for file in files:
            os.close(file)
        listening.sendall(f"{child}\n".encode())
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        listening.sendall(f"{code}\n".encode())


def run(request: dict[str, Any], files: list[int]) -> int:
    """Become the console script; the exit code is what a shell would be told."""
    for place, file in enumerate(files):
        os.dup2(file, place)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = [str(SCRIPT), *request["arguments"]]
    sys.path[0] = str(SCRIPT.parent)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(  # noqa: SIM115
        2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False
    )
    code: Any = 0
    try:
        from worker.cli import main

        main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        sys.stderr.write(code + "\n")
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return code or 0


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as listening:
        serve(listening)
