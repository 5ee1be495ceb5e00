"""Undo of what later claims built on: it is told and refused, or what can stay stays."""

from uuid import UUID

import pytest
from product import Connection, claim, commit, loaded, memory_of, one
from psycopg.errors import InvalidParameterValue
from remembered import observation, remember
from undone import claims, later, shown, tables, undo


def newest(connection: Connection) -> UUID:
    return claims(connection)[-1]


def build_on(connection: Connection) -> tuple[UUID, int]:
    """What a later claim builds on one observation, in every way there is; the first claim."""
    remember(connection, observation("I like tea", "t-1"), user_id="ann")
    first = newest(connection)
    number = one(connection, "select id from reflection.observations")
    newer, twin = observation("I hate tea", "u-1"), observation("Tea is what I like", "u-3")
    newer["supersedes"], twin["duplicate_of"] = ["hash of I like tea"], "hash of I like tea"
    remember(
        connection,
        newer,
        twin,
        thread_id="u",
        user_id="ann",
        reflections=[
            {"content": "Ann drinks", "content_hash": "r", "support": ["hash of I like tea"]}
        ],
        drops=[{"observation_id": number, "reason": "pool over target"}],
    )
    return first, number


def test_what_later_claims_built_on_it_is_listed_and_refuses_it(connection: Connection) -> None:
    first, number = build_on(connection)
    told = later(connection, first)
    assert [said.split(" ", 1)[1] for said in told if said.startswith("#")] == [
        f"replaces #{number}",
        f"says the same as #{number}",
    ]
    distilled = one(connection, "select id from reflection.reflections")
    assert [said for said in told if not said.startswith("#")] == [
        f"dropped #{number}",
        f"reflection #r{distilled} rests on #{number}",
    ]
    before = tables(connection)
    with pytest.raises(InvalidParameterValue, match="later claims built on it in 4 way"):
        undo(connection, first)
    assert tables(connection) == before
    # Together with what built on it there is nothing later.
    assert later(connection, *claims(connection)) == []
    assert undo(connection, *claims(connection))["reflections"] == 1
    assert not any(tables(connection).values())


def test_by_force_later_work_stays_where_it_can_and_holds_again_when_it_is_said_again(
    connection: Connection,
) -> None:
    first, number = build_on(connection)
    told = tables(connection)["observations"]
    undo(connection, first, p_force=True)
    left = tables(connection)
    assert [row["content"] for row in left["observations"]] == ["I hate tea", "Tea is what I like"]
    assert left["reflections"] == left["reflection_support"] == left["drops"] == []
    assert len(left["links"]) == 2
    again = claim(connection)
    assert again.thread_id == "t"
    memory = memory_of(loaded(connection, again), observe=False)
    assert commit(connection, again, {**memory, "observations": [observation("I like tea", "t-1")]})
    (line,) = [row for row in tables(connection)["observations"] if row["id"] == number]
    (was,) = [row for row in told if row["id"] == number]
    assert (line["superseded_by"], line["duplicate_of"]) == (
        was["superseded_by"],
        was["duplicate_of"],
    )


def test_what_two_claims_said_stays_said_by_the_other(connection: Connection) -> None:
    remember(connection, observation("I like tea", "t-1"), user_id="ann")
    first = newest(connection)
    distilled = {"content": "Ann drinks", "content_hash": "r", "support": ["hash of I like tea"]}
    remember(
        connection,
        observation("I like tea", "u-1"),
        thread_id="u",
        user_id="ann",
        reflections=[distilled],
    )
    assert later(connection, first) == []
    assert "observations" not in undo(connection, first)
    (line,) = tables(connection)["observations"]
    assert (line["thread_id"], line["claim_id"]) == ("u", str(newest(connection)))
    assert "Ann drinks" in shown(connection)["ann"]
