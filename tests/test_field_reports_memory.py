"""What people reported of what became memory and should not have, and what this worker does."""

from datetime import timedelta

from console import shell
from product import LONG_AGO, Connection, add_message, add_thread, fold, one
from reported import Model, contents, drained, talk

from worker.judge import judge
from worker.records import (
    Message,
    Origin,
    Proposal,
    Relevance,
    Role,
)
from worker.store.database import Database

KEY = "sk-test-FAKE0123456789abcdef"
PEM = "-----BEGIN PRIVATE KEY-----\nTUlJRXZRSUJBREFO\n-----END PRIVATE KEY-----"


def test_o16_recalled_memory_is_no_evidence_however_often_it_is_quoted(
    connection: Connection, database: Database
) -> None:
    recalled = "<memory>User lives in Oslo. I live in Oslo.</memory>"
    for number in range(5):
        talk(
            connection,
            f"t{number}",
            f"{recalled} What is the weather like?",
            f"{recalled} Sunny.",
            f"{recalled} And tomorrow?",
            f"I recall: {recalled}",
        )
    done = drained(database)
    assert (done.cycles, done.empty) == (5, 5)
    assert contents(connection) == []


def test_o16_the_same_said_in_five_threads_is_one_observation_with_five_sources(
    connection: Connection, database: Database
) -> None:
    for number in range(5):
        talk(connection, f"t{number}", "I live in Oslo.", "Nice.", "What is the weather like?")
    drained(database)
    assert contents(connection) == ["User: I live in Oslo."]
    assert one(connection, "select count(*) from reflection.observation_sources") == 5


def test_o20_what_the_assistant_did_is_not_what_the_user_did(
    connection: Connection, database: Database
) -> None:
    talk(
        connection,
        "t",
        "Explain LeetCode 25",
        "I implemented it recursively and deployed to prod. I moved to Salem.",
        "And in general?",
        "I fixed the bug and decided to use Rust.",
    )
    assert drained(database).empty == 1
    assert contents(connection) == []


def test_o20_a_model_may_say_it_of_the_assistant_and_not_of_the_user() -> None:
    answer = Message("m2", 2, Role.ASSISTANT, "I deployed it.", LONG_AGO, "h")
    question = Message("m1", 1, Role.USER, "Explain LeetCode 25", LONG_AGO, "h")

    def verdict(content: str) -> list[str]:
        made = Proposal(content, Relevance.LOW, "completion", LONG_AGO, ("m2",), Origin.AGENT)
        return [one.content for one in judge([made], [question, answer]).accepted]

    assert verdict("User deployed LeetCode 25 to production.") == []
    assert verdict("Assistant said it deployed LeetCode 25 to production.") != []


def test_o21_a_pasted_key_is_in_no_observation_and_in_no_log(
    connection: Connection, database_url: str
) -> None:
    talk(
        connection,
        "t",
        f"Remember that my API key is {KEY}",
        "I will not keep it.",
        f"I use this key for the server: {PEM}\nI prefer {KEY} over others.",
        f"Understood: {KEY}",
    )
    done = shell(database_url, "drain", "--show", REFLECTION_LOG_LEVEL="debug")
    assert done.returncode == 0
    assert any("[secret]" in content for content in contents(connection))
    tables = connection.execute(
        "select table_name from information_schema.tables"
        " where table_schema = 'reflection' and table_type = 'BASE TABLE'"
    ).fetchall()
    kept = [
        str(row) for (table,) in tables for row in connection.execute(f"table reflection.{table}")
    ]
    assert kept
    for leaked in (KEY, KEY[8:], "TUlJRXZRSUJBREFO", "PRIVATE KEY"):
        assert not [row for row in kept if leaked in row]
        assert leaked not in done.stdout + done.stderr


def test_o21_a_model_that_repeats_a_key_does_not_get_it_stored(
    connection: Connection, database: Database
) -> None:
    add_thread(connection, "t")
    drained(database, Model([f"User's key is {KEY}", f"User's key file holds {PEM}"]))
    assert contents(connection)
    assert not [
        content for content in contents(connection) if "FAKE" in content or "TUl" in content
    ]


def test_o22_a_thread_of_thanks_is_marked_and_not_offered_again(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "thanks", "you're welcome", "thanks", "you're welcome")
    assert drained(database).empty == 1
    assert contents(connection) == []
    connection.execute("select reflection.fold_arrivals()")
    assert drained(database).cycles == 0
    state = "select state from reflection.queue where thread_id = 't'"
    assert one(connection, state) == "reflected"


def test_o22_a_model_that_records_nothing_ends_the_thread_all_the_same(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "thanks", "you're welcome", "thanks", "you're welcome")
    assert drained(database, Model()).empty == 1
    assert drained(database, Model()).cycles == 0


def test_o24_an_edited_message_is_recalled_as_it_is_now(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "I moved to Portland.", "Nice.", "I prefer tea.", "Noted.")
    assert drained(database).reflected == 1
    assert "User: I moved to Portland." in contents(connection)
    edited = "update chat.messages set content = 'I moved to Salem.' where id = 't-1'"
    connection.execute(edited)
    memory = "select reflection.memory_for('user')"
    # Between the edit and the next drain neither is told.
    assert "Portland" not in one(connection, memory)
    fold(connection)
    state = "select state from reflection.queue where thread_id = 't'"
    assert one(connection, state) == "due"
    assert drained(database).reflected == 1
    assert "User: I moved to Salem." in one(connection, memory)
    assert "Portland" not in one(connection, memory)
    said = "select text from reflection.recall((select '#' || id from reflection.observations"
    assert one(connection, f"{said} where content = 'User: I moved to Salem.'))") == (
        "I moved to Salem."
    )
    assert drained(database).cycles == 0


def test_o26_a_reply_that_was_cut_off_is_no_fact_and_does_not_block_its_thread(
    connection: Connection, database: Database
) -> None:
    talk(connection, "t", "I live in Oslo.", "Nice.", "I prefer tea.", "Noted.")
    add_message(
        connection,
        "partial",
        "t",
        "assistant",
        "The answer is",
        LONG_AGO + timedelta(minutes=9),
        status="streaming",
    )
    fold(connection)
    model = Model()
    assert drained(database, model).cycles == 1
    assert "partial" not in {message.id for message in model.shown}
    terminal = "select reflected_through from reflection.claims where thread_id = 't'"
    assert one(connection, terminal) == "t-4"
    # It stays as it is for ever, and is never owed.
    assert drained(database, model).cycles == 0
