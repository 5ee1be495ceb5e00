"""One field of a JSON object, of the type it must have, cleaned; and what is said when it is not.

What is said names the field and what to write there. It never repeats a value, except an id or
one short plain word.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from worker.exchange.remarks import Noticed, Refused
from worker.text import clean

# Ids end in btree indexes, several in one entry, and an entry holds 2,704 bytes at most.
MAX_ID_BYTES = 512

_WORD = re.compile(r"[A-Za-z0-9_.-]{1,40}")
_NAMES_KEPT = 1000
_LISTED = 20


class Unusable(ValueError):  # noqa: N818 - it is no error of ours
    """A line or a message cannot be read; the text says which field, and what to write there."""


@dataclass(slots=True)
class Report:
    """What is to be said about one line or conversation, in the order in which it was found."""

    line: int
    place: str | None = None
    said: list[Refused | Noticed] = field(default_factory=list)

    def refuse(self, reason: str) -> None:
        self.said.append(Refused(self.line, reason, place=self.place))

    def refuse_message(self, message_id: str, reason: str) -> None:
        reason = f"message {shown(message_id)}: {reason}"
        self.said.append(Refused(self.line, reason, message_id, self.place))

    def notice(self, reason: str) -> None:
        self.said.append(Noticed(self.line, reason, self.place))


@dataclass(slots=True)
class Ignored:
    """The keys that are not part of the format: counted over the whole file, listed once."""

    first_line: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, line: int, where: str, keys: Iterable[str]) -> None:
        for key in keys:
            name = f"{where}.{word(key) or '(not a plain word)'}"
            if name not in self.counts and len(self.counts) >= _NAMES_KEPT:
                name = "others"
            self.counts[name] += 1
            self.first_line = self.first_line or line

    def notices(self) -> Iterable[Noticed]:
        if self.counts:
            listed = [f"{name} ({count})" for name, count in self.counts.most_common(_LISTED)]
            if len(self.counts) > _LISTED:
                listed.append(f"and {len(self.counts) - _LISTED} more")
            reason = f"keys that are not part of the format, ignored: {', '.join(listed)}"
            yield Noticed(self.first_line, reason)


def word(text: str) -> str | None:
    """The text if it is one short plain word, which is safe to repeat in a reason."""
    return text if _WORD.fullmatch(text) else None


def shown(an_id: str) -> str:
    """An id for a reason: on one line, and not too long."""
    return repr(an_id if len(an_id) <= 80 else an_id[:80] + "…")


def kind_of(value: object) -> str:
    """What JSON calls the value."""
    match value:
        case None:
            return "missing"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"


def id_of(values: Mapping[str, Any], name: str) -> str:
    """A text, or a whole number as text; never blank, and short enough to be indexed."""
    value = values.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise Unusable(f"{name} is {kind_of(value)}: write a text or a whole number")
    value = clean(value)
    if not value or value.isspace():
        raise Unusable(f"{name} is blank: write an id")
    if len(value.encode()) > MAX_ID_BYTES:
        raise Unusable(f"{name} is over {MAX_ID_BYTES} bytes long: write a shorter one")
    return value


def text_of(values: Mapping[str, Any], name: str) -> str | None:
    """A text, or None where there is none."""
    value = values.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise Unusable(f"{name} is {kind_of(value)}: write a text or leave it out")
    return clean(value)


def object_of(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object, or an empty one where there is none."""
    value = values.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Unusable(f"{name} is {kind_of(value)}: write an object")
    return value


def list_of(values: Mapping[str, Any], name: str) -> list[Any]:
    """A list, or an empty one where there is none."""
    value = values.get(name)
    if value is None:
        return []
    if not isinstance(value, list):
        raise Unusable(f"{name} is {kind_of(value)}: write a list")
    return value


def flag_of(values: Mapping[str, Any], name: str) -> bool | None:
    """True or false, or None where neither is said."""
    value = values.get(name)
    if value is None or isinstance(value, bool):
        return value
    raise Unusable(f"{name} is {kind_of(value)}: write true or false, or leave it out")
