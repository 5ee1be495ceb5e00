"""Real processes, told to stop, killed, set side by side, and left without their database."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from product import Connection, add_thread, claim_row, one

from worker import app, migrate
from worker.store.embedded import Cluster

HERE = Path(__file__).parent
WAITS = """
    select exists (
      select from pg_stat_activity
       where datname = current_database() and application_name = 'reflection-worker'
         and wait_event_type = 'Lock')
"""
KILL = """
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and application_name = 'reflection-worker'
"""
# What a signal may take, of which nothing but the deadline is promised.
SOON = 10


def environment(url: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "REFLECTION" not in name}
    return kept | {"DATABASE_URL": url, "REFLECTION_LOG_FORMAT": "json"}


class Worker:
    """A slow worker's process. It is let go on by `go`."""

    def __init__(self, url: str, folder: Path) -> None:
        self._go = folder / "go"
        self.process = subprocess.Popen(
            [sys.executable, HERE / "slow_worker.py", self._go],
            env=environment(url),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def works_on(self) -> str:
        """The thread it looks at next, once it does."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().removeprefix("observing ").strip()

    def go(self) -> None:
        self._go.touch()

    def ends(self, within: float = 60) -> tuple[int, str]:
        """Its exit code and what it said, which on stderr is nothing but its log."""
        said, told = self.process.communicate(timeout=within)
        assert all(line.startswith('{"') for line in told.splitlines()), told
        return self.process.returncode, said + told


@contextmanager
def working(url: str, folder: Path) -> Iterator[Worker]:
    worker = Worker(url, folder)
    try:
        yield worker
    finally:
        worker.process.kill()
        worker.process.communicate()


def waits_on_a_lock(connection: Connection) -> None:
    deadline = time.monotonic() + 30
    while not one(connection, WAITS):
        assert time.monotonic() < deadline, "the worker waits on nothing"
        time.sleep(0.02)


def expire(connection: Connection) -> None:
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '1 day',"
        " expires_at = clock_timestamp() - interval '1 hour' where claim_id is not null"
    )


def run_row(connection: Connection) -> tuple[object, ...] | None:
    return connection.execute(
        "select stop_reason, success, (summary ->> 'cycles')::int from reflection.runs"
    ).fetchone()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_a_signal_cuts_the_engine_short_and_gives_thread_and_attempt_back(
    database_url: str, connection: Connection, tmp_path: Path, number: int, code: int
) -> None:
    add_thread(connection, "a", user_id="ann")
    add_thread(connection, "b", user_id="bob")
    with working(database_url, tmp_path) as worker:
        assert worker.works_on() == "a"
        worker.process.send_signal(number)
        assert worker.ends(within=SOON)[0] == code
    row = claim_row(connection, "a")
    assert (row.claim_id, row.attempts, row.not_before) == (None, 0, None)
    assert row.last_outcome == "interrupted"
    assert run_row(connection) == ("interrupted", True, 1)
    assert one(
        connection, "select array_agg(thread_id || ' ' || outcome) from reflection.claim_log"
    ) == ["a interrupted"]


def test_a_signal_before_the_first_claim_means_that_there_is_none(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    add_thread(connection, "a")
    with psycopg.connect(database_url) as blocker, working(database_url, tmp_path) as worker:
        blocker.execute("lock table reflection.runs")
        waits_on_a_lock(connection)
        worker.process.terminate()
        blocker.rollback()
        assert worker.ends(within=SOON)[0] == 143
    assert run_row(connection) == ("interrupted", True, 0)
    assert one(connection, "select count(*) from reflection.claim_log") == 0


@pytest.mark.parametrize(
    "lock", ["lock table reflection.claims", "select from reflection.claims for update"]
)
def test_a_signal_ends_a_worker_that_waits_on_a_lock_which_nobody_gives_up(
    database_url: str, connection: Connection, tmp_path: Path, lock: str
) -> None:
    add_thread(connection, "a")
    with psycopg.connect(database_url) as blocker, working(database_url, tmp_path) as worker:
        assert worker.works_on() == "a"
        blocker.execute(lock)
        worker.go()
        waits_on_a_lock(connection)
        worker.process.terminate()
        assert worker.ends(within=SOON)[0] == 143
    assert one(connection, "select count(*) from reflection.observations") == 0
    assert claim_row(connection, "a").claimed_by is not None


def test_a_signal_while_a_claim_waits_on_a_lock_leaves_no_claim(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    add_thread(connection, "a")
    with psycopg.connect(database_url) as blocker, working(database_url, tmp_path) as worker:
        blocker.execute("lock table reflection.claims")
        waits_on_a_lock(connection)
        worker.process.terminate()
        assert worker.ends(within=SOON)[0] == 143
    assert one(connection, "select count(*) from reflection.claim_log") == 0


def test_a_worker_killed_has_spent_an_attempt_and_the_third_gives_the_thread_up(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    add_thread(connection, "a")
    for attempt in (1, 2, 3):
        with working(database_url, tmp_path) as worker:
            assert worker.works_on() == "a"
            worker.process.kill()
            assert worker.ends()[0] == -signal.SIGKILL
        row = claim_row(connection, "a")
        assert (row.attempts, row.claim_id is None) == (attempt, False)
        expire(connection)
    with working(database_url, tmp_path) as worker:
        code, said = worker.ends()
    assert code == 0
    assert '"cycles": 0' in said
    assert claim_row(connection, "a").given_up_at is not None
    assert one(connection, "select array_agg(attempt) from reflection.claim_log") == [1, 2, 3]


def test_a_thread_of_a_killed_worker_is_reflected_by_the_next_once(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    add_thread(connection, "a")
    with working(database_url, tmp_path) as worker:
        assert worker.works_on() == "a"
    expire(connection)
    with working(database_url, tmp_path) as worker:
        worker.go()
        assert worker.ends()[0] == 0
    log = "select array_agg((attempt, outcome)::text order by attempt) from reflection.claim_log"
    assert one(connection, log) == ["(1,)", "(2,reflected)"]
    assert one(connection, "select count(*) from reflection.observations") == 1


def test_of_two_drains_side_by_side_each_thread_is_looked_at_once(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    names = [f"t{number}" for number in range(12)]
    for number, name in enumerate(names):
        add_thread(connection, name, user_id=f"user {number % 4}")
    with working(database_url, tmp_path) as first, working(database_url, tmp_path) as second:
        seen = [first.works_on(), second.works_on()]
        first.go()
        for worker in (first, second):
            code, said = worker.ends()
            assert code == 0
            seen += [line.split()[1] for line in said.splitlines() if line.startswith("observing")]
    assert sorted(seen) == sorted(names)
    assert one(connection, "select count(*) from reflection.observations") == 12


def test_without_a_database_at_the_start_there_is_one_line_and_exit_code_1(
    tmp_path: Path,
) -> None:
    url = f"postgresql://nobody:hunter2@/none?host={tmp_path}"
    done = subprocess.run(
        [Path(sys.executable).with_name("reflection-worker"), "drain"],
        env=environment(url),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "")
    line, to_do = done.stderr.splitlines()
    assert line.startswith("reflection-worker: the database cannot be reached: ")
    assert "Start the server" in to_do
    assert "hunter2" not in done.stderr


def test_a_drain_survives_the_loss_of_every_connection_it_has(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    for name in ("a", "b", "c"):
        add_thread(connection, name, user_id=f"user {name}")
    with working(database_url, tmp_path) as worker:
        assert worker.works_on() == "a"
        connection.execute(KILL)
        worker.go()
        assert worker.works_on() == "b"
        assert worker.ends()[0] == 0
    assert one(connection, "select count(*) from reflection.observations") == 3


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path / "data", options=("fsync=off",))
    migrate.upgrade(app.migrations_directory(), made.start())
    yield made
    made.stop()


def test_a_drain_survives_a_restart_of_its_database_and_says_when_it_does_not_come_back(
    cluster: Cluster, tmp_path: Path
) -> None:
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        add_thread(connection, "a", user_id="ann")
        add_thread(connection, "b", user_id="bob")
    with working(cluster.url(), tmp_path) as worker:
        assert worker.works_on() == "a"
        cluster.stop()
        cluster.start()
        worker.go()
        assert worker.ends()[0] == 0
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        assert one(connection, "select count(*) from reflection.observations") == 2
        add_thread(connection, "c")
    (tmp_path / "go").unlink()
    with working(cluster.url(), tmp_path) as worker:
        assert worker.works_on() == "c"
        cluster.stop()
        worker.go()
        code, said = worker.ends()
    assert code == 1
    assert "the database cannot be reached" in said
