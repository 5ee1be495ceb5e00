"""docs/deploying.md, taken apart: its blocks, its commands, and the secrets that it makes."""

import re
import shlex
from pathlib import Path

GUIDE = Path(__file__).resolve().parent.parent / "docs/deploying.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language, in their order."""
    text = GUIDE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(program: str) -> list[list[str]]:
    """Every command line of a program, in blocks and in sentences, as words."""
    text = GUIDE.read_text(encoding="utf-8")
    lines = "\n".join(blocks("sh") + blocks("") + re.findall(r"(?<!`)`([^`]+)`(?!`)", text))
    lines = lines.replace("\\\n", " ")
    found = re.findall(rf"(?m)(?:^|&& ){re.escape(program)} (.*)$", lines)
    return [shlex.split(line, comments=True) for line in found]


def statements(number: int) -> str:
    """The SQL of one block, without what only psql understands."""
    return re.sub(r"(?m)^\\.*\n", "", blocks("sql")[number])


def secrets() -> dict[str, dict[str, str]]:
    """The secrets that the guide has one create, by name, with what it puts into them."""
    made: dict[str, dict[str, str]] = {}
    for words in commands("kubectl"):
        if "secret" in words:
            name = words[words.index("generic") + 1]
            given = [word.removeprefix("--from-literal=") for word in words]
            pairs = (one.partition("=") for one in given if not one.startswith("--"))
            made[name] = {key: value for key, equals, value in pairs if equals}
    return made
