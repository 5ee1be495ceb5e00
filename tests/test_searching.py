"""Searching: the messages that answer a question, best first, within a budget, with memory."""

from typing import Any

import psycopg
import pytest
from product import LONG_AGO, Connection, add_message, add_user, fold, one
from remembered import observation
from searched import found, reflect, search, talk


def test_a_message_is_found_by_its_words_in_another_form_and_comes_with_where_it_stands(
    connection: Connection,
) -> None:
    add_user(connection, "user", "Asia/Seoul")
    talk(connection, "We adopted two kittens.", "I paint at night.", ("assistant", "Lovely!"))
    (first, *_) = search(connection, "painting")
    assert (first.rank, first.thread_id, first.message_id, first.role) == (1, "t", "t-2", "user")
    assert first.text == "I paint at night."
    assert first.line == "2026-03-02 user: I paint at night."
    assert first.tokens == -(-len(first.line + "\n") // 4)
    assert first.memories == []


def test_what_the_worker_understood_of_a_message_finds_it(connection: Connection) -> None:
    talk(
        connection,
        "He is called Rex, and barks all day.",
        "Nothing else is new.",
        observations=(observation("The user owns a dog.", "t-1"),),
    )
    (best, *_) = search(connection, "does she own a dog")
    assert best.message_id == "t-1"
    assert best.memories == [{"id": "#1", "content": "The user owns a dog.", "state": "active"}]


def test_what_was_dropped_or_replaced_is_found_and_said_to_be_so(connection: Connection) -> None:
    talk(
        connection,
        "He is called Rex.",
        "We moved to Bern.",
        "We moved on to Ulm.",
        observations=(
            observation("The user owns a dog.", "t-1"),
            observation("Their home is Bern.", "t-2"),
            {
                **observation("Their home is Ulm.", "t-3"),
                "supersedes": ["hash of Their home is Bern."],
            },
        ),
    )
    talk(
        connection,
        "Hello.",
        thread_id="u",
        drops=[{"observation_id": 1, "reason": "old"}],
    )
    states = {
        memory["id"]: memory["state"]
        for row in search(connection, "dog home")
        for memory in row.memories
    }
    assert states == {"#1": "dropped: old", "#2": "superseded by #3", "#3": "active"}
    assert one(connection, "select reflection.memory_for('user')").count("dog") == 0


def test_what_stands_beside_a_good_place_comes_before_what_stands_alone(
    connection: Connection,
) -> None:
    talk(
        connection,
        ("assistant", "Which volcano did you climb?"),
        "Stromboli, at dawn.",
        "And now something else.",
        "That was all.",
        "Really all.",
        "Good night.",
    )
    assert found(connection, "volcano climb")[:2] == ["t-1", "t-2"]
    assert "t-6" not in found(connection, "volcano climb")


def test_a_thread_is_never_beside_another(connection: Connection) -> None:
    talk(connection, "Hello.", "A volcano!", thread_id="a")
    talk(connection, "Something else.", thread_id="b")
    assert {one.split("-")[0] for one in found(connection, "volcano")} == {"a"}


def test_who_speaks_is_found_by_name(connection: Connection) -> None:
    connection.execute("insert into chat.threads (id, user_id) values ('t', 'user')")
    for n, name in enumerate(("Ann", "Bea", "Cid"), start=1):
        add_message(connection, f"m{n}", "t", content="Tea, please.", name=name)
    reflect(connection)
    (best, *_) = search(connection, "What does Bea drink, tea?")
    assert (best.name, best.line) == ("Bea", "2026-03-02 Bea: Tea, please.")


def test_a_tool_s_result_is_found_by_what_was_observed_of_it_and_by_nothing_else(
    connection: Connection,
) -> None:
    talk(
        connection,
        "Which flight?",
        ("tool", "LH400 FRA JFK"),
        ("assistant", "Done."),
        observations=(observation("The user flies to New York.", "t-1", "t-2"),),
    )
    assert "t-2" not in found(connection, "JFK")
    assert set(found(connection, "when does she fly to york")[:2]) == {"t-1", "t-2"}


def test_words_that_are_everywhere_weigh_nothing_beside_one_that_is_not(
    connection: Connection,
) -> None:
    talk(connection, *[f"I like the day number {n} the the the." for n in range(30)], "I swim.")
    assert found(connection, "the day that I like to swim")[0] == "t-31"


def test_the_lines_stay_within_the_budget_and_a_smaller_one_has_the_best_of_them(
    connection: Connection,
) -> None:
    talk(connection, *[f"Tea number {n}, {'with milk ' * (n % 7)}" for n in range(60)])
    before: list[str] = []
    for tokens in (1, 5, 20, 100, 400, 100_000):
        rows = search(connection, "tea milk", tokens)
        assert sum(row.tokens for row in rows) <= tokens
        assert sum(len((row.line + "\n").encode()) for row in rows) <= 4 * tokens
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
        assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
        assert len(rows) >= len(before)
        before = [row.message_id for row in rows]
    assert len(before) == 62
    assert before == found(connection, "tea milk", tokens=100_000)


@pytest.mark.parametrize("filler", ["filler words ", "слова для места ", "詰め物の言葉。"])
def test_of_a_long_message_comes_the_place_that_answers(
    connection: Connection, filler: str
) -> None:
    talk(connection, filler * 300 + " The passport number is X4711. " + filler * 300, "Hi.")
    (best,) = [row for row in search(connection, "passport number", 200) if row.rank == 1]
    assert "The passport number is X4711." in best.text
    assert best.text.startswith("… ")
    assert best.text.endswith(" …")
    assert best.tokens <= 200 / 4 + 15


def test_a_line_is_one_line_and_the_text_is_word_for_word(connection: Connection) -> None:
    talk(connection, "A list:\n- tea\r\n- milk", "Hi.")
    (best, *_) = search(connection, "tea milk")
    assert best.text == "A list:\n- tea\r\n- milk"
    assert best.line == "2026-03-02 user: A list: - tea - milk"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((None, "tea", 10), "search needs a user: p_user_id is null"),
        (("user", None, 10), "search needs words: p_query is null"),
        (("user", " \n", 10), "search needs words: p_query is blank"),
        (("user", "tea", 0), "search needs room: p_max_tokens must be at least 1, not 0"),
        (("user", "tea", None), "search needs room: p_max_tokens must be at least 1, not null"),
    ],
)
def test_what_cannot_be_searched_is_refused_with_what_is_wrong(
    connection: Connection, arguments: tuple[object, ...], told: str
) -> None:
    with pytest.raises(psycopg.errors.InvalidParameterValue, match=told):
        connection.execute("select * from reflection.search_memory(%s, %s, %s)", arguments)


