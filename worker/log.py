"""The log: an event, then facts; never what a person wrote."""

import logging
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any

from worker.terminal import coloured
from worker.text import visible


@contextmanager
def _without_rich() -> Iterator[None]:
    """Within this Rich is not to be found.

    structlog takes it along for tracebacks that nobody asks of it here, and that would be a third
    of the time of an empty tick.
    """
    before = sys.modules.get("rich")
    sys.modules["rich"] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules["rich"]
        if before is not None:
            sys.modules["rich"] = before


with _without_rich():
    import structlog

_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}


def configure(level: str = "info", style: str = "auto") -> None:
    """Log to stderr from now on: `style` console, json, or auto (console on a terminal)."""
    console = style == "console" or (style == "auto" and sys.stderr.isatty())
    # JSON spells out by itself what a terminal would obey.
    rendered: list[Any] = (
        [_visible, structlog.dev.ConsoleRenderer(colors=coloured(sys.stderr))]
        if console
        else [structlog.processors.JSONRenderer()]
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *rendered,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        # Looked up anew for each line: while a drain shows its progress, lines go above that.
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _visible(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Ids come from elsewhere: none of them may command the terminal."""
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = visible(value)
    return event


def get() -> Any:
    """The logger; facts bound with `bound` go along."""
    return structlog.get_logger()


bound = structlog.contextvars.bound_contextvars
