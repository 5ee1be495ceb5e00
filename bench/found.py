"""What search finds within a budget, as what is recalled of each question."""

from collections.abc import Sequence

from bench.recall import Question, Shown
from worker.store.database import Database

_SEARCH = """
select message_id, line
  from reflection.search_memory(%s, %s, %s)
"""


def search_shown(database: Database, questions: Sequence[Question], budget: int) -> list[Shown]:
    """For each question what search_memory shows of its user within the budget, in their order."""
    found = []
    for question in questions:
        rows = database.dicts(_SEARCH, (question.user_id, question.text, budget))
        found.append(
            Shown(
                "\n".join(row["line"] for row in rows),
                frozenset(row["message_id"] for row in rows),
                len(rows),
            )
        )
    return found
