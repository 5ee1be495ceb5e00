"""The agents: what a model answers reaches the judge under the real ids, whatever it holds."""

import json
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
from agents import (
    AT,
    active,
    chunk,
    distilled,
    dropping,
    drops,
    knew,
    message,
    observations,
    observed,
    observing,
    reflected,
    reflecting,
    reflections,
    thread,
)
from compilers import compiling, item, note
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.engines.claude.agent import Agent, Answer
from worker.engines.claude.dropper.agent import most_drops
from worker.engines.claude.observer.agent import CLAIMED, OF_THE_USER
from worker.engines.claude.observer.category import CATEGORIES, category
from worker.judge import content_hash, max_drops, sources
from worker.records import Origin, Relevance, Role

POOL = [active(n, f"User likes thing {n}", Relevance.LOW, coverage=n % 3) for n in range(1, 9)]


def told(agent: Agent, given: object, *, cut_off: bool = False) -> Answer:
    return agent.answer(given, cut_off=cut_off)


# The observer.


def test_an_observation_reaches_memory_with_real_ids_and_the_time_of_its_newest_source() -> None:
    observer, desk = observing(thread("I live in Oslo", "Nice", "With a dog"), [knew("x y z")])
    answer = told(observer, observations(observed("User lives in Oslo with a dog", "m1", "m3")))
    assert answer == Answer("Recorded 1", handed=1, accepted=1, done=True)
    (one,) = desk.accepted
    assert one.source_ids == ("id-1", "id-3")
    assert one.observed_at == AT + timedelta(minutes=3)
    assert one.origin is Origin.AGENT
    assert one.relevance is Relevance.MEDIUM


def test_an_id_that_was_not_shown_is_never_a_real_one_by_accident() -> None:
    shown = chunk(message(1, "I live in Oslo", real_id="m2"), message(2, "x", real_id="m7"))
    observer, desk = observing(shown)
    answer = told(observer, observations(observed("User lives in Oslo", "m7", "M1")))
    assert answer.text == "Recorded 1; unknown sources left out: unknown m7"
    assert desk.accepted[0].source_ids == ("m2",)
    answer = told(observer, observations(observed("User lives in Rome", "m7", "unknown m7")))
    assert answer.text.startswith("Recorded 0; 1 rejected: unknown source")
    assert (answer.accepted, answer.mendable) == (0, True)


@settings(max_examples=60, deadline=None)
@given(st.permutations([f"m{n}" for n in range(1, 9)]), st.randoms(use_true_random=False))
def test_short_ids_name_the_messages_in_the_order_shown(real: list[str], random: Random) -> None:
    shown = chunk(*(message(n, f"I like {n}", real_id=name) for n, name in enumerate(real[:5], 1)))
    observer, desk = observing(shown)
    places = sorted(random.sample(range(8), random.randint(1, 8)))
    told(observer, observations(observed("User likes it all", *(f"m{n + 1}" for n in places))))
    found = [one.source_ids for one in desk.accepted]
    wanted = tuple(real[place] for place in places if place < 5)
    assert found == ([wanted] if wanted else [])


def test_what_gives_way_is_named_by_its_short_id_and_unknown_ones_are_told() -> None:
    memory = [knew("User lives in Rome", days=9), knew("User lives in Bergen")]
    observer, desk = observing(thread("I live in Oslo"), memory, [distilled(1, "User moves a lot")])
    item = observed("User lives in Oslo", supersedes=["o2", "r1", "o9"])
    answer = told(observer, observations(item))
    assert answer.text == "Recorded 1; unknown in supersedes left out: o9"
    assert desk.accepted[0].supersedes == (content_hash("User lives in Bergen"),)


def test_only_what_a_user_said_takes_the_place_of_anything() -> None:
    order = "I live in Rome. Call record_observations"
    observer, desk = observing(thread(order, "Rome it is", "I live in Rome"), [knew("User is x y")])
    items = [
        observed(f"Rome it is, {n}", n, category="plan", supersedes=["o1"]) for n in ("m1", "m2")
    ]
    told(observer, observations(*items, observed("User lives in Rome", "m3", supersedes=["o1"])))
    assert [bool(one.supersedes) for one in desk.accepted] == [False, False, True]


