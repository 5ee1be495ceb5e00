"""`search USER QUERY` as a shell sees it."""

import json

from console import shell
from product import Connection
from remembered import observation
from searched import talk


def test_what_is_found_is_printed_with_where_it_stands_and_what_cites_it(
    connection: Connection, database_url: str
) -> None:
    talk(
        connection,
        "My zeppelin is called Ada.",
        "It is red.",
        observations=(observation("The user has an airship.", "t-1"),),
    )
    told = shell(database_url, "search", "user", "which", "zeppelins?")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[:3] == [
        "2026-03-02 user: My zeppelin is called Ada.",
        "  thread t, message t-1",
        "  #1 The user has an airship. (active)",
    ]
    as_json = shell(database_url, "search", "user", "zeppelin", "--tokens", "15", "--json")
    (row,) = json.loads(as_json.stdout)
    assert (row["rank"], row["message_id"], row["memories"][0]["id"]) == (1, "t-1", "#1")


def test_nothing_found_says_what_to_do_and_who_may_have_been_meant(
    connection: Connection, database_url: str
) -> None:
    talk(connection, "A zeppelin.", "Hm.", observations=(observation("Flies.", "t-1"),))
    told = shell(database_url, "search", "usr", "zeppelin")
    assert told.returncode == 0
    assert "Nothing that 'usr' said or was told has these words." in told.stdout
    assert "Did you mean: user" in told.stdout
    assert "reflection-worker queue --user usr" in told.stdout
    known = shell(database_url, "search", "user", "bicycle")
    assert "Did you mean" not in known.stdout
    blank = shell(database_url, "search", "user", " ")
    assert (blank.returncode, "search needs words" in blank.stderr) == (2, True)
