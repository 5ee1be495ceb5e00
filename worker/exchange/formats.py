"""What a file is, by what is in it and not by its name."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from worker.exchange.elements import CLOSING, OPENING, CutOff, events_of
from worker.exchange.fields import word
from worker.exchange.stream import BLOCK, Source, mended

ONE_A_LINE = "write one thread a line as a JSON object (`jq -c .`, or `jq -c '.[]'` for an array)"
_FIRST = 4096
_KEYS_NAMED = 6


class Format(StrEnum):
    """The formats that can be read."""

    JSONL = "jsonl"
    CHATGPT = "chatgpt"
    CLAUDE = "claude"


TITLES = {
    Format.JSONL: "JSONL",
    Format.CHATGPT: "a ChatGPT data export",
    Format.CLAUDE: "a Claude data export",
}
KNOWN = (
    "JSONL (a thread a line, with thread_id and messages), a ChatGPT data export (conversations "
    "with a mapping) and a Claude data export (conversations with chat_messages)"
)
_TELLING = {
    "mapping": Format.CHATGPT,
    "chat_messages": Format.CLAUDE,
    "thread_id": Format.JSONL,
    "user_id": Format.JSONL,
    "messages": Format.JSONL,
}
_MAGIC = {
    b"PK\x03\x04": "a zip archive",
    b"\x1f\x8b": "a gzip archive",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
    b"%PDF": "a PDF",
    b"<": "HTML or XML",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """The format, or None; then `what` says what there is instead, without any text of it."""

    format: Format | None
    what: str = ""
    empty: bool = False


def recognised(source: Source) -> Seen:
    """What the beginning of a file shows. All of the file is still to be read afterwards."""
    size = _FIRST
    while True:
        head = source.head(size)
        seen = _look(head, whole=len(head) < size)
        if seen.format or len(head) < size or size >= BLOCK:
            return seen
        size *= 4


def _look(head: bytes, *, whole: bool) -> Seen:
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    for magic, what in _MAGIC.items():
        if head.startswith(magic):
            return Seen(None, what)
    if not head:
        return Seen(None, "nothing", empty=whole)
    keys: list[str] = []
    kinds: set[str] = set()
    listed = head.startswith(b"[")
    for kind, key in _outermost(head):
        kinds.add(kind)
        if key is None:
            continue
        keys.append(key)
        told = _TELLING.get(key)
        if told is Format.JSONL and listed:
            return Seen(None, f"threads in one JSON list: {ONE_A_LINE}")
        if told:
            return Seen(told)
    if not listed and any(_is_thread(line) for line in head.splitlines()):
        return Seen(Format.JSONL)
    return Seen(None, _described(head, listed, kinds, keys), empty=whole and listed and not kinds)


def _outermost(head: bytes) -> Iterator[tuple[str, str | None]]:
    """What stands in the list, or where there is no list in the file: its kind, and each key."""
    inside = depth = 0
    try:
        for event, value in events_of(mended([head], [])):
            if depth == 0 and event == "start_array":
                inside = depth = 1
                continue
            if event == "map_key" and depth == inside + 1:
                yield "an object", value
            elif depth == inside and event not in CLOSING:
                yield ("an object" if event == "start_map" else "something else"), None
            depth += (event in OPENING) - (event in CLOSING)
    except CutOff:
        # The rest of the file is not looked at; if it is no JSON, its reader will say so.
        return


def _is_thread(line: bytes) -> bool:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and any(
        told is Format.JSONL and key in value for key, told in _TELLING.items()
    )


def _described(head: bytes, listed: bool, kinds: set[str], keys: list[str]) -> str:
    if "an object" in kinds:
        named = [word(key) or "(not a plain word)" for key in dict.fromkeys(keys)]
        more = ", ..." if len(named) > _KEYS_NAMED else ""
        with_keys = f" with the keys {', '.join(named[:_KEYS_NAMED])}{more}" if named else ""
        return ("a JSON list of objects" if listed else "a JSON object") + with_keys
    if kinds:
        return "a JSON list of no objects" if listed else "JSON that is no object"
    if listed:
        return "an empty JSON list"
    return "bytes that are no text" if b"\x00" in head else "text that is no JSON"
