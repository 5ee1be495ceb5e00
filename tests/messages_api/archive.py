"""Threads with observations that a model made of them, by which a request is answered again.

The folder has `threads.jsonl` and `observations.jsonl`; REFLECTION_LOCOMO names it. Nothing of it
is kept here.
"""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from messages_api.shown import SaidLine, plain

VARIABLE = "REFLECTION_LOCOMO"
MISSING = f"set {VARIABLE} to a folder with threads.jsonl and observations.jsonl"


@dataclass(frozen=True, slots=True)
class Recorded:
    """An observation of the archive, its sources named as a request shows them."""

    content: str
    sources: tuple[str, ...]
    roles: frozenset[str]


class Archive:
    """Finds the observations of a piece of a thread by what its messages say."""

    def __init__(
        self, threads: Iterable[dict[str, Any]], observations: Iterable[dict[str, Any]]
    ) -> None:
        self._places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        self._recorded: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for thread in threads:
            for message in thread["messages"]:
                place = (str(thread["thread_id"]), str(message["id"]))
                self._places[plain(message["content"])].append(place)
        for observation in observations:
            self._recorded[str(observation["thread_id"])].append(observation)

    @classmethod
    def read(cls, folder: Path) -> "Archive":
        """The archive that a folder holds."""
        return cls(_lines(folder / "threads.jsonl"), _lines(folder / "observations.jsonl"))

    def recall(self, messages: Sequence[SaidLine]) -> list[Recorded]:
        """What was recorded of these messages: every observation whose sources are all shown."""
        thread, shown = self._thread(messages)
        return [
            Recorded(
                str(one["content"]),
                tuple(shown[source].id for source in one["source_message_ids"]),
                frozenset(shown[source].role for source in one["source_message_ids"]),
            )
            for one in self._recorded.get(thread, ())
            if all(source in shown for source in one["source_message_ids"])
        ]

    def _thread(self, messages: Sequence[SaidLine]) -> tuple[str, dict[str, SaidLine]]:
        """The thread that says most of this, and its messages among those shown."""
        votes: Counter[str] = Counter()
        for message in messages:
            votes.update({thread for thread, _ in self._places.get(message.text, ())})
        if not votes:
            return "", {}
        thread = min(votes, key=lambda one: (-votes[one], one))
        shown: dict[str, SaidLine] = {}
        for message in messages:
            # What is said twice in one thread is shown in the order in which it was said.
            same = [one for where, one in self._places.get(message.text, ()) if where == thread]
            if free := [one for one in same if one not in shown]:
                shown[free[0]] = message
        return thread, shown


def archive_folder(given: str | Path | None = None) -> Path | None:
    """The folder that is given, or that the environment names; None if there is none."""
    named = given or os.environ.get(VARIABLE)
    folder = Path(named) if named else None
    return folder if folder and (folder / "observations.jsonl").is_file() else None


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
