"""What a model says: content blocks, why it stopped, and what it cost."""

import itertools
import json
from dataclasses import dataclass, field, replace
from typing import Any

from messages_api.record import Received
from messages_api.tokens import Usage, tokens_of

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Block:
    """A content block; `written` is the JSON of a tool's input as the model wrote it."""

    value: dict[str, Any]
    written: str | None = None

    @property
    def size(self) -> int:
        text = self.value.get("text") or self.value.get("thinking") or self.written or ""
        return tokens_of(str(text))

    def cut(self, tokens: int) -> "Block":
        """As much of the block as fits in so many tokens."""
        characters = tokens * 3
        if self.written is not None:
            return replace(self, written=self.written[:characters])
        key = "thinking" if "thinking" in self.value else "text"
        return replace(self, value={**self.value, key: str(self.value.get(key))[:characters]})

    def message(self) -> dict[str, Any]:
        """The block as a response holds it that is not streamed."""
        if self.written is None:
            return self.value
        try:
            given = json.loads(self.written)
        except ValueError:
            given = self.written
        return {**self.value, "input": given}


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply of the model; each method returns one with more in it.

    Unless it is told, it stops for its tool use or at the end of its turn, and its usage is
    estimated. What does not fit in the request's `max_tokens` is cut off, as a model would be;
    `bound=False` leaves it whole. `pause` is waited for before each event of a stream.
    """

    blocks: tuple[Block, ...] = ()
    stop_reason: str | None = None
    stop_details: dict[str, Any] | None = None
    usage: Usage | None = None
    headers: dict[str, str] = field(default_factory=dict)
    bound: bool = True
    pieces: int = 3
    pause: float = 0.0

    def block(self, value: dict[str, Any]) -> "Reply":
        """With a block of any type, as it is given."""
        return replace(self, blocks=(*self.blocks, Block(value)))

    def text(self, text: str) -> "Reply":
        return self.block({"type": "text", "text": text, "citations": None})

    def thinking(self, text: str, signature: str = "c2lnbmF0dXJl") -> "Reply":
        """With a thought, which the server takes back only as it was sent."""
        return self.block({"type": "thinking", "thinking": text, "signature": signature})

    def tool(self, name: str, given: Any, id: str | None = None) -> "Reply":  # noqa: A002
        """With a call of a tool; `given` is any JSON value, whatever the schema says."""
        return self.raw_tool(name, json.dumps(given, ensure_ascii=False), id)

    def raw_tool(self, name: str, written: str, id: str | None = None) -> "Reply":  # noqa: A002
        """With a call whose input is this text, which may be cut anywhere."""
        value = {
            "type": "tool_use",
            "id": id or f"toolu_{next(_numbers):020d}",
            "name": name,
            "input": {},
            "caller": {"type": "direct"},
        }
        return replace(self, blocks=(*self.blocks, Block(value, written)))

    def stop(self, reason: str | None, **details: Any) -> "Reply":
        """Stopping for this reason; what else is named goes into `stop_details`."""
        return replace(self, stop_reason=reason, stop_details=details or None)

    def refuse(self, category: str | None = "general_harms") -> "Reply":
        """A refusal: nothing in it but why."""
        refused = replace(self, blocks=())
        return refused.stop("refusal", type="refusal", category=category, explanation="No.")

    def costing(self, **counts: int) -> "Reply":
        """With a usage that is told: input_tokens, output_tokens, cache_read, cache_written."""
        return replace(self, usage=Usage(**counts))

    def with_headers(self, **headers: str) -> "Reply":
        """With headers more; an underscore in a name stands for a hyphen."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return replace(self, headers={**self.headers, **named})

    @property
    def reason(self) -> str | None:
        called = any(block.value["type"] == "tool_use" for block in self.blocks)
        return self.stop_reason or ("tool_use" if called else "end_turn")

    @property
    def output_tokens(self) -> int:
        return sum(block.size for block in self.blocks) + 5 * len(self.blocks) + 1

    def within(self, max_tokens: int) -> "Reply":
        """The reply as it ends at the length that the request allows."""
        left, kept = max_tokens, list[Block]()
        for block in self.blocks:
            if block.size + 5 >= left:
                return replace(
                    self, blocks=(*kept, block.cut(max(0, left - 6))), stop_reason="max_tokens"
                )
            kept.append(block)
            left -= block.size + 5
        return self

    def message(self, request: Received) -> dict[str, Any]:
        """The message as a response holds it that is not streamed."""
        return {
            **self.started(request),
            "content": [block.message() for block in self.blocks],
            "stop_reason": self.reason,
            "stop_details": self.stop_details,
            "usage": request.usage.as_json(),
        }

    def started(self, request: Received) -> dict[str, Any]:
        """The message before anything of it was said."""
        return {
            "id": f"msg_{request.number:020d}",
            "type": "message",
            "role": "assistant",
            "model": request.body.get("model"),
            "content": [],
            "stop_reason": None,
            "stop_sequence": None,
            "stop_details": None,
            "usage": replace(request.usage, output_tokens=1).as_json(),
        }

    def metered(self, request: Received) -> "Reply":
        """The reply as it is sent, with its cost noted on the request."""
        limit = request.body.get("max_tokens")
        sent = self.within(limit) if self.bound and isinstance(limit, int) else self
        request.meter(sent.usage, sent.output_tokens)
        request.stop_reason = sent.reason
        request.thoughts.update(
            (block.value["thinking"], block.value["signature"])
            for block in sent.blocks
            if block.value["type"] == "thinking"
        )
        return sent
