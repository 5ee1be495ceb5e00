"""Workers beside each other, and beside a frozen one: nothing twice, nobody stuck."""

from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from product import (
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
from waiting import Connection, Sessions, result

EXPIRE = """
    update reflection.claims
       set claimed_at = claimed_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
     where claim_id is not null
"""
INBOX = "select count(*) from reflection.arrivals"
FAIL = "select reflection.mark_failed_if_claimed('cat', %s, 'late', 'thread')"
MARK = "select reflection.mark_reflected_if_claimed(%s, %s)"


@pytest.fixture
def sessions(database_url: str) -> Iterator[Sessions]:
    with Sessions(database_url) as opened:
        yield opened


@pytest.fixture
def product(sessions: Sessions) -> Connection:
    return sessions.product()


@pytest.fixture
def first(sessions: Sessions) -> Connection:
    return sessions.worker()


@pytest.fixture
def second(sessions: Sessions) -> Connection:
    return sessions.worker()


def settle(product: Connection, **user_of: str) -> None:
    """Settled threads, named and owned like this, folded in."""
    for thread_id, user_id in user_of.items():
        add_thread(product, thread_id, user_id)
    fold(product)


def test_two_claims_at_once_get_two_threads(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", dog="bob")
    with first.transaction(), second.transaction():
        assert [claim(first).thread_id, claim(second).thread_id] == ["cat", "dog"]


def test_two_claims_at_once_of_one_thread_are_one_claim(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann")
    with first.transaction():
        assert claim(first).thread_id == "cat"
        assert claim(second) is None
    assert claim(second) is None


def test_a_second_claim_for_a_user_waits_for_the_first_to_be_committed_and_takes_another_users(
    sessions: Sessions, product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", cow="ann", dog="bob")
    with first.transaction():
        assert claim(first).thread_id == "cat"
        waiting = sessions.call(claim, second)
        sessions.see_waiting(second)
    assert result(waiting).thread_id == "dog"


def test_a_second_claim_for_a_user_waits_for_the_first_to_be_committed_and_gets_none(
    sessions: Sessions, product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", cow="ann")
    with first.transaction():
        claim(first)
        waiting = sessions.call(claim, second)
        sessions.see_waiting(second)
    assert result(waiting) is None


def test_a_second_claim_for_a_user_gets_the_users_other_thread_if_the_first_is_undone(
    sessions: Sessions, product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", cow="ann")
    with first.transaction(force_rollback=True):
        claim(first)
        waiting = sessions.call(claim, second)
        sessions.see_waiting(second)
    assert result(waiting).thread_id == "cow"


def test_a_claim_that_is_never_committed_makes_the_next_pass_its_user_over(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", cow="ann", dog="bob")
    with first.transaction():
        claim(first)
        assert claim(second).thread_id == "dog"  # once its lock_timeout has passed


def test_a_mark_after_the_lease_is_refused_though_nobody_took_the_thread(
    product: Connection, first: Connection
) -> None:
    settle(product, cat="ann")
    claimed = claim(first)
    memory = memory_of(loaded(first, claimed))
    first.execute(EXPIRE)
    assert not one(first, MARK, (claimed.thread_id, claimed.claim_id))
    assert not commit(first, claimed, memory)
    assert not one(first, "select reflection.renew_claim('cat', %s)", (claimed.claim_id,))
    assert not one(first, "select count(*) from reflection.coverage")


def test_a_mark_with_another_threads_claim_id_is_refused(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", dog="bob")
    cat, dog = claim(first), claim(second)
    assert not one(first, MARK, ("cat", dog.claim_id))
    assert not one(first, MARK, ("dog", cat.claim_id))
    assert one(first, MARK, ("cat", cat.claim_id))


def test_the_claim_id_and_not_the_workers_name_tells_two_claims_apart(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann")
    lost = claim(first, "same")
    memory = memory_of(loaded(first, lost))
    first.execute(EXPIRE)
    held = claim(second, "same")
    assert (held.thread_id, held.attempt) == ("cat", 2)
    assert not commit(first, lost, memory)
    assert not one(first, FAIL, (lost.claim_id,))
    assert claim_row(second, "cat").claim_id == held.claim_id
    assert commit(second, held, memory)


def test_a_second_fold_waits_for_the_first_and_counts_nothing_twice(
    sessions: Sessions, product: Connection, first: Connection, second: Connection
) -> None:
    add_thread(product, "cat", "ann", turns=0)
    add_message(product, "cat-1", "cat")
    add_message(product, "cat-2", "cat")
    with first.transaction():
        assert fold(first) == 2
        waiting = sessions.call(fold, second)
        sessions.see_waiting(second)
    assert result(waiting) == 0
    row = claim_row(first, "cat")
    assert (row.user_messages, row.revision) == (2, 1)


def test_a_fold_puts_back_a_thread_that_is_being_claimed_and_the_next_one_takes_it(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann")
    add_message(product, "late", "cat")
    add_thread(product, "dog", "bob")
    with first.transaction():
        claim(first)
        fold(second)
        assert (one(second, INBOX), claim_row(second, "dog").revision) == (1, 1)
    assert fold(second) == 1
    row = claim_row(second, "cat")
    assert (row.revision - row.claimed_revision, one(second, INBOX)) == (1, 0)


def test_a_claim_passes_over_a_thread_that_is_being_folded(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann", dog="bob")
    add_message(product, "late", "cat")
    with first.transaction():
        fold(first)
        assert claim(second).thread_id == "dog"
        assert claim(second) is None
    assert claim(second).thread_id == "cat"


def test_a_fold_puts_back_a_thread_that_is_being_committed_and_the_next_one_takes_it(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann")
    claimed = claim(first)
    memory = memory_of(loaded(first, claimed))
    add_message(product, "late", "cat")
    add_thread(product, "dog", "bob")
    with first.transaction():
        assert commit(first, claimed, memory)
        fold(second)
        assert (one(second, INBOX), claim_row(second, "dog").revision) == (1, 1)
    assert fold(second) == 1
    assert [m.message_id for m in loaded(second, claim(second))] == ["late"]


def test_a_commit_waits_for_the_fold_that_has_its_thread_and_then_knows_what_it_found(
    sessions: Sessions, product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann")
    claimed = claim(first)
    memory = memory_of(loaded(first, claimed))
    add_message(product, "late", "cat")
    with second.transaction():
        fold(second)
        waiting = sessions.call(commit, first, claimed, memory)
        sessions.see_waiting(first)
    assert result(waiting)
    assert claim_row(first, "cat").eligible_at is not None


@pytest.fixture
def frozen(product: Connection, first: Connection) -> Iterator[Connection]:
    """Holds what commit_reflection for ann's cat holds; ann's cow is reflected, bob's dog due."""
    settle(product, cow="ann")
    earlier = claim(first)
    assert commit(first, earlier, memory_of(loaded(first, earlier)))
    settle(product, cat="ann", dog="bob")
    claimed = claim(first)
    memory = memory_of(loaded(first, claimed))
    with first.transaction():
        assert commit(first, claimed, memory)
        yield first


def test_a_frozen_commit_stops_no_other_claim(frozen: Connection, second: Connection) -> None:
    assert claim(second).thread_id == "dog"


@pytest.mark.parametrize(
    "change",
    [
        "delete from chat.messages where thread_id = 'cow'",
        "update chat.messages set content = 'I like rum.' where id = 'cow-1'",
        "delete from chat.threads where id = 'cow'",
        "insert into chat.users (id, timezone) values ('ann', 'Asia/Seoul')",
    ],
)
def test_a_frozen_commit_stops_no_other_fold_whatever_its_user_changes(
    frozen: Connection, product: Connection, second: Connection, change: str
) -> None:
    add_thread(product, "fox", "eve")
    product.execute(change)
    fold(second)
    assert claim_row(second, "fox").eligible_at is not None


def commits(worker: Connection) -> None:
    claimed = claim(worker)
    assert commit(worker, claimed, memory_of(loaded(worker, claimed)))


@pytest.mark.parametrize("step", [fold, claim, commits])
def test_a_worker_that_freezes_in_its_transaction_is_cut_off_after_ten_seconds(
    product: Connection, first: Connection, step: Callable[[Connection], Any]
) -> None:
    settle(product, cat="ann")
    setting = "show idle_in_transaction_session_timeout"
    before = one(first, setting)
    with first.transaction():
        step(first)
        assert one(first, setting) == "10s"
    assert one(first, setting) == before


def test_a_commit_cut_off_leaves_its_claim_to_its_lease_and_nothing_written(
    product: Connection, first: Connection, second: Connection
) -> None:
    settle(product, cat="ann")
    claimed = claim(first)
    first.execute("begin")
    assert commit(first, claimed, memory_of(loaded(first, claimed)))
    second.execute("select pg_terminate_backend(%s, 5000)", (first.info.backend_pid,))
    with pytest.raises(psycopg.OperationalError):
        first.execute("commit")
    assert not one(second, "select count(*) from reflection.coverage")
    assert claim(second) is None
    second.execute(EXPIRE)
    assert claim(second).attempt == 2
