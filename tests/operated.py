"""A database in which everything has happened that an operator may meet."""

from datetime import timedelta
from typing import Any

from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    add_user,
    claim,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg.types.json import Jsonb

HOUR = timedelta(hours=1)
SPENT = {
    "engine": "claude",
    "requests": 3,
    "tokens_in": 900,
    "tokens_out": 100,
    "tokens_cached": 450,
    "usd": 0.5,
    "stages": {
        "observer": {"ended": "recorded", "error": None, "requests": 2, "usd": 0.5},
        "reflector": {"ended": None, "error": "the model is overloaded", "requests": 1, "usd": 0},
    },
}


def take(connection: Connection, thread_id: str, worker: str, run_id: int | None = None) -> Any:
    """A claim of this thread and no other, which the queue would give once others are held."""
    connection.execute(
        "update reflection.claims set eligible_at = '2020-01-01' where thread_id = %s", (thread_id,)
    )
    claimed = claim(connection, worker, p_run_id=run_id)
    assert claimed.thread_id == thread_id
    return claimed


def fails(connection: Connection, thread_id: str, error: str, kind: str, times: int = 1) -> None:
    for attempt in range(1, times + 1):
        claimed = take(connection, thread_id, "ada")
        connection.execute(
            "select reflection.mark_failed_if_claimed(%s, %s, %s, %s)",
            (thread_id, claimed.claim_id, error, kind),
        )
        if attempt < times:
            connection.execute(
                "update reflection.claims set not_before = null where thread_id = %s", (thread_id,)
            )


def start_run(connection: Connection, worker: str) -> int:
    return int(one(connection, "select reflection.start_run('cron', %s, 'rules')", (worker,)))


def end_run(connection: Connection, run_id: int, waiting: int, ago: timedelta) -> None:
    connection.execute(
        "select reflection.finish_run(%s, %s, true, 'cap')", (run_id, Jsonb({"waiting": waiting}))
    )
    connection.execute(
        "update reflection.runs set finished_at = finished_at - %s where id = %s", (ago, run_id)
    )


def remember_the_trip(connection: Connection, run_id: int) -> None:
    """The thread that most recipes ask about: reflected once, with lines 12 to 15 of memory."""
    add_thread(connection, "trip", "ada")
    add_message(connection, "trip-5", "trip", "user", "I drink green tea.", LONG_AGO + HOUR)
    fold(connection)
    connection.execute("select setval(pg_get_serial_sequence('reflection.observations', 'id'), 11)")
    claimed = take(connection, "trip", "cron-1", run_id)
    connection.execute("select reflection.enter_spending(%s, %s)", (claimed.claim_id, Jsonb(SPENT)))
    memory = memory_of(loaded(connection, claimed))
    memory["coverage"][1]["skipped"] = "not read by this engine"
    memory["observations"].append(
        {**memory["observations"][0], "content": "d", "content_hash": "d"}
    )
    assert commit(connection, claimed, {**memory, "engine": "claude", "outcome": "partial"})
    connection.execute(
        "update reflection.observations set dropped_at = now(), drop_reason = 'pool over target'"
        " where id = 15; update reflection.observations set superseded_by = 14 where id = 13"
    )


def hold(connection: Connection, thread_id: str) -> None:
    """The user of this thread has reached a cap."""
    claimed = take(connection, thread_id, "ada")
    answer = one(
        connection,
        """select reflection.reserve_spend(%s, %s, '{"usd": 0.2}', '{"user_usd": 0.1}')""",
        (thread_id, claimed.claim_id),
    )
    assert answer == "spend cap of the user"


def shadow(connection: Connection, thread_id: str) -> None:
    """What came of this thread waits to be looked at."""
    claimed = take(connection, thread_id, "ada")
    memory = Jsonb(memory_of(loaded(connection, claimed)))
    asked = "select reflection.shadow_if_claimed(%s, %s, %s)"
    assert one(connection, asked, (thread_id, claimed.claim_id, memory))


def backlog(connection: Connection) -> None:
    for name, ago in (("minutes", "30 min"), ("hours", "5 h"), ("days", "3 d"), ("weeks", "30 d")):
        add_thread(connection, name, f"user of {name}")
        fold(connection)
        connection.execute(
            "update reflection.claims set eligible_at = now() - %s::interval where thread_id = %s",
            (ago, name),
        )


def operate(connection: Connection) -> None:
    """Let it all happen: reflected, failed, in shadow, undone, lost, claimed, spent, arrived."""
    first, second = start_run(connection, "cron-1"), start_run(connection, "cron-2")
    remember_the_trip(connection, first)
    end_run(connection, first, 1, 2 * HOUR)
    end_run(connection, second, 2, HOUR)

    add_thread(connection, "poem", "dan")
    add_thread(connection, "novel", "eve")
    add_thread(connection, "letter", "fay")
    add_thread(connection, "saga", "ivy")
    fold(connection)
    fails(connection, "poem", "prompt too long", "thread", times=3)
    fails(connection, "novel", "prompt too long", "thread")
    fails(connection, "letter", "the model is overloaded", "dependency")
    hold(connection, "saga")

    add_thread(connection, "draft", "kim")
    fold(connection)
    shadow(connection, "draft")
    add_thread(connection, "mistake", "lee")
    fold(connection)
    taken = take(connection, "mistake", "ada")
    assert commit(connection, taken, memory_of(loaded(connection, taken)))
    connection.execute("select from reflection.undo_claims(%s)", ([taken.claim_id],))

    add_thread(connection, "lost", "gus")
    add_user(connection, "gus", "UTC+3")
    fold(connection)
    take(connection, "lost", "worker that died", start_run(connection, "worker that died"))
    connection.execute(
        "update reflection.runs set heartbeat_at = heartbeat_at - interval '3 h'"
        " where finished_at is null;"
        "update reflection.claim_log set started_at = started_at - interval '1 day',"
        " usd = 0.25 where thread_id = 'lost'"
    )
    add_message(connection, "trip-6", "trip", "user", "And coffee.", LONG_AGO + 2 * HOUR)
    fold(connection)
    # A claim frees what has expired: the lease of this one ends once all claims are made.
    take(connection, "trip", "cron-3")
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '3 h',"
        " expires_at = clock_timestamp() - interval '2 h' where thread_id = 'lost'"
    )
    connection.execute("select reflection.erase_thread('gone')")
    backlog(connection)
    add_thread(connection, "unread", "hal", turns=0)
    add_message(connection, "unread-1", "unread", "user", "Is green tea healthy?")
    connection.execute(
        "update reflection.arrivals set arrived_at = now() - interval '5 h'"
        " where thread_id = 'unread'"
    )
