"""What a prompt shows: the one place that knows how the worker writes it."""

import re
from dataclasses import dataclass

# "## lea [person] Lea", its parts indented; "m4 14:05 user (Ann): text", its further lines
# indented; "o1 [low, fact, none, new] text";
# "r1 text (o2 o5)".
_MESSAGE = re.compile(
    r"(?P<id>m\d+) \d\d:\d\d (?P<role>\w+)(?: \((?P<name>[^()]*)\))?:(?P<text>.*)"
)
_OBSERVATION = re.compile(r"(?P<id>o\d+) (?:\[(?P<labels>[^\]]*)\] |\(critical\) )?(?P<text>.+)")
_REFLECTION = re.compile(r"(?P<id>r\d+) (?P<text>.+?)(?: \((?P<support>o\d+(?: o\d+)*)\))?")
_NOTE = re.compile(r"## (?P<slug>\S+) \[(?P<kind>[^\]]*)\] .+")
_MOST_DROPS = re.compile(r"maximum drops allowed: (\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A message that can be cited."""

    id: str
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class ObservationLine:
    """A remembered observation; `labels` are its relevance, category and coverage, if shown."""

    id: str
    text: str
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReflectionLine:
    """A remembered reflection, with the ids of the shown observations that it rests on."""

    id: str
    text: str
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A note in full, its body line by line."""

    slug: str
    kind: str
    body: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a prompt shows, line by line, and how many drops it allows if it says so."""

    messages: tuple[SaidLine, ...] = ()
    observations: tuple[ObservationLine, ...] = ()
    reflections: tuple[ReflectionLine, ...] = ()
    most_drops: int = 0
    notes: tuple[ShownNote, ...] = ()


def read(prompt: str) -> Shown:
    """What stands at the left margin, each with its indented lines."""
    messages: list[SaidLine] = []
    observations: list[ObservationLine] = []
    reflections: list[ReflectionLine] = []
    notes: list[ShownNote] = []
    for line in _joined(prompt):
        first, _, more = line.partition("\n")
        if found := _MESSAGE.fullmatch(first):
            messages.append(SaidLine(found["id"], found["role"], plain(f"{found['text']}\n{more}")))
        elif found := _OBSERVATION.fullmatch(first):
            labels = tuple(label.strip() for label in (found["labels"] or "").split(",") if label)
            observations.append(ObservationLine(found["id"], found["text"], labels))
        elif found := _REFLECTION.fullmatch(first):
            support = tuple((found["support"] or "").split())
            reflections.append(ReflectionLine(found["id"], found["text"], support))
        elif found := _NOTE.fullmatch(first):
            body = more.partition("  body:\n")[2]
            lines = tuple(one.strip() for one in body.split("\n") if one.strip())
            notes.append(ShownNote(found["slug"], found["kind"], lines))
    bound = _MOST_DROPS.search(prompt)
    return Shown(
        tuple(messages),
        tuple(observations),
        tuple(reflections),
        int(bound[1]) if bound else 0,
        tuple(notes),
    )


def plain(text: str) -> str:
    """A text with its white space made even, by which it is known again."""
    return " ".join(text.split())


def _joined(prompt: str) -> list[str]:
    lines: list[str] = []
    for line in prompt.split("\n"):
        # A message may hold empty lines.
        if lines and (line.startswith("  ") or not line):
            lines[-1] += f"\n{line}"
        else:
            lines.append(line)
    return lines
