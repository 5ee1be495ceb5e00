"""Claiming: one thread a call, attempts counted at the claim, dead workers told from live ones."""

from datetime import UTC, datetime, timedelta

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

HOUR = timedelta(hours=1)


def add_threads(connection: Connection, *thread_ids: str) -> None:
    """One thread for each of as many users, the first the most overdue."""
    for place, thread_id in enumerate(thread_ids):
        at = LONG_AGO + timedelta(days=place)
        add_thread(connection, thread_id, f"user of {thread_id}", at=at)
    fold(connection)


def expire(connection: Connection, *thread_ids: str) -> None:
    connection.execute(
        "update reflection.claims set claimed_at = claimed_at - interval '1 day',"
        " expires_at = clock_timestamp() where thread_id = any (%s)",
        (list(thread_ids),),
    )


def claimed_ids(connection: Connection) -> list[str]:
    """What is claimed, one after another, until nothing can be."""
    threads = []
    while claimed := claim(connection):
        threads.append(claimed.thread_id)
    return threads


def test_a_claim_names_its_holder_its_terminal_message_and_the_end_of_its_lease(
    connection: Connection,
) -> None:
    add_threads(connection, "t")
    claimed = claim(connection, "ada")
    row = claim_row(connection, "t")
    assert (claimed.thread_id, claimed.user_id) == ("t", "user of t")
    assert (claimed.terminal_message_id, claimed.attempt) == ("t-4", 1)
    assert (row.claimed_by, row.claim_id) == ("ada", claimed.claim_id)
    assert row.expires_at == claimed.expires_at
    lease = row.expires_at - row.claimed_at
    assert timedelta(seconds=600) <= lease < timedelta(seconds=601)


def test_two_claims_by_one_worker_have_different_ids(connection: Connection) -> None:
    add_threads(connection, "a", "b")
    assert claim(connection).claim_id != claim(connection).claim_id


def test_a_claimed_thread_is_not_offered_again_and_nothing_else_is_a_valid_answer(
    connection: Connection,
) -> None:
    add_threads(connection, "t")
    assert claimed_ids(connection) == ["t"]
    assert claim(connection) is None


def test_a_users_second_thread_waits_until_the_first_is_done(connection: Connection) -> None:
    add_thread(connection, "a", "user")
    add_thread(connection, "b", "user", at=LONG_AGO + HOUR)
    add_thread(connection, "c", "other", at=LONG_AGO + timedelta(days=1))
    fold(connection)
    first = claim(connection)
    assert claimed_ids(connection) == ["c"]
    assert commit(connection, first, memory_of(loaded(connection, first)))
    assert claimed_ids(connection) == ["b"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"p_lease": None}, "lease must have a length and an end"),
        ({"p_lease": timedelta(0)}, "lease must have a length and an end"),
        ({"p_lease": timedelta(seconds=-1)}, "lease must have a length and an end"),
        ({"p_max_attempts": 0}, "at least one attempt"),
        ({"p_max_attempts": None}, "at least one attempt"),
        ({"worker": None}, "name of its worker"),
        ({"worker": " \u3000"}, "name of its worker"),
    ],
)
def test_a_claim_that_could_not_be_told_or_would_not_last_is_refused_with_a_hint(
    connection: Connection, arguments: dict[str, object], message: str
) -> None:
    add_threads(connection, "t")
    with pytest.raises(psycopg.errors.InvalidParameterValue, match=message) as caught:
        claim(connection, **arguments)  # type: ignore[arg-type]
    assert caught.value.diag.message_hint
    assert claim_row(connection, "t").attempts == 0


def test_an_attempt_is_counted_at_the_claim_and_a_rollback_takes_it_back(
    connection: Connection,
) -> None:
    add_threads(connection, "t")
    with connection.transaction(force_rollback=True):
        assert claim(connection).attempt == 1
    assert claim_row(connection, "t").attempts == 0
    assert one(connection, "select count(*) from reflection.claim_log") == 0
    assert claim(connection).attempt == 1
    assert claim_row(connection, "t").attempts == 1


