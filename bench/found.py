"""What search finds within a budget, as what is recalled of each question."""

from collections.abc import Sequence

from bench.recall import Shown
from worker.store.database import Database

_SEARCH = """
select message_id, line
  from reflection.search_memory(%s, %s, %s)
"""


def search_shown(database: Database, asked: Sequence[tuple[str, str]], budget: int) -> list[Shown]:
    """For each user and question what search_memory shows within the budget, in their order."""
    found = []
    for user_id, question in asked:
        rows = database.dicts(_SEARCH, (user_id, question, budget))
        found.append(
            Shown(
                "\n".join(row["line"] for row in rows),
                frozenset(row["message_id"] for row in rows),
                len(rows),
            )
        )
    return found
