"""Notes follow what they rest on: edits, deletes, what is dropped or replaced, retention."""

from datetime import timedelta

import pytest
from aged import age, counts, drop, retained
from changes import delete, edit
from noted import bodies, note, rows, shown, write
from product import LONG_AGO, Connection, claim, commit, fold, loaded, memory_of, one
from psycopg.types.json import Jsonb
from remembered import observation, remember


def taught(connection: Connection) -> None:
    """A note of two writings, of the messages t-1 and u-1, and one of both."""
    write(connection, "t", note("tea", "Tea.", body="Tea.", tags=["t"]), learned=("Tea.",))
    write(
        connection,
        "u",
        note("tea", "Rum.", body="Rum.", more_links=[("bar", "at")]),
        note("both", "Tea.", "Rum.", body="Both."),
        learned=("Rum.",),
    )


def read_anew(connection: Connection, thread_id: str, *contents: str) -> None:
    claimed = claim(connection)
    assert claimed.thread_id == thread_id
    memory = memory_of(loaded(connection, claimed), observe=False)
    observed = [observation(content, f"{thread_id}-1") for content in contents]
    assert commit(connection, claimed, memory | {"observations": observed})


def test_of_an_edited_message_nothing_is_noted_until_it_is_read_and_the_rest_stays(
    connection: Connection,
) -> None:
    taught(connection)
    edit(connection, "u-1", "I like gin.")
    fold(connection)
    assert bodies(connection) == {"tea": "Tea.", "both": "Both."}
    assert shown(connection)["tea"]["links"] == []
    read_anew(connection, "u", "Gin.")
    assert bodies(connection) == {"tea": "Tea.", "both": "Both."}


def test_what_is_said_at_the_new_text_as_well_stands_in_the_note_again(
    connection: Connection,
) -> None:
    taught(connection)
    before = rows(connection)
    edit(connection, "u-1", "I like rum, I said.")
    fold(connection)
    assert bodies(connection)["tea"] == "Tea."
    read_anew(connection, "u", "Rum.")
    assert rows(connection) == before


@pytest.mark.parametrize("message", ["t-1", "u-1"])
def test_an_edit_that_is_taken_back_gives_the_same_rows_to_the_byte(
    connection: Connection, message: str
) -> None:
    taught(connection)
    before = rows(connection)
    said = edit(connection, message, "Else.")
    fold(connection)
    assert rows(connection) != before
    edit(connection, message, said)
    fold(connection)
    assert rows(connection) == before


def test_what_rests_on_deleted_messages_alone_goes_from_every_table(
    connection: Connection,
) -> None:
    taught(connection)
    delete(connection, "t-1")
    fold(connection)
    assert bodies(connection) == {"tea": "Rum.", "both": "Both."}
    assert shown(connection)["tea"]["tags"] == []
    connection.execute("delete from chat.threads where id = 'u'")
    fold(connection)
    assert rows(connection) == []
    assert one(connection, "select count(*) from reflection.note_writings") == 0
    assert one(connection, "select count(*) from reflection.note_support") == 0


@pytest.mark.parametrize("change", [delete, lambda c, message: edit(c, message, "Else.")])
def test_a_note_with_a_part_that_rests_on_a_changed_message_alone_is_hidden_before_the_fold(
    connection: Connection, change: object
) -> None:
    taught(connection)
    assert callable(change)
    change(connection, "t-1")
    assert bodies(connection) == {"both": "Both."}
    active = "select array_agg(slug) from reflection.active_notes('user')"
    assert one(connection, active) == ["both"]
    assert one(connection, "select count(*) from reflection.note_sources('user', 'tea')") == 0
    change(connection, "u-1")
    assert bodies(connection) == {}
    fold(connection)
    assert bodies(connection) == {}


def test_an_edit_that_is_taken_back_before_the_fold_hides_nothing(connection: Connection) -> None:
    taught(connection)
    before = shown(connection)
    edit(connection, "t-1", edit(connection, "t-1", "Else."))
    assert shown(connection) == before


def test_what_was_replaced_is_no_longer_noted_and_is_again_when_that_goes(
    connection: Connection,
) -> None:
    write(connection, "t", note("home", "Oslo.", body="Lives in Oslo."), learned=("Oslo.",))
    before = rows(connection)
    later = LONG_AGO + timedelta(days=1)
    newer = {**observation("Salem.", "u-1", at=later), "supersedes": ["hash of Oslo."]}
    remember(connection, newer, thread_id="u")
    assert shown(connection) == {}
    delete(connection, "u-1")
    fold(connection)
    assert rows(connection) == before


def test_what_was_dropped_still_speaks_for_a_note_and_is_kept_for_it(
    connection: Connection,
) -> None:
    write(connection, "t", note("tea", "Tea.", body="B."), learned=("Tea.", "Cat."))
    before = rows(connection)
    drop(connection, "Tea.", "Cat.")
    age(connection)
    assert rows(connection) == before
    assert retained(connection, None, None, "30 days")["observations"] == 1
    assert rows(connection) == before
    assert one(connection, "select content from reflection.observations") == "Tea."
    assert counts(connection)["drops"] == 1
    delete(connection, "t-1")
    fold(connection)
    assert rows(connection) == []


def test_a_thread_that_becomes_another_users_takes_its_notes_from_the_one(
    connection: Connection,
) -> None:
    write(connection, "t", note("tea", "Tea.", body="B."), learned=("Tea.",))
    connection.execute("update chat.threads set user_id = 'bob' where id = 't'")
    fold(connection)
    assert rows(connection) == rows(connection, "bob") == []


def test_what_a_chunk_wrote_and_saved_again_is_written_once(connection: Connection) -> None:
    write(connection, "s", learned=("Tea.",))
    remember(connection, thread_id="t", notes=[note("tea", "Tea.")])
    connection.execute("update chat.messages set content = 'More.' where id = 't-1'")
    fold(connection)
    claimed = claim(connection)
    part = memory_of(loaded(connection, claimed)) | {"notes": [note("tea", "Tea.", body="M.")]}
    save = "select reflection.save_progress_if_claimed(%s, %s, %s)"
    for _ in range(2):
        assert one(connection, save, (claimed.thread_id, claimed.claim_id, Jsonb(part)))
    assert one(connection, "select count(*) from reflection.note_writings") == 2
    assert bodies(connection) == {"tea": "M."}
