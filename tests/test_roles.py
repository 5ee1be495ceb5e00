"""Who may do what: each role does its work with the rights it has, and nothing beside it."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest
from product import Connection, add_message, add_thread, add_user, fold, one
from psycopg import errors, sql
from psycopg.conninfo import make_conninfo

from worker import app, migrate
from worker.records import StopReason
from worker.settings import Settings
from worker.stop import Stop

# What everybody may call: the defaults of the chat tables ask the clock as whoever inserts.
OF_EVERYBODY = {"reflection.clock()"}
ERASERS = ("erase_message('x', 'x')", "erase_thread('x')", "erase_user('x')", "forget_memory('1')")
OF_NOTES = ("note_writings", "note_support", "notes", "note_links")
READERS = ("memory_for('ann')", "memory_version('ann')", "notes_for('ann')", "recall('1')")
NOBODY = "'00000000-0000-0000-0000-000000000000'"
OPERATORS = (
    *("retry_thread('a')", "retry_given_up()", "release_claim('a')"),
    "explain('1')",
    *("later_work('{}')", "undo_claims('{}')"),
    f"apply_shadow({NOBODY})",
    f"discard_shadow({NOBODY})",
)
OF_A_MODEL = (
    f"enter_spending({NOBODY}, '{{}}')",
    f"owed_tokens('a', {NOBODY})",
    f"reserve_spend('a', {NOBODY}, '{{}}', '{{}}')",
    "another_is_due()",
    "active_reflections('ann')",
    "active_notes('ann')",
    f"shadow_progress_if_claimed('a', {NOBODY}, '{{}}')",
    f"shadow_if_claimed('a', {NOBODY}, '{{}}')",
    "shadowed_memory('ann')",
)
WORKERS = (
    "fold_arrivals()",
    "claim_next_thread('w')",
    "start_run('manual', 'w', 'rules')",
    *OF_A_MODEL,
)

Login = Callable[..., str]


@pytest.fixture
def login(database_url: str, connection: Connection) -> Iterator[Login]:
    """Makes logins: the URL of one that is a member of the roles named."""
    made: list[sql.Identifier] = []

    def make(*roles: str) -> str:
        name = f"test_{uuid.uuid4().hex[:12]}"
        made.append(sql.Identifier(name))
        connection.execute(
            sql.SQL("create role {} login password 'a word'").format(sql.Identifier(name))
        )
        for role in roles:
            connection.execute(
                sql.SQL("grant {} to {}").format(sql.Identifier(role), sql.Identifier(name))
            )
        return make_conninfo(database_url, user=name, password="a word")

    yield make
    for name in made:
        connection.execute(sql.SQL("drop owned by {0}; drop role {0}").format(name))


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    with psycopg.connect(url, autocommit=True) as opened:
        yield opened


def tables(connection: Connection, kinds: str = "rv") -> list[str]:
    rows = connection.execute(
        """
        select oid::regclass::text from pg_class
         where relnamespace in ('reflection'::regnamespace, 'chat'::regnamespace)
           and relkind::text = any (%s)
        """,
        [list(kinds)],
    ).fetchall()
    return [row[0] for row in rows]


def refused(connection: Connection, statement: str) -> bool:
    try:
        connection.execute(statement)
    except errors.InsufficientPrivilege:
        return True
    return False


def drain(url: str) -> tuple[int, StopReason | None]:
    settings = Settings(database_url=url, worker="a login")
    summary, _, code = app.run_drain(settings, max_threads=None, claim_seconds=60, stop=Stop())
    assert code == 0
    return summary.reflected, summary.stop_reason


def remembered(connection: Connection, url: str) -> None:
    """Two users, a thread of each, and what a drain with this login made of it."""
    for user, thread in (("ann", "a"), ("bob", "b")):
        add_user(connection, user)
        add_thread(connection, thread, user_id=user)
        add_message(connection, f"{thread}-9", thread, "user", f"My name is {user.title()}.")
        add_message(connection, f"{thread}-x", thread, "user", "I love long walks.")
    assert drain(url) == (2, StopReason.EMPTY)


def test_a_login_that_is_only_a_worker_drains_and_does_nothing_else(
    connection: Connection, login: Login
) -> None:
    url = login("reflection_worker")
    remembered(connection, url)
    assert one(connection, "select count(*) > 1 from reflection.observations")
    assert one(connection, "select success from reflection.runs")
    with connected(url) as worker:
        for table in tables(connection):
            assert refused(worker, f"select from {table}"), table
        for table in tables(connection, "r"):
            assert refused(worker, f"delete from {table}"), table
        for call in (*OPERATORS, *READERS, *ERASERS):
            assert refused(worker, f"select reflection.{call}"), call
        for call in OF_A_MODEL:
            worker.execute(f"select reflection.{call}")


def test_a_worker_that_meets_a_failing_thread_needs_no_more_rights(
    connection: Connection, login: Login
) -> None:
    add_thread(connection, "a")
    url = login("reflection_worker")
    with connected(url) as worker:
        fold(worker)
        row = worker.execute("select * from reflection.claim_next_thread('w')").fetchone()
        assert row is not None
        failed = "select reflection.mark_failed_if_claimed(%s, %s, 'broken', 'thread')"
        assert one(worker, failed, (row[0], row[2]))


def test_the_products_server_reads_anybodys_memory_and_writes_its_chat(
    connection: Connection, login: Login
) -> None:
    remembered(connection, login("reflection_worker"))
    with connected(login("reflection_service")) as service:
        assert "Ann" in one(service, "select reflection.memory_for('ann')")
        assert "Bob" in one(service, "select reflection.memory_for('bob')")
        memory_id = one(service, "select min(id)::text from reflection.observations")
        assert one(service, "select text from reflection.recall(%s)", [memory_id])
        assert one(service, "select reflection.memory_version('ann')") > 0

        arrived = "select count(*) from reflection.arrivals"
        before = one(connection, arrived)
        add_user(service, "cyd")
        add_thread(service, "c", user_id="cyd")
        service.execute("update chat.messages set content = 'No.' where id = 'c-1'")
        service.execute("delete from chat.messages where id = 'c-2'")
        service.execute("delete from chat.threads where id = 'c'")
        assert one(connection, arrived) > before + 4

        for call in (*OPERATORS, *WORKERS):
            assert refused(service, f"select reflection.{call}"), call
        for table in tables(connection, "r"):
            if table.startswith("reflection."):
                assert refused(service, f"delete from {table}"), table
        assert refused(service, "truncate chat.messages")
        for call in ERASERS:
            service.execute(f"select * from reflection.{call}")
        assert one(service, "select count(*) from reflection.observations where id = 1") == 0


def test_a_product_without_any_role_of_ours_can_write_its_chat(
    connection: Connection, login: Login
) -> None:
    url = login()
    name = psycopg.conninfo.conninfo_to_dict(url)["user"]
    connection.execute(
        sql.SQL(
            "grant usage on schema chat to {0};"
            " grant select, insert, update, delete on all tables in schema chat to {0}"
        ).format(sql.Identifier(str(name)))
    )
    with connected(url) as product:
        add_thread(product, "a")
        product.execute("insert into chat.users (id, timezone) values ('user', 'Asia/Seoul')")
        product.execute("insert into chat.messages (id, thread_id, role) values ('m', 'a', 'user')")
        product.execute("update chat.messages set content = 'Ho' where id = 'm'")
        product.execute("update chat.threads set hidden = true")
        product.execute("delete from chat.messages where id = 'm'")
        kinds = "select array_agg(distinct kind order by kind) from reflection.arrivals"
        assert one(connection, kinds) == ["changed", "deleted", "inserted", "thread", "user"]
        for table in tables(connection):
            if table.startswith("reflection."):
                assert refused(product, f"select from {table}"), table
        for call in (*OPERATORS, *READERS, *ERASERS, *WORKERS):
            assert refused(product, f"select reflection.{call}"), call


def test_a_reader_sees_the_user_that_its_transaction_names_and_nobody_else(
    connection: Connection, login: Login
) -> None:
    remembered(connection, login("reflection_worker"))
    users = "select array_agg(distinct user_id order by user_id) from reflection.{}"
    shown = ("observations", "observation_sources", "users", "coverage")
    with connected(login("reflection_reader")) as reader:
        with reader.transaction():
            reader.execute("set local reflection.reader_user = 'ann'")
            assert "Ann" in one(reader, "select reflection.memory_for('ann')")
            assert one(reader, "select reflection.memory_for('bob')") == ""
            assert one(reader, "select reflection.memory_version('bob')") == 0
            assert [one(reader, users.format(table)) for table in shown] == [["ann"]] * 4
        for reset in ("select", "set reflection.reader_user = ''"):
            reader.execute(reset)
            assert one(reader, "select reflection.memory_for('ann')") == ""
            assert [one(reader, users.format(table)) for table in shown] == [None] * 4
        for call in ("recall('1')", *OPERATORS, *ERASERS, *WORKERS):
            assert refused(reader, f"select reflection.{call}"), call
        of_memory = ("reflections", "reflection_support", *OF_NOTES)
        visible = {f"reflection.{name}" for name in (*shown, *of_memory)}
        for table in tables(connection):
            assert refused(reader, f"select from {table}") == (table not in visible), table
        for table in tables(connection, "r"):
            assert refused(reader, f"delete from {table}"), table


def test_what_readers_may_select_is_under_row_security(connection: Connection) -> None:
    open_tables = connection.execute(
        """
        select oid::regclass::text
          from pg_class
         where relnamespace = 'reflection'::regnamespace
           and relkind in ('r', 'v')
           and (has_table_privilege('reflection_reader', oid, 'select')
             or has_table_privilege('reflection_service', oid, 'select'))
           and not relrowsecurity
        """
    ).fetchall()
    assert open_tables == []


def test_no_function_is_everybodys_but_those_that_have_to_be(connection: Connection) -> None:
    rows = connection.execute(
        """
        select p.oid::regprocedure::text
          from pg_proc p
         where p.pronamespace = 'reflection'::regnamespace
           and has_function_privilege('public', p.oid, 'execute')
        """
    ).fetchall()
    assert {row[0] for row in rows} == OF_EVERYBODY


def test_a_function_with_its_owners_rights_finds_only_what_it_means(connection: Connection) -> None:
    rows = connection.execute(
        """
        select p.oid::regprocedure::text
          from pg_proc p
         where p.pronamespace in ('reflection'::regnamespace, 'chat'::regnamespace)
           and p.prosecdef
           and (p.proowner <> 'reflection_owner'::regrole
             or not coalesce(p.proconfig @> '{"search_path=pg_catalog, pg_temp"}', false))
        """
    ).fetchall()
    assert rows == []


def test_everything_of_ours_belongs_to_the_owner(connection: Connection) -> None:
    strangers = one(
        connection,
        """
        select array_agg(relname) from pg_class
         where relnamespace in ('reflection'::regnamespace, 'chat'::regnamespace)
           and relkind in ('r', 'v', 'S')
           and relowner <> 'reflection_owner'::regrole
        """,
    )
    assert strangers is None
    may = "select rolcanlogin or rolsuper or rolcreaterole or rolbypassrls from pg_roles"
    assert one(connection, f"{may} where rolname = 'reflection_owner'") is False


def test_migrating_again_gives_the_roles_what_they_lack(
    connection: Connection, database_url: str
) -> None:
    connection.execute("revoke usage on schema reflection from reflection_worker")
    connection.execute("alter function reflection.clock() owner to current_user")
    migrate.upgrade(app.migrations_directory(), database_url)
    may = "select has_schema_privilege('reflection_worker', 'reflection', 'usage')"
    assert one(connection, may)
    owner = (
        "select proowner::regrole::text from pg_proc where oid = 'reflection.clock()'::regprocedure"
    )
    assert one(connection, owner) == "reflection_owner"
