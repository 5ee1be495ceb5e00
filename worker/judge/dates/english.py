"""English words that mean a date."""

import re
from datetime import timedelta

from worker.judge.dates import meaning as means
from worker.judge.dates.phrase import Language, Phrase

_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
    "thirty": 30,
}  # fmt: skip
_N = rf"(?P<n>{'|'.join(_NUMBERS)}|[0-9]{{1,4}})"
_SOME = r"(?:(?:a |the )?(?:few|couple(?: of)?)|several|many|some)"
_UNIT = r"(?:day|week|weekend|month|year|decade|hour|minute|second)s?"
_DAY = r"(?P<day>mon|tues|wednes|thurs|fri|satur|sun)day"
_ANY_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
# Short names that are no other word.
_SHORT = r"(?P<day>tue|thu|fri)r?s?"
_PART = r"(?: (?:morning|afternoon|evening|night))?"
_MONTH = (
    r"(?:january|february|march|april|(?-i:May)|june|july|august|september|october|november"
    r"|december)"
)
_HABIT = re.compile(
    r"\b(?:every|each|usually|always|normally|typically|generally|regularly|weekly|fortnightly"
    r"|daily|monthly|often|sometimes|rarely|never|(?:per|a) week|twice|most)\b",
    re.IGNORECASE,
)
# "In three days" is when something will be, or how long it took.
_AHEAD = re.compile(
    r"\b(?:will|shall|gonna|going to|due|plan(?:s|ning)?|want|hope|expect|leav(?:e|ing)|moving"
    r"|flying|starts?|begins?|ends?|expires?|arrives?|deadline|appointment|exam|flight|interview"
    r"|wedding|am|is|are)\b|['’](?:ll|m|re|s)\b",
    re.IGNORECASE,
)
_BEHIND_OR_ABLE = re.compile(
    r"\b(?!need)\w{3,}ed\b|\b(?:was|were|had|did|went|got|made|built|wrote|read|learnt|lost|took"
    r"|ran|done|became|grew|sold|bought|found|came|can|could|takes?|able|once|twice|times|usually"
    r"|always|never|every)\b",
    re.IGNORECASE,
)


def _unsure(*words: str) -> list[Phrase]:
    return [Phrase(one, means.unsure) for one in words]


def _counted(unit: str, ago: means.Meaning, ahead: means.Meaning) -> list[Phrase]:
    return [
        Phrase(rf"{_N} {unit} (?:ago|back)", ago),
        Phrase(rf"{_N} {unit} (?:from (?:now|today)|hence)", ahead),
        Phrase(rf"in {_N} {unit}['’]? time", ahead),
        Phrase(rf"in {_N} {unit}", ahead, sure=_AHEAD, doubt=_BEHIND_OR_ABLE),
    ]


