"""What a new statement takes the place of, among what is known and what was said before it.

Only on strong evidence: the same slot filled again, or a thing named as no longer so that an
earlier statement holds; and only where that statement says nothing else, for "I live in Leeds and
my dog is called Rex" must not go with the home. A known content is read again by the rules that
made it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from worker.engines.rules import english, german, korean, spanish
from worker.engines.rules.finding import Finding
from worker.engines.rules.quotes import masked

# What tells the assistant something is kept in quotation marks.
_LABEL = re.compile(r'User: |User said: "')
_DAY = re.compile(r" \[(?:said )?\d{4}(?:-\d\d){0,2}\]$")
_ADDED = re.compile(r" \((?:asked|corrected): [^()]*\)$")
_HELD = frozenset(["preference", "fact", "remember", "decision", "experience", "plan"])
_WORD = re.compile(r"[\w+#@]+(?:[.'’-][\w+#@]+)*")
_AND = frozenset(["and", "or", "y", "e", "o", "und", "oder", "와", "과", "이나"])
# Where another statement may begin. "Portland, Oregon" is one place; "살고 있" is one verb.
_JOINS = re.compile(
    r",(?! (?!I\b|I['’])(?-i:[A-ZÄÖÜÁÉÍÓÚÑ])[\w'’-]+(?: (?-i:[A-Z])[\w'’-]+)?(?: now\b|[.!]|$))"
    r"|[;(—–\n]| - |[!?] "
    r"|(?<=\w\w\w)\. |\b(?:and|or|but|so|because|plus|where|which|who|whose|while|though|although"
    r"|since (?=i\b|we\b|my\b)|for (?=my\b|our\b)"
    r"|(?<!job )(?<!work )(?<!working )(?<!started )with"
    r"|y|e|o|pero|porque|aunque|donde|mientras|además|con|und|oder|aber|weil|denn|wo|sowie|sondern"
    r"|mit) |그리고 |(?<=고) (?!있|싶|계)|(?<=[며데서]) (?<!에서 )"
    r"|(?<=면서|지만|니까) |(?<=[와과랑]) ",
    re.IGNORECASE,
)
# What says nothing of its own, so that it may go with the rest.
_EMPTY = frozenset(
    re.findall(
        r"[^ ]+",
        "i i'm we my our a an the two three four no yes yeah nope actually sorry hi hello hey well"
        " oh ok okay by way btw now too also please remember that correction"
        " yo mi mis hola sí perdón ahora ya ich mein meine meinen meinem meiner hallo ja nein jetzt"
        " nun 저는 나는 네 아니 안녕하세요 제 내",
    )
)
# Only what is said of living somewhere ends a home: one may switch from Berlin to a smaller font.
_LIVING = re.compile(r"\b(?:liv(?:e|ed|ing)|wohn\w*|leb\w*|viv\w*)\b|살|이사", re.IGNORECASE)
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
        return _is_left(one, finding.old) and _says_no_more(one, new, [])
    if finding.old is None or before.category not in _HELD:
        return False
    if before.slot == "home" and not _LIVING.search(new.text):
        return False
    old = _words(finding.old)
    if not _says_no_more(one, new, old):
        return False
    if before.what is not None:
        return old == _words(before.what)
    if _NEGATED.search(one.text):
        return False
    # Most patterns end with the first letter of what they are about.
    held = _words(one.text[max(0, before.said - 1) :])
    return held[: len(old)] == old and not _AND.intersection(held[len(old) : len(old) + 1])


def _is_left(one: Statement, old: str | None) -> bool:
    """Whether what somebody moved from, if it is told, is where the earlier statement has them.

    "We moved from Redux to Zustand" leaves no home in Oslo.
    """
    return old is None or old.casefold() in one.text.casefold()


def _says_no_more(one: Statement, new: Statement, old: Sequence[str]) -> bool:
    """Whether all that a statement says is said anew, or is what is no longer so."""
    parts = [part for part in _JOINS.split(one.text) if not _EMPTY.issuperset(_words(part))]
    if len(parts) <= 1:
        return True
    filled = {new.finding.slot, *map(_slot, _JOINS.split(new.text))} - {None}
    known = _EMPTY.union(_words(new.text), old)
    return all(known.issuperset(_words(part)) or _slot(part) in filled for part in parts)


def _slot(part: str) -> str | None:
    spoken = masked(part.strip())
    finds = (language.find(spoken) for language in (korean, spanish, german, english))
    return next((finding.slot for finding in finds if finding), None)


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
