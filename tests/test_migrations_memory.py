"""Memory of a database that migrates: what was shown is shown, and can be changed as any other."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from alembic import command
from conftest import Server
from product import LONG_AGO, Connection, claim, commit, fold, loaded, memory_of, one
from remembered import observation, remember
from searched import found, search

from worker import app, migrate

DIRECTORY = app.migrations_directory()
LATER = LONG_AGO + timedelta(days=1)


@pytest.fixture
def before(server: Server) -> Iterator[tuple[str, Connection]]:
    """A database at 0003 that remembers something in each of the states that there are."""
    name = server.create()
    url = server.url_of(name)
    command.upgrade(migrate.configuration(DIRECTORY, url), "0003")
    with psycopg.connect(url, autocommit=True) as connection:
        remember(
            connection,
            observation("Oslo.", "t-1"),
            observation("Tea.", "t-1"),
            {**observation("Some tea.", "t-3"), "duplicate_of": "hash of Tea."},
            {**observation("An answer.", "t-2", "t-3"), "joined": True},
            observation("Edited.", "t-3"),
            observation("Dropped.", "t-3"),
            reflections=[
                {"content": "Older.", "content_hash": "older", "support": ["hash of Tea."]},
                {
                    "content": "Newer.",
                    "content_hash": "newer",
                    "support": ["hash of Tea."],
                    "supersedes": ["older"],
                },
            ],
        )
        remember(
            connection,
            {**observation("Salem.", "u-1", at=LATER), "supersedes": ["hash of Oslo."]},
            observation("Tea.", "u-3", at=LATER),
            drops=[{"observation_id": 6, "reason": "full"}],
            thread_id="u",
        )
        connection.execute("update chat.messages set content = 'Else.' where id = 't-3'")
        fold(connection)
        yield url, connection
    server.drop(name)


def shown(connection: Connection) -> Any:
    memory = one(connection, "select reflection.memory_for('user')")
    states = connection.execute(
        "select o.id, reflection.observation_state(o) from reflection.observations o order by 1"
    ).fetchall()
    distilled = connection.execute(
        "select r.id, reflection.reflection_state(r) from reflection.reflections r order by 1"
    ).fetchall()
    due = one(connection, "select count(*) from reflection.claims where eligible_at is not null")
    return memory, states, distilled, due


def test_migrating_there_and_back_leaves_every_line_and_state_as_it_was(
    before: tuple[str, Connection],
) -> None:
    url, connection = before
    was = shown(connection)
    assert "Salem." in was[0]
    assert "Oslo." not in was[0]
    migrate.upgrade(DIRECTORY, url)
    assert shown(connection) == was
    command.downgrade(migrate.configuration(DIRECTORY, url), "0003")
    assert shown(connection) == was
    migrate.upgrade(DIRECTORY, url)
    assert shown(connection) == was


def test_what_was_remembered_before_follows_its_sources_afterwards(
    before: tuple[str, Connection],
) -> None:
    url, connection = before
    migrate.upgrade(DIRECTORY, url)
    connection.execute("delete from chat.messages where id in ('u-1', 't-2')")
    fold(connection)
    memory, states, _, _ = shown(connection)
    assert "Oslo." in memory
    assert "Salem." not in memory
    assert [number for number, _ in states] == [1, 2, 3, 5, 6]
    claimed = claim(connection)
    assert [message.message_id for message in loaded(connection, claimed)] == ["t-3"]
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": [observation("New.", "t-3")]})
    assert dict(shown(connection)[1])[6] == "stale: a source was edited since"


def test_what_was_read_before_there_was_search_is_found_after_the_migration(
    before: tuple[str, Connection],
) -> None:
    url, connection = before
    migrate.upgrade(DIRECTORY, url)
    # The edit of t-3 waits to be read; what was dropped is found all the same.
    assert found(connection, "Oslo")[0] == "t-1"
    assert "t-2" in found(connection, "noted number")
    assert "t-3" not in found(connection, "number")
    told = {(m["content"], m["state"]) for m in search(connection, "Oslo")[0].memories}
    assert ("Oslo.", "superseded by #7") in told
    command.downgrade(migrate.configuration(DIRECTORY, url), "0004")
    fold(connection)
    migrate.upgrade(DIRECTORY, url)
    assert found(connection, "Salem")[0] == "u-1"
