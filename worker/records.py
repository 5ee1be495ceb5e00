"""The values that pass between the floors: frozen, compared by value, no behaviour worth mocking.

The words of every closed set are the words in the database and in the log.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from worker.notes import Note


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Relevance(StrEnum):
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Origin(StrEnum):
    """Who wrote an observation: a model, or a rule."""

    AGENT = "agent"
    RULE = "rule"


class Outcome(StrEnum):
    """How one claim ended, as claim_log keeps it."""

    REFLECTED = "reflected"
    EMPTY = "empty"
    PARTIAL = "partial"
    CLAIM_LOST = "claim lost"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    SPEND_CAP = "spend cap"
    SHADOW = "shadow"


class FailureKind(StrEnum):
    """Whose fault a failure is, which decides what it costs the thread."""

    THREAD = "thread"
    DEPENDENCY = "dependency"
    INTERRUPTED = "interrupted"


class StopReason(StrEnum):
    """Why a drain made no further claim."""

    EMPTY = "empty"
    CAP = "cap"
    BUDGET = "budget"
    ERROR = "error"
    INTERRUPTED = "interrupted"
    SPEND_CAP = "spend_cap"


@dataclass(frozen=True, slots=True)
class Claim:
    """A lease on one thread, as claim_next_thread hands it out."""

    thread_id: str
    user_id: str
    claim_id: UUID
    terminal_message_id: str
    attempt: int
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a claimed thread, its text bounded to what may be shown.

    `text` is whole when `omitted` is 0; else it is the head, and `tail` the end, of a text with
    `omitted` characters left out between them. `at` is the instant as counted by the day gate:
    the source's own, or the arrival when the source's was missing or in the future.
    """

    id: str
    ordinal: int
    role: Role
    text: str
    at: datetime
    content_hash: str
    name: str | None = None
    tail: str = ""
    omitted: int = 0
    tool_calls: str | None = None
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole messages of one thread, in transcript order: what one observation pass looks at.

    `before` is what came just before, for context: it is shown, never cited and never covered.
    `timezone` is the user's usable zone name.
    """

    thread_id: str
    user_id: str
    timezone: str
    messages: tuple[Message, ...]
    before: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an engine would remember, before the judge has looked at it.

    `observed_at` is the time of the message that says it; `source_ids` are ids of messages of the
    chunk. `supersedes` holds the contents that it takes the place of, as they are known or were
    proposed before it; `replaced_by` those known, said later, that have taken its place. `needs`
    are those of its sources without each of which it must go, as an answer must without its
    question.
    """

    content: str
    relevance: Relevance
    category: str
    observed_at: datetime
    source_ids: tuple[str, ...]
    origin: Origin = Origin.RULE
    supersedes: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """What a user's memory holds already, as engines and the judge see it."""

    content: str
    relevance: Relevance
    category: str
    observed_at: datetime


@dataclass(frozen=True, slots=True)
class Observation:
    """A proposal the judge accepted: one line, with at least one message it came from.

    `content_hash` is the SHA-256 (hex) of the content folded by `judge.duplicates.content_hash`.
    `duplicate_of`, `supersedes` and `replaced_by` are such hashes, of the user's other
    observations: one that says the same in other words, those that this one takes the place of, and
    those said later that have taken its place. `needs` are those of its sources without each of
    which it must go. `flags` are what the lint doubts of it, in the words of its rules.
    """

    content: str
    relevance: Relevance
    category: str
    observed_at: datetime
    source_ids: tuple[str, ...]
    origin: Origin
    content_hash: str
    duplicate_of: str | None = None
    supersedes: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveObservation:
    """One live observation of a user's pool, as the dropper sees it.

    `token_count` is of the rendered line; `coverage` is how many live reflections rest on it. One
    that was accepted and is not yet stored has the id 0.
    """

    id: int
    content: str
    relevance: Relevance
    category: str
    observed_at: datetime
    token_count: int
    coverage: int


@dataclass(frozen=True, slots=True)
class Drop:
    observation_id: int
    reason: str


@dataclass(frozen=True, slots=True)
class ReflectionProposal:
    """What an engine would distil, before the judge has looked at it.

    `support` holds the contents of the observations it rests on, as the engine was shown them;
    `supersedes` the contents of the reflections that it takes the place of.
    """

    content: str
    support: tuple[str, ...]
    supersedes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reflection:
    """A statement distilled from observations; `support` holds their content hashes.

    `supersedes` holds the content hashes of the reflections that it takes the place of.
    """

    content: str
    content_hash: str
    support: tuple[str, ...]
    supersedes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ActiveReflection:
    """One live reflection of a user, as engines and the judge see it.

    `support` holds the ids of the observations it rests on; `token_count` is of the rendered line.
    """

    id: int
    content: str
    created_at: datetime
    token_count: int
    support: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Covered:
    """One message that a claim is done with, at the content it had when it was loaded."""

    message_id: str
    content_hash: str
    skipped: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """What one claim, or one chunk of it, adds to memory, all or none, and what failed of it."""

    observations: tuple[Observation, ...] = ()
    reflections: tuple[Reflection, ...] = ()
    notes: tuple[Note, ...] = ()
    drops: tuple[Drop, ...] = ()
    coverage: tuple[Covered, ...] = ()
    outcome: Outcome = Outcome.EMPTY
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Reflected:
    """How the reflection of one claim ended, what it wrote, and whether the drain must `stop`."""

    outcome: Outcome
    observations: int = 0
    notes: int = 0
    stop: StopReason | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a drain did. `waiting` is None when the database could no longer say.

    Every claim is one of `cycles`; those that a signal cut short are in no other count, and those
    that a user's spend cap put off are in `spend_cap`. One with a shadow is in `shadow` alone.
    `observations` and `notes` count what was written, in the shadow or in memory.
    """

    cycles: int = 0
    reflected: int = 0
    empty: int = 0
    partial: int = 0
    claim_lost: int = 0
    failed: int = 0
    spend_cap: int = 0
    shadow: int = 0
    observations: int = 0
    notes: int = 0
    waiting: int | None = None
    stop_reason: StopReason | None = None
    seconds: float = 0.0
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    usd: float = 0.0
    engine: str = ""
    model: str | None = None
