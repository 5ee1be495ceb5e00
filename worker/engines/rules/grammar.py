"""How a sentence is read in a language whose statements stand at the beginnings of clauses.

Patterns are tried only where a clause begins, after words that change nothing, as `english` does
it: what stands between the beginning and the pattern ("no", "creo que no", "er sagt, dass") makes
it fail by itself.
"""

import re
from dataclasses import dataclass

from worker.engines.rules.clauses import Clause, Clauses
from worker.engines.rules.finding import CORRECTION, Finding, Rule
from worker.engines.rules.quotes import MASK
from worker.records import Relevance

# Sentences are not longer than this; what is, is looked at only so far.
_LOOK = 2_000
_DONE = frozenset(["completion", "resolution"])
_LIVED = frozenset(["experience", "plan"])


@dataclass(frozen=True, slots=True)
class ClauseRule(Rule):
    """A pattern for the beginning of a clause, to the first letter of what it is about.

    The one group that it may capture is what is no longer so: `Finding.old`.
    """

    slot: str | None = None


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words by which one language says who means what, and the rules for what is said."""

    clauses: Clauses
    # What stands before a clause and makes it no statement of the writer's.
    supposed: re.Pattern[str]
    when: re.Pattern[str]
    says: re.Pattern[str]
    # What stands after it and does: ", dijo Ana", "nicht", "pero sigue fallando".
    said_by: re.Pattern[str]
    negated: re.Pattern[str]
    taken_back: re.Pattern[str]
    # Words of what is being worked on, or does not work: what happened there is no experience.
    errand: re.Pattern[str]
    # Products are as well, unless it is a product that somebody has left.
    products: re.Pattern[str]
    # What makes an experience or a plan worth more than a day's, and a plan by its date.
    notable: re.Pattern[str]
    to_come: re.Pattern[str]
    # Not the only home, work or age there is, and not the one of now.
    beside: re.Pattern[str]
    # A sentence that is nothing but another's correction.
    correction: re.Pattern[str]
    # Where a question begins in a sentence that ends as one.
    asks: re.Pattern[str]
    asks_later: re.Pattern[str]
    asked_to: re.Pattern[str]
    # A line of dialogue, which nobody says of himself.
    dialogue: re.Pattern[str]
    # Verb before subject, which is a question unless something stands before it.
    inverted: re.Pattern[str]
    remember: ClauseRule
    bare: re.Pattern[str]
    dangers: ClauseRule
    rules: tuple[ClauseRule, ...]

    def find(self, spoken: str) -> Finding | None:
        """What a sentence in this language says of its writer, if it says it plainly."""
        if self.dialogue.match(spoken):
            return None
        length, asks = len(spoken), _is_question(spoken)
        spoken = spoken[:_LOOK]
        clauses = list(self.clauses.of(spoken))
        if asks:
            length = self._question(spoken, length)
            if asked := self._asked(spoken, clauses):
                return asked
        for rule in (self.remember, self.dangers, *self.rules):
            for clause in clauses:
                # A danger that is told of beside a question must not be lost.
                aside = rule is self.dangers and bool(clause.start)
                if clause.at >= length and not aside:
                    continue
                said = rule.pattern.match(spoken, clause.at, len(spoken) if aside else length)
                if said is None or not self._is_meant(spoken, clause, said, rule):
                    continue
                end = length if said.end() <= length else len(spoken)
                return self._finding(spoken, clause, said, rule, end)
        righted = self.correction.fullmatch(spoken, 0, length)
        if righted is None:
            return None
        return Finding(CORRECTION, Relevance.LOW, 0, righted.end(), length, old=_named(righted))

    def _question(self, spoken: str, length: int) -> int:
        """Where the question of a sentence begins."""
        begins = self.asks.search(spoken)
        if begins is None:
            return length if self._is_danger_told(spoken) else 0
        return begins.start()

    def _is_danger_told(self, spoken: str) -> bool:
        said = self.dangers.pattern.match(spoken)
        return said is not None and self.asks_later.search(spoken, said.end()) is not None

    def _asked(self, spoken: str, clauses: list[Clause]) -> Finding | None:
        for clause in clauses:
            if self.asked_to.match(spoken, clause.at) is None:
                continue
            said = self.remember.pattern.match(spoken, clause.at)
            if said is not None:
                return self._finding(spoken, clause, said, self.remember, len(spoken))
        return None

    def _finding(
        self, spoken: str, clause: Clause, said: re.Match[str], rule: ClauseRule, end: int
    ) -> Finding:
        bare = rule is self.remember and self.bare.match(spoken, clause.at) is not None
        only = rule.slot if self.beside.search(spoken) is None else None
        worth = rule.relevance
        if rule.category in _LIVED and self._is_notable(spoken, rule.category):
            worth = Relevance.MEDIUM
        return Finding(
            rule.category,
            worth,
            clause.start,
            said.end(),
            end,
            bare,
            slot=only,
            old=_named(said),
        )

    def _is_notable(self, spoken: str, category: str) -> bool:
        if self.notable.search(spoken):
            return True
        return category == "plan" and self.to_come.search(spoken) is not None

    def _is_meant(self, spoken: str, clause: Clause, said: re.Match[str], rule: ClauseRule) -> bool:
        before = spoken[: clause.at]
        if self.supposed.search(before) or self.says.search(before):
            return False
        if self.inverted.match(said[0]) and not clause.fronted:
            return False
        done = rule.category in _DONE
        if self.when.search(before, 0 if done else before.rfind(",") + 1):
            return False
        if self.said_by.search(spoken, said.end()):
            return False
        if done and self.taken_back.search(spoken, clause.at):
            return False
        lived = rule.category in _LIVED
        if not lived and (rule.category != "fact" or rule.relevance is Relevance.CRITICAL):
            return True
        if not said.lastindex and self.negated.search(spoken, clause.at, clause.end):
            return False
        if not lived and rule.relevance is not Relevance.MEDIUM:
            return True
        if self.errand.search(spoken):
            return False
        return bool(said.lastindex) or not self.products.search(spoken)


def _is_question(spoken: str) -> bool:
    return "¿" in spoken or "?" in spoken.rstrip(" \"')]”’»」』" + MASK)[-3:]


def _named(said: re.Match[str]) -> str | None:
    """What a match names as no longer so."""
    old = said[said.lastindex].strip() if said.lastindex else ""
    return old if old and MASK not in old else None
