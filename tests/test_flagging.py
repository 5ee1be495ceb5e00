"""What the lint doubts is kept with what was said, counted, and listed while it is so."""

from typing import Any

import pytest
from console import asked
from health import status
from product import Connection, add_thread, add_user, claim, commit, fold, loaded, memory_of, one
from psycopg.types.json import Jsonb

FLAGS = ["sources", "speaker", "date", "user"]


def said(connection: Connection, flags: Any, *, thread_id: str = "t", **changes: Any) -> None:
    """A thread whose first message is remembered so, and nothing else of it."""
    if not one(connection, "select count(*) from chat.threads where id = %s", (thread_id,)):
        add_thread(connection, thread_id)
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed))
    (first, *_) = memory["observations"]
    memory["observations"] = [first | ({} if flags is None else {"flags": flags}) | changes]
    assert commit(connection, claimed, memory)


def kept(connection: Connection) -> list[list[str]]:
    rows = connection.execute("select flags from reflection.sayings order by id").fetchall()
    return [row[0] for row in rows]


def listed(connection: Connection) -> list[tuple[str, list[str]]]:
    return connection.execute(
        "select thread_id, flags from reflection.flagged order by entry"
    ).fetchall()


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (None, []),
        ([], []),
        (["sources"], ["sources"]),
        (["user", "sources", "nonsense"], ["sources", "user"]),
        (FLAGS, FLAGS),
    ],
)
def test_a_saying_keeps_the_flags_that_there_are_and_a_payload_without_any_has_none(
    connection: Connection, flags: list[str] | None, expected: list[str]
) -> None:
    said(connection, flags)
    assert kept(connection) == [expected]
    assert listed(connection) == ([("t", expected)] if expected else [])


@pytest.mark.parametrize(
    ("origin", "category", "source", "expected"),
    [
        ("agent", "fact", "t-2", ["user"]),
        ("agent", "preference", "t-2", ["user"]),
        ("agent", "remember", "t-2", ["user"]),
        ("rule", "advice", "t-2", ["user"]),
        ("agent", "advice", "t-2", []),
        ("agent", "fact", "t-1", []),
        ("rule", "fact", "t-1", []),
    ],
)
def test_who_wrote_what_is_told_of_the_user_is_asked_by_the_database_as_well(
    connection: Connection, origin: str, category: str, source: str, expected: list[str]
) -> None:
    said(connection, None, origin=origin, category=category, sources=[source])
    assert kept(connection) == [expected]


def test_what_was_also_said_without_a_doubt_is_not_listed(connection: Connection) -> None:
    said(connection, ["sources"], content="User: tea", content_hash="h")
    assert listed(connection) == [("t", ["sources"])]
    said(connection, ["date"], thread_id="s", content="User: tea", content_hash="h")
    assert listed(connection) == [("s", ["date"])]
    said(connection, [], thread_id="r", content="User: tea", content_hash="h")
    assert listed(connection) == []
    assert kept(connection) == [["sources"], ["date"], []]


@pytest.mark.parametrize(
    "change",
    [
        "delete from chat.messages where id = 't-1'",
        "update chat.messages set content = 'I like rain.' where id = 't-1'",
        "update chat.users set memory_enabled = false",
        "update reflection.observations set dropped_at = now(), drop_reason = 'x'",
        "select reflection.erase_thread('t')",
        "select reflection.erase_user('user')",
        "select reflection.forget_memory('1')",
    ],
)
def test_what_is_gone_or_hidden_is_listed_no_more_also_before_the_fold(
    connection: Connection, change: str
) -> None:
    add_user(connection, "user")
    said(connection, ["speaker"])
    assert len(listed(connection)) == 1
    connection.execute(change)
    assert listed(connection) == []
    fold(connection)
    assert listed(connection) == []


def test_what_waits_in_the_shadow_keeps_its_flags_once_it_is_applied(
    connection: Connection,
) -> None:
    add_thread(connection, "t")
    fold(connection)
    claimed = claim(connection)
    memory = memory_of(loaded(connection, claimed))
    memory["observations"] = [memory["observations"][0] | {"flags": ["date"]}]
    assert one(
        connection,
        "select reflection.shadow_if_claimed(%s, %s, %s)",
        (claimed.thread_id, claimed.claim_id, Jsonb(memory)),
    )
    assert listed(connection) == []
    assert status(connection)["lint"]["said"] == 0
    connection.execute("select reflection.apply_shadow(%s)", (claimed.claim_id,))
    assert listed(connection) == [("t", ["date"])]


def test_the_status_tells_how_often_each_rule_was_broken_by_the_last_ten_thousand(
    connection: Connection, database_url: str
) -> None:
    nothing = dict.fromkeys(["said", "flagged", *FLAGS], 0)
    assert status(connection)["lint"] == nothing
    assert "lint       nothing was observed yet" in asked(database_url, "status").stdout
    said(connection, [], thread_id="a")
    assert "lint       of the last 1: nothing is doubted" in asked(database_url, "status").stdout
    said(connection, ["sources", "speaker"], thread_id="b")
    said(connection, ["sources"], thread_id="c")
    assert status(connection)["lint"] == nothing | {
        "said": 3, "flagged": 2, "sources": 2, "speaker": 1,
    }  # fmt: skip
    shown = asked(database_url, "status").stdout
    assert "lint       of the last 3: sources 66.7%, speaker 33.3%" in shown
    connection.execute(
        "insert into reflection.sayings (user_id, observation_id, thread_id, claim_id, content,"
        " relevance, category, origin, observed_at, flags)"
        " select user_id, observation_id, thread_id, claim_id, content, relevance, category,"
        "        origin, observed_at, '{date}'"
        "   from reflection.sayings, generate_series(1, 9999) where thread_id = 'a'"
    )
    assert status(connection)["lint"] == nothing | {
        "said": 10_000, "flagged": 10_000, "sources": 1, "date": 9_999,
    }  # fmt: skip
