"""From talk to notes: drains with the claude engine, and what the tables then hold of a user."""

from collections.abc import Iterator
from datetime import timedelta
from unicodedata import normalize

import psycopg
import pytest
from claude import COMPILER, OBSERVER, api, engine, reflected
from conftest import Server as Postgres
from erased import found, receipt
from messages_api import Reply, Server
from messages_api.record import Received
from messages_api.shown import read
from noted import rows, shown
from product import LONG_AGO, Connection, add_thread, one
from test_roles import Login, login
from undone import apply, claims, shadowed, tables, undo

from worker.drain import Limits, drain
from worker.drain import shadowed as beside
from worker.engine import Ended
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.shadow import ShadowQueue

__all__ = ["login"]

SLUG = normalize("NFC", "좋아하는-것")
WORD = "rhubarb"


def noted(request: Received) -> Reply:
    """One note on all that was learned, its slug in letters taken apart: what it said, and that."""
    given = read(request.shown)
    before = next((note.body for note in given.notes), ())
    told = {
        "slug": normalize("NFD", SLUG) if before else "",
        "title": "" if before else SLUG.replace("-", " "),
        "kind": "preference",
        "summary": f"{len(before) + len(given.observations)} things",
        "body": "\n".join((*before, *(line.text for line in given.observations))),
        "tags": ["taste"],
        "aliases": ["Likes"],
        "links": [{"target": "Likes", "relation": "is"}, {"target": "User!", "relation": "of"}],
        "more_links": [],
        "support": [line.id for line in given.observations],
    }
    return Reply().tool(COMPILER, {"notes": [told], "done": True})


@pytest.fixture
def messages() -> Iterator[Server]:
    with api() as running:
        running.script.always(noted, to=COMPILER)
        yield running
        assert running.record.violations == ()


def talk(connection: Connection, *threads: str) -> None:
    for number, thread_id in enumerate(threads):
        add_thread(connection, thread_id, at=LONG_AGO + timedelta(hours=number))


def body(*lines: str) -> str:
    return "\n".join(f"User said: I like {line}." for line in lines)


def test_a_worker_compiles_into_the_tables_and_writes_on_under_the_same_slug_with_the_next_thread(
    connection: Connection, messages: Server, login: Login
) -> None:
    talk(connection, "a")
    with Database(login("reflection_worker")) as database:
        done = reflected(database, engine(messages))
        assert (done.reflected, done.observations, done.notes) == (1, 2, 1)
        (first,) = shown(connection).values()
        assert (first["slug"], first["title"], first["kind"]) == (SLUG, "좋아하는 것", "preference")
        assert first["body"] == body("a number 1", "a number 3")
        assert (first["links"], first["tags"]) == ([("user", "of")], ["taste"])
        before = tables(connection)
        talk(connection, "b")
        done = reflected(database, engine(messages))
        assert (done.reflected, done.notes) == (1, 1)
        # Nothing is due: nothing is asked.
        assert reflected(database, engine(messages)).cycles == 0
        assert messages.record.counts[COMPILER] == 2
    (second,) = shown(connection).values()
    said = ["a number 1", "a number 3", "b number 1", "b number 3"]
    assert (second["body"], second["summary"]) == (body(*said), "4 things")
    assert second["title"] == "좋아하는 것"
    assert second["created_at"] == first["created_at"] < second["updated_at"]

    after = tables(connection)
    assert undo(connection, claims(connection)[-1])["note_writings"] == 1
    assert tables(connection) == before
    with Database(login("reflection_worker")) as database:
        assert reflected(database, engine(messages)).notes == 1
    again = tables(connection)
    assert {name: len(found) for name, found in again.items()} == {
        name: len(found) for name, found in after.items()
    }
    moved = {"created_at": None, "updated_at": None}
    assert [row | moved for row in shown(connection).values()] == [second | moved]


