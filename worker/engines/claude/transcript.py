"""A chunk as one text: each message begins at the margin with a short id, its further lines stand
indented.

So nothing that a message says, however its lines are broken, can look like the beginning of
another: that is where no text of a message ever stands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from worker.engines.claude.evidence import evidence, excerpt, plain
from worker.engines.claude.inserted import is_said
from worker.records import Chunk, Message

INDENT = "  "
NO_ID = "--"
_CONTEXT = 600
_NAME = 40
_UNSAFE = re.compile(r"[^\w .@+-]+")


@dataclass(frozen=True, slots=True)
class Transcript:
    """The text, and by its short id each message that can be cited."""

    text: str
    messages: Mapping[str, Message]


def transcript(chunk: Chunk) -> Transcript:
    """The chunk as a model is shown it: m1, m2, ... in local time, what came before without ids."""
    zone = ZoneInfo(chunk.timezone)
    cited: dict[str, Message] = {}
    lines: list[str] = []
    if chunk.before:
        lines.append("# Before (context: no ids, never a source)")
        context = ((NO_ID, one, excerpt(evidence(one), _CONTEXT)) for one in chunk.before)
        lines += _told(context, zone)
    lines.append("# Transcript")
    lines += _told(_numbered(chunk.messages, cited), zone)
    return Transcript("\n".join(lines), cited)


def _numbered(
    messages: Iterable[Message], cited: dict[str, Message]
) -> Iterator[tuple[str, Message, str]]:
    for message in messages:
        if not message.counts:
            continue
        text = evidence(message)
        if is_said(text):
            name = f"m{len(cited) + 1}"
            cited[name] = message
            yield name, message, text
        else:
            yield NO_ID, message, text


def _told(messages: Iterable[tuple[str, Message, str]], zone: ZoneInfo) -> Iterator[str]:
    day = ""
    for name, message, text in messages:
        at = message.at.astimezone(zone)
        heading = f"## {at:%Y-%m-%d} UTC{at:%z}"
        if heading != day:
            yield heading
            day = heading
        who = message.role.value
        if message.name and (called := _safe(message.name)):
            who += f" ({called})"
        first, *more = (line.rstrip() for line in text.split("\n"))
        yield f"{name} {at:%H:%M} {who}: {first}".rstrip()
        yield from (f"{INDENT}{line}".rstrip() for line in more)


def _safe(name: str) -> str:
    """A name that ends no head and begins no line."""
    return " ".join(_UNSAFE.sub(" ", plain(name)).split())[:_NAME].strip()
