"""How well the lint tells a wrong source from a right one, on observations whose source is known.

    python -m bench.lint FOLDER

FOLDER holds `threads.jsonl` and `observations.jsonl`. Each observation goes through the judge with
its own sources, and with one other message of its thread drawn at random instead: a plausible wrong
one, harder to tell than one that was made up. Where doubt begins was chosen on the first half of
the users, so the figures of the second half could have come out otherwise.
"""

import argparse
import json
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.recall import unresolved
from bench.recorded import RecordedEngine
from worker.exchange.jsonl import read_threads
from worker.judge import judge
from worker.judge.lint import FAR_BETTER, Flag, Lint
from worker.judge.support import DOUBT, Citations
from worker.records import Chunk, Message, Observation, Proposal, Role
from worker.source import SourceThread

SEEDS = 3
PLAIN = (DOUBT, 0.2, 0.3)
WEIGHED = (0.2, 0.3, FAR_BETTER, 0.5, 0.6)
_HALVES = ("first half", "second half")


@dataclass(frozen=True, slots=True)
class _Thread:
    """One thread as the judge sees it, and what was recorded of it, with the speaker of each."""

    user_id: str
    timezone: str
    messages: tuple[Message, ...]
    proposals: tuple[Proposal, ...]
    speakers: tuple[str, ...]

    def judged(self, proposals: Sequence[Proposal]) -> tuple[Observation, ...]:
        return judge(proposals, self.messages, self.timezone).accepted

    def cited(self, proposal: Proposal, beside: int = 0) -> list[Message]:
        """The messages that a proposal cites, and so many before and after each."""
        places = {message.id: place for place, message in enumerate(self.messages)}
        near = {
            at
            for one in proposal.source_ids
            for at in range(places[one] - beside, places[one] + beside + 1)
        }
        return [self.messages[at] for at in sorted(near) if 0 <= at < len(self.messages)]

    def misled(self, drawn: random.Random) -> list[Proposal]:
        """The same proposals, each citing one message that is none of its sources."""
        made = []
        for one in self.proposals:
            others = [message for message in self.messages if message.id not in one.source_ids]
            if others:
                other = drawn.choice(others)
                category = "fact" if other.role is Role.USER else "completion"
                made.append(replace(one, source_ids=(other.id,), category=category))
        return made


