"""Undo, at random: whatever the last claims said, they leave nothing behind."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest
from conftest import Server
from hypothesis import given, settings
from hypothesis import strategies as st
from product import Connection, add_message, add_thread, claim, commit, fold, loaded, memory_of, one
from remembered import observation
from undone import shown, tables, undo

CONTENTS = ("a", "b", "c", "d")
contents = st.sampled_from(CONTENTS)
said = st.fixed_dictionaries(
    {
        "content": contents,
        "relevance": st.sampled_from(["low", "critical"]),
        "duplicate_of": st.none() | contents,
        "supersedes": st.lists(contents, max_size=2),
        "joined": st.booleans(),
    }
)
distilled = st.fixed_dictionaries(
    {
        "content": contents,
        "support": st.lists(contents, min_size=1, max_size=2),
        "supersedes": st.lists(contents, max_size=1),
    }
)
claimed = st.fixed_dictionaries(
    {
        "thread": st.sampled_from(["t", "u"]),
        "edit": st.booleans(),
        "observations": st.lists(said, max_size=3),
        "reflections": st.lists(distilled, max_size=2),
        "drop": st.none() | contents,
    }
)


@pytest.fixture(scope="module")
def world(server: Server, template: str) -> Iterator[Connection]:
    """Two threads of one user."""
    name = server.create(template)
    with psycopg.connect(server.url_of(name), autocommit=True) as connection:
        for thread_id in ("t", "u"):
            add_thread(connection, thread_id, "ann")
        fold(connection)
        yield connection
    server.drop(name)


def hashed(content: str) -> str:
    return f"hash of {content}"


def said_as(drawn: dict[str, Any], sources: list[str]) -> dict[str, Any]:
    made = observation(drawn["content"], *sources, relevance=drawn["relevance"])
    twin = drawn["duplicate_of"]
    return made | {
        "duplicate_of": hashed(twin) if twin else None,
        "supersedes": [hashed(one) for one in drawn["supersedes"]],
        "joined": drawn["joined"],
    }


def changed(connection: Connection, thread_id: str, number: int, *, edit: bool) -> None:
    """Something in the thread is new."""
    if edit:
        connection.execute(
            "update chat.messages set content = %s where id = %s",
            (f"I changed {number}.", f"{thread_id}-1"),
        )
    else:
        add_message(connection, f"{thread_id} {number}", thread_id, content=f"I like {number}.")
    fold(connection)


def reflect(connection: Connection, drawn: dict[str, Any]) -> UUID:
    """Reflect the thread that is due into what was drawn; the claim."""
    taken = claim(connection)
    messages = loaded(connection, taken)
    ids = [message.message_id for message in messages][-2:]
    dropped = connection.execute(
        "select id from reflection.observations where content_hash = %s",
        (hashed(drawn["drop"] or ""),),
    ).fetchall()
    memory = memory_of(messages, observe=False) | {
        "observations": [said_as(one, ids) for one in drawn["observations"]],
        "reflections": [
            {
                "content": one["content"],
                "content_hash": hashed(one["content"]),
                "support": [hashed(each) for each in one["support"]],
                "supersedes": [hashed(each) for each in one["supersedes"]],
            }
            for one in drawn["reflections"]
        ],
        "drops": [{"observation_id": row[0], "reason": "full"} for row in dropped],
    }
    assert commit(connection, taken, memory)
    claim_id: UUID = taken.claim_id
    return claim_id


@settings(max_examples=20, deadline=None)
@given(steps=st.lists(claimed, min_size=3, max_size=6), data=st.data())
def test_the_last_claims_taken_back_together_or_one_by_one_leave_what_was_before_them(
    world: Connection, steps: list[dict[str, Any]], data: st.DataObject
) -> None:
    kept = data.draw(st.integers(0, len(steps) - 1), label="kept")
    at_once = data.draw(st.booleans(), label="at once")
    with world.transaction(force_rollback=True):
        # Both threads are due at first; each step has one more thing to say.
        reflect(world, steps[0])
        reflect(world, steps[0])
        for number, drawn in enumerate(steps[:kept]):
            changed(world, drawn["thread"], number, edit=drawn["edit"])
            reflect(world, drawn)
        before, told = tables(world), shown(world)
        claim_ids = []
        for number, drawn in enumerate(steps[kept:], kept):
            changed(world, drawn["thread"], number, edit=False)
            claim_ids.append(reflect(world, drawn))
        if at_once:
            undo(world, *claim_ids)
        else:
            for claim_id in reversed(claim_ids):
                undo(world, claim_id)
        world.execute("set constraints all immediate")
        assert tables(world) == before
        assert shown(world) == told
        assert one(world, "select count(*) from reflection.claims where claim_id is not null") == 0
