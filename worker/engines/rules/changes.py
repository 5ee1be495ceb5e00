"""What a new statement takes the place of, among what is known and what was said before it.

Only on strong evidence: the same slot filled again, or a thing named as no longer so that an
earlier statement holds and nothing else. A known content is read again by the rules that made it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from worker.engines.rules.finding import Finding
from worker.engines.rules.quotes import masked

# What tells the assistant something is kept in quotation marks.
_LABEL = re.compile(r'User: |User said: "')
_DAY = re.compile(r" \[(?:said )?\d{4}(?:-\d\d){0,2}\]$")
_ADDED = re.compile(r" \((?:asked|corrected): [^()]*\)$")
_HELD = frozenset(["preference", "fact", "remember", "decision", "experience", "plan"])
_WORD = re.compile(r"[\w+#@]+(?:[.'’-][\w+#@]+)*")
_AND = frozenset(["and", "or", "y", "e", "o", "und", "oder", "와", "과", "이나"])
_NEGATED = re.compile(
    r"n['’]t\b|\b(?:not|never|no|cannot|nicht|kein\w*|nie|nunca|jamás)\b|않|못|(?<![가-힣])안 ",
    re.IGNORECASE,
)
_KINDS = (
    re.compile(
        r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|[월화수목금토일]요일|\btomorrow\b"
        r"|\btoday\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:January|February|March|April|May|June|July|August|September|October|November"
        r"|December)\b|\d ?월"
    ),
    re.compile(r"\d"),
    re.compile(r"(?<=[\w,:] )(?!\w+day\b)[A-Z][\w'’-]+"),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """Something known or just proposed, and what the rules say of it."""

    content: str
    finding: Finding
    at: datetime
    text: str


def read(content: str, at: datetime, find: Callable[[str], Finding | None]) -> Statement | None:
    """A known content as the statement it was made from; None if no rule makes anything of it."""
    label = _LABEL.match(content)
    if label is None:
        return None
    text = _ADDED.sub("", _DAY.sub("", content[label.end() :]).removesuffix('"'))
    finding = find(masked(text))
    return Statement(content, finding, at, text) if finding else None


def superseded(new: Statement, earlier: Sequence[Statement]) -> tuple[str, ...]:
    """The contents among the earlier statements that the new one takes the place of."""
    return tuple(
        dict.fromkeys(
            one.content
            for one in earlier
            if one.content != new.content and one.at <= new.at and _replaces(new, one)
        )
    )


def _replaces(new: Statement, one: Statement) -> bool:
    finding, before = new.finding, one.finding
    if finding.slot is not None and finding.slot == before.slot:
        return True
    if finding.old is None or before.category not in _HELD:
        return False
    old = _words(finding.old)
    if before.what is not None:
        return old == _words(before.what)
    if _NEGATED.search(one.text):
        return False
    # Most patterns end with the first letter of what they are about.
    held = _words(one.text[max(0, before.said - 1) :])
    return held[: len(old)] == old and not _AND.intersection(held[len(old) : len(old) + 1])


def put_right(
    words: str, finding: Finding, before: Sequence[Statement], last: Statement | None
) -> Statement | None:
    """The statement, among those just made, that a correction is of: the last that holds what it
    says was wrong, or something of the kind that it names. `last` is the one just before it in
    the same message, of which a name may put anything right.
    """
    old = _words(finding.old or "")
    kinds = {kind for kind in _KINDS if kind.search(words)}
    for one in reversed(before):
        said = _words(one.text)
        if old and any(said[at : at + len(old)] == old for at in range(len(said))):
            return one
        if not old and any(kind.search(one.text) for kind in kinds):
            return one
    return last if not old and kinds == {_KINDS[-1]} else None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
