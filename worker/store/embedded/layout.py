"""What lies where in and beside the data directory, and which of it is ours to remove."""

import hashlib
import os
import re
import shutil
import stat
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from worker.errors import UsageError

PORT = 5432
LOG_LIMIT_BYTES = 10 * 1024 * 1024

_MARKER = "REFLECTION_WORKER"
_MARKER_TEXT = "Made by reflection-worker. `reflection-worker db reset` removes this directory.\n"

# The kernel's limit on a socket's path is 104 bytes on macOS, 108 on Linux.
_SOCKET_PATH_BYTES = 99
# Every command must find the socket, whatever TMPDIR it was given, and TMPDIR may be long as well.
_SHORT_FOLDER = Path("/tmp")  # noqa: S108 - the folder in it is ours alone, or refused
# libpq takes a comma for two hosts, SQLAlchemy a colon for a port.
_LIST_CHARACTERS = frozenset(",:")


@dataclass(frozen=True, slots=True)
class Layout:
    """The paths of one cluster."""

    data: Path

    @property
    def marker(self) -> Path:
        """The file by which a directory is known as one of ours."""
        return self.data / _MARKER

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.data / "server.log"

    @property
    def turn(self) -> Path:
        """The file that commands take turns on."""
        return self.data.with_name(self.data.name + ".lock")

    @property
    def staging(self) -> Path:
        """Where a cluster is made, and where it ends: anything in it may be removed."""
        return self.data.with_name(self.data.name + ".init")

    @property
    def staged(self) -> Path:
        """The cluster in the staging folder."""
        return self.staging / "data"

    @property
    def socket_folder(self) -> Path:
        """The folder of the server's socket: the data directory, or a short one when it is long."""
        path = os.fsencode(self.data)
        socket_bytes = len(path) + len(f"/.s.PGSQL.{PORT}")
        if socket_bytes <= _SOCKET_PATH_BYTES and not _LIST_CHARACTERS & set(str(self.data)):
            return self.data
        return _SHORT_FOLDER / f"reflection-{hashlib.sha256(path).hexdigest()[:16]}"

    @property
    def pid_files(self) -> tuple[Path, Path]:
        """The data directory's pid file and the socket's."""
        return self.data / "postmaster.pid", self.socket_folder / f".s.PGSQL.{PORT}.lock"

    def url(self, database: str) -> str:
        """The libpq URL of a database here. It names the port, so that no PGPORT can."""
        self._refuse_foreign_socket_folder()
        host = quote(os.fsencode(self.socket_folder), safe="/")
        return f"postgresql://postgres@/{quote(database, safe='')}?host={host}&port={PORT}"

    def is_ours(self) -> bool:
        """Whether the directory is a finished cluster that we made."""
        try:
            return self.marker.exists()
        except PermissionError as error:
            raise UsageError(
                f"{self.data} is closed to uid {os.geteuid()}: run as the user it belongs to, or "
                "set REFLECTION_DATA_DIR to a folder of your own."
            ) from error

    def major(self) -> int | None:
        """The major version that made the data; None when that is gone or cannot be told."""
        try:
            return int((self.data / "PG_VERSION").read_text())
        except (FileNotFoundError, ValueError):
            return None

    def is_occupied(self) -> bool:
        """Whether something is there: ours, or somebody's that we must leave alone."""
        if not self.data.is_dir():
            return os.path.lexists(self.data)
        try:
            return any(self.data.iterdir())
        except PermissionError:
            return True

    def refuse_foreign(self) -> None:
        """Stop at a directory that has something in it and is not ours."""
        if self.is_occupied() and not self.is_ours():
            raise UsageError(
                f"{self.data} was not made by reflection-worker, so it is left alone: "
                "set REFLECTION_DATA_DIR to an empty or a new folder."
            )

    def refuse_unspeakable(self) -> None:
        """Stop at a path that pg_ctl, which pastes it into a shell command, would garble."""
        if re.search(r'["$`\\\n]', str(self.data)):
            raise UsageError(
                f"pg_ctl cannot work in {str(self.data)!r}: set REFLECTION_DATA_DIR to a path "
                "without quotes, dollar signs, backquotes and backslashes."
            )

    def make_parent(self) -> None:
        """Make the folder that the directory is to be in."""
        try:
            self.data.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(
                f"{self.data.parent} could not be made ({error.strerror}): "
                "set REFLECTION_DATA_DIR to a folder that you may write to."
            ) from error

    def make_staging(self, uid: int | None, gid: int | None) -> None:
        """Make the staging folder with nothing but its marker, and give it to who will fill it."""
        self.staging.mkdir(mode=0o700)
        (self.staging / _MARKER).write_text(_MARKER_TEXT)
        _give(self.staging, uid, gid)

    def finish(self) -> None:
        """Put the staged cluster in its place, all at once."""
        (self.staged / _MARKER).write_text(_MARKER_TEXT)
        self.staged.rename(self.data)
        self.discard_staging()

    def remove(self) -> None:
        """Remove the cluster, all at once from its place and then bit by bit."""
        self.discard_staging()
        self.make_staging(None, None)
        self.data.rename(self.staged)
        self.discard_staging()
        if self.socket_folder != self.data and self.socket_folder.exists():
            self._refuse_foreign_socket_folder()
            shutil.rmtree(self.socket_folder)

    def discard_staging(self) -> None:
        """Remove what a killed command left in the staging folder."""
        if not os.path.lexists(self.staging):
            return
        marker = self.staging / _MARKER
        if not marker.exists() and any(self.staging.iterdir()):
            raise UsageError(
                f"{self.staging} is in the way and was not made by reflection-worker: "
                "move it, or set REFLECTION_DATA_DIR to another folder."
            )
        if self.staged.exists():
            shutil.rmtree(self.staged)
        # Last, so that a crash in the midst of this leaves a folder still known as ours.
        marker.unlink(missing_ok=True)
        self.staging.rmdir()

    def make_socket_folder(self, uid: int | None, gid: int | None) -> None:
        """Make the short folder when one is needed, open to the server's user and to no other."""
        if self.socket_folder == self.data:
            return
        try:
            self.socket_folder.mkdir(mode=0o700)
        except FileExistsError:
            self._refuse_foreign_socket_folder()
        else:
            _give(self.socket_folder, uid, gid)

    def trim_log(self) -> None:
        """Empty a log that has grown too long; nobody is writing to it now."""
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT_BYTES:
            os.truncate(self.log, 0)

    def log_size(self) -> int:
        """How long the log is, to read on from there later."""
        return self.log.stat().st_size if self.log.exists() else 0

    def last_words(self, since: int) -> str:
        """Why the server gave up, from what it logged after that many bytes."""
        if not self.log.exists():
            return ""
        with self.log.open("rb") as log:
            log.seek(since)
            lines = log.read(LOG_LIMIT_BYTES).decode(errors="replace").splitlines()
        fatal = [line for line in lines if re.search(r"\b(FATAL|PANIC):", line)]
        return "\n".join(fatal[-3:])

    def _refuse_foreign_socket_folder(self) -> None:
        # Anybody may make a folder of this name in /tmp first, and serve us a database of theirs.
        folder = self.socket_folder
        if folder == self.data or not os.path.lexists(folder):
            return
        found = os.lstat(folder)
        owners = {os.geteuid()} | ({self.data.stat().st_uid} if self.data.exists() else set())
        private = stat.S_ISDIR(found.st_mode) and not found.st_mode & 0o077
        if not private or found.st_uid not in owners:
            raise UsageError(
                f"{folder} is not a private folder of ours: remove it, or set REFLECTION_DATA_DIR "
                "to a shorter path, which needs no folder there."
            )


def _give(folder: Path, uid: int | None, gid: int | None) -> None:
    if uid is not None and gid is not None:
        os.chown(folder, uid, gid, follow_symlinks=False)
