"""`import` as a person types it: an export of theirs, in any wrapping, and on to their memory."""

import json
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import claude_exports
import pytest
from chatgpt_exports import answered, branch, chatgpt_zip, ordinary, said, some_years
from console import SCRIPT, environment, shell
from embedded_clusters import installed
from exports import write_zip
from product import Connection, one


def imported(url: str, *arguments: str) -> dict[str, Any]:
    """What an import that refuses nothing counts."""
    done = shell(url, "import", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    counts: dict[str, Any] = json.loads(done.stdout)
    return counts


def states(connection: Connection) -> dict[tuple[str, str], int]:
    """How many messages of each role a drain is done with, and in which way."""
    rows = connection.execute(
        "select role, state, count(*) from reflection.coverage_report group by role, state"
    )
    return {(role, state): count for role, state, count in rows}


def test_three_commands_lead_from_a_downloaded_export_to_its_memory(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    done = shell(database_url, "import", str(chatgpt_zip(tmp_path)))
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert told[0].startswith("Imported 20 messages of a ChatGPT data export; 4 of 4 threads are")
    assert "messages on branches that were left (1)" in told[1]
    assert "messages that the product hides (4)" in told[1]
    assert told[2] == "Next:"
    commands = [line.split() for line in told[3:]]
    assert [command[1:] for command in commands] == [
        ["drain", "--until-empty"],
        ["memory", "me"],
    ]
    # Every thread is of an earlier day, so all of them are due at once.
    assert shell(database_url, *commands[0][1:]).stdout.splitlines()[1].endswith("4 reflected")
    memory = shell(database_url, *commands[1][1:]).stdout
    assert "allergic to nuts" in memory
    assert states(connection) == {
        ("user", "covered"): 9,
        ("assistant", "skipped"): 10,
        ("tool", "skipped"): 1,
    }


@pytest.fixture
def nothing_there(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Settings of a computer on which this project was never used."""
    if not installed():
        pytest.skip("no PostgreSQL is installed: nothing was shown")
    settings = {"REFLECTION_DATA_DIR": str(tmp_path / "data")}
    yield settings
    shell(None, "db", "reset", "--yes", **settings)


def test_the_three_commands_need_nothing_that_was_set_up_before(
    nothing_there: dict[str, str], tmp_path: Path
) -> None:
    export = str(chatgpt_zip(tmp_path))
    for arguments in (["import", export], ["drain", "--until-empty"], ["memory", "me"]):
        done = shell(None, *arguments, **nothing_there)
        assert done.returncode == 0, done.stderr
    assert "allergic to nuts" in done.stdout


def test_each_message_is_stored_as_what_it_was(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    imported(database_url, str(chatgpt_zip(tmp_path)))
    rows = connection.execute(
        "select id, role, content, tool_calls, status from chat.messages"
        " where thread_id = 'c-2' order by position"
    ).fetchall()
    assert [row[:3] for row in rows[4:]] == [
        ("c-2/u3", "user", "[image]\nWhat tea is this?"),
        ("c-2/call", "assistant", ""),
        ("c-2/page", "tool", "A page about tea"),
        ("c-2/a3", "assistant", "Sencha."),
    ]
    assert rows[5][3] == [{"name": "web.run", "arguments": "search('tea')"}]
    threads = "select id, title, archived_at is not null, user_id from chat.threads order by id"
    assert connection.execute(threads).fetchall()[:2] == [
        ("c-1", "Tea", False, "me"),
        ("c-2", "A title", True, "me"),
    ]


def test_a_zip_a_folder_a_file_and_standard_input_are_the_same_export(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    chats = some_years()
    zipped = chatgpt_zip(tmp_path, chats)
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(zipped) as archive:
        archive.extractall(folder / "ChatGPT")
    plain = tmp_path / "named-as-you-like"
    plain.write_text(json.dumps(chats))
    counts = imported(database_url, str(zipped))
    assert (counts["new_threads"], counts["new_messages"]) == (4, 20)
    assert (counts["formats"], counts["users"]) == (["chatgpt"], ["me"])
    for source in (folder, plain):
        again = imported(database_url, str(source))
        assert (again["new_threads"], again["new_messages"]) == (0, 0)
        assert (again["threads"], again["known_messages"]) == (4, 20)
    with plain.open("rb") as stdin:
        piped = subprocess.run(
            [SCRIPT, "import", "-", "--json"],
            env=environment(database_url),
            stdin=stdin,
            capture_output=True,
            timeout=60,
        )
    assert json.loads(piped.stdout)["known_messages"] == 20


def test_a_claude_export_takes_the_same_way_to_the_same_memory(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    archive = write_zip(
        tmp_path / "data-2026-02-28-batch-0000.zip",
        {
            "users.json": [{"uuid": claude_exports.ACCOUNT, "full_name": "Ada"}],
            "projects.json": [],
            "conversations.json": [claude_exports.ordinary("k-1"), claude_exports.ordinary("k-2")],
        },
    )
    counts = imported(database_url, str(archive), "--timezone", "Asia/Seoul")
    assert (counts["formats"], counts["new_messages"]) == (["claude"], 8)
    assert one(connection, "select timezone from chat.users where id = 'me'") == "Asia/Seoul"
    assert json.loads(shell(database_url, "drain", "--until-empty", "--json").stdout)["reflected"]
    assert "allergic to nuts" in shell(database_url, "memory", "me").stdout
    assert states(connection) == {("user", "covered"): 4, ("assistant", "skipped"): 4}


def test_an_export_is_of_the_user_and_in_the_zone_that_are_named(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    archive = str(chatgpt_zip(tmp_path))
    imported(database_url, archive, "--user", "ada o'hara", "--timezone", "Europe/London")
    assert connection.execute("select id, timezone from chat.users").fetchall() == [
        ("ada o'hara", "Europe/London")
    ]
    again = shell(database_url, "import", archive, "--user", "ada o'hara", "--timezone", "UTC")
    assert again.stdout.splitlines()[-1].endswith("""memory 'ada o'"'"'hara'""")
    assert "has the zone Europe/London already, and keeps it" in again.stderr
    # The same conversations cannot be another user's as well.
    other = shell(database_url, "import", archive)
    assert other.returncode == 1
    assert "belongs to another user already" in other.stderr


def test_what_is_left_out_by_rule_is_no_failure(database_url: str, tmp_path: Path) -> None:
    chat = ordinary("c-1")
    branch(chat, "u2", ("a2-again", answered("I shall.")))
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([chat]))
    done = shell(database_url, "import", str(file))
    assert done.returncode == 0
    assert "conversation 1 ('c-1'): not imported: messages on branches" in done.stderr


def test_a_fork_keeps_its_own_messages_though_their_ids_are_the_same(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    fork = ordinary("c-2")
    branch(fork, "a2", ("u3", said("I live in Lyon.")), ("a3", answered("Noted.")))
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([ordinary("c-1"), fork]))
    assert imported(database_url, str(file))["new_messages"] == 10
    counts = connection.execute(
        "select thread_id, count(*) from chat.messages group by 1 order by 1"
    ).fetchall()
    assert counts == [("c-1", 4), ("c-2", 6)]
    # In pieces that overlap a conversation stands twice, and is one thread.
    pieces = write_zip(
        tmp_path / "twice.zip",
        {"conversations-000.json": [fork], "conversations-001.json": [fork]},
    )
    assert imported(database_url, str(pieces))["known_messages"] == 12
