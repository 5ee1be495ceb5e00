"""undo and shadow: what they print, refuse and leave behind."""

import json
from datetime import timedelta

import pytest
from console import asked, on_terminal, refused
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg.types.json import Jsonb
from test_undoing_later import build_on
from undone import claims, drained, shadowed, shown, tables


@pytest.fixture
def tea(database_url: str, connection: Connection) -> str:
    """A database with a thread that is due, in which something is worth a line."""
    add_thread(connection, "t", "ann", turns=1)
    add_message(connection, "t-3", "t", content="I live in Salem.", at=LONG_AGO)
    return database_url


def said(url: str, *arguments: str, code: int = 0) -> str:
    result = asked(url, *arguments)
    assert result.exit_code == code, result.output
    return result.stdout


def test_undo_says_what_it_took_back_by_table_and_what_to_do_next(
    tea: str, connection: Connection
) -> None:
    drained(tea)
    (claim_id,) = claims(connection)
    told = said(tea, "undo", str(claim_id)[:6])
    assert told.splitlines()[0] == f"Took back what claim {claim_id} wrote:"
    assert f"coverage\t{3}" in told
    assert told.endswith("What it read is due again: reflection-worker drain\n")
    assert shown(connection) == {"ann": ""}
    again = said(tea, "undo", str(claim_id))
    assert "it wrote nothing, or was taken back before" in again


def test_undo_of_a_run_takes_back_every_claim_of_it_and_a_dry_run_none(
    tea: str, connection: Connection
) -> None:
    add_thread(connection, "u", "bob", at=LONG_AGO + timedelta(hours=1))
    drained(tea)
    before = tables(connection)
    told = said(tea, "undo", "1", "--dry-run")
    assert told.startswith("Would take back what 2 claims wrote:\n")
    assert "due again" not in told
    assert tables(connection) == before
    found = json.loads(said(tea, "undo", "1", "--json"))
    assert found["claims"] == [str(one) for one in claims(connection)]
    assert found["receipt"]["coverage"] == len(before["coverage"])
    assert (found["refused"], found["later_work"]) == (False, [])
    assert not any(tables(connection).values())


def test_undo_lists_later_work_and_changes_nothing_without_force(
    database_url: str, connection: Connection
) -> None:
    first, number = build_on(connection)
    before = tables(connection)
    told = said(database_url, "undo", str(first), code=1)
    assert told.startswith("Nothing was taken back: later claims built on it.\n")
    assert f"rests on #{number}" in told
    assert "--force" in told
    found = json.loads(said(database_url, "undo", str(first), "--json", code=1))
    assert found["refused"] is True
    assert len(found["later_work"]) == 4
    assert found["receipt"] == {}
    assert tables(connection) == before
    assert "observations\t1" in said(database_url, "undo", str(first), "--force")


def test_a_claim_that_is_none_and_a_beginning_of_several_are_refused_with_what_to_type(
    tea: str, connection: Connection
) -> None:
    connection.execute(
        "insert into reflection.claim_log (claim_id, thread_id, user_id, attempt, claimed_by,"
        " started_at) select ('aaaa000' || n || '-0000-4000-8000-000000000000')::uuid, 't', 'ann',"
        " 1, 'w', now() from generate_series(1, 2) n"
    )
    for name, wrong in (
        ("77", "There is no claim or run '77'."),
        ("nonsense", "'nonsense' is neither a claim nor a run."),
        ("1-2", "'1-2' is neither a claim nor a run."),
        ("aaaa", "Several claims begin with 'aaaa'."),
    ):
        code, told, to_do = refused(tea, "undo", name)
        assert (code, told) == (2, wrong)
        assert to_do
    assert "aaaa0001-" in to_do
    code, told, to_do = refused(tea, "shadow", "show", "aaaa")
    assert (code, told) == (2, "There is no shadow of a claim 'aaaa'.")
    assert to_do == "See those there are: reflection-worker shadow list"


@pytest.mark.parametrize("name", ["1-", "-1", "-1-"])
def test_a_number_with_a_dash_takes_back_no_run(
    tea: str, connection: Connection, name: str
) -> None:
    drained(tea)
    before = tables(connection)
    code, told, _ = refused(tea, "undo", "--", name)
    assert (code, told) == (2, f"{name!r} is neither a claim nor a run.")
    assert tables(connection) == before


def test_an_id_is_found_by_a_beginning_with_its_dashes(tea: str, connection: Connection) -> None:
    drained(tea)
    (claim_id,) = claims(connection)
    for length in (4, 9, 15, 36):
        found = json.loads(said(tea, "undo", str(claim_id)[:length], "--dry-run", "--json"))
        assert found["claims"] == [str(claim_id)]


