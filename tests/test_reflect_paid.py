"""What a model has answered is paid for once: it stays, whatever becomes of what comes after it."""

import time
from threading import Timer
from typing import Any

import psycopg
import pytest
from conftest import Server
from product import Connection, add_thread, claim_row, one
from psycopg.conninfo import conninfo_to_dict
from staged import Staged, likes, raising, staged
from structlog.testing import capture_logs

from worker.errors import DependencyFailed, Misconfigured, ThreadFailed, TooLong
from worker.records import Chunk, Proposal, ReflectionProposal, StopReason
from worker.store.database import Database


def covered(connection: Connection) -> list[str]:
    rows = connection.execute("select message_id from reflection.coverage order by message_id")
    return [message_id for (message_id,) in rows]


@pytest.mark.parametrize("error", [DependencyFailed("overloaded"), ThreadFailed("it refused")])
def test_the_half_of_a_long_chunk_that_was_observed_stays_when_the_other_fails(
    database: Database, connection: Connection, error: Exception
) -> None:
    add_thread(connection, "t", turns=3)
    looked_at: list[list[str]] = []

    def halves(chunk: Chunk) -> list[Proposal]:
        looked_at.append([message.id for message in chunk.messages])
        if len(chunk.messages) > 3:
            raise TooLong("prompt is too long")
        if "t-6" in looked_at[-1] and len(looked_at) == 3:
            raise error
        return likes(chunk)

    engine = Staged(observing=halves)
    staged(database, engine)
    assert covered(connection) == ["t-1", "t-2", "t-3"]
    connection.execute("update reflection.claims set not_before = null, eligible_at = now()")
    assert staged(database, engine).reflected == 1
    assert looked_at[3:] == [["t-4", "t-5", "t-6"]]
    assert one(connection, "select count(*) from reflection.observations") == 3


def test_a_fault_of_our_own_in_a_later_stage_costs_nothing_of_what_was_observed(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    add_thread(connection, "u", user_id="another")
    engine = Staged(reflecting=raising(KeyError("Call me Zanzibar")))
    done = staged(database, engine, threads=None)
    assert (done.partial, done.failed, done.stop_reason) == (2, 0, StopReason.EMPTY)
    assert one(connection, "select count(*) from reflection.observations") == 4
    assert claim_row(connection, "t").attempts == 0
    error = one(connection, "select error from reflection.claim_log where thread_id = 't'")
    assert error.startswith("reflector: KeyError in staged.py:")


def test_what_to_do_about_a_later_stage_that_is_set_up_wrongly_is_told(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")
    wrong = Misconfigured("There is no model such-a-one to call.", "Set REFLECTION_MODEL")
    with capture_logs() as lines:
        done = staged(database, Staged(reflecting=raising(wrong)))
    assert (done.partial, done.stop_reason) == (1, StopReason.ERROR)
    (told,) = [line for line in lines if line["event"] == "stage.failed"]
    assert told["to_do"] == "Set REFLECTION_MODEL"


def test_a_claim_that_is_lost_in_a_later_stage_is_lost(
    database: Database, connection: Connection
) -> None:
    add_thread(connection, "t")

    def lost(pool: Any) -> list[ReflectionProposal]:
        connection.execute("select reflection.release_claim('t')")
        return []

    assert staged(database, Staged(reflecting=lost)).claim_lost == 1
    assert covered(connection) == []


@pytest.mark.parametrize(("patience", "kept"), [(20.0, 2), (0.0, 0)])
def test_what_was_answered_waits_for_a_database_that_is_gone_for_a_moment(
    server: Server, database_url: str, database: Database, patience: float, kept: int
) -> None:
    with psycopg.connect(server.url, autocommit=True) as beside:
        name = conninfo_to_dict(database_url)["dbname"]
        with psycopg.connect(database_url, autocommit=True) as connection:
            add_thread(connection, "t")

        def allow(allowed: str) -> None:
            beside.execute(f'alter database "{name}" with allow_connections {allowed}')

        def gone(chunk: Chunk) -> list[Proposal]:
            allow("false")
            beside.execute(
                "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = %s",
                (name,),
            )
            Timer(1.0, allow, ["true"]).start()
            return likes(chunk)

        done = staged(database, Staged(observing=gone), patience=patience)
        assert done.reflected == (1 if kept else 0)
        time.sleep(0 if kept else 1.2)
    with psycopg.connect(database_url) as again:
        assert one(again, "select count(*) from reflection.observations") == kept
