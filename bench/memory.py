"""What a bounded memory still knows of long conversations, measured without a model.

    make bench-memory DATA=FOLDER

FOLDER holds `threads.jsonl` (as `import` reads it) and `questions.jsonl`, a line each of
`{user_id, question, answer, evidence: [message id]}`. The threads go into a database of their own,
are drained by the rule engine until nothing is left, and each user's memory is asked of
`reflection.memory_for` at several budgets. Beside it stand memories of whole messages.

Needs nothing: without TEST_DATABASE_URL or DATABASE_URL a server is started for it and removed.
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.baselines import Turn, by_keyword, newest, shuffled, within
from bench.database import fresh_database
from bench.recall import Question, Recall, Shown, mean, recall, repeated, unresolved
from worker import app, log
from worker.exchange.jsonl import read_threads
from worker.settings import Settings
from worker.source import SourceThread
from worker.stop import Stop
from worker.store.chat import Chat
from worker.store.database import Database
from worker.store.views import Views

BUDGETS = (500, 1000, 2000, 4000, 8000)
SEEDS = 20
RESULTS = Path(__file__).parent / "results" / "memory.json"
_LINE = re.compile(r"#(r?\d+) (.*)")


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is in memory after the drain, with where each line says it came from.

    `shown` is by budget and user; `contents` are the lines at the widest budget; `citations` are
    all that observations claim, each a thread and a message.
    """

    shown: dict[int, dict[str, Shown]]
    contents: dict[str, list[str]]
    citations: list[tuple[str, str]]
    observations: int
    seconds: float


def remember(url: str, threads: Sequence[SourceThread]) -> Remembered:
    """Import the threads, drain them with the rule engine, and read every user's memory."""
    with Database(url) as database:
        chat = Chat(database)
        for thread in threads:
            chat.add(thread)
    began = time.monotonic()
    summary, _, code = app.run_drain(
        Settings(database_url=url, engine="rules"),
        max_threads=None,
        claim_seconds=float("inf"),
        stop=Stop(),
    )
    if code or summary.failed:
        raise SystemExit(f"the drain did not reflect every thread: {summary}")
    with Database(url) as database:
        return read_memory(
            database, sorted({thread.user_id for thread in threads}), time.monotonic() - began
        )


def read_memory(database: Database, users: Sequence[str], seconds: float = 0.0) -> Remembered:
    """Every user's memory at every budget, its lines joined with their sources."""
    sources: dict[str, set[str]] = {}
    for row in database.dicts(
        """
        select o.id::text as id, s.message_id
          from reflection.observations o
          join reflection.observation_sources s on s.observation_id = o.id
         union all
        select 'r' || r.reflection_id, s.message_id
          from reflection.reflection_support r
          join reflection.observation_sources s on s.observation_id = r.observation_id
        """
    ):
        sources.setdefault(row["id"], set()).add(row["message_id"])
    views = Views(database)
    shown: dict[int, dict[str, Shown]] = {budget: {} for budget in BUDGETS}
    contents: dict[str, list[str]] = {}
    for user in users:
        for budget in BUDGETS:
            text = str(views.memory(user, budget)["memory"])
            lines = [found for line in text.splitlines() if (found := _LINE.fullmatch(line))]
            cites = frozenset(one for line in lines for one in sources.get(line[1], ()))
            shown[budget][user] = Shown(text, cites, len(lines))
        contents[user] = [line[2] for line in lines]
    citations = [
        (row["thread_id"], row["message_id"])
        for row in database.dicts(
            "select thread_id, message_id from reflection.observation_sources"
        )
    ]
    observations = int(database.scalar("select count(*) from reflection.observations"))
    return Remembered(shown, contents, citations, observations, seconds)


def baselines(
    turns: dict[str, list[Turn]], questions: Sequence[Question]
) -> dict[str, dict[int, Recall]]:
    """The same figures for memories of whole messages."""
    found: dict[str, dict[int, Recall]] = {}
    for name, order in (("last_n", newest), ("keyword", by_keyword)):
        ordered = {user: order(said) for user, said in turns.items()}
        found[name] = {
            budget: recall({u: within(budget, o) for u, o in ordered.items()}, questions)
            for budget in BUDGETS
        }
    found["random"] = {
        budget: mean(
            [
                recall({u: within(budget, shuffled(o, seed)) for u, o in turns.items()}, questions)
                for seed in range(SEEDS)
            ]
        )
        for budget in BUDGETS
    }
    return found


