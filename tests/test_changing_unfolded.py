"""Between a change and the fold: the product's statement did no memory work, and readers hide."""

from collections.abc import Callable

import psycopg
import pytest
from changes import delete, edit, lines, memory
from product import Connection, add_user, fold, one
from remembered import observation, remember

CHANGES = {
    "edit": "update chat.messages set content = 'Otherwise.' where id = 't-1'",
    "delete": "delete from chat.messages where id = 't-1'",
    "delete thread": "delete from chat.threads where id = 't'",
    "hide thread": "update chat.threads set hidden = true where id = 't'",
    "switch off": "update chat.users set memory_enabled = false",
    "zone": "update chat.users set timezone = 'Asia/Seoul'",
    "delete user": "delete from chat.threads; delete from chat.users",
}
LOCKED = """
  select distinct c.relname::text
    from pg_locks l
    join pg_class c on c.oid = l.relation
   where l.pid = %s
     and c.relnamespace = 'reflection'::regnamespace
"""
NEWER = {
    "content": "On cats.",
    "content_hash": "cats",
    "support": ["hash of Cat."],
    "supersedes": ["tea"],
}
TEA = {"content": "On tea.", "content_hash": "tea", "support": ["hash of Tea."]}


@pytest.fixture
def known(connection: Connection) -> Connection:
    """A user with two lines of memory, and a reflection on one of them."""
    add_user(connection, "user")
    remember(connection, observation("Tea.", "t-1"), observation("Cat.", "t-3"), reflections=[TEA])
    return connection


def version(connection: Connection) -> int:
    return int(one(connection, "select reflection.memory_version('user')"))


def test_a_statement_of_the_product_locks_nothing_of_ours_but_the_inbox(
    known: Connection, database_url: str
) -> None:
    locked = {}
    for name, change in CHANGES.items():
        with psycopg.connect(database_url) as product:
            product.execute(change.encode())
            rows = known.execute(LOCKED, (product.info.backend_pid,)).fetchall()
            product.rollback()
        locked[name] = {relation for (relation,) in rows} - {"changes", "profile_changes"}
    assert locked == {name: {"arrivals"} for name in CHANGES}


def test_a_statement_of_the_product_waits_for_no_writer_of_memory(
    known: Connection, database_url: str
) -> None:
    with psycopg.connect(database_url) as writing, psycopg.connect(database_url) as product:
        writing.execute("select reflection.touch_memory('user')")
        writing.execute("select from reflection.claims for update")
        writing.execute("lock table reflection.observations in access exclusive mode")
        for change in CHANGES.values():
            product.execute("set local lock_timeout = '1s'")
            product.execute(change.encode())
            product.rollback()


def readings(connection: Connection) -> dict[str, list[str]]:
    """What each reader gives of this user's memory."""

    def rows(query: str) -> list[str]:
        return sorted(content for (content,) in connection.execute(query.encode()).fetchall())

    return {
        "memory_for": sorted(lines(connection)),
        "observations": rows("select content from reflection.live_observations('user')"),
        "reflections": rows("select content from reflection.live_reflections('user')"),
    }


@pytest.mark.parametrize(
    "change",
    [
        lambda connection: edit(connection, "t-1", "Otherwise."),
        lambda connection: delete(connection, "t-1"),
        # No longer complete, or nothing but blanks: it does not count any more.
        lambda connection: edit(connection, "t-1", "  "),
        lambda connection: connection.execute(
            "update chat.messages set status = 'aborted' where id = 't-1'"
        ),
    ],
    ids=["edited", "deleted", "blanked", "aborted"],
)
def test_what_cites_a_changed_message_is_hidden_from_every_reader_before_the_fold(
    known: Connection, change: Callable[[Connection], object]
) -> None:
    assert lines(known) == ["On tea.", "Tea.", "Cat."]
    before = version(known)
    change(known)
    shown = readings(known)
    assert shown == {"memory_for": ["Cat."], "observations": ["Cat."], "reflections": []}
    assert version(known) != before
    fold(known)
    assert readings(known) == shown


