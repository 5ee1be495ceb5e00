"""Notes as values: what is known of a user, compiled by subject."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class NoteKind(StrEnum):
    """What a note is about."""

    PERSON = "person"
    PLACE = "place"
    ORGANIZATION = "organization"
    PROJECT = "project"
    PREFERENCE = "preference"
    DECISION = "decision"
    WORKFLOW = "workflow"
    EVENT = "event"
    THING = "thing"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class NoteLink:
    """That a note has to do with another: the slug of that one, and how they belong together."""

    target: str
    relation: str


@dataclass(frozen=True, slots=True)
class NoteProposal:
    """What an engine would write under a slug, before the judge has looked at it.

    What is empty in it leaves what the note says; what is not takes its place. `more_links` are
    added to the links that there are; of one that `adds` so are its body, tags and aliases.
    `support` holds the contents of the observations it rests on, as the engine was shown them.
    """

    slug: str
    title: str = ""
    kind: str = ""
    summary: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    links: tuple[NoteLink, ...] = ()
    more_links: tuple[NoteLink, ...] = ()
    support: tuple[str, ...] = ()
    adds: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """A proposal that the judge accepted: its slug and its links' as they are kept, and `support`
    the content hashes of the observations.
    """

    slug: str
    title: str
    kind: str
    summary: str
    body: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    links: tuple[NoteLink, ...]
    more_links: tuple[NoteLink, ...]
    support: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActiveNote:
    """One note of a user as it stands; `links` in the order of their targets."""

    slug: str
    title: str
    kind: str
    summary: str
    body: str
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    links: tuple[NoteLink, ...]
    updated_at: datetime
