"""Searching a user's conversations."""

from typing import Any

from worker.store.database import Database


class Search:
    """What was said, found again by what is asked."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def found(self, user_id: str, query: str, tokens: int) -> list[dict[str, Any]]:
        """The messages that answer a query, best first, their lines within so many tokens."""
        return self._database.dicts(
            "select * from reflection.search_memory(%s, %s, %s)", (user_id, query, tokens)
        )
