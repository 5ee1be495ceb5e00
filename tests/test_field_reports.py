"""What people reported of systems like this one, as inputs, and what this worker does instead."""

import json
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from console import shell
from product import LONG_AGO, Connection, add_message, add_thread, one
from reported import Model, contents, drained, talk

from worker.records import (
    StopReason,
)
from worker.store.database import Database

DAY = timedelta(days=1)


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
