"""status: in one sentence whether the worker is healthy, and what to do if it is not."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from console import asked
from health import HOUR, ran, status
from product import Connection, add_thread, claim, fold


def nothing(connection: Connection) -> None:
    """A database just made."""


def idle_and_well(connection: Connection) -> None:
    ran(connection, ago=timedelta(minutes=50))


def due_and_served(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    ran(connection, ago=timedelta(minutes=50), waiting=1)


def under_way(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    ran(connection, ends=False)


def never_run(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)


def never_run_nor_folded(connection: Connection) -> None:
    add_thread(connection, "t")
    connection.execute("update reflection.arrivals set arrived_at = arrived_at - interval '3 h'")


def gone_silent(connection: Connection) -> None:
    add_thread(connection, "t")
    add_thread(connection, "s")
    fold(connection)
    ran(connection, ago=5 * HOUR, waiting=2)


def gone_silent_with_changes(connection: Connection) -> None:
    ran(connection, ago=5 * HOUR)
    never_run_nor_folded(connection)


def failed_once(connection: Connection) -> None:
    ran(connection, success=False)


def failed_often(connection: Connection) -> None:
    ran(connection)
    for _ in range(3):
        run_id = ran(connection, success=False)
    connection.execute(
        "insert into reflection.claim_log (claim_id, run_id, thread_id, user_id, attempt,"
        " claimed_by, started_at, ended_at, outcome, error_kind, error) values"
        " (gen_random_uuid(), %s, 't', 'u', 1, 'ada', now(), now(), 'failed', 'dependency',"
        " 'the model is overloaded')",
        (run_id,),
    )


def died(connection: Connection) -> None:
    ran(connection, ago=3 * HOUR, ends=False)


def worker_lost(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    claim(connection, "bea")
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '2 h',"
        " expires_at = clock_timestamp() - interval '1 h'"
    )
    ran(connection)


def growing(connection: Connection) -> None:
    for number in range(3):
        add_thread(connection, f"t{number}")
        fold(connection)
        if number < 2:
            ran(connection, waiting=number + 1)


def growing_over_the_cap(connection: Connection) -> None:
    growing(connection)
    connection.execute("update reflection.runs set stop_reason = 'spend_cap'")


def failed_at_a_later_stage(connection: Connection) -> None:
    run_id = ran(connection, success=False)
    connection.execute(
        "insert into reflection.claim_log (claim_id, run_id, thread_id, user_id, attempt,"
        " claimed_by, started_at, ended_at, outcome, error) values (gen_random_uuid(), %s, 't',"
        " 'u', 1, 'ada', now(), now(), 'partial', 'reflector: the model is overloaded')",
        (run_id,),
    )


def given_up(connection: Connection) -> None:
    add_thread(connection, "hopeless")
    fold(connection)
    connection.execute(
        "update reflection.claims set given_up_at = now() where thread_id = 'hopeless'"
    )
    ran(connection)


@pytest.mark.parametrize(
    ("make", "healthy", "sentence", "to_do"),
    [
        (nothing, True, "Healthy: nothing has run yet, and nothing is overdue.", None),
        (
            idle_and_well, True,
            "Healthy: the last run began 50 minutes ago, and nothing is due.", None,
        ),
        (
            due_and_served, True,
            "Healthy: the last run began 50 minutes ago, and 1 thread is due.", None,
        ),
        (under_way, True, "Healthy: run 1 is under way, and 1 thread is due.", None),
        (
            never_run, False, "Not healthy: nothing has run yet, and 1 thread is due.",
            "Start the hourly job, or type: reflection-worker drain",
        ),
        (
            never_run_nor_folded, False,
            "Not healthy: nothing has run yet, and changes wait to be taken in.",
            "Start the hourly job, or type: reflection-worker drain",
        ),
        (
            gone_silent, False, "Not healthy: nothing has run for 5 hours, and 2 threads are due.",
            "See why the hourly job does not start, or type: reflection-worker drain --until-empty",
        ),
        (
            gone_silent_with_changes, False,
            "Not healthy: nothing has run for 5 hours, and changes wait to be taken in.",
            "See why the hourly job does not start, or type: reflection-worker drain --until-empty",
        ),
        (
            failed_once, False, "Not healthy: the last run failed.",
            "Read its log and mend the cause, then: reflection-worker drain",
        ),
        (
            failed_often, False,
            "Not healthy: the last 3 runs failed: the model is overloaded.",
            "Read its log and mend the cause, then: reflection-worker drain",
        ),
        (
            died, False, "Not healthy: run 1 of ada died 3 hours ago without an end.",
            "Read its log; what it held is freed by: reflection-worker drain",
        ),
        (
            worker_lost, False, "Not healthy: bea stopped answering while it held t.",
            "It is freed by the next drain: reflection-worker drain",
        ),
        (
            growing, False,
            "Not healthy: 3 threads are due, more than after each of the last two runs.",
            "Raise REFLECTION_MAX_THREADS, run it more often, or:"
            " reflection-worker drain --until-empty",
        ),
        (
            growing_over_the_cap, False,
            "Not healthy: 3 threads are due, more than after each of the last two runs.",
            "The cap of the day was reached: raise REFLECTION_DAILY_USD or REFLECTION_DAILY_TOKENS",
        ),
        (
            failed_at_a_later_stage, False,
            "Not healthy: the last run failed: reflector: the model is overloaded.",
            "Read its log and mend the cause, then: reflection-worker drain",
        ),
        (
            given_up, True, "Healthy, but one thread was given up.",
            'See why: reflection-worker queue --state "given up"',
        ),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)  # fmt: skip
def test_the_status_is_one_sentence_and_what_to_do(
    database_url: str,
    connection: Connection,
    make: Callable[[Connection], None],
    healthy: bool,
    sentence: str,
    to_do: str | None,
) -> None:
    make(connection)
    told = status(connection)
    assert (told["healthy"], told["sentence"], told["to_do"]) == (healthy, sentence, to_do)
    result = asked(database_url, "status")
    assert result.exit_code == 0
    assert result.stdout.startswith(sentence[:60])
    assert (to_do or "").split(": ")[-1] in " ".join(result.stdout.split())


def test_what_is_broken_is_said_before_what_is_late(connection: Connection) -> None:
    given_up(connection)
    gone_silent(connection)
    assert "nothing has run for 5 hours" in status(connection)["sentence"]
    failed_often(connection)
    assert "the last 3 runs failed" in status(connection)["sentence"]
    assert status(connection)["given_up"] == 1


def test_a_run_under_way_is_left_to_mend_what_it_can(connection: Connection) -> None:
    worker_lost(connection)
    failed_once(connection)
    under_way_id = ran(connection, ends=False)
    assert status(connection)["sentence"].startswith(f"Healthy: run {under_way_id} is under way")
