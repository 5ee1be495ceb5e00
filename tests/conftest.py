"""A real Postgres for every test: the one named, one in Docker, or the embedded one.

TEST_DATABASE_URL names a server on which databases may be made; else Docker is asked, through
testcontainers, when an engine answers; else the embedded server is started. Each test that wants
a database gets a fresh one, copied from a migrated template.
"""

import gc
import os
import sys
import uuid
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog
from psycopg import sql
from psycopg.conninfo import make_conninfo

from worker import app, migrate
from worker.store.database import Database
from worker.store.embedded import Cluster

IMAGE = os.environ.get("TEST_POSTGRES_IMAGE", "postgres:18-alpine")
Connection = psycopg.Connection[Any]

# A developer's own key must reach no test: what it opens costs money.
for name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
    del os.environ[name]


@pytest.fixture(autouse=True)
def _own_log() -> Iterator[None]:
    """What a command that a test runs in this process says of logging ends with the test."""
    yield
    structlog.reset_defaults()


@dataclass(frozen=True)
class Server:
    """A Postgres on which this session makes databases; `url` leads to its maintenance one."""

    url: str
    kind: str

    def url_of(self, database: str) -> str:
        return make_conninfo(self.url, dbname=database)

    def create(self, template: str | None = None) -> str:
        """A new database's name."""
        # Copying files is ten times as fast here as the default, which logs every block.
        name = f"reflection_test_{uuid.uuid4().hex[:12]}"
        statement = sql.SQL("create database {} template {} strategy file_copy").format(
            sql.Identifier(name), sql.Identifier(template or "template0")
        )
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)
        return name

    def drop(self, name: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name))
            )


def _docker_answers() -> str | None:
    """None when an engine answers, else why not."""
    if "DOCKER_HOST" not in os.environ and not Path("/var/run/docker.sock").exists():
        return "no socket"
    import docker

    # A client that cannot connect leaves its socket to the garbage collector.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            client = docker.from_env(timeout=5)
            client.ping()
            client.close()
        except docker.errors.DockerException as error:
            return type(error).__name__
        finally:
            gc.collect()
    return None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield Server(given, "TEST_DATABASE_URL")
        return

    if _docker_answers() is None:
        os.environ.setdefault("TESTCONTAINERS_RYUK_DISABLED", "true")
        from testcontainers.community.postgres import PostgresContainer

        container = PostgresContainer(IMAGE, driver=None)
        try:
            container.start()
        except Exception as error:
            told = f"{IMAGE} does not start ({type(error).__name__}): the embedded server instead\n"
            (sys.__stderr__ or sys.stderr).write(told)
            container.stop()
        else:
            try:
                yield Server(container.get_connection_url(), "docker")
            finally:
                container.stop()
            return

    cluster = Cluster(
        tmp_path_factory.mktemp("postgres") / "data",
        options=("fsync=off", "full_page_writes=off", "synchronous_commit=off"),
    )
    url = cluster.start()
    try:
        yield Server(make_conninfo(url, dbname="postgres"), "embedded")
    finally:
        cluster.stop()


def pytest_report_header() -> str:
    if os.environ.get("TEST_DATABASE_URL"):
        return "Postgres: the one that TEST_DATABASE_URL names"
    silence = _docker_answers()
    if silence is None:
        return f"Postgres: {IMAGE} in Docker; the embedded one if that does not start"
    return f"Postgres: the embedded one, since no Docker engine answers ({silence})"


@pytest.fixture(scope="session")
def template(server: Server) -> Iterator[str]:
    """The name of a migrated database that nobody is connected to."""
    name = server.create()
    migrate.upgrade(app.migrations_directory(), server.url_of(name))
    yield name
    server.drop(name)


@pytest.fixture
def database_url(server: Server, template: str) -> Iterator[str]:
    """A migrated database of this test's own."""
    name = server.create(template)
    yield server.url_of(name)
    server.drop(name)


@pytest.fixture
def empty_database_url(server: Server) -> Iterator[str]:
    """A database with nothing in it."""
    name = server.create()
    yield server.url_of(name)
    server.drop(name)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """The migrated database as the worker's store uses it."""
    with Database(database_url) as opened:
        yield opened


@pytest.fixture
def connection(database_url: str) -> Iterator[Connection]:
    """An autocommit connection to the migrated database."""
    with psycopg.connect(database_url, autocommit=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's own folder."""
    return Path(__file__).resolve().parent.parent
