"""How fast search finds what one of many users said, and what keeping it findable costs.

    make bench-search [MESSAGES=n] [USERS=n]

A database of its own is filled with conversations of made-up words, as frequent as words are, and
with an observation for every third message, then each user asked about is asked what stands in one
of their messages. Two more users have 20,000 and 100,000 messages. A commit is timed with search
and, its terms left out, without.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from statistics import median
from typing import Any

import psycopg
from product import LONG_AGO, add_message, claim, commit, fold, loaded, memory_of

from bench.database import fresh_database

RESULTS = Path(__file__).parent / "results" / "search.json"
BAR_MS = 50
OF_ONE = (20_000, 100_000)
TURNS = 20
WORDS = 30
KNOWN_WORDS = 20_000
Connection = psycopg.Connection[Any]

FILL = """
insert into reflection.coverage
  (thread_id, message_id, content_hash, covered_at, claim_id, user_id, said_at, place, terms)
select m.thread_id, m.id, reflection.message_hash(m.role, m.content), now(), gen_random_uuid(),
       t.user_id, m.created_at, m.position, reflection.search_terms(t.user_id, m.content)
  from chat.messages m
  join chat.threads t on t.id = m.thread_id;
insert into reflection.observations
  (user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
   content_hash, terms)
select c.user_id, c.thread_id, said.content, 'low', 'fact', c.said_at, 20, 'rule', c.message_id,
       reflection.search_terms(c.user_id, said.content)
  from reflection.coverage c
  join chat.messages m on m.id = c.message_id
 cross join lateral (select left(m.content, 70) as content) said
 where c.place % 3 = 1;
insert into reflection.observation_sources
  (saying_id, observation_id, user_id, thread_id, message_id, content_hash)
select o.id, o.id, c.user_id, c.thread_id, c.message_id, c.content_hash
  from reflection.coverage c
  join reflection.observations o on o.user_id = c.user_id and o.content_hash = c.message_id;
"""
SIZES = """
select pg_table_size('reflection.coverage') as coverage_table,
       pg_relation_size('reflection.searchable') as searchable_index,
       (select sum(pg_column_size(terms)) from reflection.coverage) as terms_of_messages,
       (select sum(pg_column_size(terms)) from reflection.observations) as terms_of_observations
"""
WITHOUT = """
create or replace function reflection.search_terms (p_user_id text, p_text text)
  returns integer[] language sql immutable parallel safe as $$ select '{}'::integer[] $$