def test_a_claim_that_was_not_committed_is_invisible_and_its_thread_passed_over(
    connection: Connection, database_url: str
) -> None:
    add_threads(connection, "a", "b")
    with psycopg.connect(database_url) as other:
        assert claim(other).thread_id == "a"
        assert claim_row(connection, "a").claim_id is None
        assert claim(connection).thread_id == "b"
        other.rollback()
    assert claim(connection).thread_id == "a"


def test_a_transaction_that_stays_open_does_not_outlive_its_lease(connection: Connection) -> None:
    add_threads(connection, "t")
    claimed = claim(connection, p_lease=timedelta(milliseconds=300))
    with connection.transaction():
        assert one(connection, "select now() < %s", (claimed.expires_at,))
        connection.execute("select pg_sleep(0.4)")
        for call in (
            "mark_reflected_if_claimed(%s, %s)",
            "renew_claim(%s, %s)",
            "mark_failed_if_claimed(%s, %s, 'late', 'thread')",
            "save_progress_if_claimed(%s, %s, '{}')",
            "commit_reflection(%s, %s, '{}')",
        ):
            assert not one(connection, f"select reflection.{call}", ("t", claimed.claim_id)), call


def test_a_pretended_hour_does_not_end_a_lease(connection: Connection) -> None:
    add_threads(connection, "t")
    claimed = claim(connection)
    connection.execute("select set_config('reflection.fake_now', '2199-01-01', false)")
    assert claim(connection) is None
    assert one(connection, "select reflection.renew_claim('t', %s)", (claimed.claim_id,))


def test_attempts_are_one_two_three_then_the_thread_is_given_up_and_others_are_still_offered(
    connection: Connection,
) -> None:
    add_threads(connection, "bad", "good")
    attempts = []
    for _ in range(3):
        attempts.append(claim(connection, "ada").attempt)
        expire(connection, "bad")
    assert attempts == [1, 2, 3]
    assert claimed_ids(connection) == ["good"]
    row = claim_row(connection, "bad")
    assert row.given_up_at is not None
    assert (row.claim_id, row.attempts, row.last_outcome) == (None, 3, "worker lost")
    assert "ada" in row.last_error


def test_a_dead_worker_frees_its_user_for_the_users_other_threads(connection: Connection) -> None:
    add_thread(connection, "bad", "user")
    add_thread(connection, "good", "user", at=LONG_AGO + HOUR)
    fold(connection)
    assert claim(connection, p_max_attempts=1).thread_id == "bad"
    expire(connection, "bad")
    assert claim(connection, p_max_attempts=1).thread_id == "good"


def test_a_new_terminal_message_starts_again_at_one(connection: Connection) -> None:
    add_threads(connection, "t")
    for attempt in (1, 2):
        assert claim(connection).attempt == attempt
        expire(connection, "t")
    add_message(connection, "t-5", "t", "user", "And coffee.", LONG_AGO + HOUR)
    assert claim(connection).attempt == 1


def test_five_dead_claims_that_are_spent_at_the_head_do_not_hide_the_thread_behind_them(
    connection: Connection,
) -> None:
    dead = [f"dead{number}" for number in range(5)]
    add_threads(connection, *dead, "good")
    for _ in dead:
        claim(connection, p_max_attempts=1)
    expire(connection, *dead)
    assert claim(connection, p_max_attempts=1).thread_id == "good"
    assert one(connection, "select count(*) from reflection.given_up") == 5


def test_more_dead_claims_than_one_call_frees_do_not_look_like_an_empty_queue(
    connection: Connection,
) -> None:
    users = [f"u{number:03}" for number in range(101)]
    for user_id in users:
        add_thread(connection, f"dead {user_id}", user_id)
    add_thread(connection, "good", users[-1], at=LONG_AGO + HOUR)
    fold(connection)
    for _ in users:
        claim(connection, p_max_attempts=1)
    expire(connection, *(f"dead {user_id}" for user_id in users))
    assert claim(connection, p_max_attempts=1).thread_id == "good"


