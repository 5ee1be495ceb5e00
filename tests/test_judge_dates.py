"""The judge: which date English words mean, and which only look as if they meant one."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, accepted, proposal

from worker.judge import judge
from worker.judge.dates import date_meant, dated, without_words
from worker.records import Known

# Noon of a Monday in Seoul.
MONDAY = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)
SAID = " [said 2026-11-30]"


def meant(text: str, day: int = 0) -> str:
    """What a text means when it is said so many days after the Monday."""
    return date_meant(text, MONDAY + timedelta(days=day), "Asia/Seoul").strip(" []")


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("I moved yesterday", "2026-11-29"),
        ("Yesterday I moved", "2026-11-29"),
        ("I MOVED YESTERDAY", "2026-11-29"),
        ("yesterday's deploy failed", "2026-11-29"),
        ("I moved the day before yesterday", "2026-11-28"),
        ("I move the day after tomorrow", "2026-12-02"),
        ("I move tomorrow morning", "2026-12-01"),
        ("I saw it last night", "2026-11-29"),
        ("I cook tonight", "2026-11-30"),
        ("I ran this morning", "2026-11-30"),
        ("I saw Bob earlier today", "2026-11-30"),
        ("I moved three days ago", "2026-11-27"),
        ("I moved 10 days ago", "2026-11-20"),
        ("I moved a day ago", "2026-11-29"),
        ("I leave in three days", "2026-12-03"),
        ("My exam is in 2 days", "2026-12-02"),
        ("I'll be back in 5 days", "2026-12-05"),
        ("I fly three days from now", "2026-12-03"),
        ("I fly in two weeks' time", "about 2026-12-14"),
        ("I moved a week ago today", "2026-11-23"),
        ("I moved last week", "week of 2026-11-23"),
        ("I am in Rome this week", "week of 2026-11-30"),
        ("I am in Rome next week", "week of 2026-12-07"),
        ("I moved the week before last", "week of 2026-11-16"),
        ("I moved Friday last week", "2026-11-27"),
        ("I fly next week on Tuesday", "2026-12-08"),
        ("I moved last weekend", "weekend of 2026-11-28"),
        ("I moved two weeks ago", "about 2026-11-16"),
        ("I moved a week ago", "about 2026-11-23"),
        ("I moved last month", "2026-10"),
        ("I move next month", "2026-12"),
        ("I moved two months ago", "about 2026-09"),
        ("I moved 14 months ago", "about 2025-09"),
        ("I moved last year", "2025"),
        ("I retire next year", "2027"),
        ("I moved three years ago", "about 2023"),
        ("In 5 years I want to live in Spain", "about 2031"),
        ("I ate two hours ago", "2026-11-30"),
        ("I ate 13 hours ago", "said 2026-11-30"),
        ("I called 20 minutes ago", "2026-11-30"),
        # Several, in the order in which they are said.
        ("I moved yesterday and start work tomorrow", "2026-11-29, 2026-12-01"),
        ("I moved yesterday, yes, yesterday", "2026-11-29"),
        ("Today and tonight I am at home", "2026-11-30"),
        ("I moved last week and retire next year", "week of 2026-11-23, 2027"),
        ("I moved yesterday and will leave soon", "said 2026-11-30"),
        # One of several dates.
        ("I moved a few days ago", "said 2026-11-30"),
        ("I moved a couple of weeks ago", "said 2026-11-30"),
        ("I moved the other day", "said 2026-11-30"),
        ("I moved recently", "said 2026-11-30"),
        ("I moved a long time ago", "said 2026-11-30"),
        ("I moved two and a half years ago", "said 2026-11-30"),
        ("I moved a year and a half ago", "said 2026-11-30"),
        ("I have been ill for the last two weeks", "said 2026-11-30"),
        ("I moved on Monday", "said 2026-11-30"),
        ("I see Bob on Friday", "said 2026-11-30"),
        ("Friday works for me", "said 2026-11-30"),
        ("I moved last summer", "said 2026-11-30"),
        ("I moved last May", "said 2026-11-30"),
        ("I moved over the weekend", "said 2026-11-30"),
        ("I see Bob a week from Friday", "said 2026-11-30"),
        ("I built it in three days", "said 2026-11-30"),
        ("I can build it in three days", "said 2026-11-30"),
        ("The last year was hard", "said 2026-11-30"),
        ("Nothing of it came 99 thousand years ago", "said 2026-11-30"),
    ],
)
def test_english_words_mean_a_date(text: str, date: str) -> None:
    assert meant(text) == date


@pytest.mark.parametrize(
    "text",
    [
        "I moved in May",
        "May I ask you something",
        "I may move",
        "this may help",
        "I finished second",
        "I watch the Today show",
        "I read USA Today",
        'My favourite song is "Yesterday"',
        "In today's world people are busy",
        "I love Sunday roast",
        "I read the Sunday Times",
        "I shop on Black Friday",
        "I use monday.com",
        "I run every Monday",
        "I run on Mondays",
        "I usually run on Friday",
        "On Friday I always run",
        "I never work on Sunday",
        "I run every Monday, Wednesday and Friday",
        "I work Monday to Friday",
        "The call is the first Monday of the month",
        "I booked two beds for the last weekend in the month",
        "I run these days",
        "I live in Oslo now",
        "I currently live in Oslo",
        "I take it three days a week",
        "I'm in my last year of school",
        "I call as soon as I can",
        "I moved two days before the wedding",
        "My next-day delivery failed",
        "I am bald",
        "Chicago is in my agony list",
        "I have five days off",
    ],
)
def test_false_friends_and_habits_are_no_date(text: str) -> None:
    assert meant(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "I moved yesterday, 29 November",
        "I moved yesterday (Nov 29)",
        "I moved yesterday (2026-11-29)",
        "I moved on Friday, 27 November 2026",
        "I moved on Friday the 27th",
        "I moved on 27 November, last Friday",
        "I moved last year (2025)",
        "I moved last month, October 2026",
        "어제(11월 29일) 이사했어요",
        "Me mudé ayer, 29 de noviembre",
        "Ich bin gestern, am 29. November, umgezogen",
    ],
)
def test_with_the_calendar_date_beside_it_there_is_nothing_to_add(text: str) -> None:
    assert meant(text) == ""


def test_a_calendar_date_elsewhere_does_not_explain_yesterday() -> None:
    assert meant("On 3 May I heard what came yesterday") == "2026-11-29"


@pytest.mark.parametrize(
    ("text", "by_day"),
    [
        # Monday to Sunday: certain where the readings of the words agree.
        ("last Friday", "27 27 27 27 27 ? ?"),
        ("last Sunday", "? 29 29 29 29 29 29"),
        ("next Tuesday", "? 08 08 08 08 08 08"),
        ("this Friday", "04 04 04 04 ? ? ?"),
        ("this past Friday", "27 27 27 27 27 04 04"),
        ("this coming Friday", "04 04 04 04 11 11 11"),
        ("this weekend", "? ? 05 05 05 05 05"),
        ("next weekend", "? ? ? ? ? 12 12"),
        ("this past weekend", "28 28 28 28 28 ? ?"),
        ("last week", "23 23 23 23 23 23 ?"),
    ],
)
def test_a_day_of_the_week_is_certain_where_it_can_be_only_one(text: str, by_day: str) -> None:
    found = [meant(text, day) for day in range(7)]
    assert ["?" if "said" in one else one[-2:] for one in found] == by_day.split()


def test_yesterday_is_of_the_users_own_day() -> None:
    late = datetime(2026, 11, 30, 16, 0, tzinfo=UTC)
    assert dated("yesterday", late, "Asia/Seoul") == "yesterday [2026-11-30]"
    assert dated("yesterday", late, "America/New_York") == "yesterday [2026-11-29]"
    assert dated("yesterday", late.replace(tzinfo=None), "UTC") == "yesterday [2026-11-29]"


def test_an_hour_that_comes_twice_is_counted_as_time_passes() -> None:
    """In Havana the clock goes from 1:00 back to midnight on 1 November 2026."""
    after = datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    assert date_meant("an hour ago", after, "America/Havana") == " [2026-11-01]"
    assert date_meant("2 hours ago", after, "America/Havana") == " [said 2026-11-01]"


_WORDS = st.sampled_from(
    [
        "yesterday", "tomorrow", "tonight", "last week", "next Friday", "in 9999 days",
        "this weekend", "9999 years ago", "next month", "three hours ago", "어제", "3일 전",
        "지난주 금요일", "hace 2 años", "el próximo lunes", "vor 3 Wochen", "nächsten Freitag",
        "on Monday", "every day", "mañana", "29 November", "(2026-11-29)", "[2026-11-29]", '"',
        ". ", ", ", "User: ", "I moved", "morgen",
    ]
)  # fmt: skip
_TEXT = st.lists(st.one_of(_WORDS, st.text(max_size=8)), max_size=8).map(" ".join)
_EVER = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=14)), None]))
_ZONES = st.sampled_from(
    [
        "UTC",
        "Asia/Seoul",
        "America/Havana",
        "Pacific/Kiritimati",
        "Pacific/Apia",
        "No/Such",
        "",
        ".",
    ]
)


@settings(max_examples=400, deadline=None)
@given(_TEXT, _EVER, _ZONES)
def test_any_text_at_any_time_in_any_zone_is_dated_once(text: str, at: datetime, zone: str) -> None:
    once = dated(text, at, zone)
    assert once.startswith(text)
    assert dated(once, at, zone) == once
    assert dated(once, at + timedelta(0), "UTC") == once


@settings(max_examples=200, deadline=None)
@given(_TEXT)
def test_what_is_kept_is_judged_again_without_change(text: str) -> None:
    made = proposal(f"User: {text}")
    for kept in judge([made], THREAD).accepted:
        again = judge([proposal(kept.content)], THREAD, known=[_known(kept.content)])
        assert [one.content for one in again.accepted] == [kept.content]
        assert again.duplicates == 1


def _known(content: str) -> Known:
    made = accepted(proposal())
    return Known(content, made.relevance, made.category, made.observed_at)


@pytest.mark.parametrize(
    ("content", "without"),
    [
        ("I moved yesterday [2026-11-29]", "I moved  [2026-11-29]"),
        ("I moved last week [week of 2026-11-23]", "I moved  [week of 2026-11-23]"),
        # More than the day is in these, or less.
        ("I moved last night [2026-11-29]", None),
        ("I moved on Monday [said 2026-11-30]", None),
        ("I moved two weeks ago [about 2026-11-16]", None),
        ("I moved yesterday and today [2026-11-29, 2026-11-30]", None),
        ("I moved yesterday", None),
    ],
)
def test_words_for_which_a_date_stands_can_be_left_out(content: str, without: str | None) -> None:
    assert without_words(content) == (without or content)
