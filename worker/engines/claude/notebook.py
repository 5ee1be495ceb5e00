"""A user's notes as the compiler is shown them: in full what touches what was learned, the others
a line each, all of it within a bound.

A note begins at the margin with its slug, and all that it says stands indented: so no text in it,
however its lines are broken, can look like the beginning of another.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from worker.engines.claude.evidence import excerpt, plain
from worker.notes import ActiveNote
from worker.text import tokens
from worker.words import words

# A word in a name tells more than one in a text, and one that most of several texts have nothing.
_NAMED = 3.0
_SEVERAL = 4
# Of the room, the share of what is shown in full.
_IN_FULL = 0.7
_FRAME = 20
_LINE = 160
_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Notebook:
    """The text, and the slugs of the notes that are in it in full."""

    text: str
    in_full: frozenset[str]


def notebook(notes: Sequence[ActiveNote], learned: Iterable[str], most: int) -> Notebook:
    """The notes in at most so many tokens: what shares the rarest words with what was learned comes
    first, then what changed last.
    """
    shares = _shares(notes, set(words(" ".join(learned))))
    ranked = sorted(
        notes, key=lambda one: (-shares[one.slug], -one.updated_at.timestamp(), one.slug)
    )
    room = max(most - _FRAME, 0)
    whole: dict[str, str] = {}
    # The first may take all of it: what is never shown in full can never be written anew.
    left = room
    for note in ranked:
        text = _whole(note)
        if shares[note.slug] > 0 and tokens(text) <= left:
            whole[note.slug] = text
            left = min(left, int(room * _IN_FULL)) - tokens(text)
    others = [note for note in ranked if note.slug not in whole]
    lines = _lines(others, room - sum(map(tokens, whole.values())))
    parts = ["# Notes", *(whole[slug] for slug in sorted(whole))]
    if not whole:
        parts.append("(none that touches this)" if notes else "(none yet)")
    if others:
        parts += ["# More notes", *(lines[slug] for slug in sorted(lines))]
    if missing := len(others) - len(lines):
        parts.append(f"({missing} more are not shown)")
    return Notebook("\n".join(parts), frozenset(whole))


def _lines(notes: Sequence[ActiveNote], room: int) -> dict[str, str]:
    """A line for each that fits, the first first; with its summary where that fits as well."""
    lines: dict[str, str] = {}
    for note in notes:
        line = _head(note)
        if (needed := tokens(line) + 1) <= room:
            lines[note.slug] = line
            room -= needed
    for note in notes:
        if note.slug in lines and note.summary:
            line = excerpt(f"{lines[note.slug]}: {_one_line(note.summary)}", _LINE)
            needed = tokens(line) - tokens(lines[note.slug])
            if 0 < needed <= room:
                lines[note.slug] = line
                room -= needed
    return lines


def _head(note: ActiveNote) -> str:
    return f"{note.slug} [{_one_line(note.kind)}] {_one_line(note.title)}"


def _whole(note: ActiveNote) -> str:
    return "\n".join((f"## {_head(note)}", *(f"{_INDENT}{line}".rstrip() for line in _told(note))))


def _told(note: ActiveNote) -> Iterator[str]:
    if note.aliases:
        yield f"aliases: {'; '.join(map(_one_line, note.aliases))}"
    if note.tags:
        yield f"tags: {'; '.join(map(_one_line, note.tags))}"
    if note.summary:
        yield f"summary: {_one_line(note.summary)}"
    if note.links:
        named = (f"{_one_line(one.target)} ({_one_line(one.relation)})" for one in note.links)
        yield f"links: {'; '.join(named)}"
    if note.body:
        yield "body:"
        yield from (f"{_INDENT}{line}" for line in plain(note.body).split("\n"))


def _one_line(text: str) -> str:
    return " ".join(plain(text).split())


def _shares(notes: Sequence[ActiveNote], learned: set[str]) -> Mapping[str, float]:
    """How much of what was learned each note has, a word for the more the fewer notes have it."""
    names = {
        note.slug: set(words(" ".join((note.slug, note.title, *note.aliases)))) for note in notes
    }
    texts = {
        note.slug: set(words(" ".join((*note.tags, note.summary, note.body)))) for note in notes
    }
    had = Counter(word for slug in names for word in names[slug] | texts[slug])
    common = (
        {word for word, count in had.items() if 2 * count > len(notes)}
        if len(notes) >= _SEVERAL
        else set()
    )
    return {
        slug: sum(
            log((len(notes) + 1) / had[word]) * (_NAMED if word in names[slug] else 1.0)
            for word in sorted((names[slug] | texts[slug] - common) & learned)
        )
        for slug in names
    }
