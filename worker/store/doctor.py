"""What the doctor looks at: what is wrong with a database, and what the lint doubts in it."""

from typing import Any

from worker.store.database import Database

Rows = list[dict[str, Any]]


class Doctor:
    """Reads of a database that is at this version's revision."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def checks(self) -> Rows:
        """A row a thing that was looked at: whether it is well, what was found, what to do."""
        return self._database.dicts(
            "select looked_at, is_well, found, named, to_do from reflection.doctor order by place"
        )

    def flagged(self, limit: int) -> Rows:
        """What the lint doubts, the newest first."""
        return self._database.dicts(
            """
            select memory_id, user_id, thread_id, flags, content, observed_at, messages, claim_id
              from reflection.flagged
             order by entry desc
             limit %s
            """,
            (limit,),
        )
