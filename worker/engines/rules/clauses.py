"""Where a statement may begin in a sentence: at its clauses, after words that change nothing."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_CLAUSES = 40
_FILLERS = 8


class Clause(NamedTuple):
    """One place where a statement may begin: its clause, its first word, and the clause's end."""

    start: int
    at: int
    end: int
    fronted: bool


@dataclass(frozen=True, slots=True)
class Clauses:
    """What divides the clauses of a language, and what may stand before a statement.

    `fronts` is what lets a verb stand before its subject, where that is no question.
    """

    breaks: re.Pattern[str]
    filler: re.Pattern[str]
    fronts: re.Pattern[str]

    def of(self, spoken: str) -> Iterator[Clause]:
        """Every place in a sentence where a statement may begin, the earliest first."""
        bounds = [(0, 0)]
        for found in self.breaks.finditer(spoken):
            bounds.append(found.span())
            if len(bounds) == _CLAUSES:
                break
        ends = [begin for begin, _ in bounds[1:]] + [len(spoken)]
        for (_, start), end in zip(bounds, ends, strict=True):
            at = start
            fronted = start > 0 and self.fronts.fullmatch(spoken, 0, start) is not None
            yield Clause(start, at, end, fronted)
            for _ in range(_FILLERS):
                filler = self.fronts.match(spoken, at) or self.filler.match(spoken, at)
                if filler is None or filler.end() == at:
                    break
                fronted = filler.re is self.fronts
                at = filler.end()
                yield Clause(start, at, end, fronted)

    def begin(self, spoken: str, pattern: re.Pattern[str]) -> bool:
        """Whether a clause of the sentence begins with the pattern."""
        return any(pattern.match(spoken, clause.at) for clause in self.of(spoken))
