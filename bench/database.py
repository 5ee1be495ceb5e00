"""A database for measuring in, which nobody else uses."""

import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from worker import app, migrate
from worker.store.embedded import Cluster


@contextmanager
def fresh_database(server: str | None) -> Iterator[str]:
    """The URL of a migrated database that is gone afterwards.

    It is made on the server that the URL `server` names, or else on one of its own.
    """
    if server is None:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            cluster = Cluster(Path(folder) / "data", options=("fsync=off", "full_page_writes=off"))
            url = cluster.start()
            try:
                migrate.upgrade(app.migrations_directory(), url)
                yield url
            finally:
                cluster.stop()
        return
    with _made(server, "template0") as url:
        migrate.upgrade(app.migrations_directory(), url)
        yield url


@contextmanager
def copied_database(url: str) -> Iterator[str]:
    """The URL of a copy of a database that nobody is connected to; it is gone afterwards."""
    of = str(conninfo_to_dict(url)["dbname"])
    with _made(make_conninfo(url, dbname="postgres"), of) as copy:
        yield copy


@contextmanager
def _made(server: str, template: str) -> Iterator[str]:
    name = f"bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(
            sql.SQL("create database {} template {}").format(
                sql.Identifier(name), sql.Identifier(template)
            )
        )
    try:
        yield make_conninfo(server, dbname=name)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(
                sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name))
            )
