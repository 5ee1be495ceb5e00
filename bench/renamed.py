"""The same conversations with every name in them replaced by an invented one.

What a memory is chosen by must not be who is spoken of. Which words are names is read off their
use: those that begin with a capital inside a sentence and hardly ever stand in lower case, and the
names of who speaks. So people and places go, and with them most of what else bears a name; the
calendar stays. Each becomes one invented word everywhere, of other languages' sounds and letters,
that takes as many bytes, so that a budget holds as many lines.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from bench.recall import Question
from worker.source import SourceThread

_WORD = re.compile(r"[^\W\d_]+")
# A capital inside a sentence.
_INSIDE = re.compile(r"(?<=[\w,] )[A-Z][^\W\d_]+(?!\w)")
_FIRST, _SECOND = "kzmvtşñbdglřpnsjhcwy", "aeiouäöáéó"
_MOST_LOWER = 0.1
_CALENDAR = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring|summer|autumn|fall|winter",
    re.IGNORECASE,
)


class Renaming:
    """Replaces the names that some conversations hold, in them and in what is said about them."""

    def __init__(self, threads: Sequence[SourceThread]) -> None:
        texts = [one.content for thread in threads for one in thread.messages]
        said = [one.name or "" for thread in threads for one in thread.messages]
        self._invented: dict[str, str] = {}
        taken = {word.lower() for text in texts for word in _WORD.findall(text)}
        for name in sorted(_names(texts) | {word for one in set(said) for word in one.split()}):
            made = _invented(name, taken)
            taken.add(made.lower())
            self._invented[name] = made

    def __len__(self) -> int:
        return len(self._invented)

    def text(self, text: str) -> str:
        """The text with other names."""
        return _WORD.sub(lambda word: self._invented.get(word[0], word[0]), text)

    def threads(self, threads: Iterable[SourceThread]) -> list[SourceThread]:
        """The threads with other names, by the same ids."""
        return [
            replace(
                thread,
                title=self.text(thread.title) if thread.title else None,
                messages=tuple(
                    replace(
                        one,
                        content=self.text(one.content),
                        name=self.text(one.name) if one.name else None,
                    )
                    for one in thread.messages
                ),
            )
            for thread in threads
        ]

    def observations(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Recorded observations with other names."""
        return [
            {**row, "content": self.text(row["content"]), "speaker": self.text(row["speaker"])}
            for row in rows
        ]

    def questions(self, questions: Iterable[Question]) -> list[Question]:
        """The questions with other names in their answers."""
        return [replace(one, answer=self.text(one.answer)) for one in questions]


def _names(texts: Iterable[str]) -> set[str]:
    capital: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    for text in texts:
        capital.update(_INSIDE.findall(text))
        lower.update(word for word in _WORD.findall(text) if word.islower())
    return {
        name
        for name, count in capital.items()
        if name[1:].islower()
        and not _CALENDAR.fullmatch(name)
        and lower[name.lower()] <= _MOST_LOWER * count
    }


def _invented(name: str, taken: set[str]) -> str:
    """A word of as many bytes that nobody has used."""
    wanted = len(name.encode())
    for attempt in range(10_000):
        drawn = iter(sha256(f"{attempt} {name}".encode()).digest())
        made = ""
        for place, byte in zip(range(wanted), drawn, strict=False):
            letters = _SECOND if place % 2 else _FIRST
            made += letters[byte % len(letters)]
        made = made[:1].upper() + made[1:]
        while len(made.encode()) > wanted:
            made = made[:-1]
        if len(made.encode()) == wanted and made.lower() not in taken:
            return made
    raise ValueError(f"no other word has {wanted} bytes")
