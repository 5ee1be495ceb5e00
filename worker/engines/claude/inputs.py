"""What a model sends to a tool: the schema that it is held to, and how its input is read.

Both are made of one list of fields, so that they cannot disagree. A schema guarantees nothing: an
input may be cut off, be JSON in a string, or have any other shape, so each item is read for itself.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from worker.text import clean_all

# No call needs more items, nor an item more ids; what is beyond is refused, not lost in silence.
MOST_ITEMS = 200
MOST_IDS = 200
_LONGEST_ID = 80
_LONGEST_WORD = 200
_MOST_TOLD = 5
_LIST = re.compile(r'\s*(?:\{\s*"(?P<name>\w+)"\s*:\s*)?\[')
_BETWEEN = re.compile(r"[\s,]*")


class Kind(StrEnum):
    """What a field holds: a text, one of a few words, a list of ids or of words, or of links."""

    TEXT = "a text"
    WORD = "one of"
    IDS = "a list of ids"
    WORDS = "a list of texts"
    LINKS = "a list of objects with target and relation"


_LISTS = frozenset([Kind.IDS, Kind.WORDS, Kind.LINKS])
# A target, and how it belongs together with what links to it.
Link = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """One field of an item. An `optional` one that is missing is read as empty."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()
    optional: bool = False

    @property
    def expected(self) -> str:
        return f"{self.kind} {', '.join(self.words)}" if self.words else self.kind.value

    def read(self, value: object) -> str | tuple[str, ...] | tuple[Link, ...] | None:
        """The value; None if it is not what is expected."""
        if value is None and self.optional:
            return () if self.kind in _LISTS else ""
        if self.kind is Kind.LINKS:
            return _links(value)
        if self.kind in _LISTS:
            return _texts(value, _LONGEST_ID if self.kind is Kind.IDS else _LONGEST_WORD)
        if not isinstance(value, str):
            return None
        if self.kind is Kind.WORD:
            word = value.strip().lower()
            return word if word in self.words else None
        return value

    def schema(self) -> dict[str, Any]:
        if self.kind is Kind.LINKS:
            text = {"type": "string"}
            return {"type": "array", "items": _object({"target": text, "relation": text})}
        if self.kind in _LISTS:
            return {"type": "array", "items": {"type": "string"}}
        return (
            {"type": "string", "enum": [str(word) for word in self.words]}
            if self.words
            else {"type": "string"}
        )


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a call, its fields as they should be; `ids` holds its lists of ids and texts."""

    texts: Mapping[str, str]
    ids: Mapping[str, tuple[str, ...]]
    links: Mapping[str, tuple[Link, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    """What was read of a call: the items that are whole, and what is wrong with each other."""

    items: tuple[Item, ...]
    done: bool
    refused: tuple[str, ...] = ()

    @property
    def sent(self) -> int:
        return len(self.items) + len(self.refused)

    def __str__(self) -> str:
        """What was refused, and why; empty if nothing was."""
        if not self.refused:
            return ""
        more = len(self.refused) - _MOST_TOLD
        told = "; ".join(self.refused[:_MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")
        return f"{len(self.refused)} could not be read: {told}"


class Unreadable(Exception):  # noqa: N818 - what it is, not that it is one
    """A call of which nothing can be read; says what is expected where."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that takes a list of items, and whether that is all."""

    name: str
    description: str
    list_name: str
    fields: tuple[Field, ...]

    @property
    def param(self) -> dict[str, Any]:
        """The tool as the Messages API takes it, strict."""
        item = _object({one.name: one.schema() for one in self.fields})
        items = {"type": "array", "items": item}
        return {
            "name": self.name,
            "description": self.description,
            "strict": True,
            "input_schema": _object({self.list_name: items, "done": {"type": "boolean"}}),
        }

    def read(self, given: object, *, cut_off: bool) -> Call:
        """The call in an input of whatever shape. Raises Unreadable.

        The last item of a call that was cut off counts only if the call goes on after it.
        """
        try:
            whole, broken = _decoded(clean_all(given), self.list_name)
            if not isinstance(whole, dict):
                raise Unreadable(f"the input must be an object with {self.list_name} and done")
            items, torn = _decoded(whole.get(self.list_name), self.list_name)
        except RecursionError:
            raise Unreadable("the input is nested too deeply") from None
        if not isinstance(items, list):
            raise Unreadable(
                f"{self.list_name} must be a list of objects; send an empty one if there is nothing"
            )
        done = _truth(whole.get("done"))
        unfinished = broken or torn or (cut_off and done is None)
        read = [self._item(place, item) for place, item in enumerate(items[:MOST_ITEMS], 1)]
        if unfinished and not torn and not broken and read:
            read[-1] = f"item {len(read)}: it was cut off"
        refused = [one for one in read if isinstance(one, str)]
        if len(items) > MOST_ITEMS:
            refused += [f"item {MOST_ITEMS + 1} and later: more than {MOST_ITEMS} in one call"]
        if broken or torn:
            refused.append("the JSON ends or breaks after these: send what is missing")
        return Call(
            tuple(one for one in read if isinstance(one, Item)),
            done=bool(done) and not (broken or torn or cut_off),
            refused=tuple(refused),
        )

    def _item(self, place: int, given: object) -> Item | str:
        """The item, or what is wrong with it."""
        if not isinstance(given, dict):
            return f"item {place} must be an object"
        texts: dict[str, str] = {}
        ids: dict[str, Any] = {}
        links: dict[str, Any] = {}
        for one in self.fields:
            value = one.read(given.get(one.name))
            if value is None:
                return f"item {place}: {one.name} must be {one.expected}"
            if isinstance(value, str):
                texts[one.name] = value
            elif one.kind is Kind.LINKS:
                links[one.name] = value
            else:
                ids[one.name] = value
        return Item(texts, ids, links)


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _truth(value: object) -> bool | None:
    """A yes or no, also in words; None if it is neither."""
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value.strip().lower())
    return value if isinstance(value, bool) else None


