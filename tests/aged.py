"""History for tests: as if what was done had been done long ago, and what retention takes of it."""

from datetime import timedelta

from product import Connection, one
from remembered import observation, remember

TABLES = (
    *("claim_log", "runs", "observations", "sayings", "observation_sources", "drops"),
    *("reflection_support", "reflections"),
)
YEAR = timedelta(days=366)


def retained(
    connection: Connection,
    claims: str | None = None,
    runs: str | None = None,
    dropped: str | None = None,
    *,
    dry: bool = False,
) -> dict[str, int]:
    """What one call says went, by table, where anything did."""
    rows = connection.execute(
        "select table_name, rows from reflection.retain(%s, %s, %s, %s)",
        (claims, runs, dropped, dry),
    ).fetchall()
    assert [name for name, _ in rows] == list(TABLES)
    return {name: count for name, count in rows if count}


def counts(connection: Connection) -> dict[str, int]:
    return {
        table: int(one(connection, f"select count(*) from reflection.{table}")) for table in TABLES
    }


def memory(connection: Connection) -> str:
    return str(one(connection, "select reflection.memory_for('user')"))


def age(connection: Connection, by: timedelta = YEAR) -> None:
    """As if all that was done until now had been done so much earlier."""
    connection.execute(
        f"""
        update reflection.claim_log
           set started_at = started_at - interval '{by.days} days',
               ended_at = ended_at - interval '{by.days} days';
        update reflection.runs
           set started_at = started_at - interval '{by.days} days',
               heartbeat_at = heartbeat_at - interval '{by.days} days',
               finished_at = finished_at - interval '{by.days} days';
        update reflection.drops set dropped_at = dropped_at - interval '{by.days} days';
        update reflection.observations set dropped_at = dropped_at - interval '{by.days} days'
        """.encode()
    )


def drop(connection: Connection, *contents: str) -> None:
    """What a dropper does, in a claim of its own."""
    ids = [
        one(connection, "select id from reflection.observations where content = %s", (content,))
        for content in contents
    ]
    number = one(connection, "select count(*) from chat.threads")
    drops = [{"observation_id": each, "reason": "pool over target"} for each in ids]
    remember(connection, thread_id=f"drop {number}", drops=drops)


def said_again(connection: Connection, content: str) -> None:
    number = one(connection, "select count(*) from chat.threads")
    remember(connection, observation(content, f"again {number}-1"), thread_id=f"again {number}")


def ran(connection: Connection) -> int:
    run_id = int(one(connection, "select reflection.start_run('cron', 'w', 'rules')"))
    connection.execute("select reflection.finish_run(%s, '{}', true, 'empty')", (run_id,))
    return run_id
