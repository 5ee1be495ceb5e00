"""Notes and claims that are taken back or waited with: undo, later work, shadows."""

import pytest
from console import asked
from noted import bodies, note, rows, shown, write
from product import Connection, claim, commit, loaded, memory_of, one
from psycopg.errors import InvalidParameterValue
from psycopg.types.json import Jsonb
from remembered import claimed_thread, observation
from undone import apply, claims, discard, later, tables, undo

from worker.store.database import Database
from worker.store.shadow import ShadowQueue, Shadows

SHADOW = "select reflection.shadow_if_claimed(%s, %s, %s)"


def test_what_a_claim_noted_goes_with_it_and_the_same_is_noted_when_it_is_said_again(
    connection: Connection,
) -> None:
    write(connection, "t", note("tea", "Tea.", body="One."), learned=("Tea.",))
    before = tables(connection)
    more = note("tea", "Rum.", title="Drinks", links=[("bar", "at")])
    write(connection, "u", more, note("tea", "Tea.", body="Two."), learned=("Rum.",))
    after, told = rows(connection), shown(connection)
    assert undo(connection, claims(connection)[-1]) == {
        "observations": 1,
        "sayings": 1,
        "observation_sources": 1,
        "note_writings": 2,
        "note_support": 2,
        "coverage": 4,
    }
    assert tables(connection) == before
    again = claim(connection)
    memory = memory_of(loaded(connection, again), observe=False)
    memory["observations"] = [observation("Rum.", "u-1")]
    memory["notes"] = [more, note("tea", "Tea.", body="Two.")]
    assert commit(connection, again, memory)
    assert rows(connection) != after
    moved = {"created_at": None, "updated_at": None}
    assert [row | moved for row in shown(connection).values()] == [
        row | moved for row in told.values()
    ]


def test_a_claim_that_only_wrote_notes_is_taken_back_like_any(connection: Connection) -> None:
    write(connection, "t", learned=("Tea.",))
    before = tables(connection)
    write(connection, "u", note("tea", "Tea.", links=[("bar", "at")]))
    connection.execute("delete from chat.threads where id = 'u'")
    connection.execute("select reflection.fold_arrivals()")
    assert list(shown(connection)) == ["tea"]
    assert undo(connection, claims(connection)[-1]) == {"note_writings": 1, "note_support": 1}
    assert tables(connection) == before


def test_notes_on_what_would_go_and_later_ones_of_the_same_subject_are_later_work(
    connection: Connection,
) -> None:
    write(connection, "s", learned=("Milk.",))
    write(connection, "t", note("tea", "Tea."), learned=("Tea.",))
    first = claims(connection)[-1]
    write(connection, "u", note("cha", "Tea.", "Rum."), note("tea", "Milk."), learned=("Rum.",))
    number = one(connection, "select id from reflection.observations where content = 'Tea.'")
    told = [f"note cha rests on #{number}", "note tea was written further"]
    assert later(connection, first) == told
    before = tables(connection)
    with pytest.raises(InvalidParameterValue, match="later claims built on it in 2 way"):
        undo(connection, first)
    assert tables(connection) == before
    receipt = undo(connection, first, p_force=True)
    assert (receipt["note_writings"], receipt["note_support"]) == (1, 2)
    assert set(shown(connection)) == {"cha", "tea"}
    assert later(connection, claims(connection)[-1]) == []


def test_by_force_what_rested_on_it_alone_goes_from_notes_of_later_claims(
    connection: Connection,
) -> None:
    write(connection, "t", learned=("Tea.",))
    write(connection, "u", note("tea", "Tea.", body="Tea."))
    write(connection, "v", note("tea", "Rum.", tags=["rum"]), learned=("Rum.",))
    receipt = undo(connection, claims(connection)[0], p_force=True)
    assert (receipt["note_writings"], receipt["note_support"]) == (1, 1)
    assert bodies(connection) == {"tea": ""}
    assert shown(connection)["tea"]["tags"] == ["rum"]


def shadowed(connection: Connection, *notes: dict[str, object]) -> str:
    """The claim of a thread u, reflected into a shadow that learned of rum."""
    claimed = claimed_thread(connection, "u")
    memory = memory_of(loaded(connection, claimed), observe=False)
    memory |= {"observations": [observation("Rum.", "u-1")], "notes": list(notes)}
    memory |= {"reflections": [], "drops": []}
    assert one(connection, SHADOW, (claimed.thread_id, claimed.claim_id, Jsonb(memory)))
    return str(claimed.claim_id)


def test_notes_in_a_shadow_are_shown_to_who_asks_and_written_when_it_is_applied(
    database_url: str, connection: Connection, database: Database
) -> None:
    write(connection, "t", note("tea", "Tea.", body="One."), learned=("Tea.",))
    before = tables(connection)
    claim_id = shadowed(
        connection,
        note("tea", "Tea.", body="Two.\nlines.", tags=["hot"]),
        note("bar", "Rum.", links=[("tea", "has")]),
    )
    assert tables(connection) == before
    assert bodies(connection) == {"tea": "One."}
    queue = ShadowQueue(database, worker="w", engine="test")
    as_it_would_be = queue.notes("user")
    assert [each.slug for each in as_it_would_be] == ["bar", "tea"]
    (waiting,) = Shadows(database).all()
    assert waiting.notes == 2

    told = asked(database_url, "shadow", "show", claim_id)
    assert told.exit_code == 0, told.output
    assert "2 notes" in told.stdout
    assert "+bar (note): Bar\n+  has: tea\n tea (note): Tea\n" in told.stdout
    assert "-  One.\n+  Two.\n+  lines.\n+  tags: hot\n" in told.stdout
    assert "\t2\t" in asked(database_url, "shadow", "list").stdout
    assert tables(connection) == before

    (waits,) = connection.execute("select claim_id from reflection.shadows").fetchall()
    assert apply(connection, waits[0])
    assert bodies(connection) == {"bar": "", "tea": "Two.\nlines."}
    found = queue.notes("user")
    assert [each.slug for each in found] == ["bar", "tea"]
    assert [(each.links, each.tags) for each in found] == [
        (each.links, each.tags) for each in as_it_would_be
    ]
    undo(connection, waits[0])
    assert tables(connection) == before


def test_notes_in_a_shadow_that_is_thrown_away_are_never_written(connection: Connection) -> None:
    shadowed(connection, note("bar", "Rum."))
    (waits,) = connection.execute("select claim_id from reflection.shadows").fetchall()
    assert discard(connection, waits[0])
    assert rows(connection) == []
