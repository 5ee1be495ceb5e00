"""A PostgreSQL server on one directory, reached by a socket that only its owner can open."""

import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict

from worker.errors import DependencyFailed, UsageError
from worker.store.embedded.account import Account, account_of, last_line
from worker.store.embedded.binaries import Binaries, find_binaries
from worker.store.embedded.initdb import make_cluster
from worker.store.embedded.layout import PORT, Layout
from worker.store.embedded.postmaster import drop_stale, parent_of, pid_in, serves
from worker.store.embedded.turn import take_turn

DATABASE = "reflection"

_START_SECONDS = 60
_STOP_SECONDS = 60
# How long a crashed server's remains (a zombie, orphaned backends) may keep its successor out.
_REMAINS_SECONDS = 15

_SETTINGS = (
    "listen_addresses=",
    f"port={PORT}",
    "unix_socket_permissions=0700",
    "shared_buffers=128MB",
    "max_connections=100",
    "timezone=UTC",
    "log_timezone=UTC",
    # A failed statement and the row it names hold what people wrote, which no log may keep.
    "log_min_error_statement=panic",
    "log_error_verbosity=terse",
)

# What libpq calls the parts of an address in the environment.
_PSQL = {"host": "HOST", "port": "PORT", "user": "USER", "dbname": "DATABASE"}


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What can be seen of a cluster without changing it.

    The version is the running server's, else that of the binaries that a
    start would use.
    """

    running: bool
    data_directory: Path
    url: str | None
    version: str | None
    pid: int | None
    binaries: Path | None


@dataclass(frozen=True, slots=True)
class _Running:
    version: str
    pid: int | None


class Cluster:
    """Makes, starts, stops and removes the server on one directory.

    Any number of commands may do so at once. Whether the server runs is
    decided by connecting to it, never by its pid file.
    """

    def __init__(
        self, directory: Path, *, binaries: Path | None = None, options: Sequence[str] = ()
    ) -> None:
        self._layout = Layout(directory.expanduser().resolve())
        self._named_binaries = binaries
        self._options = tuple(options)

    def start(self) -> str:
        """The URL of a running server's database, which is made at the first start."""
        if self._is_reachable(DATABASE):
            return self.url()
        self._layout.refuse_unspeakable()
        self._layout.make_parent()
        with take_turn(self._layout.turn) as turn:
            if not self._is_reachable("postgres"):
                self._make(turn)
                self._launch()
            self._make_database()
        return self.url()

    def url(self, database: str = DATABASE) -> str:
        """The URL of a database of this cluster, whether it runs or not."""
        return self._layout.url(database)

    def stop(self) -> bool:
        """Shut the server down without waiting for its clients; False when none was running."""
        if not self._layout.is_ours():
            return False
        with take_turn(self._layout.turn):
            return self._shut_down()

    def status(self) -> ServerStatus:
        """Whether a server runs here, and which."""
        binaries = self._binaries_if_any()
        folder = binaries.folder if binaries else None
        running = self._running()
        if running is None:
            version = binaries.version if binaries else None
            return ServerStatus(False, self._layout.data, None, version, None, folder)
        return ServerStatus(
            True, self._layout.data, self.url(), running.version, running.pid, folder
        )

    def reset(self) -> None:
        """Stop the server and remove all of its data."""
        if not self._layout.is_occupied() and not self._layout.staging.exists():
            return
        self._layout.refuse_foreign()
        with take_turn(self._layout.turn):
            self._layout.discard_staging()
            # Another command may have removed it while this one waited.
            if self._layout.is_ours():
                self._shut_down()
                self._layout.remove()

    def psql(self, args: Sequence[str]) -> int:
        """Run psql on the database with these arguments, on our own terminal; its exit code."""
        url = self.start()
        binaries = self._binaries_if_any()
        program = shutil.which("psql", path=binaries.folder if binaries else None)
        program = program or shutil.which("psql")
        if program is None:
            raise UsageError(
                "No psql was found: install PostgreSQL's client programs, "
                f"or point another client at {url}"
            )
        # By the environment, so that psql's own options -d, -U and so on stand above it.
        address = {f"PG{_PSQL[key]}": str(value) for key, value in conninfo_to_dict(url).items()}
        with subprocess.Popen([program, *args], env=os.environ | address) as psql:  # noqa: S603
            while True:
                try:
                    return psql.wait()
                except KeyboardInterrupt:
                    # Ctrl-C cancels a query in psql; it is not for us.
                    continue

    def _make(self, turn: int) -> None:
        self._layout.discard_staging()
        self._layout.refuse_foreign()
        if not self._layout.is_ours():
            # Who does without fsync in the server does without it here.
            synced = "fsync=off" not in self._options
            make_cluster(self._layout, self._binaries(), turn, synced=synced)

    def _launch(self) -> None:
        """Start the server, for a while even against what is left of a crashed one."""
        layout = self._layout
        binaries = self._binaries_for_data()
        pg_ctl = binaries.program("pg_ctl")
        account = account_of(layout.data, pg_ctl)
        layout.make_socket_folder(account.uid, account.gid)
        layout.trim_log()
        crashed = any(file.exists() for file in layout.pid_files)
        deadline = time.monotonic() + _REMAINS_SECONDS
        while True:
            logged = layout.log_size()
            said = self._run_pg_ctl(account, pg_ctl)
            if said is None or self._is_reachable("postgres"):
                return
            if not crashed or time.monotonic() > deadline:
                raise self._not_started(said, logged)
            drop_stale(layout.pid_files, layout.data)
            time.sleep(0.1)

    def _run_pg_ctl(self, account: Account, pg_ctl: Path) -> str | None:
        """Try to start the server: None when it started, else what pg_ctl said."""
        layout = self._layout
        folder = str(layout.socket_folder).replace('"', '""')
        settings = (*_SETTINGS, f'unix_socket_directories="{folder}"', *self._options)
        command: list[str | Path] = [pg_ctl, "start", "--wait", f"--timeout={_START_SECONDS}"]
        command += ["--silent", "--pgdata", layout.data, "--log", layout.log]
        command += ["--options", shlex.join(part for name in settings for part in ("-c", name))]
        done = account.run(command, timeout=_START_SECONDS + 30, detached=True)
        return None if done.returncode == 0 else last_line(done.stdout)

    def _not_started(self, said: str, logged: int) -> DependencyFailed:
        pid = pid_in(self._layout.pid_files[0])
        if pid is not None and serves(pid, self._layout.data):
            return DependencyFailed(
                f"A server (pid {pid}) holds {self._layout.data} but takes no connection at "
                f"{self._layout.socket_folder}: it is busy recovering, or out of connections. Try "
                f"again later, or run `reflection-worker db stop`. Its log is {self._layout.log}"
            )
        why = self._layout.last_words(logged) or said
        return DependencyFailed(
            f"PostgreSQL did not start. See its log, {self._layout.log}, then try again:\n{why}"
        )

    def _make_database(self) -> None:
        try:
            with self._connect("postgres") as conn:
                known = "select from pg_catalog.pg_database where datname = %s"
                if conn.execute(known, (DATABASE,)).fetchone() is None:
                    conn.execute("create database reflection")
        except psycopg.Error as error:
            raise DependencyFailed(
                f"The server started, but its database {DATABASE!r} could not be reached or made. "
                f"See its log, {self._layout.log}, then try again. {error}"
            ) from error

    def _shut_down(self) -> bool:
        running = self._running()
        candidates = [running and running.pid, pid_in(self._layout.pid_files[0])]
        # The pid file's counts too: a server may live and take no connection.
        proven = [pid for pid in candidates if pid and serves(pid, self._layout.data)]
        if not proven and running:
            raise DependencyFailed(
                f"A server answers at {self._layout.socket_folder}, but its process cannot be seen "
                "from here: stop it where it was started, in its container."
            )
        if not proven:
            return False
        pid = proven[0]
        try:
            # SIGINT is the fast shutdown: clients are sent away, and nothing committed is lost.
            os.kill(pid, signal.SIGINT)
        except ProcessLookupError:
            return False
        except PermissionError as error:
            raise UsageError(
                f"The server (pid {pid}) belongs to another user: stop it as that user."
            ) from error
        deadline = time.monotonic() + _STOP_SECONDS
        while serves(pid, self._layout.data):
            if time.monotonic() > deadline:
                raise DependencyFailed(
                    f"The server (pid {pid}) did not stop within {_STOP_SECONDS} seconds. "
                    f"See its log, {self._layout.log}, then try again."
                )
            time.sleep(0.02)
        return True

    def _running(self) -> _Running | None:
        if not self._layout.is_ours():
            return None
        try:
            with self._connect("postgres") as conn:
                major, minor = divmod(conn.info.server_version, 10_000)
                return _Running(f"{major}.{minor}", parent_of(conn.info.backend_pid))
        except psycopg.OperationalError:
            return None

    def _is_reachable(self, database: str) -> bool:
        # Without its directory a server is a ghost: it ends within a minute of noticing.
        if not self._layout.is_ours():
            return False
        try:
            self._connect(database).close()
        except psycopg.OperationalError:
            return False
        return True

    def _connect(self, database: str) -> psycopg.Connection:
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)

    def _binaries(self) -> Binaries:
        return find_binaries(self._named_binaries, wanted_major=self._data_major())

    def _binaries_if_any(self) -> Binaries | None:
        try:
            return self._binaries()
        except UsageError:
            return None

    def _binaries_for_data(self) -> Binaries:
        found, needed = self._binaries(), self._data_major()
        if needed is not None and found.major != needed:
            raise UsageError(
                f"{self._layout.data} was made by PostgreSQL {needed}, and {found.folder} is "
                f"PostgreSQL {found.version}. Install PostgreSQL {needed} and name its folder, or "
                "begin afresh with `reflection-worker db reset`, which removes all the data."
            )
        return found

    def _data_major(self) -> int | None:
        return self._layout.major() if self._layout.is_ours() else None