def figures(
    memory: Remembered,
    threads: Sequence[SourceThread],
    questions: Sequence[Question],
) -> dict[str, Any]:
    """Everything that is measured, as it is written to the results."""
    messages = {(thread.thread_id, one.id) for thread in threads for one in thread.messages}
    by_memory = {
        "rules": {budget: recall(memory.shown[budget], questions) for budget in BUDGETS},
        **baselines(_turns(threads), questions),
    }
    contents = [content for user in memory.contents.values() for content in user]
    widest = memory.shown[BUDGETS[-1]].values()
    lines = sum(one.lines for one in widest)
    return {
        **{
            figure: {
                name: {str(budget): round(getattr(one, figure), 4) for budget, one in ones.items()}
                for name, ones in by_memory.items()
            }
            for figure in ("etr", "all", "atr", "sd")
        },
        "users": {str(b): by_memory["rules"][b].users for b in BUDGETS},
        "pv": fmean(one in messages for one in memory.citations) if memory.citations else 1.0,
        "rel": round(unresolved(contents), 4),
        "dup": round(fmean(repeated(user) for user in memory.contents.values()), 4),
        "observations": memory.observations,
        "ids_per_observation": round(len(memory.citations) / max(memory.observations, 1), 3),
        "tokens_per_line": round(sum(one.tokens for one in widest) / max(lines, 1), 1),
        "lines": {str(b): fmean(s.lines for s in memory.shown[b].values()) for b in BUDGETS},
        "tokens": {str(b): max(s.tokens for s in memory.shown[b].values()) for b in BUDGETS},
        "seconds": round(memory.seconds, 1),
    }


def _turns(threads: Sequence[SourceThread]) -> dict[str, list[Turn]]:
    turns: dict[str, list[Turn]] = {}
    for thread in threads:
        said = turns.setdefault(thread.user_id, [])
        for one in thread.messages:
            day = one.created_at.date() if one.created_at else date.min
            said.append(Turn(one.id, len(said) + 1, one.name or one.role, one.content, day))
    return turns


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures in Markdown."""
    for figure, title in (
        ("etr", "ETR: share of the evidence that is cited (mean over questions)"),
        ("atr", "ATR: share of the answers' words that is shown"),
        ("all", "ALL: share of questions whose whole evidence is cited"),
    ):
        yield f"\n{title}\n"
        yield "| memory | " + " | ".join(f"{budget:,} tokens" for budget in BUDGETS) + " |"
        yield "|---" * (len(BUDGETS) + 1) + "|"
        for name, row in found[figure].items():
            yield f"| {name} | " + " | ".join(f"{row[str(b)]:.3f}" for b in BUDGETS) + " |"
    yield "\nThe rule engine's ETR by user; sd is between users\n"
    yield "| user | " + " | ".join(f"{budget:,} tokens" for budget in BUDGETS) + " |"
    yield "|---" * (len(BUDGETS) + 1) + "|"
    users = list(found["users"][str(BUDGETS[0])])
    half = len(users) // 2
    means = {"first half": users[:half], "second half": users[half:]} if half else {}
    rows = {user: [user] for user in users} | means
    for name, of in rows.items():
        shown = [fmean(found["users"][str(b)][user] for user in of) for b in BUDGETS]
        yield f"| {name} | " + " | ".join(f"{one:.3f}" for one in shown) + " |"
    yield "| sd | " + " | ".join(f"{found['sd']['rules'][str(b)]:.3f}" for b in BUDGETS) + " |"
    yield "| lines | " + " | ".join(f"{found['lines'][str(b)]:.0f}" for b in BUDGETS) + " |"
    yield "| most tokens | " + " | ".join(f"{found['tokens'][str(b)]}" for b in BUDGETS) + " |"
    yield (
        f"\n{found['observations']} observations, {found['ids_per_observation']} sources each, "
        f"{found['tokens_per_line']} tokens a line, drained in {found['seconds']} s. "
        f"PV {found['pv']:.4f} (must be 1), REL {found['rel']:.3f}, DUP {found['dup']:.3f}."
    )
    yield (
        "\nThe budget of `rules` is what memory_for promises: tokens of the whole text, a quarter "
        "of its UTF-8 bytes. A baseline's line `#id name: text` and the heading of a day cost a "
        "quarter of their characters, rounded up."
    )


def read_questions(path: Path) -> list[Question]:
    """The questions of a file."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return [
        Question(
            row["user_id"],
            str(row.get("answer", "")),
            frozenset(row["evidence"]),
            row["question"],
            str(row.get("category", "")),
        )
        for row in rows
    ]


def main(arguments: Sequence[str]) -> None:
    """Measure, print the tables, keep the figures."""
    parser = argparse.ArgumentParser(prog="bench.memory", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds threads.jsonl and questions.jsonl")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    given = parser.parse_args(arguments)
    folder = given.folder
    for name in ("threads.jsonl", "questions.jsonl"):
        if not (folder / name).is_file():
            parser.error(f"{folder / name} is not there: give a folder as DATA=FOLDER")
    with (folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    log.configure("warning", "console")
    server = os.environ.get("TEST_DATABASE_URL") or os.environ.get("DATABASE_URL")
    with fresh_database(server) as url:
        memory = remember(url, threads)
    found = figures(memory, threads, read_questions(folder / "questions.jsonl"))
    given.results.parent.mkdir(exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(table(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