def test_rows_that_are_wrong_are_put_right_and_passed_over(connection: Connection) -> None:
    add_threads(connection, "gone", "hidden", "one message", "today", "moved", "good")
    # What the inbox has not been asked for yet: the claim sees it in the source.
    connection.execute("delete from chat.threads where id = 'gone'")
    connection.execute("update chat.threads set hidden = true where id = 'hidden'")
    connection.execute("delete from chat.messages where id = 'one message-1'")
    connection.execute("update chat.threads set user_id = 'other' where id = 'moved'")
    add_message(connection, "today", "today", "user", "Hi.", datetime.now(UTC))
    assert claimed_ids(connection) == ["good"]
    assert claim_row(connection, "gone").eligible_at is None
    assert claim_row(connection, "hidden").eligible_at is None
    assert claim_row(connection, "one message").user_messages == 1
    assert claim_row(connection, "today").eligible_at > datetime.now(UTC)
    fold(connection)
    assert claim_row(connection, "gone") is None
    assert claim_row(connection, "moved").user_id == "other"
    assert claimed_ids(connection) == ["moved"]


@pytest.mark.parametrize(
    "setting",
    [
        "enable_indexscan = off",
        "enable_bitmapscan = off",
        "enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off",
        "enable_hashjoin = off; set enable_mergejoin = off; set enable_material = off",
        "enable_nestloop = off",
        "plan_cache_mode = force_generic_plan",
        "default_transaction_isolation = 'repeatable read'",
        "default_transaction_isolation = 'serializable'",
    ],
)
def test_a_claim_takes_exactly_one_row_whatever_the_planner_is_forbidden(
    connection: Connection, setting: str
) -> None:
    add_threads(connection, *"abcdefgh")
    connection.execute(f"set {setting}")
    for count, thread_id in enumerate("abc", start=1):
        assert claim(connection).thread_id == thread_id
        assert one(connection, "select count(*) from reflection.live_claims") == count


@pytest.mark.parametrize(
    ("is_claimed", "change", "constraint"),
    [
        (False, "claim_id = gen_random_uuid()", "a_claim_is_whole_or_absent"),
        (False, "terminal_message_id = 't-4'", "a_claim_is_whole_or_absent"),
        (False, "user_messages = 3", "user_messages_are_counted_to_two"),
        (False, "attempts = -1, attempt_message_id = ''", "attempts_are_never_negative"),
        (False, "refunds = -1", "attempts_are_never_negative"),
        (False, "attempts = 1", "an_attempt_names_its_terminal_message"),
        (True, "given_up_at = now()", "a_given_up_thread_is_not_claimed"),
        (True, "expires_at = claimed_at", "a_lease_ends_after_it_starts"),
        (True, "expires_at = null", "a_claim_is_whole_or_absent"),
        (True, "claimed_revision = revision + 1", "a_claim_is_of_a_revision_that_was"),
    ],
)
def test_the_claim_table_refuses_a_row_that_cannot_be(
    connection: Connection, is_claimed: bool, change: str, constraint: str
) -> None:
    add_threads(connection, "t")
    if is_claimed:
        claim(connection)
    with pytest.raises(psycopg.errors.CheckViolation) as caught:
        connection.execute(f"update reflection.claims set {change}")
    assert caught.value.diag.constraint_name == constraint


def test_two_live_claims_of_one_user_cannot_be(connection: Connection) -> None:
    add_threads(connection, "a", "b")
    claim(connection)
    claim(connection)
    with pytest.raises(psycopg.errors.UniqueViolation, match="one_claim_per_user"):
        connection.execute("update reflection.claims set user_id = 'user of a'")
