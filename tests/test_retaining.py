"""Retention: claims and runs that are old enough go, and nothing that is live or counted."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from aged import YEAR, age, counts, drop, memory, ran, retained
from console import shell
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim,
    fold,
    one,
)
from remembered import observation, remember
from spent import set_clock

from worker.jobs.retention import retain
from worker.stop import Stop
from worker.store.database import Database
from worker.store.retention import Retention


def test_claims_that_ended_long_ago_go_and_younger_ones_stay(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    age(connection)
    remember(connection, observation("Cat.", "u-1"), thread_id="u")
    before = memory(connection)
    assert retained(connection, "366 days", dry=True) == {"claim_log": 1}
    assert retained(connection, "400 days") == {}
    assert retained(connection, "366 days") == {"claim_log": 1}
    assert one(connection, "select thread_id from reflection.claim_log") == "u"
    assert memory(connection) == before
    assert counts(connection)["sayings"] == 2


def test_null_keeps_everything_for_good(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    drop(connection, "Tea.")
    ran(connection)
    ran(connection)
    age(connection, 100 * YEAR)
    before = counts(connection)
    assert retained(connection) == {}
    assert counts(connection) == before


@pytest.mark.parametrize("days", ["0 days", "-1 days", "23 hours"])
def test_less_than_a_day_is_refused(connection: Connection, days: str) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="less than a day"):
        retained(connection, "400 days", days)


def test_what_today_and_yesterday_cost_stays_counted_whatever_is_asked_for(
    connection: Connection,
) -> None:
    noon = datetime.now(UTC).replace(hour=12, minute=0, second=0, microsecond=0)
    set_clock(connection, noon)
    remember(connection, observation("Tea.", "t-1"))
    started = noon.replace(hour=0) - timedelta(days=1)
    set_times = "update reflection.claim_log set started_at = %s, ended_at = %s"
    # It began with yesterday and ended more than a day ago.
    connection.execute(set_times, (started, started + timedelta(minutes=1)))
    assert retained(connection, "1 day") == {}
    connection.execute(set_times, (started - timedelta(seconds=1), started))
    assert retained(connection, "1 day") == {"claim_log": 1}


def test_a_live_claim_and_one_of_which_a_shadow_waits_stay(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    live = claim(connection)
    age(connection)
    assert retained(connection, "30 days") == {}
    # It was lost, so its row never got an end.
    connection.execute("select reflection.release_claim('t')")
    connection.execute(
        "insert into reflection.shadows (claim_id, thread_id, user_id, memories, made_at)"
        " values (%s, 't', 'user', '[]', now())",
        (live.claim_id,),
    )
    assert retained(connection, "30 days") == {}
    connection.execute("delete from reflection.shadows")
    assert retained(connection, "30 days") == {"claim_log": 1}


def test_a_run_goes_once_its_claims_do_and_the_newest_never(connection: Connection) -> None:
    first = ran(connection)
    ran(connection)
    died = one(connection, "select reflection.start_run('cron', 'w', 'rules')")
    last = ran(connection)
    remember(connection, observation("Tea.", "t-1"))
    connection.execute("update reflection.claim_log set run_id = %s", (first,))
    age(connection)
    assert retained(connection, None, "30 days", dry=True) == {"runs": 2}
    assert retained(connection, None, "30 days") == {"runs": 2}
    left = connection.execute("select id from reflection.runs order by id").fetchall()
    assert [row[0] for row in left] == [first, last]
    assert died not in left
    assert retained(connection, "30 days", "30 days", dry=True) == {"claim_log": 1, "runs": 1}
    assert retained(connection, "30 days", "30 days") == {"claim_log": 1, "runs": 1}
    assert one(connection, "select last_success from reflection.run_health") is not None


def test_a_worker_may_take_history_away_and_touch_no_table(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    age(connection)
    connection.execute("set role reflection_worker")
    assert retained(connection, "30 days") == {"claim_log": 1}
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("delete from reflection.claim_log")


def test_the_job_repeats_bounded_steps_until_nothing_is_left(
    connection: Connection, database: Database
) -> None:
    connection.execute(
        "create or replace function reflection.retained_at_once () returns integer"
        " language sql immutable as 'select 2'"
    )
    for number in range(5):
        remember(connection, thread_id=f"t{number}")
        ran(connection)
    age(connection)
    history = Retention(database, claims_days=30, runs_days=30, dropped_days=None)
    assert retain(history, Stop(), dry_run=True)["claim_log"] == 5
    assert history.step()["claim_log"] == 2
    went = retain(history, Stop())
    assert (went["claim_log"], went["runs"]) == (3, 2)
    assert counts(connection)["runs"] == 1


def test_a_job_that_is_asked_to_stop_ends_after_the_step_it_is_at() -> None:
    class Endless:
        steps = 0

        def old(self) -> dict[str, int]:
            return {}

        def step(self) -> dict[str, int]:
            self.steps += 1
            stop.asked_by = 15 if self.steps == 3 else None
            return {"runs": 1}

    history, stop = Endless(), Stop()
    assert retain(history, stop) == {"runs": 3}


def test_the_command_follows_the_settings_and_a_dry_run_takes_nothing(
    connection: Connection, database_url: str
) -> None:
    remember(connection, observation("Tea.", "t-1"))
    drop(connection, "Tea.")
    age(connection)
    add_message(connection, "late", "t", at=LONG_AGO + timedelta(hours=1))

    def said(*arguments: str, **settings: str) -> Any:
        told = shell(database_url, "retain", "--json", *arguments, **settings)
        assert told.returncode == 0, told.stderr
        return {name: rows for name, rows in json.loads(told.stdout)["tables"].items() if rows}

    assert said() == {}
    short = {"REFLECTION_KEEP_CLAIMS_DAYS": "30"}
    assert said("--dry-run", **short) == {"claim_log": 2} == said("--dry-run", **short)
    table = shell(database_url, "retain", "--dry-run", **short).stdout
    assert table == "table\trows\nclaim_log\t2\nNothing was taken away.\n"
    assert said(REFLECTION_KEEP_CLAIMS_DAYS="0") == {}
    assert said(**short) == {"claim_log": 2}
    assert said(REFLECTION_KEEP_DROPPED_DAYS="30")["observations"] == 1
    told = shell(database_url, "retain")
    assert told.stdout == "Nothing is older than what is kept.\n"