_FALSE_FRIENDS = [
    Phrase(words, None)
    for words in (
        r"(?:the )?today show|usa today|(?:in )?today['’]s (?:world|society|age|economy|market)",
        r"(?:my|his|her|our|their|your|its) (?:very )?(?:last|next|first|final) "
        r"(?:day|night|week|month|year)",
        r"(?:the )?(?:first|second|third|fourth|last|next) (?:night|week|month|year) of",
        r"(?:the )?(?:first|second|third|fourth|last) weekend (?:of|in)",
        rf"(?:the )?(?:first|second|third|fourth|last) {_ANY_DAY} (?:of|in)",
        rf"(?:every|each|most|any|alternate|all)(?: other| second| single)? {_ANY_DAY}s?"
        rf"(?:,? (?:and |or )?{_ANY_DAY}s?){{0,6}}",
        rf"(?:from )?{_ANY_DAY}s? ?(?:to|through|thru|until|till|-|–) ?{_ANY_DAY}s?",
        rf"(?:black|cyber|good|ash|easter|palm|fat|shrove|casual|taco|bloody) {_ANY_DAY}",
        rf"{_ANY_DAY} (?:roast|school|times|best|brunch|lunch|dinner|papers?|newspaper|league"
        r"|blues|crossword|mass|service|market|shift|addams|night (?:football|live|lights))",
        r"monday\.com|friday the 13th",
        r"as soon as|(?:how )?soon(?: as| after| before| enough)|shortly (?:after|before)",
        rf"(?:every|each) {_UNIT}",
    )
]
_DAYS = [
    Phrase(r"(?:the )?day before yesterday", means.day(-2)),
    Phrase(r"(?:the )?day after tomorrow", means.day(2)),
    Phrase(rf"{_N} weeks? ago today", means.same_day_weeks(-1)),
    Phrase(rf"{_N} weeks? from today", means.same_day_weeks(1)),
    *_unsure(
        rf"\w{{1,9}} weeks? (?:from|after|before) (?:tomorrow|yesterday|{_ANY_DAY})",
        rf"\w{{1,9}} weeks? ago (?:yesterday|tomorrow|(?:on )?{_ANY_DAY})",
    ),
    Phrase(r"(?:earlier|later) today|tonight", means.day(0), plain=False),
    Phrase(r"this (?:morning|afternoon|evening)", means.day(0), plain=False),
    Phrase(r"(?:late )?last (?:night|evening)", means.day(-1), plain=False),
    Phrase(r"yesterday (?:morning|afternoon|evening|night)", means.day(-1), plain=False),
    Phrase(r"tomorrow (?:morning|afternoon|evening|night)", means.day(1), plain=False),
    Phrase(r"yesterday", means.day(-1)),
    Phrase(r"today", means.day(0)),
    Phrase(r"tomorrow", means.day(1)),
    *_counted("days?", means.days(-1), means.days(1)),
]  # fmt: skip
_WEEKS = [
    Phrase(rf"{which} week,? (?:on )?{_DAY}", means.weekday_of_week(offset))
    for which, offset in (("last", -1), ("this", 0), ("next", 1))
] + [
    Phrase(rf"(?:on )?{_DAY} (?:of )?{which} week", means.weekday_of_week(offset))
    for which, offset in (("last", -1), ("this", 0), ("next", 1))
] + [
    Phrase(r"(?:the )?week before last", means.week(-2)),
    Phrase(r"(?:the )?week after next", means.week(2)),
    Phrase(r"this (?:past|last) weekend", means.past_weekend),
    Phrase(r"(?:this )?(?:coming|upcoming) weekend", means.coming_weekend),
    Phrase(r"this weekend", means.this_weekend),
    Phrase(r"last weekend", means.last_weekend),
    Phrase(r"next weekend", means.next_weekend),
    *_unsure(r"(?:at|on|over) the weekend"),
    # "The last week" is the seven days up to now.
    *_unsure(r"the (?:last|next) (?:week|month|year)|(?:the |this )?past (?:week|month|year)"),
    Phrase(r"last week", means.week(-1)),
    Phrase(r"(?:earlier|later) this week", means.week(0), plain=False),
    Phrase(r"this week", means.week(0)),
    Phrase(r"next week", means.week(1)),
    *_counted("weeks?", means.weeks(-1), means.weeks(1)),
]  # fmt: skip
_MONTHS_AND_YEARS = [
    Phrase(r"(?:the )?month before last", means.month(-2)),
    Phrase(r"(?:the )?year before last", means.year(-2)),
    Phrase(r"last month", means.month(-1)),
    Phrase(r"(?:earlier|later) this month", means.month(0), plain=False),
    Phrase(r"this month", means.month(0)),
    Phrase(r"next month", means.month(1)),
    Phrase(r"last year", means.year(-1)),
    Phrase(r"(?:earlier|later) this year", means.year(0), plain=False),
    Phrase(r"this year", means.year(0)),
    Phrase(r"next year", means.year(1)),
    *_counted("months?", means.months(-1), means.months(1)),
    *_counted("years?", means.years(-1), means.years(1)),
]
_MOMENTS = [
    phrase
    for unit, length in (
        (r"(?:hours?|hrs?)", timedelta(hours=1)),
        (r"(?:minutes?|mins?)", timedelta(minutes=1)),
        (r"(?:seconds?|secs?)", timedelta(seconds=1)),
    )
    for phrase in _counted(unit, means.moments(-1, length), means.moments(1, length))
]
_WEEKDAYS = [
    *_unsure(
        rf"{_ANY_DAY} (?:before last|after next)|{_ANY_DAY} week",
        rf"(?:on )?(?:the )?(?:past|last|next|previous) (?:few|couple of|several) {_ANY_DAY}s",
    ),
    Phrase(
        rf"(?:on )?(?:this )?(?:past|most recent) {_DAY}{_PART}", means.past_weekday, plain=False
    ),
    Phrase(rf"(?:on )?this last {_DAY}{_PART}", means.past_weekday, plain=False),
    Phrase(
        rf"(?:on )?(?:this )?(?:coming|upcoming) {_DAY}{_PART}", means.coming_weekday, plain=False
    ),
    *(
        Phrase(rf"(?:on )?{which} {day}{_PART}", meaning, plain=False)
        for which, meaning in (
            ("last", means.last_weekday),
            ("this", means.this_weekday),
            ("next", means.next_weekday),
        )
        for day in (_DAY, _SHORT)
    ),
    *_unsure(r"(?:last|next) (?:mon|weds?|sat|sun)"),
    Phrase(rf"(?:on |by )?{_DAY}{_PART}|(?:on|by) (?:tue|thu|fri)r?s?", means.unsure, habit=_HABIT),
]
_VAGUE = _unsure(
    rf"{_SOME} {_UNIT} (?:ago|back|from now)|(?:in|within|after) {_SOME} {_UNIT}",
    rf"(?:[\w]+ )?(?:and )?(?:a )?half (?:an? )?{_UNIT} ago|an? {_UNIT} and a half ago",
    rf"(?:the |these )?(?:past|last|next|coming) (?:{_SOME}|{_N}) {_UNIT}",
    r"the other (?:day|week|month|night|morning|evening)",
    r"recently|lately|soon|shortly|any (?:day|time) (?:now|soon)|just now",
    r"(?:a )?(?:long|little|short)?(?: time| while)? ?ago",
    r"a while back|way back",
    rf"(?:this|last|next|this past|this coming) (?:spring|summer|autumn|fall|winter|{_MONTH}"
    r"|quarter|semester|christmas|xmas|easter|thanksgiving|halloween|new year['’]?s?)",
)

ENGLISH = Language(
    [*_FALSE_FRIENDS, *_DAYS, *_WEEKS, *_MONTHS_AND_YEARS, *_MOMENTS, *_WEEKDAYS, *_VAGUE],
    _NUMBERS,
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    hint=r"day|week|month|year|night|hour|minute|second|decade|tomorrow|recently|lately|soon|shortly"
    r"|\b(?:ago|back|now|hrs?|mins?|secs?|(?:this|last|next|past|coming|on|by) \w)",
)
