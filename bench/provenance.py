"""How true what is stored is to the messages that it cites: figures that need no model to judge.

`pv`: which share of the cited ids are messages of the thread that is named with them. `cs`: which
share of an observation's content words stands in what it cites; beside it in the messages around
that too, and in one other message of the same thread, taken at random. `att`: of the observations
that begin with who they are about, for how many that person said what is cited. `rel`: which share
holds a relative date that nothing resolves. `dup`: which share says what one before it says.
"""

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from bench.lines import Turn
from bench.recall import repeated, stems, unresolved

SEED = 7
# What the rules and Claude call the one whose memory it is.
_USER = re.compile(r"(?:the )?user\b", re.IGNORECASE)
_FIRST_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Cited:
    """What is said of whom, and the messages it is said to come from, each with its thread."""

    user_id: str
    content: str
    sources: tuple[tuple[str, str], ...]


class Spoken:
    """Every message of some conversations, by user; who it is that a memory is of, by name."""

    def __init__(self, turns: Mapping[str, Sequence[Turn]], owners: Mapping[str, str]) -> None:
        self._turns = turns
        self._owners = owners
        self._names = {
            user: {turn.name.casefold(): turn.name for turn in said} for user, said in turns.items()
        }
        self._place = {
            (turn.thread, turn.id): (user, number)
            for user, said in turns.items()
            for number, turn in enumerate(said)
        }

    def holds(self, user: str, source: tuple[str, str]) -> bool:
        return source in self._place and self._place[source][0] == user

    def support(self, cited: Sequence[Cited]) -> dict[str, float]:
        """The mean share of an observation's words: exactly there, around it, and at random."""
        chance = random.Random(SEED)
        exact, around, anywhere = [], [], []
        for one in cited:
            words = frozenset(stems(one.content))
            places = [self._place[s] for s in one.sources if s in self._place]
            if not words or not places:
                continue
            of, numbers = self._turns[places[0][0]], {number for _, number in places}
            thread = of[min(numbers)].thread
            near = {
                n
                for number in numbers
                for n in (number - 1, number, number + 1)
                if 0 <= n < len(of) and of[n].thread == thread
            }
            others = [
                t for t in of if t.thread == thread and t.id not in {of[n].id for n in numbers}
            ]
            exact.append(_share(words, (of[n] for n in numbers)))
            around.append(_share(words, (of[n] for n in near)))
            if others:
                anywhere.append(_share(words, [chance.choice(others)]))
        return {
            "exact": round(_mean(exact), 4),
            "around": round(_mean(around), 4),
            "random": round(_mean(anywhere), 4),
        }

    def attributed(self, cited: Sequence[Cited]) -> tuple[float | None, float]:
        """For how many the one it is about said it, of those that name one; and how many do."""
        said = []
        for one in cited:
            about = self._subject(one)
            places = [self._place[s] for s in one.sources if s in self._place]
            if about is not None and places:
                said.append(any(self._turns[user][n].name == about for user, n in places))
        return (fmean(said) if said else None), len(said) / max(len(cited), 1)

    def _subject(self, one: Cited) -> str | None:
        if _USER.match(one.content):
            return self._owners.get(one.user_id)
        first = _FIRST_WORD.search(one.content)
        return self._names.get(one.user_id, {}).get(first[0].casefold()) if first else None


def provenance(spoken: Spoken, cited: Sequence[Cited]) -> dict[str, Any]:
    """All of these figures of one memory."""
    sources = [(one.user_id, source) for one in cited for source in one.sources]
    by_user: dict[str, list[str]] = {}
    for one in cited:
        by_user.setdefault(one.user_id, []).append(one.content)
    contents = [one.content for one in cited]
    share, named = spoken.attributed(cited)
    return {
        "pv": _mean(spoken.holds(*one) for one in sources) if sources else 1.0,
        "cs": spoken.support(cited),
        "att": None if share is None else round(share, 4),
        "att_named": round(named, 4),
        "rel": round(unresolved(contents), 4),
        "dup": round(_mean(repeated(said) for said in by_user.values()), 4),
        "dup_exact": round(1 - len({(o.user_id, o.content.casefold()) for o in cited})
                           / max(len(cited), 1), 4),
        "observations": len(cited),
        "ids_per_observation": round(len(sources) / max(len(cited), 1), 3),
    }  # fmt: skip


def _share(words: frozenset[str], turns: Iterable[Turn]) -> float:
    said = {word for turn in turns for word in turn.said}
    return len(words & said) / len(words)


def _mean(numbers: Iterable[float]) -> float:
    kept = list(numbers)
    return fmean(kept) if kept else 0.0