def test_a_run_whose_claims_the_history_lost_is_said_to_have_none(
    tea: str, connection: Connection
) -> None:
    drained(tea)
    before = tables(connection)
    connection.execute("delete from reflection.claim_log")
    assert "older than is kept" in said(tea, "undo", "1")
    assert tables(connection) == before


def test_all_shadows_are_applied_but_that_of_a_claim_at_work(
    tea: str, connection: Connection
) -> None:
    for number in range(2):
        add_thread(connection, f"u{number}", f"u{number}", at=LONG_AGO + timedelta(hours=1))
    fold(connection)
    for call in ("shadow_if_claimed", "shadow_progress_if_claimed", "shadow_if_claimed"):
        claimed = claim(connection)
        found = {**memory_of(loaded(connection, claimed)), "reflections": [], "drops": []}
        assert one(
            connection,
            f"select reflection.{call}(%s, %s, %s)",
            (claimed.thread_id, claimed.claim_id, Jsonb(found)),
        )
    (working,) = connection.execute(
        "select claim_id from reflection.claims where claim_id is not null"
    )
    assert said(tea, "shadow", "apply", "all") == "Wrote the memory of 2 claims.\n"
    assert shadowed(connection) == list(working)
    assert said(tea, "shadow", "discard", "all") == "Threw away the memory of 0 claims.\n"
    assert shadowed(connection) == list(working)


def test_a_shadow_of_which_nothing_could_be_written_is_told(
    tea: str, connection: Connection
) -> None:
    drained(tea, shadow=True)
    connection.execute("insert into chat.users (id, memory_enabled) values ('ann', false)")
    told = said(tea, "shadow", "apply", "all").splitlines()
    assert told[0] == "Wrote the memory of 0 claims."
    assert told[1].startswith("Of 1 claim nothing could be written")
    assert shadowed(connection) == []


def test_a_drain_beside_memory_says_what_waits_and_how_to_go_on(
    tea: str, connection: Connection
) -> None:
    told = said(tea, "drain", "--shadow", "--show")
    assert "1 claimed: 1 in shadow\n" in told
    assert "Memory is as it was. What was found waits: reflection-worker shadow list\n" in told
    (claim_id,) = shadowed(connection)
    row = next(line for line in told.splitlines() if line.startswith(str(claim_id)))
    assert row.split("\t")[1:3] == ["t", "ann"]
    assert asked(tea, "drain", "--shadow", "--dry-run").exit_code == 2
    (run,) = json.loads(said(tea, "runs", "--json"))
    assert (run["summary"]["shadow"], run["summary"]["reflected"]) == (1, 0)


def test_a_shadow_is_shown_as_a_diff_then_applied_or_thrown_away(
    tea: str, connection: Connection
) -> None:
    drained(tea, shadow=True)
    (claim_id,) = shadowed(connection)
    found = json.loads(said(tea, "shadow", "show", str(claim_id)[:8], "--json"))
    assert (found["before"], found["shadow"]["messages"]) == ("", 3)
    told = said(tea, "shadow", "show", str(claim_id)[:8])
    added = [line[1:] for line in told.splitlines() if line.startswith("+") and line[1] != "+"]
    assert "\n".join(added) == found["after"]
    assert any("live in Salem" in line for line in added)
    assert said(tea, "shadow", "discard", str(claim_id)) == "Threw away the memory of 1 claim.\n"
    assert said(tea, "shadow", "list") == "No shadow waits.\n"
    drained(tea, shadow=True)
    assert said(tea, "shadow", "apply", "all") == "Wrote the memory of 1 claim.\n"
    assert shown(connection)["ann"] == found["after"]
    assert said(tea, "shadow", "apply", "all") == "Wrote the memory of 0 claims.\n"
    assert one(connection, "select state from reflection.queue") == "reflected"


def test_on_a_terminal_what_comes_is_green_and_in_a_pipe_no_escape_is_written(
    tea: str, connection: Connection
) -> None:
    drained(tea, shadow=True)
    (claim_id,) = shadowed(connection)
    code, told = on_terminal(tea, "shadow", "show", str(claim_id))
    assert code == 0
    (line,) = [line for line in told.splitlines() if "live in Salem" in line]
    assert line.startswith("\x1b[32m+#")
    _, plain = on_terminal(tea, "shadow", "show", str(claim_id), NO_COLOR="1")
    assert "\x1b[3" not in plain
