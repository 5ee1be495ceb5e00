"""Importing again: what is new is added, the branch that stands is followed; and a rehearsal."""

import json
from pathlib import Path
from typing import Any

import claude_exports
import pytest
from chatgpt_exports import answered, branch, conversation, ordinary, said
from console import shell
from exports import a_message as a_line
from exports import a_thread
from product import Connection, add_thread, one

COFFEE = "Remember that I prefer coffee."


def run_import(url: str, file: Path, value: Any, *options: str) -> dict[str, Any]:
    """What an import of these conversations counts."""
    file.write_text(json.dumps(value))
    counts: dict[str, Any] = json.loads(shell(url, "import", str(file), "--json", *options).stdout)
    return counts


def drained_memory(url: str) -> str:
    assert shell(url, "drain", "--until-empty").returncode == 0
    return shell(url, "memory", "me").stdout


def standing(connection: Connection) -> list[str]:
    """The ids of the messages that count, in their order, without their conversation's."""
    rows = connection.execute(
        "select split_part(message_id, '/', 2) from reflection.coverage_report"
        " where why <> 'incomplete or blank' order by thread_id, ordinal"
    )
    return [row[0] for row in rows]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "conversations.json"


def test_a_newer_export_adds_just_what_is_new(
    database_url: str, connection: Connection, file: Path
) -> None:
    run_import(database_url, file, [ordinary("c-1")])
    again = run_import(database_url, file, [ordinary("c-1")])
    assert (again["new_threads"], again["new_messages"], again["changed_messages"]) == (0, 0, 0)
    assert again["known_messages"] == 4
    assert drained_memory(database_url).count("allergic") == 1

    longer = ordinary("c-1")
    branch(longer, "a2", ("u3", said("Remember that I live in Lyon.")), ("a3", answered("Yes.")))
    newer = run_import(database_url, file, [longer, ordinary("c-2")])
    assert (newer["new_threads"], newer["new_messages"], newer["known_messages"]) == (1, 6, 4)
    memory = drained_memory(database_url)
    assert ("Lyon" in memory, memory.count("allergic")) == (True, 1)


def test_an_answer_that_was_regenerated_since_takes_the_place_of_the_other(
    database_url: str, connection: Connection, file: Path
) -> None:
    run_import(database_url, file, [ordinary("c-1")])
    chat = ordinary("c-1")
    branch(chat, "u2", ("a2-again", answered("I shall.")), ("u3", said("And dogs.")))
    counts = run_import(database_url, file, [chat])
    assert (counts["new_messages"], counts["changed_messages"]) == (2, 1)
    assert standing(connection) == ["u1", "a1", "u2", "a2-again", "u3"]
    # What was left is kept, and counts no longer.
    assert (
        one(connection, "select content from chat.messages where status = 'aborted'") == "I will."
    )
    again = run_import(database_url, file, [chat])
    assert (again["new_messages"], again["changed_messages"]) == (0, 0)


def test_memory_of_a_prompt_that_was_edited_since_goes_and_comes_back_with_its_branch(
    database_url: str, connection: Connection, file: Path
) -> None:
    run_import(database_url, file, [ordinary("c-1")])
    assert "allergic to nuts" in drained_memory(database_url)

    chat = ordinary("c-1")
    edited = ("u2-new", said(COFFEE)), ("a2-new", answered("Yes."))
    branch(chat, "a1", *edited)
    run_import(database_url, file, [chat])
    memory = drained_memory(database_url)
    assert ("allergic" in memory, "coffee" in memory) == (False, True)

    chat["current_node"] = "a2"
    run_import(database_url, file, [chat])
    assert standing(connection) == ["u1", "a1", "u2", "a2"]
    memory = drained_memory(database_url)
    assert ("allergic" in memory, COFFEE in memory) == (True, False)


def test_an_edited_prompt_of_a_claude_export_is_followed_as_well(
    database_url: str, connection: Connection, file: Path
) -> None:
    first = claude_exports.ordinary()
    run_import(database_url, file, [first])
    newer = claude_exports.ordinary()
    edited = claude_exports.said("u2-new", COFFEE, parent_message_uuid="a1")
    later = {"created_at": claude_exports.written(900), "updated_at": None}
    newer["chat_messages"].append(edited | later)
    counts = run_import(database_url, file, [newer])
    assert (counts["new_messages"], counts["changed_messages"]) == (1, 2)
    assert standing(connection) == ["u1", "a1", "u2-new"]


