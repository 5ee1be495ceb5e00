"""The command line as a shell sees it: what it prints, what it refuses, and its exit codes."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import structlog
from click.testing import CliRunner, Result
from product import Connection, add_message, add_thread, add_user, fold, one

from worker.cli import cli

SCRIPT = Path(sys.executable).with_name("reflection-worker")
MARKER = "xyzzy-7391"


def environment(url: str | None, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if "REFLECTION" not in name}
    kept.pop("DATABASE_URL", None)
    return kept | ({"DATABASE_URL": url} if url else {}) | settings


def shell(
    url: str | None, *arguments: str | bytes, **settings: str
) -> subprocess.CompletedProcess[str]:
    """The command as its own process; a traceback is never right."""
    done = subprocess.run(
        [SCRIPT, *arguments],
        env=environment(url, **settings),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def asked(url: str | None, *arguments: str) -> Result:
    """The same callbacks in this process, for what does not concern the process."""
    result = CliRunner(env=environment(url)).invoke(cli, arguments)
    structlog.reset_defaults()
    return result


def commands(group: click.Group = cli, *path: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        command = command.commands[name]
    return command


LEAVES = [path for path in commands() if not isinstance(found(path), click.Group)]


@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_a_command_explains_itself_and_shows_an_example_of_its_use(path: tuple[str, ...]) -> None:
    told = asked(None, *path, "--help")
    assert told.exit_code == 0
    assert (found(path).help or "").split(".")[0]
    if path in LEAVES:
        assert "Example:" in told.output
        assert f"reflection-worker {' '.join(path)}" in told.output
    undescribed = [
        option.name
        for option in found(path).params
        if isinstance(option, click.Option) and not option.help and not option.show_default
    ]
    assert undescribed == []


@pytest.mark.parametrize("path", [path for path in LEAVES if path != ("db", "psql")], ids=" ".join)
def test_a_command_that_prints_can_print_json(path: tuple[str, ...]) -> None:
    assert "as_json" in {option.name for option in found(path).params}


@pytest.fixture
def reflected(database_url: str, connection: Connection) -> str:
    """A database with one reflected thread, and one that waits for its second message."""
    add_user(connection, "ann")
    add_thread(connection, "a", user_id="ann")
    add_thread(connection, "b", user_id="bob", turns=1)
    assert asked(database_url, "drain").exit_code == 0
    return database_url


def test_what_is_printed_as_json_is_json(reflected: str, connection: Connection) -> None:
    memory_id = str(one(connection, "select min(id) from reflection.observations"))

    def said(*arguments: str) -> Any:
        result = asked(reflected, *arguments, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    assert [row["thread_id"] for row in said("queue", "--state", "reflected")] == ["a"]
    assert len(said("show", "a")["messages"]) == 4
    assert memory_id in said("memory", "ann")["memory"]
    assert said("memory", "nobody")["memory"] == ""
    assert said("recall", f"#{memory_id}")[0]["thread_id"] == "a"
    assert said("runs")[0]["stop_reason"] == "empty"
    assert said("drain")["cycles"] == 0
    assert said("config")[0]["setting"] == "DATABASE_URL"
    assert said("dev", "seed")["new_threads"] > 20
    assert said("migrate")["revision"]
    said("retry", "b")
    assert said("drain", "--until-empty")["reflected"] > 5


def test_what_is_printed_for_people_says_where_to_look_next(reflected: str) -> None:
    for arguments, told in (
        (["queue"], "only 1 message by the user"),
        (["show", "a"], "everything said up to message a-4 is reflected"),
        (["memory", "ann"], "## Observations"),
        (["memory", "nobody"], "Users with memory: ann"),
        (["recall", "1"], "I like a number 1."),
        (["runs"], "empty"),
        (["drain", "--show"], "Nothing new was remembered."),
        (["retry", "b"], "will be tried again."),
    ):
        result = asked(reflected, *arguments)
        assert (result.exit_code, told in result.stdout) == (0, True), result.output


def test_a_drain_until_empty_goes_on_past_five(database_url: str, connection: Connection) -> None:
    for number in range(7):
        add_thread(connection, f"t{number}", user_id=f"user {number}")
    first = json.loads(shell(database_url, "drain", "--json").stdout)
    assert (first["reflected"], first["stop_reason"], first["waiting"]) == (5, "cap", 2)
    rest = shell(database_url, "drain", "--until-empty")
    assert rest.returncode == 0
    assert "threads   2 claimed: 2 reflected" in rest.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["drain", "--max-threads", "0"],
        ["drain", "--claim-seconds", "-1"],
        ["drain", "--until-empty", "--max-threads", "3"],
        ["drain", "--nonsense"],
        ["queue", "--state", "lost"],
        ["runs", "--limit", "many"],
        ["memory", "ann", "--tokens", "0"],
        ["memory"],
        ["retry"],
        ["retry", "a", "--all-given-up"],
        ["migrate", "--since", "0001"],
        ["import", "/no/such/file"],
        ["nonsense"],
    ],
    ids=" ".join,
)
def test_a_bad_flag_or_argument_is_a_usage_error(arguments: list[str]) -> None:
    assert asked("postgresql://nowhere.invalid/x", *arguments).exit_code == 2


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("REFLECTION_MAX_THREADS", "many"),
        ("REFLECTION_LEASE_SECONDS", "0"),
        ("REFLECTION_ENGINE", "magic"),
        ("REFLECTION_MAX_TREADS", "5"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_before_anything_is_claimed(
    database_url: str, connection: Connection, setting: str, value: str
) -> None:
    add_thread(connection, "a")
    done = shell(database_url, "drain", **{setting: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert setting in done.stderr
    assert "REFLECTION_MAX_THREADS" in done.stderr
    assert one(connection, "select count(*) from reflection.runs") == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "nothing"], "no thread 'nothing' is known"),
        (["retry", "nothing"], "'nothing' is not in the queue"),
        (["recall", "987654"], "no memory 987654"),
        (["recall", "what?"], "no memory id: what?"),
        (["recall", "9" * 30], "no memory id: 999"),
        (["show", b"\xff\xfe"], "not UTF-8"),
    ],
)
def test_what_is_unknown_is_refused_in_one_clear_line(
    database_url: str, arguments: list[str | bytes], told: str
) -> None:
    done = shell(database_url, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert done.stderr.startswith("reflection-worker: ")
    assert done.stderr.count("\n") == 1


def test_no_password_is_printed_and_a_url_that_cannot_be_read_is_not_repeated() -> None:
    for url in ("postgresql://ann:hunter2@db/x", "host=db password=hunter2"):
        told = asked(url, "config").output
        assert "hunter2" not in told
        assert "***" in told
    for url in ("postgresql://ann:hunter2@db/x?hots=1", "host=db hunter2"):
        done = shell(url, "queue")
        assert (done.returncode, "hunter2" in done.stderr) == (2, False)
        assert "DATABASE_URL cannot be read" in done.stderr


LINES = [
    {"thread_id": "t", "user_id": "u", "messages": [{"id": "m1", "role": "user", "content": "Hi"}]},
    {"thread_id": "s", "user_id": "u", "messages": [{"id": "m1", "role": "user", "content": "Ho"}]},
]


def test_a_file_imported_twice_adds_nothing_and_an_id_of_another_thread_is_reported(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    file = tmp_path / "threads.jsonl"
    file.write_text(json.dumps(LINES[0]) + "\n")
    counts = [json.loads(shell(database_url, "import", str(file), "--json").stdout) for _ in "12"]
    assert [count["new_messages"] for count in counts] == [1, 0]
    assert [count["known_messages"] for count in counts] == [0, 1]

    file.write_text("\n".join([json.dumps(LINES[1]), "not json", '{"thread_id": 5}']))
    done = shell(database_url, "import", str(file))
    assert done.returncode == 1
    assert "message id 'm1' belongs to another thread" in done.stderr
    assert "line 2: " in done.stderr
    assert "line 3: " in done.stderr
    assert "3 could not be used." in done.stderr
    assert one(connection, "select content from chat.messages") == "Hi"


def test_nothing_that_a_person_wrote_is_logged_or_told_in_an_error(
    database_url: str, connection: Connection
) -> None:
    for name in ("a", "b", "c"):
        add_thread(connection, name, user_id=name)
        add_message(connection, f"{name}-5", name, "user", f"Please remember that I am {MARKER}.")
    connection.execute(
        "alter table reflection.observations add constraint refuses_b check (user_id <> 'b')"
    )
    connection.execute("update chat.messages set position = 1 where id = 'c-5'")
    done = shell(database_url, "drain", REFLECTION_LOG_LEVEL="debug", REFLECTION_LOG_FORMAT="json")
    assert "2 reflected, 1 failed" in done.stdout
    assert "refuses_b" in done.stderr
    assert MARKER not in done.stdout + done.stderr
    assert MARKER not in str(one(connection, "select to_jsonb(c) from reflection.claim_log c"))
    assert one(
        connection, "select count(*) from reflection.observations where content ~ %s", [MARKER]
    )


def test_an_output_whose_reader_went_away_is_silent(
    database_url: str, connection: Connection
) -> None:
    for number in range(300):
        add_thread(connection, f"thread {number:04} {'x' * 300}", turns=0)
        add_message(connection, str(number), f"thread {number:04} {'x' * 300}")
    fold(connection)
    command = f'"{SCRIPT}" queue --limit 300 | head -n 1; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run(
        ["bash", "-c", command],
        env=environment(database_url),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["thread_id\tuser_id\tstate\twhy", "1"]


def test_the_embedded_server_is_not_touched_when_another_database_is_named(tmp_path: Path) -> None:
    for verb in ("start", "stop", "status", "reset --yes", "psql -c select"):
        result = asked("postgresql://elsewhere/x", "db", *verb.split())
        assert "DATABASE_URL is set" in str(result.exception)
    folder = {"REFLECTION_DATA_DIR": str(tmp_path / "data")}
    status = shell(None, "db", "status", "--json", **folder)
    assert json.loads(status.stdout)["running"] is False
    assert not (tmp_path / "data").exists()
