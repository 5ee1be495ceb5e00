"""Edits and deletes after reflection: they touch what came of the message, and nothing else."""

import pytest
from changes import delete, edit, lines, memory, owed, stale
from product import Connection, claim, fold, loaded, one
from reported import drained, talk
from staged import Staged, likes, staged

from worker.records import ReflectionProposal
from worker.store.database import Database

TURNS = {
    "t-1": "I live in Oslo.",
    "t-2": "Nice.",
    "t-3": "I have a dog named Rex.",
    "t-4": "Good.",
    "t-5": "I prefer tea over coffee.",
    "t-6": "Noted.",
}
SAID = {"t-1": TURNS["t-1"], "t-3": TURNS["t-3"], "t-5": TURNS["t-5"]}


@pytest.fixture
def told(connection: Connection, database: Database) -> Connection:
    """Two threads, reflected by the rules: what cites each message is one line."""
    talk(connection, "t", *TURNS.values())
    talk(connection, "u", "My sister is called Ann.", "Good.", "I am allergic to nuts.", "Noted.")
    assert drained(database).reflected == 2
    assert set(lines(connection)) >= set(SAID.values())
    assert owed(connection) == {}
    return connection


@pytest.mark.parametrize("message_id", TURNS)
def test_an_edit_makes_exactly_what_cites_the_message_stale_and_owes_that_message_alone(
    told: Connection, message_id: str
) -> None:
    before = lines(told)
    cited = [SAID[message_id]] if message_id in SAID else []
    edit(told, message_id, "Something else altogether.")
    assert stale(told) == []
    assert owed(told) == {"t": [message_id]}
    assert stale(told) == cited
    assert lines(told) == [line for line in before if line not in cited]


@pytest.mark.parametrize("message_id", SAID)
def test_only_the_edited_message_is_loaded_and_read_again(
    told: Connection, message_id: str
) -> None:
    edit(told, message_id, "I work as a baker.")
    fold(told)
    assert [message.message_id for message in loaded(told, claim(told))] == [message_id]


def test_what_was_read_anew_takes_the_place_of_what_the_message_said_before(
    told: Connection, database: Database
) -> None:
    before = lines(told)
    edit(told, "t-1", "I live in Salem.")
    assert drained(database).cycles == 1
    assert set(lines(told)) == {*before, "I live in Salem."} - {SAID["t-1"]}
    assert owed(told) == {}


@pytest.mark.parametrize("read_between", [False, True])
def test_an_edit_that_is_undone_gives_the_same_bytes_and_owes_and_asks_nothing(
    connection: Connection, database: Database, read_between: bool
) -> None:
    talk(connection, "t", *TURNS.values())
    engine = Staged(likes, lambda pool: [ReflectionProposal("On all.", (pool[0].content,))])
    assert staged(database, engine).reflected == 1
    before, coverage = memory(connection), "select count(*) from reflection.coverage"
    said = edit(connection, "t-1", "I live in Salem.")
    fold(connection)
    assert memory(connection) != before
    if read_between:
        assert staged(database, engine).reflected == 1
        assert "Salem" in memory(connection)
    asked = len(engine.asked)
    edit(connection, "t-1", said)
    assert owed(connection) == {}
    if not read_between:
        assert memory(connection) == before
    assert staged(database, engine).cycles == 0
    assert len(engine.asked) == asked
    assert one(connection, coverage) == (7 if read_between else 6)


def test_an_edit_undone_after_it_was_read_gives_the_same_bytes(
    told: Connection, database: Database
) -> None:
    before = memory(told)
    for text in ("I live in Salem.", "I moved to Bergen.", "thanks"):
        said = edit(told, "t-1", text)
        assert drained(database).cycles == 1
        assert memory(told) != before
        edit(told, "t-1", said)
        assert owed(told) == {}
        assert memory(told) == before
        assert drained(database).cycles == 0
        assert memory(told) == before


def test_a_delete_takes_what_has_no_source_left_then_reflections_then_restores_what_these_replaced(
    connection: Connection, database: Database
) -> None:
    def once(content: str, number: int) -> Staged:
        return Staged(
            lambda chunk: likes(chunk)[:1],
            lambda pool: [ReflectionProposal(content, (pool[number].content,), replaced)],
        )

    replaced: tuple[str, ...] = ()
    talk(connection, "t", "I like tea.", "Good.", "I like tea.", "Noted.")
    staged(database, once("On tea.", 0))
    talk(connection, "u", "I like cats.", "Good.", "I like cats too.", "Noted.")
    replaced = ("On tea.",)
    staged(database, once("On cats.", 1))
    assert lines(connection) == ["On cats.", "I like tea.", "I like cats."]
    delete(connection, "u-1")
    fold(connection)
    # Nothing says it any more, nothing distils it, and what that had replaced is back.
    assert lines(connection) == ["On tea.", "I like tea."]
    assert one(connection, "select count(*) from reflection.observations") == 1
    assert one(connection, "select count(*) from reflection.reflections") == 1


def test_what_needs_a_message_goes_with_it_and_what_has_another_source_stays(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "I live in Oslo.", "Nice.", "Thanks!", "Sure.", "I live in Oslo.", "Ok.")
    drained(database)
    before = memory(connection)
    assert lines(connection) == ["I live in Oslo."]
    delete(connection, "t-5")
    fold(connection)
    assert memory(connection) == before
    assert owed(connection) == {}
    delete(connection, "t-1")
    fold(connection)
    assert memory(connection) == ""
    assert one(connection, "select count(*) from reflection.observations") == 0


CHAIN = ("I live in Oslo.", "I moved to Salem.", "I moved to Bergen.")


@pytest.fixture
def moved(connection: Connection, database: Database) -> Connection:
    """Oslo, then Salem, then Bergen, each in a thread of its own and each in place of the last."""
    for number, text in enumerate(CHAIN):
        talk(connection, f"t{number}", text, "Nice.", "What is the weather like?", "Fine.")
        drained(database)
    assert lines(connection) == ["I moved to Bergen."]
    return connection


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        ("2", "I moved to Salem."),
        ("1", "I moved to Bergen."),
        ("21", "I live in Oslo."),
        ("20", "I moved to Salem."),
        ("210", None),
    ],
)
@pytest.mark.parametrize("how", ["delete", "edit"])
def test_of_a_chain_the_newest_that_is_still_said_is_shown(
    moved: Connection, database: Database, gone: str, left: str | None, how: str
) -> None:
    before, said = memory(moved), {}
    for number in gone:
        if how == "delete":
            delete(moved, f"t{number}-1")
        else:
            said[number] = edit(moved, f"t{number}-1", "Good morning.")
        drained(database)
    assert lines(moved) == ([left] if left else [])
    for number, text in said.items():
        edit(moved, f"t{number}-1", text)
    if said:
        fold(moved)
        assert memory(moved) == before
        assert drained(database).cycles == 0
