"""What the delete of one message takes of a user's memory, and whether anything else moves.

    make bench-blast DATA=FOLDER [MESSAGES=n]

FOLDER holds `threads.jsonl`, and `observations.jsonl` if what a model recorded is to be measured as
well. The first user's threads go into a database of their own and are drained. Then, one at a time
and taken back each time, messages are deleted as the chat product deletes them, the fold runs, and
every row and every rendered line is compared with before: only what cites the message may differ,
and what hangs on that by a link. Each is also edited and the edit undone, which must give the same
bytes, with nothing owed.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import psycopg

from bench.database import fresh_database
from bench.recorded import RecordedEngine
from worker import app, log
from worker.engine import Engine
from worker.exchange.jsonl import read_threads
from worker.settings import Settings
from worker.source import SourceThread
from worker.stop import Stop
from worker.store.chat import Chat
from worker.store.database import Database

RESULTS = Path(__file__).parent / "results" / "blast.json"
MESSAGES = 200
# All of it is rendered: what one line leaves free is not to let another in.
EVERYTHING = 10_000_000
Connection = psycopg.Connection[Any]

_ROWS = """
select '#' || o.id, o::text, o.token_count
  from reflection.observations o where o.user_id = %(user)s
 union all
select '#r' || r.id, r::text, r.token_count
  from reflection.reflections r where r.user_id = %(user)s
"""
_CITING = """
with cites as (
  select distinct o.id, o.content_hash
    from reflection.observation_sources s
    join reflection.observations o on o.id = s.observation_id
   where s.user_id = %(user)s
     and s.thread_id = %(thread)s
     and (s.message_id = %(message)s or %(message)s::text is null)
)
select '#' || cites.id, true from cites
 union
select '#r' || s.reflection_id, true
  from cites join reflection.reflection_support s on s.observation_id = cites.id
 union
select '#' || o.id, false
  from reflection.observations o
 where o.user_id = %(user)s
   and o.content_hash = any (reflection.contents_concerned(
         %(user)s, array(select cites.content_hash from cites)))
 union
select '#r' || r.id, false
  from cites
  join reflection.reflection_support s on s.observation_id = cites.id
  join reflection.reflections resting on resting.id = s.reflection_id
  join reflection.links l
    on l.user_id = %(user)s
   and l.kind = 'replaces reflection'
   and l.newer = resting.content_hash
  join reflection.reflections r on r.user_id = %(user)s and r.content_hash = l.older
"""
_CITED = """
select distinct s.thread_id, s.message_id
  from reflection.observation_sources s where s.user_id = %s order by 1, 2
"""
_MESSAGES = """
select t.id, m.id
  from chat.threads t join chat.messages m on m.thread_id = t.id
 where t.user_id = %s order by m.created_at, m.id
"""
_OWED = """
select count(*) from reflection.claims where user_id = %s and eligible_at is not null
"""


@dataclass(frozen=True, slots=True)
class State:
    """A user's memory whole: every row by its id, its tokens, and what is rendered, by line."""

    rows: dict[str, str]
    tokens: dict[str, int]
    text: str

    @property
    def lines(self) -> dict[str, str]:
        found = (line.partition(" ") for line in self.text.splitlines() if line[:2] != "##")
        return {name: said for name, _, said in found if name.startswith("#")}


def state(connection: Connection, user: str) -> State:
    """What is remembered of a user at this moment."""
    rows = connection.execute(_ROWS, {"user": user}).fetchall()
    text = connection.execute("select reflection.memory_for(%s, %s)", (user, EVERYTHING)).fetchone()
    assert text is not None
    return State({r[0]: r[1] for r in rows}, {r[0]: r[2] for r in rows}, str(text[0]))


def changed(before: dict[str, str], after: dict[str, str]) -> set[str]:
    """The ids of what is not as it was."""
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


@contextmanager
def undone(connection: Connection) -> Iterator[None]:
    """What is done within is taken back."""
    with connection.transaction(force_rollback=True):
        yield


def fold(connection: Connection) -> None:
    while (row := connection.execute("select reflection.fold_arrivals()").fetchone()) and row[0]:
        pass


def citing(
    connection: Connection, user: str, thread: str, message: str | None
) -> tuple[set[str], set[str]]:
    """The ids of what cites a message, or a whole thread, and of what hangs on that by a link."""
    rows = connection.execute(
        _CITING, {"user": user, "thread": thread, "message": message}
    ).fetchall()
    cites = {name for name, itself in rows if itself}
    return cites, {name for name, _ in rows} - cites


def chosen(connection: Connection, user: str, count: int) -> list[tuple[str, str]]:
    """So many messages: those that are cited first, and of each kind evenly spread."""
    cited = [(row[0], row[1]) for row in connection.execute(_CITED, (user,))]
    every = [(row[0], row[1]) for row in connection.execute(_MESSAGES, (user,))]
    rest = [one for one in every if one not in set(cited)]
    first = _spread(cited, count)
    return first + _spread(rest, count - len(first))


