"""What a thread still owes after it was reflected, and messages whose time cannot be used."""

from datetime import UTC, datetime, timedelta

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

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
MIDNIGHT = datetime(2026, 3, 11, tzinfo=UTC)
HOUR = timedelta(hours=1)


def set_clock(connection: Connection, at: datetime) -> None:
    connection.execute("select set_config('reflection.fake_now', %s, false)", (at.isoformat(),))


def owed(connection: Connection) -> list[str]:
    """The messages that the one thread's next claim would be given; none when it is not due."""
    fold(connection)
    with connection.transaction(force_rollback=True):
        claimed = claim(connection)
        messages = loaded(connection, claimed) if claimed else []
        return [message.message_id for message in messages]


def reflect(connection: Connection) -> None:
    """Claim the one thread and cover all it owes."""
    fold(connection)
    claimed = claim(connection)
    assert claimed is not None
    assert commit(connection, claimed, memory_of(loaded(connection, claimed)))


def reflected_thread(connection: Connection) -> None:
    """Thread t, of 2 March, reflected; it is noon on the 10th."""
    set_clock(connection, NOON)
    add_thread(connection, "t")
    reflect(connection)
    assert owed(connection) == []


def test_a_reflected_thread_is_not_offered_again_at_any_later_hour(connection: Connection) -> None:
    reflected_thread(connection)
    for hours in (1, 24, 24 * 365):
        set_clock(connection, NOON + hours * HOUR)
        assert owed(connection) == []


def test_a_thread_with_nothing_worth_keeping_is_done_all_the_same(connection: Connection) -> None:
    add_thread(connection, "t", turns=0)
    for number, said in enumerate(("thanks", "you're welcome", "thanks", "you're welcome")):
        role = "assistant" if number % 2 else "user"
        add_message(connection, f"t-{number}", "t", role, said, LONG_AGO + number * HOUR)
    fold(connection)
    claimed = claim(connection)
    assert commit(connection, claimed, memory_of(loaded(connection, claimed), observe=False))
    assert one(connection, "select count(*) from reflection.observations") == 0
    assert owed(connection) == []


def test_a_new_turn_is_owed_alone_once_its_own_day_is_over(connection: Connection) -> None:
    reflected_thread(connection)
    add_message(connection, "new", "t", "user", "And coffee.", NOON)
    assert owed(connection) == []
    set_clock(connection, MIDNIGHT)
    assert owed(connection) == ["new"]


