"""Memory for tests: observations, and a thread reflected into them."""

from datetime import datetime
from typing import Any

from product import LONG_AGO, Connection, add_thread, claim, commit, fold, loaded, memory_of


def observation(
    content: str, *sources: str, relevance: str = "medium", at: datetime = LONG_AGO
) -> dict[str, Any]:
    return {
        "content": content,
        "relevance": relevance,
        "category": "fact",
        "observed_at": at.isoformat(),
        "origin": "agent",
        "content_hash": f"hash of {content}",
        "sources": list(sources),
    }


def claimed_thread(connection: Connection, thread_id: str = "t", user_id: str = "user") -> Any:
    add_thread(connection, thread_id, user_id)
    fold(connection)
    claimed = claim(connection)
    assert claimed.thread_id == thread_id
    return claimed


def remember(
    connection: Connection,
    *observations: dict[str, Any],
    thread_id: str = "t",
    user_id: str = "user",
    **rest: Any,
) -> None:
    """A new thread, reflected into these observations."""
    claimed = claimed_thread(connection, thread_id, user_id)
    memory = memory_of(loaded(connection, claimed), observe=False)
    assert commit(connection, claimed, {**memory, "observations": list(observations), **rest})
