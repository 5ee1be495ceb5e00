"""What a worker commits: the same values the database is given as jsonb."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass(slots=True)
class Proposed:
    """An observation. `needs` None: joined, so that every source is needed."""

    hash: str
    content: str
    relevance: str
    origin: str
    observed_at: datetime
    sources: list[str]
    needs: list[str] | None
    supersedes: list[str]
    replaced_by: list[str]
    duplicate_of: str | None

    def as_json(self) -> dict[str, Any]:
        return {
            "content": self.content,
            "content_hash": self.hash,
            "relevance": self.relevance,
            "category": "fact",
            "origin": self.origin,
            "observed_at": self.observed_at.isoformat(),
            "sources": self.sources,
            "supersedes": self.supersedes,
            "replaced_by": self.replaced_by,
            **({"duplicate_of": self.duplicate_of} if self.duplicate_of else {}),
            **({"joined": True} if self.needs is None else {}),
            **({"needs": self.needs} if self.needs else {}),
        }


@dataclass(slots=True)
class Distilled:
    """A reflection."""

    hash: str
    content: str
    support: list[str]
    supersedes: list[str]

    def as_json(self) -> dict[str, Any]:
        return {
            "content": self.content,
            "content_hash": self.hash,
            "support": self.support,
            "supersedes": self.supersedes,
        }


@dataclass(slots=True)
class Payload:
    """`drops` names observations by content: the player looks up their ids."""

    coverage: dict[str, str] = field(default_factory=dict)
    observations: list[Proposed] = field(default_factory=list)
    reflections: list[Distilled] = field(default_factory=list)
    drops: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return {
            "outcome": "reflected" if self.observations or self.reflections else "empty",
            "engine": "test",
            "coverage": [
                {"message_id": message_id, "content_hash": key}
                for message_id, key in self.coverage.items()
            ],
            "observations": [proposed.as_json() for proposed in self.observations],
            "reflections": [distilled.as_json() for distilled in self.reflections],
            "drops": self.drops,
        }
