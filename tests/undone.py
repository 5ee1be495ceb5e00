"""What a test of undo and of shadows compares: memory as its tables hold it, and as it is shown."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from product import Connection, fold, one

from worker import app
from worker.dev.seed import seed_threads
from worker.records import Summary
from worker.settings import Settings
from worker.stop import Stop
from worker.store.chat import Chat
from worker.store.database import Database

# What says when something was written is another time each time.
TABLES = {
    "observations": ("stale_at", "dropped_at"),
    "sayings": (),
    "observation_sources": (),
    "coverage": ("covered_at",),
    "drops": ("dropped_at",),
    "links": (),
    "reflections": ("created_at",),
    "reflection_support": ("said_at",),
    "note_writings": ("written_at",),
    "note_support": (),
    "notes": ("created_at", "updated_at"),
    "note_links": (),
}


def tables(connection: Connection) -> dict[str, list[Any]]:
    """Every row of memory, times of writing aside."""
    return {
        name: [
            row[0]
            for row in connection.execute(
                f"select to_jsonb(t) - %s::text[] as row from reflection.{name} t order by 1",
                (list(times),),
            )
        ]
        for name, times in TABLES.items()
    }


def shown(connection: Connection) -> dict[str, str]:
    """The memory of each user as the chat product gets it."""
    return dict(
        connection.execute(
            "select u, reflection.memory_for(u, 100000)"
            " from (select distinct user_id from reflection.claims) c (u) order by u"
        ).fetchall()
    )


def seed(url: str, connection: Connection) -> None:
    """The sample threads, in the queue."""
    with Database(url) as database:
        chat = Chat(database)
        for thread in seed_threads(datetime.now(UTC)):
            chat.add(thread)
    fold(connection)


def drained(url: str, threads: int | None = None, **options: Any) -> Summary:
    """A drain by the rules, or by the engine that is given."""
    settings = Settings(database_url=url, worker="w", **options.pop("settings", {}))
    summary, _, code = app.run_drain(
        settings, max_threads=threads, claim_seconds=600, stop=Stop(), **options
    )
    assert code == 0
    return summary


def claims(connection: Connection) -> list[UUID]:
    """Every claim there was, the oldest first."""
    return [
        row[0]
        for row in connection.execute(
            "select claim_id from reflection.claim_log order by started_at"
        ).fetchall()
    ]


def undo(connection: Connection, *claim_ids: UUID, **arguments: bool) -> dict[str, int]:
    """The receipt of undo_claims."""
    named = "".join(f", {name} => %({name})s" for name in arguments)
    return dict(
        connection.execute(
            f"select * from reflection.undo_claims(%(claims)s{named})",
            {"claims": list(claim_ids), **arguments},
        ).fetchall()
    )


def later(connection: Connection, *claim_ids: UUID) -> list[str]:
    """What other claims built on these, in words."""
    rows = connection.execute(
        "select built_on from reflection.later_work(%s)", (list(claim_ids),)
    ).fetchall()
    return [row[0] for row in rows]


def shadowed(connection: Connection) -> list[UUID]:
    """The claims that left a shadow, the oldest first."""
    rows = connection.execute("select claim_id from reflection.shadows order by made_at").fetchall()
    return [row[0] for row in rows]


def apply(connection: Connection, claim_id: UUID) -> bool:
    return bool(one(connection, "select reflection.apply_shadow(%s)", (claim_id,)))


def discard(connection: Connection, claim_id: UUID) -> bool:
    return bool(one(connection, "select reflection.discard_shadow(%s)", (claim_id,)))
