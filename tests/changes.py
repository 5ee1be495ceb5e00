"""Changes for tests: what a product does to its messages, and what memory then is."""

from datetime import timedelta
from typing import Any

from product import LONG_AGO, Connection, add_message, fold, one


def edit(connection: Connection, message_id: str, content: str) -> str:
    """Give a message another text; what it said before."""
    before = str(one(connection, "select content from chat.messages where id = %s", (message_id,)))
    connection.execute("update chat.messages set content = %s where id = %s", (content, message_id))
    return before


def delete(connection: Connection, *message_ids: str) -> None:
    connection.execute("delete from chat.messages where id = any (%s)", (list(message_ids),))


def say(connection: Connection, thread_id: str, number: int, text: str, **columns: Any) -> None:
    """The message of this number in a thread of `talk`: odd ones are the user's."""
    role = "user" if number % 2 else "assistant"
    at = LONG_AGO + timedelta(minutes=number)
    name = columns.pop("id", f"{thread_id}-{number}")
    add_message(connection, name, thread_id, role, text, at, **columns)


def memory(connection: Connection, user_id: str = "user") -> str:
    return str(one(connection, "select reflection.memory_for(%s)", (user_id,)))


def lines(connection: Connection) -> list[str]:
    """The lines of memory without ids and without the word of whom they are."""
    return [
        line.partition(" ")[2].removeprefix("User: ")
        for line in memory(connection).splitlines()
        if line.startswith("#") and not line.startswith("##")
    ]


def stale(connection: Connection) -> list[str]:
    rows = connection.execute(
        "select content from reflection.observations where stale_at is not null order by id"
    )
    return [content.removeprefix("User: ") for (content,) in rows]


def owed(connection: Connection) -> dict[str, list[str]]:
    """The messages that are owed, by thread that can be claimed, after the fold."""
    fold(connection)
    rows = connection.execute(
        """
        select c.thread_id, array_agg(r.message_id order by r.ordinal)
          from reflection.claims c
          join reflection.coverage_report r on r.thread_id = c.thread_id and r.state = 'pending'
         where c.eligible_at <= reflection.clock()
           and c.given_up_at is null
         group by c.thread_id
        """
    )
    return dict(rows.fetchall())
