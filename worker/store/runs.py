"""The run history: begun before anything else, ended whatever happens."""

from typing import Any

from psycopg.types.json import Jsonb

from worker.records import StopReason
from worker.store.database import Database


class Runs:
    """The row of one tick."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(self, trigger: str, worker: str, engine: str) -> int:
        """Begin a run and return its id."""
        return int(
            self._database.scalar(
                "select reflection.start_run(%s, %s, %s)", (trigger, worker, engine), again=False
            )
        )

    def finish(self, run_id: int, summary: dict[str, Any], success: bool, why: StopReason) -> None:
        """End the run with what it did."""
        self._database.scalar(
            "select reflection.finish_run(%s, %s, %s, %s)",
            (run_id, Jsonb(summary), success, why.value),
        )

    def schema_revision(self) -> str | None:
        """The migration that the database is at, or None when it has none of ours."""
        there = self._database.scalar(
            "select to_regprocedure('reflection.schema_revision()') is not null"
        )
        if not there:
            return None
        revision = self._database.scalar("select reflection.schema_revision()")
        return None if revision is None else str(revision)

    def refused_default_zone(self) -> str | None:
        """The database's default zone when it is none that may be used, else None."""
        zone = self._database.scalar("select reflection.refused_default_zone()")
        return None if zone is None else str(zone)
