"""Taking away history that is old enough: one call of the database after another."""

from dataclasses import dataclass

from worker.store.database import Database


@dataclass(frozen=True, slots=True)
class Went:
    """How many rows of one table went, or would."""

    table_name: str
    rows: int


class Retention:
    """What of claims, runs and dropped observations is older than so many days."""

    def __init__(
        self,
        database: Database,
        *,
        claims_days: int | None,
        runs_days: int | None,
        dropped_days: int | None,
    ) -> None:
        self._database = database
        self._days = (claims_days, runs_days, dropped_days)

    def old(self) -> dict[str, int]:
        """How many rows of each table are old enough to go, in all."""
        return self._call(dry_run=True)

    def step(self) -> dict[str, int]:
        """Take a bounded number of rows of each table away; how many that were. 0: all is done."""
        return self._call(dry_run=False)

    def _call(self, *, dry_run: bool) -> dict[str, int]:
        rows = self._database.rows(
            Went,
            """
            select table_name, rows
              from reflection.retain(
                make_interval(days => %s), make_interval(days => %s), make_interval(days => %s), %s
              )
            """,
            (*self._days, dry_run),
        )
        return {row.table_name: row.rows for row in rows}
