"""What a drain leaves in a database, read as the chat product reads it, with where it came from."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bench.lines import Noted
from bench.recall import Shown
from worker import app
from worker.engine import Engine
from worker.settings import Settings
from worker.source import SourceThread
from worker.stop import Stop
from worker.store.chat import Chat
from worker.store.database import Database
from worker.store.views import Views

BUDGETS = (500, 1000, 2000, 4000, 8000)
_LINE = re.compile(r"#(r?\d+) (.*)")


@dataclass(frozen=True, slots=True)
class Stored:
    """One observation as it is stored; `live` if it could be rendered, else it gave way or went."""

    id: int
    user_id: str
    thread_id: str
    content: str
    day: date
    tokens: int
    live: bool
    sources: tuple[tuple[str, str], ...]

    @property
    def noted(self) -> Noted:
        cites = frozenset(message for _, message in self.sources)
        return Noted(
            self.id, self.content, self.day, cites, f"#{self.id} {self.content}", self.thread_id
        )


@dataclass(frozen=True, slots=True)
class Remembered:
    """What is in memory after a drain.

    `shown` is what `memory_for` says, by budget and user, with all that the lines cite; `contents`
    are the lines at the widest budget; `stored` is every observation, shown or not.
    """

    shown: Mapping[int, Mapping[str, Shown]]
    contents: Mapping[str, Sequence[str]]
    stored: Sequence[Stored]
    seconds: float = 0.0

    @property
    def live(self) -> list[Stored]:
        return [one for one in self.stored if one.live]


def remember(
    url: str,
    threads: Sequence[SourceThread],
    engine: Engine | None = None,
    pool_tokens: int | None = None,
) -> Remembered:
    """Import the threads, drain them, and read every user's memory.

    The rule engine drains unless another is given, and the pool is as large as it is by default.
    """
    with Database(url) as database:
        chat = Chat(database)
        for thread in threads:
            chat.add(thread)
    began = time.monotonic()
    settings = Settings(database_url=url, engine="rules")
    if pool_tokens is not None:
        settings = Settings(database_url=url, engine="rules", pool_tokens=pool_tokens)
    summary, _, code = app.run_drain(
        settings,
        max_threads=None,
        claim_seconds=float("inf"),
        stop=Stop(),
        with_engine=engine,
    )
    if code or summary.failed:
        raise SystemExit(f"the drain did not reflect every thread: {summary}")
    seconds = time.monotonic() - began
    with Database(url) as database:
        return read_memory(database, sorted({thread.user_id for thread in threads}), seconds)


def read_memory(database: Database, users: Sequence[str], seconds: float = 0.0) -> Remembered:
    """Every user's memory at every budget, its lines joined with their sources."""
    stored = [
        Stored(
            row["id"], row["user_id"], row["thread_id"], row["content"], row["day"],
            row["token_count"], row["live"],
            tuple(zip(row["threads"], row["messages"], strict=True)),
        )
        for user in users
        for row in database.dicts(
            """
            select o.id, o.user_id, o.thread_id, o.content, o.token_count,
                   (o.observed_at at time zone reflection.user_zone(o.user_id))::date as day,
                   live.id is not null as live,
                   array_agg(s.thread_id order by s.thread_id, s.message_id) as threads,
                   array_agg(s.message_id order by s.thread_id, s.message_id) as messages
              from reflection.observations o
              join reflection.observation_sources s on s.observation_id = o.id
              left join reflection.live_observations(%(user)s) live on live.id = o.id
             where o.user_id = %(user)s
             group by o.id, live.id
             order by o.observed_at, o.id
            """,
            {"user": user},
        )
    ]  # fmt: skip
    cites: dict[str, set[str]] = {
        str(one.id): {message for _, message in one.sources} for one in stored
    }
    for row in database.dicts(
        """
        select 'r' || r.reflection_id as id, s.message_id
          from reflection.reflection_support r
          join reflection.observation_sources s on s.observation_id = r.observation_id
        """
    ):
        cites.setdefault(row["id"], set()).add(row["message_id"])
    views = Views(database)
    shown: dict[int, dict[str, Shown]] = {budget: {} for budget in BUDGETS}
    contents: dict[str, list[str]] = {}
    for user in users:
        for budget in BUDGETS:
            text = str(views.memory(user, budget)["memory"])
            lines = [found for line in text.splitlines() if (found := _LINE.fullmatch(line))]
            cited = frozenset(one for line in lines for one in cites.get(line[1], ()))
            shown[budget][user] = Shown(text, cited, len(lines))
        contents[user] = [line[2] for line in lines]
    return Remembered(shown, contents, stored, seconds)
