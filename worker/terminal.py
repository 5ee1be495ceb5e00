"""What people see: tables on a terminal, plain lines in a pipe, JSON when asked.

Whatever is printed passes through here, and nothing that a person wrote commands the terminal.
"""

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TextIO

from worker.jsonable import as_jsonable
from worker.text import visible, visible_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

# No column that folds is narrower than this; where there is no room for it, a row becomes a block.
NARROWEST = 20
GAPS = (2, 1)
STYLES = {
    "settling": "cyan",
    "due": "yellow",
    "waiting": "blue",
    "claimed": "magenta",
    "reflected": "green",
    "given up": "bold red",
    "read": "green",
    "skipped": "dim",
    "pending": "yellow",
}
CHANGES = {"+": "green", "-": "red", "@": "cyan"}


def say(text: str = "") -> None:
    """One line or more to stdout."""
    sys.stdout.write(visible(text) + "\n")


def warn(text: str) -> None:
    """One line or more to stderr."""
    sys.stderr.write(visible(text) + "\n")


def say_json(value: Any) -> None:
    """A value as JSON, times in ISO 8601, to stdout."""
    text = json.dumps(as_jsonable(value), ensure_ascii=False, indent=2, default=_plain)
    sys.stdout.write(visible_json(text) + "\n")


def _plain(value: Any) -> Any:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return float(value)
    return str(value)


def coloured(stream: TextIO) -> bool:
    """Whether colours go there: to a terminal that has them, unless NO_COLOR is set."""
    return (
        stream.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
    )


def console(stream: TextIO) -> "Console":
    """Rich on a terminal. It takes no markup: text is what it is."""
    from rich.console import Console

    return Console(
        stderr=stream is sys.stderr,
        color_system="standard" if coloured(stream) else None,
        markup=False,
        emoji=False,
        highlight=False,
    )


def headline(text: str, state: str) -> None:
    """A line to stdout; on a terminal in the colour of a state."""
    if not coloured(sys.stdout):
        say(text)
        return
    from rich.text import Text

    console(sys.stdout).print(Text(visible(text), style=STYLES.get(state, "bold")), soft_wrap=True)


def changed(line: str) -> None:
    """A line of a unified diff to stdout; on a terminal in the colour of what it says."""
    style = "" if line.startswith(("+++", "---")) else CHANGES.get(line[:1], "")
    if not style or not coloured(sys.stdout):
        say(line)
        return
    from rich.text import Text

    console(sys.stdout).print(Text(visible(line), style=style), soft_wrap=True)


def table(rows: Sequence[Mapping[str, Any]], columns: Iterable[str], *, empty: str) -> None:
    """Rows under headings; a line that says so when there are none.

    In a pipe every row is one line, whole, its columns set apart by tabs. On a terminal cells
    fold and nothing is cut off; where the columns have no room side by side, a row is a block.
    """
    names = list(columns)
    drawn = sys.stdout.isatty()
    cells = [[_cell(row[name], name, drawn) for name in names] for row in rows]
    if not rows:
        say(empty)
    elif drawn:
        _draw(names, cells)
    else:
        for line in (names, *cells):
            sys.stdout.write("\t".join(line) + "\n")


def _cell(value: Any, name: str, drawn: bool) -> str:
    if name.endswith("_id") and isinstance(value, str):
        # Whoever copies an id needs each blank of it.
        return visible(value).replace("\n", "\\n").replace("\t", "\\t")
    return visible(cell(value, short=drawn))


def _draw(names: list[str], cells: list[list[str]]) -> None:
    from rich.cells import cell_len
    from rich.table import Table

    drawing = console(sys.stdout)
    headings = [name.replace("_", " ") for name in names]
    natural = [
        max(cell_len(line[place]) for line in (headings, *cells)) for place in range(len(names))
    ]
    least = sum(min(size, NARROWEST) for size in natural)
    gaps = len(names) - 1
    gap = next((gap for gap in GAPS if least + gap * gaps <= drawing.width), None)
    if gap is None:
        for line in cells:
            drawing.print(_block(headings, line, names))
        return
    # An id is folded only where it has to be.
    with_whole_ids = sum(
        size if name.endswith("_id") else min(size, NARROWEST)
        for name, size in zip(names, natural, strict=True)
    )
    whole = with_whole_ids + gap * gaps <= drawing.width
    drawn = Table(box=None, header_style="bold", pad_edge=False, padding=(0, gap, 0, 0))
    for name, heading in zip(names, headings, strict=True):
        drawn.add_column(heading, overflow="fold", no_wrap=whole and name.endswith("_id"))
    for line in cells:
        drawn.add_row(*(_text(value, name) for name, value in zip(names, line, strict=True)))
    drawing.print(drawn)


def _block(headings: list[str], line: list[str], names: list[str]) -> "Table":
    """One row as a block, its first column as the head."""
    from rich.table import Table

    block = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    block.add_column(overflow="fold", style="dim")
    block.add_column(overflow="fold")
    for place, (name, value) in enumerate(zip(names, line, strict=True)):
        if value:
            block.add_row(("  " if place else "") + headings[place], _text(value, name))
    return block


def _text(value: str, name: str) -> Any:
    from rich.text import Text

    return Text(value, style=STYLES.get(value, "") if name == "state" else "")


def cell(value: Any, *, short: bool = False) -> str:
    """A value as a person reads it, on one line; `short`: times to the minute."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M" if short else "%Y-%m-%d %H:%M:%S%z")
    if isinstance(value, timedelta):
        return in_words(value)
    return " ".join(str(value).split())


def in_words(length: timedelta) -> str:
    """A length of time as the SQL function reflection.in_words says it: 3 days, 15 hours."""
    seconds = int(length.total_seconds())
    for size, name in ((86_400, "days"), (3_600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds // size} {name}"
    return f"{max(seconds, 0)} seconds"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 thread, 2 threads."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shortened(text: str, width: int) -> str:
    """The text in so many columns of a terminal at the most, its middle left out if need be."""
    from rich.cells import cell_len, set_cell_size

    text = visible(text)
    if cell_len(text) <= width:
        return text
    tail = text[len(text) - width // 3 :]
    while cell_len(tail) > width // 3:
        tail = tail[1:]
    return set_cell_size(text, width - 3 - cell_len(tail)) + "..." + tail
