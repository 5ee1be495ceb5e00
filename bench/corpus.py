"""The conversations that are measured: what was said, what is asked, what a model observed."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.lines import Noted, Turn
from bench.recall import Question
from bench.recorded import read_observations
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread


@dataclass(frozen=True, slots=True)
class Corpus:
    """Threads, questions about them, and recorded observations, which may be none.

    `turns` are the messages of each user in the order of the threads, `times` says when each was
    sent, `owners` who it is, by name, that a memory is of; `notes` are what was observed, as lines.
    """

    threads: Sequence[SourceThread]
    questions: Sequence[Question]
    observations: Sequence[dict[str, Any]]
    turns: Mapping[str, Sequence[Turn]]
    times: Mapping[str, datetime]
    owners: Mapping[str, str]
    notes: Mapping[str, Sequence[Noted]]

    @property
    def users(self) -> list[str]:
        return sorted(self.turns)


def corpus_of(
    threads: Sequence[SourceThread],
    questions: Sequence[Question],
    observations: Sequence[dict[str, Any]] = (),
) -> Corpus:
    """The same things, as they are measured."""
    turns: dict[str, list[Turn]] = {}
    owners: dict[str, str] = {}
    users: dict[str, str] = {}
    for thread in threads:
        users[thread.thread_id] = thread.user_id
        said = turns.setdefault(thread.user_id, [])
        for one in thread.messages:
            name = one.name or one.role
            if one.role == "user":
                owners.setdefault(thread.user_id, name)
            at = one.created_at or datetime.min.replace(tzinfo=UTC)
            said.append(Turn(one.id, len(said) + 1, name, one.content, at.date(), thread.thread_id))
    times = {
        one.id: one.created_at or datetime.min.replace(tzinfo=UTC)
        for thread in threads
        for one in thread.messages
    }
    notes: dict[str, list[Noted]] = {}
    for row in observations:
        cites = frozenset(row["source_message_ids"])
        noted = notes.setdefault(users[row["thread_id"]], [])
        place = len(noted) + 1
        day = max(times[one] for one in cites).date()
        line = f"#{place} {row['content']}"
        noted.append(Noted(place, row["content"], day, cites, line, row["thread_id"]))
    asked = [one for one in questions if one.user_id in turns]
    return Corpus(threads, asked, observations, turns, times, owners, notes)


def read_corpus(folder: Path) -> Corpus:
    """What a folder holds; observations.jsonl need not be there."""
    with (folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    observed = folder / "observations.jsonl"
    return corpus_of(
        threads,
        read_questions(folder / "questions.jsonl"),
        read_observations(observed) if observed.is_file() else [],
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
