"""Erasing: what goes, what stays, what is counted, and that nothing brings it back."""

import pytest
from erased import (
    KEPT,
    contents,
    distilled,
    everything,
    found,
    observation,
    of_user,
    receipt,
    reflect,
    talk,
)
from product import (
    Connection,
    claim,
    claim_row,
    fold,
    one,
)


def test_after_erasing_a_user_none_of_their_words_is_left_and_others_keep_all_of_theirs(
    connection: Connection, database_url: str
) -> None:
    everything(connection, "amy", "apple")
    everything(connection)
    fold(connection)
    before = of_user(connection, "amy")
    assert found(connection, database_url, "zebra")
    receipt(connection, "erase_user", "zoe")
    assert found(connection, database_url, "zebra") == []
    assert of_user(connection, "amy") == before
    assert set(of_user(connection, "zoe")) - {"memory"} <= set(KEPT)
    fold(connection)
    assert found(connection, database_url, "zebra") == []
    assert of_user(connection, "amy") == before


def test_after_erasing_a_thread_none_of_its_words_is_left_and_others_keep_theirs(
    connection: Connection, database_url: str
) -> None:
    everything(connection, "amy", "apple")
    everything(connection)
    fold(connection)
    before = of_user(connection, "amy")
    receipt(connection, "erase_thread", "zoe-1")
    words = ("zebraone", "zebratwo", "zebrathree", "zebrafour", "zebrafive")
    assert found(connection, database_url, *words) == []
    receipt(connection, "erase_thread", "zoe-3")
    assert found(connection, database_url, "zebra ten", "zebra call", "zebra broke") == []
    assert found(connection, database_url, "zebra: no answer", "zebra_tool") == []
    assert of_user(connection, "amy") == before
    assert "zebrasix" in one(connection, "select reflection.memory_for('zoe')")
    assert claim_row(connection, "zoe-1") is None


def test_after_erasing_a_message_nothing_said_of_it_is_left_even_with_others(
    connection: Connection, database_url: str
) -> None:
    everything(connection)
    fold(connection)
    receipt(connection, "erase_message", "zoe-1", "zoe-1-1")
    # Its title is the thread's, and the product's own.
    connection.execute("update chat.threads set title = null")
    connection.execute("vacuum full chat.threads")
    assert found(connection, database_url, "zebraone", "zebrafour") == []
    kept = contents(connection)
    assert "User moved to zebratwo." in kept
    assert "User rides a zebrathree." in kept
    assert "User is a zebrafive." in contents(connection, "reflections")
    covered = (
        "select array_agg(message_id order by message_id) from reflection.coverage"
        " where thread_id = 'zoe-1'"
    )
    assert one(connection, covered) == ["zoe-1-2", "zoe-1-3"]


@pytest.mark.parametrize(
    ("call", "ids"),
    [
        ("erase_user", ("zoe",)),
        ("erase_thread", ("zoe-1",)),
        ("erase_thread", ("zoe-5",)),
        ("erase_message", ("zoe-1", "zoe-1-2")),
        ("forget_memory", ("#1",)),
        ("forget_memory", ("#r1",)),
    ],
)
def test_a_dry_run_changes_nothing_and_counts_what_then_goes(
    connection: Connection, call: str, ids: tuple[str, ...]
) -> None:
    everything(connection)
    # What a deletion in the source leaves in the inbox is of the run itself.
    before = of_user(connection, "zoe")
    version = one(connection, "select reflection.memory_version('zoe')")
    told = receipt(connection, call, *ids, dry_run=True)
    assert of_user(connection, "zoe") == before
    assert one(connection, "select reflection.memory_version('zoe')") == version
    assert told["reflection.tombstones"] > 0
    sizes = {table: counted(connection, table) for table in told}
    assert receipt(connection, call, *ids) == told
    for table, rows in told.items():
        if table not in ("reflection.claim_log", "reflection.arrivals", "reflection.tombstones"):
            assert counted(connection, table) == sizes[table] - rows, table
    assert one(connection, "select reflection.memory_version('zoe')") > version


def counted(connection: Connection, table: str) -> int:
    return int(one(connection, f"select count(*) from {table}"))


