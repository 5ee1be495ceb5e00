"""The judge in the worker: what it tells the log, and what one chunk leaves to the next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import pytest
from product import LONG_AGO, Connection, add_message, add_thread, one
from structlog.testing import capture_logs
from test_reflect import THREE, ScriptedEngine, contents, drained

from worker.judge import content_hash
from worker.records import Chunk, Known, Origin, Proposal, Relevance, Role
from worker.reflect import Bounds
from worker.store.database import Database

TEA = "User: I like green tea"


@dataclass
class Saying(ScriptedEngine):
    """Proposes, of each message by the user, its own words or others that are given for it."""

    instead: str | None = None

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        self.shown.append(chunk)
        return [
            Proposal(
                self.instead or f"User: {said.text}",
                self.relevance,
                "fact",
                said.at,
                (said.id,),
                Origin.AGENT,
                tuple(one.content for one in known if said.text.startswith("Not")),
            )
            for said in chunk.messages
            if said.role is Role.USER
        ]


def add_sayings(connection: Connection, *texts: str) -> None:
    """A thread in which the user says each of these, a minute apart."""
    add_thread(connection, "t", turns=0)
    for place, text in enumerate(texts):
        add_message(
            connection, f"t-{place}", "t", "user", text, LONG_AGO + timedelta(minutes=place)
        )


def test_a_source_in_doubt_is_counted_in_the_log_without_a_word_of_it(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    with capture_logs() as said:
        drained(database, Saying(instead="User plays chess on Sundays"))
    (doubt,) = [line for line in said if line["event"] == "observation.flagged"]
    assert doubt["sources"] == 1
    assert "chess" not in str(said)
    assert contents(connection) == ["User plays chess on Sundays"]
    with capture_logs() as said:
        drained(database, ScriptedEngine())
    assert not [line for line in said if line["event"] == "observation.flagged"]


@pytest.mark.parametrize(
    ("relevance", "over"), [(Relevance.CRITICAL, True), (Relevance.LOW, False)]
)
def test_a_pool_too_full_of_what_is_critical_is_in_the_log(
    database: Database, connection: Connection, relevance: Relevance, over: bool
) -> None:
    add_thread(connection, "old", turns=3)
    drained(database, ScriptedEngine(relevance=relevance))
    add_thread(connection, "new", at=LONG_AGO + timedelta(days=1))
    with capture_logs() as said:
        drained(database, ScriptedEngine(relevance=relevance), Bounds(pool_tokens=10))
    full = [line for line in said if line["event"] == "pool.overfilled"]
    judged = [line for line in said if line["event"] == "pool.judged"]
    assert [line["pool_over_target_by_critical"] > 0 for line in full] == [True] * over
    assert [line["drops"] for line in judged] == ([] if over else [3])


def test_one_of_two_that_say_the_same_is_rendered_also_across_chunks(
    database: Database, connection: Connection
) -> None:
    add_sayings(
        connection,
        "I like green tea",
        "I really like green tea!",
        "I definitely like green tea",
        "I like green tea too",
    )
    drained(database, ScriptedEngine(relevance=Relevance.MEDIUM), THREE)
    assert len(contents(connection)) == 4
    targets = connection.execute(
        "select distinct twin.content_hash from reflection.observations o"
        "  join reflection.observations twin on twin.id = o.duplicate_of"
    ).fetchall()
    assert targets == [(content_hash(TEA),)]
    assert one(connection, "select count(*) from reflection.live_observations('user')") == 1


def test_what_gave_way_in_one_chunk_is_no_memory_in_the_next(
    database: Database, connection: Connection
) -> None:
    add_sayings(
        connection,
        "I like green tea",
        "I like the sea and the wind",
        "Not any more: I don't like green tea",
        "I work on a ship these days, far away",
        "I really like green tea!",
        "I like the rain and the snow",
    )
    drained(database, Saying(), THREE)
    live = connection.execute("select content from reflection.live_observations('user')").fetchall()
    assert ("User: I really like green tea!",) in live
    assert (TEA,) not in live
