"""Times as exports write them, turned into instants."""

import re
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta, tzinfo
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS_ABOVE = 1e11  # as seconds this is the year 5138, as milliseconds March 1973

# Area/City. Etc/GMT+9 means nine hours behind, which is what hardly anybody who wrote it meant.
_AREA_AND_CITY = re.compile(r"(?!(?:Etc|SystemV|posix|right)/)[A-Za-z]+(?:/[A-Za-z0-9_+-]+)+")
_PLAIN = frozenset({"UTC", "GMT", "Etc/UTC"})


def usable_zone(name: str | None) -> ZoneInfo | None:
    """The zone of that name, or None where the database would not take the name either."""
    if name is None or not (name in _PLAIN or _AREA_AND_CITY.fullmatch(name)):
        return None
    try:
        return ZoneInfo(name)
    except ZoneInfoNotFoundError:
        # In other letter case, which the database takes as well.
        written = _by_lower_case().get(name.lower())
        return ZoneInfo(written) if written else None
    except (ValueError, OSError):
        return None


@cache
def _by_lower_case() -> dict[str, str]:
    return {zone.lower(): zone for zone in available_timezones()}


def likely_zones(name: str) -> list[str]:
    """Up to three zones that somebody who wrote this may have meant."""
    zones = {zone.lower(): zone for zone in available_timezones() if usable_zone(zone)}
    cities = {zone.rpartition("/")[2]: zone for zone in zones}
    asked = name.strip().lower().replace(" ", "_")
    near = get_close_matches(asked, [*zones, *cities], n=3)
    return list(dict.fromkeys(zones[cities.get(one, one)] for one in near))


def written_time(value: object) -> datetime | None:
    """The time that an ISO 8601 text or a unix number says, without a zone where it says none."""
    try:
        if isinstance(value, str):
            return datetime.fromisoformat(value.strip().upper())
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if abs(value) > _MILLISECONDS_ABOVE:
            return _EPOCH + timedelta(milliseconds=value)
        return _EPOCH + timedelta(seconds=value)
    except (ValueError, OverflowError):
        return None


def instant(value: object, zone: tzinfo) -> datetime | None:
    """The instant that a written time means, in UTC; `zone` is for a time that says none.

    The first and the last year that Python knows are no answer: a session in another zone could
    not read such a time back.
    """
    moment = written_time(value)
    if moment is None:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        return None
    return moment if MINYEAR < moment.year < MAXYEAR else None
