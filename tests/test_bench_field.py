"""What bench-memory sets beside ours: choices and searches whose outcome is known."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import field
from bench.baselines import (
    by_coverage,
    by_keyword,
    by_keyword_and_rarity,
    by_mean_rarity,
    by_rarity,
    for_questions,
    newest,
    oldest,
    shuffled,
)
from bench.charts import text as drawn
from bench.lines import Noted, Turn, within
from bench.ranked import Conversations
from bench.recall import Question, Shown
from bench.rendered import formats, regrets
from bench.tables import verdict
from bench.targets import TARGETS, judged

DAY = date(2024, 5, 1)
TURNS = [
    Turn("1", 1, "Ann", "I prefer tea since 2020", DAY, "t"),
    Turn("2", 2, "Bob", "Do you ever drink coffee?", DAY, "t"),
    Turn("3", 3, "Ann", "Only the espresso of Marta", DAY, "t"),
    Turn("4", 4, "Ann", "Tea, tea, tea", date(2024, 5, 9), "u"),
]
NOTES = [
    Noted(1, "Ann likes tea", DAY, frozenset(["1"]), "#1 Ann likes tea", "t"),
    Noted(2, "Marta roasts beans", DAY, frozenset(["3"]), "#2 Marta roasts beans", "t"),
]
ORDERS = [
    newest, oldest, by_keyword, by_rarity, by_mean_rarity, by_keyword_and_rarity, by_coverage,
    lambda lines: shuffled(lines, 7),
]  # fmt: skip
words = st.text("ab cd1?", max_size=40)


def ids(lines: object) -> str:
    return "".join(one.id for one in lines)  # type: ignore[attr-defined]


@given(st.lists(words, max_size=12), st.integers(0, 80), st.sampled_from(ORDERS))
def test_every_order_is_of_all_lines_and_what_fits_stays_within_its_budget(
    said: list[str], budget: int, order: object
) -> None:
    turns = [
        Turn(str(n), n, "Ann", one, DAY + timedelta(days=n // 3)) for n, one in enumerate(said)
    ]
    ordered = order(turns)  # type: ignore[operator]
    assert sorted(one.place for one in ordered) == list(range(len(said)))
    shown = within(budget, ordered)
    # What ends a line costs nothing, here as in what was measured before.
    assert len(shown.text.replace("\n", "")) <= budget * 4
    assert within(10_000, ordered).lines == len(said)


def test_what_is_worth_most_comes_first() -> None:
    assert ids(newest(TURNS)) == "4321"
    assert ids(by_keyword(TURNS))[0] == "1"
    # Two words that stand nowhere else, and of the last line's one word none.
    assert ids(by_mean_rarity(TURNS))[-1] == "4"
    # "Tea" is said by then: the last line has nothing new.
    assert ids(by_coverage(TURNS))[-1] == "4"
    asked = [Question("ann", "?", frozenset(["2"])), Question("ann", "?", frozenset(["2", "4"]))]
    assert ids(for_questions(TURNS, asked)) == "24"


def test_a_line_that_is_first_choice_is_taken_and_shown_in_its_place() -> None:
    shown = within(23, [TURNS[3], TURNS[0]])
    assert shown.cites == {"1", "4"}
    assert shown.text.splitlines() == [
        "### 2024-05-01", "#1 Ann: I prefer tea since 2020", "### 2024-05-09",
        "#4 Ann: Tea, tea, tea",
    ]  # fmt: skip
    assert within(14, [TURNS[0], TURNS[3]]).cites == {"1"}


def test_a_search_finds_what_shares_words_and_each_way_its_own() -> None:
    asked = Conversations(TURNS, NOTES)
    assert ids(asked.messages("espresso")) == "3"
    assert asked.messages("nothing of this") == []
    assert ids(asked.with_neighbours("coffee")) == "213"
    # The neighbours are of the same thread: the fourth message is of another.
    assert ids(asked.smoothed("espresso")) == "32"
    assert [one.cites for one in asked.sessions("espresso")] == [{"1", "2", "3"}]
    # Only what was observed has these words.
    assert asked.messages("who roasts beans") == []
    assert [one.text for one in asked.observations("who roasts beans")] == ["Marta roasts beans"]
    assert ids(asked.cited("who roasts beans")) == "3"
    assert ids(asked.with_observations("who roasts beans"))[0] == "3"


def test_a_whole_thread_is_shown_whole_or_not_at_all() -> None:
    session = Conversations(TURNS).sessions("espresso")
    assert within(20, session).cites == frozenset()
    assert within(40, session).cites == {"1", "2", "3"}


def test_what_a_pool_let_go_is_not_found_by_a_search_of_it() -> None:
    asked = [Question("ann", "Marta", frozenset(["3"]), "Whose espresso?")]
    later = (Turn(f"x{n}", 9 + n, "A", "b", DAY) for n in range(1600))
    turns = {"ann": [*TURNS, *later]}
    found = field.two_stage(turns, asked)
    assert found["last_n"]["4000"] == 0
    assert found["last_n"]["12000"] == 1


def test_the_longer_the_form_of_a_line_the_less_of_it_fits() -> None:
    observed = {
        "ann": [
            Noted(n, f"fact {n} of {n}", DAY, frozenset([str(n)]), f"#{n} fact {n} of {n}")
            for n in range(500)
        ]
    }
    times = {str(n): datetime(2024, 5, 1, tzinfo=UTC) for n in range(500)}
    asked = [Question("ann", str(n), frozenset([str(n)])) for n in range(500)]
    found = formats(observed, times, asked)
    tokens = [one["tokens_a_line"] for one in found.values()]
    assert tokens == sorted(tokens, reverse=True)
    shares = [one["newest"] for one in found.values()]
    assert shares == sorted(shares)
    assert shares[0] < 0.5 < shares[-1]


def test_a_choice_regrets_what_the_same_lines_could_have_told() -> None:
    pool = {"ann": NOTES}
    asked = [Question("ann", "tea", frozenset(["1"])), Question("ann", "?", frozenset(["9"]))]
    nothing = {"ann": Shown("", frozenset(), 0)}
    assert regrets(pool, nothing, asked, 4000)["memory_for"] == 1
    found = regrets(pool, {"ann": within(100, NOTES)}, asked, 10)
    # So little has room for one line, and the best one is the first.
    assert (found["best"], found["memory_for"], found["newest"]) == (0.5, 0, 1)


def test_everything_measured_is_told_and_what_is_missed_is_named() -> None:
    good = {
        "etr": {
            name: {"4000": 0.8, "1000": 0.8} for name in ("rules", "replay", "search", "last_n")
        },
        "largest": {"rules": 3000},
        "pv": {"rules": 1, "replay": 1},
        "rel": {"rules": 0, "replay": 0.01},
        "renamed": {"rules": {"4000": 0.805}, "replay": {"4000": 0.795}},
        "lint": {"caught": {"all": 0.81}, "false": {"all": 0.04}},
    }
    assert all(one["met"] for one in judged(good))
    bad = good | {"pv": {"rules": 0.999}}
    missed = list(judged(bad))
    assert [one["what"] for one in missed if one["met"] is False] == [
        "valid provenance of the rules"
    ]
    assert [one["what"] for one in missed if one["met"] is None] == [
        "valid provenance of the replay"
    ]
    told = "\n".join(verdict({"targets": missed}))
    assert told.count("NO") == 1
    assert told.count("not measured") == 1
    assert told.count("| ≥ ") + told.count("| ≤ ") == len(TARGETS)
    assert drawn(good).count("0.800") == 4


@pytest.mark.parametrize("target", TARGETS, ids=lambda one: one.what)
def test_a_target_is_met_at_its_bar_and_missed_beyond_it(target: object) -> None:
    beyond = target.bar + (-0.001 if target.least else 0.001)  # type: ignore[attr-defined]
    assert target.met(target.bar)  # type: ignore[attr-defined]
    assert not target.met(beyond)  # type: ignore[attr-defined]
