"""Spend for tests: claims of several users, what they set aside and what they cost."""

from datetime import UTC, datetime, timedelta
from typing import Any

from product import Connection, add_thread, claim, commit, fold, loaded, memory_of, one
from psycopg.types.json import Jsonb

MIDNIGHT = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
EXPIRE = (
    "update reflection.claims set claimed_at = claimed_at - interval '1 day',"
    " expires_at = clock_timestamp() where claim_id is not null"
)


def reserve(
    connection: Connection, claimed: Any, usd: float, tokens: int = 0, **caps: float
) -> str:
    """reserve_spend's answer; a cap that is not given is none."""
    return str(
        one(
            connection,
            "select reflection.reserve_spend(%s, %s, %s, %s)",
            (
                claimed.thread_id,
                claimed.claim_id,
                Jsonb({"usd": usd, "tokens": tokens}),
                Jsonb({name.removeprefix("cap_"): cap for name, cap in caps.items()}),
            ),
        )
    )


def enter(connection: Connection, claimed: Any, **account: Any) -> None:
    connection.execute(
        "select reflection.enter_spending(%s, %s)", (claimed.claim_id, Jsonb(account))
    )


def reserved(connection: Connection) -> int:
    return int(one(connection, "select count(*) from reflection.spend_reservations"))


def users(connection: Connection, count: int, threads: int = 1) -> list[Any]:
    """A claim for each of so many users, of the first of their threads."""
    for number in range(count):
        for thread in range(threads):
            add_thread(connection, f"t{number}-{thread}", f"user {number}")
    fold(connection)
    return [claim(connection) for _ in range(count)]


def set_clock(connection: Connection, hour: datetime | None) -> None:
    told = hour.isoformat() if hour else ""
    connection.execute("select set_config('reflection.fake_now', %s, false)", (told,))


def commits(connection: Connection, claimed: Any) -> None:
    assert commit(connection, claimed, memory_of(loaded(connection, claimed)))
