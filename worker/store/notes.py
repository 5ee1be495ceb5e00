"""A user's notes as the database has them, and the records that they are."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from worker.notes import ActiveNote, NoteLink
from worker.store.database import Database


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A row of active_notes."""

    slug: str
    title: str
    kind: str
    summary: str
    body: str
    tags: list[str]
    aliases: list[str]
    links: list[dict[str, Any]]
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
            links=tuple(NoteLink(link["target"], link["relation"]) for link in self.links),
            updated_at=self.updated_at,
        )


def active_notes(database: Database, user_id: str) -> tuple[ActiveNote, ...]:
    """The user's notes, by slug."""
    rows = database.rows(
        NoteRow,
        """
        select slug, title, kind, summary, body, tags, aliases, links, updated_at
          from reflection.active_notes(%s)
        """,
        (user_id,),
    )
    return tuple(row.record() for row in rows)
