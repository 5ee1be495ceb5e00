"""No statement of the product waits for a worker or fails because of one, at any isolation."""

from collections.abc import Callable, Iterator

import pytest
from product import (
    LONG_AGO,
    add_message,
    add_thread,
    add_user,
    claim,
    claim_row,
    commit,
    fold,
    loaded,
    memory_of,
    one,
)
from psycopg import IsolationLevel
from waiting import Connection, Sessions

STRICT = [IsolationLevel.REPEATABLE_READ, IsolationLevel.SERIALIZABLE]
CHANGES = {
    "insert": "insert into chat.messages (id, thread_id, role, content)"
    " values ('new', 'tea', 'user', 'I like rum.')",
    "edit": "update chat.messages set content = 'I like rum.' where id = 'tea-3'",
    "stream": "update chat.messages set status = 'streaming' where id = 'tea-4'",
    "delete": "delete from chat.messages where id = 'tea-4'",
    "delete the thread": "delete from chat.threads where id = 'tea'",
    "hide": "update chat.threads set hidden = true where id = 'tea'",
    "move": "update chat.users set timezone = 'Asia/Seoul'",
    "leave": "delete from chat.users",
}


@pytest.fixture
def sessions(database_url: str) -> Iterator[Sessions]:
    with Sessions(database_url) as opened:
        yield opened


@pytest.fixture
def worker(sessions: Sessions) -> Connection:
    return sessions.worker()


@pytest.fixture
def product(sessions: Sessions) -> Connection:
    """One thread, reflected once, due for something new, with two changes in the inbox."""
    opened = sessions.product()
    add_user(opened, "user")
    add_thread(opened, "tea")
    fold(opened)
    claimed = claim(opened)
    assert commit(opened, claimed, memory_of(loaded(opened, claimed)))
    add_message(opened, "more", "tea", content="I like gin.", at=LONG_AGO)
    fold(opened)
    opened.execute("update chat.messages set content = 'I like ale.' where id = 'tea-1'")
    opened.execute("delete from chat.messages where id = 'tea-2'")
    return opened


def claims(worker: Connection) -> None:
    assert claim(worker).thread_id == "tea"


def commits(worker: Connection) -> None:
    claimed = claim(worker)
    assert commit(worker, claimed, memory_of(loaded(worker, claimed)))


def fails(worker: Connection) -> None:
    claimed = claim(worker)
    worker.execute(
        "select reflection.mark_failed_if_claimed('tea', %s, 'no', 'thread')", (claimed.claim_id,)
    )


def folds(worker: Connection) -> None:
    assert fold(worker) == 2


@pytest.mark.parametrize("level", STRICT, ids=lambda level: level.name.lower())
@pytest.mark.parametrize("step", [claims, commits, fails, folds])
def test_a_strict_product_transaction_is_committed_though_a_worker_touched_its_thread(
    worker: Connection,
    product: Connection,
    step: Callable[[Connection], None],
    level: IsolationLevel,
) -> None:
    product.isolation_level = level
    with product.transaction():
        assert one(product, "select count(*) from chat.messages") == 4
        step(worker)
        for change in CHANGES.values():
            product.execute(change)
    fold(worker)
    assert claim_row(worker, "tea") is None


@pytest.mark.parametrize(
    "level", [IsolationLevel.READ_COMMITTED, *STRICT], ids=lambda level: level.name.lower()
)
@pytest.mark.parametrize("step", [claims, commits, fails, folds])
def test_a_product_transaction_does_not_wait_for_a_worker_that_froze_in_its_own(
    worker: Connection,
    product: Connection,
    step: Callable[[Connection], None],
    level: IsolationLevel,
) -> None:
    product.isolation_level = level
    with product.transaction():
        assert one(product, "select count(*) from chat.messages") == 4
        with worker.transaction():
            step(worker)
            for change in CHANGES.values():
                product.execute(change)


