"""Forgetting a line of memory, and what holds when memory is off."""

import pytest
from erased import (
    distilled,
    everything,
    found,
    hashed,
    observation,
    of_user,
    receipt,
    reflect,
    talk,
)
from product import Connection, add_message, add_user, claim, claim_row, commit, fold, loaded, one
from product import memory_of as read
from psycopg import errors
from psycopg.types.json import Jsonb

SHOWN = "select reflection.memory_for('zoe')"


def number(connection: Connection, content: str, table: str = "observations") -> str:
    return str(one(connection, f"select id from reflection.{table} where content = %s", (content,)))


def buried(connection: Connection) -> set[str]:
    rows = connection.execute(
        "select content_hash from reflection.tombstones where kind = 'memory'"
    )
    return {content_hash for (content_hash,) in rows}


def test_what_is_forgotten_goes_with_all_that_says_the_same_and_its_messages_stay(
    connection: Connection, database_url: str
) -> None:
    everything(connection)
    connection.execute(
        "select reflection.forget_memory(%s)", (number(connection, "User is fond of zebraone."),)
    )
    assert buried(connection) == {
        hashed("User likes zebraone."),
        hashed("User is fond of zebraone."),
    }
    assert found(connection, database_url, "likes zebraone", "fond of zebraone", "zebrafour") == []
    assert "zebraone" in one(connection, "select content from chat.messages where id = 'zoe-1-1'")
    states = (
        "select array_agg(distinct state) from reflection.coverage_report where thread_id = 'zoe-1'"
    )
    assert one(connection, states) == ["covered"]


def test_a_forgotten_reflection_leaves_what_it_rested_on(
    connection: Connection, database_url: str
) -> None:
    everything(connection)
    observed = "select array_agg(id order by id) from reflection.observations"
    before = one(connection, observed)
    forgotten = "#r" + number(connection, "User is a zebraeight.", "reflections")
    told = receipt(connection, "forget_memory", forgotten)
    assert told["reflection.reflections"] == 1
    assert buried(connection) == {hashed("User is a zebraeight.")}
    assert found(connection, database_url, "zebraeight") == []
    assert one(connection, observed) == before
    # What it had taken the place of is said again.
    assert "User is a zebrafive." in one(connection, SHOWN)
    assert receipt(connection, "forget_memory", forgotten) == {}


def test_a_forgotten_line_is_not_remembered_again_whoever_says_it_and_whenever(
    connection: Connection,
) -> None:
    talk(connection, "t", "zoe", "I like tea.", "I like milk.")
    tea, brew = observation("User likes tea.", "t-1"), observation("User likes a brew.", "t-1")
    brew["duplicate_of"] = tea["content_hash"]
    reflect(connection, "t", tea, brew, reflections=[distilled("User drinks.", "User likes tea.")])
    receipt(connection, "forget_memory", "#" + number(connection, "User likes tea."))
    talk(connection, "u", "zoe", "I like tea.", "I like milk.", days=1)
    milk = observation("User likes milk.", "u-2")
    reflect(
        connection,
        "u",
        observation("User likes tea.", "u-1"),
        observation("User likes a brew.", "u-1"),
        milk,
        reflections=[
            distilled("User likes things.", "User likes tea."),
            distilled("User has tea with milk.", "User likes tea.", "User likes milk."),
            distilled("User likes white things.", "User likes milk."),
        ],
    )
    assert [
        row for (row,) in connection.execute("select content from reflection.observations")
    ] == ["User likes milk."]
    assert [row for (row,) in connection.execute("select content from reflection.reflections")] == [
        "User likes white things."
    ]


def test_another_user_may_say_what_one_has_forgotten(connection: Connection) -> None:
    for user_id in ("zoe", "amy"):
        talk(connection, user_id, user_id, "I like tea.", "Yes.")
        reflect(connection, user_id, observation("User likes tea.", f"{user_id}-1"))
    before = of_user(connection, "amy")
    receipt(connection, "forget_memory", "1")
    assert of_user(connection, "amy") == before
    assert one(connection, SHOWN) == ""


def test_a_shadow_of_the_user_goes_and_its_thread_is_owed_again(connection: Connection) -> None:
    talk(connection, "t", "zoe", "I like tea.", "Yes.")
    reflect(connection, "t", observation("User likes tea.", "t-1"))
    talk(connection, "u", "zoe", "I like milk.", "Yes.")
    connection.execute(
        "insert into reflection.shadows values (gen_random_uuid(), 'u', 'zoe', %s, now())",
        (Jsonb([{"observations": [observation("User likes tea.", "u-1")]}]),),
    )
    fold(connection)
    assert claim(connection) is None
    assert receipt(connection, "forget_memory", "1")["reflection.shadows"] == 1
    assert claim(connection).thread_id == "u"


def test_an_id_that_is_none_is_refused_with_what_to_write(connection: Connection) -> None:
    with pytest.raises(errors.InvalidParameterValue, match="no memory id: x12"):
        receipt(connection, "forget_memory", "x12")
    with pytest.raises(errors.InvalidParameterValue, match="there is no user without an id"):
        connection.execute("select * from reflection.erase_user(null)")


# --- memory off


def test_switching_memory_off_stops_claims_rendering_and_what_is_in_flight_at_once(
    connection: Connection,
) -> None:
    add_user(connection, "zoe")
    talk(connection, "t", "zoe", "I like tea.", "Yes.")
    reflect(connection, "t", observation("User likes tea.", "t-1"))
    talk(connection, "u", "zoe", "I like milk.", "Yes.")
    talk(connection, "v", "zoe", "I like rum.", "Yes.")
    fold(connection)
    claimed = claim(connection)
    memory = read(loaded(connection, claimed))
    memory["reflections"] = [distilled("User drinks.", "User likes tea.")]
    memory["drops"] = [{"observation_id": 1, "reason": "pool over target"}]
    version = one(connection, "select reflection.memory_version('zoe')")
    assert version > 0

    connection.execute("update chat.users set memory_enabled = false")
    assert one(connection, SHOWN) == ""
    assert one(connection, "select reflection.memory_version('zoe')") == 0
    commit(connection, claimed, memory)
    # The claim table has not heard of it yet; the claim asks the source.
    assert claim(connection) is None
    fold(connection)
    assert claim(connection) is None
    assert claim_row(connection, "v").eligible_at is None

    connection.execute("update chat.users set memory_enabled = true")
    assert one(connection, SHOWN).endswith("#1 User likes tea.")
    assert one(connection, "select reflection.memory_version('zoe')") > version
    fold(connection)
    assert {claim(connection).thread_id} <= {"u", "v"}


def test_a_message_of_a_user_without_memory_can_be_erased_too(connection: Connection) -> None:
    add_user(connection, "zoe", memory=False)
    talk(connection, "t", "zoe", "I like tea.", "Yes.")
    fold(connection)
    assert receipt(connection, "erase_message", "t", "t-1")["chat.messages"] == 1
    add_message(connection, "t-1", "t", content="I like tea.")
    fold(connection)
    report = "select why from reflection.coverage_report where message_id = 't-1'"
    assert one(connection, report).startswith("erased")