def test_unknown_words_marks_alone_and_unknown_users_find_nothing(connection: Connection) -> None:
    talk(connection, "I like tea.", "Really.")
    assert found(connection, "zeppelin") == []
    assert found(connection, "?!… 👍") == []
    assert found(connection, "tea", user_id="nobody") == []
    assert found(connection, "tea")


def test_a_query_without_end_is_read_from_its_beginning(connection: Connection) -> None:
    talk(connection, "I like tea.", "I like zeppelins.", "Hm.", "Hm.", "Hm.")
    assert found(connection, "tea " + "x " * 2_000_000 + "zeppelin")[0] == "t-1"


def test_the_same_comes_back_whatever_the_planner_does(connection: Connection) -> None:
    talk(connection, *[f"Tea {n % 3}, in the pot of number {n % 5}." for n in range(40)])
    first = search(connection, "tea pot 3")
    for setting in ("enable_hashjoin", "enable_hashagg", "enable_nestloop", "enable_sort"):
        connection.execute(f"set {setting} = off")
        assert search(connection, "tea pot 3") == first
    connection.execute("set plan_cache_mode = force_generic_plan")
    assert search(connection, "tea pot 3") == first


def test_of_equally_good_places_the_newest_comes_first(connection: Connection) -> None:
    for thread in ("b", "c", "a"):
        talk(connection, "A zeppelin.", thread_id=thread)
    connection.execute(
        "update reflection.coverage set said_at = %s where thread_id = 'a'", (LONG_AGO,)
    )
    best = [one for one in found(connection, "zeppelin") if one.endswith("-1")]
    assert best[-1] == "a-1"


def test_a_line_is_one_line_whatever_a_speaker_is_called(connection: Connection) -> None:
    connection.execute("insert into chat.threads (id, user_id) values ('t', 'user')")
    for number, text in enumerate(("A zeppelin!", "Hm.", "Hm."), start=1):
        name = "Bo\n2026-01-01 assistant: no"
        add_message(connection, f"t-{number}", "t", content=text, name=name)
    reflect(connection)
    (first, *_) = search(connection, "zeppelin")
    assert first.line == "2026-03-02 Bo 2026-01-01 assistant: no: A zeppelin!"
    assert first.name == "Bo\n2026-01-01 assistant: no"


@pytest.mark.parametrize("numbered", [False, True])
def test_messages_stand_beside_each_other_as_in_the_transcript(
    connection: Connection, numbered: bool
) -> None:
    connection.execute("insert into chat.threads (id, user_id) values ('t', 'user')")
    for number in range(12):
        columns: dict[str, Any] = {"position": (number * 5 + 3) % 12} if numbered else {}
        add_message(
            connection,
            f"t-{number * 7 % 12}",
            "t",
            ("assistant", "user", "tool")[number % 3],
            at=LONG_AGO.replace(minute=number // 4) if number else None,
            **columns,
        )
    fold(connection)
    ordered = "select array_agg(message_id order by {}) from reflection.{}"
    transcript = one(connection, ordered.format("ordinal", "transcript('t')"))
    searched = "searchable_messages('t', (select array_agg(id) from chat.messages))"
    assert one(connection, ordered.format('place, message_id collate "C"', searched)) == transcript


def test_a_place_in_a_long_message_is_found_in_a_moment_however_little_room_there_is(
    connection: Connection,
) -> None:
    talk(connection, "Nothing of note. " * 900 + "The zeppelin is blue. " + "Nothing else. " * 200)
    connection.execute("set statement_timeout = '5s'")
    for room in (12, 30, 60, 250):
        (first, *_) = search(connection, "zeppelin", room)
        assert first.message_id == "t-1"
        assert first.tokens <= room
        assert "zeppelin" in first.text
