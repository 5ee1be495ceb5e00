"""Local days in every zone of the world, and the zone texts that are no zone at all."""

import random
from bisect import bisect_right
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

import psycopg
import pytest
from product import LONG_AGO, Connection, add_thread, add_user, claim_row, fold, one
from psycopg.conninfo import conninfo_to_dict

DAY = 86400
FIRST = int(datetime(2020, 1, 1, tzinfo=UTC).timestamp()) // DAY
LAST = int(datetime(2030, 12, 31, tzinfo=UTC).timestamp()) // DAY

ACCEPTED = """
    select name from pg_timezone_names
     where name like '_%/_%' and name !~ '^(Etc|posix|right|SystemV)/' order by 1
"""


class Calendar:
    """A zone's local dates from Python's own tables, seconds since 1970 for instants."""

    def __init__(self, zone: ZoneInfo) -> None:
        self.zone = zone
        self.segments = list(self._segments())
        self.transitions = [start for start, _ in self.segments[1:]]
        self.changes = list(self._changes())
        self.starts = [instant for instant, _ in self.changes]

    def offset(self, instant: int) -> int:
        offset = datetime.fromtimestamp(instant, self.zone).utcoffset()
        assert offset is not None
        return int(offset.total_seconds())

    def _segments(self) -> Iterator[tuple[int, int]]:
        """Each stretch of one offset: where it starts, and the offset."""
        before = (FIRST - 9) * DAY
        yield before, self.offset(before)
        for day in range(FIRST - 8, LAST + 9, 4):
            after = day * DAY
            if self.offset(before) != self.offset(after):
                low, high = before, after
                while high - low > 1:
                    middle = (low + high) // 2
                    same = self.offset(middle) == self.offset(before)
                    low, high = (middle, high) if same else (low, middle)
                yield high, self.offset(high)
            before = after

    def _changes(self) -> Iterator[tuple[int, int]]:
        """Each instant at which the local date becomes another, and that date."""
        ends = [start for start, _ in self.segments[1:]] + [(LAST + 9) * DAY]
        for (start, offset), end in zip(self.segments, ends, strict=True):
            yield start, (start + offset) // DAY
            first = (start + offset) // DAY + 1
            for date in range(first, (end - 1 + offset) // DAY + 1):
                yield date * DAY - offset, date

    def next_day(self, instant: int) -> int:
        place = bisect_right(self.starts, instant) - 1
        today = self.changes[place][1]
        return next(start for start, date in self.changes[place:] if date > today)

    def around_transitions(self, step: int) -> list[int]:
        return [
            transition + distance
            for transition in self.transitions
            for distance in (*range(-26 * 3600, 26 * 3600, step), -1, 1)
        ]


# What the server's own tables say of the instants decides which are compared.
COMPARE = """
    with instant as (
      select to_timestamp(p) as p, to_timestamp(e) as e, off_p, off_b, off_e
        from unnest(%(p)s::bigint[], %(e)s::bigint[], %(off_p)s::int[], %(off_b)s::int[],
                    %(off_e)s::int[]) as given (p, e, off_p, off_b, off_e)
    ),
    judged as (
      select p, e,
             (p at time zone %(zone)s) = (p at time zone 'UTC') + off_p * interval '1 s'
             and ((e - interval '1 s') at time zone %(zone)s)
                 = ((e - interval '1 s') at time zone 'UTC') + off_b * interval '1 s'
             and (e at time zone %(zone)s) = (e at time zone 'UTC') + off_e * interval '1 s'
               as agrees
        from instant
    )
    select count(*) filter (where agrees), count(*) filter (where not agrees),
           array_agg(p) filter (where agrees and reflection.next_day(p, %(zone)s) <> e)
      from judged
"""


def tables_of(zone: str) -> list[ZoneInfo]:
    """The zone as the machine knows it and as the package tzdata does: one may be the newer."""
    found = [ZoneInfo(zone)] if zone in available_timezones() else []
    packed = files("tzdata").joinpath("zoneinfo", *zone.split("/"))
    if packed.is_file():
        with packed.open("rb") as file:
            found.append(ZoneInfo.from_file(file, key=zone))
    return found


def test_the_next_day_is_right_in_every_zone_from_2020_to_2030(connection: Connection) -> None:
    compared = skipped = 0
    known: set[tuple[tuple[int, int], ...]] = set()
    for (zone,) in connection.execute(ACCEPTED).fetchall():
        answers = []
        for table in tables_of(zone):
            calendar = Calendar(table)
            # Of zones with one history, the first is asked about every day, each at another hour.
            is_new = (history := tuple(calendar.segments)) not in known
            known.add(history)
            instants = calendar.around_transitions(step=3600 if is_new else 8 * 3600)
            days = range(FIRST, LAST + 1, 1 if is_new else 91)
            instants += [day * DAY + day * 7 % 24 * 3600 for day in days]
            expected = [calendar.next_day(instant) for instant in instants]
            given = {
                "zone": zone,
                "p": instants,
                "e": expected,
                "off_p": [calendar.offset(instant) for instant in instants],
                "off_b": [calendar.offset(instant - 1) for instant in expected],
                "off_e": [calendar.offset(instant) for instant in expected],
            }
            answer = connection.execute(COMPARE, given).fetchone()
            assert answer is not None
            assert answer[2] is None, (zone, answer[2][:3])
            answers.append(answer[:2])
            if not answer[1]:
                break
        if answers:
            agreed, differed = min(answers, key=lambda answer: answer[1])
            compared += agreed
            skipped += differed
    assert compared > 350_000
    assert skipped < compared / 1000, (compared, skipped)


@pytest.mark.parametrize(
    ("zone", "before", "midnight"),
    [
        ("America/Havana", "2026-10-31 12:00", "2026-11-01 04:00"),
        ("Atlantic/Azores", "2026-10-24 12:00", "2026-10-25 00:00"),
        ("America/Scoresbysund", "2022-10-29 12:00", "2022-10-30 00:00"),
        ("Asia/Amman", "2021-10-28 12:00", "2021-10-28 21:00"),
    ],
)
def test_of_two_midnights_the_day_begins_at_the_first(
    connection: Connection, zone: str, before: str, midnight: str
) -> None:
    asked = "select reflection.next_day(%s, %s)"
    first = datetime.fromisoformat(f"{midnight}+00:00")
    hour = timedelta(hours=1)
    assert one(connection, "select %s at time zone %s", (first, zone)).hour == 0
    assert one(connection, "select %s at time zone %s", (first + hour, zone)).hour == 0
    assert one(connection, asked, (f"{before}+00", zone)) == first
    # Once the day has begun, its second midnight is not the next day.
    assert one(connection, asked, (first, zone)) == first + 25 * hour
    assert one(connection, asked, (first + hour, zone)) == first + 25 * hour


@pytest.mark.parametrize(
    ("zone", "before", "first_instant"),
    [
        ("America/Havana", "2026-03-07 12:00", "2026-03-08 05:00"),
        ("Asia/Beirut", "2026-03-28 12:00", "2026-03-28 22:00"),
        ("Africa/Cairo", "2026-04-23 12:00", "2026-04-23 22:00"),
    ],
)
def test_where_midnight_is_skipped_the_day_begins_when_the_clocks_go_forward(
    connection: Connection, zone: str, before: str, first_instant: str
) -> None:
    answer = one(connection, "select reflection.next_day(%s, %s)", (f"{before}+00", zone))
    assert answer == datetime.fromisoformat(f"{first_instant}+00:00")


REFUSED = [
    *("UTC+3", "UTC-3", "UTC+14", "X5", "Mars5", "FOO3BAR", "+05:30", "-8", "5", "Local"),
    *("Etc/GMT+3", "etc/gmt-3", "Etc/GMT", "posix/Asia/Seoul", "right/Asia/Seoul", "posixrules"),
    *("EST5EDT", "EST", "CET", "PST8PDT", "Japan", "localtime", "Factory", "Zulu", "default"),
    *(
        " Asia/Seoul",
        "Asia/Seoul ",
        "Asia / Seoul",
        "Asia\\Seoul",
        "Asia/Seoul;",
        "Asia/",
        "/Seoul",
    ),
    *(
        "Asia/Atlantis",
        "%/%",
        "_%/_%",
        "../../etc/passwd",
        "서울",
        "null",
        "{}",
        "\n",
        "'",
        "-infinity",
    ),
    *("A/" * 5000, "".join(random.Random(1).choices("abcdefghijklmnop/+-0123456789", k=10_000))),
    "".join(chr(random.Random(code).randrange(0xAC00, 0xD7A3)) for code in range(10_000)),
]


def test_what_is_no_zone_counts_as_the_default_is_listed_and_fails_nothing(
    connection: Connection,
) -> None:
    for number, raw in enumerate([*REFUSED, "", None]):
        add_user(connection, f"u{number}", raw)
        add_thread(connection, f"t{number}", f"u{number}", turns=1)
    fold(connection)
    midnight = datetime(2026, 3, 3, tzinfo=UTC)
    due = connection.execute("select distinct eligible_at from reflection.claims").fetchall()
    assert due == [(midnight,)]
    assert one(connection, "select count(*) from reflection.claims") == len(REFUSED) + 2
    listed = connection.execute("select raw, usable from reflection.zones").fetchall()
    assert {usable for _, usable in listed} == {None}
    assert len(listed) == len(REFUSED)
    assert all(any(raw.startswith(kept) for kept, _ in listed) for raw in REFUSED)


@pytest.mark.parametrize(
    ("raw", "zone"),
    [
        ("Asia/Seoul", "Asia/Seoul"),
        ("asia/seoul", "Asia/Seoul"),
        ("AMERICA/ARGENTINA/BUENOS_AIRES", "America/Argentina/Buenos_Aires"),
        ("US/Pacific", "US/Pacific"),
        ("UTC", "UTC"),
        ("utc", "UTC"),
        ("Gmt", "GMT"),
        ("Etc/UTC", "Etc/UTC"),
        ("etc/utc", "Etc/UTC"),
    ],
)
def test_a_zone_is_known_by_its_name_in_any_case(
    connection: Connection, raw: str, zone: str
) -> None:
    # Another default, or a refused zone would look like UTC.
    connection.execute("set reflection.default_timezone = 'Asia/Tokyo'")
    add_user(connection, "user", raw)
    add_thread(connection, "t")
    fold(connection)
    assert one(connection, "select reflection.user_zone('user')") == zone
    kept = connection.execute("select usable from reflection.zones where raw = %s", (raw,))
    assert kept.fetchall() == [(zone,)]


@pytest.mark.parametrize(
    ("setting", "due"),
    [
        ("Asia/Seoul", datetime(2026, 3, 2, 15, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 3, 5, tzinfo=UTC)),
        ("UTC+3", datetime(2026, 3, 3, tzinfo=UTC)),
        ("Mars/Olympus", datetime(2026, 3, 3, tzinfo=UTC)),
        ("x" * 3000, datetime(2026, 3, 3, tzinfo=UTC)),
        ("", datetime(2026, 3, 3, tzinfo=UTC)),
    ],
)
def test_a_database_has_its_own_default_zone_and_a_bad_one_is_utc(
    database_url: str, setting: str, due: datetime
) -> None:
    name = conninfo_to_dict(database_url)["dbname"]
    with psycopg.connect(database_url, autocommit=True) as first:
        first.execute(
            psycopg.sql.SQL("alter database {} set reflection.default_timezone = {}").format(
                psycopg.sql.Identifier(str(name)), psycopg.sql.Literal(setting)
            )
        )
    with psycopg.connect(database_url, autocommit=True) as connection:
        add_user(connection, "of Paris", "Europe/Paris")
        add_user(connection, "of Mars", "Mars5")
        for user_id in ("of Paris", "of Mars", "of nowhere"):
            add_thread(connection, user_id, user_id, at=LONG_AGO)
        fold(connection)
        assert claim_row(connection, "of Paris").eligible_at == datetime(2026, 3, 2, 23, tzinfo=UTC)
        assert claim_row(connection, "of Mars").eligible_at == due
        assert claim_row(connection, "of nowhere").eligible_at == due
