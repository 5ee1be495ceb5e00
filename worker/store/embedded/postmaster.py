"""The postmaster's process: what its pid files claim, and what is true of that pid.

A pid file outlives a crash and a reboot, and its pid is given to somebody
else. So it only ever names a candidate, which must then prove itself.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_NAMES = frozenset({"postgres", "postmaster"})
_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class _Process:
    command: str
    dead: bool
    parent: int


def parent_of(pid: int) -> int | None:
    """The parent's pid. A backend's parent is the postmaster, whatever the pid file says."""
    process = _look_up(pid)
    return process.parent if process else None


def serves(pid: int, directory: Path) -> bool:
    """Whether this pid is a living PostgreSQL server on the directory."""
    process = _look_up(pid)
    if process is None or process.dead:
        return False
    if not _has_proc():
        # As pg_ctl starts it.
        return f"postgres -D {directory} " in process.command
    if process.command not in _NAMES:
        return False
    entry, place = _PROC / str(pid), directory.stat()
    try:
        if entry.stat().st_uid != place.st_uid:
            return False
        # A server works from inside its data directory.
        return os.path.samestat((entry / "cwd").stat(), place)
    except PermissionError:
        # Named so, and of the right user: no reason to think that it is another.
        return True
    except (FileNotFoundError, ProcessLookupError):
        return False


def pid_in(file: Path) -> int | None:
    """The pid on a pid file's first line, or None for no file and for a torn one."""
    try:
        first = file.read_text(errors="replace").partition("\n")[0].strip()
    except FileNotFoundError:
        return None
    # A server in single-user mode writes its pid negative.
    digits = first.removeprefix("-")
    return int(digits) or None if digits.isascii() and digits.isdigit() else None


def drop_stale(files: Iterable[Path], directory: Path) -> None:
    """Remove the pid files of a server that is no more; PostgreSQL keeps them for any living pid.

    Safe only while nobody else may start a server on the directory. Orphaned
    backends are PostgreSQL's own to notice, by the shared memory they hold.
    """
    for file in files:
        pid = pid_in(file)
        if pid is None or not serves(pid, directory):
            file.unlink(missing_ok=True)


def _has_proc() -> bool:
    return (_PROC / "self" / "stat").exists()


def _look_up(pid: int) -> _Process | None:
    return _from_proc(pid) if _has_proc() else _from_ps(pid)


def _from_proc(pid: int) -> _Process | None:
    try:
        line = (_PROC / str(pid) / "stat").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    # "pid (name) state parent …", where the name may itself hold spaces and parentheses.
    before, _, after = line.rpartition(")")
    state, parent = after.split()[:2]
    return _Process(before.partition("(")[2], state in "ZX", int(parent))


def _from_ps(pid: int) -> _Process | None:
    ps = shutil.which("ps") or "/bin/ps"
    said = subprocess.run(  # noqa: S603 - our own arguments, without a shell
        [ps, "-ww", "-o", "stat=,ppid=,args=", "-p", str(pid)],
        capture_output=True,
        text=True,
        timeout=30,
    ).stdout
    match said.split(None, 2):
        case [state, parent, command]:
            return _Process(command, state.startswith("Z"), int(parent))
        case _:
            return None