def _texts(value: object, longest: int) -> tuple[str, ...] | None:
    value, torn = _decoded(value, "")
    if torn or not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        return None
    return tuple(dict.fromkeys(" ".join(one.split())[:longest] for one in value[:MOST_IDS]))


def _links(value: object) -> tuple[Link, ...] | None:
    value, torn = _decoded(value, "")
    if torn or not isinstance(value, list):
        return None
    links: dict[Link, None] = {}
    for one in value[:MOST_IDS]:
        target, relation = (
            (one.get("target"), one.get("relation") or "") if isinstance(one, dict) else (None, "")
        )
        if not isinstance(target, str) or not isinstance(relation, str):
            return None
        target, relation = (" ".join(part.split())[:_LONGEST_WORD] for part in (target, relation))
        links[target, relation] = None
    return tuple(links)


def _decoded(value: object, list_name: str) -> tuple[object, bool]:
    """A value that came as JSON in a string, decoded once, and whether the JSON is broken off.

    Of a list that is broken off the items before the break are kept.
    """
    if not isinstance(value, str):
        return value, False
    try:
        return clean_all(json.loads(value)), False
    except ValueError:
        pass
    kept = _before_break(value, list_name)
    return (None, False) if kept is None else (kept, True)


def _before_break(text: str, list_name: str) -> object:
    """The whole items at the beginning of a list in broken JSON, within what the list came in."""
    begins = _LIST.match(text) if list_name else None
    if begins is None or begins["name"] not in (None, list_name):
        return None
    items: list[object] = []
    at = begins.end()
    decoder = json.JSONDecoder()
    while True:
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]
        try:
            item, at = decoder.raw_decode(text, at)
        except ValueError:
            return {list_name: items} if begins["name"] else items
        items.append(clean_all(item))
