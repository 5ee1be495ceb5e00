"""The sentences under tests/said: what people say in a language, one a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SAID = Path(__file__).resolve().parent / "said"


class Saying(NamedTuple):
    """A sentence and what a rule should make of it: `fact high` of the slot `home`, or nothing."""

    text: str
    kind: str
    slot: str = ""
    old: str = ""


def kept(language: str) -> list[Saying]:
    """What is worth a line of memory."""
    return [
        Saying(text, *heading.split(", "))
        for name in ("wishes", "lives", "days")
        for heading, text in _lines(language, name)
    ]


def changed(language: str) -> list[Saying]:
    """What says that something is no longer so."""
    fields = (text.split(" | ") for _, text in _lines(language, "changes"))
    return [Saying(text, "fact", slot.strip("-"), old) for text, slot, old in fields]


def left(language: str) -> list[str]:
    """What is not the user's own plain word, or not worth a line."""
    names = ("doubts", "errands", "asides", "slips")
    return [text for name in names for _, text in _lines(language, name)]


def _lines(language: str, name: str) -> Iterator[tuple[str, str]]:
    """Each sentence of a file under its heading; "\\n" in it stands for a line break."""
    heading = ""
    for line in (_SAID / language / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            heading = line.removeprefix("# ")
        else:
            yield heading, line.replace("\\n", "\n")
