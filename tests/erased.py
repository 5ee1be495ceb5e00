"""A user of whom there is everything that can be, in words that nobody else uses, and a search."""

import subprocess
from datetime import timedelta
from hashlib import sha256
from typing import Any

import remembered
from noted import note
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

from worker.store.embedded.binaries import find_binaries

DAY = timedelta(days=1)
KEPT = ("reflection.users", "reflection.tombstones", "reflection.runs", "reflection.arrivals")


def spent(word: str) -> dict[str, Any]:
    failed = {"ended": None, "error": f"{word}: no answer", "requests": 2, "usd": 0.5}
    stages = {"observer": failed}
    return {"requests": 2, "tokens_in": 900, "tokens_out": 100, "usd": 0.5, "stages": stages}


def hashed(content: str) -> str:
    """Stands for content, and tells none of its words."""
    return sha256(content.encode()).hexdigest()


def observation(content: str, *sources: str, **more: Any) -> dict[str, Any]:
    return remembered.observation(content, *sources, **more) | {"content_hash": hashed(content)}


def talk(connection: Connection, thread_id: str, user_id: str, *said: str, days: int = 0) -> None:
    add_thread(connection, thread_id, user_id, turns=0, title=f"About {said[0]}")
    for number, text in enumerate(said, 1):
        at = LONG_AGO + days * DAY + timedelta(minutes=number)
        add_message(connection, f"{thread_id}-{number}", thread_id, content=text, at=at)


def reflect(
    connection: Connection, thread_id: str, *observations: dict[str, Any], **rest: Any
) -> Any:
    """Claim this thread and commit these; the claim, and the payload that was committed."""
    fold(connection)
    connection.execute(
        "update reflection.claims set eligible_at = '2020-01-01' where thread_id = %s", (thread_id,)
    )
    claimed = claim(connection)
    assert claimed.thread_id == thread_id
    memory = memory_of(loaded(connection, claimed), observe=False)
    memory |= {"observations": list(observations), **rest}
    assert commit(connection, claimed, memory)
    return claimed, memory


def distilled(content: str, *support: str, supersedes: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "content": content,
        "content_hash": hashed(content),
        "support": [hashed(one) for one in support],
        "supersedes": [hashed(one) for one in supersedes],
    }


def noted(slug: str, *support: str, **more: Any) -> dict[str, Any]:
    """A note resting on what reflect has observed, of which no hash tells a word."""
    return note(slug, **more) | {"support": [hashed(content) for content in support]}


