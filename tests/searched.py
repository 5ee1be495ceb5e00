"""Searching for tests: a user's conversation of these lines, reflected, and what search finds."""

from datetime import timedelta
from typing import Any

from product import LONG_AGO, Connection, add_message, claim, commit, fold, loaded, memory_of
from psycopg.rows import namedtuple_row


def talk(
    connection: Connection,
    *lines: str | tuple[str, str],
    thread_id: str = "t",
    user_id: str = "user",
    observations: tuple[dict[str, Any], ...] = (),
    **rest: Any,
) -> None:
    """A thread of lines by the user, or of (role, line), ids `THREAD-1`..., reflected."""
    connection.execute(
        "insert into chat.threads (id, user_id) values (%s, %s)", (thread_id, user_id)
    )
    # Two messages by the user make a thread eligible.
    for number, line in enumerate((*lines, "Ok.", "Ok."), start=1):
        role, said = line if isinstance(line, tuple) else ("user", line)
        at = LONG_AGO + timedelta(minutes=number)
        add_message(connection, f"{thread_id}-{number}", thread_id, role, said, at)
    reflect(connection, *observations, **rest)


def reflect(connection: Connection, *observations: dict[str, Any], **rest: Any) -> None:
    """Reflect the next due thread into these observations."""
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations), **rest})


def search(
    connection: Connection, query: str, tokens: int = 1000, user_id: str = "user"
) -> list[Any]:
    """The rows of search_memory, with names."""
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        return cursor.execute(
            "select * from reflection.search_memory(%s, %s, %s)", (user_id, query, tokens)
        ).fetchall()


def found(connection: Connection, query: str, **how: Any) -> list[str]:
    """The ids of the messages found, the best first."""
    return [row.message_id for row in search(connection, query, **how)]