def test_what_a_deleted_thread_said_is_hidden_and_not_recalled_before_the_fold(
    known: Connection,
) -> None:
    before = version(known)
    known.execute("delete from chat.threads where id = 't'")
    assert memory(known) == ""
    assert version(known) != before
    for memory_id in ("#1", "#2", "r1"):
        assert known.execute("select reflection.recall(%s)", (memory_id,)).fetchall() == []


def told(connection: Connection, memory_id: str) -> set[tuple[str, str]]:
    """What recall and explain say of the state of an observation, each under its name."""
    return {
        (name, state)
        for name in ("recall", "explain")
        for (state,) in connection.execute(
            f"select state from reflection.{name}(%s)".encode(), (memory_id,)
        )
    }


def test_what_is_hidden_before_the_fold_is_not_said_to_be_active(known: Connection) -> None:
    edit(known, "t-1", "Otherwise.")
    hidden = "hidden: a message that it cites is being changed, and the next drain settles it"
    assert told(known, "#1") == {("recall", hidden), ("explain", hidden)}
    assert told(known, "#2") == {("recall", "active"), ("explain", "active")}
    (row,) = known.execute("select state, reflection_state from reflection.recall('r1')")
    assert row == (hidden, "hidden: all that it rests on is stale or superseded")
    fold(known)
    assert {state for _, state in told(known, "#1")} == {"stale: a source was edited since"}


@pytest.mark.parametrize("needed", [True, False])
def test_what_cannot_be_without_a_deleted_message_is_not_recalled_before_the_fold(
    connection: Connection, *, needed: bool
) -> None:
    both = {**observation("Both.", "t-1", "t-3"), "needs": ["t-3"] if needed else []}
    remember(connection, both)
    delete(connection, "t-3")
    shown = set() if needed else {("recall", "active"), ("explain", "active")}
    assert told(connection, "#1") == shown
    fold(connection)
    assert told(connection, "#1") == shown


def test_an_edit_that_is_undone_before_the_fold_shows_what_was_shown(known: Connection) -> None:
    before = memory(known)
    said = edit(known, "t-1", "Otherwise.")
    assert memory(known) != before
    edit(known, "t-1", said)
    assert memory(known) == before
    fold(known)
    assert memory(known) == before


def test_memory_switched_off_shows_nothing_at_once_and_switched_on_again_the_same_bytes(
    known: Connection,
) -> None:
    before, counted = memory(known), version(known)
    known.execute("update chat.users set memory_enabled = false")
    assert (memory(known), version(known)) == ("", 0)
    fold(known)
    assert (memory(known), version(known)) == ("", 0)
    known.execute("update chat.users set memory_enabled = true")
    assert memory(known) == before
    assert version(known) > counted
    fold(known)
    assert memory(known) == before


def test_a_zone_that_changed_moves_the_version_with_the_dates_before_the_fold(
    connection: Connection,
) -> None:
    add_user(connection, "user", "America/Los_Angeles")
    remember(connection, observation("Tea.", "t-1"))
    before, counted = memory(connection), version(connection)
    # It is noon in Greenwich, and the next day on these islands.
    connection.execute("update chat.users set timezone = 'Pacific/Kiritimati'")
    assert memory(connection) != before
    moved = version(connection)
    assert moved > counted
    shown = memory(connection)
    fold(connection)
    assert memory(connection) == shown
    assert version(connection) > moved


def test_a_reflection_that_was_replaced_is_back_once_what_replaced_it_is_gone(
    known: Connection,
) -> None:
    before = memory(known)
    remember(known, observation("Cat.", "u-1"), thread_id="u", reflections=[NEWER])
    assert lines(known)[0] == "On cats."
    known.execute("delete from chat.threads where id = 'u'")
    delete(known, "t-3")
    fold(known)
    assert lines(known) == ["On tea.", "Tea."]
    assert before.replace("\n#2 Cat.", "") == memory(known)
