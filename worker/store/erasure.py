"""Erasing and forgetting: what goes, by table."""

from dataclasses import dataclass

from worker.store.database import Database, Parameters


@dataclass(frozen=True, slots=True)
class Erased:
    """How many rows of a table an erasure took, emptied or wrote."""

    table_name: str
    rows: int


class Erasure:
    """Takes people, threads, messages and lines of memory away, for good.

    Each call returns its receipt. A dry run changes nothing, and its receipt is the same.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def user(self, user_id: str, *, dry_run: bool = False) -> list[Erased]:
        """Erase everything of a user."""
        return self._receipt(
            "select table_name, rows from reflection.erase_user(%s, %s)", (user_id, dry_run)
        )

    def thread(self, thread_id: str, *, dry_run: bool = False) -> list[Erased]:
        """Erase a thread and what came of it."""
        return self._receipt(
            "select table_name, rows from reflection.erase_thread(%s, %s)", (thread_id, dry_run)
        )

    def message(self, thread_id: str, message_id: str, *, dry_run: bool = False) -> list[Erased]:
        """Erase a message and everything that was said of it."""
        return self._receipt(
            "select table_name, rows from reflection.erase_message(%s, %s, %s)",
            (thread_id, message_id, dry_run),
        )

    def memory(self, memory_id: str, *, dry_run: bool = False) -> list[Erased]:
        """Forget a line of memory; empty when there is no such line."""
        return self._receipt(
            "select table_name, rows from reflection.forget_memory(%s, %s)", (memory_id, dry_run)
        )

    def note(self, user_id: str, slug: str, *, dry_run: bool = False) -> list[Erased]:
        """Forget a user's note; empty when there is no such note."""
        return self._receipt(
            "select table_name, rows from reflection.forget_note(%s, %s, %s)",
            (user_id, slug, dry_run),
        )

    def _receipt(self, call: str, parameters: Parameters) -> list[Erased]:
        # Not again: the second time there would be nothing left to count.
        return self._database.rows(Erased, call, parameters, again=False)