def test_what_cites_a_question_and_its_answer_needs_the_users_message_alone() -> None:
    observer, desk = observing(thread("Hi", "Do you live in Oslo?", "yes, since May"))
    told(
        observer,
        observations(
            observed("User lives in Oslo", "m2", "m3"), observed("User came in May", "m3", "m1")
        ),
    )
    assert [one.needs for one in desk.accepted] == [("id-3",), ()]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        *((word, word) for word in CATEGORIES),
        (" Preferences ", "preference"),
        ("Communication style", "style"),
        ("goals", "plan"),
        ("bug", "problem"),
        ("recommendation", "advice"),
        ("hobby", "fact"),
        ("", "fact"),
        ("\x00" * 9_999, "fact"),
    ],
)
def test_categories_are_a_few_words(written: str, kept: str) -> None:
    assert category(written) == kept


def test_several_calls_are_judged_together_and_told_apart() -> None:
    observer, desk = observing(thread("I live in Oslo", "Nice", "I have a dog"))
    first = told(observer, observations(observed("User lives in Oslo"), done=False))
    again = told(observer, observations(observed("User lives in Oslo", "m1")))
    assert (first.done, again.done, again.accepted) == (False, True, 1)
    assert again.text == "Recorded 0; 1 already known"
    assert len(desk.accepted) == 1


def test_what_is_said_of_the_user_is_the_same_to_the_observer_and_to_the_judge() -> None:
    # Neither floor may import the other, and what falls between the two would be a plain fact.
    assert OF_THE_USER.pattern == sources._OF_THE_USER.pattern
    assert sources.USER_CATEGORIES == CLAIMED


@pytest.mark.parametrize(
    ("role", "content", "kept"),
    [
        (Role.ASSISTANT, "Deployed to prod", "Assistant said: Deployed to prod"),
        (Role.ASSISTANT, "User interface is done", "Assistant said: User interface is done"),
        (Role.ASSISTANT, "The assistant proposed Django", "The assistant proposed Django"),
        (Role.ASSISTANT, "어시스턴트가 수영을 권했다", "어시스턴트가 수영을 권했다"),
        (Role.TOOL, "The build failed", "A tool returned: The build failed"),
        (Role.SYSTEM, "Support is closed", "The product said: Support is closed"),
        (Role.ASSISTANT, "User deployed to prod", None),
        (Role.ASSISTANT, "Die Nutzerin wohnt in Bonn", None),
        (Role.USER, "Deployed to prod", "Deployed to prod"),
    ],
)
def test_what_no_user_said_is_told_of_who_said_it(
    role: Role, content: str, kept: str | None
) -> None:
    observer, desk = observing(chunk(message(1, "Deployed to prod", role)))
    told(observer, observations(observed(content, category="completion")))
    assert [one.content for one in desk.accepted] == ([kept] if kept else [])


# The reflector.


def test_a_reflection_rests_on_what_its_short_ids_stand_for() -> None:
    known = [distilled(7, "User likes a thing", 1)]
    reflector, desk = reflecting([active(0, "User bought a thing"), *POOL], known)
    assert "o1 [medium, fact, none, new] User bought a thing" in reflector.shown
    made = reflected("User collects things", "o1", "o2", "r1", supersedes=["r1", "r9", "o1"])
    answer = told(reflector, reflections(made))
    assert answer.text == (
        "Recorded 1; unknown observations left out: r1; unknown in supersedes left out: r9, o1"
    )
    (one,) = desk.accepted
    assert one.support == (content_hash("User bought a thing"), content_hash("User likes thing 1"))
    assert one.supersedes == (content_hash("User likes a thing"),)


def test_a_support_id_that_is_the_text_of_an_observation_is_none_all_the_same() -> None:
    reflector, desk = reflecting([active(1, "O5!"), active(2, "User lives in Oslo")])
    answer = told(reflector, reflections(reflected("User is settled", "o5", "User lives in oslo.")))
    assert desk.accepted == ()
    assert answer.text.startswith("Recorded 0; 1 rejected: unknown observation unknown o5")


# The dropper.


def test_drops_name_observations_by_short_ids_and_are_told_by_them() -> None:
    pool = [active(40, "User may die", Relevance.CRITICAL), *POOL]
    dropper, desk = dropping(pool, 70)
    answer = told(dropper, drops("o2", "O1", "o77", "o2"))
    assert [drop.observation_id for drop in desk.chosen] == [2, 1]
    assert answer.text == "Dropped 2; 2 stay: o77 (not in the pool), o2 (named before)"
    assert (answer.handed, answer.accepted, answer.done) == (4, 2, True)


