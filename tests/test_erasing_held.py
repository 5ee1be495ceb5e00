"""Erasing while others work: nobody waits for ever, and whoever is late writes nothing."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import psycopg
import pytest
from erased import observation, receipt, reflect, talk
from product import Connection, add_thread, claim, commit, fold, loaded, memory_of, one
from psycopg import errors
from reported import Model, contents, drained

from worker.records import Chunk, Known, Proposal
from worker.store.database import Database


@contextmanager
def another(url: str) -> Iterator[Connection]:
    with psycopg.connect(url) as connection:
        yield connection


@pytest.mark.parametrize(
    ("call", "ids"),
    [("erase_user", ["zoe"]), ("erase_thread", ["t"]), ("erase_message", ["t", "t-1"])],
)
def test_an_erasure_that_meets_a_commit_half_way_waits_and_takes_what_it_wrote(
    connection: Connection, database_url: str, call: str, ids: list[str]
) -> None:
    talk(connection, "t", "zoe", "I like tea.", "I like milk.")
    fold(connection)
    claimed = claim(connection)
    with another(database_url) as worker:
        memory = memory_of(loaded(worker, claimed))
        assert commit(worker, claimed, memory)
        erasing = threading.Thread(target=receipt, args=(connection, call, *ids))
        erasing.start()
        waits = (
            "select exists (select from pg_stat_activity"
            " where wait_event_type = 'Lock' and datname = current_database())"
        )
        with psycopg.connect(database_url, autocommit=True) as watching:
            until = time.monotonic() + 10
            while not one(watching, waits):
                assert time.monotonic() < until
                time.sleep(0.01)
        worker.commit()
        erasing.join(20)
    kept = ["User: I like milk."] if call == "erase_message" else []
    assert contents(connection) == kept
    assert one(connection, "select count(*) from reflection.coverage") == len(kept)


def test_an_erasure_does_not_wait_for_ever_and_says_that_nothing_was_erased(
    connection: Connection, database_url: str
) -> None:
    talk(connection, "t", "zoe", "I like tea.", "Yes.")
    reflect(connection, "t", observation("User likes tea.", "t-1"))
    with another(database_url) as product:
        product.execute("update chat.messages set content = 'I like rum.'")
        connection.execute("alter function reflection.erase_thread set lock_timeout = '50ms'")
        with pytest.raises(errors.LockNotAvailable, match="nothing was erased: somebody holds"):
            receipt(connection, "erase_thread", "t")
        product.rollback()
    assert contents(connection) == ["User likes tea."]
    assert one(connection, "select count(*) from reflection.tombstones") == 0


@dataclass
class Interrupted(Model):
    """While it is at work, something is done to the chat or to memory, once."""

    url: str = ""
    statement: str = ""
    done: list[str] = field(default_factory=list)

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        if not self.done:
            self.done.append(self.statement)
            with psycopg.connect(self.url, autocommit=True) as product:
                product.execute(self.statement.encode())
        return super().propose(chunk, known)


@pytest.mark.parametrize(
    ("statement", "claims", "left"),
    [
        ("delete from chat.threads where id = 'a'", 2, ["b"]),
        ("select reflection.erase_thread('a')", 2, ["b"]),
        ("select reflection.erase_user('zoe')", 2, ["b"]),
        ("delete from chat.messages where id = 'a-5'", 2, ["b"]),
        # What the model has seen of it may be in anything that it says: the rest is read anew.
        ("select reflection.erase_message('a', 'a-5')", 3, ["a", "b"]),
    ],
)
def test_o23_what_goes_between_the_model_call_and_the_write_leaves_nothing_and_the_drain_goes_on(
    connection: Connection,
    database: Database,
    database_url: str,
    statement: str,
    claims: int,
    left: list[str],
) -> None:
    add_thread(connection, "a", "zoe", turns=3)
    add_thread(connection, "b", "amy")
    model = Interrupted(["User likes sailing."], url=database_url, statement=statement)
    done = drained(database, model)
    assert model.done == [statement]
    assert done.cycles == claims
    rows = connection.execute(
        "select distinct thread_id from reflection.observation_sources order by 1"
    ).fetchall()
    assert [thread_id for (thread_id,) in rows] == left
    assert one(connection, "select count(*) from reflection.live_claims") == 0
    gone = "select count(*) from reflection.observation_sources where message_id = 'a-5'"
    assert one(connection, gone) == 0
