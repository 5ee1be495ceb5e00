"""The texts of a note, as they are kept: without secrets, dated, commands in quotes, bounded."""

import re
from collections.abc import Iterable
from datetime import datetime

from worker.judge import instruction_words as words
from worker.judge.dates import date_meant
from worker.judge.instructions import is_instruction
from worker.judge.objections import objection
from worker.judge.secrets import SECRET, redact
from worker.judge.verdict import readable
from worker.judge.wording import SAID, quoted, shortened
from worker.slugs import slug
from worker.text import clean, tokens

# In tokens: a body has to fit whole into what a compiler is shown, or it could not be written anew.
LONGEST_BODY = 1_500
LONGEST_SUMMARY = 400
LONGEST_TITLE = 120
_LONGEST_RELATION = 40
_LONGEST_LINE = 1_000
_READ = 30_000
_MOST_LINES = 300
_RELATED = "related"
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# How a line of a list or a heading begins.
_MARKER = re.compile(r"([ \t]*)([-*+•]|[0-9]{1,2}[.)]|#{1,6})[ \t]+(?=\S)")
_NO_NOTE = frozenset(["a refusal", "recalled memory, which nobody said"])


class Refused(Exception):  # noqa: N818 - what it is, not that it is one
    """Why a note is not taken, as its engine is told."""


def line_of(text: str, what: str, longest: int) -> str:
    """A title or another name on one line. Raises Refused where it tells a reader what to do."""
    line, cut = readable(text)
    if is_instruction(line):
        raise Refused(f"its {what} tells the assistant what to do")
    return shortened(line, longest, cut)


def body_of(text: str, at: datetime, timezone: str) -> str:
    """A text of several lines, each as an observation would be kept.

    `at` is when the newest of what it rests on was said. Raises Refused.
    """
    # All at once first: a key may go over several lines.
    given = _BREAK.split(redact(clean(text[:_READ])))
    lines = [_line(line, at, timezone) for line in given[:_MOST_LINES]]
    plain = (_MARKER.sub("", line) for line in lines if line and SAID not in line)
    if words.STEERING.search(" ".join(plain)):
        raise Refused("tells the assistant what to do, over several lines")
    kept = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    missing = len(text[_READ:]) + sum(map(len, given[_MOST_LINES:]))
    return _bounded(kept, missing)


def longer_body(body: str, more: str) -> str:
    """A body with the lines of another that it does not have; empty where it has them all.

    Raises Refused where there is no room for them.
    """
    held = body.split("\n")
    new = [line for line in more.split("\n") if line.strip() and line not in held]
    longer = "\n".join((*held, *new)).strip("\n")
    if new and tokens(longer) > LONGEST_BODY:
        raise Refused("its body has no room for more: leave that empty")
    return longer if new else ""


def summary_of(text: str, at: datetime, timezone: str) -> str:
    """The same on one line, and short."""
    return shortened(" ".join(body_of(text, at, timezone).split()), LONGEST_SUMMARY)


def words_of(given: Iterable[str], most: int, longest: int) -> tuple[str, ...]:
    """Tags or aliases, each once however it is written; no command, secret or empty word."""
    found: dict[str, str] = {}
    for one in given:
        word = readable(one)[0].lstrip("#").strip()
        form = slug(word)
        if form and len(word) <= longest and word != SECRET and not is_instruction(word):
            found.setdefault(form, word)
    return tuple(found.values())[:most]


def relation_of(given: str) -> str:
    """How two notes belong together, in a few words."""
    said = readable(given.replace("_", " "))[0].lower()
    if not slug(said) or len(said) > _LONGEST_RELATION or is_instruction(said):
        return _RELATED
    return said


def target_of(target: str) -> str:
    """The slug that a link leads to; empty for none, or one that is a command or a secret."""
    name = readable(target)[0]
    form = slug(name)
    return "" if name == SECRET or is_instruction(form.replace("-", " ")) else form


def _line(line: str, at: datetime, timezone: str) -> str:
    found = _MARKER.match(line)
    # No deeper than three steps, and no figure that a list begins with is part of what is said.
    marker = "  " * min(len(found[1].expandtabs(2)) // 2, 3) + f"{found[2]} " if found else ""
    said, cut = readable(line[found.end() :] if found else line)
    if not any(character.isalnum() for character in said):
        return ""
    if (reason := objection(said)) in _NO_NOTE:
        raise Refused(str(reason))
    day = date_meant(said, at, timezone)
    if is_instruction(said) or is_instruction(f"{marker.strip()} {said}"):
        return quoted(said, _LONGEST_LINE - len(day), cut) + day
    return marker + shortened(said, _LONGEST_LINE - len(day), cut) + day


def _bounded(text: str, missing: int) -> str:
    """The text up to the end of a line, with how much was cut, `missing` characters before."""
    if tokens(text) <= LONGEST_BODY and not missing:
        return text
    room = 4 * LONGEST_BODY - len(f"\n… [cut {len(text) + missing} characters]".encode())
    fits = len(text.encode()[:room].decode(errors="ignore"))
    # No line is longer than that.
    at = fits if fits == len(text) else text.rfind("\n", 0, fits + 1)
    return f"{text[:at].rstrip()}\n… [cut {len(text) - at + missing} characters]"
