"""The compiler: what a model answers reaches the judge, and replaces nothing that was not shown."""

from compilers import compiling, item, items, learned, link, note

from worker.judge import content_hash
from worker.records import Relevance


def test_a_note_reaches_memory_with_the_contents_that_its_short_ids_stand_for() -> None:
    of = [learned("User has a dog"), learned("User's sister Lea lives in Bergen", Relevance.HIGH)]
    agent, desk = compiling(of)
    made = item(
        "Lea",
        "o2",
        "o9",
        kind="People",
        body="Lives in Bergen.",
        tags=["family"],
        links=[{"target": "Bergen", "relation": "lives in"}],
    )
    answer = agent.answer(items(made), cut_off=False)
    assert answer.text == "Recorded 1; unknown observations left out: o9"
    assert (answer.handed, answer.accepted, answer.done) == (1, 1, True)
    (one,) = desk.accepted
    assert one.support == (content_hash("User's sister Lea lives in Bergen"),)
    assert (one.slug, one.kind, one.tags) == ("lea", "person", ("family",))
    assert one.links == (link("bergen", "lives in"),)


def test_a_note_that_was_not_shown_in_full_is_only_added_to() -> None:
    there = note(
        "fjord", body="Runs on Postgres.\n- Sells tea.", tags=("shop",), links=(link("lea", "by"),)
    )
    agent, desk = compiling([learned("User has a dog")], [there])
    assert "## fjord" not in agent.shown
    made = item(
        "Fjord",
        body="- Sells tea.\nHas 9 users.",
        tags=["web"],
        links=[{"target": "oslo", "relation": "in"}],
        summary="A shop",
    )
    agent.answer(items(made), cut_off=False)
    (one,) = desk.accepted
    assert one.body == "Runs on Postgres.\n- Sells tea.\nHas 9 users."
    assert (one.summary, one.tags) == ("A shop", ("shop", "web"))
    assert (one.links, one.more_links) == ((), (link("oslo", "in"),))
    agent.answer(items(item("fjord", title="Fjord AS")), cut_off=False)
    assert desk.accepted[0].aliases == ()


def test_two_additions_to_a_note_that_was_not_shown_in_full_are_both_kept() -> None:
    there = note("fjord", body="Runs on Postgres.", tags=("shop",))
    agent, desk = compiling([learned("User has a dog")], [there])
    first, second = item("fjord", body="Has 9 users.", tags=["web"]), item("fjord", body="Is old.")
    agent.answer(items(first, second), cut_off=False)
    last = item("fjord", body="Is for sale.", tags=["sale"])
    assert agent.answer(items(last), cut_off=False).text == "Recorded 1"
    (one,) = desk.accepted
    assert one.body == "Runs on Postgres.\nHas 9 users.\nIs old.\nIs for sale."
    assert one.tags == ("shop", "web", "sale")
    assert agent.answer(items(second), cut_off=False).text == "Recorded 0; 1 already so"


def test_an_addition_that_a_full_body_has_no_room_for_is_refused_and_cuts_nothing() -> None:
    agent, desk = compiling([learned("User has a dog")], [note("fjord", body="Runs. " * 999)])
    answer = agent.answer(items(item("fjord", body="Is old. " * 20)), cut_off=False)
    assert answer.text.startswith("Recorded 0; 1 rejected: fjord: its body has no room for more")
    assert agent.answer(items(item("fjord", summary="A shop")), cut_off=False).accepted == 1
    assert [(one.summary, one.body) for one in desk.accepted] == [("A shop", "")]


def test_a_note_that_was_shown_in_full_is_written_anew() -> None:
    there = note("dog", "Dog", body="User has no dog.", tags=("pet",))
    agent, desk = compiling([learned("User has a dog")], [there])
    assert "## dog [note] Dog" in agent.shown
    agent.answer(items(item("dog", body="User has a dog.", tags=["animal"])), cut_off=False)
    assert (desk.accepted[0].body, desk.accepted[0].tags) == ("User has a dog.", ("animal",))


def test_a_support_id_that_was_not_shown_carries_no_note_and_the_others_stay() -> None:
    agent, desk = compiling([learned("o7"), learned("User has a dog")])
    answer = agent.answer(
        items(item("a", "o7", body="x y"), item("b", "o2", body="x y")), cut_off=False
    )
    assert answer.text == "Recorded 1; 1 rejected: a: unknown observation unknown o7"
    assert (answer.accepted, answer.mendable) == (1, True)
    assert [one.slug for one in desk.accepted] == ["b"]
