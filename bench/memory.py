"""The scorecard: what a bounded memory still knows of long conversations, without a model.

    make bench-memory DATA=FOLDER [CHARTS=FOLDER]

FOLDER holds `threads.jsonl` (as `import` reads it), `questions.jsonl`, a line each of `{user_id,
question, answer, evidence: [message id], category?}`, and, if what a model observed is to be
replayed, `observations.jsonl`. The threads are drained into databases of their own: by the rule
engine, and by an engine that proposes what was recorded, once with room for all of it and once with
a pool of 4,000 tokens. Each user's memory is asked of `reflection.memory_for` at several budgets.
Beside them stand memories of whole messages, and searches. docs/quality.md tells of each figure.

Needs nothing: without TEST_DATABASE_URL or DATABASE_URL a server is started for it and removed.
Exit code 1 when a target is missed.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench import field, lint, tables
from bench.corpus import Corpus, corpus_of, read_corpus
from bench.database import copied_database, fresh_database
from bench.effort import blast_of_memory, blast_of_turns, tokens_per_thread
from bench.field import ByBudget
from bench.found import search_shown
from bench.provenance import Cited, Spoken, provenance
from bench.recall import Recall, recall, recall_each
from bench.recorded import RecordedEngine
from bench.remembered import BUDGETS, Remembered, remember
from bench.renamed import Renaming
from bench.rendered import formats, regrets
from bench.targets import judged
from worker import log
from worker.engines.rules import RuleEngine
from worker.store.database import Database

RESULTS = Path(__file__).parent / "results" / "memory.json"
POOL_TOKENS = 4000
# Each with the budgets at which search is asked of it: what it finds may depend on little.
SEARCH_AT = {"rules": (1000,), "replay": BUDGETS, "replay_dropped": (1000,)}
MEMORIES = tuple(SEARCH_AT)
# Over so many search is asked at once.
CONNECTIONS = 2
# What is made once more with other names: what a pool drops is not.
RENAMED = ("rules", "replay")
REGRET_AT = (1000, 2000, 4000)
# What is told by kind of question, beside memories of ours.
FOR_CATEGORIES = ("keyword_idf", "bm25", "bm25_with_observations")


@dataclass(frozen=True, slots=True)
class Ours:
    """One memory of ours, and what search finds in it for each question, at some budgets."""

    memory: Remembered
    search: ByBudget


def ours(names: Iterable[str], corpus: Corpus, empty: str) -> dict[str, Ours]:
    """Drain the conversations into each memory, in a copy of an `empty` database, and search it.

    While one is searched the next is drained: the server works at the one, this process at the
    other.
    """
    memories: dict[str, Remembered] = {}
    asked: dict[str, dict[int, Future[Recall]]] = {}
    with ExitStack() as copies, ThreadPoolExecutor(CONNECTIONS) as threads:
        for name in names:
            url = copies.enter_context(copied_database(empty))
            memories[name] = drained(name, corpus, url)
            asked[name] = {
                budget: threads.submit(searched, url, corpus, budget) for budget in SEARCH_AT[name]
            }
        return {
            name: Ours(memory, {budget: one.result() for budget, one in asked[name].items()})
            for name, memory in memories.items()
        }


def searched(url: str, corpus: Corpus, budget: int) -> Recall:
    """What search finds within a budget, over a connection of its own."""
    with Database(url) as database:
        asked = [(one.user_id, one.text) for one in corpus.questions]
        shown = search_shown(database, asked, budget)
    return recall_each(zip(shown, corpus.questions, strict=True))


def drained(name: str, corpus: Corpus, url: str) -> Remembered:
    """What one of the MEMORIES holds of the conversations."""
    dropped = name == "replay_dropped"
    drops = RuleEngine().propose_drops if dropped else None
    return remember(
        url,
        corpus.threads,
        None if name == "rules" else RecordedEngine(corpus.observations, drops),
        POOL_TOKENS if dropped else None,
    )


def renamed(corpus: Corpus, names: Iterable[str], empty: str) -> dict[str, ByBudget]:
    """The recall of the same memories, with every name in the conversations an invented one."""
    other = Renaming(corpus.threads)
    changed = corpus_of(
        other.threads(corpus.threads),
        other.questions(corpus.questions),
        other.observations(corpus.observations),
    )
    found = {}
    for name in names:
        with copied_database(empty) as url:
            shown = drained(name, changed, url).shown
        found[name] = {b: recall(shown[b], changed.questions) for b in BUDGETS}
    return found


def beside(corpus: Corpus) -> dict[str, Any]:
    """What needs no database: other memories, other searches, and the forms of a line."""
    turns, notes, questions = corpus.turns, corpus.notes, corpus.questions
    recalls = field.chosen(turns, questions)
    if notes:
        recalls |= field.observed(notes, questions)
    recalls |= field.searched(turns, notes, questions)
    whole = {"messages": field.everything(turns, questions)}
    if notes:
        whole["recorded"] = field.everything(notes, questions)
    return {
        "recalls": recalls,
        "everything": whole,
        "two_stage": field.two_stage(turns, questions),
        "formats": formats(notes, corpus.times, questions) if notes else {},
        "lint": lint.lint_figures(corpus.threads, corpus.observations) if notes else {},
    }


def figures(
    memories: Mapping[str, Ours],
    corpus: Corpus,
    others: Mapping[str, Any],
    again: Mapping[str, ByBudget],
) -> dict[str, Any]:
    """Everything that is measured, as it is written to the results."""
    recalls: dict[str, ByBudget] = {}
    for name, one in memories.items():
        recalls[name] = {b: recall(one.memory.shown[b], corpus.questions) for b in BUDGETS}
        if one.search:
            recalls["search" if name == "replay" else f"search_{name}"] = one.search
    own = list(recalls)
    recalls |= others["recalls"]
    spoken = Spoken(corpus.turns, corpus.owners)
    proven = {
        name: provenance(
            spoken, [Cited(o.user_id, o.content, o.sources) for o in one.memory.stored]
        )
        for name, one in memories.items()
    }
    if corpus.observations:
        proven["recorded"] = provenance(spoken, _recorded(corpus))
    found: dict[str, Any] = {
        figure: {
            name: {str(b): round(getattr(one, figure), 4) for b, one in ones.items()}
            for name, ones in recalls.items()
        }
        for figure in ("etr", "all", "atr", "sd")
    }
    found["renamed"] = {
        name: {str(b): round(one.etr, 4) for b, one in ones.items()} for name, ones in again.items()
    }
    found["users"] = {name: {str(b): one.users for b, one in recalls[name].items()} for name in own}
    found["by_category"] = {
        name: {str(b): one.kinds for b, one in recalls[name].items()}
        for name in (*own, *FOR_CATEGORIES)
        if name in recalls
    }
    for figure in next(iter(proven.values())):
        found[figure] = {name: one[figure] for name, one in proven.items()}
    stored = {name: one.memory.live for name, one in memories.items()}
    blast: dict[str, Any] = {n: blast_of_memory(corpus.turns, s) for n, s in stored.items()}
    found["blast"] = blast | {"messages": blast_of_turns(corpus.turns)}
    found["tpt"] = tokens_per_thread(corpus.turns, stored)
    found["regret"] = {name: _regret(one.memory, corpus) for name, one in memories.items()}
    for name, one in memories.items():
        shown = one.memory.shown
        found.setdefault("lines", {})[name] = {
            str(b): round(sum(s.lines for s in shown[b].values()) / len(shown[b]), 1)
            for b in BUDGETS
        }
        found.setdefault("largest", {})[name] = max(s.tokens for s in shown[BUDGETS[-1]].values())
        found.setdefault("live", {})[name] = len(one.memory.live)
        found.setdefault("drain_seconds", {})[name] = round(one.memory.seconds, 1)
    found |= {name: others[name] for name in ("everything", "two_stage", "formats", "lint")}
    found["targets"] = list(judged(found))
    return found


def _recorded(corpus: Corpus) -> list[Cited]:
    users = {thread.thread_id: thread.user_id for thread in corpus.threads}
    return [
        Cited(
            users[one["thread_id"]],
            one["content"],
            tuple((one["thread_id"], message) for message in one["source_message_ids"]),
        )
        for one in corpus.observations
    ]


def _regret(memory: Remembered, corpus: Corpus) -> dict[str, Any]:
    # Of all that was observed: what was dropped is lost to what is shown.
    pool = {user: [o.noted for o in memory.stored if o.user_id == user] for user in corpus.users}
    return {str(b): regrets(pool, memory.shown[b], corpus.questions, b) for b in REGRET_AT}


def measure(corpus: Corpus, server: str | None) -> dict[str, Any]:
    """Drain and measure, with what needs no database in a process of its own at the same time."""
    began = time.monotonic()
    names = MEMORIES if corpus.observations else MEMORIES[:1]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        others: Future[dict[str, Any]] = process.submit(beside, corpus)
        with fresh_database(server) as empty:
            memories = ours(names, corpus, empty)
            again = renamed(corpus, [name for name in RENAMED if name in names], empty)
        found = figures(memories, corpus, others.result(), again)
    return {**found, "seconds": round(time.monotonic() - began, 1)}


def main(arguments: Sequence[str]) -> None:
    """Measure, print the tables, draw the charts, keep the figures."""
    parser = argparse.ArgumentParser(prog="bench.memory", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds threads.jsonl and questions.jsonl")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    parser.add_argument("--charts", type=Path, help="the folder for charts: that of the results")
    given = parser.parse_args(arguments)
    for name in ("threads.jsonl", "questions.jsonl"):
        if not (given.folder / name).is_file():
            parser.error(f"{given.folder / name} is not there: give a folder as DATA=FOLDER")
    # Not above: the process beside is started with this module, and draws nothing.
    from bench import charts

    log.configure("warning", "console")
    found = measure(
        read_corpus(given.folder),
        os.environ.get("TEST_DATABASE_URL") or os.environ.get("DATABASE_URL"),
    )
    given.results.parent.mkdir(parents=True, exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(tables.table(found)))
    if found["lint"]:
        print("\n".join(lint.table(found["lint"])))
    print(charts.text(found))
    for path in charts.draw(found, given.charts or given.results.parent):
        print(f"Drawn: {path}")
    print("\n".join(tables.verdict(found)))
    sys.exit(1 if any(one["met"] is False for one in found["targets"]) else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
