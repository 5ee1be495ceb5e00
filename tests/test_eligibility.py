"""Which threads are claimed, and when: the local day, what counts, and what is still owed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from product import (
    LONG_AGO,
    Connection,
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
from psycopg.types.json import Jsonb

MICROSECOND = timedelta(microseconds=1)
NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def set_clock(connection: Connection, at: datetime) -> None:
    connection.execute("select set_config('reflection.fake_now', %s, false)", (at.isoformat(),))


def offered(connection: Connection) -> list[str]:
    """The threads a drain would be given now, in order. Nothing is changed but the inbox."""
    fold(connection)
    threads = []
    with connection.transaction(force_rollback=True):
        while claimed := claim(connection):
            threads.append(claimed.thread_id)
            connection.execute(
                "select reflection.mark_reflected_if_claimed(%s, %s)",
                (claimed.thread_id, claimed.claim_id),
            )
    return threads


def reflect(connection: Connection, thread_id: str) -> None:
    """Claim this thread and cover all it owes."""
    fold(connection)
    claimed = claim(connection)
    assert claimed is not None
    assert claimed.thread_id == thread_id
    assert commit(connection, claimed, memory_of(loaded(connection, claimed)))


def terminal_of(connection: Connection, thread_id: str) -> str | None:
    message_id = one(
        connection, "select terminal_message_id from reflection.thread_state(%s)", (thread_id,)
    )
    return None if message_id is None else str(message_id)


def order_of(connection: Connection, thread_id: str) -> list[str]:
    rows = connection.execute(
        "select message_id from reflection.transcript(%s) order by ordinal", (thread_id,)
    )
    return [message_id for (message_id,) in rows]


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Seoul", "Pacific/Kiritimati"])
def test_a_day_is_over_at_local_midnight_and_not_a_microsecond_before(
    connection: Connection, zone: str
) -> None:
    midnight = datetime(2026, 3, 10, tzinfo=ZoneInfo(zone))
    add_user(connection, "user", zone)
    for thread_id, newest in (("yesterday", midnight - MICROSECOND), ("today", midnight)):
        add_thread(connection, thread_id)
        add_message(connection, f"{thread_id}-newest", thread_id, "user", "Bye.", newest)

    next_midnight = datetime(2026, 3, 11, tzinfo=ZoneInfo(zone))
    set_clock(connection, midnight)
    assert offered(connection) == ["yesterday"]
    set_clock(connection, next_midnight - MICROSECOND)
    assert offered(connection) == ["yesterday"]
    set_clock(connection, next_midnight)
    assert offered(connection) == ["yesterday", "today"]


def test_the_day_is_the_users_own_whatever_the_date_is_in_utc(connection: Connection) -> None:
    add_user(connection, "tokyo", "Asia/Tokyo")
    add_user(connection, "los angeles", "America/Los_Angeles")
    # 05:00 on the 30th in Tokyo; 22:40 on the 29th in Los Angeles.
    for thread_id, user_id, newest in (
        ("same day in Tokyo", "tokyo", datetime(2025, 3, 29, 20, 0, tzinfo=UTC)),
        ("new day in LA", "los angeles", datetime(2025, 3, 30, 5, 40, tzinfo=UTC)),
    ):
        add_thread(connection, thread_id, user_id, at=newest - timedelta(minutes=4))
    set_clock(connection, datetime(2025, 3, 30, 7, 30, tzinfo=UTC))
    assert offered(connection) == ["new day in LA"]
    set_clock(connection, datetime(2025, 3, 30, 14, 0, tzinfo=UTC))
    assert offered(connection) == ["new day in LA"]
    set_clock(connection, datetime(2025, 3, 30, 15, 0, tzinfo=UTC))
    assert offered(connection) == ["new day in LA", "same day in Tokyo"]


def test_a_user_without_a_profile_is_served_in_utc(connection: Connection) -> None:
    add_thread(connection, "t", "nobody", at=LONG_AGO)
    set_clock(connection, datetime(2026, 3, 3, tzinfo=UTC) - MICROSECOND)
    assert offered(connection) == []
    set_clock(connection, datetime(2026, 3, 3, tzinfo=UTC))
    assert offered(connection) == ["t"]


def test_four_bad_zones_among_fifty_are_listed_and_all_fifty_users_are_served(
    connection: Connection,
) -> None:
    bad = ["Europe/Atlantis", " Europe/Paris", "", None]
    for number in range(50):
        zone = bad[number] if number < len(bad) else "Europe/Paris"
        add_user(connection, f"u{number:02}", zone)
        add_thread(connection, f"t{number:02}", f"u{number:02}")
    # Midnight has come in Paris, not in UTC.
    set_clock(connection, datetime(2026, 3, 2, 23, 30, tzinfo=UTC))
    assert offered(connection) == [f"t{number:02}" for number in range(4, 50)]
    set_clock(connection, datetime(2026, 3, 3, 0, 30, tzinfo=UTC))
    assert len(offered(connection)) == 50
    refused = connection.execute("select raw from reflection.zones where usable is null order by 1")
    assert refused.fetchall() == [(" Europe/Paris",), ("Europe/Atlantis",)]


def test_a_changed_zone_re_times_a_thread_that_waits(connection: Connection) -> None:
    add_user(connection, "user", "Pacific/Kiritimati")
    add_thread(connection, "t", at=datetime(2026, 3, 2, 8, 0, tzinfo=UTC))
    set_clock(connection, datetime(2026, 3, 2, 12, 0, tzinfo=UTC))
    assert offered(connection) == ["t"]
    connection.execute("update chat.users set timezone = 'Asia/Tokyo'")
    assert offered(connection) == []
    assert claim_row(connection, "t").eligible_at == datetime(2026, 3, 2, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("calls", "ends"), [([{}], False), ([{"id": 1}], False), ([], True), ({}, True), (None, True)]
)
def test_only_a_non_empty_array_of_tool_calls_keeps_a_reply_from_being_terminal(
    connection: Connection, calls: object, ends: bool
) -> None:
    add_thread(connection, "t")
    later = LONG_AGO + timedelta(hours=1)
    add_message(
        connection, "call", "t", "assistant", "Let me look.", later, tool_calls=Jsonb(calls)
    )
    assert terminal_of(connection, "t") == ("call" if ends else "t-4")


def test_a_tool_call_of_sql_null_is_no_tool_call(connection: Connection) -> None:
    add_thread(connection, "t")
    later = LONG_AGO + timedelta(hours=1)
    add_message(connection, "reply", "t", "assistant", "Done.", later, tool_calls=None)
    assert terminal_of(connection, "t") == "reply"


def test_text_of_nothing_but_white_space_does_not_count_in_any_script(
    connection: Connection,
) -> None:
    blanks = [chr(code) for code in range(0x110000) if chr(code).isspace() and not 28 <= code <= 31]
    blanks += ["", "\u200b", "\ufeff", " \t\n\u3000\u2028" * 50, "\u00a0" * 100_000]
    for blank in blanks:
        assert one(connection, "select reflection.is_blank(%s)", (blank,)), ascii(blank[:8])
    for text in (".", "0", "\u3131", "ㅋ", "👍", " " * 200 + "x", "\u3000\u4e00\u3000", "\\"):
        assert not one(connection, "select reflection.is_blank(%s)", (text,)), ascii(text[-8:])


def test_two_user_messages_that_count_are_needed_and_blank_ones_do_not(
    connection: Connection,
) -> None:
    add_thread(connection, "t", turns=1)
    add_message(connection, "blank", "t", "user", " \u3000\n")
    add_message(connection, "unsent", "t", "user", "I like tea.", status="error")
    assert offered(connection) == []
    assert claim_row(connection, "t").user_messages == 1
    connection.execute("update chat.messages set content = '네' where id = 'blank'")
    assert offered(connection) == ["t"]


@pytest.mark.parametrize("status", ["streaming", "error", "aborted"])
def test_a_reply_that_did_not_complete_is_never_terminal_and_is_not_loaded(
    connection: Connection, status: str
) -> None:
    add_thread(connection, "t")
    later = LONG_AGO + timedelta(hours=1)
    add_message(connection, "partial", "t", "assistant", "The answer is", later, status=status)
    fold(connection)
    claimed = claim(connection)
    assert claimed.terminal_message_id == "t-4"
    assert [message.message_id for message in loaded(connection, claimed)] == [
        f"t-{number}" for number in (1, 2, 3, 4)
    ]


def test_a_reply_streamed_in_300_updates_leaves_no_arrival_until_it_is_complete(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    reflect(connection, "t")
    later = LONG_AGO + timedelta(hours=1)
    add_message(connection, "reply", "t", "assistant", "", later, status="streaming")
    for _ in range(300):
        connection.execute(
            "update chat.messages set content = content || 'word ' where id = 'reply'"
        )
    assert one(connection, "select count(*) from reflection.arrivals") == 0
    assert offered(connection) == []
    connection.execute("update chat.messages set status = 'complete' where id = 'reply'")
    assert offered(connection) == ["t"]


def test_one_row_of_today_of_any_role_keeps_the_thread_unsettled(connection: Connection) -> None:
    set_clock(connection, NOON)
    for role, status in (("tool", "complete"), ("system", "complete"), ("assistant", "streaming")):
        add_thread(connection, role, role)
        add_message(connection, f"{role}-today", role, role, "Ran.", NOON, status=status)
    assert offered(connection) == []
    set_clock(connection, NOON + timedelta(hours=12))
    assert offered(connection) == ["assistant", "system", "tool"]


def test_a_tool_row_after_the_terminal_message_neither_blocks_nor_stays_owed(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    add_message(connection, "ran", "t", "tool", "exit 0", LONG_AGO + timedelta(hours=1))
    assert offered(connection) == ["t"]
    reflect(connection, "t")
    assert offered(connection) == []
    add_message(connection, "why", "t", "user", "Why 0?", LONG_AGO + timedelta(hours=2))
    fold(connection)
    owed = [message.message_id for message in loaded(connection, claim(connection))]
    assert owed == ["ran", "why"]


def test_hidden_threads_are_not_offered_and_archived_ones_are(connection: Connection) -> None:
    add_thread(connection, "archived", archived_at=LONG_AGO)
    add_thread(connection, "hidden", hidden=True)
    assert offered(connection) == ["archived"]
    connection.execute("update chat.threads set hidden = not hidden")
    assert offered(connection) == ["hidden"]


def test_memory_switched_off_is_never_claimed_and_switched_on_it_is_again(
    connection: Connection,
) -> None:
    add_user(connection, "user", memory=False)
    add_thread(connection, "t")
    assert offered(connection) == []
    connection.execute("update chat.users set memory_enabled = true")
    assert offered(connection) == ["t"]
    # Not yet folded: the claim itself asks the source.
    connection.execute("update chat.users set memory_enabled = false")
    assert claim(connection) is None


def test_the_most_overdue_come_first_and_ids_break_ties(connection: Connection) -> None:
    for thread_id, days in (("c", 0), ("b", 0), ("a", 1), ("d", -1)):
        add_thread(connection, thread_id, thread_id, at=LONG_AGO + timedelta(days=days))
    add_thread(connection, "B", "x", updated_at=LONG_AGO - timedelta(days=9))
    assert offered(connection) == ["d", "B", "b", "c", "a"]


def test_positions_order_a_thread_only_where_every_row_has_one(connection: Connection) -> None:
    add_thread(connection, "t", turns=0)
    for place, message_id in ((3, "a"), (1, "b"), (2, "c")):
        later = LONG_AGO + timedelta(minutes=ord(message_id))
        add_message(connection, message_id, "t", at=later, position=place)
    assert order_of(connection, "t") == ["b", "c", "a"]
    connection.execute("update chat.messages set position = null where id = 'b'")
    assert order_of(connection, "t") == ["a", "b", "c"]


def test_at_the_same_time_the_user_spoke_first_then_ids_decide(connection: Connection) -> None:
    add_thread(connection, "t", turns=0)
    for message_id, role in (
        ("1", "tool"),
        ("2", "system"),
        ("3", "assistant"),
        ("5", "user"),
        ("4", "user"),
    ):
        add_message(connection, message_id, "t", role)
    assert order_of(connection, "t") == ["4", "5", "3", "1", "2"]