"""


class Speech:
    """Sentences of made-up words, the few that are everywhere and the many that are rare."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        letters = "aeioubdfgklmnprst"
        self._words = [
            "".join(self._random.choices(letters, k=self._random.randint(2, 9)))
            for _ in range(KNOWN_WORDS)
        ]
        self._upto = list(accumulate(1 / (rank + 2) for rank in range(KNOWN_WORDS)))

    def sentence(self) -> str:
        count = self._random.randint(WORDS // 3, WORDS * 5 // 3)
        return " ".join(self._random.choices(self._words, cum_weights=self._upto, k=count))


def fill(connection: Connection, sizes: dict[str, int]) -> float:
    """Give each user so many messages, all of them read; how many seconds the terms took."""
    speech = Speech(1)
    connection.execute("set session_replication_role = replica")
    with connection.cursor() as cursor:
        with cursor.copy("copy chat.threads (id, user_id) from stdin") as copy:
            for user, size in sizes.items():
                for thread in range(-(-size // TURNS)):
                    copy.write_row((f"{user}/{thread}", user))
        columns = "id, thread_id, position, role, content, created_at"
        with cursor.copy(f"copy chat.messages ({columns}) from stdin") as copy:
            for user, size in sizes.items():
                for number in range(size):
                    thread = f"{user}/{number // TURNS}"
                    role = ("user", "assistant")[number % 2]
                    row = (f"{user}:{number}", thread, number % TURNS, role, speech.sentence())
                    copy.write_row((*row, LONG_AGO))
    began = time.monotonic()
    connection.execute(FILL)
    took = time.monotonic() - began
    connection.execute("set session_replication_role = origin")
    connection.execute("vacuum analyze")
    return took


def asked(connection: Connection, users: Sequence[str], seed: int = 2) -> Iterator[tuple[str, str]]:
    """A question for each user: eight words that stand together in one of their messages."""
    chosen = random.Random(seed)
    for user in users:
        (content,) = connection.execute(
            """
            select m.content
              from chat.messages m
             where m.thread_id = %s
             order by m.position
             limit 1
            """,
            (f"{user}/0",),
        ).fetchone() or ("",)
        words = content.split()
        start = chosen.randrange(max(len(words) - 8, 1))
        yield user, " ".join(words[start : start + 8])


def timed(connection: Connection, questions: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Milliseconds of a search at the client, each asked once."""
    took = []
    for user, query in questions:
        began = time.perf_counter()
        rows = connection.execute(
            "select * from reflection.search_memory(%s, %s)", (user, query), prepare=True
        ).fetchall()
        took.append((time.perf_counter() - began) * 1000)
        if not rows:
            raise SystemExit(f"nothing was found for {user}")
    took.sort()
    return {
        "asked": len(took),
        "p50": round(median(took), 2),
        "p99": round(took[min(int(len(took) * 0.99), len(took) - 1)], 2),
        "most": round(took[-1], 2),
    }


def commit_ms(connection: Connection, name: str, threads: int) -> float:
    """Milliseconds of the middle commit of threads of TURNS messages."""
    speech = Speech(3)
    took = []
    for thread in range(threads):
        thread_id = f"{name}/{thread}"
        connection.execute(
            "insert into chat.threads (id, user_id) values (%s, %s)", (thread_id, f"{name} user")
        )
        for number in range(TURNS):
            role = ("user", "assistant")[number % 2]
            message = f"{name} {thread}:{number}"
            add_message(connection, message, thread_id, role, speech.sentence())
        fold(connection)
        claimed = claim(connection)
        memory = memory_of(loaded(connection, claimed))
        began = time.perf_counter()
        done = commit(connection, claimed, memory)
        took.append((time.perf_counter() - began) * 1000)
        if not done:
            raise SystemExit("a commit was refused")
    return median(took)


def measure(
    url: str, messages: int, users: int, of_one: Sequence[int] = OF_ONE, threads: int = 60
) -> dict[str, Any]:
    """Everything that is measured, as it is written to the results."""
    sizes = {f"user {n}": messages // users for n in range(users)}
    large = {f"user of {size}": size for size in of_one}
    with psycopg.connect(url, autocommit=True) as connection:
        seconds = fill(connection, sizes | large)
        some = random.Random(4).sample(sorted(sizes), min(1000, users))
        questions = list(asked(connection, some))
        # The first reads what every other has in memory already.
        timed(connection, questions[:20])
        found: dict[str, Any] = {
            "messages": messages,
            "users": users,
            "index_seconds": round(seconds, 1),
            "search_ms": timed(connection, questions),
            "search_ms_of_one": {
                str(size): timed(connection, list(asked(connection, [user])) * 20)
                for user, size in large.items()
            },
        }
        with connection.cursor(row_factory=psycopg.rows.dict_row) as cursor:
            sized = cursor.execute(SIZES).fetchone() or {}
        found["megabytes"] = {name: round(int(size) / 2**20, 2) for name, size in sized.items()}
        with_search = commit_ms(connection, "with", threads)
        connection.execute(WITHOUT)
        without = commit_ms(connection, "without", threads)
    found["commit_ms"] = {"with": round(with_search, 2), "without": round(without, 2)}
    found["commit_ratio"] = round(with_search / without, 2)
    return found


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures in Markdown."""
    yield f"\n{found['messages']:,} messages of {found['users']:,} users\n"
    yield "| a search of a user with | p50 ms | p99 ms | most ms |"
    yield "|---|---|---|---|"
    rows = {f"{found['messages'] // found['users']:,} messages": found["search_ms"]}
    rows |= {f"{int(n):,} messages": one for n, one in found["search_ms_of_one"].items()}
    for name, one in rows.items():
        yield f"| {name} | {one['p50']} | {one['p99']} | {one['most']} |"
    yield (
        f"\nA commit of {TURNS} messages takes {found['commit_ms']['with']} ms, without terms "
        f"{found['commit_ms']['without']} ms: {found['commit_ratio']} times as long."
    )
    sizes = ", ".join(
        f"{name.replace('_', ' ')} {mb} MB" for name, mb in found["megabytes"].items()
    )
    yield f"{sizes}. The terms of all took {found['index_seconds']} s to make."


def main(arguments: Sequence[str]) -> None:
    """Measure, print the table, keep the figures; ends with 1 when search is too slow."""
    parser = argparse.ArgumentParser(prog="bench.search", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--users", type=int, default=10_000, metavar="N")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    given = parser.parse_args(arguments)
    if not 0 < given.users <= given.messages:
        parser.error("give at least one user and as many messages as users")
    server = os.environ.get("TEST_DATABASE_URL") or os.environ.get("DATABASE_URL")
    with fresh_database(server) as url:
        found = measure(url, given.messages, given.users)
    given.results.parent.mkdir(exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(table(found)))
    if found["search_ms"]["p99"] > BAR_MS:
        raise SystemExit(f"p99 is over {BAR_MS} ms")


if __name__ == "__main__":
    main(sys.argv[1:])
