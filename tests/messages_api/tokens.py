"""What a request costs: tokens by their bytes, and the cache of prompts."""

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

LOOK_BACK = 20
LIVES = {"5m": 300.0, "1h": 3600.0}


def tokens_of(value: Any) -> int:
    """Three bytes a token, which is what the newer tokenizers come to."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return (len(text.encode("utf-8", "surrogatepass")) + 2) // 3


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one response; `input_tokens` are those that are neither read nor written."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read: int = 0
    cache_written: int = 0

    @property
    def prompt_tokens(self) -> int:
        """All that was read, from the cache or not."""
        return self.input_tokens + self.cache_read + self.cache_written

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read + other.cache_read,
            self.cache_written + other.cache_written,
        )

    def as_json(self) -> dict[str, Any]:
        """As a response shows it."""
        return {
            "input_tokens": self.input_tokens,
            "cache_creation_input_tokens": self.cache_written,
            "cache_read_input_tokens": self.cache_read,
            "output_tokens": self.output_tokens,
            "service_tier": "standard",
        }


def prompt_tokens(body: dict[str, Any]) -> int:
    """What the prompt of a request comes to."""
    return sum(tokens for _, tokens, _ in _parts(body))


class PromptCache:
    """Remembers the beginnings of prompts that were marked, for as long as the API would.

    A mark is written when what is before it has at least `least` tokens; it is read by any request
    that begins with the same. Times are those of `clock`.
    """

    def __init__(self, clock: Callable[[], float], least: int) -> None:
        self.least = least
        self._clock = clock
        self._lock = threading.Lock()
        self._until: dict[str, tuple[float, float]] = {}

    def usage(self, body: dict[str, Any]) -> Usage:
        """What of a prompt is read from the cache, what is written to it, and what neither."""
        with self._lock:
            return self._usage(body)

    def _usage(self, body: dict[str, Any]) -> Usage:
        now = self._clock()
        digests, sizes, marks = list[str](), list[int](), list[tuple[int, float]]()
        running, total = hashlib.sha256(str(body.get("model")).encode()), 0
        for place, (text, tokens, life) in enumerate(_parts(body)):
            running.update(text.encode("utf-8", "surrogatepass") + b"\0")
            total += tokens
            digests.append(running.hexdigest())
            sizes.append(total)
            if life is not None and total >= self.least:
                marks.append((place, life))
        read = 0
        for place, _ in reversed(marks):
            back = range(place, max(-1, place - LOOK_BACK), -1)
            hit = next((at for at in back if self._live(digests[at], now)), None)
            if hit is not None:
                read = sizes[hit]
                self._until[digests[hit]] = self._renewed(digests[hit], now)
                break
        for place, life in marks:
            self._until[digests[place]] = (now + life, life)
        marked = sizes[marks[-1][0]] if marks else 0
        written = max(0, marked - read)
        return Usage(total - read - written, 0, read, written)

    def _live(self, digest: str, now: float) -> bool:
        return digest in self._until and self._until[digest][0] > now

    def _renewed(self, digest: str, now: float) -> tuple[float, float]:
        life = self._until[digest][1]
        return now + life, life


def _parts(body: dict[str, Any]) -> Iterator[tuple[str, int, float | None]]:
    """The blocks of a prompt in the order in which it is cached: tools, system, messages."""
    for tool in body.get("tools") or []:
        yield _part("tool", tool)
    for block in _blocks(body.get("system")):
        yield _part("system", block)
    # Messages are cached for one way of choosing tools and of thinking only.
    way = json.dumps([body.get("tool_choice"), body.get("thinking")])
    for message in body.get("messages") or []:
        for block in _blocks(message.get("content") if isinstance(message, dict) else None):
            yield _part(f"{message.get('role')} {way}", block)


def _blocks(content: Any) -> list[Any]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return content if isinstance(content, list) else []


def _part(place: str, block: Any) -> tuple[str, int, float | None]:
    mark = block.get("cache_control") if isinstance(block, dict) else None
    said = (
        {name: value for name, value in block.items() if name != "cache_control"} if mark else block
    )
    life = LIVES.get(mark.get("ttl", "5m")) if isinstance(mark, dict) else None
    return f"{place} {json.dumps(said, sort_keys=True)}", tokens_of(said), life
