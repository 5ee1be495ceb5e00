"""What bench-memory says of sources and of effort where both are known."""

from datetime import date

import pytest

from bench.effort import blast_of_memory, blast_of_turns, tokens_per_thread
from bench.lines import Turn
from bench.provenance import Cited, Spoken, provenance
from bench.remembered import Stored

DAY = date(2024, 5, 1)
TURNS = {
    "ann": [
        Turn("1", 1, "Ann", "I planted an oak in Oslo", DAY, "t"),
        Turn("2", 2, "Bob", "Which tree grows fast?", DAY, "t"),
        Turn("3", 3, "Ann", "Birches, said my sister", DAY, "t"),
        Turn("4", 4, "Ann", "Goodbye", DAY, "u"),
    ],
    "eve": [Turn("5", 1, "Eve", "I planted an oak in Oslo", DAY, "v")],
}
SPOKEN = Spoken(TURNS, {"ann": "Ann", "eve": "Eve"})


def of(content: str, *messages: str, thread: str = "t", user: str = "ann") -> Cited:
    return Cited(user, content, tuple((thread, one) for one in messages))


def test_a_source_is_valid_in_the_thread_and_of_the_user_that_it_is_said_to_be_of() -> None:
    cited = [
        of("Ann planted an oak", "1"),
        of("Ann planted an oak", "9"),
        of("Ann planted an oak", "4"),
        of("Ann planted an oak", "5", thread="v"),
    ]
    assert provenance(SPOKEN, cited)["pv"] == 0.25
    assert provenance(SPOKEN, [])["pv"] == 1


def test_support_is_the_share_of_words_in_what_is_cited_around_it_and_elsewhere() -> None:
    found = SPOKEN.support([of("planted oak beside birches", "2")])
    # None in the cited message; all but "beside" in those beside it; some in one of these.
    assert (found["exact"], found["around"]) == (0, 0.75)
    assert found["random"] in (0.25, 0.5)
    # What stands beyond the thread's end is not around it.
    assert SPOKEN.support([of("goodbye", "3")])["around"] == 0
    assert SPOKEN.support([of("goodbye", "4", thread="u")])["exact"] == 1


def test_who_it_is_about_said_it_or_did_not() -> None:
    share, named = SPOKEN.attributed(
        [
            of("Ann planted an oak", "1"),
            of("User: I planted an oak", "1"),
            of("Bob planted an oak", "1"),
            of("Trees are tall", "1"),
        ]
    )
    assert share == pytest.approx(2 / 3)
    assert named == 0.75
    assert SPOKEN.attributed([]) == (None, 0)


def test_what_is_said_twice_or_of_no_certain_day_is_counted() -> None:
    found = provenance(
        SPOKEN,
        [of("I live in Oslo", "1"), of("i live in Oslo", "1"), of("I came yesterday", "1"),
         of("I left yesterday [2024-05-01]", "1")],
    )  # fmt: skip
    assert (found["rel"], found["dup"], found["dup_exact"]) == (0.25, 0.25, 0.25)
    assert (found["observations"], found["ids_per_observation"]) == (4, 1)


def stored(number: int, tokens: int, *messages: str, thread: str = "t") -> Stored:
    sources = tuple((thread, one) for one in messages)
    return Stored(number, "ann", thread, f"fact {number}", DAY, tokens, True, sources)


def test_deleting_a_message_touches_what_cites_it_and_a_thread_all_that_is_of_it() -> None:
    found = blast_of_memory(TURNS, [stored(1, 10, "1"), stored(2, 20, "1", "3")])
    # 30 for the first message and 20 for the third, of five.
    assert found["tokens_a_message"] == 10
    assert found["observations_a_message"] == 0.6
    assert found["messages_that_touch_none"] == 0.6
    assert found["tokens_of_its_thread"] == 18
    turns = blast_of_turns(TURNS)
    assert turns["the message"] < turns["the thread"] < turns["buffer of 30,000 tokens"]
    costs = [turn.cost for turn in TURNS["ann"]]
    whole = (3 * sum(costs[:3]) + costs[3] + TURNS["eve"][0].cost) / 5
    assert turns["the thread"] == pytest.approx(whole, abs=0.06)


def test_reading_each_message_or_all_again_is_told_as_times_of_reading_once() -> None:
    found = tokens_per_thread(TURNS, {"rules": [stored(1, 30, "1")]})
    assert found["threads"] == 3
    assert found["written"] == {"rules": 10}
    # Five requests, and not three, almost all of which is the prompt.
    assert found["each_turn_ratio"] == pytest.approx(5 / 3, abs=0.01)
    first, second = sum(turn.cost for turn in TURNS["ann"][:3]), TURNS["ann"][3].cost
    other = TURNS["eve"][0].cost
    again = (first + first + second + other) / (first + second + other)
    assert found["read_whole_again_ratio"] == pytest.approx(again, abs=0.01)
