"""What search finds for each question, as a memory that is asked instead of read."""

from collections.abc import Iterable

from bench.recall import Shown
from worker.store.database import Database
from worker.store.search import Search


def search_shown(database: Database, asked: Iterable[tuple[str, str]], budget: int) -> list[Shown]:
    """For each user and question what search_memory returns within a budget, in their order.

    The text is the lines that the budget counts: what memories say beside them is left out.
    """
    search = Search(database)
    shown = []
    for user_id, question in asked:
        rows = search.found(user_id, question, budget)
        lines = "\n".join(row["line"] for row in rows)
        shown.append(Shown(lines, frozenset(row["message_id"] for row in rows), len(rows)))
    return shown
