"""Undo: claims by their names, what later ones built on them, and taking back what they wrote."""

import re
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from worker.errors import UsageError
from worker.store.database import Database

AMBIGUOUS_NAMED = 5
_RUN = re.compile(r"[0-9]{1,18}")
_UUID_BEGINS = re.compile(r"[0-9a-f]{1,32}")


@dataclass(frozen=True, slots=True)
class LaterWork:
    """What one later claim built on what would go, in words."""

    claim_id: UUID
    thread_id: str | None
    started_at: datetime | None
    built_on: str


@dataclass(frozen=True, slots=True)
class Taken:
    """How many rows of one table went."""

    table_name: str
    rows: int


@dataclass(frozen=True, slots=True)
class _Named:
    claim_id: UUID


class Undo:
    """Finds claims and takes back what they wrote."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def claims(self, name: str) -> list[UUID]:
        """The claims of a run, by its number, or the one whose id begins so.

        Raises UsageError when there is none, or when several ids begin so.
        """
        begins = name.strip().lower()
        if _RUN.fullmatch(begins) and (of_run := self._of_run(int(begins))) is not None:
            return of_run
        wanted = begins.replace("-", "")
        # Dashes only where an id has them: "7-9" means no claim, and no run 79.
        if not _UUID_BEGINS.fullmatch(wanted) or not (
            begins == wanted or str(UUID(wanted.ljust(32, "0"))).startswith(begins)
        ):
            raise UsageError(
                f"{name!r} is neither a claim nor a run.",
                "A claim is an id or how it begins, as explain shows it; a run is its number.",
            )
        found = self._that_begin(wanted)
        if not found:
            raise UsageError(
                f"There is no claim or run {name!r}.",
                "See a thread's: reflection-worker show THREAD; the runs: reflection-worker runs",
            )
        if len(found) > 1:
            raise UsageError(
                f"Several claims begin with {name!r}.",
                f"Say more of one: {', '.join(map(str, found[:AMBIGUOUS_NAMED]))}",
            )
        return found

    def later(self, claims: list[UUID]) -> list[LaterWork]:
        """What other claims built on what these said, the oldest first."""
        return self._database.rows(
            LaterWork,
            "select claim_id, thread_id, started_at, built_on from reflection.later_work(%s)",
            (claims,),
        )

    def undo(self, claims: list[UUID], *, force: bool, dry_run: bool) -> list[Taken]:
        """Take back what these wrote; empty when nothing of theirs is there."""
        return self._database.rows(
            Taken,
            "select table_name, rows from reflection.undo_claims(%s, %s, %s)",
            (claims, force, dry_run),
            again=False,
        )

    def _of_run(self, run_id: int) -> list[UUID] | None:
        if not self._database.scalar(
            "select exists (select from reflection.runs where id = %s)", (run_id,)
        ):
            return None
        rows = self._database.rows(
            _Named,
            "select claim_id from reflection.claim_log where run_id = %s order by started_at",
            (run_id,),
        )
        return [row.claim_id for row in rows]

    def _that_begin(self, wanted: str) -> list[UUID]:
        """Known by the history or, once that is thinned out, by what they wrote."""
        least, most = UUID(wanted.ljust(32, "0")), UUID(wanted.ljust(32, "f"))
        rows = self._database.rows(
            _Named,
            """
            select claim_id from reflection.claim_log where claim_id between %(least)s and %(most)s
             union
            select claim_id from reflection.coverage where claim_id between %(least)s and %(most)s
             union
            select claim_id from reflection.sayings where claim_id between %(least)s and %(most)s
             order by claim_id
            """,
            {"least": least, "most": most},
        )
        return [row.claim_id for row in rows]
