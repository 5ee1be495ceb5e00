"""How often memory takes two things for one, or one for two, measured on pairs labelled by hand.

    make bench-merges

`bench/pairs/*.jsonl` hold the pairs, a line each of `{language, kind, label, first, second}`. Most
are two contents of memory, labelled `same`, `different` or `replaces` (which is no merge either):
does the judge link them? Those of `threads.jsonl` are what a user says in two threads, labelled
`replaces` or `stands`: does the rule engine let the first give way, whichever it reads first?

Merged though it is not the same hides something true; not merged though it is shows it twice.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from worker.engines.rules import RuleEngine
from worker.judge import grown, judge
from worker.judge.likeness import alike
from worker.records import Chunk, Known, Message, Observation, Role

DATA = Path(__file__).parent / "pairs"
RESULTS = Path(__file__).parent / "results" / "merges.json"
THREADS = "threads.jsonl"
_FIRST = datetime(2026, 1, 10, 12, tzinfo=UTC)
_LATER = _FIRST + timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contents, or what is said in two threads, and what they are to each other."""

    language: str
    kind: str
    label: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Errors:
    """What of some pairs was decided wrongly.

    `false` are of the `apart` pairs that must be left as two, `missed` of the `together` ones.
    `unheard` are pairs of threads in which the first says nothing that the rules keep: nothing can
    give way then.
    """

    false: tuple[Pair, ...] = ()
    apart: int = 0
    missed: tuple[Pair, ...] = ()
    together: int = 0
    unheard: int = 0

    @property
    def false_rate(self) -> float:
        return len(self.false) / self.apart if self.apart else 0.0

    @property
    def missed_rate(self) -> float:
        return len(self.missed) / self.together if self.together else 0.0

    @property
    def rate(self) -> float:
        every = self.apart + self.together
        return (len(self.false) + len(self.missed)) / every if every else 0.0


