"""A worker whose engine takes as long as a test wants: `slow_worker.py FILE` until FILE is there.

It says on stdout which thread it looks at.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from worker import app, log
from worker.engines.at_once import AtOnce
from worker.errors import DependencyFailed, Interrupted
from worker.records import ActiveObservation, Chunk, Drop, Known, Proposal, Relevance, Role
from worker.settings import read_settings
from worker.stop import Stop


class SlowEngine(AtOnce):
    """One observation a chunk, once the file is there."""

    name = "slow"
    reads = frozenset(Role)

    def __init__(self, go: Path) -> None:
        self._go = go

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        print("observing", chunk.thread_id, flush=True)  # noqa: T201
        while not self._go.exists():
            time.sleep(0.02)
        said = chunk.messages[0]
        return [Proposal(f"User: {said.text}", Relevance.LOW, "fact", said.at, (said.id,))]

    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
        return []


def main() -> int:
    settings = read_settings(os.environ)
    log.configure(settings.log_level, settings.log_format)
    engine = SlowEngine(Path(sys.argv[1]))
    try:
        *_, code = app.run_drain(
            settings, max_threads=None, claim_seconds=600, stop=Stop(), with_engine=engine
        )
    except DependencyFailed as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    except Interrupted as error:
        return 128 + error.signal_number
    return code


if __name__ == "__main__":
    sys.exit(main())
