"""What search may not tell: what was edited, deleted, hidden, erased, or is somebody else's."""

import uuid
from collections.abc import Iterator

import psycopg
import pytest
from product import Connection, add_message, add_user, fold, one
from psycopg import sql
from psycopg.conninfo import make_conninfo
from remembered import observation
from searched import found, reflect, search, talk

ZEPPELIN = "My zeppelin is called Ada."


@pytest.fixture
def told(connection: Connection) -> Connection:
    add_user(connection, "user")
    talk(
        connection,
        ZEPPELIN,
        "We fly on Sundays.",
        observations=(observation("The user has an airship.", "t-1", "t-2"),),
    )
    assert {"t-1", "t-2"} <= set(found(connection, "zeppelin airship"))
    return connection


def memories(connection: Connection) -> set[str]:
    rows = search(connection, "zeppelin airship sundays")
    return {memory["content"] for row in rows for memory in row.memories}


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        "delete from chat.messages where id = 't-1'",
        "update chat.messages set content = 'A bicycle.' where id = 't-1'",
        "update chat.messages set role = 'assistant' where id = 't-1'",
        "update chat.messages set status = 'error' where id = 't-1'",
        "update chat.messages set content = ' ' where id = 't-1'",
    ],
)
def test_a_message_that_is_not_as_it_was_is_not_told_nor_what_was_made_of_it(
    told: Connection, change: str, folded: bool
) -> None:
    told.execute(change)
    if folded:
        fold(told)
    assert "t-1" not in found(told, "zeppelin airship")
    # What still cites a message that stands is told, as memory_for does; what was edited is not.
    if "A bicycle" in change or "role" in change:
        assert memories(told) == set()


@pytest.mark.parametrize("folded", [False, True])
@pytest.mark.parametrize(
    "change",
    [
        "delete from chat.threads",
        "update chat.threads set hidden = true",
        "update chat.threads set user_id = 'other'",
        "update chat.users set memory_enabled = false",
    ],
)
def test_nothing_is_told_of_a_thread_that_is_gone_hidden_or_another_s_or_where_memory_is_off(
    told: Connection, change: str, folded: bool
) -> None:
    told.execute(change)
    if folded:
        fold(told)
    assert found(told, "zeppelin airship sundays") == []
    assert found(told, "zeppelin airship sundays", user_id="other") == []


@pytest.mark.parametrize("folded", [False, True])
def test_an_edit_that_is_undone_is_found_again_and_nothing_is_read_twice(
    told: Connection, folded: bool
) -> None:
    before = search(told, "zeppelin airship")
    told.execute("update chat.messages set content = 'A bicycle.' where id = 't-1'")
    if folded:
        fold(told)
    told.execute("update chat.messages set content = %s where id = 't-1'", (ZEPPELIN,))
    fold(told)
    assert search(told, "zeppelin airship") == before


def test_an_edit_from_before_there_was_a_search_that_is_undone_is_found(told: Connection) -> None:
    before = search(told, "zeppelin airship")
    told.execute("update chat.messages set content = 'A bicycle.' where id = 't-1'")
    fold(told)
    # As revision 0005 leaves a text that the source did not have just then.
    told.execute(
        "update reflection.coverage set user_id = null, said_at = null, place = null, terms = null"
        " where not current"
    )
    told.execute("update chat.messages set content = %s where id = 't-1'", (ZEPPELIN,))
    fold(told)
    assert search(told, "zeppelin airship") == before


def test_an_edit_is_found_by_its_new_words_once_it_was_read(told: Connection) -> None:
    told.execute("update chat.messages set content = 'My bicycle is red.' where id = 't-1'")
    assert found(told, "bicycle") == []
    reflect(told)
    assert found(told, "bicycle")[0] == "t-1"
    assert "t-1" not in found(told, "zeppelin")


