"""A worker with a key: the claude engine against the stand-in for the Messages API."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from messages_api.record import Received
from messages_api.reply import Reply
from messages_api.server import KEY, Server

OBSERVER, REFLECTOR, DROPPER = "record_observations", "record_reflections", "drop_observations"
_SAID = re.compile(r"^(m\d+) \d\d:\d\d user(?: \([^)\n]*\))?: (.*)$", re.MULTILINE)
_OBSERVED = re.compile(r"^(o\d+) ", re.MULTILINE)


def observed(request: Received) -> Reply:
    """One small fact for each message by the user that is shown."""
    given = [
        {
            "content": f"User said: {text}",
            "relevance": "low",
            "category": "fact",
            "sources": [name],
            "supersedes": [],
        }
        for name, text in _SAID.findall(request.shown)
    ]
    return Reply().tool(OBSERVER, {"observations": given, "done": True})


def distilled(request: Received) -> Reply:
    """One reflection on all that is shown."""
    names = _OBSERVED.findall(request.shown)
    one = {"content": "User enjoys things by number.", "support": names, "supersedes": []}
    return Reply().tool(REFLECTOR, {"reflections": [one], "done": True})


def dropped(request: Received) -> Reply:
    """Everything that is shown, to be dropped."""
    names = _OBSERVED.findall(request.shown)
    given = [{"id": name, "reason": "redundant"} for name in names]
    return Reply().tool(DROPPER, {"drops": given, "done": True})


@contextmanager
def api() -> Iterator[Server]:
    """A server that observes, distils and drops, until a test scripts something else."""
    with Server() as server:
        server.script.always(observed, to=OBSERVER)
        server.script.always(distilled, to=REFLECTOR)
        server.script.always(dropped, to=DROPPER)
        yield server


def with_key(server: Server, **more: Any) -> dict[str, str]:
    """The environment of a worker that has a key."""
    named = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
    return named | {name: str(value) for name, value in more.items()}