def test_an_erased_thread_leaves_no_word_of_it_in_what_was_compiled_since(
    connection: Connection, database_url: str, database: Database, messages: Server
) -> None:
    talk(connection, "a", "b")
    connection.execute(
        "update chat.messages set content = replace(content, 'number', %s) where thread_id = 'a'",
        (WORD,),
    )
    assert reflected(database, engine(messages)).notes == 2
    (note,) = shown(connection).values()
    assert WORD in note["body"]
    assert receipt(connection, "erase_thread", "a")["reflection.note_writings"] == 2
    assert rows(connection) == []
    assert found(connection, database_url, WORD) == []


@pytest.fixture
def copies(server: Postgres, template: str) -> Iterator[tuple[str, str]]:
    """Two databases with the same threads."""
    names = [server.create(template) for _ in range(2)]
    for name in names:
        with psycopg.connect(server.url_of(name), autocommit=True) as connection:
            talk(connection, "a", "b", "c")
    yield server.url_of(names[0]), server.url_of(names[1])
    for name in names:
        server.drop(name)


def drained_beside(database: Database, messages: Server, bounds: Bounds) -> int:
    using = engine(messages)
    told = {"engine": using.name, "model": using.model, "prompt_hash": using.prompt_hash}
    queue = ShadowQueue(database, worker="w", **told)
    reflect = beside(Reflector(queue, using, bounds, lambda: 0.0, Stop()))
    return drain(queue, reflect, Limits(None), lambda: 0.0, Stop()).notes


@pytest.mark.parametrize("bounds", [Bounds(), Bounds(chunk_tokens=12, pool_tokens=60)])
def test_shadows_applied_are_the_notes_that_a_plain_drain_compiles(
    copies: tuple[str, str], messages: Server, bounds: Bounds
) -> None:
    plain, other = copies
    with Database(plain) as database:
        done = reflected(database, engine(messages), bounds=bounds)
    with Database(other) as database:
        assert drained_beside(database, messages, bounds) == done.notes == 3
    with (
        psycopg.connect(plain, autocommit=True) as expected,
        psycopg.connect(other, autocommit=True) as connection,
    ):
        assert not any(tables(connection).values())
        for claim_id in shadowed(connection):
            assert apply(connection, claim_id)
        written, wanted = tables(connection), tables(expected)
        moved = {"created_at": None, "updated_at": None, "claim_id": None}
        assert [row | moved for row in rows(connection)] == [row | moved for row in rows(expected)]
        assert {name: len(found) for name, found in written.items()} == {
            name: len(found) for name, found in wanted.items()
        }


def test_a_thread_of_several_chunks_is_compiled_once_of_all_of_them(
    connection: Connection, database: Database, messages: Server
) -> None:
    add_thread(connection, "a", turns=4)
    done = reflected(database, engine(messages), bounds=Bounds(chunk_tokens=12))
    assert messages.record.counts[OBSERVER] > 1
    assert (messages.record.counts[COMPILER], done.notes) == (1, 1)
    (note,) = shown(connection).values()
    assert note["body"] == body(*(f"a number {n}" for n in (1, 3, 5, 7)))
    assert one(connection, "select count(*) from reflection.note_support") == 4


class Killed(BaseException):
    """The end of a worker that has no time for anything."""


def test_a_worker_that_is_killed_before_it_compiles_has_its_thread_compiled_by_the_next(
    connection: Connection, database: Database, messages: Server
) -> None:
    add_thread(connection, "a")

    def killed(*given: object) -> Ended:
        raise Killed

    using = engine(messages)
    using.compile = killed  # type: ignore[method-assign,assignment]
    with pytest.raises(Killed):
        reflected(database, using)
    assert rows(connection) == []
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '1 h',"
        " expires_at = now() - interval '1 s'"
    )
    assert reflected(database, engine(messages)).notes == 1
    (note,) = shown(connection).values()
    assert note["body"] == body("a number 1", "a number 3")
