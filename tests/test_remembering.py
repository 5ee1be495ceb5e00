"""Reading memory back: what the chat product puts in its prompt, and where each line came from."""

from datetime import timedelta
from itertools import islice, permutations
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from product import LONG_AGO, Connection, add_thread, add_user, claim, fold, one
from remembered import observation, remember

HOUR = timedelta(hours=1)


def reflection(content: str, *support: str) -> dict[str, Any]:
    hashes = [f"hash of {supporting}" for supporting in support]
    return {"content": content, "content_hash": f"hash of {content}", "support": hashes}


def memory_for(connection: Connection, user_id: str = "user", budget: int = 4000) -> str:
    return str(one(connection, "select reflection.memory_for(%s, %s)", (user_id, budget)))


def version(connection: Connection) -> int:
    return int(one(connection, "select reflection.memory_version('user')"))


def test_memory_is_reflections_then_observations_under_local_dates_the_newest_last(
    connection: Connection,
) -> None:
    add_user(connection, "user", "Asia/Seoul")
    remember(
        connection,
        observation("Third.", "t-3", at=LONG_AGO + 4 * HOUR, relevance="low"),
        observation("First.", "t-1"),
        observation("Second.", "t-1", at=LONG_AGO + HOUR, relevance="critical"),
        reflections=[reflection("On all.", "First.", "Third."), reflection("On one.", "Second.")],
    )
    assert memory_for(connection) == (
        "## Reflections\n"
        "#r1 On all.\n"
        "#r2 On one.\n"
        "\n"
        "## Observations\n"
        "### 2026-03-02\n"
        "#2 First.\n"
        "#3 Second.\n"
        "### 2026-03-03\n"
        "#1 Third."
    )


def test_nobody_remembered_and_memory_switched_off_are_the_empty_text(
    connection: Connection,
) -> None:
    assert (memory_for(connection), version(connection)) == ("", 0)
    add_user(connection, "user")
    remember(connection, observation("Likes tea.", "t-1"))
    assert memory_for(connection, "other") == ""
    connection.execute("update chat.users set memory_enabled = false")
    assert memory_for(connection) == ""
    connection.execute("update chat.users set memory_enabled = true")
    assert "Likes tea." in memory_for(connection)


def test_the_same_bytes_come_back_whatever_the_session_and_the_hour(
    connection: Connection, database_url: str
) -> None:
    add_user(connection, "user", "America/Havana")
    lines = [observation(f"Fact {n}.", "t-1", at=LONG_AGO + 9 * n * HOUR) for n in range(40)]
    remember(connection, *lines, reflections=[reflection("All.", "Fact 3.")])
    first = memory_for(connection, budget=150)
    assert 0 < first.count("Fact") < 40
    with psycopg.connect(database_url, autocommit=True) as other:
        for name, value in (
            ("timezone", "Pacific/Kiritimati"),
            ("datestyle", "German, DMY"),
            ("enable_sort", "off"),
            ("enable_indexscan", "off"),
            ("reflection.fake_now", "2099-01-01"),
        ):
            other.execute("select set_config(%s, %s, false)", (name, value))
            assert memory_for(other, budget=150) == first, name


def test_the_relevant_come_before_the_new_and_the_new_before_the_old(
    connection: Connection,
) -> None:
    ranked = [(word, age) for word in ("critical", "high", "medium", "low") for age in (1, 2)]
    lines = [
        observation(f"Fact {place}.", "t-1", relevance=word, at=LONG_AGO - age * HOUR)
        for place, (word, age) in enumerate(ranked)
    ]
    remember(connection, *lines)
    counts = set()
    for budget in range(1, 100):
        shown = memory_for(connection, budget=budget)
        chosen = {line.partition(" ")[2] for line in shown.splitlines() if "Fact" in line}
        assert chosen == {f"Fact {place}." for place in range(len(chosen))}
        counts.add(len(chosen))
    assert counts == set(range(9))


def test_of_what_is_equally_relevant_the_most_telling_comes_first_whatever_its_day(
    connection: Connection,
) -> None:
    day = 24 * HOUR
    plain = "We had a nice time and it was good to be out."
    remember(
        connection,
        observation(plain, "t-1", relevance="low", at=LONG_AGO),
        observation("Met Ines and 12 gulls in Lisbon.", "t-1", relevance="low", at=LONG_AGO - day),
        observation("It was cold.", "t-1", relevance="medium", at=LONG_AGO - 40 * day),
    )
    shown = memory_for(connection, budget=40)
    assert "Lisbon" in shown
    assert "cold" in shown
    assert plain not in shown


@pytest.mark.parametrize("relevance", ["low", "medium", "high", "critical"])
def test_what_a_user_says_every_day_makes_room_for_what_is_rare_among_it(
    connection: Connection, relevance: str
) -> None:
    orders = islice(permutations(["it", "was", "a", "good", "day"]), 30)
    often = [
        observation(" ".join(words), "t-1", relevance=relevance, at=LONG_AGO) for words in orders
    ]
    rare = observation(
        "she grafted a quince onto hawthorn", "t-1", relevance=relevance, at=LONG_AGO - 240 * HOUR
    )
    remember(connection, rare, *often)
    shown = memory_for(connection, budget=40)
    assert "quince" in shown
    assert shown.count("good") == 2


