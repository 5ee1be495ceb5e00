"""Retention: what is old enough goes, and nothing that is shown, owed, counted or live."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from console import shell
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from remembered import observation, remember
from spent import set_clock

from worker.jobs.retention import retain as retain_all
from worker.stop import Stop
from worker.store.database import Database
from worker.store.retention import Retention

TABLES = (
    *("claim_log", "runs", "observations", "sayings", "observation_sources", "drops"),
    *("reflection_support", "reflections"),
)
YEAR = timedelta(days=366)


def retained(
    connection: Connection,
    claims: str | None = None,
    runs: str | None = None,
    dropped: str | None = None,
    *,
    dry: bool = False,
) -> dict[str, int]:
    """What one call says went, by table, where anything did."""
    rows = connection.execute(
        "select table_name, rows from reflection.retain(%s, %s, %s, %s)",
        (claims, runs, dropped, dry),
    ).fetchall()
    assert [name for name, _ in rows] == list(TABLES)
    return {name: count for name, count in rows if count}


def counts(connection: Connection) -> dict[str, int]:
    return {
        table: int(one(connection, f"select count(*) from reflection.{table}")) for table in TABLES
    }


def memory(connection: Connection) -> str:
    return str(one(connection, "select reflection.memory_for('user')"))


def age(connection: Connection, by: timedelta = YEAR) -> None:
    """As if all that was done until now had been done so much earlier."""
    connection.execute(
        f"""
        update reflection.claim_log
           set started_at = started_at - interval '{by.days} days',
               ended_at = ended_at - interval '{by.days} days';
        update reflection.runs
           set started_at = started_at - interval '{by.days} days',
               heartbeat_at = heartbeat_at - interval '{by.days} days',
               finished_at = finished_at - interval '{by.days} days';
        update reflection.drops set dropped_at = dropped_at - interval '{by.days} days';
        update reflection.observations set dropped_at = dropped_at - interval '{by.days} days'
        """.encode()
    )


def drop(connection: Connection, *contents: str) -> None:
    """What a dropper does, in a claim of its own."""
    ids = [
        one(connection, "select id from reflection.observations where content = %s", (content,))
        for content in contents
    ]
    number = one(connection, "select count(*) from chat.threads")
    drops = [{"observation_id": each, "reason": "pool over target"} for each in ids]
    remember(connection, thread_id=f"drop {number}", drops=drops)


def said_again(connection: Connection, content: str) -> None:
    number = one(connection, "select count(*) from chat.threads")
    remember(connection, observation(content, f"again {number}-1"), thread_id=f"again {number}")


def ran(connection: Connection) -> int:
    run_id = int(one(connection, "select reflection.start_run('cron', 'w', 'rules')"))
    connection.execute("select reflection.finish_run(%s, '{}', true, 'empty')", (run_id,))
    return run_id


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


def test_a_dropped_observation_goes_with_what_is_only_of_it_and_is_not_read_again(
    connection: Connection,
) -> None:
    remember(connection, observation("Tea.", "t-1", "t-3"), observation("Cat.", "t-3"))
    drop(connection, "Tea.")
    age(connection)
    drop(connection, "Cat.")
    before, covered = (
        memory(connection),
        one(connection, "select count(*) from reflection.coverage"),
    )
    went = {"observations": 1, "sayings": 1, "observation_sources": 2, "drops": 1}
    assert retained(connection, None, None, "30 days", dry=True) == went
    assert counts(connection)["observations"] == 2
    assert retained(connection, None, None, "30 days") == went
    assert one(connection, "select content from reflection.observations") == "Cat."
    assert memory(connection) == before
    fold(connection)
    assert one(connection, "select count(*) from reflection.coverage") == covered
    assert claim(connection) is None
    said_again(connection, "Tea.")
    assert "Tea." in memory(connection)


def test_what_a_live_reflection_rests_on_stays_and_a_dead_one_goes_along(
    connection: Connection,
) -> None:
    remember(
        connection,
        observation("Tea.", "t-1"),
        observation("Cat.", "t-3"),
        reflections=[{"content": "Old.", "content_hash": "old", "support": ["hash of Tea."]}],
    )
    drop(connection, "Tea.")
    age(connection)
    assert "Old." in memory(connection)
    assert retained(connection, None, None, "30 days") == {}
    remember(
        connection,
        thread_id="u",
        reflections=[
            {
                "content": "New.",
                "content_hash": "new",
                "support": ["hash of Cat."],
                "supersedes": ["old"],
            }
        ],
    )
    before = memory(connection)
    went = retained(connection, None, None, "30 days", dry=True)
    assert (went["observations"], went["reflection_support"], went["reflections"]) == (1, 1, 1)
    assert retained(connection, None, None, "30 days") == went
    assert memory(connection) == before


def test_what_holds_the_place_of_something_stays_although_it_was_dropped(
    connection: Connection,
) -> None:
    later = LONG_AGO + timedelta(hours=1)
    remember(
        connection,
        observation("In Oslo.", "t-1"),
        {**observation("In Salem.", "t-3", at=later), "supersedes": ["hash of In Oslo."]},
    )
    drop(connection, "In Salem.")
    age(connection)
    assert memory(connection) == ""
    assert retained(connection, None, None, "30 days") == {}
    assert memory(connection) == ""
    drop(connection, "In Oslo.")
    age(connection)
    assert retained(connection, None, None, "30 days")["observations"] == 2
    assert memory(connection) == ""


def test_what_says_the_same_goes_together_or_not_at_all(connection: Connection) -> None:
    same = {**observation("Some tea.", "t-3"), "duplicate_of": "hash of Tea."}
    remember(connection, observation("Tea.", "t-1"), same)
    drop(connection, "Tea.")
    age(connection)
    assert memory(connection) == ""
    assert retained(connection, None, None, "30 days")["observations"] == 2
    assert memory(connection) == ""
    assert counts(connection)["drops"] == 0


def test_what_an_undone_edit_would_bring_back_stays(connection: Connection) -> None:
    remember(connection, observation("Tea.", "t-1"))
    drop(connection, "Tea.")
    said_again(connection, "Tea.")
    again = "again 2-1"
    said = one(connection, "select content from chat.messages where id = %s", (again,))
    assert "Tea." in memory(connection)
    before = memory(connection)
    connection.execute("update chat.messages set content = 'Coffee.' where id = %s", (again,))
    fold(connection)
    claimed = claim(connection)
    assert commit(connection, claimed, memory_of(loaded(connection, claimed), observe=False))
    age(connection)
    assert memory(connection) == ""
    assert retained(connection, None, None, "30 days") == {}
    connection.execute("update chat.messages set content = %s where id = %s", (said, again))
    fold(connection)
    assert memory(connection) == before


def test_a_user_whose_memory_is_being_written_is_left_for_another_day(
    connection: Connection, database_url: str
) -> None:
    remember(connection, observation("Tea.", "t-1"))
    drop(connection, "Tea.")
    age(connection)
    with psycopg.connect(database_url) as writing:
        writing.execute("select reflection.touch_memory('user')")
        assert retained(connection, None, None, "30 days") == {}
    assert retained(connection, None, None, "30 days")["observations"] == 1


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
    assert retain_all(history, Stop(), dry_run=True)["claim_log"] == 5
    assert history.step()["claim_log"] == 2
    went = retain_all(history, Stop())
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
    assert retain_all(history, stop) == {"runs": 3}


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