def lint_figures(
    threads: Sequence[SourceThread], observations: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """What the lint catches, what it doubts wrongly, and how good what was recorded is.

    `caught` and `false` are how often the flag `sources` is raised of random sources and of the
    true ones, `by_flag` how often each flag is, `by_threshold` what would be caught by half of the
    users if doubt began elsewhere, beside the plain share of words. `att` is the share of
    observations that cite what the speaker they are about wrote; `rel` the share with a relative
    date before and after the judge; `cs` how much of the words stands in the messages cited, in
    those and the ones beside them, and in a random one.
    """
    every = _recorded(threads, observations)
    users = sorted({thread.user_id for thread in every})
    first = frozenset(users[: len(users) // 2])
    halves = {
        name: [thread for thread in every if (thread.user_id in first) is is_first]
        for name, is_first in zip(_HALVES, (True, False), strict=True)
    }
    rightly = {name: _kept(of, lambda thread: [thread.proposals]) for name, of in halves.items()}
    wrongly = {name: _kept(of, _drawn) for name, of in halves.items()}
    for kept in (rightly, wrongly):
        kept["all"] = [one for name in _HALVES for one in kept[name]]
    return {
        "observations": len(rightly["all"]),
        "caught": {name: _rate(kept, Flag.SOURCES) for name, kept in wrongly.items()},
        "false": {name: _rate(kept, Flag.SOURCES) for name, kept in rightly.items()},
        "by_flag": {
            name: {flag.value: _rate(kept["all"], flag) for flag in Flag}
            | {"any": _share([bool(one.flags) for one in kept["all"]])}
            for name, kept in (("random", wrongly), ("true", rightly))
        },
        "by_threshold": {name: _thresholds(of) for name, of in halves.items()},
        "att": _attributed(every),
        "rel": {
            "before": round(unresolved([p.content for t in every for p in t.proposals]), 4),
            "after": round(unresolved([one.content for one in rightly["all"]]), 4),
        },
        "cs": _supported(every),
    }


def _recorded(
    threads: Sequence[SourceThread], observations: Sequence[dict[str, Any]]
) -> list[_Thread]:
    engine = RecordedEngine(observations)
    speakers = {(one["thread_id"], one["content"]): one.get("speaker") for one in observations}
    found = []
    for thread in threads:
        messages = tuple(
            Message(
                one.id, place, Role(one.role), one.content,
                one.created_at or datetime.min.replace(tzinfo=UTC), "", one.name,
            )
            for place, one in enumerate(thread.messages)
        )  # fmt: skip
        zone = thread.timezone or "UTC"
        made = engine.propose(Chunk(thread.thread_id, thread.user_id, zone, messages), ())
        if made:
            named = tuple(speakers[thread.thread_id, one.content] or "" for one in made)
            found.append(_Thread(thread.user_id, zone, messages, tuple(made), named))
    return found


def _drawn(thread: _Thread) -> list[list[Proposal]]:
    seeds = (random.Random(f"{thread.messages[0].id} {seed}") for seed in range(SEEDS))
    return [thread.misled(seed) for seed in seeds]


def _kept(
    threads: Sequence[_Thread], tries: Callable[[_Thread], Sequence[Sequence[Proposal]]]
) -> list[Observation]:
    return [
        one for thread in threads for proposals in tries(thread) for one in thread.judged(proposals)
    ]


def _rate(kept: Sequence[Observation], flag: Flag) -> float:
    return _share([flag in one.flags for one in kept])


def _share(of: Sequence[float]) -> float:
    return round(fmean(of), 4) if of else 0.0


def _thresholds(threads: Sequence[_Thread]) -> dict[str, dict[str, dict[str, float]]]:
    """What is caught and doubted wrongly below each plain and each weighed share of words."""
    shares: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for thread in threads:
        citations = Citations()
        lint = Lint(thread.messages, citations)
        for kind, proposals in (("false", thread.proposals), ("caught", _drawn(thread)[0])):
            for one in proposals:
                cited = thread.cited(one)
                plain = citations.support(one.content, cited)
                weighed = lint.share(one.content, cited)
                shares["plain", kind].append(1.0 if plain is None else plain)
                shares["weighed", kind].append(1.0 if weighed is None else weighed)
    return {
        rule: {
            str(below): {
                kind: _share([share < below for share in shares[rule, kind]])
                for kind in ("caught", "false")
            }
            for below in thresholds
        }
        for rule, thresholds in (("plain", PLAIN), ("weighed", WEIGHED))
    }


def _attributed(threads: Sequence[_Thread]) -> float:
    """The share that cites a message by the speaker who was recorded with it."""
    return _share([
        any(message.name == speaker for message in thread.cited(one))
        for thread in threads
        for one, speaker in zip(thread.proposals, thread.speakers, strict=True)
        if speaker
    ])  # fmt: skip


def _supported(threads: Sequence[_Thread]) -> dict[str, float]:
    shares: dict[str, list[float]] = {"exact": [], "beside": [], "random": []}
    for thread in threads:
        citations = Citations()
        for name, beside, proposals in (
            ("exact", 0, thread.proposals),
            ("beside", 1, thread.proposals),
            ("random", 0, _drawn(thread)[0]),
        ):
            for one in proposals:
                share = citations.support(one.content, thread.cited(one, beside))
                if share is not None:
                    shares[name].append(share)
    return {name: _share(of) for name, of in shares.items()}


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures in Markdown."""
    yield f"\nLint of {found['observations']} observations, each with its own and a random source\n"
    yield "| flag `sources` | caught of random | false of true |"
    yield "|---|---|---|"
    for name in ("all", *_HALVES):
        yield f"| {name} | {found['caught'][name]:.3f} | {found['false'][name]:.3f} |"
    yield "\n| flag | of random | of true |"
    yield "|---|---|---|"
    for flag, rate in found["by_flag"]["random"].items():
        yield f"| {flag} | {rate:.3f} | {found['by_flag']['true'][flag]:.3f} |"
    yield "\n| rule, doubt below | caught, false (first half) | caught, false (second half) |"
    yield "|---|---|---|"
    for rule, thresholds in found["by_threshold"][_HALVES[0]].items():
        for below in thresholds:
            cells = [found["by_threshold"][half][rule][below] for half in _HALVES]
            told = " | ".join(f"{one['caught']:.3f}, {one['false']:.3f}" for one in cells)
            yield f"| {rule} {below} | {told} |"
    cs, rel = found["cs"], found["rel"]
    yield (
        f"\nATT {found['att']:.3f}; REL {rel['before']:.3f} before the judge and "
        f"{rel['after']:.3f} after it; CS {cs['exact']:.3f}, with the messages beside "
        f"{cs['beside']:.3f}, of a random one {cs['random']:.3f}."
    )


def main(arguments: Sequence[str]) -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(prog="bench.lint", description=__doc__)
    parser.add_argument("folder", type=Path, help="holds threads.jsonl and observations.jsonl")
    folder = parser.parse_args(arguments).folder
    for name in ("threads.jsonl", "observations.jsonl"):
        if not (folder / name).is_file():
            parser.error(f"{folder / name} is not there")
    with (folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    observations = [
        json.loads(line)
        for line in (folder / "observations.jsonl").read_text(encoding="utf-8").splitlines()
        if line.strip()
    ]
    print("\n".join(table(lint_figures(threads, observations))))


if __name__ == "__main__":
    main(sys.argv[1:])