def test_a_receipt_of_a_user_names_every_table_that_had_anything_of_them(
    connection: Connection,
) -> None:
    everything(connection)
    had = set(of_user(connection, "zoe")) - {"memory", "reflection.users", "reflection.runs"}
    told = set(receipt(connection, "erase_user", "zoe"))
    assert had <= told
    assert {"reflection.zones", "reflection.message_times", "chat.users"} <= told


def test_who_was_never_known_leaves_a_tombstone_and_nothing_else(connection: Connection) -> None:
    assert receipt(connection, "erase_user", "nobody") == {"reflection.tombstones": 1}
    assert receipt(connection, "erase_thread", "none") == {"reflection.tombstones": 1}
    assert receipt(connection, "erase_message", "none", "m") == {"reflection.tombstones": 1}
    assert receipt(connection, "erase_user", "nobody") == {"reflection.tombstones": 1}
    assert one(connection, "select count(*) from reflection.tombstones") == 3
    assert one(connection, "select count(*) from reflection.users") == 0
    assert receipt(connection, "forget_memory", "#12") == {}


def test_erasing_takes_what_replaced_something_and_that_stands_again(
    connection: Connection,
) -> None:
    everything(connection)
    shown = "select reflection.memory_for('zoe')"
    assert "User moved to zebratwo." not in one(connection, shown)
    receipt(connection, "erase_message", "zoe-2", "zoe-2-1")
    assert "User moved to zebratwo." in one(connection, shown)
    assert "User is a zebrafive." in one(connection, shown)


def test_a_link_between_two_that_are_gone_goes_unless_it_joins_what_is_left(
    connection: Connection,
) -> None:
    talk(connection, "t", "zoe", "one", "two", "three")
    first, second, third = (observation(f"User {n}.", f"t-{n}") for n in (1, 2, 3))
    second["supersedes"] = [first["content_hash"]]
    third["supersedes"] = [second["content_hash"]]
    reflect(connection, "t", first, second, third)
    receipt(connection, "erase_message", "t", "t-2")
    assert one(connection, "select count(*) from reflection.links") == 2
    assert (
        one(connection, "select count(*) from reflection.observations where superseded_by is null")
        == 1
    )
    receipt(connection, "erase_message", "t", "t-3")
    assert one(connection, "select superseded_by from reflection.observations") is None
    receipt(connection, "erase_message", "t", "t-1")
    assert one(connection, "select count(*) from reflection.links") == 0


def test_a_user_whose_thread_is_somebody_elses_by_now_takes_their_memory_and_not_the_thread(
    connection: Connection,
) -> None:
    talk(connection, "t", "zoe", "one", "two")
    reflect(connection, "t", observation("User one.", "t-1"))
    connection.execute("update chat.threads set user_id = 'amy'")
    receipt(connection, "erase_user", "zoe")
    assert contents(connection) == []
    fold(connection)
    claimed = claim(connection)
    assert (claimed.thread_id, claimed.user_id) == ("t", "amy")


def test_after_an_erasure_memory_can_be_made_and_its_version_never_comes_again(
    connection: Connection,
) -> None:
    everything(connection)
    fold(connection)
    version = one(connection, "select reflection.memory_version('zoe')")
    receipt(connection, "erase_user", "zoe")
    assert one(connection, "select reflection.memory_version('zoe')") > version
    assert one(connection, "select reflection.memory_for('zoe')") == ""


def test_every_saying_rests_on_the_message_that_was_erased_whoever_else_says_it(
    connection: Connection,
) -> None:
    talk(connection, "t", "zoe", "I sail.", "I sail often.")
    one_of_two = observation("User sails.", "t-1")
    reflect(
        connection,
        "t",
        one_of_two,
        observation("User sails.", "t-2"),
        reflections=[distilled("User is a sailor.", "User sails.")],
    )
    receipt(connection, "erase_message", "t", "t-1")
    assert contents(connection) == ["User sails."]
    assert contents(connection, "reflections") == []
    assert one(connection, "select count(*) from reflection.sayings") == 1
    receipt(connection, "erase_message", "t", "t-2")
    assert contents(connection) == []
