"""A chat product, as small as it gets: writes users, threads and messages as one would."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from psycopg.rows import namedtuple_row
from psycopg.types.json import Jsonb

Connection = psycopg.Connection[Any]

LONG_AGO = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def add_user(
    connection: Connection, user_id: str, timezone: str | None = "UTC", memory: bool = True
) -> None:
    connection.execute(
        "insert into chat.users (id, timezone, memory_enabled) values (%s, %s, %s)",
        (user_id, timezone, memory),
    )


def add_thread(
    connection: Connection,
    thread_id: str,
    user_id: str = "user",
    turns: int = 2,
    at: datetime = LONG_AGO,
    **columns: Any,
) -> None:
    """A thread of `turns` questions and answers, ids `THREAD-1`..., a minute apart from `at` on.

    Without turns it is a thread with no messages.
    """
    names = ["id", "user_id", *columns]
    connection.execute(
        f"insert into chat.threads ({', '.join(names)}) values ({', '.join(['%s'] * len(names))})",
        (thread_id, user_id, *columns.values()),
    )
    for number in range(1, turns * 2 + 1):
        role = "user" if number % 2 else "assistant"
        said = f"I like {thread_id} number {number}." if number % 2 else f"Noted, number {number}."
        add_message(
            connection,
            f"{thread_id}-{number}",
            thread_id,
            role,
            said,
            at + timedelta(minutes=number),
        )


def add_message(
    connection: Connection,
    message_id: str,
    thread_id: str,
    role: str = "user",
    content: str = "I like tea.",
    at: datetime | None = LONG_AGO,
    **columns: Any,
) -> None:
    values = {
        "id": message_id,
        "thread_id": thread_id,
        "role": role,
        "content": content,
        "created_at": at,
        **columns,
    }
    connection.execute(
        f"insert into chat.messages ({', '.join(values)})"
        f" values ({', '.join(['%s'] * len(values))})",
        tuple(values.values()),
    )


def fold(connection: Connection) -> int:
    """Take the inbox in, as the drain does: until nothing more can be taken."""
    folded = 0
    while taken := int(one(connection, "select reflection.fold_arrivals()")):
        folded += taken
    return folded


def claim(connection: Connection, worker: str = "worker", **arguments: Any) -> Any:
    """What claim_next_thread hands out, as a row with names, or None."""
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        named = "".join(f", {name} => %({name})s" for name in arguments)
        return cursor.execute(
            f"select * from reflection.claim_next_thread(%(worker)s{named})",
            {"worker": worker, **arguments},
        ).fetchone()


def one(connection: Connection, query: str, parameters: Any = ()) -> Any:
    """The first column of the first row."""
    row = connection.execute(query, parameters).fetchone()
    return None if row is None else row[0]


def claim_row(connection: Connection, thread_id: str) -> Any:
    """A thread's row of the claim table, with names, or None."""
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        return cursor.execute(
            "select * from reflection.claims where thread_id = %s", (thread_id,)
        ).fetchone()


def loaded(connection: Connection, claimed: Any) -> list[Any]:
    """The messages a claim owes, as its worker loads them."""
    with connection.cursor(row_factory=namedtuple_row) as cursor:
        return cursor.execute(
            "select * from reflection.claimed_messages(%s, %s) where owed",
            (claimed.thread_id, claimed.claim_id),
        ).fetchall()


def memory_of(messages: list[Any], *, observe: bool = True) -> dict[str, Any]:
    """What a worker would commit: every message covered, one observation for each by the user."""
    return {
        "outcome": "reflected" if observe else "empty",
        "engine": "test",
        "observations": [
            {
                "content": f"User: {message.head}",
                "relevance": "medium",
                "category": "fact",
                "observed_at": message.at.isoformat(),
                "origin": "rule",
                "content_hash": f"hash of {message.head}",
                "sources": [message.message_id],
            }
            for message in messages
            if observe and message.role == "user"
        ],
        "coverage": [
            {"message_id": message.message_id, "content_hash": message.content_hash}
            for message in messages
        ],
    }


def commit(connection: Connection, claimed: Any, memory: dict[str, Any]) -> bool:
    """commit_reflection's answer."""
    return bool(
        one(
            connection,
            "select reflection.commit_reflection(%s, %s, %s)",
            (claimed.thread_id, claimed.claim_id, Jsonb(memory)),
        )
    )
