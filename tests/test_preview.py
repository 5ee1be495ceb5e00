"""A dry run: the same drain, nothing sent, and all of it undone."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from console import asked
from product import LONG_AGO, Connection, add_thread, one
from staged import Staged

from worker import app
from worker.engine import Request
from worker.preview import Preview
from worker.records import ActiveReflection, Chunk, Known, StopReason, Summary
from worker.settings import read_settings
from worker.stop import Stop
from worker.usage import Usage

EVERYTHING = """
  select (select json_agg(c order by c.thread_id) from reflection.claims c)::text,
         (select json_agg(l) from reflection.claim_log l)::text,
         (select json_agg(r) from reflection.runs r)::text,
         (select json_agg(a) from reflection.arrivals a)::text,
         (select json_agg(o) from reflection.observations o)::text,
         (select json_agg(v) from reflection.coverage v)::text
"""


@dataclass
class Showable(Staged):
    """Says of a chunk what it would send."""

    def request(
        self, chunk: Chunk, known: Sequence[Known], reflections: Sequence[ActiveReflection]
    ) -> Request:
        text = " ".join(message.text for message in chunk.messages)
        return Request("the prompt", text, len(text) // 4)


def previewed(url: str, engine: Staged, **environment: str) -> tuple[Summary, list[Preview]]:
    settings = read_settings({"DATABASE_URL": url, **environment})
    return app.rehearse_drain(
        settings, max_threads=5, claim_seconds=180, stop=Stop(), with_engine=engine
    )


def threads(connection: Connection) -> None:
    for number, user in enumerate(("ann", "ann", "bob")):
        at = LONG_AGO + timedelta(hours=number)
        add_thread(connection, f"{user} {number}", user_id=user, at=at)


def test_it_takes_the_threads_that_a_drain_would_and_leaves_nothing_behind(
    database_url: str, connection: Connection
) -> None:
    threads(connection)
    before = connection.execute(EVERYTHING).fetchone()
    engine = Showable(estimated=Usage(tokens_in=1000, tokens_out=100, usd=0.5))
    summary, previews = previewed(database_url, engine)
    assert [one.thread_id for one in previews] == ["ann 0", "ann 1", "bob 2"]
    assert [one.estimate.usd for one in previews] == [0.5, 0.5, 0.5]
    assert previews[0].requests[0].shown.startswith("I like ann 0 number 1. Noted, number 2.")
    assert (summary.cycles, summary.stop_reason) == (3, StopReason.EMPTY)
    assert connection.execute(EVERYTHING).fetchone() == before
    assert engine.asked == []


def test_it_stops_where_a_spend_cap_would_stop_the_drain(
    database_url: str, connection: Connection
) -> None:
    threads(connection)
    engine = Showable(estimated=Usage(usd=0.5))
    summary, previews = previewed(database_url, engine, REFLECTION_DAILY_USD="0.1")
    assert summary.stop_reason is StopReason.SPEND_CAP
    assert [one.thread_id for one in previews] == [""]
    assert one(connection, "select count(*) from reflection.claim_log") == 0


def test_it_counts_what_the_threads_before_would_cost_against_the_cap(
    database_url: str, connection: Connection
) -> None:
    threads(connection)
    engine = Showable(estimated=Usage(usd=0.5))
    summary, previews = previewed(database_url, engine, REFLECTION_DAILY_USD="1.2")
    assert summary.stop_reason is StopReason.SPEND_CAP
    assert [one.thread_id for one in previews] == ["ann 0", "ann 1", ""]


def test_what_the_requests_would_say_is_kept_only_if_it_is_wanted(
    database_url: str, connection: Connection
) -> None:
    threads(connection)
    summary, previews = app.rehearse_drain(
        read_settings({"DATABASE_URL": database_url}),
        max_threads=1,
        claim_seconds=180,
        stop=Stop(),
        with_engine=Showable(),
        texts=False,
    )
    (only,) = previews
    assert (summary.cycles, only.first_requests, only.requests) == (1, 1, [])
    assert only.tokens_sent > 0


def test_the_command_says_what_would_be_taken_and_that_nothing_was(
    database_url: str, connection: Connection
) -> None:
    threads(connection)
    told = asked(database_url, "drain", "--dry-run", "--max-threads", "2")
    assert told.stdout.startswith("Would drain 2 threads with the rule engine: no model, no cost.")
    assert "bob 2" not in told.stdout
    assert told.stdout.endswith("Nothing was sent, claimed or written.\n")
    assert "thread.claimed" not in told.stderr
    found = json.loads(asked(database_url, "drain", "--dry-run", "--json").stdout)
    assert [one["thread_id"] for one in found["threads"]] == ["ann 0", "ann 1", "bob 2"]
    assert one(connection, "select count(*) from reflection.runs") == 0
