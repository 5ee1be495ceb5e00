"""Workers with a key, killed anywhere: what the database and the accounts hold in the end."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from messages_api.archive import Archive
from product import Connection, add_thread
from recorded import archive
from staged import Staged, likes, staged

from bench import replay
from bench.replay import Plan
from bench.undamaged import damage
from worker.exchange.jsonl import read_threads
from worker.records import ReflectionProposal
from worker.source import SourceThread
from worker.store.database import Database

THREADS_EACH, FACTS, KILLS = 4, 6, 2


def test_two_workers_killed_anywhere_reflect_every_thread_once_and_account_for_each_request(
    database_url: str, tmp_path: Path
) -> None:
    threads, observations = archive(THREADS_EACH, FACTS)
    read = [one for one in read_threads(map(json.dumps, threads)) if isinstance(one, SourceThread)]
    plan = Plan(workers=2, kills=KILLS, pool_tokens=150)
    found = replay.run(database_url, read, Archive(threads, observations), plan, tmp_path)
    sys.stdout.write("\n".join(replay.table(found)))
    assert found["faults"] == []
    assert found["kills"] == KILLS
    assert found["observations"] == len(observations)
    # Reflector and dropper had their part in it.
    assert found["reflections"] >= len(threads)
    assert found["dropped"] > len(observations) / 4


DAMAGE = {
    "update reflection.observation_sources set message_id = 'ghost' where message_id = 'a-1'": (
        "1 sources that are no message of their thread"
    ),
    "update chat.threads set user_id = 'another' where id = 'b'": (
        "2 sources that are no message of their thread"
    ),
    "update reflection.observations set content = 'USER: I LIKE A NUMBER 3.' where id = 1": (
        "1 observations that are there twice"
    ),
    "delete from reflection.coverage where message_id = 'a-2'": "1 messages that are not covered",
    "update chat.messages set content = 'Otherwise' where id = 'a-2'": (
        "1 messages that are not covered"
    ),
    "delete from reflection.claim_log where thread_id = 'a'": (
        "1 threads that were not reflected exactly once"
    ),
    """insert into reflection.claim_log
         (claim_id, thread_id, user_id, attempt, claimed_by, started_at, ended_at, outcome)
       values (gen_random_uuid(), 'a', 'user', 2, 'w', now(), now(), 'reflected')""": (
        "1 threads that were not reflected exactly once"
    ),
    "update reflection.claim_log set outcome = 'failed' where thread_id = 'b'": (
        "1 claims that ended otherwise"
    ),
    "update reflection.claims set given_up_at = now() where thread_id = 'b'": (
        "1 threads that are due, claimed or given up"
    ),
}


@pytest.fixture
def reflected(database: Database, connection: Connection) -> Connection:
    """Two threads that were reflected, as nobody has damaged them yet."""
    add_thread(connection, "a")
    add_thread(connection, "b")

    def meaning(pool: Any) -> list[ReflectionProposal]:
        return [ReflectionProposal("User likes numbers.", (pool[0].content,))]

    staged(database, Staged(likes, meaning), threads=None)
    assert damage(connection, 1000) == []
    return connection


def test_what_is_lost_or_doubled_would_be_found(reflected: Connection) -> None:
    found = {}
    for statement in DAMAGE:
        with reflected.transaction(force_rollback=True):
            reflected.execute("set local session_replication_role = replica")
            reflected.execute(statement)
            found[statement] = damage(reflected, 1000)
    assert {statement: DAMAGE[statement] in told for statement, told in found.items()} == (
        dict.fromkeys(DAMAGE, True)
    )


def test_a_pool_over_its_target_would_be_found(reflected: Connection) -> None:
    (told,) = damage(reflected, 10)
    assert told.startswith("the pool of user has ")


def test_a_folder_without_the_data_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        replay.main([str(tmp_path)])
    assert ended.value.code == 2
    assert "DATA=FOLDER" in capsys.readouterr().err
