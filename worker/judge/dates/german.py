"""German words that mean a date."""

import re
from datetime import timedelta

from worker.judge.dates import meaning as means
from worker.judge.dates.phrase import Language, Phrase

_NUMBERS = {
    "einem": 1, "einer": 1, "einen": 1, "ein": 1, "eine": 1, "zwei": 2, "drei": 3, "vier": 4,
    "fünf": 5, "fuenf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11,
    "zwölf": 12, "zwoelf": 12, "fünfzehn": 15, "zwanzig": 20, "dreißig": 30, "dreissig": 30,
}  # fmt: skip
_N = rf"(?P<n>{'|'.join(_NUMBERS)}|[0-9]{{1,4}})"
_NAMES = r"(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend"
_DAY = r"(?P<day>(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)"
_PART = r" (?:morgen|fr[üu]h|vormittag|mittag|nachmittag|abend|nacht)"
_LAST = r"(?:letzte|vorige|vergangene)[nrsm]?"
_THIS = r"(?:diese|dieses|diesen|dieser|diesem)"
_NEXT = r"(?:n[äa]e?chste|kommende)[nrsm]?"
_HABIT = re.compile(
    r"\b(?:jede[nrsm]?|immer|meistens|meist|normalerweise|gew[öo]hnlich|oft|manchmal|selten|nie"
    r"|niemals|w[öo]chentlich|regelm[äa][ßs]+ig|pro woche|in der woche)\b",
    re.IGNORECASE,
)


def _phrases(meaning: means.Meaning, *words: str) -> list[Phrase]:
    return [Phrase(one, meaning) for one in words]


def _counted(unit: str, ago: means.Meaning, ahead: means.Meaning) -> list[Phrase]:
    return [
        Phrase(rf"vor {_N} {unit}", ago),
        Phrase(rf"heute in {_N} {unit}", ahead),
        # "In drei Tagen" is when something will be, or how long it took.
        Phrase(rf"in {_N} {unit}", means.unsure),
    ]


