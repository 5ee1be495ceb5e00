"""What requests came to that a server saw, and what for."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from messages_api import Received
from messages_api.tokens import tokens_of

from worker.engine import Stage
from worker.engines.claude.prices import Prices
from worker.usage import Usage

STAGES = {
    "record_observations": Stage.OBSERVER,
    "record_reflections": Stage.REFLECTOR,
    "record_notes": Stage.COMPILER,
    "drop_observations": Stage.DROPPER,
}
# What of a receipt says that something was not taken, and the ids in it.
_OBJECTION = re.compile(r"[^;]*(?:rejected|could not be read|Nothing was read|stays?:)[^;]*")
_NAMED = re.compile(r"\b(?:[mor]\d+|\d+)\b")


@dataclass(frozen=True, slots=True)
class Spent:
    """What requests came to; `cached` is of what was read."""

    requests: int = 0
    read: int = 0
    cached: int = 0
    written: int = 0
    usd: float = 0.0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            self.requests + other.requests,
            self.read + other.read,
            self.cached + other.cached,
            self.written + other.written,
            self.usd + other.usd,
        )

    @property
    def tokens(self) -> int:
        return self.read + self.written


def spent(requests: Iterable[Received]) -> Spent:
    """What requests came to together."""
    prices, spent = Prices(), Spent()
    for one in requests:
        usage = Usage(
            tokens_in=one.usage.prompt_tokens,
            tokens_out=one.usage.output_tokens,
            tokens_cached=one.usage.cache_read,
            cache_written=one.usage.cache_written,
        )
        spent += Spent(
            1,
            usage.tokens_in,
            usage.tokens_cached,
            usage.tokens_out,
            prices.usd(str(one.body["model"]), usage),
        )
    return spent


def of(requests: Iterable[Received], stage: Stage) -> list[Received]:
    """The requests of one stage."""
    return [one for one in requests if STAGES[one.about] is stage]


def parts(requests: Iterable[Received]) -> Counter[str]:
    """What the tokens of requests were for: the prompt with its tool, memory, the transcript, what
    was sent again with its receipt, and what was written.
    """
    found: Counter[str] = Counter()
    for one in requests:
        read = one.usage.prompt_tokens
        found["written"] += one.usage.output_tokens
        if one.turn > 1:
            found["again"] += read
            continue
        prompt = sum(map(tokens_of, (*one.body["tools"], *one.body["system"])))
        memory, is_followed, _ = one.shown.partition("# Transcript\n")
        remembered = tokens_of(memory) if is_followed else read - prompt
        found.update(prompt=prompt, memory=remembered, transcript=read - prompt - remembered)
    return found


def reasons(requests: Iterable[Received]) -> Counter[str]:
    """Why the worker asked once more, by what the receipt says that stood in the way."""
    told: Counter[str] = Counter()
    for one in requests:
        if one.turn > 1:
            said = "; ".join(str(receipt["content"]) for receipt in one.receipts) or "no call"
            found = {_NAMED.sub("…", part) for part in _OBJECTION.findall(said)}
            told.update(found or {"not done"})
    return told
