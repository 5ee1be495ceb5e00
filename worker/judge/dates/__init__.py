"""What "yesterday" was, for a reader who comes later."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from worker.judge.dates.absolute import has_date_beside
from worker.judge.dates.english import ENGLISH
from worker.judge.dates.german import GERMAN
from worker.judge.dates.korean import KOREAN
from worker.judge.dates.meaning import Said, unsure
from worker.judge.dates.others import undated
from worker.judge.dates.phrase import Found
from worker.judge.dates.spanish import SPANISH

_LANGUAGES = (ENGLISH, KOREAN, SPANISH, GERMAN)
# More dates than these in one line tell a reader less than the day on which it was said.
_MOST = 4
_ONE = r"(?:(?:about|said|week of|weekend of) )?[0-9]{4}(?:-[0-9]{2}){0,2}"
# What this module adds to the end of a content.
ADDED = rf" \[{_ONE}(?:, {_ONE}){{0,{_MOST - 1}}}\]"
_ADDED = re.compile(rf"{ADDED}$")
_CAPITAL = re.compile(r"[A-ZÄÖÜ][a-zäöüñ]+")
_NAME_BEFORE = re.compile(r"(?<!\w)[A-Z][\w'’-]+ $")
_NAME_AFTER = re.compile(r" [A-Z][\w'’-]+")
_BEGINS = re.compile(r"(?:^|[.!?¡¿:;…\"'“‘(\[—–-]) ?$")
_QUOTES = "\"'“”‘’«»「」"


def dated(text: str, at: datetime, timezone: str) -> str:
    """The text with the date that its relative one means, in brackets after it."""
    return text + date_meant(text, at, timezone)


def date_meant(text: str, at: datetime, timezone: str) -> str:
    """ " [2026-11-29]": what the relative dates in a text mean; nothing if there is none, or if
    the text ends so already.

    `at` is when it was said, `timezone` where. A day, month or year stands alone, others say what
    they are (" [week of 2026-11-23]", " [about 2026-11-16]"). Where one of the dates is not
    certain, it is the day on which the text was said: " [said 2026-11-30]".
    """
    if _ADDED.search(text):
        return ""
    found = _found(text)
    if not found:
        return ""
    here = _local(at, timezone)
    meant = list(dict.fromkeys(_meant(one, here) for one in found))
    if None in meant or len(meant) > _MOST:
        return f" [said {here.date().isoformat()}]"
    return f" [{', '.join(one for one in meant if one)}]"


def is_unresolved(content: str) -> bool:
    """Whether a content holds a relative date, in any language known here, and no date for it."""
    if _ADDED.search(content):
        return False
    return bool(_found(content)) or any(True for _ in undated(content))


def without_words(content: str) -> str:
    """A dated content without the words that its date stands for, where it is a certain one.

    "I moved yesterday [2026-11-29]" and "I moved two days ago [2026-11-29]" say the same.
    """
    added = _ADDED.search(content)
    if not added or "said" in added[0] or "about" in added[0] or "," in added[0]:
        return content
    found = _found(content[: added.start()])
    if len(found) != 1 or not found[0].plain or found[0].meaning is unsure:
        return content
    return content[: found[0].start] + content[found[0].end :]


def _found(text: str) -> list[Found]:
    """The relative dates in a text, in order, of whatever language."""
    every = sorted(
        (one for language in _LANGUAGES for one in language.find(text)),
        key=lambda one: (one.start, -one.end),
    )
    found: list[Found] = []
    at = 0
    for one in every:
        if one.start < at:
            continue
        at = one.end
        if one.meaning and not has_date_beside(text, one.start, one.end):
            found += _as_word(text, one)
    return found


def _as_word(text: str, one: Found) -> list[Found]:
    """The date, unless its one word is a name or a title: nothing then, or one that may be."""
    before, after = text[max(0, one.start - 40) : one.start], text[one.end : one.end + 40]
    if before[-1:] and before[-1] in _QUOTES and after[:1] and after[0] in _QUOTES:
        return []
    if one.meaning is unsure or not _CAPITAL.fullmatch(text, one.start, one.end):
        return [one]
    if _BEGINS.search(before):
        return [one]
    if _NAME_BEFORE.search(before) or _NAME_AFTER.match(after):
        return []
    return [replace(one, meaning=unsure)]


def _meant(one: Found, here: datetime) -> str | None:
    if one.meaning is None:
        return None
    try:
        return one.meaning(Said(here, one.number, one.weekday))
    except (OverflowError, ValueError):
        # Before the first year or after the last there is no such day.
        return None


def _local(at: datetime, timezone: str) -> datetime:
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    try:
        return at.astimezone(ZoneInfo(timezone))
    except (KeyError, ValueError, OSError, OverflowError):
        # No such zone, or no such day in it: the day is still better than none.
        return at