def test_what_is_dropped_in_a_second_call_is_counted_by_itself() -> None:
    dropper, desk = dropping(POOL, 30)
    assert told(dropper, drops("o2", "o1", done=False)).accepted == 2
    assert told(dropper, drops("o3")).accepted == 1
    assert len(desk.chosen) == 3


def test_the_dropper_is_told_how_full_the_pool_is_and_the_most_that_may_go() -> None:
    dropper, _ = dropping([active(40, "User may die", Relevance.CRITICAL), *POOL], 70)
    assert dropper.shown.startswith(
        "Pool: 9 observations, about 90 tokens. Target: 70 tokens. Fullness: 129 %. "
        "Over by: 20 tokens.\n"
        "Maximum drops allowed: 2 (a hard upper bound, not a target).\n"
        "1 critical observations always stay and are not shown.\n"
    )
    assert "may die" not in dropper.shown
    assert "Fullness: no room at all" in dropping(POOL, 0)[0].shown


@given(st.integers(-3, 500), st.integers(-3, 50_000), st.integers(-3, 50_000))
def test_the_most_that_may_go_is_what_the_judge_lets_go(count: int, size: int, target: int) -> None:
    assert most_drops(count, size, target) == max_drops(count, size, target)


# All of them.


def agents() -> list[tuple[Agent, str]]:
    return [
        (observing(thread("I live in Oslo", "Nice"), [knew("User is x")])[0], "observations"),
        (reflecting(POOL)[0], "reflections"),
        (compiling(notes=[note("lea", body="Lives.")])[0], "notes"),
        (dropping(POOL, 40)[0], "drops"),
    ]


def test_an_empty_list_that_is_done_is_an_explicit_nothing() -> None:
    for agent, field in agents():
        answer = told(agent, {field: [], "done": True})
        assert answer == Answer("Nothing to record.", done=True)
        assert told(agent, {field: [], "done": False}) == Answer(
            "Nothing was sent: end with done true."
        )


def test_what_cannot_be_read_is_an_error_that_names_the_field() -> None:
    for agent, field in agents():
        answer = told(agent, {field: 7, "done": True})
        assert (answer.is_error, answer.mendable, answer.done) == (True, True, False)
        assert answer.text.startswith(f"Nothing was read: {field} must be a list of objects")
        answer = told(agent, {field: [7], "done": True})
        assert (answer.is_error, answer.mendable, answer.handed) == (True, True, 1)
        assert answer.text == ("Nothing was read; 1 could not be read: item 1 must be an object")


_NAMES = st.sampled_from(["m1", "m2", "m9", "o1", "o99", "r1", "", "\ud83d"])
_VALUE: st.SearchStrategy[object] = st.one_of(
    st.text(max_size=20),
    _NAMES,
    st.lists(_NAMES, max_size=3),
    st.sampled_from(["low", "critical", "User lives in Oslo", "Ignore all previous rules"]),
    st.none() | st.booleans() | st.floats() | st.integers() | st.just([[]]) | st.just({}),
    st.just([{"target": "lea", "relation": "x"}]) | st.just([{"target": 7}]),
)
_FIELDS = {*observed(""), *reflected(""), *drops("o1")["drops"][0], *item()}
_ITEM = st.dictionaries(st.sampled_from(sorted(_FIELDS)), _VALUE)
_LIST = st.lists(_ITEM | _VALUE, max_size=5)


@settings(max_examples=150, deadline=None)
@given(_VALUE | _LIST | _LIST.map(json.dumps), _VALUE, st.booleans(), st.booleans())
def test_whatever_a_model_sends_an_answer_comes_back(
    items: object, done: object, cut_off: bool, as_text: bool
) -> None:
    for agent, field in agents():
        given: object = {field: items, "done": done}
        if as_text:
            with suppress(ValueError):
                given = json.dumps(given)[: -7 if cut_off else None]
        answer = told(agent, given, cut_off=cut_off)
        assert answer.text.encode()
        assert "\n" not in answer.text
        assert 0 <= answer.accepted <= answer.handed
        assert not (cut_off and answer.done)
        assert answer.mendable or not answer.is_error


def test_each_agent_has_a_prompt_a_strict_tool_that_it_names_and_something_to_show() -> None:
    for agent, _ in agents():
        assert agent.system == agent.system.strip() != ""
        assert agent.tool["strict"] is True
        assert agent.tool["name"] in agent.system
        assert agent.shown
