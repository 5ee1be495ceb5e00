"""The rows of a user's memory as the database has them, and the records that they are."""

from dataclasses import dataclass
from datetime import datetime

from worker.notes import ActiveNote, NoteLink
from worker.records import ActiveObservation, ActiveReflection, Relevance


@dataclass(frozen=True, slots=True)
class ObservationRow:
    """A row of active_observations."""

    id: int
    content: str
    relevance: str
    category: str
    observed_at: datetime
    token_count: int
    coverage: int

    def record(self) -> ActiveObservation:
        return ActiveObservation(
            id=self.id,
            content=self.content,
            relevance=Relevance(self.relevance),
            category=self.category,
            observed_at=self.observed_at,
            token_count=self.token_count,
            coverage=self.coverage,
        )


@dataclass(frozen=True, slots=True)
class ReflectionRow:
    """A row of active_reflections."""

    id: int
    content: str
    created_at: datetime
    token_count: int
    support: list[int]

    def record(self) -> ActiveReflection:
        return ActiveReflection(
            self.id, self.content, self.created_at, self.token_count, tuple(self.support)
        )


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note as it stands, `links` as [{target, relation}]."""

    slug: str
    title: str
    kind: str
    summary: str
    body: str
    tags: list[str]
    aliases: list[str]
    links: list[dict[str, str]]
    updated_at: datetime

    def record(self) -> ActiveNote:
        return ActiveNote(
            slug=self.slug,
            title=self.title,
            kind=self.kind,
            summary=self.summary,
            body=self.body,
            tags=tuple(self.tags),
            aliases=tuple(self.aliases),
            links=tuple(NoteLink(one["target"], one["relation"]) for one in self.links),
            updated_at=self.updated_at,
        )
