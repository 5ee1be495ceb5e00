"""The rows of a user's memory as the database has them, and the records that they are."""

from dataclasses import dataclass
from datetime import datetime

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
