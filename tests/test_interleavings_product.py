"""What the product changes while a worker reflects is neither lost nor remembered by mistake."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

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
from waiting import Connection, Sessions


@pytest.fixture
def sessions(database_url: str) -> Iterator[Sessions]:
    with Sessions(database_url) as opened:
        yield opened


@pytest.fixture
def worker(sessions: Sessions) -> Connection:
    return sessions.worker()


@pytest.fixture
def product(sessions: Sessions) -> Connection:
    """A product with one settled thread of two questions and answers, folded in."""
    opened = sessions.product()
    add_user(opened, "user")
    add_thread(opened, "tea")
    fold(opened)
    return opened


def ids(messages: list[Any]) -> list[str]:
    return [message.message_id for message in messages]


def covered(connection: Connection) -> set[str]:
    return {
        row[0]
        for row in connection.execute("select message_id from reflection.coverage").fetchall()
    }


def rendered(connection: Connection) -> str:
    return str(one(connection, "select reflection.memory_for('user')"))


def is_owed(connection: Connection) -> bool:
    fold(connection)
    return claim_row(connection, "tea").eligible_at is not None


def nothing_is_left(connection: Connection) -> bool:
    return not one(
        connection,
        """
        select (select count(*) from reflection.claims)
             + (select count(*) from reflection.coverage)
             + (select count(*) from reflection.observations)
             + (select count(*) from reflection.observation_sources)
        """,
    )


def test_a_message_inserted_while_its_thread_is_being_claimed_is_owed(
    worker: Connection, product: Connection
) -> None:
    with worker.transaction():
        claimed = claim(worker)
        add_message(product, "late", "tea", at=LONG_AGO + timedelta(hours=1))
    memory = memory_of([m for m in loaded(worker, claimed) if m.message_id != "late"])
    assert commit(worker, claimed, memory)
    assert is_owed(worker)
    assert ids(loaded(worker, claim(worker))) == ["late"]


def test_a_message_written_before_midnight_and_committed_after_the_mark_is_owed(
    worker: Connection, product: Connection
) -> None:
    with product.transaction():
        add_message(product, "late", "tea", at=LONG_AGO + timedelta(hours=11, minutes=59))
        claimed = claim(worker)
        assert commit(worker, claimed, memory_of(loaded(worker, claimed)))
        assert not is_owed(worker)
    assert is_owed(worker)
    assert ids(loaded(worker, claim(worker))) == ["late"]


def test_a_back_dated_message_that_comes_under_a_claim_is_owed(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    add_message(product, "early", "tea", at=LONG_AGO)
    assert commit(worker, claimed, memory)
    assert is_owed(worker)
    again = claim(worker)
    assert again.terminal_message_id == "tea-4"
    assert ids(loaded(worker, again)) == ["early"]


def test_a_terminal_message_deleted_before_the_load_leaves_nothing_to_load_and_the_rest_owed(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    product.execute("delete from chat.messages where id = 'tea-4'")
    messages = loaded(worker, claimed)
    assert messages == []
    assert commit(worker, claimed, memory_of(messages))
    assert is_owed(worker)
    assert ids(loaded(worker, claim(worker))) == ["tea-1", "tea-2", "tea-3"]


def test_a_terminal_message_deleted_after_the_load_is_not_cited_and_the_rest_not_owed_again(
    worker: Connection, product: Connection
) -> None:
    add_message(product, "last", "tea", content="I like rum.", at=LONG_AGO + timedelta(hours=1))
    fold(worker)
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    product.execute("delete from chat.messages where id = 'last'")
    assert commit(worker, claimed, memory)
    assert "rum" not in rendered(worker)
    assert not is_owed(worker)
    assert covered(worker) == {"tea-1", "tea-2", "tea-3", "tea-4"}


@pytest.mark.parametrize("folded", [False, True])
def test_a_thread_left_with_one_user_message_under_a_claim_keeps_that_and_is_not_claimed_again(
    worker: Connection, product: Connection, *, folded: bool
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    product.execute("delete from chat.messages where id = 'tea-1'")
    if folded:
        fold(worker)
    assert commit(worker, claimed, memory)
    fold(worker)
    assert covered(worker) == {"tea-2", "tea-3", "tea-4"}
    assert one(worker, "select array_agg(message_id) from reflection.observation_sources") == [
        "tea-3"
    ]
    add_message(product, "reply", "tea", "assistant", at=LONG_AGO + timedelta(hours=1))
    fold(worker)
    assert claim(worker) is None


def test_a_thread_left_with_one_user_message_between_the_fold_and_the_claim_is_not_claimed(
    worker: Connection, product: Connection
) -> None:
    product.execute("delete from chat.messages where id = 'tea-1'")
    assert claim_row(worker, "tea").user_messages == 2
    assert claim(worker) is None
    assert claim_row(worker, "tea").user_messages == 1


def test_two_deletes_at_once_that_leave_one_of_three_user_messages_end_its_eligibility(
    sessions: Sessions, worker: Connection, product: Connection
) -> None:
    add_message(product, "third", "tea", at=LONG_AGO + timedelta(hours=1))
    fold(worker)
    other = sessions.product()
    with product.transaction(), other.transaction():
        product.execute("delete from chat.messages where id = 'tea-1'")
        other.execute("delete from chat.messages where id = 'tea-3'")
    fold(worker)
    assert claim_row(worker, "tea").user_messages == 1
    assert claim(worker) is None


def test_a_commit_after_the_fold_saw_its_thread_deleted_is_refused(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    product.execute("delete from chat.threads where id = 'tea'")
    fold(worker)
    assert not commit(worker, claimed, memory)
    assert nothing_is_left(worker)


def test_a_commit_before_the_fold_sees_its_thread_deleted_leaves_nothing_after_it(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    product.execute("delete from chat.threads where id = 'tea'")
    commit(worker, claimed, memory)
    assert rendered(worker) == ""
    fold(worker)
    assert nothing_is_left(worker)


def test_a_thread_deleted_by_a_transaction_that_ends_after_the_commit_is_hidden_at_once(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    with product.transaction():
        product.execute("delete from chat.threads where id = 'tea'")
        assert commit(worker, claimed, memory_of(loaded(worker, claimed)))
        assert "I like tea" in rendered(worker)
    assert rendered(worker) == ""
    fold(worker)
    assert nothing_is_left(worker)


@pytest.mark.parametrize("folded", [False, True])
def test_a_user_deleted_with_every_thread_under_a_claim_leaves_nothing(
    worker: Connection, product: Connection, *, folded: bool
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    with product.transaction():
        product.execute("delete from chat.threads where user_id = 'user'")
        product.execute("delete from chat.users where id = 'user'")
    if folded:
        fold(worker)
    assert not commit(worker, claimed, memory)
    assert rendered(worker) == ""
    fold(worker)
    assert nothing_is_left(worker)


def test_a_user_who_switches_memory_off_under_a_claim_is_shown_nothing_and_not_claimed_again(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed)[:2])
    product.execute("update chat.users set memory_enabled = false")
    commit(worker, claimed, memory)
    assert rendered(worker) == ""
    assert not is_owed(worker)
    assert claim(worker) is None


@pytest.mark.parametrize("folded", [False, True])
def test_a_zone_changed_under_a_claim_retimes_its_thread_and_leaves_nothing_due(
    worker: Connection, product: Connection, *, folded: bool
) -> None:
    add_thread(product, "water")
    fold(worker)
    before = claim_row(worker, "water").eligible_at
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    product.execute("update chat.users set timezone = 'Asia/Seoul'")
    if folded:
        fold(worker)
        assert claim_row(worker, "tea").eligible_at == before - timedelta(hours=9)
    assert commit(worker, claimed, memory)
    assert not is_owed(worker)
    assert claim_row(worker, "water").eligible_at == before - timedelta(hours=9)
    assert claim(worker).thread_id == "water"


@pytest.mark.parametrize("folded", [False, True])
def test_a_message_edited_under_a_claim_is_owed_again_and_its_old_text_not_rendered(
    worker: Connection, product: Connection, *, folded: bool
) -> None:
    claimed = claim(worker)
    memory = memory_of(loaded(worker, claimed))
    product.execute("update chat.messages set content = 'I like rum.' where id = 'tea-1'")
    if folded:
        fold(worker)
    assert commit(worker, claimed, memory)
    assert "number 1" not in rendered(worker)
    assert "number 3" in rendered(worker)
    assert is_owed(worker)
    again = claim(worker)
    assert ids(loaded(worker, again)) == ["tea-1"]
    assert commit(worker, again, memory_of(loaded(worker, again)))
    assert "I like rum." in rendered(worker)


def test_an_edit_that_is_committed_after_the_commit_makes_what_cites_it_stale_at_the_next_fold(
    worker: Connection, product: Connection
) -> None:
    claimed = claim(worker)
    with product.transaction():
        product.execute("update chat.messages set content = 'I like rum.' where id = 'tea-1'")
        assert commit(worker, claimed, memory_of(loaded(worker, claimed)))
        fold(worker)
    assert is_owed(worker)
    assert "number 1" not in rendered(worker)
    assert ids(loaded(worker, claim(worker))) == ["tea-1"]