def everything(connection: Connection, user_id: str = "zoe", word: str = "zebra") -> dict[str, Any]:
    """A user with all that the tables can hold of one, each in words of their own.

    Threads USER-1 (reflected), -2 (reflected, edited since), -3 (given up), -4 (a shadow),
    -5 (claimed now), -6 (unread). Returns the claims and what the first two committed.
    """
    add_user(connection, user_id, f"{word}-zone")
    said = [f"I like {word}one.", f"I moved to {word}two.", f"I ride a {word}three."]
    talk(connection, f"{user_id}-1", user_id, *said)
    ones = [
        observation(f"User likes {word}one.", f"{user_id}-1-1"),
        observation(f"User is fond of {word}one.", f"{user_id}-1-1", f"{user_id}-1-2"),
        observation(f"User moved to {word}two.", f"{user_id}-1-2"),
        observation(f"User rides a {word}three.", f"{user_id}-1-3"),
    ]
    ones[1]["duplicate_of"] = ones[0]["content_hash"]
    reflections = [
        distilled(f"User is a {word}four.", ones[0]["content"], ones[3]["content"]),
        distilled(f"User is a {word}five.", ones[3]["content"]),
    ]
    notes = [
        noted(f"{word}-rides", ones[3]["content"], body=f"Rides a {word}three.", tags=[word]),
        noted("tastes", ones[0]["content"], summary=f"{word}one", links=[(f"{word}-rides", "")]),
    ]
    first = reflect(connection, f"{user_id}-1", *ones, reflections=reflections, notes=notes)
    talk(
        connection, f"{user_id}-2", user_id, f"I moved to {word}six.", f"I own {word}seven.", days=1
    )
    twos = [
        observation(f"User moved to {word}six.", f"{user_id}-2-1", at=LONG_AGO + DAY),
        observation(f"User owns {word}seven.", f"{user_id}-2-2", at=LONG_AGO + DAY),
    ]
    twos[0]["supersedes"] = [ones[2]["content_hash"]]
    ridden = one(
        connection,
        "select id from reflection.observations where content = %s",
        (ones[3]["content"],),
    )
    second = reflect(
        connection,
        f"{user_id}-2",
        *twos,
        reflections=[
            distilled(
                f"User is a {word}eight.",
                twos[0]["content"],
                supersedes=(f"User is a {word}five.",),
            )
        ],
        drops=[{"observation_id": ridden, "reason": f"{word} rides are many"}],
        notes=[noted(f"{word}-rides", twos[0]["content"], summary=f"Not in {word}six.")],
    )
    connection.execute(
        "update chat.messages set content = %s where id = %s",
        (f"I own {word}nine.", f"{user_id}-2-2"),
    )
    talk(connection, f"{user_id}-3", user_id, f"{word} ten", f"{word} eleven")
    add_message(
        connection, f"{user_id}-3-t", f"{user_id}-3", "tool", f"{word} tool",
        name=f"{word}_tool", tool_calls=Jsonb([{"q": f"{word} call"}]),
    )  # fmt: skip
    fold(connection)
    for _ in range(3):
        connection.execute(
            "update reflection.claims set eligible_at = '2020-01-01', not_before = null"
            " where thread_id = %s",
            (f"{user_id}-3",),
        )
        failed = claim(connection)
        assert failed.thread_id == f"{user_id}-3"
        connection.execute(
            "select reflection.enter_spending(%s, %s)", (failed.claim_id, Jsonb(spent(word)))
        )
        connection.execute(
            "select reflection.mark_failed_if_claimed(%s, %s, %s, 'thread')",
            (failed.thread_id, failed.claim_id, f"{word} broke it"),
        )
    talk(connection, f"{user_id}-4", user_id, f"{word} twelve", f"{word} thirteen")
    add_message(connection, f"{user_id}-4-u", f"{user_id}-4", content=f"{word} undated", at=None)
    talk(connection, f"{user_id}-5", user_id, f"{word} fourteen", f"{word} fifteen")
    fold(connection)
    connection.execute(
        "insert into reflection.shadows values (gen_random_uuid(), %s, %s, %s, now())",
        (f"{user_id}-4", user_id, Jsonb([{"observations": [{"content": f"{word} shadow"}]}])),
    )
    connection.execute("insert into reflection.spend_holds values (%s, now())", (user_id,))
    connection.execute(
        "insert into reflection.former_ids values (%s, 'observation', %s, 999)",
        (user_id, hashed(word)),
    )
    connection.execute(
        "update reflection.claims set eligible_at = '2020-01-01' where thread_id = %s",
        (f"{user_id}-5",),
    )
    live = claim(connection)
    assert live.thread_id == f"{user_id}-5"
    connection.execute(
        "insert into reflection.spend_reservations values (%s, %s, now(), 1, 1, now())",
        (live.claim_id, user_id),
    )
    late = memory_of(loaded(connection, live))
    talk(connection, f"{user_id}-6", user_id, f"{word} sixteen")
    return {"first": first, "second": second, "live": (live, late)}


def dump(url: str) -> str:
    """What pg_dump writes of a database, with its data."""
    program = str(find_binaries().program("pg_dump"))
    return subprocess.run(
        [program, "-d", url], stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def found(connection: Connection, url: str, *words: str) -> list[str]:
    """Where a word still is: in the dump, in any row of any table, in what ANALYZE keeps."""
    connection.execute("analyze")
    tables = connection.execute(
        "select c.oid::regclass::text from pg_class c"
        " join pg_namespace n on n.oid = c.relnamespace"
        " where c.relkind = 'r' and n.nspname in ('chat', 'reflection')"
    ).fetchall()
    told = [
        (table, str(row)) for (table,) in tables for row in connection.execute(f"table {table}")
    ]
    told += [
        (f"pg_stats of {table}", str(row))
        for table, *row in connection.execute("select tablename, * from pg_stats")
    ]
    told += [("pg_dump", line) for line in dump(url).splitlines()]
    return [f"{where}: {line}" for where, line in told for word in words if word in line]


def of_user(connection: Connection, user_id: str) -> dict[str, list[Any]]:
    """Every row of every table that names a user or one of their threads, and what is rendered."""
    rows: dict[str, list[Any]] = {}
    tables = connection.execute(
        "select c.oid::regclass::text from pg_class c"
        " join pg_namespace n on n.oid = c.relnamespace"
        " where c.relkind = 'r' and n.nspname in ('chat', 'reflection') order by 1"
    ).fetchall()
    for (table,) in tables:
        if kept := sorted(
            str(row)
            for row in connection.execute(f"table {table}")
            if any(str(value).startswith(user_id) for value in row)
        ):
            rows[table] = kept
    rows["memory"] = [one(connection, "select reflection.memory_for(%s)", (user_id,))]
    return rows


def contents(connection: Connection, table: str = "observations") -> list[str]:
    """What is kept, in the order of its ids."""
    rows = connection.execute(f"select content from reflection.{table} order by id")
    return [content for (content,) in rows]


def receipt(connection: Connection, call: str, *ids: str, dry_run: bool = False) -> dict[str, int]:
    """What erase_user, erase_thread, erase_message or forget_memory answers."""
    places = ", ".join(["%s"] * len(ids))
    rows = connection.execute(
        f"select table_name, rows from reflection.{call}({places}, %s)", (*ids, dry_run)
    ).fetchall()
    return dict(rows)
