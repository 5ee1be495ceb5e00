"""Shadows: a queue that writes beside memory, and what people do with what is there."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from worker.errors import UsageError
from worker.notes import ActiveNote
from worker.records import ActiveObservation, ActiveReflection, Claim, Memory
from worker.store.database import Database
from worker.store.notes import NoteRow, active_notes
from worker.store.pool import ObservationRow, ReflectionRow
from worker.store.queue import Queue

NAMED_AT_MOST = 5


@dataclass(frozen=True, slots=True)
class _Found:
    """A user's memory as it would be."""

    observations: tuple[ActiveObservation, ...]
    reflections: tuple[ActiveReflection, ...]
    notes: tuple[ActiveNote, ...]


class ShadowQueue(Queue):
    """A queue whose claims end in shadows; a user's memory is as it were with them applied."""

    def __init__(self, database: Database, **told: Any) -> None:
        super().__init__(database, **told)
        self._as_it_would_be: dict[str, _Found] = {}

    def save_progress(self, claim: Claim, memory: Memory) -> bool:
        """Keep beside memory what one chunk gave and renew the lease; False when it was lost."""
        self._as_it_would_be.clear()
        return bool(
            self._database.scalar(
                "select reflection.shadow_progress_if_claimed(%s, %s, %s, %s::interval)",
                (claim.thread_id, claim.claim_id, self._payload(memory), self._lease),
                patience=self._patience,
            )
        )

    def commit(self, claim: Claim, memory: Memory) -> bool:
        """End the claim with a shadow of what it found; False when it was lost."""
        self._as_it_would_be.clear()
        return bool(
            self._database.scalar(
                "select reflection.shadow_if_claimed(%s, %s, %s)",
                (claim.thread_id, claim.claim_id, self._payload(memory)),
                patience=self._patience,
            )
        )

    def claim(self) -> Claim | None:
        # What the chat product changed meanwhile changes what would be remembered.
        self._as_it_would_be.clear()
        return super().claim()

    def pool(self, user_id: str) -> tuple[ActiveObservation, ...]:
        return self._found(user_id).observations

    def pool_tokens(self, user_id: str) -> int:
        return sum(one.token_count for one in self.pool(user_id))

    def reflections(self, user_id: str) -> tuple[ActiveReflection, ...]:
        return self._found(user_id).reflections

    def notes(self, user_id: str) -> tuple[ActiveNote, ...]:
        return self._found(user_id).notes

    def _found(self, user_id: str) -> _Found:
        """Asked once a thread: every shadow of the user is written for it and undone again."""
        if user_id not in self._as_it_would_be:
            told = self._database.scalar("select reflection.shadowed_memory(%s)", (user_id,))
            self._as_it_would_be[user_id] = _Found(
                tuple(
                    ObservationRow(**_at(row, "observed_at")).record()
                    for row in told["observations"]
                ),
                tuple(
                    ReflectionRow(**_at(row, "created_at")).record() for row in told["reflections"]
                ),
                tuple(NoteRow(**_at(row, "updated_at")).record() for row in told["notes"]),
            )
        return self._as_it_would_be[user_id]


def _at(row: dict[str, Any], name: str) -> dict[str, Any]:
    return row | {name: datetime.fromisoformat(row[name])}


@dataclass(frozen=True, slots=True)
class Shadow:
    """What one claim found and did not write. `outcome` is null while the claim is at work."""

    claim_id: UUID
    thread_id: str
    user_id: str
    made_at: datetime
    outcome: str | None
    observations: int
    reflections: int
    notes: int
    drops: int
    messages: int
    usd: float


@dataclass(frozen=True, slots=True)
class Difference:
    """A user's rendered memory, and notes, without a shadow and with it."""

    before: str
    after: str
    notes_before: tuple[ActiveNote, ...]
    notes_after: tuple[ActiveNote, ...]


class Shadows:
    """The shadows that wait: to be looked at, applied or thrown away."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, run_id: int | None = None) -> list[Shadow]:
        """Every shadow, or those of a run, in the order in which they were made."""
        return self._database.rows(
            Shadow,
            """
            select d.claim_id, d.thread_id, d.user_id, d.made_at, l.outcome,
                   found.observations, found.reflections, found.notes, found.drops, found.messages,
                   coalesce(l.usd, 0)::double precision as usd
              from reflection.shadows d
              left join reflection.claim_log l on l.claim_id = d.claim_id
             cross join lateral (
               select sum(jsonb_array_length(part -> 'observations'))::integer as observations,
                      sum(jsonb_array_length(part -> 'reflections'))::integer as reflections,
                      sum(jsonb_array_length(coalesce(part -> 'notes', '[]')))::integer as notes,
                      sum(jsonb_array_length(part -> 'drops'))::integer as drops,
                      sum(jsonb_array_length(part -> 'coverage'))::integer as messages
                 from jsonb_array_elements(d.memories) part
             ) found
             where %(run_id)s::bigint is null
                or l.run_id = %(run_id)s
             order by d.made_at, d.claim_id
            """,
            {"run_id": run_id},
        )

    def named(self, name: str) -> list[Shadow]:
        """The one whose claim's id begins so; by the name of all, each whose claim has ended.

        Raises UsageError when none does, or several do.
        """
        every = self.all()
        if name == "all":
            return [one for one in every if one.outcome is not None]
        wanted = name.strip().lower().replace("-", "")
        found = [one for one in every if wanted and one.claim_id.hex.startswith(wanted)]
        if not found:
            raise UsageError(
                f"There is no shadow of a claim {name!r}.",
                "See those there are: reflection-worker shadow list",
            )
        if len(found) > 1:
            told = ", ".join(str(one.claim_id) for one in found[:NAMED_AT_MOST])
            raise UsageError(f"Several claims begin with {name!r}.", f"Say more of one: {told}")
        return found

    def difference(self, shadow: Shadow, tokens: int) -> Difference:
        """What applying it would do to what the chat product gets: it is done, and undone."""
        with self._database.rehearsal():
            before = self._memory(shadow.user_id, tokens)
            notes = active_notes(self._database, shadow.user_id)
            self.apply(shadow.claim_id)
            return Difference(
                before,
                self._memory(shadow.user_id, tokens),
                notes,
                active_notes(self._database, shadow.user_id),
            )

    def apply(self, claim_id: UUID) -> bool:
        """Write it; False when it was gone, or its thread was."""
        return bool(
            self._database.scalar("select reflection.apply_shadow(%s)", (claim_id,), again=False)
        )

    def discard(self, claim_id: UUID) -> bool:
        """Throw it away; False when it was gone."""
        return bool(
            self._database.scalar("select reflection.discard_shadow(%s)", (claim_id,), again=False)
        )

    def _memory(self, user_id: str, tokens: int) -> str:
        return str(self._database.scalar("select reflection.memory_for(%s, %s)", (user_id, tokens)))
