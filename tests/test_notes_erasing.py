"""Notes and erasure: what was written of what goes goes, and no word of it is left anywhere."""

import pytest
from erased import found, noted, observation, of_user, receipt, reflect, talk
from noted import rows, shown
from product import Connection, claim, fold, one


def zoo(connection: Connection, user_id: str = "zoe", animal: str = "zebra") -> None:
    """Threads of a user: 1 speaks of the animal and of tea, 2 of rum; four notes on them."""
    one_thread, other = f"{user_id}-1", f"{user_id}-2"
    talk(connection, one_thread, user_id, f"I ride a {animal}.", "I like tea.")
    ridden, tea, rum = f"User rides a {animal}.", "User likes tea.", "User likes rum."
    reflect(
        connection,
        one_thread,
        observation(ridden, f"{one_thread}-1"),
        observation(tea, f"{one_thread}-2"),
        notes=[
            noted("sport", tea, body="Sports.", links=[("health", "for")]),
            noted(f"{animal}-rides", ridden, title=f"{animal} rides", tags=[animal]),
            noted("drinks", tea, body="Tea."),
        ],
    )
    talk(connection, other, user_id, "I like rum.", "I do.", days=1)
    reflect(
        connection,
        other,
        observation(rum, f"{other}-1"),
        notes=[
            noted("sport", ridden, rum, body=f"Sports: the {animal}.", aliases=[animal]),
            noted("sport", rum, summary=f"The {animal}, again."),
            noted("drinks", rum, body="Rum.", links=[(f"{animal}-rides", "after"), ("bar", "at")]),
        ],
    )


def number(connection: Connection, content: str) -> str:
    return str(
        one(
            connection,
            "select max(id) from reflection.observations where user_id = 'zoe' and content = %s",
            (content,),
        )
    )


RIDDEN = [
    ("erase_message", ("zoe-1", "zoe-1-1")),
    ("forget_memory", ("User rides a zebra.",)),
]


@pytest.mark.parametrize(("call", "ids"), RIDDEN)
def test_what_was_written_of_what_goes_and_later_under_the_same_subject_goes_to_the_word(
    connection: Connection, database_url: str, call: str, ids: tuple[str, ...]
) -> None:
    zoo(connection)
    zoo(connection, "amy", "apple")
    others = of_user(connection, "amy"), rows(connection, "amy")
    if call == "forget_memory":
        ids = (number(connection, *ids),)
    told = receipt(connection, call, *ids)
    assert {name: rows for name, rows in told.items() if "note" in name} == {
        "reflection.note_writings": 3,
        "reflection.note_support": 4,
        "reflection.notes": 1,
        "reflection.note_links": 1,
    }
    left = shown(connection, "zoe")
    assert {slug: (left[slug]["body"], left[slug]["links"]) for slug in left} == {
        "drinks": ("Rum.", [("bar", "at")]),
        "sport": ("Sports.", [("health", "for")]),
    }
    # The message of a line that is forgotten stays, and the title is the product's own.
    connection.execute("update chat.messages set content = '' where content ~ 'zebra'")
    connection.execute("update chat.threads set title = null")
    connection.execute(["vacuum full chat.messages", " vacuum full chat.threads"][0])
    connection.execute("vacuum full chat.threads")
    assert found(connection, database_url, "zebra") == []
    assert rows(connection, "amy") == others[1]
    assert of_user(connection, "amy")["reflection.notes"] == others[0]["reflection.notes"]


def test_an_erased_thread_takes_what_was_noted_of_it_and_an_erased_user_all_notes(
    connection: Connection, database_url: str
) -> None:
    zoo(connection)
    zoo(connection, "amy", "apple")
    others = rows(connection, "amy")
    receipt(connection, "erase_thread", "zoe-1")
    assert found(connection, database_url, "zebra") == []
    # What was written of tea and, since, of rum was under the same subject.
    assert shown(connection, "zoe") == {}
    told = receipt(connection, "erase_user", "amy")
    assert {name: rows for name, rows in told.items() if "note" in name} == {
        "reflection.note_writings": 6,
        "reflection.note_support": 7,
        "reflection.notes": 3,
        "reflection.note_links": 3,
    }
    assert len(others) == 6
    assert found(connection, database_url, "apple") == []


@pytest.mark.parametrize(
    ("call", "ids"),
    [
        ("erase_user", ("zoe",)),
        ("erase_message", ("zoe-1", "zoe-1-2")),
        ("forget_note", ("zoe", "zebra-rides")),
    ],
)
def test_a_dry_run_counts_the_notes_that_then_go_and_changes_none(
    connection: Connection, call: str, ids: tuple[str, ...]
) -> None:
    zoo(connection)
    before = of_user(connection, "zoe")
    told = receipt(connection, call, *ids, dry_run=True)
    assert of_user(connection, "zoe") == before
    assert receipt(connection, call, *ids) == told
    for table in ("note_writings", "note_support", "notes", "note_links"):
        left = one(connection, f"select count(*) from reflection.{table}")
        was = len(before[f"reflection.{table}"])
        assert left == was - told.get(f"reflection.{table}", 0), table


def test_a_forgotten_note_leaves_what_it_rested_on_and_no_link_leads_to_it(
    connection: Connection,
) -> None:
    zoo(connection)
    zoo(connection, "amy", "zebra")
    observed = of_user(connection, "zoe")["reflection.observations"]
    told = receipt(connection, "forget_note", "zoe", "zebra-rides")
    assert told["reflection.notes"] == told["reflection.note_writings"] == 1
    assert set(shown(connection, "zoe")) == {"drinks", "sport"}
    assert shown(connection, "zoe")["drinks"]["links"] == [("bar", "at")]
    assert of_user(connection, "zoe")["reflection.observations"] == observed
    assert "zebra-rides" in shown(connection, "amy")
    assert receipt(connection, "forget_note", "zoe", "zebra-rides") == {}
    assert receipt(connection, "forget_note", "zoe", "never") == {}


def test_a_claim_that_has_read_a_note_is_taken_away_when_it_is_forgotten(
    connection: Connection,
) -> None:
    zoo(connection)
    talk(connection, "zoe-3", "zoe", "I like gin.", "I do.", days=2)
    fold(connection)
    assert claim(connection).thread_id == "zoe-3"
    receipt(connection, "forget_note", "zoe", "drinks")
    assert claim(connection).thread_id == "zoe-3"


def test_a_thread_that_the_product_deletes_leaves_no_word_in_what_was_written_since(
    connection: Connection, database_url: str
) -> None:
    zoo(connection)
    connection.execute("delete from chat.threads where id = 'zoe-1'")
    fold(connection)
    assert shown(connection, "zoe") == {}
    assert [row for row in found(connection, database_url, "zebra") if "note" in row] == []


def test_what_was_forgotten_comes_back_in_no_note_when_it_is_said_again(
    connection: Connection,
) -> None:
    zoo(connection)
    receipt(connection, "forget_memory", number(connection, "User rides a zebra."))
    talk(connection, "zoe-3", "zoe", "I ride a zebra.", "I like gin.", days=2)
    again, gin = "User rides a zebra.", "User likes gin."
    reflect(
        connection,
        "zoe-3",
        observation(again, "zoe-3-1"),
        observation(gin, "zoe-3-2"),
        notes=[noted("sport", again, gin, body="The zebra."), noted("bar", gin, body="Gin.")],
    )
    left = shown(connection, "zoe")
    assert {slug: left[slug]["body"] for slug in left} == {
        "bar": "Gin.",
        "drinks": "Rum.",
        "sport": "Sports.",
    }
