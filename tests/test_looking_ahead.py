"""What a claim looks ahead to: how much it owes, and whether another thread is due."""

from typing import Any

from product import Connection, add_message, add_thread, claim, fold, loaded, memory_of, one
from psycopg.types.json import Jsonb
from spent import MIDNIGHT, commits, users


def owed(connection: Connection, claimed: Any) -> int:
    named = (claimed.thread_id, claimed.claim_id)
    return int(one(connection, "select reflection.owed_tokens(%s, %s)", named))


def test_what_a_claim_owes_is_counted_as_it_is_shown(connection: Connection) -> None:
    add_thread(connection, "t", turns=0)
    for number, content in enumerate(("x" * 400, "y" * 400, "한" * 40_000)):
        add_message(connection, f"m{number}", "t", content=content)
    fold(connection)
    claimed = claim(connection)
    assert owed(connection, claimed) == (400 + 400 + 16_000 * 3) / 4
    memory = {**memory_of(loaded(connection, claimed)[1:]), "outcome": "partial"}
    save = "select reflection.save_progress_if_claimed('t', %s, %s)"
    assert one(connection, save, (claimed.claim_id, Jsonb(memory)))
    assert owed(connection, claimed) == 100
    connection.execute("select reflection.release_claim('t')")
    assert owed(connection, claimed) == 0


def test_of_a_message_of_60_mb_only_the_head_is_read(connection: Connection) -> None:
    connection.execute("alter table chat.messages alter content set storage external")
    add_thread(connection, "t", turns=1)
    add_message(connection, "m", "t", content="0123456789abcdef" * 3_750_000)
    fold(connection)
    claimed = claim(connection)
    plan = one(
        connection,
        "explain (analyze, buffers, format json) select reflection.owed_tokens(%s, %s)",
        (claimed.thread_id, claimed.claim_id),
    )[0]["Plan"]
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 500
    assert owed(connection, claimed) in range(4000, 4020)


def another_is_due(connection: Connection, claimed: Any = None) -> bool:
    named = (claimed.claim_id if claimed else None,)
    return bool(one(connection, "select reflection.another_is_due(%s)", named))


def test_another_is_due_when_one_could_be_claimed_now(connection: Connection) -> None:
    assert one(connection, "select reflection.another_is_due()") is False
    first, second = users(connection, 2)
    assert not another_is_due(connection)
    connection.execute("select reflection.release_claim(%s)", (second.thread_id,))
    assert another_is_due(connection)
    for change in (
        "eligible_at = clock_timestamp() + interval '2 day'",
        "not_before = clock_timestamp() + interval '2 day'",
        "given_up_at = now()",
        "user_messages = 1",
    ):
        with connection.transaction(force_rollback=True):
            connection.execute(f"update reflection.claims set {change} where claim_id is null")
            assert not another_is_due(connection), change
    commits(connection, first)
    assert another_is_due(connection)


def test_a_thread_of_a_busy_or_held_user_is_not_due_but_is_once_that_claim_has_ended(
    connection: Connection,
) -> None:
    (claimed,) = users(connection, 1, threads=2)
    assert not another_is_due(connection)
    assert another_is_due(connection, claimed)
    connection.execute(
        "insert into reflection.spend_holds (user_id, until) values (%s, %s)",
        (claimed.user_id, MIDNIGHT),
    )
    assert not another_is_due(connection, claimed)