def test_what_lies_years_back_counts_less(connection: Connection) -> None:
    telling = "Met Ines and 12 gulls in Lisbon."
    plain = "Had lunch with Otto."
    for place, (years, first) in enumerate([(0, telling), (14, plain)]):
        thread_id, user_id = f"t{place}", f"u{place}"
        remember(
            connection,
            observation(plain, f"{thread_id}-1", relevance="low", at=LONG_AGO),
            observation(
                telling, f"{thread_id}-1", relevance="low", at=LONG_AGO - years * 365 * 24 * HOUR
            ),
            thread_id=thread_id,
            user_id=user_id,
        )
        assert first in memory_for(connection, user_id, 25)
        assert memory_for(connection, user_id, 25).count("\n#") == 2


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_memory_is_larger_than_its_budget(connection: Connection, data: st.DataObject) -> None:
    said = st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), max_size=120
    )
    number = one(connection, "select count(*) from chat.threads")
    thread_id, user_id = f"t{number}", f"u{number}"
    observations = [
        observation(
            f"{place} {content}",
            f"{thread_id}-1",
            relevance=data.draw(st.sampled_from(["low", "medium", "high", "critical"])),
            at=LONG_AGO + data.draw(st.integers(0, 40)) * 24 * HOUR,
        )
        for place, content in enumerate(data.draw(st.lists(said, max_size=12)))
    ]
    reflections = [
        reflection(f"r {content}", observations[0]["content"])
        for content in (data.draw(st.lists(said, max_size=4)) if observations else [])
    ]
    remember(
        connection, *observations, thread_id=thread_id, user_id=user_id, reflections=reflections
    )
    for budget in data.draw(st.lists(st.integers(1, 900), min_size=5, max_size=5)):
        memory = memory_for(connection, user_id, budget)
        assert one(connection, "select reflection.tokens(%s)", (memory,)) <= budget


def test_a_line_too_long_for_the_budget_does_not_hide_those_that_fit(
    connection: Connection,
) -> None:
    remember(
        connection,
        observation("long " * 400, "t-1", relevance="critical"),
        observation("Likes tea.", "t-1", relevance="low"),
        reflections=[reflection("Tea.", "Likes tea."), reflection("wide " * 400, "Likes tea.")],
    )
    assert memory_for(connection, budget=200) == (
        "## Reflections\n#r1 Tea.\n\n## Observations\n### 2026-03-02\n#2 Likes tea."
    )


@pytest.mark.parametrize("budget", [0, -1, None])
def test_memory_without_room_is_refused(connection: Connection, budget: int | None) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match="memory needs room"):
        connection.execute("select reflection.memory_for('user', %s::int)", (budget,))


def test_the_version_stays_while_the_memory_does(connection: Connection) -> None:
    remember(connection, observation("Likes tea.", "a-1"), thread_id="a")
    before = (version(connection), memory_for(connection))
    remember(connection, observation("Likes coffee.", "c-1"), thread_id="c", user_id="other")
    add_thread(connection, "b")
    connection.execute("update chat.messages set content = content, edited_at = now()")
    connection.execute("update chat.threads set updated_at = now(), archived_at = now()")
    fold(connection)
    claimed = claim(connection)
    connection.execute("select reflection.renew_claim('b', %s)", (claimed.claim_id,))
    connection.execute(
        "select reflection.mark_failed_if_claimed('b', %s, 'x', 'interrupted')", (claimed.claim_id,)
    )
    assert (version(connection), memory_for(connection)) == before


@pytest.mark.parametrize(
    "change",
    [
        "delete from chat.messages where id = 't-1'",
        "delete from chat.threads",
        "update chat.messages set content = 'I moved to Oslo.' where id = 't-1'",
        "update chat.users set memory_enabled = false",
        "update chat.users set timezone = 'Pacific/Kiritimati'",
        "update chat.threads set user_id = 'other'",
        "truncate chat.messages",
    ],
)
def test_whenever_the_memory_changes_so_does_its_version(
    connection: Connection, change: str
) -> None:
    add_user(connection, "user")
    remember(connection, observation("Likes tea.", "t-1"), observation("Has a cat.", "t-3"))
    seen = {version(connection): memory_for(connection)}
    connection.execute(change)
    fold(connection)
    assert version(connection) not in seen
    assert memory_for(connection) not in seen.values()


@pytest.mark.parametrize("order", [("t-1", "t-3"), ("t-3", "t-1")])
def test_one_version_never_stands_for_two_texts_while_deletes_wait_for_the_fold(
    connection: Connection, order: tuple[str, str]
) -> None:
    remember(connection, observation("Likes tea.", "t-1"), observation("Has a cat.", "t-3"))
    seen = {version(connection): memory_for(connection)}
    for message_id in order:
        connection.execute("delete from chat.messages where id = %s", (message_id,))
        text = memory_for(connection)
        assert seen.setdefault(version(connection), text) == text
    fold(connection)
    assert seen.setdefault(version(connection), "") == memory_for(connection) == ""
    remember(connection, observation("Likes rain.", "u-1"), thread_id="u")
    assert version(connection) not in seen
