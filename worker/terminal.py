"""What people see: tables on a terminal, plain lines in a pipe, JSON when asked."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from worker.records import as_jsonable


def say(text: str = "") -> None:
    """One line or more to stdout."""
    sys.stdout.write(text + "\n")


def warn(text: str) -> None:
    """One line or more to stderr."""
    sys.stderr.write(text + "\n")


def say_json(value: Any) -> None:
    """A value as JSON, times in ISO 8601, to stdout."""
    say(json.dumps(as_jsonable(value), ensure_ascii=False, indent=2, default=_plain))


def _plain(value: Any) -> Any:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return float(value)
    return str(value)


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, drawn by telling it how far one is; nothing where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def table(rows: Sequence[Mapping[str, Any]], columns: Iterable[str], *, empty: str) -> None:
    """Rows under headings; a line that says so when there are none.

    In a pipe every row is one line, whole, its columns set apart by tabs.
    """
    if not rows:
        say(empty)
        return
    names = list(columns)
    if not sys.stdout.isatty():
        say("\t".join(names))
        for row in rows:
            say("\t".join(cell(row[name]) for name in names))
        return

    from rich.console import Console
    from rich.table import Table

    drawn = Table(box=None, header_style="bold", pad_edge=False)
    for name in names:
        drawn.add_column(name.replace("_", " "), overflow="fold")
    for row in rows:
        drawn.add_row(*(cell(row[name]) for name in names))
    Console(markup=False, highlight=False).print(drawn)


def cell(value: Any) -> str:
    """A value as a person reads it, on one line."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S%z")
    return " ".join(str(value).split())
