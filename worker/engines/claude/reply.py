"""A reply of the model, read event by event, whatever those hold: nothing here was validated."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import jiter

from worker.text import clean, tokens
from worker.usage import Usage

# What is nested deeper than this, no tool of ours asked for.
DEEPEST = 40
# No request reads or writes more: a larger count is none.
MOST_TOKENS = 10**8
_WORD = re.compile(r"[\w.:/-]{1,100}")


@dataclass(frozen=True, slots=True)
class Said:
    """Text that is not blank."""

    text: str


@dataclass(frozen=True, slots=True)
class Thought:
    """A block of thinking, which goes back as it came."""

    block: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool. `given` is its input, of any shape; not `whole`: its end is missing."""

    id: str
    name: str
    given: object
    whole: bool = True


Part = Said | Thought | Call


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model said, in order, and why it stopped: a gateway may not say that truly."""

    parts: tuple[Part, ...]
    stop_reason: str | None = None
    category: str | None = None
    request_id: str | None = None

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(part for part in self.parts if isinstance(part, Call))

    @property
    def cut_off(self) -> bool:
        """Whether it ended before the model was done, as it says or as its last call shows."""
        short = self.stop_reason in ("max_tokens", "model_context_window_exceeded")
        return short or any(not call.whole for call in self.calls)


@dataclass(slots=True)
class _Block:
    start: Mapping[str, Any]
    text: list[str] = field(default_factory=list)
    signature: str = ""


class Reading:
    """A reply as it comes in. What it cost so far is known before it is whole.

    `whole`: nothing of it is missing. `stopped`: it has said so.
    """

    def __init__(self) -> None:
        self.whole = False
        self.stopped = False
        self.request_id: str | None = None
        self._blocks: dict[int, _Block] = {}
        self._usage: dict[str, int] = {}
        self._stop_reason: str | None = None
        self._category: str | None = None

    @property
    def begun(self) -> bool:
        """Whether something of what the model says has come."""
        return bool(self._blocks)

    def add(self, event: Mapping[str, Any]) -> None:
        """Take in one event. What says nothing that is understood is passed over."""
        kind, index = event.get("type"), event.get("index")
        if kind == "message_start":
            self._count(_mapping(event.get("message")).get("usage"))
        elif kind == "content_block_start" and isinstance(index, int):
            self._blocks[index] = _Block(_mapping(event.get("content_block")))
        elif kind == "content_block_delta" and isinstance(index, int) and index in self._blocks:
            _extend(self._blocks[index], _mapping(event.get("delta")))
        elif kind == "message_delta":
            delta = _mapping(event.get("delta"))
            self._count(event.get("usage"))
            self._stop_reason = word(delta.get("stop_reason")) or self._stop_reason
            self._category = word(_mapping(delta.get("stop_details")).get("category"))
            # A stream that was cut has no reason; one gateway or other leaves out the stop.
            self.whole = self.whole or self._stop_reason is not None
        elif kind == "message_stop":
            self.whole = self.stopped = True

    def usage(self) -> Usage:
        """What has been told of what it cost; USD are not told.

        How much was written is told at the end only: of a reply without one it is what came of it.
        """
        told, tokens_out = self._usage, self._usage.get("output_tokens", 0)
        if not self.whole:
            # Whoever was not waited for may still read.
            came = ("".join(block.text) for block in tuple(self._blocks.values()))
            tokens_out = max(tokens_out, sum(map(tokens, came)))
        cached, written = told.get("cache_read_input_tokens", 0), told.get(_WRITTEN, 0)
        return Usage(
            tokens_in=told.get("input_tokens", 0) + cached + written,
            tokens_out=tokens_out,
            tokens_cached=cached,
            cache_written=written,
        )

    def reply(self) -> Reply:
        parts = (_part(block) for _, block in sorted(self._blocks.items()))
        known = tuple(part for part in parts if part is not None)
        return Reply(known, self._stop_reason, self._category, self.request_id)

    def _count(self, usage: object) -> None:
        """Counts are totals, which only grow: some gateway ends with zeros for what it read."""
        for name in _COUNTS:
            count = _mapping(usage).get(name)
            if type(count) is int and 0 <= count <= MOST_TOKENS:
                self._usage[name] = max(count, self._usage.get(name, 0))


_WRITTEN = "cache_creation_input_tokens"
_COUNTS = ("input_tokens", "output_tokens", "cache_read_input_tokens", _WRITTEN)


def word(value: object) -> str | None:
    """A word that stands for a kind of thing, and so may be logged; None for anything else."""
    return value if isinstance(value, str) and _WORD.fullmatch(value) else None


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _extend(block: _Block, delta: Mapping[str, Any]) -> None:
    for name in ("text", "partial_json", "thinking"):
        if isinstance(delta.get(name), str):
            block.text.append(delta[name])
    if isinstance(delta.get("signature"), str):
        block.signature = delta["signature"]


def _part(block: _Block) -> Part | None:
    """What a block is to us; a kind that is not known is nothing."""
    start, kind = block.start, block.start.get("type")
    text = "".join(block.text)
    if kind == "text":
        said = clean(str(start.get("text") or "") + text)
        return Said(said) if said.strip() else None
    if kind == "tool_use":
        given, whole = _given(text, start.get("input"))
        return Call(str(start.get("id") or ""), word(start.get("name")) or "", given, whole)
    if kind == "thinking":
        thought = str(start.get("thinking") or "") + text
        signature = block.signature or start.get("signature")
        # Without its signature the API does not take it back.
        if not signature:
            return None
        return Thought({"type": kind, "thinking": thought, "signature": signature})
    if kind == "redacted_thinking" and isinstance(start.get("data"), str):
        return Thought({"type": kind, "data": start["data"]})
    return None


def _given(text: str, started_with: object) -> tuple[object, bool]:
    """A tool's input, and whether it is whole; text that is no JSON at all stays text."""
    if not text.strip():
        return plain(started_with), True
    try:
        return plain(json.loads(text)), True
    except (ValueError, RecursionError):
        pass
    try:
        return plain(jiter.from_json(text.encode("utf-8", "replace"), partial_mode=True)), False
    except ValueError:
        return clean(text), True


def plain(value: object, deep: int = 0) -> Any:
    """The value as JSON can hold it again: clean text, finite numbers, not too deep."""
    if isinstance(value, str):
        return clean(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**63 else None
    if isinstance(value, float):
        return value if abs(value) < float("inf") else None
    if deep >= DEEPEST:
        return None
    if isinstance(value, Mapping):
        return {clean(str(key)): plain(one, deep + 1) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, deep + 1) for one in value]
    return None