@pytest.mark.parametrize(
    "call", ["erase_message('t', 't-1')", "erase_thread('t')", "erase_user('user')"]
)
def test_what_was_erased_leaves_no_term(told: Connection, call: str) -> None:
    ever = one(told, "select count(*) from reflection.coverage where message_id = 't-1'")
    told.execute(f"select * from reflection.{call}")
    left = "select count(*) from reflection.coverage where message_id = 't-1'"
    assert (ever, one(told, left)) == (1, 0)
    assert one(told, "select count(*) from reflection.observations where terms <> '{}'") <= (
        1 if "message" in call else 0
    )
    assert "t-1" not in found(told, "zeppelin airship")


def test_a_claim_that_is_undone_takes_its_terms_and_the_next_brings_them_back(
    told: Connection,
) -> None:
    before = found(told, "zeppelin")
    claim_id = one(told, "select claim_id from reflection.coverage limit 1")
    told.execute("select * from reflection.undo_claims(%s)", ([claim_id],))
    assert found(told, "zeppelin") == []
    reflect(told, observation("The user has an airship.", "t-1", "t-2"))
    assert found(told, "zeppelin") == before


def test_a_message_that_the_engine_passed_over_is_found(connection: Connection) -> None:
    connection.execute("insert into chat.threads (id, user_id) values ('t', 'user')")
    for n, text in enumerate(("A zeppelin!", "Hm.", "Hm."), start=1):
        add_message(connection, f"t-{n}", "t", content=text)
    reflect(connection)
    connection.execute("update reflection.coverage set skipped = 'smalltalk'")
    assert found(connection, "zeppelin")[0] == "t-1"


def test_no_user_is_told_of_another(told: Connection) -> None:
    talk(told, ZEPPELIN, thread_id="o", user_id="other")
    assert {one.split("-")[0] for one in found(told, "zeppelin")} == {"t"}
    assert {one.split("-")[0] for one in found(told, "zeppelin", user_id="other")} == {"o"}


@pytest.fixture
def reader(told: Connection, database_url: str) -> Iterator[Connection]:
    name = sql.Identifier(f"test_{uuid.uuid4().hex[:12]}")
    told.execute(
        sql.SQL("create role {} login password 'a word' in role reflection_reader").format(name)
    )
    with psycopg.connect(
        make_conninfo(database_url, user=name.as_string().strip('"'), password="a word"),
        autocommit=True,
    ) as opened:
        yield opened
    told.execute(sql.SQL("drop owned by {0}; drop role {0}").format(name))


def test_a_reader_finds_what_its_transaction_names_and_no_other(
    told: Connection, reader: Connection
) -> None:
    talk(told, ZEPPELIN, thread_id="o", user_id="other")
    assert found(reader, "zeppelin") == []
    with reader.transaction():
        reader.execute("set local reflection.reader_user = 'user'")
        assert search(reader, "zeppelin") == search(told, "zeppelin") != []
        assert found(reader, "zeppelin", user_id="other") == []
        hashes = "select array_agg(message_id) from reflection.coverage where thread_id = 'o'"
        assert one(reader, hashes) is None


def test_the_service_finds_what_anybody_said(told: Connection, database_url: str) -> None:
    with told.transaction(force_rollback=True):
        told.execute("set local role reflection_service")
        assert found(told, "zeppelin")[0] == "t-1"
    with told.transaction(force_rollback=True):
        told.execute("set local role reflection_worker")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            found(told, "zeppelin")


def test_what_is_hidden_takes_the_place_of_nothing_that_is_told(connection: Connection) -> None:
    talk(connection, *["My passport number is X4711."] * 330, thread_id="hidden")
    connection.execute("update chat.threads set hidden = true")
    talk(connection, "A passport is of no use here.", thread_id="t")
    assert "t-1" in found(connection, "passport number")
    assert not any(one.startswith("hidden") for one in found(connection, "passport number"))


def test_a_name_of_several_lines_or_of_any_length_is_one_short_label(
    connection: Connection,
) -> None:
    talk(connection, "The kettle is blue.")
    connection.execute("update chat.messages set name = %s", ["Ann\nBob " + "x" * 5000])
    (line,) = [row.line for row in search(connection, "kettle", 100) if row.message_id == "t-1"]
    assert "Ann Bob xxx" in line
    assert line.endswith("x: The kettle is blue.")
    assert "\n" not in line
