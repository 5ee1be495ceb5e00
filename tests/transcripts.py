"""What a model is shown, read back: which messages there are, and what each says."""

import re
from dataclasses import dataclass

from worker.engines.claude.transcript import INDENT, NO_ID

_HEAD = re.compile(
    rf"(?P<id>m[0-9]+|{NO_ID}) (?P<at>[0-9]{{2}}:[0-9]{{2}})"
    r" (?P<role>user|assistant|system|tool)(?: \((?P<name>[^()]+)\))?:(?: (?P<text>.*))?"
)
_DAY = re.compile(r"## ([0-9]{4}-[0-9]{2}-[0-9]{2} UTC[+-][0-9]{4})")


@dataclass(frozen=True, slots=True)
class Told:
    """One message as it was shown."""

    id: str
    role: str
    at: str
    text: str
    name: str | None = None


def told(shown: str) -> list[Told]:
    """The messages of a shown transcript, those without an id too."""
    found: list[Told] = []
    day = ""
    for line in shown.split("\n"):
        if not line or line.startswith(INDENT):
            more = line.removeprefix(INDENT)
            last = found[-1]
            found[-1] = Told(last.id, last.role, last.at, f"{last.text}\n{more}", last.name)
        elif head := _HEAD.fullmatch(line):
            found.append(
                Told(
                    head["id"],
                    head["role"],
                    f"{day[:10]} {head['at']} {day[11:]}",
                    head["text"] or "",
                    head["name"],
                )
            )
        elif dated := _DAY.fullmatch(line):
            day = dated[1]
        else:
            assert line.startswith("# "), line
    return found
