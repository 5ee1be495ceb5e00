"""What requests to a model cost, and what they may."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """What requests to a model cost.

    `tokens_in` is all that was read, `tokens_cached` of it from the cache, and `cache_written` of
    it into the cache. `requests` counts every one that was sent, those that failed too.
    """

    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cache_written: int = 0
    usd: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests + other.requests,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.tokens_cached + other.tokens_cached,
            self.cache_written + other.cache_written,
            self.usd + other.usd,
        )


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that a day (UTC) may cost, of all users and of each; None is no cap."""

    usd: float | None = None
    tokens: int | None = None
    user_usd: float | None = None
    user_tokens: int | None = None


NO_CAPS = Caps()
