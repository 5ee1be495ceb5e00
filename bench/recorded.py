"""An engine that observes what was recorded of a thread, and nothing else."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from worker.engines.at_once import AtOnce
from worker.records import (
    ActiveObservation,
    Chunk,
    Drop,
    Known,
    Origin,
    Proposal,
    Relevance,
    Role,
)

Drops = Callable[[Sequence[ActiveObservation], int], Sequence[Drop]]


class RecordedEngine(AtOnce):
    """Proposes the recorded observations whose messages a chunk shows, at the time of the last.

    It drops nothing, unless `drops` says what a full pool could do without.
    """

    name = "recorded"
    reads = frozenset(Role)

    def __init__(self, observations: Sequence[dict[str, Any]], drops: Drops | None = None) -> None:
        self._drops = drops
        self._by_thread: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for one in observations:
            self._by_thread[one["thread_id"]].append(one)

    @classmethod
    def read(cls, path: Path, drops: Drops | None = None) -> "RecordedEngine":
        """Of a file with an observation a line."""
        return cls(read_observations(path), drops)

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        shown = {message.id: message for message in chunk.messages}
        made = []
        for one in self._by_thread[chunk.thread_id]:
            cited = [shown.get(source) for source in one["source_message_ids"]]
            said = [message for message in cited if message is not None]
            if said and len(said) == len(cited):
                by_user = any(message.role is Role.USER for message in said)
                made.append(
                    Proposal(
                        one["content"],
                        Relevance.LOW,
                        # Of the user it can only be said with a message by the user.
                        "fact" if by_user else "completion",
                        max(message.at for message in said),
                        tuple(message.id for message in said),
                        Origin.AGENT,
                    )
                )
        return made

    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
        return list(self._drops(pool, target)) if self._drops else []


def read_observations(path: Path) -> list[dict[str, Any]]:
    """Of a file with an observation a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]
