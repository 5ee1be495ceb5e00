"""The database as the worker uses it: short calls, each a transaction of its own.

A connection that breaks is replaced, and what went wrong becomes one of two errors: the
dependency's fault (every thread would meet it) or this thread's (its own content was refused).
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, Self, TypeVar

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus
from psycopg.rows import RowFactory, class_row, dict_row, scalar_row

from worker.errors import (
    DependencyFailed,
    Interrupted,
    Misconfigured,
    ThreadFailed,
    UsageError,
)
from worker.store.connection import connect, unreachable

Row = TypeVar("Row")
Parameters = Sequence[Any] | Mapping[str, Any]

# A statement that runs away ends, and so does a transaction whose worker froze.
TIMEOUTS = (
    "set local statement_timeout = '60s'; set local idle_in_transaction_session_timeout = '10s'"
)

_PAUSE_SECONDS = 0.25

# Gone with the connection, or with whoever was in the way: the same call may well succeed now.
_PASSING = (
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.LockNotAvailable,
)
# What a row itself brings about.
_OF_THE_CONTENT = (psycopg.DataError, psycopg.IntegrityError, errors.ProgramLimitExceeded)
# Classes of SQLSTATE whose messages speak of the server and its objects. Any other may have been
# raised by somebody's trigger, with somebody's text.
_OF_THE_SERVER = {"08", "25", "28", "3D", "40", "42", "53", "55", "57", "58"}
_GRANT = (
    "Give the login of DATABASE_URL its role: grant reflection_owner to LOGIN; "
    "(reflection_worker is enough for drain)"
)
_GRANT_ALL = (
    "Migrate with a login that may: grant create on database NAME to LOGIN; after the first "
    "time: grant reflection_owner to LOGIN;"
)


class Database:
    """One connection, opened when first needed and again after it broke."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.Connection | None = None
        self._rehearsing = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def rows(
        self, into: type[Row], sql: str, parameters: Parameters = (), *, again: bool = True
    ) -> list[Row]:
        """Every row of a statement as a record, its columns by name."""
        return self._call(class_row(into), sql, parameters, again)

    def row(
        self, into: type[Row], sql: str, parameters: Parameters = (), *, again: bool = True
    ) -> Row | None:
        """The first row of a statement as a record, or None."""
        return next(iter(self.rows(into, sql, parameters, again=again)), None)

    def dicts(self, sql: str, parameters: Parameters = ()) -> list[dict[str, Any]]:
        """Every row of a statement, for people to look at."""
        return self._call(dict_row, sql, parameters, True)

    def scalar(
        self,
        sql: str,
        parameters: Parameters = (),
        *,
        again: bool = True,
        patience: float = 0.0,
    ) -> Any:
        """The first column of the first row, or None.

        `patience`: for so many seconds a server that is gone is waited for.
        """
        return next(iter(self._call(scalar_row, sql, parameters, again, patience)), None)

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        """Within this every call does its work as ever, and at the end nothing of it was done.

        What it locks stays locked until then, and a connection that breaks is not replaced.
        """
        with self._open().transaction(force_rollback=True):
            self._rehearsing = True
            try:
                yield
            finally:
                self._rehearsing = False

    def transaction(self) -> psycopg.Connection:
        """The connection itself, for a few statements in one `with ....transaction()`."""
        return self._open()

    def _call(
        self,
        factory: RowFactory[Row],
        sql: str,
        parameters: Parameters,
        again: bool,
        patience: float = 0.0,
    ) -> list[Row]:
        """Run one statement in its own transaction.

        `again`: it may be repeated once on a fresh connection, because doing it twice does what
        doing it once does.
        """
        began = time.monotonic()
        for attempt in count(1):
            try:
                connection = self._open()
                with connection.transaction(), connection.cursor(row_factory=factory) as cursor:
                    try:
                        cursor.execute(TIMEOUTS)
                        return list(cursor.execute(sql, parameters))
                    except Interrupted:
                        # In the midst of a statement the server can be told nothing, not even
                        # to roll back: it does that once the connection is gone.
                        connection.close()
                        raise
            except UnicodeEncodeError as error:
                raise UsageError("a name on the command line is not UTF-8") from error
            except psycopg.Error as error:
                broken = self._connection is None or self._connection.closed
                if (
                    again
                    and not self._rehearsing
                    and attempt == 1
                    and (broken or isinstance(error, _PASSING))
                ):
                    self.close()
                    continue
                if again and broken and time.monotonic() - began < patience:
                    self.close()
                    time.sleep(_PAUSE_SECONDS)
                    continue
                raise meaning(error, sql, self._url) from error
        raise AssertionError("unreachable")

    def _open(self) -> psycopg.Connection:
        """A connection with nothing under way.

        One that an interrupt left in the middle of a statement is thrown away: the server notices
        and rolls back.
        """
        connection = self._connection
        if connection is not None and self._rehearsing:
            return connection
        if connection is not None and (
            connection.closed or connection.info.transaction_status != TransactionStatus.IDLE
        ):
            self.close()
            connection = None
        if connection is None:
            self._connection = connection = connect(self._url, autocommit=True)
        return connection


def meaning(error: psycopg.Error, sql: str, url: str = "") -> Exception:
    """The same failure as the drain understands it, without any value that a row held."""
    if isinstance(error, errors.InvalidParameterValue):
        # Our own functions raise it, in words for whoever gave the value.
        return UsageError(error.diag.message_primary or "", error.diag.message_hint or "")
    if isinstance(error, _OF_THE_CONTENT):
        constraint = error.diag.constraint_name
        what = f"{type(error).__name__} ({error.sqlstate})" + (
            f" by {constraint}" if constraint else ""
        )
        return ThreadFailed(f"the database refused the data: {what}")
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return unreachable(error, url)
    called = re.search(r"reflection\.(\w+)", sql)
    where = f" in {called[1]}" if called else ""
    state = error.sqlstate or ""
    why = _first_line(error) if state[:2] in _OF_THE_SERVER else type(error).__name__
    told = f"the database failed{where}: {why} ({state})"
    if isinstance(error, errors.InsufficientPrivilege):
        return Misconfigured(told, _GRANT)
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return Misconfigured(told, "Name the primary server in DATABASE_URL, not a standby.")
    return DependencyFailed(told)


def refusal(error: BaseException | None, url: str) -> DependencyFailed:
    """Why the database did not carry out a migration, in which no row's value can be told."""
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return unreachable(error, url)
    told = (str(error) or type(error).__name__).splitlines()[0]
    if isinstance(error, errors.InsufficientPrivilege):
        return Misconfigured(told, _GRANT_ALL)
    if isinstance(error, errors.LockNotAvailable):
        return DependencyFailed(told, "Somebody uses the tables; again: reflection-worker migrate")
    return DependencyFailed(told)


def _first_line(error: psycopg.Error) -> str:
    return (error.diag.message_primary or str(error) or type(error).__name__).splitlines()[0]