def test_a_message_that_came_after_the_claim_is_not_shown_to_it(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    add_message(connection, "later", "t", "user", "And coffee.", LONG_AGO + HOUR)
    messages = loaded(connection, claimed)
    assert [message.message_id for message in messages] == ["t-1", "t-2", "t-3", "t-4"]
    commit(connection, claimed, memory_of(messages))
    assert owed(connection) == ["later"]


def test_without_its_terminal_message_a_claim_is_shown_nothing(connection: Connection) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    connection.execute("delete from chat.messages where id = 't-4'")
    assert loaded(connection, claimed) == []
    assert commit(connection, claimed, memory_of([], observe=False))
    assert owed(connection) == ["t-1", "t-2", "t-3"]


def test_a_back_dated_message_is_owed_and_only_it(connection: Connection) -> None:
    reflected_thread(connection)
    add_message(connection, "old", "t", "user", "I moved to Oslo.", LONG_AGO - HOUR)
    assert owed(connection) == ["old"]


def test_a_message_dated_yesterday_that_arrives_after_the_mark_is_owed(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    messages = loaded(connection, claimed)
    add_message(connection, "between", "t", "user", "I moved to Oslo.", LONG_AGO + HOUR / 40)
    assert commit(connection, claimed, memory_of(messages))
    assert owed(connection) == ["between"]


@pytest.mark.parametrize("gone", ["t-4", "t-1", "t-3"])
def test_after_a_delete_nothing_is_owed(connection: Connection, gone: str) -> None:
    reflected_thread(connection)
    connection.execute("delete from chat.messages where id = %s", (gone,))
    assert owed(connection) == []


def test_an_edited_message_is_owed_and_only_it(connection: Connection) -> None:
    reflected_thread(connection)
    connection.execute("update chat.messages set content = 'I moved to Salem.' where id = 't-1'")
    assert owed(connection) == ["t-1"]
    reflect(connection)
    assert owed(connection) == []


@pytest.mark.parametrize(
    "touch", ["content = content", "edited_at = now()", "name = 'Kim'", "position = 7"]
)
def test_an_update_that_changes_no_text_owes_nothing(connection: Connection, touch: str) -> None:
    reflected_thread(connection)
    connection.execute(f"update chat.messages set {touch}")
    assert owed(connection) == []


def test_an_edit_under_the_claim_is_owed_although_the_claim_was_committed(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    messages = loaded(connection, claimed)
    connection.execute("update chat.messages set content = 'I moved to Salem.' where id = 't-1'")
    assert commit(connection, claimed, memory_of(messages))
    assert owed(connection) == ["t-1"]


def test_a_reply_written_again_under_the_same_id_is_owed(connection: Connection) -> None:
    reflected_thread(connection)
    connection.execute("update chat.messages set status = 'streaming' where id = 't-4'")
    assert owed(connection) == []
    connection.execute(
        "update chat.messages set status = 'complete', content = 'Anew.' where id = 't-4'"
    )
    assert owed(connection) == ["t-4"]


@pytest.mark.parametrize("ahead", [timedelta(hours=5), timedelta(hours=13), timedelta(days=26595)])
def test_a_time_in_the_future_counts_as_the_arrival_also_when_it_has_come(
    connection: Connection, ahead: timedelta
) -> None:
    late = NOON + 11 * HOUR
    set_clock(connection, late)
    add_thread(connection, "t")
    add_message(connection, "ahead", "t", "user", "Bye.", late + ahead)
    fold(connection)
    assert claim_row(connection, "t").eligible_at == MIDNIGHT
    set_clock(connection, MIDNIGHT)
    assert "ahead" in owed(connection)
    set_clock(connection, late + ahead + HOUR)
    assert "ahead" in owed(connection)


def test_a_time_in_the_future_counts_as_the_arrival_when_the_fold_comes_after_it(
    connection: Connection,
) -> None:
    late = NOON + 11 * HOUR
    set_clock(connection, late)
    add_thread(connection, "t")
    add_message(connection, "ahead", "t", "user", "Bye.", late + 5 * HOUR)
    set_clock(connection, late + 6 * HOUR)
    fold(connection)
    assert claim_row(connection, "t").eligible_at == MIDNIGHT


def test_clocks_a_second_apart_are_no_reason_to_doubt_a_time(connection: Connection) -> None:
    set_clock(connection, NOON)
    add_thread(connection, "t")
    add_message(connection, "new", "t", "user", "Bye.", NOON + timedelta(seconds=1))
    set_clock(connection, NOON + HOUR)
    fold(connection)
    assert one(connection, "select count(*) from reflection.message_times") == 0


def test_a_message_without_a_time_counts_as_its_arrival(connection: Connection) -> None:
    set_clock(connection, NOON)
    add_thread(connection, "t")
    add_message(connection, "timeless", "t", "user", "Bye.", None)
    set_clock(connection, NOON + 6 * HOUR)
    assert owed(connection) == []
    assert claim_row(connection, "t").eligible_at == MIDNIGHT
    set_clock(connection, MIDNIGHT)
    assert owed(connection) == ["t-1", "t-2", "t-3", "t-4", "timeless"]


@pytest.mark.parametrize("at", [None, datetime(2099, 1, 1, tzinfo=UTC)])
def test_an_abandoned_reply_without_a_usable_time_does_not_block_its_thread_for_ever(
    connection: Connection, at: datetime | None
) -> None:
    set_clock(connection, NOON)
    add_thread(connection, "t")
    fold(connection)
    add_message(connection, "partial", "t", "assistant", "The ans", at, status="streaming")
    assert owed(connection) == []
    for day in range(3):
        set_clock(connection, MIDNIGHT + timedelta(days=day))
        connection.execute("select reflection.claim_next_thread('worker', '1 s', 9)")
    assert claim_row(connection, "t").attempts > 0


def test_a_thread_of_many_pages_is_read_in_order_and_each_message_once(
    connection: Connection,
) -> None:
    add_thread(connection, "t", turns=30)
    fold(connection)
    claimed = claim(connection)
    seen: list[str] = []
    after = 0
    while page := connection.execute(
        "select message_id, ordinal from reflection.claimed_messages(%s, %s, %s, 7) where owed",
        (claimed.thread_id, claimed.claim_id, after),
    ).fetchall():
        seen += [message_id for message_id, _ in page]
        after = page[-1][1]
    assert seen == [f"t-{number}" for number in range(1, 61)]
