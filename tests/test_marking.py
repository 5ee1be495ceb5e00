"""How a claim ends or goes on: reflected, renewed, failed, given back, given up, tried again."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim,
    claim_row,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg.types.json import Jsonb

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def set_clock(connection: Connection, at: datetime) -> None:
    connection.execute("select set_config('reflection.fake_now', %s, false)", (at.isoformat(),))


def fail(
    connection: Connection, claimed: Any, kind: str = "thread", error: str | None = "broken"
) -> bool:
    return bool(
        one(
            connection,
            "select reflection.mark_failed_if_claimed(%s, %s, %s, %s)",
            (claimed.thread_id, claimed.claim_id, error, kind),
        )
    )


def claimed_thread(connection: Connection) -> Any:
    """Thread t, of 2 March, claimed at noon of the 10th."""
    set_clock(connection, NOON)
    add_thread(connection, "t")
    fold(connection)
    return claim(connection)


def test_a_mark_ends_the_claim_and_forgets_its_attempts(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    mark = "select reflection.mark_reflected_if_claimed(%s, %s)"
    assert one(connection, mark, (claimed.thread_id, claimed.claim_id))
    row = claim_row(connection, "t")
    assert (row.claim_id, row.eligible_at, row.attempts) == (None, None, 0)
    assert (row.reflected_through, row.last_outcome) == ("t-4", "reflected")
    assert row.reflected_at is not None
    assert one(connection, "select outcome from reflection.claim_log") == "reflected"


def test_a_renewed_lease_runs_from_now_and_keeps_its_claim(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    renew = "select reflection.renew_claim('t', %s, '1 day')"
    assert one(connection, renew, (claimed.claim_id,))
    row = claim_row(connection, "t")
    assert row.claim_id == claimed.claim_id
    assert row.expires_at - claimed.expires_at > timedelta(hours=23)


@pytest.mark.parametrize("lost", ["another id", "another thread", "expired", "ended", "released"])
def test_for_a_claim_that_was_lost_every_function_says_false_and_changes_nothing(
    connection: Connection, lost: str
) -> None:
    claimed = claimed_thread(connection)
    thread_id, claim_id = "t", claimed.claim_id
    if lost == "another id":
        claim_id = uuid4()
    elif lost == "another thread":
        thread_id = "other"
    elif lost == "expired":
        connection.execute(
            "update reflection.claims"
            " set claimed_at = claimed_at - interval '1 day', expires_at = clock_timestamp()"
        )
    elif lost == "ended":
        assert commit(connection, claimed, memory_of(loaded(connection, claimed)))
    else:
        assert one(connection, "select reflection.release_claim('t')")

    before = claim_row(connection, "t")
    for call in (
        "mark_reflected_if_claimed(%s, %s)",
        "renew_claim(%s, %s)",
        "mark_failed_if_claimed(%s, %s, 'late', 'thread')",
        "save_progress_if_claimed(%s, %s, '{}')",
        "commit_reflection(%s, %s, '{}')",
    ):
        answer = one(connection, f"select reflection.{call}", (thread_id, claim_id))
        assert answer is False, call
    assert claim_row(connection, "t") == before


def test_a_threads_own_failure_waits_45_minutes_an_attempt_and_the_third_gives_up(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    now = NOON
    for attempt in (1, 2):
        assert claimed.attempt == attempt
        assert fail(connection, claimed, error=f"bad {attempt}")
        assert claim_row(connection, "t").not_before == now + 45 * attempt * MINUTE
        set_clock(connection, now + 45 * attempt * MINUTE - timedelta(microseconds=1))
        assert claim(connection) is None
        now += 45 * attempt * MINUTE
        set_clock(connection, now)
        claimed = claim(connection)
    assert claimed.attempt == 3
    assert fail(connection, claimed, error="bad 3")
    row = claim_row(connection, "t")
    assert (row.given_up_at, row.last_outcome, row.last_error) == (now, "failed", "bad 3")
    set_clock(connection, now + 365 * 24 * HOUR)
    assert claim(connection) is None


def test_a_failed_dependency_is_nobodys_attempt_and_backs_off_to_six_hours_and_no_further(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    now = NOON
    waits = []
    for _ in range(60):
        assert claimed.attempt == 1
        assert fail(connection, claimed, "dependency")
        row = claim_row(connection, "t")
        assert (row.attempts, row.given_up_at) == (0, None)
        waits.append(row.not_before - now)
        now = row.not_before
        set_clock(connection, now)
        claimed = claim(connection)
    assert waits[:9] == [2**power * MINUTE for power in range(9)]
    assert set(waits[9:]) == {6 * HOUR}


def test_success_starts_the_back_off_again_at_a_minute(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    for _ in range(5):
        fail(connection, claimed, "dependency")
        set_clock(connection, claim_row(connection, "t").not_before)
        claimed = claim(connection)
    assert commit(connection, claimed, memory_of(loaded(connection, claimed)))
    assert claim_row(connection, "t").refunds == 0


def test_an_interrupted_attempt_is_given_back_and_can_be_claimed_at_once(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    for _ in range(10):
        assert claimed.attempt == 1
        assert fail(connection, claimed, "interrupted", "told to stop")
        row = claim_row(connection, "t")
        assert (row.not_before, row.refunds, row.last_outcome) == (None, 0, "interrupted")
        claimed = claim(connection)


def test_a_refund_gives_back_one_attempt_and_no_more(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    fail(connection, claimed, "thread")
    set_clock(connection, NOON + HOUR)
    assert claim(connection).attempt == 2
    fail(connection, claim_row(connection, "t"), "dependency")
    assert claim_row(connection, "t").attempts == 1


@pytest.mark.parametrize("kind", ["", "poison", None])
def test_a_failure_of_an_unknown_kind_is_refused_and_the_claim_stands(
    connection: Connection, kind: str | None
) -> None:
    claimed = claimed_thread(connection)
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="thread, dependency, inter"):
        fail(connection, claimed, kind)  # type: ignore[arg-type]
    assert claim_row(connection, "t").claim_id == claimed.claim_id


def test_an_error_is_kept_as_one_line_of_at_most_500_characters(connection: Connection) -> None:
    claimed = claimed_thread(connection)
    assert fail(connection, claimed, error="first\r\n\nsecond\n" + "한" * 1000)
    kept = claim_row(connection, "t").last_error
    assert kept.startswith("first second 한")
    assert len(kept) == 500
    assert one(connection, "select error from reflection.claim_log") == kept


def test_a_failure_without_words_is_a_failure(connection: Connection) -> None:
    assert fail(connection, claimed_thread(connection), error=None)
    assert claim_row(connection, "t").last_outcome == "failed"


def given_up_thread(connection: Connection) -> None:
    claimed_thread(connection)
    connection.execute("update reflection.claims set attempts = 3")
    assert fail(connection, claim_row(connection, "t"))
    assert one(connection, "select count(*) from reflection.given_up") == 1


@pytest.mark.parametrize("call", ["retry_thread('t')", "retry_given_up()"])
def test_a_retried_thread_can_be_claimed_at_once_with_all_its_attempts(
    connection: Connection, call: str
) -> None:
    given_up_thread(connection)
    assert one(connection, f"select reflection.{call}::int") == 1
    assert claim(connection).attempt == 1
    assert one(connection, f"select reflection.{call}::int") == 0


def test_a_released_claim_keeps_its_attempt_spent(connection: Connection) -> None:
    claimed_thread(connection)
    assert one(connection, "select reflection.release_claim('t')")
    assert not one(connection, "select reflection.release_claim('t')")
    assert claim(connection).attempt == 2


def test_new_content_frees_a_thread_that_was_given_up_and_a_mere_touch_does_not(
    connection: Connection,
) -> None:
    given_up_thread(connection)
    connection.execute("update chat.messages set content = content, edited_at = now()")
    fold(connection)
    assert claim(connection) is None
    connection.execute("update chat.messages set content = 'I moved to Oslo.' where id = 't-1'")
    fold(connection)
    assert claim(connection).attempt == 1


@pytest.mark.parametrize("ending", ["failed", "worker lost"])
@pytest.mark.parametrize("news", ["message", "edit"])
def test_what_was_said_during_the_last_attempt_frees_the_thread_as_well(
    connection: Connection, ending: str, news: str
) -> None:
    claimed_thread(connection)
    connection.execute("update reflection.claims set attempts = 3")
    if news == "message":
        add_message(connection, "new", "t", "user", "I moved to Oslo.", LONG_AGO + HOUR)
    else:
        connection.execute("update chat.messages set content = 'In Oslo.' where id = 't-1'")
    fold(connection)
    if ending == "failed":
        assert fail(connection, claim_row(connection, "t"))
    else:
        connection.execute(
            "update reflection.claims"
            " set claimed_at = claimed_at - interval '1 day', expires_at = clock_timestamp()"
        )
        assert claim(connection) is None
    fold(connection)
    set_clock(connection, NOON + 12 * HOUR)
    assert claim(connection).attempt == 1


def test_progress_renews_the_lease_and_takes_the_attempts_back_to_one(
    connection: Connection,
) -> None:
    claimed = claimed_thread(connection)
    connection.execute("update reflection.claims set attempts = 3")
    first, *rest = loaded(connection, claimed)
    save = "select reflection.save_progress_if_claimed('t', %s, %s, '1 day')"
    assert one(connection, save, (claimed.claim_id, Jsonb(memory_of([first]))))
    row = claim_row(connection, "t")
    assert (row.claim_id, row.attempts) == (claimed.claim_id, 1)
    assert row.expires_at - claimed.expires_at > timedelta(hours=23)
    assert loaded(connection, claimed) == rest
    assert one(connection, "select count(*) from reflection.observations") == 1
