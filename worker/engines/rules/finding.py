"""What a language's rules say of one sentence."""

import re
from dataclasses import dataclass

from worker.records import Relevance


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what a sentence that it matches is worth."""

    category: str
    relevance: Relevance
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """That a sentence is worth keeping, and which part of it.

    `start` is where the clause that says it begins and `said` where the words that say it end;
    `end` is where the statement ends, which in "I live in Oslo, what can I see?" is before the
    question. `bare` is a request to remember that does not hold what to remember. `weak` is what
    anybody may say while at an errand too: it counts only in a talk about lives.

    `slot` names what a person has only one of at a time ("home", "work", "name", "age"), the same
    in every language: a later finding of the slot replaces an earlier one. `old` is what the
    sentence says is no longer so, "vim" in "I switched from vim to Helix", and `what` the thing
    that it says is so, "vim" in "I use vim for everything". A finding of the category CORRECTION
    is no statement of its own: it puts right the one before it, where that says `old`, if given.
    """

    category: str
    relevance: Relevance
    start: int
    said: int
    end: int
    bare: bool = False
    slot: str | None = None
    old: str | None = None
    weak: bool = False
    what: str | None = None


CORRECTION = "correction"
