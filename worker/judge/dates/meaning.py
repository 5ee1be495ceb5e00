"""Which day, week, month or year words can mean, counted from when they were said.

A meaning gives the date as it is written into a content, or None where it could be one of two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

_SUNDAY = 6
_WEEK = timedelta(days=7)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Said:
    """When something was said, by the user's clock, and the number and the weekday in it."""

    at: datetime
    number: int = 1
    weekday: int = 0

    @property
    def today(self) -> date:
        return self.at.date()

    @property
    def monday(self) -> date:
        return self.today - timedelta(days=self.today.weekday())


Meaning = Callable[[Said], str | None]


def unsure(said: Said) -> None:
    """Any of several dates."""


def day(offset: int) -> Meaning:
    """So many days after today."""
    return lambda said: (said.today + offset * _DAY).isoformat()


def days(sign: int) -> Meaning:
    """As many days after or before today as the words say."""
    return lambda said: (said.today + sign * said.number * _DAY).isoformat()


def same_day_weeks(sign: int) -> Meaning:
    """Exactly so many weeks after or before today."""
    return lambda said: (said.today + sign * said.number * _WEEK).isoformat()


def weeks(sign: int) -> Meaning:
    """About so many weeks after or before today: who counts in weeks means no exact day."""
    return lambda said: f"about {(said.today + sign * said.number * _WEEK).isoformat()}"


def months(sign: int) -> Meaning:
    """About so many months after or before this one."""
    return lambda said: f"about {_month(said.today, sign * said.number)}"


def years(sign: int) -> Meaning:
    """About so many years after or before this one."""
    return lambda said: f"about {_year(said.today, sign * said.number)}"


def moments(sign: int, unit: timedelta) -> Meaning:
    """So many hours or minutes away: today, unless midnight lies between."""

    def meaning(said: Said) -> str | None:
        # By UTC, since an hour of the wall clock may be missing or come twice.
        then = said.at.astimezone(UTC) + sign * said.number * unit
        here = then.astimezone(said.at.tzinfo).date()
        return here.isoformat() if here == said.today else None

    return meaning


def week(offset: int) -> Meaning:
    """The week so many after this one, by its Monday.

    On a Sunday nobody knows whether it ends the week or begins the next.
    """

    def meaning(said: Said) -> str | None:
        if said.today.weekday() == _SUNDAY:
            return None
        return f"week of {(said.monday + offset * _WEEK).isoformat()}"

    return meaning


def weekday_of_week(offset: int) -> Meaning:
    """A day of the week so many after this one."""

    def meaning(said: Said) -> str | None:
        if _SUNDAY in (said.today.weekday(), said.weekday):
            return None
        return (said.monday + offset * _WEEK + said.weekday * _DAY).isoformat()

    return meaning


def month(offset: int) -> Meaning:
    """The month so many after this one."""
    return lambda said: _month(said.today, offset)


def year(offset: int) -> Meaning:
    """The year so many after this one."""
    return lambda said: _year(said.today, offset)


def past_weekday(said: Said) -> str | None:
    """The newest such day before today."""
    return _past(said).isoformat()


def coming_weekday(said: Said) -> str | None:
    """The nearest such day after today."""
    return _coming(said).isoformat()


def last_weekday(said: Said) -> str | None:
    """The newest such day, if it was in the week before this one too, and was not yesterday."""
    past = _past(said)
    of_last_week = said.monday - _WEEK + said.weekday * _DAY
    return past.isoformat() if past == of_last_week != said.today - _DAY else None


def next_weekday(said: Said) -> str | None:
    """The nearest such day, if it will be in the week after this one too, and is not tomorrow."""
    coming = _coming(said)
    of_next_week = said.monday + _WEEK + said.weekday * _DAY
    return coming.isoformat() if coming == of_next_week != said.today + _DAY else None


def this_weekday(said: Said) -> str | None:
    """Such a day of this week, if it is still to come."""
    if said.weekday <= said.today.weekday():
        return None
    return (said.monday + said.weekday * _DAY).isoformat()


def this_weekend(said: Said) -> str | None:
    """The weekend of this week; on a Monday or Tuesday it may be the one just over."""
    return None if said.today.weekday() < 2 else _weekend(said, 0)


def last_weekend(said: Said) -> str | None:
    """The weekend of the week before this one."""
    return _weekend(said, -1)


def past_weekend(said: Said) -> str | None:
    """The weekend just over, unless one is going on."""
    return None if _is_weekend(said) else _weekend(said, -1)


def coming_weekend(said: Said) -> str | None:
    """The nearest weekend, unless one is going on."""
    return None if _is_weekend(said) else _weekend(said, 0)


def next_weekend(said: Said) -> str | None:
    """The weekend after the one that is going on; on other days it may be either of two."""
    return _weekend(said, 1) if _is_weekend(said) else None


def _past(said: Said) -> date:
    return said.today - ((said.today.weekday() - said.weekday - 1) % 7 + 1) * _DAY


def _coming(said: Said) -> date:
    return said.today + ((said.weekday - said.today.weekday() - 1) % 7 + 1) * _DAY


def _is_weekend(said: Said) -> bool:
    return said.today.weekday() >= 5


def _weekend(said: Said, offset: int) -> str:
    return f"weekend of {(said.monday + offset * _WEEK + 5 * _DAY).isoformat()}"


def _month(today: date, offset: int) -> str:
    count = today.year * 12 + today.month - 1 + offset
    return date(count // 12, count % 12 + 1, 1).isoformat()[:7]


def _year(today: date, offset: int) -> str:
    return date(today.year + offset, 1, 1).isoformat()[:4]
