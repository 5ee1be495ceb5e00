"""Several sessions on one database. Who waits is seen in pg_stat_activity, never slept for."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from time import monotonic
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

import psycopg

Connection = psycopg.Connection[Any]
P = ParamSpec("P")
T = TypeVar("T")

PATIENCE_SECONDS = 10.0


class Sessions:
    """Opens connections to one database, runs calls that block, and ends them all."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: list[Connection] = []
        self._calls: list[Future[Any]] = []
        self._threads = ThreadPoolExecutor()
        self._watcher = psycopg.connect(url, autocommit=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not all(call.done() for call in self._calls):
            self._watcher.execute(
                "select pg_terminate_backend(pid) from unnest(%s::int[]) as pid",
                ([one.info.backend_pid for one in self._opened],),
            )
        self._threads.shutdown()
        for connection in (*self._opened, self._watcher):
            connection.close()

    def worker(self) -> Connection:
        """An autocommit connection that waits where a worker would."""
        connection = psycopg.connect(self._url, autocommit=True)
        self._opened.append(connection)
        return connection

    def product(self) -> Connection:
        """An autocommit connection on which a statement that has to wait for a lock fails."""
        connection = self.worker()
        connection.execute("set lock_timeout = '1ms'")
        return connection

    def call(self, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> "Future[T]":
        """Start a call that is going to block."""
        started = self._threads.submit(function, *arguments, **named)
        self._calls.append(started)
        return started

    def see_waiting(self, connection: Connection) -> None:
        """Return once this connection's backend waits for a lock; fail if it never does."""
        self.see(
            "select from pg_stat_activity where pid = %s and wait_event_type = 'Lock'",
            connection.info.backend_pid,
        )

    def see(self, query: str, *parameters: Any) -> None:
        """Return once a query finds a row; fail if it never does."""
        deadline = monotonic() + PATIENCE_SECONDS
        while self._watcher.execute(query, parameters).fetchone() is None:
            assert monotonic() < deadline, f"never seen: {query} {parameters}"


def result(call: "Future[T]") -> T:
    """What a call returned that nothing should block any longer."""
    return call.result(timeout=PATIENCE_SECONDS)
