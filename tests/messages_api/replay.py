"""A model that says again what is in an archive, and distils, compiles and drops by fixed rules."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from messages_api.archive import Archive, Recorded
from messages_api.record import Received
from messages_api.reply import Reply
from messages_api.shown import ObservationLine, ReflectionLine, Shown, read

MOST_REFLECTIONS = 3
MOST_SUPPORT = 4
# No tool takes more items in one call.
MOST_DROPS = 200
_LONGEST = 120
_RELEVANCES = ("low", "low", "low", "medium", "medium", "medium", "medium", "high")
_KINDS = (
    ("plan", re.compile(r"\b(?:plans?|planning|will|wants?|hopes?|going to|looking forward)\b")),
    ("preference", re.compile(r"\b(?:likes?|loves?|enjoys?|prefers?|favou?rites?|interested)\b")),
    ("experience", re.compile(r"\b(?:went|visited|attended|tried|met|saw|took|had)\b")),
)
_CRITICAL = re.compile(r"\b(?:allerg\w+|asthma|diabet\w+|medication)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z][a-z'-]{4,}")
# Words that say nothing of what an observation is about.
_COMMON = re.compile(
    r"about|after|again|being|could|every|feels|finds|found|going|great|having|likes|loves|making"
    r"|other|really|shares|since|still|their|there|these|things?|think|those|through|which|while"
    r"|wants|would|assistant|enjoys|believes|appreciates|values|recently|planning|mentioned"
    r"|excited|interested|attended|started"
)
_ORDER = {"low": 0, "medium": 1, "high": 2}
_COVERED = {"strong": 0, "partial": 1}


class Replay:
    """Answers the first turn of each of the four tools; to a receipt it adds nothing."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def __call__(self, request: Received) -> Reply:
        shown = read(request.shown)
        answers: dict[str, Any] = {
            "record_observations": lambda: ("observations", self._observed(shown)),
            "record_reflections": lambda: ("reflections", reflected(shown)),
            "record_notes": lambda: ("notes", compiled(shown)),
            "drop_observations": lambda: ("drops", dropped(shown)),
        }
        name, items = answers[request.about]()
        given = items if request.turn == 1 else []
        return Reply().tool(request.about, {name: given, "done": True})

    def _observed(self, shown: Shown) -> list[dict[str, Any]]:
        return [
            {
                "content": one.content,
                "relevance": relevance(one.content),
                "category": category(one),
                "sources": list(one.sources),
                "supersedes": [],
            }
            for one in self._archive.recall(shown.messages)
        ]


def relevance(content: str) -> str:
    """As good as chance, but always the same for the same content."""
    if _CRITICAL.search(content):
        return "critical"
    return _RELEVANCES[hashlib.sha256(content.encode()).digest()[0] % len(_RELEVANCES)]


def category(recorded: Recorded) -> str:
    """What no user said is advice, whatever it says."""
    if "user" not in recorded.roles:
        return "advice"
    return next((kind for kind, sign in _KINDS if sign.search(recorded.content)), "fact")


def reflected(shown: Shown) -> list[dict[str, Any]]:
    """What several observations share: one person and one word, what is new first.

    A reflection that rests on some of these is superseded, unless it says the same already.
    """
    groups: defaultdict[tuple[str, str], list[ObservationLine]] = defaultdict(list)
    for line in shown.observations:
        for word in sorted(_subjects(line.text)):
            groups[_person(line.text), word].append(line)
    found: list[dict[str, Any]] = []
    used: set[str] = set()
    for (person, word), lines in sorted(groups.items(), key=_newest_first):
        free = [line for line in lines if line.id not in used and word != person.lower()]
        support = free[-MOST_SUPPORT:]
        if len(support) < 2 or not any(map(_is_new, support)) or len(found) == MOST_REFLECTIONS:
            continue
        content = _distilled(person, word, support)
        if any(content == one.text for one in shown.reflections):
            continue
        found.append(
            {
                "content": content,
                "support": [line.id for line in support],
                "supersedes": _replaced(shown.reflections, support, found),
            }
        )
        used.update(line.id for line in support)
    return found


def compiled(shown: Shown) -> list[dict[str, Any]]:
    """A note for each person of whom something that matters was learned: what it says, and that."""
    people: defaultdict[str, list[ObservationLine]] = defaultdict(list)
    for line in shown.observations:
        if not {"low", "advice"} & set(line.labels):
            people[_person(line.text)].append(line)
    bodies = {note.slug: note.body for note in shown.notes}
    return [
        {
            "slug": person.lower(),
            "title": person,
            "kind": "person",
            "summary": lines[-1].text[:_LONGEST],
            "body": "\n".join([*bodies.get(person.lower(), ()), *(line.text for line in lines)]),
            "tags": [],
            "aliases": [],
            "links": [],
            "more_links": [
                {"target": other.lower(), "relation": "talks with"}
                for other in sorted(people)
                if other != person
            ],
            "support": [line.id for line in lines],
        }
        for person, lines in sorted(people.items())
    ]


def dropped(shown: Shown) -> list[dict[str, Any]]:
    """As many as the prompt allows: what matters least first, then what reflections hold."""
    loose = [line for line in shown.observations if "critical" not in line.labels]
    ranked = sorted(loose, key=_dispensable)
    return [
        {"id": line.id, "reason": "covered" if not _is_new(line) else "routine"}
        for line in ranked[: min(shown.most_drops, MOST_DROPS)]
    ]


def _is_new(line: ObservationLine) -> bool:
    """Whether no reflection rests on it yet."""
    return not {"partial", "strong"} & set(line.labels)


def _newest_first(group: tuple[tuple[str, str], list[ObservationLine]]) -> tuple[Any, ...]:
    shared, lines = group
    return -sum(map(_is_new, lines)), -len(lines), shared


def _dispensable(line: ObservationLine) -> tuple[int, int, int]:
    matters = min((_ORDER[one] for one in line.labels if one in _ORDER), default=1)
    held = min((_COVERED[one] for one in line.labels if one in _COVERED), default=2)
    return matters, held, int(line.id[1:])


def _subjects(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if not _COMMON.fullmatch(word)}


def _person(text: str) -> str:
    """Who an observation is about: its first word, past who said it."""
    return re.split(r"['’]s?\b|\W", text.removeprefix("Assistant said: "), maxsplit=1)[0]


def _distilled(person: str, word: str, support: Iterable[ObservationLine]) -> str:
    told = "; ".join(line.text[:_LONGEST].rstrip(" .;") for line in support)
    return f"{person} comes back to {word}: {told}"


def _replaced(
    known: Iterable[ReflectionLine], support: list[ObservationLine], found: list[dict[str, Any]]
) -> list[str]:
    taken = {name for one in found for name in one["supersedes"]}
    ids = {line.id for line in support}
    return [one.id for one in known if ids & set(one.support) and one.id not in taken]
