"""The health of a worker, for tests: runs that were, and what the view status says."""

from datetime import timedelta
from typing import Any

from product import Connection, one
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

HOUR = timedelta(hours=1)


def status(connection: Connection) -> dict[str, Any]:
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute("select * from reflection.status").fetchone()
    assert row is not None
    return row


def ran(
    connection: Connection,
    *,
    success: bool = True,
    ago: timedelta = timedelta(0),
    ends: bool = True,
    waiting: int = 0,
) -> int:
    """A run that began so long ago, and ended unless it is said not to have."""
    run_id = int(one(connection, "select reflection.start_run('cron', 'ada', 'rules')"))
    if ends:
        connection.execute(
            "select reflection.finish_run(%s, %s, %s, %s)",
            (run_id, Jsonb({"waiting": waiting}), success, "empty" if success else "error"),
        )
    connection.execute(
        "update reflection.runs set started_at = started_at - %(ago)s,"
        " heartbeat_at = heartbeat_at - %(ago)s, finished_at = finished_at - %(ago)s"
        " where id = %(id)s",
        {"ago": ago, "id": run_id},
    )
    return run_id
