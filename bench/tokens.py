"""What Claude reads and writes for a thread, beside what three tool loops would.

    make bench-tokens DATA=FOLDER [THREADS=n]

FOLDER holds `threads.jsonl` and `observations.jsonl`, what a model once said of those threads. They
are drained by the worker with the real SDK, in a database of its own, from a server on loopback
that replies with what was recorded, and distils and drops by fixed rules. Beside each stage the
same is had as a loop at a second server: the same prompt, tool, transcript and memory, the same
first reply, then the tool's result and a closing sentence. So only the manner differs.

Three loops ask the observer, the reflector and the dropper of every thread and write no notes: what
the worker's compiler takes counts against the worker alone. "The same stages" leaves out what it
had no reason to ask, and has the compiler as a loop as well. No model is called: tokens are the
server's estimate, a token for three bytes, and USD are those tokens by the worker's price table. A
loop also marks for the cache what it sends again, which makes it as cheap as it can be.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import anthropic
from messages_api import Received, Reply, Server
from messages_api.archive import Archive
from messages_api.replay import Replay

from bench.beside import Beside
from bench.database import fresh_database
from bench.loop import Loop
from bench.spent import STAGES, of, parts, reasons, spent
from worker import app, log
from worker.engine import Stage
from worker.engines.claude.config import Config
from worker.engines.claude.engine import ClaudeEngine
from worker.exchange.jsonl import read_threads
from worker.settings import Settings
from worker.source import SourceThread
from worker.stop import Stop
from worker.store.chat import Chat
from worker.store.database import Database
from worker.store.queue import Queue

RESULTS = Path(__file__).parent / "results" / "tokens.json"
BAR = 0.5
CLOSING = Reply().text("I have recorded what is new, and there is nothing more to do.")
TITLES = {
    "ours": "the worker",
    "same": "tool loops of the same stages",
    "loops": "three tool loops of each thread",
}
PARTS = ("prompt", "memory", "transcript", "again", "written")


@dataclass(frozen=True, slots=True)
class Measured:
    """What the drain of some threads asked: `ours` of the worker, then the loops beside it.

    `same` are the loops of stages that the worker asked too, `more` those of the others. `accounts`
    are the worker's own: by claim and stage, what was asked and what it cost.
    """

    ours: tuple[Received, ...]
    same: tuple[Received, ...]
    more: tuple[Received, ...]
    accounts: list[dict[str, dict[str, Any]]]
    seconds: float


def measure(url: str, threads: Sequence[SourceThread], archive: Archive) -> Measured:
    """Drain the threads, and have each stage as a loop beside it."""
    began = time.monotonic()
    with ExitStack() as opened:
        database = opened.enter_context(Database(url))
        ours, same, more = (opened.enter_context(Server()) for _ in range(3))
        # To the loops these two are one server.
        more.cache = same.cache
        replay = Replay(archive)
        ours.script.always(replay)
        loops = list[Loop]()
        for server in (same, more):
            server.script.always(lambda one: replay(one) if one.turn == 1 else CLOSING)
            client = anthropic.Anthropic(api_key=server.key, base_url=server.url, max_retries=0)
            loops.append(Loop(opened.enter_context(client)))

        settings = Settings(database_url=url, api_key=ours.key, base_url=ours.url)
        config = Config(api_key=settings.api_key, base_url=settings.base_url)
        queue = Queue(database, worker="bench", engine="claude")
        beside = Beside(ClaudeEngine(config), config, loops, queue, settings.pool_tokens)
        chat = Chat(database)
        for thread in threads:
            chat.add(thread)
        summary, _, _ = app.run_drain(
            settings,
            max_threads=None,
            claim_seconds=float("inf"),
            stop=Stop(),
            with_engine=beside,
            watch=beside,
        )
        beside.complete()
        faults = [told for server in (ours, same, more) for told in server.record.violations]
        if summary.reflected + summary.empty < len(threads) or faults:
            raise SystemExit(f"not every thread was reflected: {summary} {faults[:3]}")
        rows = database.dicts("select stages from reflection.claim_log order by started_at")
        return Measured(
            ours.record.requests,
            same.record.requests,
            more.record.requests,
            [row["stages"] or {} for row in rows],
            time.monotonic() - began,
        )


def figures(measured: Measured) -> dict[str, Any]:
    """Everything that is measured, as it is written to the results."""
    ours, same = spent(measured.ours), spent(measured.same)
    three = [one for one in measured.same if STAGES[one.about] is not Stage.COMPILER]
    loops = spent((*three, *measured.more))
    threads = len(measured.accounts)
    more = [one for one in measured.accounts if any(s["requests"] > 1 for s in one.values())]
    entered = sum(stage["requests"] for one in measured.accounts for stage in one.values())
    read = sum(stage["tokens_in"] for one in measured.accounts for stage in one.values())
    by_stage = {}
    for stage in Stage:
        asked = sum(stage.value in one for one in measured.accounts)
        by_stage[stage.value] = {
            "threads": asked,
            "requests_each": round(spent(of(measured.ours, stage)).requests / max(asked, 1), 3),
            "ours": asdict(spent(of(measured.ours, stage))),
            "same": asdict(spent(of(measured.same, stage))),
            "loops": asdict(spent(of((*measured.same, *measured.more), stage))),
            "parts": dict(parts(of(measured.ours, stage))),
        }
    return {
        "threads": threads,
        "requests_per_thread": round(ours.requests / threads, 3),
        "tokens_per_thread": round(ours.tokens / threads, 1),
        "loop_tokens_per_thread": round(loops.tokens / threads, 1),
        "ratio": round(ours.tokens / loops.tokens, 4),
        "usd_per_1000_threads": round(ours.usd / threads * 1000, 4),
        "same_stages_ratio": round(ours.tokens / same.tokens, 4),
        "usd_ratio": round(ours.usd / loops.usd, 4),
        "same_stages_usd_ratio": round(ours.usd / same.usd, 4),
        "all": {"ours": asdict(ours), "same": asdict(same), "loops": asdict(loops)},
        "by_stage": by_stage,
        "threads_with_more": len(more),
        "reasons": dict(reasons(measured.ours).most_common()),
        "accounted": entered == ours.requests and read == ours.read,
        "seconds": round(measured.seconds, 1),
    }


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures in Markdown."""
    threads = found["threads"]
    yield f"Tokens for each of {threads} threads (a token for three bytes)\n"
    yield "| manner | requests | tokens | read | of it cached | written | USD of 1,000 threads |"
    yield "|---|---|---|---|---|---|---|"
    for manner, title in TITLES.items():
        yield _row(title, found["all"][manner], threads)
    yield (
        f"\nRatio {found['ratio']:.3f} of the tokens (bar {BAR}) and {found['usd_ratio']:.3f} of "
        f"the USD of three loops; {found['same_stages_ratio']:.3f} and "
        f"{found['same_stages_usd_ratio']:.3f} of loops of the same stages."
    )
    yield "\nFor each thread that the worker asked a stage of\n"
    yield "| stage | threads | requests | tokens | same stage as a loop | ratio |"
    yield "|---|---|---|---|---|---|"
    asked = {stage: one for stage, one in found["by_stage"].items() if one["threads"]}
    for stage, one in asked.items():
        count = one["threads"]
        ours, same = (one[name]["read"] + one[name]["written"] for name in ("ours", "same"))
        yield (
            f"| {stage} | {one['threads']} | {one['requests_each']:.3f} | {ours / count:.0f}"
            f" | {same / count:.0f} | {ours / same:.3f} |"
        )
    yield "\nWhat the worker's tokens are for\n"
    yield "| stage | prompt and tool | memory | transcript | sent again | written |"
    yield "|---|---|---|---|---|---|"
    for stage, one in asked.items():
        shown = (one["parts"].get(part, 0) / one["threads"] for part in PARTS)
        yield f"| {stage} | " + " | ".join(f"{tokens:.0f}" for tokens in shown) + " |"
    if idle := set(found["by_stage"]) - set(asked):
        yield f"\nThe worker had no reason to ask the {' and the '.join(sorted(idle))}."
    yield f"\n{found['threads_with_more']} threads needed more than one request in a stage."
    for reason, count in found["reasons"].items():
        yield f"  {count} times: {reason}"
    agrees = "agree" if found["accounted"] else "DO NOT AGREE"
    yield f"\nThe accounts in claim_log and what the server saw {agrees}. {found['seconds']} s."


def _row(title: str, spent: dict[str, Any], threads: int) -> str:
    read, cached, written = (spent[name] / threads for name in ("read", "cached", "written"))
    return (
        f"| {title} | {spent['requests'] / threads:.2f} | {read + written:.0f} | {read:.0f}"
        f" | {cached:.0f} | {written:.0f} | {spent['usd'] / threads * 1000:.3f} |"
    )


def main(arguments: Sequence[str]) -> None:
    """Measure, print the tables, keep the figures."""
    parser = argparse.ArgumentParser(prog="bench.tokens", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds threads.jsonl and observations.jsonl")
    parser.add_argument("--threads", type=int, help="how many of them, the first ones")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    given = parser.parse_args(arguments)
    for name in ("threads.jsonl", "observations.jsonl"):
        if not (given.folder / name).is_file():
            parser.error(f"{given.folder / name} is not there: give a folder as DATA=FOLDER")
    with (given.folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    log.configure("warning", "console")
    with fresh_database(os.environ.get("TEST_DATABASE_URL")) as url:
        measured = measure(url, threads[: given.threads], Archive.read(given.folder))
    found = figures(measured)
    given.results.parent.mkdir(exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(table(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
