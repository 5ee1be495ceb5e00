"""Hourly ticks over a queue with poison at its head, or with its model away for a day.

A tick is what a drain does: it folds, then claims up to five threads, one after another. A
poison thread fails by its own fault each time; a failed dependency ends the tick.
"""

from datetime import UTC, datetime, timedelta

import pytest
from product import LONG_AGO, Connection, add_thread, claim, fold, one

MIDNIGHT = datetime(2026, 3, 11, tzinfo=UTC)
HOUR = timedelta(hours=1)


def tick(connection: Connection, at: datetime, *, model_answers: bool = True) -> list[str]:
    """The threads that were claimed, in order. Those named poison fail."""
    connection.execute("select set_config('reflection.fake_now', %s, false)", (at.isoformat(),))
    fold(connection)
    claimed_ids: list[str] = []
    while len(claimed_ids) < 5 and (claimed := claim(connection)):
        claimed_ids.append(claimed.thread_id)
        named = (claimed.thread_id, claimed.claim_id)
        if not model_answers:
            connection.execute(
                "select reflection.mark_failed_if_claimed(%s, %s, '529', 'dependency')", named
            )
            break
        if claimed.thread_id.startswith("poison"):
            connection.execute(
                "select reflection.mark_failed_if_claimed(%s, %s, 'too long', 'thread')", named
            )
        else:
            connection.execute("select reflection.mark_reflected_if_claimed(%s, %s)", named)
    return claimed_ids


def add_queue(connection: Connection, poison: int, healthy: int = 8) -> None:
    names = [f"poison{number:02}" for number in range(poison)]
    names += [f"healthy{number}" for number in range(healthy)]
    for place, name in enumerate(names):
        add_thread(connection, name, f"user of {name}", at=LONG_AGO - timedelta(days=99 - place))


def count(connection: Connection, condition: str) -> int:
    return int(one(connection, f"select count(*) from reflection.queue where {condition}"))


@pytest.mark.parametrize("poison", [0, 1, 3, 4, 5, 10])
def test_each_poison_thread_at_the_head_costs_the_eight_behind_it_one_claim_and_no_more(
    connection: Connection, poison: int
) -> None:
    add_queue(connection, poison)
    ticks = [tick(connection, MIDNIGHT + hour * HOUR) for hour in range(9)]
    healthy = [
        number
        for number, names in enumerate(ticks, start=1)
        for name in names
        if name.startswith("healthy")
    ]
    assert len(healthy) == 8
    assert healthy[0] == 1 + poison // 5
    assert healthy[-1] == -(-(poison + 8) // 5)


def test_poison_gets_its_three_attempts_and_is_then_given_up(connection: Connection) -> None:
    add_queue(connection, 3)
    ticks = [tick(connection, MIDNIGHT + hour * HOUR) for hour in range(9)]
    claimed = [name for names in ticks for name in names]
    assert [claimed.count(f"poison{number:02}") for number in range(3)] == [3, 3, 3]
    assert count(connection, "state = 'given up'") == 3
    assert count(connection, "state = 'reflected'") == 8


def test_an_outage_of_a_day_gives_nothing_up_and_all_is_reflected_after_it(
    connection: Connection,
) -> None:
    add_queue(connection, 0, healthy=6)
    for hour in range(24):
        assert len(tick(connection, MIDNIGHT + hour * HOUR, model_answers=False)) <= 1
    assert count(connection, "state = 'given up' or attempts > 0") == 0
    for hour in range(24, 32):
        tick(connection, MIDNIGHT + hour * HOUR)
    assert count(connection, "state = 'reflected'") == 6


def test_a_wrong_key_for_a_week_costs_no_thread_an_attempt(connection: Connection) -> None:
    add_queue(connection, 0, healthy=1)
    for hour in range(24 * 7):
        tick(connection, MIDNIGHT + hour * HOUR, model_answers=False)
    assert count(connection, "state = 'given up' or attempts > 0") == 0
    assert tick(connection, MIDNIGHT + timedelta(days=7, hours=6)) == ["healthy0"]
