"""Slugs: the names under which notes are kept, of any script, and what else names them."""

import re
from collections.abc import Iterable
from unicodedata import category, normalize

from worker.notes import ActiveNote
from worker.text import is_inside

LONGEST = 80
# No name is read further.
_READ = 400
# Letters that nobody sees.
_BLANK = "\u115f\u1160\u3164\uffa0\u2800"
# "C", "C++" and "C#" are three.
_SIGNS = ((re.compile(r"(?<=\w)\+\+"), " plus plus "), (re.compile(r"(?<=\w)#(?!\w)"), " sharp "))
# A capital i of Turkish would keep its dot twice.
_DOTTED = re.compile("i\u0307+")
# Between figures it parts two numbers: 1-11 is not 11-1.
_IDLE_DASH = re.compile(r"(?<!\d)-|-(?!\d)")


def slug(name: str) -> str:
    """The slug of a name: its letters, their marks and its figures, small, joined by single dashes.

    Empty for a name that has neither a letter nor a figure.
    """
    text = normalize("NFKC", "".join(one for one in name[:_READ] if not _is_unseen(one)))
    for sign, word in _SIGNS:
        text = sign.sub(word, text)
    text = normalize("NFKC", _DOTTED.sub("i", text.casefold()))
    spaced = "".join(_kept(character) for character in text)
    words = (_with_a_base(word) for word in spaced.split())
    return _bounded("-".join(word for word in words if word))


def folded(of_a_note: str) -> str:
    """A slug without the dashes that tell nothing: "new-york" and "newyork" are one name."""
    return _IDLE_DASH.sub("", of_a_note)


class Names:
    """Which of the notes a name means: by its slug or one of its aliases, however it is written."""

    def __init__(self, notes: Iterable[ActiveNote] = ()) -> None:
        self._slugs: set[str] = set()
        self._meant: dict[str, str] = {}
        every = sorted(notes, key=lambda note: note.slug)
        for note in every:
            self.add(note.slug)
        for note in every:
            self.add(note.slug, note.aliases)

    def add(self, of_a_note: str, aliases: Iterable[str] = ()) -> None:
        """Let a note be named by its slug and these; what names another already goes on to."""
        self._slugs.add(of_a_note)
        for name in (of_a_note, *map(slug, aliases)):
            if name:
                self._meant.setdefault(folded(name), of_a_note)

    def slug(self, name: str) -> str:
        """The slug of the note that is meant; of a note that is not there yet, its own slug."""
        own = slug(name)
        return own if own in self._slugs else self._meant.get(folded(own), own)

    def __contains__(self, of_a_note: object) -> bool:
        """Whether there is a note with exactly this slug."""
        return of_a_note in self._slugs


def _kept(character: str) -> str:
    if _is_unseen(character):
        return ""
    return character if category(character)[0] in "LMN" else " "


def _is_unseen(character: str) -> bool:
    """Whether it is not seen itself, and at the most joins or turns what is around it."""
    return category(character) == "Cf" or character in _BLANK


def _with_a_base(word: str) -> str:
    """A word without marks that stand on nothing."""
    at = next((place for place, one in enumerate(word) if category(one)[0] != "M"), len(word))
    return word[at:]


def _bounded(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    at = text.rfind("-", LONGEST // 2, LONGEST + 1)
    if at < 0:
        at = LONGEST
        while at > 0 and is_inside(text, at):
            at -= 1
    return text[:at].rstrip("-")
