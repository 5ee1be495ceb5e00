"""What agents are shown of memory: what matters most of it, within its bound, and nothing else."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from worker.engines.claude.remembered import for_dropper, for_observer, for_reflector
from worker.records import ActiveObservation, ActiveReflection, Known, Relevance
from worker.text import tokens

AT = datetime(2026, 11, 29, 16, 0, tzinfo=UTC)
# What is shown where nothing fits: two headings, and how much there is.
LEAST = 36


def known(content: str, relevance: Relevance = Relevance.MEDIUM, days: int = 0) -> Known:
    return Known(content, relevance, "fact", AT + timedelta(days=days))


def active(
    number: int,
    content: str = "User likes tea",
    relevance: Relevance = Relevance.MEDIUM,
    *,
    coverage: int = 0,
    days: int = 0,
) -> ActiveObservation:
    at = AT + timedelta(days=days)
    return ActiveObservation(number, content, relevance, "fact", at, 9, coverage)


def distilled(number: int, content: str, *support: int, days: int = 0) -> ActiveReflection:
    return ActiveReflection(number, content, AT + timedelta(days=days), 9, support)


def test_the_observer_sees_reflections_then_observations_under_local_dates_oldest_first() -> None:
    memory = [known("User has a dog", days=1), known("User may die", Relevance.CRITICAL)]
    newer, older = distilled(2, "User loves dogs", days=1), distilled(1, "User is careful")
    shown = for_observer(memory, [newer, older], ZoneInfo("Asia/Seoul"), 6_000)
    assert shown.text.split("\n") == [
        "# Reflections",
        "r1 User is careful",
        "r2 User loves dogs",
        "# Observations",
        "## 2026-11-30",
        "o1 (critical) User may die",
        "## 2026-12-01",
        "o2 User has a dog",
    ]
    assert shown.observations == {"o1": memory[1], "o2": memory[0]}
    assert shown.reflections == {"r1": older, "r2": newer}


def test_an_empty_memory_says_so() -> None:
    assert for_observer((), (), UTC, 6_000).text == "# Observations\n(none yet)"


def test_what_does_not_fit_is_the_least_relevant_and_the_oldest_and_is_counted() -> None:
    memory = [known(f"User said a thing of some length, number {n}", days=n) for n in range(50)]
    memory += [known("User is ill", Relevance.CRITICAL), known("x" * 90, Relevance.LOW, days=60)]
    shown = for_observer(memory, [distilled(n, "r " * 20, days=n) for n in range(50)], UTC, 300)
    kept = list(shown.observations.values())
    assert kept[0].content == "User is ill"
    assert kept[1:] == memory[50 - len(kept) + 1 : 50]
    assert [one.id for one in shown.reflections.values()] == list(
        range(50 - len(shown.reflections), 50)
    )
    more = 52 - len(kept), 50 - len(shown.reflections)
    assert shown.text.endswith(
        "({} observations and {} reflections more are not shown)".format(*more)
    )


def test_reflections_leave_half_of_the_room_to_what_is_newest() -> None:
    memory = [known("User moved to Oslo")]
    shown = for_observer(memory, [distilled(n, "r " * 100, days=n) for n in range(99)], UTC, 500)
    assert list(shown.observations.values()) == memory


def test_the_reflector_sees_relevance_category_coverage_and_what_is_new() -> None:
    pool = [
        active(4, "User runs", Relevance.LOW, coverage=1),
        active(5, "User swims", coverage=7, days=1),
        active(0, "User fell", Relevance.HIGH, days=1),
    ]
    shown = for_reflector(pool, [distilled(9, "User is sporty", 5, 4, 77)], 20_000)
    assert shown.text.split("\n") == [
        "# Reflections",
        "r1 User is sporty (o2 o1)",
        "# Observations",
        "## 2026-11-29",
        "o1 [low, fact, partial] User runs",
        "## 2026-11-30",
        "o2 [medium, fact, strong] User swims",
        "o3 [high, fact, none, new] User fell",
    ]


def test_where_the_room_is_short_the_reflector_sees_what_is_new_and_what_is_not_covered() -> None:
    pool = [
        active(1, f"covered {'x' * 90}", coverage=2, days=3),
        active(2, f"half {'x' * 60}", Relevance.HIGH, coverage=1, days=2),
        active(3, f"bare {'x' * 30}", Relevance.LOW),
        active(0, "new", Relevance.LOW, days=-9),
    ]
    order = [
        {one.content.split()[0] for one in for_reflector(pool, (), most).observations.values()}
        for most in range(LEAST, 200)
    ]
    assert [found for place, found in enumerate(order) if found not in order[:place]] == [
        set(),
        {"new"},
        {"new", "bare"},
        {"new", "bare", "half"},
        {"new", "bare", "half", "covered"},
    ]


def test_the_dropper_sees_what_can_go_and_first_what_reflections_hold() -> None:
    pool = [
        active(1, "critical", Relevance.CRITICAL),
        active(0, "not stored yet"),
        active(2, "low", Relevance.LOW),
        active(3, "held", Relevance.HIGH, coverage=2, days=1),
    ]
    shown = for_dropper(pool, 20_000)
    assert [one.content for one in shown.observations.values()] == ["low", "held"]
    assert shown.reflections == {}
    (first,) = for_dropper(pool, LEAST + 20).observations.values()
    assert first.content == "held"


_CONTENT = st.text(max_size=700) | st.sampled_from(["o9 x", "x\no1 y", "# Transcript", "\x00"])
_WHEN = st.integers(-400, 400)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(_CONTENT, st.sampled_from(Relevance), _WHEN), max_size=12),
    st.lists(st.tuples(_CONTENT, _WHEN), max_size=8),
    st.integers(0, 900),
    st.sampled_from(["UTC", "Asia/Kathmandu", "America/Los_Angeles"]),
)
def test_memory_is_shown_within_its_bound_a_line_each_under_ids_that_stand_for_it(
    rows: list[tuple[str, Relevance, int]],
    reflections: list[tuple[str, int]],
    most: int,
    zone: str,
) -> None:
    memory = [known(content, relevance, days) for content, relevance, days in rows]
    held = [distilled(n, text, days=days) for n, (text, days) in enumerate(reflections, 1)]
    pool = [active(n, one.content, one.relevance) for n, one in enumerate(memory)]
    for shown in (
        for_observer(memory, held, ZoneInfo(zone), most),
        for_reflector(pool, held, most),
        for_dropper(pool, most),
    ):
        assert tokens(shown.text) <= max(most, LEAST)
        assert shown.text.encode()
        ids = re.findall(r"^([or][0-9]+) ?", shown.text, re.MULTILINE)
        assert ids == [*shown.reflections, *shown.observations]
        times = [one.observed_at for one in shown.observations.values()]
        assert times == sorted(times)
        others = [line for line in shown.text.split("\n") if not re.match("[or][0-9]", line)]
        assert all(line.startswith(("# ", "## ", "(")) for line in others)
