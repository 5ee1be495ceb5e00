"""Notes for tests: as they stand, as they are proposed, and a compiler with the desk it uses."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from worker.engines.claude.compiler.agent import Compiler
from worker.judge import NoteDesk, NoteVerdict, judge_notes
from worker.notes import ActiveNote, Note, NoteLink, NoteProposal
from worker.records import Known, Relevance

AT = datetime(2026, 11, 29, 8, 0, tzinfo=UTC)
MOVED = "User's sister Lea moved to Bergen on 2026-11-28"


def note(slug: str, title: str = "", **more: Any) -> ActiveNote:
    """A note that is there."""
    empty: dict[str, Any] = {
        "kind": "note",
        "summary": "",
        "body": "",
        "tags": (),
        "aliases": (),
        "links": (),
        "updated_at": AT,
    }
    return ActiveNote(slug=slug, title=title or slug, **(empty | more))


def link(target: str, relation: str = "related") -> NoteLink:
    return NoteLink(target, relation)


def learned(
    content: str = MOVED, relevance: Relevance = Relevance.MEDIUM, category: str = "fact"
) -> Known:
    return Known(content, relevance, category, AT)


def proposed(
    slug: str = "lea", *, support: tuple[str, ...] = (MOVED,), **more: Any
) -> NoteProposal:
    """A note that an engine would write, on what was learned."""
    return NoteProposal(slug=slug, support=support, **more)


def compiling(
    of: Sequence[Known] = (learned(),), notes: Sequence[ActiveNote] = (), shown_tokens: int = 3_000
) -> tuple[Compiler, NoteDesk]:
    desk = NoteDesk(of, notes, "UTC")
    return Compiler(of, notes, desk.hand_in, shown_tokens), desk


def item(slug: str = "lea", *support: str, **more: Any) -> dict[str, Any]:
    """An item of record_notes."""
    empty: dict[str, Any] = {"title": "", "kind": "", "summary": "", "body": ""}
    empty |= {"tags": [], "aliases": [], "links": [], "more_links": []}
    return {"slug": slug, "support": list(support or ("o1",))} | empty | more


def items(*given: object, done: bool = True) -> dict[str, Any]:
    return {"notes": list(given), "done": done}


RUNS = "User runs every morning"
ADVICE = "Assistant recommended swimming"
PASTED = 'User pasted a text that says: "User banks with Acme"'
LEARNED = (
    learned(),
    learned(RUNS),
    learned(ADVICE, category="advice"),
    learned(PASTED, Relevance.LOW),
)


def judged(*given: NoteProposal, notes: tuple[ActiveNote, ...] = ()) -> NoteVerdict:
    return judge_notes(given, LEARNED, notes)


def taken(given: NoteProposal, *notes: ActiveNote) -> Note:
    """The one note that is written of a proposal."""
    verdict = judged(given, notes=notes)
    assert verdict.rejected == ()
    (only,) = verdict.accepted
    return only


def reason(given: NoteProposal, *notes: ActiveNote) -> str:
    """Why nothing is written of it."""
    verdict = judged(given, notes=notes)
    assert verdict.accepted == ()
    assert (verdict.taken, verdict.mendable) == (0, True)
    (told,) = verdict.rejected
    return told
