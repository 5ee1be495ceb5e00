"""The claim table: which thread is due, and what a claim holds."""

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(slots=True)
class Row:
    """A thread of the claim table, as the last fold, claim or commit left it."""

    thread_id: str
    user_id: str
    user_messages: int = 0
    eligible_at: datetime | None = None
    revision: int = 1
    claim: "Claim | None" = None

    def due(self, now: datetime) -> bool:
        return self.eligible_at is not None and self.eligible_at <= now and self.user_messages >= 2


@dataclass(slots=True)
class Claim:
    """A claim, live or lost, and what its worker holds in its hands."""

    number: int
    thread_id: str
    user_id: str
    terminal: str
    revision: int
    loaded: dict[str, str] = field(default_factory=dict)
    """The messages it was shown and has not yet saved, with their hashes."""
    times: dict[str, datetime] = field(default_factory=dict)
    lapsed: bool = False
    named: bool = True
    """The log still says whose it was: not after an erasure."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the claim table should say of a thread."""

    user_id: str
    user_messages: int
    terminal: str | None
    eligible_at: datetime | None
