"""doctor: what keeps the worker from its work, each with what to do, and what is doubted."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from console import SECRET, asked, on_terminal
from health import HOUR, ran
from product import Connection, add_message, add_thread, add_user, claim, fold, one
from psycopg import sql
from rich.cells import cell_len
from test_flagging import said

FUTURE = datetime(2031, 5, 1, tzinfo=UTC)


def diagnosed(connection: Connection) -> dict[str, dict[str, Any]]:
    """What the doctor found that is not well, by what was looked at."""
    rows = connection.execute(
        "select looked_at, found, named, to_do, is_well from reflection.doctor order by place"
    ).fetchall()
    assert len(rows) == len({row[0] for row in rows}) == 11
    assert all(is_well is (found == 0) is (to_do is None) for _, found, _, to_do, is_well in rows)
    return {row[0]: {"found": row[1], "named": row[2], "to_do": row[3]} for row in rows if row[1]}


def died(connection: Connection) -> None:
    ran(connection, ago=3 * HOUR, ends=False)


def lost(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    claim(connection, "bea")
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '2 h',"
        " expires_at = clock_timestamp() - interval '1 h'"
    )
    ran(connection, ends=False)


def given_up(connection: Connection) -> None:
    add_thread(connection, "hopeless")
    fold(connection)
    connection.execute("update reflection.claims set given_up_at = now()")


def on_mars(connection: Connection) -> None:
    for name, zone in (("bob", "Mars/Base"), ("ann", "Europe/Oslo"), ("eve", None), ("kim", "")):
        add_user(connection, name, zone)
        add_thread(connection, f"of {name}", name)
    fold(connection)
    ran(connection)


def ahead_of_time(connection: Connection) -> None:
    add_thread(connection, "t")
    add_message(connection, "soon", "t", at=FUTURE)
    add_message(connection, "timeless", "t", at=None)
    fold(connection)
    ran(connection)


def of_nobody(connection: Connection) -> None:
    connection.execute("alter table chat.messages drop constraint role_is_a_known_word")
    add_thread(connection, "t")
    add_message(connection, "odd", "t", "critic")
    fold(connection)
    ran(connection)


def deaf(connection: Connection) -> None:
    connection.execute("alter table chat.messages disable trigger messages_deleted")


def hidden(connection: Connection) -> None:
    connection.execute("alter table chat.messages enable row level security")


def unreadable(connection: Connection) -> None:
    owner = one(
        connection,
        "select proowner::regrole::text from pg_proc"
        " where oid = 'reflection.fold_arrivals(integer)'::regprocedure",
    )
    connection.execute("alter table chat.threads owner to current_user")
    connection.execute(sql.SQL("revoke all on chat.threads from {}").format(sql.Identifier(owner)))
    connection.execute(
        "revoke execute on function reflection.memory_for(text, integer) from reflection_service"
    )


def doubtful(connection: Connection) -> None:
    said(connection, ["sources"])
    connection.execute(
        "insert into reflection.sayings (user_id, observation_id, thread_id, claim_id, content,"
        " relevance, category, origin, observed_at, flags)"
        " select user_id, observation_id, thread_id, claim_id, content, relevance, category,"
        "        origin, observed_at, '{sources}'"
        "   from reflection.sayings, generate_series(1, 19)"
    )


@pytest.mark.parametrize(
    ("make", "looked_at", "named", "to_do"),
    [
        (died, "worker", "Not healthy: run 1 of ada died", "drain"),
        (lost, "claims", "t, held by bea", "reflection-worker drain"),
        (given_up, "given up", "hopeless", "retry --all-given-up"),
        (on_mars, "zones", "bob: Mars/Base", "Area/City"),
        (ahead_of_time, "times", "soon in t", "created_at"),
        (of_nobody, "message roles", "'critic' in t", "only user, assistant"),
        (deaf, "triggers", "messages_deleted", "enable trigger"),
        (doubtful, "lint", "20 of the last 20 observations", "doctor --limit 100"),
    ],
)
def test_what_is_not_well_is_named_with_what_to_do_and_nothing_else_is(
    connection: Connection,
    make: Callable[[Connection], None],
    looked_at: str,
    named: str,
    to_do: str,
) -> None:
    assert diagnosed(connection) == {}
    make(connection)
    (found,) = diagnosed(connection).items()
    assert found[0] == looked_at
    assert found[1]["found"] == 1
    assert found[1]["named"][0].startswith(named)
    assert to_do in found[1]["to_do"]


def test_rights_that_the_worker_lacks_are_named(connection: Connection) -> None:
    if one(connection, "select rolsuper from pg_roles where rolname = 'reflection_owner'"):
        pytest.skip("its owner may do everything here")
    unreadable(connection)
    assert set(diagnosed(connection)["rights"]["named"]) == {
        "reflection_owner may not read chat.threads",
        "reflection_service may not execute reflection.memory_for(text, integer)",
    }


def test_row_security_that_hides_messages_from_the_worker_is_named(connection: Connection) -> None:
    hidden(connection)
    assert "row security" not in diagnosed(connection)
    connection.execute("alter table chat.messages force row level security")
    found = diagnosed(connection)["row security"]
    assert found["named"] == ["chat.messages hides rows from reflection_owner"]


def test_twenty_are_needed_to_say_that_sources_are_doubted_too_often(
    connection: Connection,
) -> None:
    doubtful(connection)
    connection.execute(
        "delete from reflection.sayings where id = (select max(id) from reflection.sayings)"
    )
    assert diagnosed(connection) == {}


def test_of_many_ten_are_named_and_all_are_counted(
    connection: Connection, database_url: str
) -> None:
    for number in range(12):
        add_user(connection, f"u{number:02}", "Mars/Base")
        add_thread(connection, f"t{number}", f"u{number:02}")
    fold(connection)
    ran(connection)
    found = diagnosed(connection)["zones"]
    assert (found["found"], len(found["named"])) == (12, 10)
    shown = asked(database_url, "doctor").stdout
    assert "u00: Mars/Base; u01: Mars/Base; u02: Mars/Base; and 9 more" in shown


def test_it_ends_with_1_when_something_is_wrong_and_with_0_when_memory_is_only_doubted(
    connection: Connection, database_url: str
) -> None:
    told = asked(database_url, "doctor")
    assert (told.exit_code, told.stdout.splitlines()[0]) == (0, "All is well.")
    said(connection, ["sources", "date"])
    told = asked(database_url, "doctor")
    assert told.exit_code == 0
    assert "#1\tuser\tsources, date\tUser: I like t number 1." in told.stdout
    deaf(connection)
    told = asked(database_url, "doctor")
    assert (told.exit_code, told.stdout.splitlines()[0]) == (1, "1 of 13 things are not well.")


def test_a_program_gets_the_same_and_as_many_doubts_as_it_asks_for(
    connection: Connection, database_url: str
) -> None:
    for name in ("a", "b", "c"):
        said(connection, ["speaker"], thread_id=name)
    told = asked(database_url, "doctor", "--limit", "2", "--json")
    found = json.loads(told.stdout)
    assert (told.exit_code, found["healthy"], found["more"]) == (0, True, True)
    assert [one["thread_id"] for one in found["flagged"]] == ["c", "b"]
    assert found["flagged"][0]["messages"] == ["c-1"]
    assert len(found["checks"]) == 13
    more = json.loads(asked(database_url, "doctor", "--limit", "3", "--json").stdout)
    assert (len(more["flagged"]), more["more"]) == (3, False)
    assert "and more: --limit 20 lists them" in asked(database_url, "doctor", "--limit", "2").stdout
    assert "speaker" not in asked(database_url, "doctor", "--limit", "0").stdout


def test_a_database_of_another_shape_and_a_default_zone_that_is_none_are_found_and_not_in_the_way(
    connection: Connection, database_url: str
) -> None:
    name = sql.Identifier(connection.info.dbname)
    connection.execute(
        sql.SQL("alter database {} set reflection.default_timezone = 'Mars/Base'").format(name)
    )
    told = asked(database_url, "doctor")
    assert told.exit_code == 1
    assert "reflection.default_timezone is 'Mars/Base', which is no zone" in told.stdout
    assert told.stdout.splitlines()[0] == "1 of 13 things are not well."
    connection.execute(
        "create or replace function reflection.schema_revision() returns text"
        " language sql stable as 'select ''0001''::text'"
    )
    told = asked(database_url, "doctor")
    assert told.exit_code == 1
    assert "at revision 0001, this version needs" in told.stdout
    assert "> reflection-worker migrate" in told.stdout
    connection.execute("drop schema reflection cascade")
    told = asked(database_url, "doctor", "--json")
    assert json.loads(told.stdout)["checks"][0]["named"] == ["no tables of reflection-worker yet"]


@pytest.mark.parametrize("name", ["t", "x" * 300, "대화" * 100], ids=["short", "long", "wide"])
def test_it_is_on_one_page_however_long_the_names(
    connection: Connection, database_url: str, name: str
) -> None:
    for number in range(5):
        add_user(connection, f"{number}{name}", f"Mars/{name}")
        add_thread(connection, f"{number}{name}", f"{number}{name}")
        add_message(connection, f"{number}", f"{number}{name}", at=FUTURE + timedelta(number))
    fold(connection)
    connection.execute("update reflection.claims set given_up_at = now()")
    code, sent = on_terminal(f"{database_url} password={SECRET}", "doctor", NO_COLOR="1")
    lines = sent.splitlines()
    assert code == 1
    assert SECRET not in sent
    assert len(lines) <= 24
    assert max(cell_len(line) for line in lines if ">" not in line[:16]) <= 80
