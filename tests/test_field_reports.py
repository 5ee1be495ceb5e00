"""What people reported of systems like this one, as inputs, and what this worker does instead."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from product import LONG_AGO, Connection, add_message, add_thread, fold, one
from shell import shell

from worker.drain import Limits, drain
from worker.engines.rules import RuleEngine
from worker.judge import judge
from worker.records import (
    ActiveObservation,
    Chunk,
    Drop,
    Engine,
    Known,
    Message,
    Origin,
    Proposal,
    Relevance,
    Role,
    StopReason,
    Summary,
)
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.queue import Queue

KEY = "sk-test-FAKE0123456789abcdef"
PEM = "-----BEGIN PRIVATE KEY-----\nTUlJRXZRSUJBREFO\n-----END PRIVATE KEY-----"
DAY = timedelta(days=1)


@dataclass
class Model:
    """Proposes what it is told to, of the newest message by the user; remembers what it saw."""

    contents: Sequence[str] = ()
    name = "scripted"
    model: str | None = None
    reads = frozenset(Role)
    shown: list[Message] = field(default_factory=list)

    def observe(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        self.shown += chunk.messages
        said = [message for message in chunk.messages if message.role is Role.USER]
        return [
            Proposal(text, Relevance.LOW, "fact", said[-1].at, (said[-1].id,), Origin.AGENT)
            for text in self.contents
            if said
        ]

    def propose_drops(self, pool: Sequence[ActiveObservation]) -> list[Drop]:
        return []


def drained(database: Database, engine: Engine | None = None) -> Summary:
    """Drain until nothing can be claimed, at this moment."""
    engine = engine or RuleEngine()
    queue, stop = Queue(database, worker="w", engine=engine.name), Stop()
    reflect = Reflector(queue, engine, Bounds(), lambda: 0.0, stop)
    return drain(queue, reflect, Limits(None), lambda: 0.0, stop)


def talk(connection: Connection, thread_id: str, *turns: str, user_id: str = "user") -> None:
    """A thread in which the user and the assistant take turns, long ago."""
    add_thread(connection, thread_id, user_id, turns=0)
    for number, text in enumerate(turns, 1):
        role = "user" if number % 2 else "assistant"
        at = LONG_AGO + timedelta(minutes=number)
        add_message(connection, f"{thread_id}-{number}", thread_id, role, text, at)


def contents(connection: Connection) -> list[str]:
    rows = connection.execute("select content from reflection.observations order by id")
    return [content for (content,) in rows]


def test_o01_a_nul_that_a_model_wrote_is_taken_out_and_the_thread_is_marked(
    connection: Connection, database: Database
) -> None:
    add_thread(connection, "t")
    done = drained(database, Model(["Invoice\x00 42"]))
    assert (done.reflected, done.failed, done.stop_reason) == (1, 0, StopReason.EMPTY)
    assert contents(connection) == ["Invoice 42"]


def test_o02_one_message_with_an_escaped_nul_keeps_no_other_thread_from_being_read(
    connection: Connection, database_url: str, tmp_path: Path, database: Database
) -> None:
    threads = [
        {
            "thread_id": f"t{number}",
            "user_id": f"u{number}",
            "messages": [
                {
                    "id": f"t{number}-{turn}",
                    "role": "user",
                    "content": f"I prefer number\u0000 {number}." if turn else "Hello there.",
                    "tool_calls": [{"arguments": "\u0000"}] if number == 7 and turn else None,
                    "created_at": LONG_AGO.isoformat(),
                }
                for turn in (0, 1)
            ],
        }
        for number in range(20)
    ]
    file = tmp_path / "threads.jsonl"
    file.write_text("\n".join(json.dumps(thread) for thread in threads))
    assert "\\u0000" in file.read_text()
    done = shell(database_url, "import", str(file))
    assert done.returncode == 0, done.stderr
    assert drained(database).reflected == 20
    assert contents(connection)[0].startswith("User: I prefer number ")
    assert len(contents(connection)) == 20


def test_o03_a_lone_surrogate_is_replaced_at_the_door_and_in_what_a_model_says(
    connection: Connection, database_url: str, tmp_path: Path, database: Database
) -> None:
    file = tmp_path / "threads.jsonl"
    file.write_text(
        '{"thread_id": "t", "user_id": "u", "messages": ['
        '{"id": "1", "role": "user", "content": "Hi", "created_at": "2026-03-02T12:00:00Z"},'
        '{"id": "2", "role": "user", "content": "ok \\ud83d", "created_at": "2026-03-02T12:01:00Z"}'
        "]}"
    )
    assert shell(database_url, "import", str(file)).returncode == 0
    assert one(connection, "select content from chat.messages where id = '2'") == "ok \ufffd"
    model = Model(["Said \ud83d\ude00 and \ud83d."])
    assert drained(database, model).reflected == 1
    assert [message.text for message in model.shown] == ["Hi", "ok \ufffd"]
    assert contents(connection) == ["Said \U0001f600 and \ufffd."]


def test_o04_an_image_in_a_message_is_shown_as_its_size_and_what_stands_around_it_is_read(
    connection: Connection, database: Database
) -> None:
    image = "data:image/png;base64," + "iVBORw0K" * (5 * 1024 * 1024 // 8)
    talk(
        connection,
        "t",
        "Here is my plan.",
        f"Drawn: {image} (that was it)",
        f"I prefer tea. {image} I prefer {image} rye bread.",
        "Noted.",
    )
    model = Model()
    drained(database, model)
    assert [message.text for message in model.shown] == [
        "Here is my plan.",
        "Drawn: [image 3.7 MB] (that was it)",
        "I prefer tea. [image 3.7 MB] I prefer [image 3.7 MB] rye bread.",
        "Noted.",
    ]
    # Nothing was left out, and so a chunk's budget counts what is shown.
    assert {(message.tail, message.omitted) for message in model.shown} == {("", 0)}


def test_o04_no_encoded_data_is_in_any_observation(
    connection: Connection, database: Database
) -> None:
    image = "data:image/png;base64," + "iVBORw0K" * 9_000
    talk(connection, "t", f"Remember that I love {image} maps.", "Done.", f"I prefer {image}.")
    drained(database)
    assert not [content for content in contents(connection) if "iVBORw0K" in content]


def test_o06_an_observation_of_nine_thousand_random_characters_is_kept_once(
    connection: Connection, database: Database
) -> None:
    # Eight hex digits of a hash each: nothing a compressed index entry could be small for.
    text = str(
        one(
            connection,
            "select string_agg(left(md5(i::text), 8), ' ') from generate_series(1, 1000) i",
        )
    )
    assert len(text) >= 8_900
    for thread in ("t", "u"):
        add_thread(connection, thread)
        assert drained(database, Model([text])).reflected == 1
    assert contents(connection) == [text]
    sources = "select count(*) from reflection.observation_sources"
    assert one(connection, sources) == 2


def test_o07_developer_and_system_messages_are_read_as_text_and_never_as_the_users(
    connection: Connection, database_url: str, tmp_path: Path, database: Database
) -> None:
    roles = ["developer", "system", "user", "assistant"]
    file = tmp_path / "threads.jsonl"
    file.write_text(
        json.dumps(
            {
                "thread_id": "t",
                "user_id": "u",
                "messages": [
                    {
                        "id": role,
                        "role": role,
                        "content": f"I prefer the {role} role.",
                        "created_at": LONG_AGO.isoformat(),
                    }
                    for role in roles
                ],
            }
        )
    )
    assert shell(database_url, "import", str(file)).returncode == 0
    # Of three that are not the assistant's only one counts, and two by the user are needed.
    assert drained(database).cycles == 0
    add_message(connection, "5", "t", "user", "I prefer tea.", LONG_AGO + DAY)
    assert drained(database).reflected == 1
    assert contents(connection) == ["User: I prefer the user role.", "User: I prefer tea."]


def test_o07_a_role_that_nobody_knows_is_refused_by_a_sentence(connection: Connection) -> None:
    add_thread(connection, "t")
    with pytest.raises(psycopg.errors.CheckViolation, match="role_is_a_known_word"):
        add_message(connection, "x", "t", "developer", "Be brief.")


def test_o16_recalled_memory_is_no_evidence_however_often_it_is_quoted(
    connection: Connection, database: Database
) -> None:
    recalled = "<memory>User lives in Oslo. I live in Oslo.</memory>"
    for number in range(5):
        talk(
            connection,
            f"t{number}",
            f"{recalled} What is the weather like?",
            f"{recalled} Sunny.",
            f"{recalled} And tomorrow?",
            f"I recall: {recalled}",
        )
    done = drained(database)
    assert (done.cycles, done.empty) == (5, 5)
    assert contents(connection) == []


def test_o16_the_same_said_in_five_threads_is_one_observation_with_five_sources(
    connection: Connection, database: Database
) -> None:
    for number in range(5):
        talk(connection, f"t{number}", "I live in Oslo.", "Nice.", "What is the weather like?")
    drained(database)
    assert contents(connection) == ["User: I live in Oslo."]
    assert one(connection, "select count(*) from reflection.observation_sources") == 5


def test_o20_what_the_assistant_did_is_not_what_the_user_did(
    connection: Connection, database: Database
) -> None:
    talk(
        connection,
        "t",
        "Explain LeetCode 25",
        "I implemented it recursively and deployed to prod. I moved to Salem.",
        "And in general?",
        "I fixed the bug and decided to use Rust.",
    )
    assert drained(database).empty == 1
    assert contents(connection) == []


def test_o20_a_model_may_say_it_of_the_assistant_and_not_of_the_user() -> None:
    answer = Message("m2", 2, Role.ASSISTANT, "I deployed it.", LONG_AGO, "h")
    question = Message("m1", 1, Role.USER, "Explain LeetCode 25", LONG_AGO, "h")

    def verdict(content: str) -> list[str]:
        made = Proposal(content, Relevance.LOW, "completion", LONG_AGO, ("m2",), Origin.AGENT)
        return [one.content for one in judge([made], [question, answer]).accepted]

    assert verdict("User deployed LeetCode 25 to production.") == []
    assert verdict("Assistant said it deployed LeetCode 25 to production.") != []


def test_o21_a_pasted_key_is_in_no_observation_and_in_no_log(
    connection: Connection, database_url: str
) -> None:
    talk(
        connection,
        "t",
        f"Remember that my API key is {KEY}",
        "I will not keep it.",
        f"I use this key for the server: {PEM}\nI prefer {KEY} over others.",
        f"Understood: {KEY}",
    )
    done = shell(database_url, "drain", "--show", REFLECTION_LOG_LEVEL="debug")
    assert done.returncode == 0
    assert any("[secret]" in content for content in contents(connection))
    tables = connection.execute(
        "select table_name from information_schema.tables"
        " where table_schema = 'reflection' and table_type = 'BASE TABLE'"
    ).fetchall()
    kept = [
        str(row) for (table,) in tables for row in connection.execute(f"table reflection.{table}")
    ]
    assert kept
    for leaked in (KEY, KEY[8:], "TUlJRXZRSUJBREFO", "PRIVATE KEY"):
        assert not [row for row in kept if leaked in row]
        assert leaked not in done.stdout + done.stderr


def test_o21_a_model_that_repeats_a_key_does_not_get_it_stored(
    connection: Connection, database: Database
) -> None:
    add_thread(connection, "t")
    drained(database, Model([f"User's key is {KEY}", f"User's key file holds {PEM}"]))
    assert contents(connection)
    assert not [
        content for content in contents(connection) if "FAKE" in content or "TUl" in content
    ]


def test_o22_a_thread_of_thanks_is_marked_and_not_offered_again(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "thanks", "you're welcome", "thanks", "you're welcome")
    assert drained(database).empty == 1
    assert contents(connection) == []
    connection.execute("select reflection.fold_arrivals()")
    assert drained(database).cycles == 0
    state = "select state from reflection.queue where thread_id = 't'"
    assert one(connection, state) == "reflected"


def test_o22_a_model_that_records_nothing_ends_the_thread_all_the_same(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "thanks", "you're welcome", "thanks", "you're welcome")
    assert drained(database, Model()).empty == 1
    assert drained(database, Model()).cycles == 0


def test_o26_a_reply_that_was_cut_off_is_no_fact_and_does_not_block_its_thread(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "I live in Oslo.", "Nice.", "I prefer tea.", "Noted.")
    add_message(
        connection,
        "partial",
        "t",
        "assistant",
        "The answer is",
        LONG_AGO + timedelta(minutes=9),
        status="streaming",
    )
    fold(connection)
    model = Model()
    assert drained(database, model).cycles == 1
    assert "partial" not in {message.id for message in model.shown}
    terminal = "select reflected_through from reflection.claims where thread_id = 't'"
    assert one(connection, terminal) == "t-4"
    # It stays as it is for ever, and is never owed.
    assert drained(database, model).cycles == 0