_FALSE_FRIENDS = [
    Phrase(words, None)
    for words in (
        # With these before it, "Morgen" is the morning.
        r"(?:guten|am|jeden|den|der|dem|des|eines|einen|sch[öo]nen|fr[üu]hen) morgens?",
        r"von heute auf morgen|heute[ -]show|heutzutage",
        rf"(?:erste|zweite|dritte|vierte|letzte)[nrsm]? (?:{_NAMES}|wochenende|woche|tag)"
        r" (?:im|in|des|vom|von)",
        rf"(?:jede[nrsm]?|alle|manche) (?:zweiten |zweite )?(?:{_NAMES})e?s?"
        rf"(?:,? (?:und |oder )?(?:{_NAMES})s?){{0,6}}",
        rf"(?:von )?(?:{_NAMES})s? (?:bis|-|–) (?:{_NAMES})s?|karfreitag|rosenmontag|ostersonntag",
        r"so bald wie|sobald|bald darauf",
    )
]
_DAYS = [
    Phrase(r"vorgestern", means.day(-2)),
    Phrase(r"[üu]e?bermorgen", means.day(2)),
    Phrase(rf"gestern{_PART}", means.day(-1), plain=False),
    Phrase(r"gestern", means.day(-1)),
    Phrase(rf"heute{_PART}|gerade eben|vorhin", means.day(0), plain=False),
    Phrase(r"heute", means.day(0)),
    Phrase(r"(?:in der )?letzte[n]? nacht", means.day(-1), plain=False),
    Phrase(rf"morgen{_PART}", means.day(1), plain=False),
    Phrase(r"morgen", means.day(1)),
    *_counted(r"tag(?:en)?", means.days(-1), means.days(1)),
]
_WEEKS = [
    *(
        Phrase(words, means.weekday_of_week(offset))
        for which, offset in ((_LAST, -1), (_THIS, 0), (_NEXT, 1))
        for words in (rf"{which} woche (?:am )?{_DAY}", rf"(?:am )?{_DAY} {which} woche")
    ),
    Phrase(r"vorletzte woche", means.week(-2)),
    Phrase(r"[üu]e?bern[äa]e?chste woche", means.week(2)),
    Phrase(rf"(?:in der |in )?{_LAST} woche", means.week(-1)),
    Phrase(rf"(?:in )?{_THIS} woche", means.week(0)),
    Phrase(rf"(?:in der |in )?{_NEXT} woche", means.week(1)),
    Phrase(rf"(?:am )?{_LAST} wochenende", means.last_weekend),
    Phrase(rf"(?:an )?{_THIS} wochenende", means.this_weekend),
    Phrase(r"(?:am )?kommende[ns]? wochenende", means.coming_weekend),
    Phrase(rf"(?:am )?{_NEXT} wochenende", means.next_weekend),
    Phrase(r"am wochenende", means.unsure, habit=_HABIT),
    *_counted(r"wochen?", means.weeks(-1), means.weeks(1)),
    Phrase(rf"(?:am )?{_LAST} {_DAY}", means.last_weekday),
    Phrase(rf"{_THIS} {_DAY}", means.this_weekday),
    Phrase(rf"(?:am )?kommenden {_DAY}", means.coming_weekday),
    Phrase(rf"(?:am )?{_NEXT} {_DAY}", means.next_weekday),
]
_MONTHS_AND_YEARS = [
    Phrase(rf"(?:im )?{_LAST} monat", means.month(-1)),
    Phrase(rf"(?:in )?{_THIS} monat", means.month(0)),
    Phrase(rf"(?:im )?{_NEXT} monat", means.month(1)),
    Phrase(r"vorletzte[ns]? jahr", means.year(-2)),
    Phrase(rf"(?:im )?{_LAST} jahr", means.year(-1)),
    Phrase(rf"(?:in )?{_THIS} jahr", means.year(0)),
    Phrase(rf"(?:im )?{_NEXT} jahr", means.year(1)),
    *_counted(r"monat(?:en)?", means.months(-1), means.months(1)),
    *_counted(r"jahr(?:en)?", means.years(-1), means.years(1)),
]
_MOMENTS = [
    phrase
    for unit, length in (("stunden?", timedelta(hours=1)), ("minuten?", timedelta(minutes=1)))
    for phrase in _counted(unit, means.moments(-1, length), means.moments(1, length))
]
_VAGUE = _phrases(
    means.unsure,
    r"vor (?:kurzem|langem|einiger zeit|langer zeit|l[äa]ngerer zeit|einer halben stunde"
    r"|(?:ein )?paar \w+|einigen \w+|vielen \w+|mehreren \w+)",
    r"neulich|k[üu]e?rzlich|letztens|in letzter zeit|in den letzten \w+(?: \w+)?|demn[äa]chst",
    rf"(?:{_LAST}|{_THIS}|{_NEXT}) (?:fr[üu]hling|fr[üu]hjahr|sommer|herbst|winter|weihnachten"
    r"|ostern|quartal|semester)",
)

# In English, who is bald has no hair.
_BALD = Phrase(
    r"bald",
    means.unsure,
    habit=re.compile(
        r"^(?!.*\b(?:ich|wir|du|er|sie|es|und|ist|sind|wird|werden?|mein|meine|nach|zum|zur)\b)",
        re.IGNORECASE | re.DOTALL,
    ),
)

GERMAN = Language(
    [
        *_FALSE_FRIENDS,
        *_DAYS,
        *_WEEKS,
        *_MONTHS_AND_YEARS,
        *_MOMENTS,
        *_VAGUE,
        _BALD,
        Phrase(
            rf"(?:am |bis |ab |seit )?{_DAY}(?:{_PART})?", means.unsure, habit=_HABIT, plain=False
        ),
    ],
    _NUMBERS,
    ("mon", "diens", "mit", "donners", "frei", "s", "sonntag"),
    hint=r"heute|gestern|morgen|tag|woche|monat|jahr|stunde|minute|\bvor\b|bald|neulich|rzlich|letzt"
    r"|nacht|abend|mittwoch|vorhin|gerade eben|demn|diese|chste|kommende|vergangene|vorige",
)
