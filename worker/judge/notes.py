"""What became of the notes that an engine proposed, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from worker.judge.duplicates import content_hash
from worker.judge.note_texts import (
    LONGEST_TITLE,
    Refused,
    body_of,
    line_of,
    longer_body,
    relation_of,
    summary_of,
    target_of,
    words_of,
)
from worker.judge.secrets import SECRET
from worker.judge.sources import is_hearsay
from worker.judge.verdict import counted, listed, readable, shown
from worker.judge.wording import LONGEST
from worker.notes import ActiveNote, Note, NoteKind, NoteLink, NoteProposal
from worker.records import Known
from worker.slugs import Names, slug

MOST_TAGS = 12
MOST_ALIASES = 12
MOST_LINKS = 30
_LONGEST_TAG = 40
_KINDS = frozenset(["", *NoteKind])


@dataclass(frozen=True, slots=True)
class NoteVerdict:
    """What of the proposed notes is kept, and why the others are not.

    What changes nothing is accepted once more, for its support, and counted under `duplicates`.
    `kinds` are words that are no kind and were passed over, `unknown` contents that named no
    observation that was shown; what they came with was kept all the same.
    """

    accepted: tuple[Note, ...] = ()
    recorded: int = 0
    duplicates: int = 0
    rejected: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def taken(self) -> int:
        return self.recorded + self.duplicates

    @property
    def mendable(self) -> bool:
        return bool(self.rejected)

    def __str__(self) -> str:
        """What the engine is told: "Recorded 2; 1 rejected: kim: it rests on no observation"."""
        parts = [f"Recorded {self.recorded}"]
        if self.duplicates:
            parts.append(f"{self.duplicates} already so")
        if self.rejected:
            parts.append(f"{len(self.rejected)} rejected: {counted(self.rejected)}")
        if self.kinds:
            parts.append(f"no such kind, so passed over: {listed(self.kinds)}")
        if self.unknown:
            parts.append(f"unknown observations left out: {listed(self.unknown)}")
        return "; ".join(parts)


def judge_notes(
    proposals: Iterable[NoteProposal],
    learned: Sequence[Known],
    notes: Sequence[ActiveNote],
    timezone: str = "UTC",
) -> NoteVerdict:
    """Accept what rests on what was `learned` and can be read at any later time, each by itself.

    A slug or a link that differs from that of a note only in form, or is an alias of it, means that
    note. Proposals under one slug become one note: what is not empty in the later takes the place
    of what the earlier said, unless it adds to that.
    """
    observations = {content_hash(one.content): one for one in learned}
    there = {note.slug: note for note in notes}
    names = Names(notes)
    accepted: dict[str, Note] = {}
    recorded = duplicates = 0
    rejected: list[str] = []
    kinds: dict[str, None] = {}
    unknown: dict[str, None] = {}
    for proposal in proposals:
        named = {content: content_hash(content[:LONGEST]) for content in proposal.support}
        support = [one for one in dict.fromkeys(named.values()) if one in observations]
        missing = [shown(content) for content, one in named.items() if one not in observations]
        own = next(
            (one for text in (proposal.slug, proposal.title) if (one := _own(text, names))), ""
        )
        try:
            rests_on = _rests_on([observations[one] for one in support], missing)
            note = _note(proposal, own, rests_on, names, timezone)
            if proposal.adds:
                note = _added(note, accepted.get(own), there.get(own))
        except Refused as refused:
            rejected.append(f"{shown(own)}: {refused}" if own else str(refused))
            continue
        unknown.update(dict.fromkeys(missing))
        if note.kind not in _KINDS:
            kinds[shown(note.kind)] = None
            # One that is there keeps its own.
            is_there = own in there or own in accepted
            note = replace(note, kind="" if is_there else NoteKind.NOTE.value)
        before = accepted.get(own)
        accepted[own] = _together(before, replace(note, support=tuple(support)))
        told = _told(accepted[own], there.get(own))
        is_new = told != _told(before, there.get(own))
        recorded += is_new
        duplicates += not is_new
        names.add(own)
    # Only now is every slug there that an alias must not be, and then every name of a link.
    called = [_called(note, names) for note in accepted.values()]
    done = tuple(_linked(note, names) for note in called)
    return NoteVerdict(done, recorded, duplicates, tuple(rejected), tuple(kinds), tuple(unknown))


def _own(text: str, names: Names) -> str:
    """The slug of the note that a text names; what is left of a secret names none."""
    name = readable(text)[0]
    return "" if name == SECRET else names.slug(name)


def _rests_on(support: Sequence[Known], missing: Sequence[str]) -> Sequence[Known]:
    """What a note rests on. Raises Refused where that is nothing that a user said."""
    if not support:
        unknown = f"unknown observation {listed(missing)}"
        raise Refused(unknown if missing else "it rests on no observation")
    if all(map(is_hearsay, support)):
        raise Refused("no user said it: it rests on what an assistant, a tool or a text said")
    return support


def _note(
    given: NoteProposal, own: str, support: Sequence[Known], names: Names, timezone: str
) -> Note:
    """What is kept of a proposal, its support yet to be named. Raises Refused."""
    if not own:
        raise Refused("neither its slug nor its title has a letter or a figure")
    # The words of a slug are shown as well.
    line_of(own.replace("-", " "), "slug", LONGEST_TITLE)
    at = max(one.observed_at for one in support)
    title = line_of(given.title, "title", LONGEST_TITLE)
    note = Note(
        slug=own,
        title=title,
        kind=given.kind.strip().lower(),
        summary=summary_of(given.summary, at, timezone),
        body=body_of(given.body, at, timezone),
        tags=words_of(given.tags, MOST_TAGS, _LONGEST_TAG),
        aliases=words_of(given.aliases, MOST_ALIASES, LONGEST_TITLE),
        links=_links(given.links, own, names),
        more_links=_links(given.more_links, own, names),
        support=(),
    )
    said = (note.title, note.summary, note.body, note.tags, note.aliases, note.links)
    if not any((*said, note.more_links)):
        raise Refused("it says nothing")
    return note


def _links(given: Iterable[NoteLink], own: str, names: Names) -> tuple[NoteLink, ...]:
    found = (
        NoteLink(names.slug(target), relation_of(one.relation))
        for one in given
        if (target := target_of(one.target))
    )
    return tuple(dict.fromkeys(one for one in found if one.target != own))[:MOST_LINKS]


def _added(new: Note, before: Note | None, there: ActiveNote | None) -> Note:
    """The note with what its body, tags and aliases are added to. Raises Refused."""

    def held(field: str) -> Any:
        return getattr(before, field, ()) or getattr(there, field, ())

    tags, aliases = (*held("tags"), *new.tags), (*held("aliases"), *new.aliases)
    return replace(
        new,
        body=longer_body(held("body") or "", new.body),
        tags=words_of(tags, MOST_TAGS, _LONGEST_TAG) if new.tags else (),
        aliases=words_of(aliases, MOST_ALIASES, LONGEST_TITLE) if new.aliases else (),
    )


def _together(first: Note | None, second: Note) -> Note:
    """One note for two under one slug: what is not empty in the second counts."""
    if first is None:
        return second
    return Note(
        slug=second.slug,
        title=second.title or first.title,
        kind=second.kind or first.kind,
        summary=second.summary or first.summary,
        body=second.body or first.body,
        tags=second.tags or first.tags,
        aliases=second.aliases or first.aliases,
        links=second.links or first.links,
        more_links=tuple(dict.fromkeys((*first.more_links, *second.more_links))),
        support=tuple(dict.fromkeys((*first.support, *second.support))),
    )


def _told(new: Note | None, there: ActiveNote | None) -> tuple[object, ...]:
    """What a note says once this is written into what is there."""
    title, kind, summary, body = (
        getattr(new, field, "") or getattr(there, field, "")
        for field in ("title", "kind", "summary", "body")
    )
    tags, aliases, links = (
        tuple(getattr(new, field, ())) or tuple(getattr(there, field, ()))
        for field in ("tags", "aliases", "links")
    )
    more = new.more_links if new else ()
    is_there = new is not None or there is not None
    return is_there, title, kind, summary, body, tags, aliases, frozenset((*links, *more))


def _called(note: Note, names: Names) -> Note:
    """The note without aliases that are its own name or name another; `names` has them then."""
    taken = {note.slug, slug(note.title)}
    aliases = tuple(
        one
        for one in note.aliases
        if slug(one) not in taken
        if (meant := names.slug(one)) == note.slug or meant not in names
    )
    names.add(note.slug, aliases)
    return replace(note, aliases=aliases)


def _linked(note: Note, names: Names) -> Note:
    """The note with its links to where they lead, none of them to itself."""

    def leading(links: Iterable[NoteLink]) -> tuple[NoteLink, ...]:
        found = (replace(one, target=names.slug(one.target)) for one in links)
        return tuple(dict.fromkeys(one for one in found if one.target != note.slug))

    return replace(note, links=leading(note.links), more_links=leading(note.more_links))
