"""The threads to try the worker on are what their notes say, whatever the hour."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from worker.dev.seed import seed_entries, seed_threads
from worker.exchange.times import usable_zone
from worker.records import Role
from worker.source import SourceThread, Status

NOON = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)

hours = st.datetimes(
    min_value=datetime(2015, 1, 1),  # noqa: DTZ001
    max_value=datetime(2060, 1, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)


def times_of(thread: SourceThread) -> list[datetime]:
    """Every message of these threads has a time; one without would be missing here."""
    return [message.created_at for message in thread.messages if message.created_at]


def settled(thread: SourceThread, now: datetime) -> bool:
    zone = usable_zone(thread.timezone) or UTC
    return max(times_of(thread)).astimezone(zone).date() < now.astimezone(zone).date()


def eligible(thread: SourceThread, now: datetime) -> bool:
    by_user = [
        message
        for message in thread.messages
        if message.role is Role.USER
        and message.status is Status.COMPLETE
        and not message.content.isspace()
    ]
    remembered = thread.memory_enabled is not False and not thread.hidden
    return settled(thread, now) and len(by_user) >= 2 and remembered


@settings(deadline=None, max_examples=50)
@given(hours)
@example(datetime(2026, 3, 8, 4, 0, tzinfo=UTC))  # the hour that New York skips, a day before
@example(datetime(2026, 5, 6, 4, 0, tzinfo=UTC))  # midnight in New York
@example(datetime(2026, 5, 6, 4, 0, 30, tzinfo=UTC))
@example(datetime(2026, 11, 1, 5, 30, tzinfo=UTC))  # the hour that New York has twice
def test_at_any_hour_the_same_threads_are_eligible_and_one_is_still_being_written(
    now: datetime,
) -> None:
    threads = seed_threads(now)
    assert [one.thread_id for one in threads if not settled(one, now)] == ["seed-maya-today"]
    passed_over = {one.thread_id for one in threads if not eligible(one, now)}
    assert passed_over == {
        "seed-maya-today",
        "seed-maya-hidden",
        "seed-arjun-single",
        "seed-noor-letter",
    }
    assert len(threads) - len(passed_over) >= 15


@settings(deadline=None, max_examples=50)
@given(hours)
def test_no_message_is_from_the_future_and_none_is_older_than_the_one_before_it(
    now: datetime,
) -> None:
    for thread in seed_threads(now):
        times = times_of(thread)
        assert len(times) == len(thread.messages)
        assert times == sorted(times)
        assert times[-1] <= now


@settings(deadline=None, max_examples=50)
@given(hours)
def test_a_thread_is_from_the_day_that_its_entry_says(now: datetime) -> None:
    for entry, thread in zip(seed_entries(), seed_threads(now), strict=True):
        zone = usable_zone(thread.timezone) or UTC
        day = now.astimezone(zone).date() - timedelta(days=entry["days_ago"])
        assert {time.astimezone(zone).date() for time in times_of(thread)} == {day}


def test_loading_again_later_gives_the_same_ids_and_the_same_text() -> None:
    def told(now: datetime) -> list[tuple[str, str, str]]:
        return [
            (thread.thread_id, message.id, message.content)
            for thread in seed_threads(now)
            for message in thread.messages
        ]

    first = told(NOON)
    assert first == told(NOON + timedelta(days=400, hours=7))
    assert len({message_id for _, message_id, _ in first}) == len(first)
    assert all(name.startswith("seed-") for row in first for name in row[:2])


def test_no_thread_and_no_message_is_lost_on_the_way_in() -> None:
    written = [(entry["thread_id"], len(entry["messages"])) for entry in seed_entries()]
    assert written == [(one.thread_id, len(one.messages)) for one in seed_threads(NOON)]
    assert len(written) >= 24


def test_every_entry_says_what_it_is_for_and_the_note_is_not_loaded() -> None:
    loaded = repr(seed_threads(NOON))
    for entry in seed_entries():
        assert len(entry["note"]) > 20
        assert entry["note"] not in loaded


def test_the_users_live_in_many_zones_one_in_none_and_one_where_there_is_none() -> None:
    zones = {one.user_id: one.timezone for one in seed_threads(NOON)}
    assert len(zones) == 8
    assert set(zones.values()) == {
        "Asia/Seoul",
        "America/New_York",
        "Europe/Berlin",
        "Pacific/Auckland",
        "Asia/Kolkata",
        "UTC",
        "Mars/Olympus",
        None,
    }


@pytest.mark.parametrize(
    "odd",
    [
        "\ufffd",
        "data:image/png;base64,",
        "<system-reminder>",
        "👨\u200d👩\u200d👧\u200d👦",
        "كان العزف",
        "```python",
        "망원동",
        "納豆",
        "zurda",
        "Allgäu",
    ],
)
def test_the_odd_and_the_foreign_are_among_them(odd: str) -> None:
    assert any(odd in message.content for one in seed_threads(NOON) for message in one.messages)


def test_one_message_is_a_line_of_about_twenty_kilobytes() -> None:
    lengths = [len(message.content) for one in seed_threads(NOON) for message in one.messages]
    assert 19_000 < max(lengths) < 21_000
    assert sum(length > 2_000 for length in lengths) == 1


def test_threads_end_in_every_way_that_a_thread_can_end() -> None:
    last = {one.thread_id: one.messages[-1].status for one in seed_threads(NOON)}
    assert last["seed-arjun-aborted"] is Status.ABORTED
    assert last["seed-maya-today"] is Status.STREAMING
    assert any(one.archived_at for one in seed_threads(NOON))
    assert any(message.tool_calls for one in seed_threads(NOON) for message in one.messages)
