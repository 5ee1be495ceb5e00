"""Notes: what is written under a subject, and what a note then says."""

import pytest
from noted import bodies, note, rows, shown, write
from product import Connection, claim, commit, loaded, memory_of, one
from psycopg import IntegrityError
from remembered import claimed_thread

from worker.notes import ActiveNote, Note, NoteLink
from worker.records import Claim, Covered, Memory, Outcome
from worker.store.database import Database
from worker.store.queue import Queue

WHOLE = {
    "title": "Tea",
    "kind": "preference",
    "summary": "Drinks tea.",
    "body": "Green tea\n\nin the morning.",
    "tags": ["drink", "morning"],
    "aliases": ["green tea"],
    "links": [("kyoto", "bought in"), ("milk", "goes with")],
}


def test_a_note_says_all_that_was_written(connection: Connection) -> None:
    write(connection, "t", note("tea", "Tea.", **WHOLE), learned=("Tea.",))
    (tea,) = shown(connection).values()
    assert {name: tea[name] for name in WHOLE} == WHOLE
    assert tea["created_at"] == tea["updated_at"]


def test_what_is_empty_leaves_what_was_there_and_what_is_not_takes_its_place(
    connection: Connection,
) -> None:
    write(connection, "t", note("tea", "Tea.", **WHOLE), learned=("Tea.",))
    (before,) = shown(connection).values()
    changed = note("tea", "Rum.", title=" ", kind="\n", body="Rum instead.", tags=["rum"])
    write(connection, "u", changed, learned=("Rum.",))
    (after,) = shown(connection).values()
    assert after == before | {
        "body": "Rum instead.",
        "tags": ["rum"],
        "updated_at": after["updated_at"],
    }
    assert after["updated_at"] > before["updated_at"]


def test_links_take_the_place_of_links_and_more_links_are_added_once(
    connection: Connection,
) -> None:
    write(connection, "t", note("tea", "Tea.", links=[("a", "x"), ("b", "")]), learned=("Tea.",))
    more = [("a", "x"), ("a", "y"), ("tea", "itself"), (" ", "nothing"), ("c", "z"), ("c", "z")]
    write(connection, "u", note("tea", "Tea.", more_links=more))
    assert shown(connection)["tea"]["links"] == [("a", "x"), ("a", "y"), ("b", ""), ("c", "z")]
    write(connection, "v", note("tea", "Tea.", links=[("d", "x")], more_links=[("e", "")]))
    assert shown(connection)["tea"]["links"] == [("d", "x"), ("e", "")]


def test_writing_the_same_again_changes_no_row_of_notes_and_links(connection: Connection) -> None:
    tea = note("tea", "Tea.", **WHOLE, more_links=[("rum", "")])
    write(connection, "t", tea, note("rum", "Tea."), learned=("Tea.",))
    before = rows(connection)
    assert len(before) == 5
    write(connection, "u", tea, note("rum", "Tea.", title="Rum", kind="note"))
    assert rows(connection) == before
    assert one(connection, "select count(*) from reflection.note_writings") == 4


@pytest.mark.parametrize(
    ("slug", "title"),
    [
        ("green-tea", "Green tea"),
        ("녹차-습관", "녹차 습관"),
        ("любимый-чай", "Любимый чай"),
        ("चाय", "चाय"),
        ("-", "-"),
    ],
)
def test_a_note_without_a_title_is_called_by_its_slug_in_any_script(
    connection: Connection, slug: str, title: str
) -> None:
    write(connection, "t", note(slug, "Tea.", body="B."), learned=("Tea.",))
    (row,) = shown(connection).values()
    assert (row["slug"], row["title"], row["kind"]) == (slug, title, "note")


def test_a_note_without_a_slug_or_that_rests_on_nothing_known_of_the_user_costs_no_other(
    connection: Connection,
) -> None:
    write(connection, "s", learned=("Rum.",), user_id="bob")
    unnamed = [note(slug, "Tea.") for slug in ("", "two words", "x" * 501)]
    far = [("y" * 501, "r"), ("bar", "r" * 9000)]
    notes = [note("rum", "Rum."), note("no", "Never said."), note("none"), *unnamed]
    notes += [note("tea", "Tea.", links=far), note("", "Tea.") | {"slug": None}]
    write(connection, "t", *notes, learned=("Tea.",))
    assert list(shown(connection)) == ["tea"]
    assert shown(connection)["tea"]["links"] == [("bar", "r" * 100)]
    assert shown(connection, "bob") == {}