@pytest.mark.parametrize("level", STRICT, ids=lambda level: level.name.lower())
def test_two_strict_product_transactions_do_not_meet_in_the_inbox(
    sessions: Sessions, product: Connection, level: IsolationLevel
) -> None:
    add_thread(product, "water")
    other = sessions.product()
    product.isolation_level = other.isolation_level = level
    with product.transaction(), other.transaction():
        add_message(product, "here", "tea")
        add_message(other, "there", "water")
        product.execute("update chat.messages set content = 'x' where id = 'tea-3'")
        other.execute("update chat.messages set content = 'x' where id = 'water-1'")
        product.execute("delete from chat.messages where id = 'tea-4'")
        other.execute("delete from chat.messages where id = 'water-2'")


def test_two_product_transactions_over_two_threads_in_opposite_order_do_not_wait(
    sessions: Sessions, product: Connection, worker: Connection
) -> None:
    add_thread(product, "water")
    other = sessions.product()
    with product.transaction(), other.transaction():
        add_message(product, "product-tea", "tea")
        add_message(other, "other-water", "water")
        add_message(product, "product-water", "water")
        add_message(other, "other-tea", "tea")
    assert fold(worker) == 10


def test_the_first_two_messages_of_a_thread_in_two_open_transactions_do_not_wait_and_both_count(
    sessions: Sessions, product: Connection, worker: Connection
) -> None:
    add_thread(product, "water", turns=0)
    other = sessions.product()
    with product.transaction(), other.transaction():
        add_message(product, "water-1", "water")
        add_message(other, "water-2", "water")
        fold(worker)
        assert claim_row(worker, "water") is None
    fold(worker)
    assert claim_row(worker, "water").user_messages == 2


# Things the product does that a thread's memory and its attempts must follow ---


def test_truncating_the_messages_rechecks_every_thread_and_takes_their_memory_away(
    product: Connection, worker: Connection
) -> None:
    fold(worker)
    assert one(worker, "select reflection.memory_for('user')") != ""
    product.execute("truncate chat.messages")
    assert one(worker, "select kind from reflection.arrivals") == "recheck"
    fold(worker)
    assert one(worker, "select reflection.memory_for('user')") == ""
    assert not one(worker, "select count(*) from reflection.coverage")
    assert not one(worker, "select count(*) from reflection.observations")
    assert claim(worker) is None


def test_a_message_that_was_edited_and_then_deleted_takes_its_memory_with_it(
    product: Connection, worker: Connection
) -> None:
    fold(worker)
    product.execute("delete from chat.messages where id = 'tea-1'")
    fold(worker)
    cited = "select array_agg(message_id) from reflection.observation_sources"
    assert one(worker, cited) == ["tea-3"]
    assert one(worker, "select count(*) from reflection.observations") == 1


@pytest.fixture
def given_up(product: Connection, worker: Connection) -> Connection:
    """The worker's connection, the thread given up after its last attempt."""
    fold(worker)
    claimed = claim(worker, p_max_attempts=1)
    worker.execute(
        "select reflection.mark_failed_if_claimed('tea', %s, 'no', 'thread', 1)",
        (claimed.claim_id,),
    )
    assert is_given_up(worker)
    return worker


def is_given_up(worker: Connection) -> bool:
    fold(worker)
    return claim_row(worker, "tea").given_up_at is not None


def test_a_message_of_the_same_day_frees_a_given_up_thread(
    given_up: Connection, product: Connection
) -> None:
    add_message(product, "same day", "tea", at=LONG_AGO)
    assert not is_given_up(given_up)
    assert claim(given_up).attempt == 1


def test_an_edit_of_the_same_length_frees_a_given_up_thread(
    given_up: Connection, product: Connection
) -> None:
    product.execute("update chat.messages set content = 'I like rum.' where id = 'more'")
    assert not is_given_up(given_up)
    assert claim(given_up).attempt == 1


@pytest.mark.parametrize(
    "change",
    [
        "update chat.messages set content = content, edited_at = now()",
        "update chat.messages set position = 7 where id = 'more'",
        "update chat.threads set updated_at = now(), title = 'Tea'",
        "update chat.users set timezone = 'Asia/Seoul'",
        "insert into chat.messages (id, thread_id, role) values ('blank', 'tea', 'user')",
    ],
)
def test_an_update_that_changes_no_word_frees_no_given_up_thread(
    given_up: Connection, product: Connection, change: str
) -> None:
    product.execute(change)
    assert is_given_up(given_up)
    assert claim(given_up) is None