def test_an_answer_that_was_under_way_is_completed_by_a_newer_export(
    database_url: str, connection: Connection, file: Path
) -> None:
    begun = conversation(("u", said("Hi")), ("a", answered("Hal", status="in_progress")))
    run_import(database_url, file, [begun])
    assert standing(connection) == ["u"]
    done = conversation(("u", said("Hi")), ("a", answered("Hallo")))
    counts = run_import(database_url, file, [done])
    assert (counts["new_messages"], counts["changed_messages"]) == (0, 1)
    assert one(connection, "select content from chat.messages where id = 'c-1/a'") == "Hallo"
    assert standing(connection) == ["u", "a"]


def test_an_older_export_takes_nothing_back_and_that_is_said(
    database_url: str, connection: Connection, file: Path
) -> None:
    newer = ordinary("c-1")
    branch(newer, "u2", ("a2-again", answered("I shall.")))
    branch(newer, "a2-again", ("u3", said("And dogs.")))
    run_import(database_url, file, [newer])
    older = ordinary("c-1")
    branch(older, "u2", ("a2-again", answered("I shall.")), current=False)
    counts = run_import(database_url, file, [older])
    assert counts["changed_messages"] == 0
    assert "2 messages that this export does not" not in str(counts["remarks"])
    assert "has 1 messages that this export does not" in str(counts["remarks"])
    assert (
        one(connection, "select status from chat.messages where id = 'c-1/a2-again'") == "complete"
    )
    # The newer one again puts right what the older one added.
    assert run_import(database_url, file, [newer])["changed_messages"] == 1
    assert standing(connection) == ["u1", "a1", "u2", "a2-again", "u3"]


def test_a_conversation_that_is_no_longer_to_be_remembered_is_hidden(
    database_url: str, connection: Connection, file: Path
) -> None:
    run_import(database_url, file, [ordinary("c-1")])
    run_import(database_url, file, [ordinary("c-1", is_do_not_remember=True)])
    assert one(connection, "select hidden from chat.threads") is True


def test_what_jsonl_brought_stays_as_it_is(
    database_url: str, connection: Connection, file: Path
) -> None:
    run_import(database_url, file, a_thread(a_line(status="in_progress", content="Hal")))
    counts = run_import(database_url, file, a_thread(a_line(content="Hallo")))
    assert (counts["known_messages"], counts["changed_messages"]) == (1, 0)
    assert one(connection, "select content from chat.messages") == "Hal"


EVERYTHING = (
    "select (select json_agg(u order by u.id) from chat.users u)::text,"
    " (select json_agg(t order by t.id) from chat.threads t)::text,"
    " (select json_agg(m order by m.id) from chat.messages m)::text,"
    " (select json_agg(a) from reflection.arrivals a)::text,"
    " (select json_agg(c order by c.thread_id) from reflection.claims c)::text"
)


def test_a_dry_run_counts_as_the_import_that_follows_it_and_writes_nothing(
    database_url: str, connection: Connection, file: Path
) -> None:
    add_thread(connection, "c-7", user_id="somebody")
    regenerated = ordinary("c-1")
    run_import(database_url, file, [regenerated, ordinary("c-2")])
    branch(regenerated, "u2", ("a2-again", answered("I shall.")), ("u3", said("And dogs.")))
    broken = ordinary("c-4")
    broken["mapping"]["a1"]["message"] = 5
    newer = [
        regenerated,
        ordinary("c-2"),
        ordinary("c-3"),
        broken,
        {"no": "conversation"},
        ordinary("c-3"),
        ordinary("c-7"),
    ]
    before = connection.execute(EVERYTHING).fetchone()
    rehearsed = run_import(database_url, file, newer, "--dry-run")
    assert connection.execute(EVERYTHING).fetchone() == before
    done = run_import(database_url, file, newer)
    assert rehearsed == done | {"dry_run": True}
    assert (done["new_threads"], done["new_messages"], done["changed_messages"]) == (2, 9, 1)
    assert (done["refused"], done["known_messages"]) == (3, 11)


def test_a_dry_run_says_what_it_would_do_and_ends_as_the_import_would(
    database_url: str, connection: Connection, file: Path
) -> None:
    file.write_text(json.dumps(a_thread(a_line())) + "\nnot JSON\n")
    done = shell(database_url, "import", str(file), "--dry-run")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "Would import 1 messages of JSONL; 1 of 1 threads are new, 0 messages were there.",
        "Nothing was written; without --dry-run it is.",
    ]
    assert "line 2: not JSON" in done.stderr
    assert one(connection, "select count(*) from chat.threads") == 0
