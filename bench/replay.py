"""Threads reflected by recorded replies while workers are killed: nothing is lost or doubled.

    make bench-replay DATA=FOLDER [THREADS=n] [KILLS=n]

FOLDER holds `threads.jsonl` and `observations.jsonl`. Two workers, each the real command, drain the
threads from a server on loopback that replies with what was recorded, in a database of their own,
with pools so small that the dropper has work to do. Now and then one of them is killed (SIGKILL)
wherever it is; its lease is ended, and another takes its place. In the end the database must hold
what it would have held without that, and the accounts all that was asked, but for the request that
was under way at a kill.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import psycopg
from messages_api import Received, Reply, Server
from messages_api.archive import Archive
from messages_api.replay import Replay

from bench.command import COMMAND, environment
from bench.database import fresh_database
from bench.undamaged import damage, progress, state
from worker import log
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread
from worker.store.chat import Chat
from worker.store.database import Database
from worker.store.queue import fold

RESULTS = Path(__file__).parent / "results" / "replay.json"
POOL_TOKENS = 1500
SECONDS = 1800.0
# How long a reply may take, so that some are under way when a worker is killed.
LONGEST_PAUSE = 0.005
_END_LEASES = """
update reflection.claims
   set claimed_at = claimed_at - interval '1 day',
       expires_at = clock_timestamp() - interval '1 hour'
 where claim_id is not null and expires_at > clock_timestamp() and claimed_by = any (%s)
"""


@dataclass(slots=True)
class Worker:
    """One process and where its log goes."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path


@dataclass(slots=True)
class Crew:
    """The workers of one run: each place is taken by one after the other."""

    environment: dict[str, str]
    folder: Path
    places: int
    working: dict[int, Worker] = field(default_factory=dict)
    killed: list[str] = field(default_factory=list)
    started: int = 0
    faults: list[str] = field(default_factory=list)

    def start(self, place: int) -> None:
        self.started += 1
        name = f"worker {self.started}"
        path = self.folder / f"{self.started}.log"
        with path.open("wb") as out:
            process = subprocess.Popen(
                [COMMAND, "drain", "--until-empty", "--json"],
                env={**self.environment, "REFLECTION_WORKER": name},
                stdout=out,
                stderr=out,
            )
        self.working[place] = Worker(name, process, path)

    def kill(self, place: int) -> None:
        """Kill whoever works there."""
        worker = self.working.pop(place)
        worker.process.kill()
        worker.process.wait()
        self.killed.append(worker.name)

    def reap(self) -> None:
        """Let go of those that ended, and note those that should not have as they did."""
        for place, worker in list(self.working.items()):
            code = worker.process.poll()
            if code is None:
                continue
            del self.working[place]
            told = worker.log.read_text(errors="replace")
            if code or "Traceback" in told:
                self.faults.append(f"{worker.name} ended with exit code {code}: {told[-500:]}")

    def end(self) -> None:
        for worker in self.working.values():
            worker.process.kill()
            worker.process.wait()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a run goes: who works, with what target of a pool, and when somebody is killed."""

    workers: int = 2
    kills: int = 30
    pool_tokens: int = POOL_TOKENS
    seed: int = 0


def run(
    url: str, threads: Sequence[SourceThread], archive: Archive, plan: Plan, folder: Path
) -> dict[str, Any]:
    """Reflect the threads and kill workers; what came of it, with all that is wrong as `faults`."""
    random, began = Random(plan.seed), time.monotonic()
    with Server() as api, psycopg.connect(url, autocommit=True) as watching:
        replay = Replay(archive)

        def answer(request: Received) -> Reply:
            return replace(replay(request), pause=random.uniform(0, LONGEST_PAUSE))

        api.script.always(answer)
        with Database(url) as database:
            for thread in threads:
                Chat(database).add(thread)
            fold(database)
        settings = {
            "REFLECTION_POOL_TOKENS": str(plan.pool_tokens),
            # Whoever is killed has spent an attempt, and none of these is to be given up.
            "REFLECTION_MAX_ATTEMPTS": "1000",
            "REFLECTION_LOG_LEVEL": "warning",
        }
        crew = Crew(environment(url, api.url, api.key, **settings), folder, plan.workers)
        # At least two requests come for a thread.
        moments = sorted(random.sample(range(1, 2 * len(threads)), plan.kills))
        try:
            _watch(crew, api, watching, moments, random)
        finally:
            crew.end()
        found = state(watching)
        asked = api.record.requests
        unaccounted = len(asked) - found["requests"]
        faults = [*crew.faults, *api.record.violations, *damage(watching, plan.pool_tokens)]
        if not 0 <= unaccounted <= len(crew.killed):
            faults.append(f"{unaccounted} requests are in no account, of {len(asked)}")
        if len(crew.killed) < plan.kills:
            faults.append(f"{len(crew.killed)} workers were killed, not {plan.kills}")
        return {
            "threads": len(threads),
            "workers": crew.started,
            "kills": len(crew.killed),
            "asked": api.record.counts,
            "asked_at_a_kill": unaccounted,
            **found,
            "seconds": round(time.monotonic() - began, 1),
            "faults": faults,
        }


def _watch(
    crew: Crew,
    api: Server,
    watching: psycopg.Connection[Any],
    moments: list[int],
    random: Random,
) -> None:
    """Keep every place taken until nothing is left to do, and kill when the moment has come."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        crew.reap()
        # A claim may be made after its worker is dead: the server has read all that it sent.
        watching.execute(_END_LEASES, (crew.killed,))
        left = progress(watching)
        if not left.unfinished and not crew.working:
            return
        for place in range(crew.places):
            if place not in crew.working and (left.claimable or not crew.working):
                crew.start(place)
        if moments and len(api.record.requests) >= moments[0] and crew.working:
            time.sleep(random.uniform(0, 0.1))
            crew.kill(random.choice(list(crew.working)))
            moments.pop(0)
        time.sleep(0.02)
    crew.faults.append(f"it was not done in {SECONDS:.0f} s")


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures in Markdown."""
    yield "| what | how many |"
    yield "|---|---|"
    for name, value in found.items():
        if name != "faults":
            yield f"| {name.replace('_', ' ')} | {value} |"
    for fault in found["faults"]:
        yield f"\nWRONG: {fault}"
    if not found["faults"]:
        yield "\nNothing was lost, nothing is there twice, and the accounts hold what was asked."


def main(arguments: Sequence[str]) -> None:
    """Run it, print the figures, keep them; exit code 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="bench.replay", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds threads.jsonl and observations.jsonl")
    parser.add_argument("--threads", type=int, help="how many of them, the first ones")
    parser.add_argument("--kills", type=int, default=30, help="how many workers are killed")
    parser.add_argument("--seed", type=int, default=0, help="another one kills at other moments")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    given = parser.parse_args(arguments)
    for name in ("threads.jsonl", "observations.jsonl"):
        if not (given.folder / name).is_file():
            parser.error(f"{given.folder / name} is not there: give a folder as DATA=FOLDER")
    with (given.folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    log.configure("warning", "console")
    plan = Plan(kills=given.kills, seed=given.seed)
    with (
        tempfile.TemporaryDirectory(prefix="bench-replay-") as folder,
        fresh_database(os.environ.get("TEST_DATABASE_URL")) as url,
    ):
        archive = Archive.read(given.folder)
        found = run(url, threads[: given.threads], archive, plan, Path(folder))
    given.results.parent.mkdir(exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(table(found)))
    sys.exit(1 if found["faults"] else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