def read_pairs(folder: Path) -> tuple[list[Pair], list[Pair]]:
    """The pairs of contents and the pairs of threads that a folder holds."""
    contents: list[Pair] = []
    threads: list[Pair] = []
    for path in sorted(folder.glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        into = threads if path.name == THREADS else contents
        into += [Pair(**json.loads(line)) for line in lines if line]
    return contents, threads


def merged(pairs: Sequence[Pair]) -> Errors:
    """What of the pairs of contents the judge links wrongly."""
    decided = [(pair, pair.label == "same", alike(pair.first, pair.second)) for pair in pairs]
    return _errors(decided)


def superseded(pairs: Sequence[Pair], *, late: bool = False) -> Errors:
    """What of the pairs of threads the rule engine lets give way wrongly.

    `late` reads the later thread first, as an import does that comes after it.
    """
    decided: list[tuple[Pair, bool, bool]] = []
    unheard = 0
    for pair in pairs:
        gave_way = _gave_way(pair, late=late)
        if gave_way is None:
            unheard += 1
        else:
            decided.append((pair, pair.label == "replaces", gave_way))
    return _errors(decided, unheard)


def _errors(decided: Sequence[tuple[Pair, bool, bool]], unheard: int = 0) -> Errors:
    return Errors(
        false=tuple(pair for pair, is_one, taken in decided if taken and not is_one),
        apart=sum(not is_one for _, is_one, _ in decided),
        missed=tuple(pair for pair, is_one, taken in decided if is_one and not taken),
        together=sum(is_one for _, is_one, _ in decided),
        unheard=unheard,
    )


def _gave_way(pair: Pair, *, late: bool) -> bool | None:
    """Whether what the first thread says gave way to the second; None if nothing of it is kept."""
    first = {one.content_hash for one in _reflected(pair.first, _FIRST, [])}
    if not first:
        return None
    known: list[Known] = []
    gone: set[str] = set()
    threads = [(pair.first, _FIRST), (pair.second, _LATER)]
    for text, at in reversed(threads) if late else threads:
        new = _reflected(text, at, known)
        for one in new:
            gone.update(one.supersedes)
            if one.replaced_by:
                gone.add(one.content_hash)
        known = grown(known, new)
    return bool(first & gone)


def _reflected(text: str, at: datetime, known: Sequence[Known]) -> tuple[Observation, ...]:
    message = Message(
        id=at.date().isoformat(), ordinal=1, role=Role.USER, text=text, at=at, content_hash="-"
    )
    proposed = RuleEngine().propose(Chunk("thread", "user", "UTC", (message,)), known)
    return judge(proposed, (message,), "UTC", known).accepted


def figures(contents: Sequence[Pair], threads: Sequence[Pair]) -> dict[str, Any]:
    """Everything that is measured, as it is written to the results."""
    return {
        "merges": _measured(merged, contents),
        "supersessions": _measured(superseded, threads),
        "supersessions_late": _figures(superseded(threads, late=True)),
    }


def _measured(measure: Callable[[Sequence[Pair]], Errors], pairs: Sequence[Pair]) -> dict[str, Any]:
    every = measure(pairs)
    return {
        **_figures(every),
        **{
            f"by_{field}": {
                value: _figures(measure([one for one in pairs if getattr(one, field) == value]))
                for value in dict.fromkeys(getattr(one, field) for one in pairs)
            }
            for field in ("language", "kind")
        },
        "wrong": [asdict(one) for one in (*every.false, *every.missed)],
    }


def _figures(errors: Errors) -> dict[str, Any]:
    return {
        "pairs": errors.apart + errors.together,
        "false": len(errors.false),
        "apart": errors.apart,
        "false_rate": round(errors.false_rate, 4),
        "missed": len(errors.missed),
        "together": errors.together,
        "missed_rate": round(errors.missed_rate, 4),
        "error_rate": round(errors.rate, 4),
        "unheard": errors.unheard,
    }


def table(found: dict[str, Any]) -> Iterator[str]:
    """The figures in Markdown."""
    merges, replaced, late = (
        found[name] for name in ("merges", "supersessions", "supersessions_late")
    )
    yield from _rows("Two contents taken for one (false), or one for two (missed)", merges)
    yield (
        f"\nFalse-merge rate {merges['false_rate']:.4f}, missed-merge rate "
        f"{merges['missed_rate']:.4f}, merge-error rate {merges['error_rate']:.4f} "
        f"of {merges['pairs']} pairs."
    )
    yield from _rows(
        "What gave way though it stands (false), or stands though it is over", replaced
    )
    yield (
        f"\nFalse supersessions {replaced['false_rate']:.4f}, missed {replaced['missed_rate']:.4f} "
        f"of {replaced['pairs']} pairs of threads; in {replaced['unheard']} more the rules keep "
        f"nothing of the first. The later thread read first: {late['false']} false, "
        f"{late['missed']} missed."
    )
    wrong = [one for one in merges["wrong"] if one["label"] != "same"]
    wrong += [one for one in replaced["wrong"] if one["label"] != "replaces"]
    if wrong:
        yield "\nWhat hides something true\n"
        yield from (f"- {one['first']} | {one['second']} ({one['kind']})" for one in wrong)


def _rows(title: str, found: dict[str, Any]) -> Iterator[str]:
    yield f"\n{title}\n"
    yield "| pairs | false | of apart | missed | of one | error rate |"
    yield "|---|---|---|---|---|---|"
    for name, one in {"all": found, **found["by_language"], **found["by_kind"]}.items():
        yield (
            f"| {name} | {one['false']} | {one['apart']} | {one['missed']} | {one['together']} "
            f"| {one['error_rate']:.3f} |"
        )


def main(arguments: Sequence[str]) -> None:
    """Measure, print the tables, keep the figures."""
    parser = argparse.ArgumentParser(prog="bench.merges", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA, help="holds the labelled pairs")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where the figures go")
    given = parser.parse_args(arguments)
    contents, threads = read_pairs(given.data)
    if not contents and not threads:
        parser.error(f"{given.data} holds no pairs: give a folder with *.jsonl as --data")
    found = figures(contents, threads)
    given.results.parent.mkdir(exist_ok=True)
    given.results.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    print("\n".join(table(found)))


if __name__ == "__main__":
    main(sys.argv[1:])
