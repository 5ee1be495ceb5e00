"""What a person is told when something is wrong: one line on that, one on what to type."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from conftest import Server
from console import SECRET, Terminal, asked, on_terminal, refused, shell
from product import Connection, add_thread, claim, fold, one


@pytest.mark.parametrize(
    ("arguments", "wrong", "to_type"),
    [
        ("drain --max-threads 0", "'--max-threads'", "drain --help"),
        ("drain --claim-seconds -1", "'--claim-seconds'", "drain --help"),
        ("drain --until-empty --max-threads 3", "--until-empty knows no", "drain --help"),
        ("drain --nonsense", "No such option", "drain --help"),
        ("drain --untilempty", "Did you mean '--until-empty'", "drain --help"),
        ("queue --state lost", "'settling', 'due'", "queue --help"),
        ("queue --limit 0", "0 is not in the range", "queue --help"),
        ("runs --limit many", "'many' is not a valid integer", "runs --help"),
        ("memory ann --tokens 0", "'--tokens'", "memory --help"),
        ("memory", "Missing argument 'USER'", "memory --help"),
        ("show", "Missing argument 'THREAD'", "show --help"),
        ("retry", "Name one THREAD", "retry --help"),
        ("retry a --all-given-up", "Name one THREAD", "retry --help"),
        ("migrate --since 0001", "--since goes with --sql", "migrate --help"),
        ("import /no/such/file", "'/no/such/file' does not exist", "import --help"),
        ("quue", "No such command 'quue'. Did you mean 'queue'?", "reflection-worker --help"),
        ("db strt", "Did you mean", "reflection-worker db --help"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_with_the_help_to_ask_for(
    arguments: str, wrong: str, to_type: str
) -> None:
    code, told, to_do = refused("postgresql://nowhere.invalid/x", *arguments.split())
    assert (code, wrong in told) == (2, True), told
    assert to_do.startswith("See: reflection-worker ")
    assert to_do.endswith(to_type)


def test_the_bare_command_prints_its_help_as_a_usage_error() -> None:
    done = shell(None)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Commands:" in done.stderr


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


@pytest.fixture(scope="module")
def known(server: Server, template: str) -> Iterator[str]:
    """A database with a claimed thread, and one that has not been taken in."""
    name = server.create(template)
    with psycopg.connect(server.url_of(name), autocommit=True) as connection:
        add_thread(connection, "trip-1")
        fold(connection)
        claim(connection, "ada")
        add_thread(connection, "unfolded")
    yield server.url_of(name)
    server.drop(name)


@pytest.mark.parametrize(
    ("arguments", "wrong", "to_type"),
    [
        (["show", "nothing"], "There is no thread 'nothing'.", "reflection-worker queue"),
        (["show", "trip-2"], "There is no thread 'trip-2'.", "Did you mean: trip-1"),
        (["show", "TRIP-1"], "There is no thread 'TRIP-1'.", "Did you mean: trip-1"),
        (["retry", "trip"], "There is no thread 'trip'.", "Did you mean: trip-1"),
        (["show", "unfolded"], "has not been taken into the queue", "reflection-worker drain"),
        (["retry", "trip-1"], "is being reflected by ada", "reflection-worker show trip-1"),
        (["recall", "987654"], "There is no memory 987654.", "reflection-worker memory USER"),
        (["recall", "what?"], "no memory id: what?", "#123 for an observation"),
        (["recall", "9" * 30], "no memory id: 999", "#123 for an observation"),
    ],
)
def test_what_is_unknown_is_refused_with_what_may_have_been_meant(
    known: str, arguments: list[str], wrong: str, to_type: str
) -> None:
    code, told, to_do = refused(known, *arguments)
    assert (code, wrong in told, to_type in to_do) == (2, True, True), (told, to_do)


def test_the_nearest_of_many_threads_is_found_beside_it_in_order(
    database_url: str, connection: Connection
) -> None:
    connection.execute(
        "insert into reflection.claims (thread_id, user_id)"
        " select 'thread-' || to_char(n, 'FM00000'), 'u' from generate_series(1, 5000) n"
    )
    *_, to_do = refused(database_url, "show", "thread-049991")
    assert "thread-04999" in to_do


def test_a_name_that_is_no_text_is_refused(known: str) -> None:
    done = shell(known, "show", b"\xff\xfe")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not UTF-8" in done.stderr


def test_no_password_is_printed_and_a_url_that_cannot_be_read_is_not_repeated() -> None:
    for url in (f"postgresql://ann:{SECRET}@db/x", f"host=db password={SECRET}"):
        told = asked(url, "config").output
        assert SECRET not in told
        assert "***" in told
    for url in (f"postgresql://ann:{SECRET}@db/x?hots=1", f"host=db {SECRET}"):
        code, wrong, to_do = refused(url, "queue")
        assert (code, "DATABASE_URL cannot be read" in wrong) == (2, True)
        assert "export DATABASE_URL=postgresql://" in to_do


@pytest.mark.parametrize("arguments", [("config",), ("config", "--json")])
def test_no_key_is_printed_nor_the_password_of_an_address(arguments: tuple[str, ...]) -> None:
    told = shell(
        "postgresql://db/x",
        *arguments,
        ANTHROPIC_API_KEY=f"sk-ant-{SECRET}",
        ANTHROPIC_AUTH_TOKEN=f"token-{SECRET}",
        ANTHROPIC_BASE_URL=f"https://ann:{SECRET}@gateway.example",
    )
    assert told.returncode == 0, told.stderr
    assert SECRET not in told.stdout + told.stderr
    assert told.stdout.count("***") == 3
    assert "gateway.example" in told.stdout


def test_an_address_that_is_none_is_refused_without_its_password() -> None:
    told = shell("postgresql://db/x", "config", ANTHROPIC_BASE_URL=f"ann:{SECRET}@gateway")
    assert told.returncode == 2
    assert "ANTHROPIC_BASE_URL" in told.stderr
    assert SECRET not in told.stdout + told.stderr


def test_an_error_as_a_terminal_gets_it_commands_nothing(known: str) -> None:
    code, sent = on_terminal(known, "show", "\x1b]0;pwn\x07[bold red]\u202e")
    assert code == 2
    assert "\x1b" not in sent
    assert "[bold red]" in sent
    assert "\u202e" not in sent


def test_an_answer_that_does_not_come_stops_the_command(tmp_path: Path) -> None:
    done = shell(None, "db", "reset", REFLECTION_DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "reflection-worker: stopped")


def test_a_command_that_is_stopped_by_a_key_says_no_more_than_that(database_url: str) -> None:
    with psycopg.connect(database_url) as blocker, Terminal(80) as terminal:
        blocker.execute("lock table reflection.claims")
        pid = terminal.start(database_url, "queue")
        waits = "select from pg_locks where not granted and pid <> pg_backend_pid()"
        while blocker.execute(waits).fetchone() is None:
            time.sleep(0.02)
        os.kill(pid, signal.SIGINT)
        code, sent = terminal.ends()
    assert (code, sent) == (130, "\nreflection-worker: stopped\n")


def test_what_the_driver_warns_of_reaches_no_terminal() -> None:
    """A signal may find a connection where it can be rolled back no more, and that is logged."""
    warn = "import logging, worker.store.connection as _; logging.getLogger('psycopg').warning('!')"
    told = subprocess.run([sys.executable, "-c", warn], stderr=subprocess.PIPE, check=True).stderr
    assert told == b""
