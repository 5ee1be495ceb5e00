"""The command line as a shell sees it: what each command explains, prints and leaves behind."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from console import SCRIPT, asked, environment, shell
from product import Connection, add_message, add_thread, add_user, fold, one

from worker import app, migrate
from worker.cli import cli

MARKER = "xyzzy-7391"


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
        if isinstance(option, click.Option) and not option.help
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

    assert [row["thread_id"] for row in said("queue", "--state", "reflected")["threads"]] == ["a"]
    assert len(said("show", "a")["messages"]) == 4
    assert memory_id in said("memory", "ann")["memory"]
    assert said("memory", "nobody")["memory"] == ""
    assert said("recall", f"#{memory_id}")[0]["thread_id"] == "a"
    assert said("runs")[0]["stop_reason"] == "empty"
    assert said("status")["healthy"] is True
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
        (["memory", "Anna"], "Did you mean: ann"),
        (["memory", "nobody"], "See why: reflection-worker queue --user nobody"),
        (["recall", "1"], "I like a number 1."),
        (["runs"], "empty"),
        (["drain", "--show"], "Nothing new was remembered."),
        (["retry", "b"], "1 thread will be tried again."),
        (["retry", "--all-given-up"], "0 threads will be tried again."),
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


def test_the_script_for_a_dba_is_printed_as_it_is() -> None:
    done = shell(None, "migrate", "--sql")
    assert done.returncode == 0
    assert done.stdout == migrate.script(app.migrations_directory()) + "\n"


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
    assert done.stdout.splitlines() == ["thread_id\tuser_id\tstate\toverdue\twhy", "1"]


def test_the_embedded_server_is_not_touched_when_another_database_is_named(tmp_path: Path) -> None:
    for verb in ("start", "stop", "status", "reset --yes", "psql -c select"):
        result = asked("postgresql://elsewhere/x", "db", *verb.split())
        assert "DATABASE_URL is set" in str(result.exception)
    folder = {"REFLECTION_DATA_DIR": str(tmp_path / "data")}
    status = shell(None, "db", "status", "--json", **folder)
    assert json.loads(status.stdout)["running"] is False
    assert not (tmp_path / "data").exists()
