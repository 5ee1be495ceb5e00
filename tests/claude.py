"""A worker with a key: the claude engine against the stand-in for the Messages API."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from messages_api.record import Received
from messages_api.reply import Reply
from messages_api.server import KEY, Server

from worker.drain import Limits, drain
from worker.engines.claude.call import Caller, Pace
from worker.engines.claude.config import Config
from worker.engines.claude.engine import ClaudeEngine
from worker.engines.claude.prices import Prices
from worker.records import Summary
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.queue import Queue

_CALLERS: list[Caller] = []
QUICK = Pace(first_wait=0.01, longest_wait=0.02)

OBSERVER, REFLECTOR, COMPILER, DROPPER = (
    "record_observations",
    "record_reflections",
    "record_notes",
    "drop_observations",
)
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


def compiled(request: Received) -> Reply:
    """One note on all that was learned."""
    names = _OBSERVED.findall(request.shown)
    note = {"slug": "things", "title": "Things", "body": "Likes things by number."}
    return Reply().tool(COMPILER, {"notes": [note | {"support": names}], "done": True})


def dropped(request: Received) -> Reply:
    """Everything that is shown, to be dropped."""
    names = _OBSERVED.findall(request.shown)
    given = [{"id": name, "reason": "redundant"} for name in names]
    return Reply().tool(DROPPER, {"drops": given, "done": True})


@contextmanager
def api() -> Iterator[Server]:
    """A server that observes, distils, compiles and drops, until a test scripts something else."""
    with Server() as server:
        server.script.always(observed, to=OBSERVER)
        server.script.always(distilled, to=REFLECTOR)
        server.script.always(compiled, to=COMPILER)
        server.script.always(dropped, to=DROPPER)
        yield server
        while _CALLERS:
            _CALLERS.pop().close()


def with_key(server: Server, **more: Any) -> dict[str, str]:
    """The environment of a worker that has a key."""
    named = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": server.url}
    return named | {name: str(value) for name, value in more.items()}


def engine(server: Server, pace: Pace = QUICK, **config: Any) -> ClaudeEngine:
    """The claude engine against the server, which waits little between attempts."""
    made = Config(api_key=KEY, base_url=server.url, **config)
    caller = Caller(made, Prices(None), pace=pace)
    _CALLERS.append(caller)
    return ClaudeEngine(made, caller)


def reflected(
    database: Database,
    using: ClaudeEngine,
    *,
    bounds: Bounds | None = None,
    threads: int | None = None,
    lease_seconds: float = 600,
) -> Summary:
    """A drain with that engine, on the real clock."""
    stop = Stop()
    queue = Queue(
        database,
        worker="w",
        engine=using.name,
        model=using.model,
        prompt_hash=using.prompt_hash,
        lease_seconds=lease_seconds,
    )
    reflect = Reflector(queue, using, bounds or Bounds(), time.monotonic, stop)
    return drain(queue, reflect, Limits(threads, float("inf")), time.monotonic, stop)
