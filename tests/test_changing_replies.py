"""Changes of a thread's end, and in the middle of a run: nothing is raised, lost or left behind."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import pytest
from changes import delete, edit, lines, memory, owed, say
from product import LONG_AGO, Connection, add_user, claim, claim_row, fold, loaded, one
from reported import drained, talk
from staged import Staged, likes, staged

from worker.engines.rules import RuleEngine
from worker.records import Chunk, Known, Origin, Proposal, Relevance, Role
from worker.reflect import Bounds
from worker.store.database import Database

TALK = ("I live in Oslo.", "Nice.", "I prefer tea over coffee.", "Noted.")
TABLES = (
    *("observations", "sayings", "observation_sources", "coverage", "reflections"),
    *("reflection_support", "links", "drops", "claims", "message_times"),
)


def every(chunk: Chunk) -> list[Proposal]:
    """One line for each message, whoever said it."""
    return [
        Proposal(
            f"{said.role.capitalize()} said: {said.text}",
            Relevance.LOW,
            "fact" if said.role is Role.USER else "completion",
            said.at,
            (said.id,),
            Origin.AGENT,
        )
        for said in chunk.messages
    ]


def left(connection: Connection) -> dict[str, int]:
    """How many rows each table of memory has, where it has any."""
    counted = {
        table: int(one(connection, f"select count(*) from reflection.{table}")) for table in TABLES
    }
    return {table: rows for table, rows in counted.items() if rows}


def test_a_last_reply_that_is_deleted_owes_nothing_and_its_heir_alone_is_owed(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", *TALK)
    assert drained(database).reflected == 1
    before = memory(connection)
    delete(connection, "t-4")
    assert owed(connection) == {}
    assert drained(database).cycles == 0
    assert memory(connection) == before
    say(connection, "t", 4, "Tea it is.", id="regenerated")
    assert owed(connection) == {"t": ["regenerated"]}
    assert [message.message_id for message in loaded(connection, claim(connection))] == [
        "regenerated"
    ]


@pytest.mark.parametrize("again", [False, True], ids=["deleted", "regenerated"])
def test_a_regenerated_answer_takes_the_place_of_its_sibling(
    connection: Connection, database: Database, again: bool
) -> None:
    talk(connection, "t", "I go to Rome.", "Trains go there.", "I want more.", "Planes do.")
    engine = Staged(every)
    staged(database, engine)
    assert lines(connection)[-1] == "Assistant said: Planes do."
    delete(connection, "t-4")
    if again:
        say(connection, "t", 4, "Ships do.", id="t-4b")
    assert len(lines(connection)) == 3
    staged(database, engine)
    assert [line.partition(": ")[2] for line in lines(connection)] == [
        *("I go to Rome.", "Trains go there.", "I want more."),
        *(["Ships do."] if again else []),
    ]
    gone = "select count(*) from reflection.observations where content ~ 'Planes'"
    assert one(connection, gone) == 0
    read = [message.id for chunk in engine.given for message in getattr(chunk, "messages", ())]
    assert read == ["t-1", "t-2", "t-3", "t-4", *(["t-4b"] if again else [])]


@dataclass
class RulesInterrupted(RuleEngine):
    """The rule engine, while the product does something."""

    meanwhile: Callable[[], object] = lambda: None

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        self.meanwhile()
        return list(super().propose(chunk, known))


def while_reflecting(
    database: Database, engine: str, meanwhile: Callable[[], object], bounds: Bounds | None = None
) -> tuple[int, int]:
    """A drain in whose middle the product does this once: what failed, and claims lost."""
    did: list[int] = []

    def once() -> None:
        if not did:
            did.append(1)
            meanwhile()

    if engine == "rules":
        done = drained(database, RulesInterrupted(once))
    else:

        def observing(chunk: Chunk) -> list[Proposal]:
            once()
            return likes(chunk)

        done = staged(database, Staged(observing), threads=None, bounds=bounds)
    assert did
    return done.failed, done.claim_lost


@pytest.mark.parametrize("engine", ["rules", "staged"])
@pytest.mark.parametrize("how", ["deleted", "deleted and folded", "regenerated"])
def test_a_last_reply_deleted_in_mid_flight_raises_nothing_and_what_was_said_is_kept(
    connection: Connection, database: Database, engine: str, how: str
) -> None:
    talk(connection, "t", *TALK)

    def meanwhile() -> None:
        delete(connection, "t-4")
        if how == "regenerated":
            say(connection, "t", 4, "Tea it is.", id="regenerated")
        if how != "deleted":
            fold(connection)

    assert while_reflecting(database, engine, meanwhile) == (0, 0)
    assert lines(connection) == [TALK[0], TALK[2]]
    assert owed(connection) == {}
    covered = "select array_agg(message_id order by message_id) from reflection.coverage"
    new = ["regenerated"] if how == "regenerated" else []
    assert one(connection, covered) == [*new, "t-1", "t-2", "t-3"]
    # The attempt was a success: nothing of it counts against the thread.
    row = claim_row(connection, "t")
    assert (row.attempts, row.given_up_at, row.last_error) == (0, None, None)


@pytest.mark.parametrize("engine", ["rules", "staged"])
def test_what_is_edited_in_mid_flight_is_owed_again_and_read_as_it_is_then(
    connection: Connection, database: Database, engine: str
) -> None:
    talk(connection, "t", *TALK)
    told = while_reflecting(database, engine, lambda: edit(connection, "t-1", "I live in Salem."))
    assert told == (0, 0)
    assert sorted(lines(connection)) == ["I live in Salem.", TALK[2]]
    assert "Oslo" not in str(connection.execute("table reflection.observations").fetchall())


@pytest.mark.parametrize("engine", ["rules", "staged"])
@pytest.mark.parametrize("folded", [False, True], ids=["unfolded", "folded"])
@pytest.mark.parametrize(
    "gone",
    [
        "delete from chat.threads where id = 't'",
        "delete from chat.threads where user_id = 'user'; delete from chat.users where id = 'user'",
    ],
    ids=["thread", "user"],
)
def test_of_what_is_deleted_while_it_is_reflected_nothing_is_left(
    connection: Connection, database: Database, engine: str, gone: str, folded: bool
) -> None:
    add_user(connection, "user")
    talk(connection, "t", *TALK)

    def meanwhile() -> None:
        connection.execute(gone.encode())
        if folded:
            fold(connection)

    assert while_reflecting(database, engine, meanwhile) == (0, 1)
    fold(connection)
    assert left(connection) == {}
    assert memory(connection) == ""


@pytest.mark.parametrize("folded", [False, True], ids=["unfolded", "folded"])
def test_of_a_thread_deleted_after_its_first_chunk_was_saved_nothing_is_left(
    connection: Connection, database: Database, folded: bool
) -> None:
    talk(connection, "t", *(f"I like number {number}. " + "So it is. " * 99 for number in range(8)))
    saved: list[int] = []

    def observing(chunk: Chunk) -> list[Proposal]:
        rows = left(connection).get("observations", 0)
        if rows and not saved:
            saved.append(rows)
            connection.execute("delete from chat.threads where id = 't'")
            if folded:
                fold(connection)
        return likes(chunk)

    done = staged(database, Staged(observing), bounds=Bounds(chunk_tokens=500), threads=None)
    assert saved
    assert (done.failed, done.claim_lost) == (0, 1)
    fold(connection)
    assert left(connection) == {}
    assert memory(connection) == ""


def test_the_memory_of_the_users_other_threads_stays_when_one_goes_in_mid_flight(
    connection: Connection, database: Database
) -> None:
    talk(connection, "first", "I live in Oslo.", "Nice.", "I have a dog named Rex.", "Good.")
    drained(database)
    before = memory(connection)
    talk(connection, "t", "I live in Oslo.", "Nice.", "I prefer tea over coffee.", "Noted.")
    gone = "delete from chat.threads where id = 't'"
    told = while_reflecting(database, "rules", lambda: connection.execute(gone))
    assert told == (0, 1)
    fold(connection)
    assert memory(connection) == before


def test_a_day_that_turns_while_a_reply_is_gone_is_nothing_to_reflect(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", *TALK)
    drained(database)
    delete(connection, "t-3", "t-4")
    fold(connection)
    later = LONG_AGO + timedelta(days=2)
    connection.execute("select set_config('reflection.fake_now', %s, false)", (later.isoformat(),))
    assert owed(connection) == {}
    assert claim(connection) is None
    assert lines(connection) == [TALK[0]]
