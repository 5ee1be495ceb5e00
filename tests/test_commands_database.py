"""What a person is told of a database that is down, not there, closed to them, or older."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Server
from console import SECRET, refused, shell
from product import Connection, add_thread, one
from psycopg import sql
from psycopg.conninfo import make_conninfo

from worker import app


@pytest.mark.parametrize("command", [["queue"], ["status"], ["drain"], ["migrate"]], ids=" ".join)
def test_a_server_that_is_down_is_an_error_and_no_usage_error(
    command: list[str], tmp_path: Path
) -> None:
    code, wrong, to_do = refused(f"postgresql://ann:{SECRET}@/x?host={tmp_path}", *command)
    assert (code, "the database cannot be reached: " in wrong) == (1, True)
    assert to_do.startswith("Start the server, or correct DATABASE_URL; ")
    assert to_do.endswith("reflection-worker config")


def test_a_host_that_is_not_known_is_named() -> None:
    code, wrong, to_do = refused(f"postgresql://ann:{SECRET}@nowhere.invalid/x", "queue")
    assert (code, "nowhere.invalid" in wrong) == (1, True)
    assert to_do.startswith("Correct the host in DATABASE_URL; ")


@pytest.mark.parametrize("mark", ["@", "/", "#", "?", "@@", "/@:"])
def test_a_password_that_was_not_encoded_is_not_taken_apart_in_the_error(mark: str) -> None:
    done = shell(f"postgresql://ann:{SECRET}{mark}{SECRET}@127.0.0.1:1/x", "queue")
    assert done.returncode in (1, 2)
    assert SECRET not in done.stderr
    assert "%40" in done.stderr or "cannot be read" in done.stderr


def test_a_database_that_is_not_there_is_wrong_configuration(server: Server) -> None:
    code, wrong, to_do = refused(server.url_of("no_such_database"), "drain")
    assert (code, 'database "no_such_database" does not exist' in wrong) == (2, True)
    assert "createdb" in to_do


@pytest.fixture
def login(server: Server, connection: Connection) -> Iterator[str]:
    """A login that may connect and nothing else; its password is a secret."""
    name = f"login_{os.getpid()}"
    connection.execute(
        sql.SQL("create role {} login password {}").format(
            sql.Identifier(name), sql.Literal(SECRET)
        )
    )
    yield name
    connection.execute(sql.SQL("drop role {}").format(sql.Identifier(name)))


def test_a_login_that_is_not_there_is_wrong_configuration(database_url: str) -> None:
    url = make_conninfo(database_url, user="no_such_login", password=SECRET)
    code, wrong, to_do = refused(url, "queue")
    assert (code, "no_such_login" in wrong) == (2, True)
    assert "user" in to_do
    assert to_do.endswith("reflection-worker config")


@pytest.mark.parametrize("command", [["drain"], ["queue"], ["status"]], ids=" ".join)
def test_a_login_without_rights_is_told_which_role_to_ask_for(
    database_url: str, connection: Connection, login: str, command: list[str]
) -> None:
    add_thread(connection, "t")
    url = make_conninfo(database_url, user=login, password=SECRET)
    code, wrong, to_do = refused(url, *command)
    assert (code, "permission denied" in wrong) == (2, True)
    assert "grant reflection_owner to LOGIN;" in to_do
    assert one(connection, "select count(*) from reflection.runs") == 0


def test_a_workers_login_drains_and_is_told_that_looking_needs_more(
    database_url: str, connection: Connection, login: str
) -> None:
    add_thread(connection, "t")
    connection.execute(sql.SQL("grant reflection_worker to {}").format(sql.Identifier(login)))
    url = make_conninfo(database_url, user=login, password=SECRET)
    assert "1 claimed: 1 reflected" in shell(url, "drain").stdout
    code, wrong, to_do = refused(url, "queue")
    assert (code, "permission denied" in wrong) == (2, True)
    assert "reflection_owner" in to_do


def test_a_login_that_may_not_migrate_is_told_what_it_lacks(
    empty_database_url: str, login: str
) -> None:
    code, wrong, to_do = refused(make_conninfo(empty_database_url, user=login), "migrate")
    assert (code, "was not migrated, nothing changed: permission denied" in wrong) == (2, True)
    assert "grant create on database" in to_do


def test_a_database_without_tables_and_one_of_another_version_are_told_apart(
    empty_database_url: str, database_url: str, connection: Connection
) -> None:
    for command in ("queue", "status", "drain"):
        code, wrong, to_do = refused(empty_database_url, command)
        assert (code, wrong) == (2, "The database has no tables of reflection-worker yet.")
        assert to_do == "Make them: reflection-worker migrate"
    for revision, told, doing in (
        ("0000", f"is at revision 0000, this version needs {app.head_revision()}", "migrate"),
        ("9999", "is at revision 9999, which is newer than this version knows", "Install"),
    ):
        connection.execute("update reflection.alembic_version set version_num = %s", [revision])
        code, wrong, to_do = refused(database_url, "status")
        assert (code, told in wrong, doing in to_do) == (2, True, True)


def test_a_default_zone_that_is_none_is_refused_with_the_statement_that_mends_it(
    database_url: str, connection: Connection
) -> None:
    name = sql.Identifier(connection.info.dbname)
    connection.execute(
        sql.SQL("alter database {} set reflection.default_timezone = 'UTC+3'").format(name)
    )
    code, wrong, to_do = refused(database_url, "drain")
    assert (code, "'UTC+3'" in wrong) == (2, True)
    assert "alter database NAME set reflection.default_timezone = 'UTC';" in to_do


def test_a_standby_is_told_apart_from_a_broken_server(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t")
    url = f"{database_url} options='-c default_transaction_read_only=on'"
    code, wrong, to_do = refused(url, "drain")
    assert (code, "read-only transaction" in wrong) == (2, True)
    assert "primary" in to_do


def test_a_statement_that_the_server_ends_is_an_error_with_its_reason(
    database_url: str, connection: Connection
) -> None:
    connection.execute(
        "create or replace function reflection.schema_revision() returns text language plpgsql"
        " as $$ begin raise query_canceled using message = 'ended by the administrator'; end $$"
    )
    done = shell(database_url, "queue")
    assert (done.returncode, done.stdout) == (1, "")
    assert "the database failed in schema_revision: ended by the administrator" in done.stderr