def test_a_later_note_of_the_same_claim_goes_on_from_an_earlier(connection: Connection) -> None:
    notes = [note("tea", "Tea.", body="One.", kind="habit"), note("tea", "Tea.", body="Two.")]
    write(connection, "t", *notes, learned=("Tea.",))
    assert bodies(connection) == {"tea": "Two."}
    assert shown(connection)["tea"]["kind"] == "habit"


def test_a_claim_that_was_lost_writes_no_note(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    first, *_ = messages = loaded(connection, claimed)
    memory = memory_of(messages) | {"notes": [note("tea", first.head)]}
    connection.execute("select reflection.release_claim('t')")
    assert not commit(connection, claimed, memory)
    assert rows(connection) == []
    assert commit(connection, claim(connection), memory)
    assert list(shown(connection)) == ["tea"]


def test_with_memory_off_notes_are_neither_written_nor_shown(connection: Connection) -> None:
    write(connection, "t", note("tea", "Tea."), learned=("Tea.",))
    connection.execute("insert into chat.users (id, memory_enabled) values ('user', false)")
    assert shown(connection) == {}
    assert one(connection, "select count(*) from reflection.active_notes('user')") == 0
    assert one(connection, "select count(*) from reflection.note_sources('user', 'tea')") == 0
    assert len(rows(connection)) == 1


def test_notes_move_the_version_of_memory(connection: Connection) -> None:
    write(connection, "t", learned=("Tea.",))
    before = one(connection, "select reflection.memory_version('user')")
    write(connection, "u", note("tea", "Tea."))
    assert one(connection, "select reflection.memory_version('user')") > before


def test_the_worker_reads_what_it_wrote_and_writes_what_it_is_given(
    connection: Connection, database: Database
) -> None:
    write(connection, "s", learned=("Tea.",))
    claimed = claimed_thread(connection, "t")
    links = (NoteLink("milk", "goes with"),)
    tea = Note(
        *("tea", "Tea", "habit", "Sum.", "Body.", ("a", "b"), ("cha",)),
        *(links, (NoteLink("rum", ""),), ("hash of Tea.",)),
    )
    queue = Queue(database, worker="w", engine="test")
    covered = tuple(
        Covered(message.message_id, message.content_hash) for message in loaded(connection, claimed)
    )
    memory = Memory(notes=(tea,), coverage=covered, outcome=Outcome.REFLECTED)
    assert queue.commit(Claim(*claimed[:6]), memory)
    (read,) = queue.notes("user")
    assert read == ActiveNote(
        *("tea", "Tea", "habit", "Sum.", "Body.", ("a", "b"), ("cha",)),
        (*links, NoteLink("rum", "")),
        shown(connection)["tea"]["updated_at"],
    )
    assert queue.notes("nobody") == ()


def test_the_sources_of_a_note_are_the_messages_that_its_observations_cite(
    connection: Connection,
) -> None:
    write(connection, "t", learned=("Tea.", "Rum."))
    write(connection, "u", note("tea", "Tea."), note("rum", "Rum."), learned=("Tea.", "Milk."))
    found = connection.execute(
        "select memory_id, content, state, thread_id, message_id, role, said_at is not null, text"
        " from reflection.note_sources('user', 'tea') order by thread_id"
    ).fetchall()
    number = one(connection, "select '#' || id from reflection.observations where content = 'Tea.'")
    assert found == [
        (number, "Tea.", "active", each, f"{each}-1", "user", True, f"I like {each} number 1.")
        for each in ("t", "u")
    ]
    assert one(connection, "select count(*) from reflection.note_sources('bob', 'tea')") == 0


def test_a_writing_without_support_is_refused(connection: Connection) -> None:
    write(connection, "t", note("tea", "Tea."), learned=("Tea.",))
    with pytest.raises(IntegrityError, match="writing of note tea rests on no observation"):
        connection.execute("delete from reflection.note_support")
