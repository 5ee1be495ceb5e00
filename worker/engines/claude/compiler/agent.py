"""The agent that compiles: shown what was learned, it works that by subject into a user's notes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any

from worker.engine import Receipt
from worker.engines.claude.agent import Answer
from worker.engines.claude.answers import HandedIn, answered
from worker.engines.claude.ids import resolved, strangers
from worker.engines.claude.inputs import Field, Item, Kind, Tool
from worker.engines.claude.notebook import notebook
from worker.engines.claude.remembered import for_compiler
from worker.notes import ActiveNote, NoteLink, NoteProposal
from worker.records import Known
from worker.slugs import Names

PROMPT = files(__package__).joinpath("prompt.md").read_text(encoding="utf-8").strip()
TOOL = Tool(
    "record_notes",
    "Record what the notes should say. An empty list with done true: they stay as they are.",
    "notes",
    (
        Field("slug", Kind.TEXT, optional=True),
        Field("title", Kind.TEXT, optional=True),
        Field("kind", Kind.TEXT, optional=True),
        Field("summary", Kind.TEXT, optional=True),
        Field("body", Kind.TEXT, optional=True),
        Field("tags", Kind.WORDS, optional=True),
        Field("aliases", Kind.WORDS, optional=True),
        Field("links", Kind.LINKS, optional=True),
        Field("more_links", Kind.LINKS, optional=True),
        Field("support", Kind.IDS),
    ),
)


class Compiler:
    """Asks what the notes should say, and hands that in with the observations that it rests on."""

    def __init__(
        self,
        learned: Sequence[Known],
        notes: Sequence[ActiveNote],
        hand_in: Callable[[Sequence[NoteProposal]], Receipt],
        shown_tokens: int,
    ) -> None:
        self._learned = learned
        self._hand_in = hand_in
        self._memory = for_compiler(learned, shown_tokens)
        seen = (one.content for one in self._memory.observations.values())
        self._notebook = notebook(notes, seen, shown_tokens)
        self._names = Names(notes)
        self._brief = {one.slug: one for one in notes if one.slug not in self._notebook.in_full}

    @property
    def system(self) -> str:
        return PROMPT

    @property
    def tool(self) -> Mapping[str, Any]:
        return TOOL.param

    @property
    def shown(self) -> str:
        return f"{self._notebook.text}\n{self._memory.text}"

    def answer(self, given: object, *, cut_off: bool) -> Answer:
        return answered(TOOL, given, self._handed, cut_off=cut_off)

    def _handed(self, items: Sequence[Item]) -> HandedIn:
        receipt = self._hand_in([self._proposal(item) for item in items])
        return HandedIn(receipt, str(receipt))

    def _proposal(self, item: Item) -> NoteProposal:
        support, strange = resolved(item.ids["support"], self._memory.observations)
        unreal = strangers(strange, [one.content for one in self._learned])
        texts = item.texts
        proposal = NoteProposal(
            slug=texts["slug"],
            title=texts["title"],
            kind=_kind(texts["kind"]),
            summary=texts["summary"],
            body=texts["body"],
            tags=item.ids["tags"],
            aliases=item.ids["aliases"],
            links=tuple(NoteLink(*one) for one in item.links["links"]),
            more_links=tuple(NoteLink(*one) for one in item.links["more_links"]),
            support=(*(one.content for one in support), *unreal),
        )
        named = self._names.slug(proposal.slug) or self._names.slug(proposal.title)
        there = self._brief.get(named)
        return _added(proposal, there) if there else proposal


def _added(given: NoteProposal, there: ActiveNote) -> NoteProposal:
    """What is handed in of a note not shown in full, so that it replaces nothing unseen."""
    more_links = (*given.links, *given.more_links)
    return replace(given, slug=there.slug, links=(), more_links=more_links, adds=True)


# What models write in the place of a kind, by the beginning of the word.
_MEANT = {
    "people": "person",
    "contact": "person",
    "famil": "person",
    "location": "place",
    "city": "place",
    "country": "place",
    "compan": "organization",
    "organi": "organization",
    "team": "organization",
    "group": "organization",
    "habit": "preference",
    "prefer": "preference",
    "style": "preference",
    "process": "workflow",
    "routine": "workflow",
    "polic": "decision",
    "tool": "thing",
    "product": "thing",
    "object": "thing",
    "pet": "thing",
    "topic": "note",
    "concept": "note",
    "other": "note",
}


def _kind(written: str) -> str:
    """The kind that is meant, as far as that is known."""
    word = written.strip().lower()
    return next((kind for begins, kind in _MEANT.items() if word.startswith(begins)), word)