def _spread(ones: list[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    kept = min(count, len(ones))
    return [ones[place * len(ones) // kept] for place in range(kept)]


def blast(connection: Connection, user: str, count: int) -> dict[str, Any]:
    """Delete, and edit, so many messages one at a time: what changed, and what wrongly did."""
    before = state(connection, user)
    messages = chosen(connection, user, count)
    touched, tokens, by_thread, linked, hidden = [], [], [], 0, 0
    wrong: list[str] = []
    for thread, message in messages:
        cites, hang = citing(connection, user, thread, message)
        of_thread, _ = citing(connection, user, thread, None)
        with undone(connection):
            connection.execute("delete from chat.messages where id = %s", (message,))
            unfolded = state(connection, user).lines
            fold(connection)
            after = state(connection, user)
        rows, lines = changed(before.rows, after.rows), changed(before.lines, after.lines)
        wrong += [f"{name} by the delete of {message}" for name in (rows | lines) - cites - hang]
        hidden += len(changed(unfolded, after.lines))
        linked += len((rows | lines) - cites)
        touched.append(len(lines))
        tokens.append(sum(before.tokens.get(name, 0) for name in lines))
        by_thread.append(sum(before.tokens[name] for name in of_thread & before.lines.keys()))
        wrong += _edited(connection, user, message, before, cites | hang)
    of_memory = sum(before.tokens[name] for name in before.lines)
    return {
        "messages": len(messages),
        "cited": len({one for one in messages if citing(connection, user, *one)[0]}),
        "lines_of_memory": len(before.lines),
        "tokens_of_memory": of_memory,
        "changed_lines": sum(touched),
        "changed_by_link": linked,
        "wrongly_changed": len(wrong),
        "otherwise_before_the_fold": hidden,
        "lines_a_message": round(fmean(touched), 3),
        "tokens_a_message": round(fmean(tokens), 1),
        "tokens_a_cited_message": round(_mean(t for t in tokens if t), 1),
        "share_of_memory": round(fmean(tokens) / max(of_memory, 1), 5),
        "tokens_of_its_thread": round(fmean(by_thread), 1),
        "wrong": wrong[:20],
    }


def _mean(numbers: Iterator[int]) -> float:
    kept = list(numbers)
    return fmean(kept) if kept else 0.0


def _edited(
    connection: Connection, user: str, message: str, before: State, may_change: set[str]
) -> list[str]:
    """What an edit changed that it should not have, and what undoing it did not bring back."""
    wrong = []
    with undone(connection):
        row = connection.execute("select content from chat.messages where id = %s", (message,))
        said = row.fetchone()
        assert said is not None
        for content, what in ((f"{said[0]} Or not.", "edit"), (said[0], "undone edit")):
            connection.execute(
                "update chat.messages set content = %s where id = %s", (content, message)
            )
            fold(connection)
            after = state(connection, user)
            wrong += [
                f"{name} by the {what} of {message}"
                for name in changed(before.rows, after.rows) | changed(before.lines, after.lines)
                if name not in may_change or what == "undone edit"
            ]
        if after.text != before.text:
            wrong.append(f"other bytes after the undone edit of {message}")
        owed = connection.execute(_OWED, (user,)).fetchone()
        if owed is None or owed[0]:
            wrong.append(f"a thread is owed after the undone edit of {message}")
    return wrong


def remember(url: str, threads: Sequence[SourceThread], engine: Engine | None) -> None:
    """Import the threads and drain them, by the rules unless another engine is given."""
    with Database(url) as database:
        for thread in threads:
            Chat(database).add(thread)
    summary, _, code = app.run_drain(
        Settings(database_url=url, engine="rules"),
        max_threads=None,
        claim_seconds=float("inf"),
        stop=Stop(),
        with_engine=engine,
    )
    if code or summary.failed:
        raise SystemExit(f"the drain did not reflect every thread: {summary}")


def table(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The figures in Markdown."""
    names = list(found)
    yield "| what | " + " | ".join(names) + " |"
    yield "|---" * (len(names) + 1) + "|"
    for figure in next(iter(found.values())):
        if figure != "wrong":
            row = " | ".join(str(found[name][figure]) for name in names)
            yield f"| {figure.replace('_', ' ')} | {row} |"
    for name in names:
        for fault in found[name]["wrong"]:
            yield f"\nWRONG in {name}: {fault}"
    if not any(one["wrongly_changed"] for one in found.values()):
        yield "\nNothing changed but what cites the message and what hangs on that."
    yield (
        "\nBeside it, measured of extracts of the same threads: 41 tokens a message with exact "
        "sources, 990 with sources to a batch of 1,024 tokens, 974 to the thread."
    )


def main(arguments: Sequence[str]) -> None:
    """Measure, print the table, keep the figures; exit code 1 if anything changed wrongly."""
    parser = argparse.ArgumentParser(prog="bench.blast", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds threads.jsonl")
    parser.add_argument("--messages", type=int, default=MESSAGES, help="how many are deleted")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    given = parser.parse_args(arguments)
    if not (given.folder / "threads.jsonl").is_file():
        parser.error(f"{given.folder / 'threads.jsonl'} is not there: give a folder as DATA=FOLDER")
    with (given.folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    user = threads[0].user_id
    log.configure("warning", "console")
    engines: dict[str, Engine | None] = {"rules": None}
    if (given.folder / "observations.jsonl").is_file():
        engines["recorded"] = RecordedEngine.read(given.folder / "observations.jsonl")
    found = {}
    for name, engine in engines.items():
        with fresh_database(os.environ.get("TEST_DATABASE_URL")) as url:
            remember(url, [one for one in threads if one.user_id == user], engine)
            with psycopg.connect(url, autocommit=True) as connection:
                found[name] = blast(connection, user, given.messages)
    given.results.parent.mkdir(exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(table(found)))
    sys.exit(1 if any(one["wrongly_changed"] for one in found.values()) else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
