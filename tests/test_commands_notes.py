"""notes, and forget with a slug: what they print and refuse."""

import json

import pytest
from console import asked, refused
from noted import note, shown, write
from product import Connection


@pytest.fixture
def tea(database_url: str, connection: Connection) -> str:
    """A database with two notes of ann's."""
    whole = note(
        *("green-tea", "Ann likes tea."),
        title="Green tea",
        kind="preference",
        summary="Every day.",
        tags=["hot"],
        body="In the morning.\n\nWith \x1b[31mmilk.",
        aliases=["Sencha"],
        links=[("kyoto", "from"), ("milk", "")],
    )
    write(connection, "t", whole, note("rum", "Ann likes tea."), learned=("Ann likes tea.",))
    return database_url


def test_the_notes_of_a_user_are_listed_by_slug(tea: str) -> None:
    told = asked(tea, "notes", "user")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "slug\tkind\ttitle\tsummary\tupdated_at"
    assert [line.split("\t")[:4] for line in lines[1:3]] == [
        ["green-tea", "preference", "Green tea", "Every day."],
        ["rum", "note", "Rum", ""],
    ]
    found = json.loads(asked(tea, "notes", "user", "--json").stdout)
    assert [each["slug"] for each in found] == ["green-tea", "rum"]
    assert found[0]["links"][0] == {"target": "kyoto", "relation": "from"}


@pytest.mark.parametrize("name", ["green-tea", "sencha", "ＧＲＥＥＮ_ＴＥＡ"])
def test_one_note_is_printed_with_the_messages_it_rests_on(tea: str, name: str) -> None:
    told = asked(tea, "notes", "user", name)
    assert told.exit_code == 0
    assert told.stdout.splitlines()[:8] == [
        "green-tea (preference): Green tea",
        "  Every day.",
        "  In the morning.",
        "  ",
        "  With \\x1b[31mmilk.",
        "  tags: hot",
        "  aliases: Sencha",
        "  from: kyoto",
    ]
    assert "  see: milk" in told.stdout
    assert "#1 Ann likes tea.\n  active\n" in told.stdout
    assert "message t-1 (as observed):\n    I like t number 1.\n" in told.stdout
    found = json.loads(asked(tea, "notes", "user", name, "--json").stdout)
    assert [each["message_id"] for each in found["sources"]] == ["t-1"]


def test_a_note_or_user_that_is_not_there_is_answered_with_those_spelled_like_it(tea: str) -> None:
    assert refused(tea, "notes", "user", "green-te") == (
        2,
        "There is no note 'green-te' of 'user'.",
        "Did you mean: green-tea",
    )
    assert refused(tea, "notes", "user", "xyz")[2] == "See them: reflection-worker notes user"
    told = asked(tea, "notes", "usr").stdout
    assert told.splitlines() == ["Nothing is noted of 'usr'.", "Did you mean: user"]
    assert json.loads(asked(tea, "notes", "nobody", "--json").stdout) == []


def test_a_note_is_forgotten_by_its_user_and_slug(tea: str, connection: Connection) -> None:
    dry = asked(tea, "forget", "user", "green-tea", "--dry-run")
    assert dry.stdout.splitlines()[0] == "Would erase note 'green-tea' of user 'user':"
    assert "reflection.note_links\t2" in dry.stdout
    assert set(shown(connection)) == {"green-tea", "rum"}
    done = asked(tea, "forget", "user", "green-tea", "--yes", "--json")
    assert json.loads(done.stdout)["receipt"]["reflection.note_writings"] == 1
    assert set(shown(connection)) == {"rum"}
    assert refused(tea, "forget", "user", "green-tea", "--yes") == (
        2,
        "There is no note 'green-tea' of user 'user'.",
        "See the slugs of a user's: reflection-worker notes USER",
    )
