"""The queue and the memory it fills: one method per SQL function, one short transaction each."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from psycopg.types.json import Jsonb

from worker.engine import Stage
from worker.notes import ActiveNote
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Claim,
    FailureKind,
    Memory,
    Message,
    Outcome,
    Role,
    StopReason,
)
from worker.store.database import Database
from worker.store.payload import account, payload
from worker.store.pool import NoteRow, ObservationRow, ReflectionRow
from worker.text import clean
from worker.usage import NO_CAPS, Caps, Usage
from worker.work import StageReport


@dataclass(frozen=True, slots=True)
class Page:
    """The next owed messages of a claimed thread, and a few that came just before them."""

    before: tuple[Message, ...]
    owed: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    message_id: str
    ordinal: int
    role: str
    name: str | None
    head: str
    tail: str
    omitted: int
    tool_calls: str | None
    at: datetime
    content_hash: str | None
    owed: bool

    def message(self) -> Message:
        return Message(
            id=self.message_id,
            ordinal=self.ordinal,
            role=Role(self.role),
            text=self.head,
            at=self.at,
            content_hash=self.content_hash or "",
            name=self.name,
            tail=self.tail,
            omitted=self.omitted,
            tool_calls=self.tool_calls,
        )


_RESERVED: dict[str, StopReason | Outcome | None] = {
    "reserved": None,
    "spend cap": StopReason.SPEND_CAP,
    "spend cap of the user": Outcome.SPEND_CAP,
    "claim lost": Outcome.CLAIM_LOST,
}


def fold(database: Database) -> int:
    """Take the inbox of changes into the claim table; how many arrivals that were."""
    folded = 0
    while taken := int(database.scalar("select reflection.fold_arrivals()")):
        folded += taken
    return folded


class Queue:
    """What the drain and the reflection of one thread ask of the database."""

    def __init__(
        self,
        database: Database,
        *,
        worker: str,
        engine: str,
        model: str | None = None,
        prompt_hash: str | None = None,
        caps: Caps = NO_CAPS,
        patience: float = 0.0,
        lease_seconds: float = 600,
        max_attempts: int = 3,
        run_id: int | None = None,
    ) -> None:
        self._database = database
        self._worker = worker
        self._engine = engine
        self._model = model
        self._prompt_hash = prompt_hash
        self._caps = caps
        # What a model answered is paid for: for so long its memory waits for a server that is gone.
        self._patience = patience
        self._lease = f"{lease_seconds} seconds"
        self._max_attempts = max_attempts
        self._run_id = run_id
        self._claim: Claim | None = None

    def fold(self) -> int:
        """Take the inbox in; how many arrivals that were."""
        return fold(self._database)

    def claim(self) -> Claim | None:
        """The most overdue eligible thread, now ours; None when nothing can be claimed now."""
        # Never repeated: if the answer was lost, so is the claim, until its lease ends.
        self._claim = self._database.row(
            Claim,
            """
            select thread_id, user_id, claim_id, terminal_message_id, attempt, expires_at
              from reflection.claim_next_thread(%s, %s::interval, %s, %s, %s)
            """,
            (
                self._worker,
                self._lease,
                self._max_attempts,
                self._run_id,
                Jsonb(asdict(self._caps)),
            ),
            again=False,
        )
        return self._claim

    def page(self, claim: Claim, after: int) -> Page:
        """The next owed messages after the place `after`; an empty page is the end."""
        lines = self._database.rows(
            _Line,
            """
            select message_id, ordinal, role, name, head, tail, omitted, tool_calls, at,
                   content_hash, owed
              from reflection.claimed_messages(%s, %s, %s)
            """,
            (claim.thread_id, claim.claim_id, after),
        )
        return Page(
            before=tuple(line.message() for line in lines if not line.owed),
            owed=tuple(line.message() for line in lines if line.owed),
        )

    def timezone(self, user_id: str) -> str:
        """The name of the zone the user's days are counted in."""
        return str(self._database.scalar("select reflection.user_zone(%s)", (user_id,)))

    def renew(self, claim: Claim) -> bool:
        """A whole lease from now; False when the claim was lost."""
        return bool(
            self._database.scalar(
                "select reflection.renew_claim(%s, %s, %s::interval)",
                (claim.thread_id, claim.claim_id, self._lease),
            )
        )

    def save_progress(self, claim: Claim, memory: Memory) -> bool:
        """Keep what one chunk gave and renew the lease; False when the claim was lost."""
        return bool(
            self._database.scalar(
                "select reflection.save_progress_if_claimed(%s, %s, %s, %s::interval)",
                (claim.thread_id, claim.claim_id, self._payload(memory), self._lease),
                patience=self._patience,
            )
        )

    def commit(self, claim: Claim, memory: Memory) -> bool:
        """End the claim with what it found; False when it was lost and nothing was written."""
        committed = self._database.scalar(
            "select reflection.commit_reflection(%s, %s, %s)",
            (claim.thread_id, claim.claim_id, self._payload(memory)),
            patience=self._patience,
        )
        # A call repeated after its answer was lost finds no claim, but its own end in the log.
        return bool(committed) or bool(
            self._database.scalar("select reflection.was_committed(%s)", (claim.claim_id,))
        )

    def owed_tokens(self, claim: Claim) -> int:
        """About how many tokens the claim owes, each message bounded as it is shown."""
        return int(
            self._database.scalar(
                "select reflection.owed_tokens(%s, %s)", (claim.thread_id, claim.claim_id)
            )
        )

    def reserve(self, claim: Claim, estimate: Usage) -> StopReason | Outcome | None:
        """Set aside what the claim may cost, within the caps of the day.

        None: it is set aside. Else the claim has ended, its attempt given back: spend_cap stops the
        drain, "spend cap" is this user's alone, "claim lost" as always.
        """
        answer = self._database.scalar(
            "select reflection.reserve_spend(%s, %s, %s, %s)",
            (
                claim.thread_id,
                claim.claim_id,
                Jsonb({"tokens": estimate.tokens_in + estimate.tokens_out, "usd": estimate.usd}),
                Jsonb(asdict(self._caps)),
            ),
        )
        return _RESERVED[answer]

    def enter(self, claim: Claim, total: Usage, stages: Mapping[Stage, StageReport]) -> None:
        """Enter what the claim has cost so far; entering the same again changes nothing."""
        named = {
            "engine": self._engine,
            "model": self._model,
            "prompt_hash": self._prompt_hash,
        }
        self._database.scalar(
            "select reflection.enter_spending(%s, %s)",
            (claim.claim_id, Jsonb(named | account(total, stages))),
            patience=self._patience,
        )

    def another_is_due(self) -> bool:
        """Whether a thread waits that could be claimed after this one, of its user too."""
        claim_id = self._claim.claim_id if self._claim else None
        return bool(self._database.scalar("select reflection.another_is_due(%s)", (claim_id,)))

    def fail(self, claim: Claim, error: str, kind: FailureKind) -> bool:
        """End the claim without memory, at the cost that the kind has; False when it was lost."""
        return bool(
            self._database.scalar(
                "select reflection.mark_failed_if_claimed(%s, %s, %s, %s, %s)",
                (claim.thread_id, claim.claim_id, clean(error), kind.value, self._max_attempts),
            )
        )

    def pool_tokens(self, user_id: str) -> int:
        """Tokens of the user's active observations."""
        return int(self._database.scalar("select reflection.pool_tokens(%s)", (user_id,)))

    def pool(self, user_id: str) -> tuple[ActiveObservation, ...]:
        """The user's active observations, oldest first."""
        rows = self._database.rows(
            ObservationRow,
            """
            select id, content, relevance, category, observed_at, token_count, coverage
              from reflection.active_observations(%s)
            """,
            (user_id,),
        )
        return tuple(row.record() for row in rows)

    def reflections(self, user_id: str) -> tuple[ActiveReflection, ...]:
        """The user's live reflections, oldest first."""
        rows = self._database.rows(
            ReflectionRow,
            """
            select id, content, created_at, token_count, support
              from reflection.active_reflections(%s)
            """,
            (user_id,),
        )
        return tuple(row.record() for row in rows)

    def notes(self, user_id: str) -> tuple[ActiveNote, ...]:
        """The user's notes as they stand, by slug."""
        rows = self._database.rows(
            NoteRow,
            """
            select n.slug, n.title, n.kind, n.summary, n.body, n.tags, n.aliases, n.updated_at,
                   (select coalesce(jsonb_agg(jsonb_build_object('target', l.target, 'relation',
                                    l.relation) order by l.target, l.relation), '[]')
                      from reflection.note_links l
                     where l.user_id = n.user_id and l.source = n.slug) as links
              from reflection.notes n
             where n.user_id = %s
             order by n.slug
            """,
            (user_id,),
        )
        return tuple(row.record() for row in rows)

    def waiting(self) -> int:
        """Threads that are due and were not claimed: of busy users, backing off, or not yet had."""
        return int(self._database.scalar("select reflection.due_threads()"))

    def _payload(self, memory: Memory) -> Jsonb:
        return Jsonb(
            payload(memory, engine=self._engine, model=self._model, prompt_hash=self._prompt_hash)
        )
