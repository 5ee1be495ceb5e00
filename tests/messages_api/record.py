"""What came in: every request, what was said to it, and how its connection ended."""

import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from messages_api.tokens import PromptCache, Usage


@dataclass(slots=True)
class Received:
    """A request as it came in; what became of it is filled in as it is answered.

    `cache` and `thoughts` are its server's: what of prompts it keeps, and what it ever thought.
    """

    number: int
    at: float
    connection: int
    method: str
    path: str
    headers: Mapping[str, str]
    raw: bytes
    body: dict[str, Any]
    cache: PromptCache
    thoughts: set[tuple[str, str]]
    violations: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    stop_reason: str | None = None
    status: int | None = None
    hung_up: bool = False
    seconds: float = 0.0
    _ended: threading.Event = field(default_factory=threading.Event)

    @property
    def about(self) -> str:
        """The tool that it offers; `models` or `count_tokens` for the other two paths."""
        if not self.path.endswith("/messages"):
            return "count_tokens" if self.path.endswith("/count_tokens") else "models"
        tools = self.body.get("tools")
        first = tools[0] if isinstance(tools, list) and tools else None
        return str(first.get("name")) if isinstance(first, dict) else ""

    @property
    def streams(self) -> bool:
        return self.body.get("stream") is True

    @property
    def headers_back(self) -> dict[str, str]:
        return {"request-id": self.request_id}

    @property
    def request_id(self) -> str:
        return f"req_{self.number:020d}"

    @property
    def system(self) -> str:
        """The text of the system prompt."""
        return _text(self.body.get("system"))

    @property
    def shown(self) -> str:
        """The text of the first turn, which is what the model is shown."""
        messages = self.body.get("messages") or [{}]
        return _text(messages[0].get("content"))

    @property
    def turn(self) -> int:
        """Which request of its conversation it is, counted from 1."""
        messages = self.body.get("messages") or []
        return 1 + sum(1 for message in messages if message.get("role") == "assistant")

    @property
    def receipts(self) -> list[dict[str, Any]]:
        """The tool results of the last turn."""
        content = (self.body.get("messages") or [{}])[-1].get("content")
        blocks = content if isinstance(content, list) else []
        return [block for block in blocks if block.get("type") == "tool_result"]

    def meter(self, told: Usage | None, output_tokens: int) -> None:
        """Note what the response costs: what is told, or what the request comes to."""
        self.usage = told or self.cache.usage(self.body) + Usage(output_tokens=output_tokens)

    def end(self, status: int | None, *, hung_up: bool) -> None:
        """Note how it ended."""
        self.status, self.hung_up = status, hung_up
        self.seconds = time.monotonic() - self.at
        self._ended.set()

    def wait(self, seconds: float = 5.0) -> "Received":
        """The request once the server is done with it, which may be after the client is."""
        if not self._ended.wait(seconds):
            raise AssertionError(f"request {self.number} is still being answered")
        return self


class Record:
    """All requests of a server, in the order in which they came."""

    def __init__(self) -> None:
        self._lock = threading.Condition()
        self._received: list[Received] = []

    def add(self, request: Received) -> None:
        with self._lock:
            self._received.append(request)
            self._lock.notify_all()

    @property
    def all(self) -> tuple[Received, ...]:
        """Requests of every kind."""
        with self._lock:
            return tuple(self._received)

    @property
    def requests(self) -> tuple[Received, ...]:
        """Requests for a message."""
        return tuple(one for one in self.all if one.about not in ("models", "count_tokens"))

    def of(self, about: str) -> tuple[Received, ...]:
        """Requests that offer this tool."""
        return tuple(one for one in self.all if one.about == about)

    @property
    def counts(self) -> dict[str, int]:
        """How many requests for a message came, by the tool that they offer."""
        return dict(Counter(one.about for one in self.requests))

    @property
    def usage(self) -> Usage:
        """What all responses cost."""
        return total(self.requests)

    @property
    def violations(self) -> tuple[str, ...]:
        """What the API would have refused, of all requests; empty when every one was good."""
        return tuple(f"request {one.number}: {told}" for one in self.all for told in one.violations)

    def wait_for(self, count: int, seconds: float = 5.0) -> tuple[Received, ...]:
        """All requests for a message, once there are so many."""
        with self._lock:
            if not self._lock.wait_for(lambda: len(self.requests) >= count, seconds):
                raise AssertionError(f"{len(self.requests)} requests came, not {count}")
        return self.requests


def total(requests: Iterable[Received]) -> Usage:
    """What their responses cost together."""
    return sum((one.usage for one in requests), Usage())


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    return "\n".join(str(one["text"]) for one in blocks if isinstance(one, dict) and "text" in one)
