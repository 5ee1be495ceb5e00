"""Shadows: a drain whose memory is looked at first, and then is what a plain drain writes."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from claude import api, with_key
from conftest import Server
from console import shell
from product import (
    LONG_AGO,
    Connection,
    add_message,
    add_thread,
    claim,
    fold,
    loaded,
    one,
)
from undone import apply, claims, discard, drained, seed, shadowed, shown, tables, undo

from worker.store.database import Database
from worker.store.shadow import Shadows

LONG = {"chunk_tokens": 12}


@pytest.fixture(scope="module")
def sample(server: Server, template: str) -> Iterator[str]:
    """The name of a database with the sample threads, none of them reflected."""
    name = server.create(template)
    url = server.url_of(name)
    with psycopg.connect(url, autocommit=True) as connection:
        seed(url, connection)
    yield name
    server.drop(name)


@pytest.fixture
def copies(server: Server, sample: str) -> Iterator[tuple[str, str]]:
    """Two databases with the same threads."""
    names = [server.create(sample) for _ in range(2)]
    first, second = (server.url_of(name) for name in names)
    yield first, second
    for name in names:
        server.drop(name)


@pytest.mark.parametrize("settings", [{}, {"pool_tokens": 60}, LONG], ids=["", "drops", "chunks"])
def test_shadows_applied_are_what_a_plain_drain_writes_and_nothing_before(
    copies: tuple[str, str], settings: dict[str, Any]
) -> None:
    plain, beside = copies
    told = drained(plain, settings=settings)
    before = drained(beside, settings=settings, shadow=True)
    assert before.shadow == told.reflected + told.empty > 15
    assert (before.reflected, before.empty) == (0, 0)
    assert before.waiting == told.waiting
    with (
        psycopg.connect(plain, autocommit=True) as expected,
        psycopg.connect(beside, autocommit=True) as connection,
    ):
        assert not any(tables(connection).values())
        assert set(shown(connection).values()) == {""}
        assert drained(beside, settings=settings).cycles == 0
        parts = one(connection, "select max(jsonb_array_length(memories)) from reflection.shadows")
        assert (parts > 1) == (settings == LONG)
        for claim_id in shadowed(connection):
            assert apply(connection, claim_id)
        assert bool(tables(connection)["drops"]) == ("pool_tokens" in settings)
        assert shown(connection) == shown(expected)
        states = "select thread_id, state, last_outcome from reflection.queue order by thread_id"
        assert connection.execute(states).fetchall() == expected.execute(states).fetchall()
        reflected = "select thread_id, reflected_through from reflection.claims order by thread_id"
        assert connection.execute(reflected).fetchall() == expected.execute(reflected).fetchall()
        count = "select thread_id, outcome, observations from reflection.claim_log order by 1"
        assert connection.execute(count).fetchall() == expected.execute(count).fetchall()
        rows = {name: len(found) for name, found in tables(connection).items()}
        assert rows == {name: len(found) for name, found in tables(expected).items()}
        undo(connection, *claims(connection))
        assert not any(tables(connection).values())


def test_the_difference_that_is_shown_is_what_applying_does_to_the_byte(
    copies: tuple[str, str],
) -> None:
    url, _ = copies
    drained(url, shadow=True)
    with psycopg.connect(url, autocommit=True) as connection, Database(url) as database:
        shadows = Shadows(database)
        changed = 0
        for one_shadow in shadows.all():
            before, user = tables(connection), one_shadow.user_id
            found = shadows.difference(one_shadow, 100000)
            assert tables(connection) == before
            assert found.before == shown(connection)[user]
            assert shadows.apply(one_shadow.claim_id)
            assert shown(connection)[user] == found.after
            changed += found.before != found.after
        assert changed > 5


def drain_beside(url: str, connection: Connection, *thread_ids: str) -> None:
    """Threads of one user, reflected into shadows."""
    for number, thread_id in enumerate(thread_ids):
        add_thread(connection, thread_id, "ann", at=LONG_AGO + timedelta(hours=number))
        said = f"My favourite tea is called {thread_id}."
        add_message(
            connection, f"{thread_id}-5", thread_id, content=said, at=LONG_AGO + timedelta(hours=9)
        )
    assert drained(url, shadow=True).shadow == len(thread_ids)


def test_a_thread_with_a_shadow_waits_for_it_and_says_so(
    database_url: str, connection: Connection
) -> None:
    drain_beside(database_url, connection, "t")
    (claim_id,) = shadowed(connection)
    state, why = connection.execute("select state, why from reflection.queue").fetchone() or (
        "",
        "",
    )
    assert state == "waiting"
    assert f"what claim {claim_id} would remember" in why
    assert (
        one(connection, "select threads from reflection.queue_totals where state = 'waiting'") == 1
    )
    assert one(connection, "select reflection.due_threads()") == 0
    add_message(connection, "t-6", "t", content="I like milk.")
    fold(connection)
    assert claim(connection) is None
    events = [row[0] for row in connection.execute("select event from reflection.timeline")]
    assert "shadow" in events
    assert apply(connection, claim_id)
    assert [m.message_id for m in loaded(connection, claim(connection))] == ["t-6"]


def test_a_shadow_thrown_away_leaves_its_thread_due_and_the_money_spent(
    database_url: str, connection: Connection
) -> None:
    drain_beside(database_url, connection, "t")
    connection.execute("update reflection.claim_log set usd = 0.5")
    (claim_id,) = shadowed(connection)
    assert discard(connection, claim_id)
    assert one(connection, "select state from reflection.queue") == "due"
    assert not any(tables(connection).values())
    assert (apply(connection, claim_id), discard(connection, claim_id)) == (False, False)
    assert float(one(connection, "select sum(usd) from reflection.spend")) == 0.5
    assert drained(database_url).reflected == 1


def test_of_what_was_edited_since_nothing_is_written_and_it_is_read_again(
    database_url: str, connection: Connection
) -> None:
    drain_beside(database_url, connection, "t")
    connection.execute("update chat.messages set content = 'My tea is secret.' where id = 't-5'")
    (claim_id,) = shadowed(connection)
    found = one(connection, "select memories::text from reflection.shadows")
    assert "called t" in found
    assert apply(connection, claim_id)
    assert "I like t number 1." in shown(connection)["ann"]
    assert "called t" not in shown(connection)["ann"]
    fold(connection)
    assert [m.message_id for m in loaded(connection, claim(connection))] == ["t-5"]


@pytest.mark.parametrize("gone", ["t-5", "t-2"])
def test_a_message_that_is_deleted_takes_the_shadow_with_it(
    database_url: str, connection: Connection, gone: str
) -> None:
    drain_beside(database_url, connection, "t")
    connection.execute("delete from chat.messages where id = %s", (gone,))
    fold(connection)
    assert shadowed(connection) == []
    assert one(connection, "select state from reflection.queue") == "due"


def test_a_message_deleted_with_no_trigger_takes_the_shadow_with_it_when_all_is_compared(
    database_url: str, connection: Connection
) -> None:
    drain_beside(database_url, connection, "t")
    with connection.transaction():
        connection.execute("set local session_replication_role = replica")
        connection.execute("delete from chat.messages where id = 't-5'")
    connection.execute("select reflection.recheck_everything()")
    fold(connection)
    assert shadowed(connection) == []


@pytest.mark.parametrize("folded", [False, True])
def test_of_a_thread_that_is_deleted_no_shadow_is_applied(
    database_url: str, connection: Connection, folded: bool
) -> None:
    drain_beside(database_url, connection, "t")
    (claim_id,) = shadowed(connection)
    connection.execute("delete from chat.threads")
    if folded:
        fold(connection)
    assert not apply(connection, claim_id)
    assert not any(tables(connection).values())
    assert shadowed(connection) == []


def test_of_a_user_who_switched_memory_off_nothing_is_written(
    database_url: str, connection: Connection
) -> None:
    drain_beside(database_url, connection, "t")
    connection.execute("insert into chat.users (id, memory_enabled) values ('ann', false)")
    (claim_id,) = shadowed(connection)
    assert not apply(connection, claim_id)
    assert not any(tables(connection).values())


@pytest.mark.parametrize(
    ("off", "on", "why"),
    [
        (
            "insert into chat.users (id, memory_enabled) values ('ann', false)",
            "update chat.users set memory_enabled = true",
            "its user switched memory off",
        ),
        (
            "update chat.threads set hidden = true",
            "update chat.threads set hidden = false",
            "the thread is hidden",
        ),
    ],
    ids=["memory off", "hidden"],
)
def test_a_thread_of_whose_shadow_nothing_may_be_written_is_not_said_to_be_reflected(
    database_url: str, connection: Connection, off: str, on: str, why: str
) -> None:
    drain_beside(database_url, connection, "t")
    (claim_id,) = shadowed(connection)
    connection.execute(off.encode())
    assert not apply(connection, claim_id)
    fold(connection)
    stands = connection.execute("select state, why from reflection.queue").fetchall()
    assert stands == [("waiting", why)]
    assert one(connection, "select undone_at is not null from reflection.claim_log")
    connection.execute(on.encode())
    fold(connection)
    assert claim(connection).thread_id == "t"


def test_what_a_thread_before_found_is_known_to_the_next(
    database_url: str, connection: Connection
) -> None:
    said = ("I live in Portland.", "I moved to Salem, not Portland.")
    for number, (thread_id, text) in enumerate(zip("tu", said, strict=True)):
        at = LONG_AGO + timedelta(hours=number)
        add_thread(connection, thread_id, "ann", turns=1, at=at)
        add_message(connection, f"{thread_id}-3", thread_id, content=text, at=at)
    assert drained(database_url, shadow=True).shadow == 2
    assert not any(tables(connection).values())
    found = one(connection, "select reflection.shadowed_memory('ann')")["observations"]
    assert [row["content"] for row in found if "Salem" in row["content"]] != []
    assert [row["content"] for row in found if "live in Portland" in row["content"]] == []
    assert not any(tables(connection).values())
    for claim_id in shadowed(connection):
        assert apply(connection, claim_id)
    active = connection.execute("select id, content from reflection.active_observations('ann')")
    assert active.fetchall() == [(row["id"], row["content"]) for row in found]
    assert "User: I live in Portland." not in shown(connection)["ann"]


def test_with_claude_what_was_paid_for_waits_to_be_looked_at(
    database_url: str, connection: Connection
) -> None:
    add_thread(connection, "t")
    with api() as messages:
        done = shell(database_url, "drain", "--shadow", **with_key(messages))
        assert done.returncode == 0, done.stderr
        assert "1 claimed: 1 in shadow" in done.stdout
        assert not any(tables(connection).values())
        assert one(connection, "select usd > 0 and requests = 3 from reflection.claim_log")
        sent = len(messages.record.requests)
        (listed,) = json.loads(shell(database_url, "shadow", "list", "--json").stdout)
        assert listed["usd"] > 0
        assert shell(database_url, "shadow", "apply", "all").returncode == 0
        assert shown(connection)["user"] != ""
        assert len(messages.record.requests) == sent
        assert messages.record.violations == ()
