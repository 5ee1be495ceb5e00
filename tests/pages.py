"""The pages of documentation, as their readers find them: headings and blocks of code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(
    r"^(?P<fence>```+)(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=fence)$", re.M | re.S
)


@dataclass(frozen=True)
class Block:
    """A block of code: where it stands, under which heading, in which language."""

    page: str
    line: int
    heading: str
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: Path, *languages: str) -> Iterator[Block]:
    """The blocks of a page in these languages."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found["language"] in languages:
            before = text[: found.start()]
            headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", before), re.M)
            yield Block(
                str(page.relative_to(ROOT)),
                before.count("\n") + 2,
                headings[-1] if headings else "",
                found["language"],
                found["text"],
            )


def every_block(*languages: str) -> list[Block]:
    return [block for page in PAGES for block in blocks(page, *languages)]
