"""However big a thread or a message is, a drain's own size is bounded and nothing is lost of it."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st
from product import LONG_AGO, Connection, add_thread, add_user, one

from worker.chunks import CONTEXT_MESSAGES
from worker.engine import Stage
from worker.engines.at_once import AtOnce
from worker.notes import ActiveNote
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Claim,
    Drop,
    Known,
    Memory,
    Message,
    Proposal,
    Role,
)
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.queue import Page
from worker.usage import Usage
from worker.work import StageReport

MEGABYTE = 1024 * 1024
LIMIT_MB = 200
# Characters of one message that an engine is shown.
SHOWN = 16_000
# Measured from a process that is small itself: a child begins with its parent's peak.
MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(done.returncode)
"""


@dataclass(frozen=True)
class Drained:
    """What one real drain printed and logged, and how big it grew."""

    summary: dict[str, Any]
    log: list[dict[str, Any]]
    peak_mb: float


def drained(url: str, **settings: str) -> Drained:
    command = [str(Path(sys.executable).with_name("reflection-worker")), "drain", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *command],
        env=os.environ | {"DATABASE_URL": url, "REFLECTION_LOG_FORMAT": "json"} | settings,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    *log, peak = done.stderr.splitlines()
    return Drained(json.loads(done.stdout), [json.loads(line) for line in log], int(peak) / 1024)


def filled(
    connection: Connection, thread: str, number: int, before: str, size: int, after: str
) -> None:
    """A message of `size` characters that says something at its two ends; made in the database."""
    connection.execute(
        """
        insert into chat.messages (id, thread_id, position, role, content, created_at)
        values (%(thread)s || '-' || %(number)s, %(thread)s, %(number)s,
                case %(number)s %% 2 when 1 then 'user' else 'assistant' end,
                %(before)s || repeat('lorem ipsum dolor sit amet ', %(size)s / 27) || %(after)s,
                %(at)s::timestamptz + %(number)s * interval '1 min')
        """,
        {
            "thread": thread,
            "number": number,
            "before": before,
            "size": size,
            "after": after,
            "at": LONG_AGO,
        },
    )


def recalled(connection: Connection, phrases: Sequence[str]) -> dict[str, str]:
    """Which message each phrase is remembered from; nothing else is remembered."""
    rows = connection.execute(
        """
        select o.content, s.message_id
          from reflection.observations o
          join reflection.observation_sources s on s.observation_id = o.id
        """
    ).fetchall()
    found = {phrase: cited for phrase in phrases for said, cited in rows if phrase in said}
    assert len(rows) == len(found)
    return found


def remember(what: str) -> str:
    return f"Please remember that {what}. "


def test_a_thread_of_36_mb_is_reflected_from_end_to_end_by_a_small_process(
    database_url: str, connection: Connection
) -> None:
    add_user(connection, "user")
    add_thread(connection, "big", turns=0)
    planted = {1: "my locker is in Lisbon", 625: "my boat is red", 1249: "my aunt sings bass"}
    for number in range(1, 1251):
        said = remember(planted[number]) if number in planted else ""
        filled(connection, "big", number, said, 36 * MEGABYTE // 1250, "")
    # Bigger chunks than by default make a bigger process, if anything does.
    done = drained(database_url, REFLECTION_CHUNK_TOKENS="100000")
    assert (done.summary["reflected"], done.summary["stop_reason"]) == (1, "empty")
    assert one(connection, "select count(*) from reflection.coverage") == 1250
    found = recalled(connection, list(planted.values()))
    assert found == {what: f"big-{number}" for number, what in planted.items()}
    assert sum(line["event"] == "message.shortened" for line in done.log) == 1250
    assert done.peak_mb < LIMIT_MB


def test_of_a_message_of_60_mb_both_ends_are_read_and_what_was_left_out_is_said(
    database_url: str, connection: Connection
) -> None:
    add_user(connection, "user")
    add_thread(connection, "big", turns=0)
    filled(connection, "big", 1, "", 100, "")
    filled(connection, "big", 2, "", 100, "")
    ends = ["my locker is in Lisbon", "my aunt sings bass"]
    filled(connection, "big", 3, remember(ends[0]), 60 * MEGABYTE, ". " + remember(ends[1]))
    length = one(connection, "select max(char_length(content)) from chat.messages")
    assert length > 62_000_000
    done = drained(database_url)
    assert done.summary["reflected"] == 1
    assert recalled(connection, ends) == dict.fromkeys(ends, "big-3")
    (line,) = [line for line in done.log if line["event"] == "message.shortened"]
    assert (line["message_id"], line["omitted"]) == ("big-3", length - SHOWN)
    assert done.peak_mb < LIMIT_MB


@dataclass
class WatchingEngine(AtOnce):
    """Keeps what it was shown, and proposes nothing."""

    name = "watching"
    reads = frozenset(Role)
    shown: list[Chunk] = field(default_factory=list)

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        self.shown.append(chunk)
        return []

    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
        return []


@dataclass
class ListStore:
    """A thread of messages, 40 a page, and what was committed of it."""

    messages: list[Message]
    covered: list[str] = field(default_factory=list)

    def page(self, claim: Claim, after: int) -> Page:
        owed = tuple(self.messages[after : after + 40])
        return Page(tuple(self.messages[:after][-CONTEXT_MESSAGES:]), owed)

    def timezone(self, user_id: str) -> str:
        return "UTC"

    def save_progress(self, claim: Claim, memory: Memory) -> bool:
        self.covered += [covered.message_id for covered in memory.coverage]
        return True

    def commit(self, claim: Claim, memory: Memory) -> bool:
        return self.save_progress(claim, memory)

    def pool_tokens(self, user_id: str) -> int:
        return 0

    def pool(self, user_id: str) -> tuple[ActiveObservation, ...]:
        return ()

    def reflections(self, user_id: str) -> tuple[ActiveReflection, ...]:
        return ()

    def notes(self, user_id: str) -> tuple[ActiveNote, ...]:
        return ()

    def owed_tokens(self, claim: Claim) -> int:
        return 0

    def reserve(self, claim: Claim, estimate: Usage) -> None:
        return None

    def renew(self, claim: Claim) -> bool:
        return True

    def enter(self, claim: Claim, total: Usage, stages: Mapping[Stage, StageReport]) -> None: ...

    def another_is_due(self) -> bool:
        return False


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 600), max_size=130), st.integers(1, 1000))
def test_chunks_hold_every_owed_message_once_in_order_and_within_the_budget(
    sizes: list[int], budget: int
) -> None:
    template = Message("", 0, Role.USER, "", LONG_AGO, "hash")
    thread = [
        replace(template, id=str(number), ordinal=number + 1, text="a" * size, tail="b" * size)
        for number, size in enumerate(sizes)
    ]
    store, engine = ListStore(thread), WatchingEngine()
    claim = Claim("t", "user", UUID(int=1), "last", 1, LONG_AGO)
    Reflector(store, engine, Bounds(chunk_tokens=budget), lambda: 0.0, Stop())(claim)
    everything = [message.id for message in thread]
    assert store.covered == everything
    assert [one.id for chunk in engine.shown for one in chunk.messages] == everything
    for chunk in engine.shown:
        cost = sum(-(-len(one.text) // 4) + -(-len(one.tail) // 4) for one in chunk.messages)
        assert cost <= budget or len(chunk.messages) == 1
        start = chunk.messages[0].ordinal - 1
        assert list(chunk.before) == thread[max(0, start - len(chunk.before)) : start]
        assert len(chunk.before) <= CONTEXT_MESSAGES
