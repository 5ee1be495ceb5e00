"""What "yesterday" was, for a reader who comes later."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

_DAYS = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
    "yesterday": -1, "last night": -1, "the day before yesterday": -2, "day before yesterday": -2,
    "tomorrow": 1, "the day after tomorrow": 2, "day after tomorrow": 2,
    "오늘": 0, "어제": -1, "어젯밤": -1, "그저께": -2, "그제": -2, "내일": 1, "모레": 2,
    "하루 전": -1, "이틀 전": -2, "사흘 전": -3, "나흘 전": -4,
}  # fmt: skip
_YEARS = {
    "this year": 0, "last year": -1, "next year": 1,
    "올해": 0, "작년": -1, "지난해": -1, "재작년": -2, "내년": 1,
}  # fmt: skip
_MONTHS = {
    "this month": 0, "last month": -1, "next month": 1,
    "이번 달": 0, "이번달": 0, "지난달": -1, "지난 달": -1, "저번달": -1, "저번 달": -1,
    "다음 달": 1, "다음달": 1,
}  # fmt: skip
_NUMBERS = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_SHORT_DAY = r"(?:mon|tues?|wed|thurs?|fri|sat|sun)"
_NUMBER = (
    r"(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|a few|a couple of|several|\d{1,4})"
)
# Which week, or which of two Mondays, is not certain.
_UNSURE = (
    rf"(?:this|last|next|past|coming)(?: past)? (?:week(?:end)?|{_WEEKDAY}|{_SHORT_DAY}|spring"
    r"|summer|fall|autumn"
    rf"|winter|few days)|(?:on |by )?{_WEEKDAY}|{_NUMBER} (?:week|month|year|hour|minute"
    r"|decade)s? ago"
    rf"|(?:a )?(?:few|couple of|several) days ago|in {_NUMBER} (?:day|week|month|year)s?"
    r"|the other day|recently|lately|earlier today|soon|these days|nowadays|the past \w+ \w+"
    r"|(?:지난|저번|이번|다음) ?주(?:말)?|엊그제|며칠 전|얼마 전|최근|요즘|방금|아까|곧"
    r"|\d{1,3} ?(?:주|달|개월|년|시간|분) ?(?:전|뒤|후)|\d{1,3} ?일 ?(?:뒤|후)|[월화수목금토일]요일"
)
_AGO = rf"(?P<ago>{'|'.join(_NUMBERS)}|\d{{1,4}}) days? ago|(?P<il>\d{{1,4}}) ?일 ?전"
_WORDS = "|".join(
    re.escape(word) for word in sorted([*_DAYS, *_YEARS, *_MONTHS], key=len, reverse=True)
)
_RELATIVE = re.compile(
    rf"(?<![\w-])(?:(?P<word>{_WORDS})|{_AGO}|(?P<unsure>{_UNSURE}))(?![A-Za-z0-9_-])",
    re.IGNORECASE,
)
_DATED = re.compile(r" \[(?:said )?[0-9]{4}(?:-[0-9]{2}){0,2}\]$")
# Korean particles follow a word without a space, other syllables make it another word.
_OTHER_WORD = re.compile(
    r"(?!(?:은|는|이|가|에|의|도|부터|까지|쯤|만|엔|로|과|와|밤|아침|저녁|오전|오후|낮|새벽"
    r"|인)(?![가-힣]))[가-힣]"
)


def dated(text: str, at: datetime, timezone: str) -> str:
    """The text with the day, month or year its relative date means, in brackets after it."""
    return text + date_meant(text, at, timezone)


def date_meant(text: str, at: datetime, timezone: str) -> str:
    """ " [2026-11-29]", the day, month or year that the relative date in a text means; nothing if
    there is none, or if the text ends so already.

    `at` is when it was said, `timezone` where. Where the date is not certain, the day on which it
    was said: " [said 2026-11-30]".
    """
    if _DATED.search(text):
        return ""
    found = {
        said[0].lower(): said for said in _RELATIVE.finditer(text) if not _is_other(text, said)
    }
    if not found:
        return ""
    today = _local_day(at, timezone)
    meant = None
    if len(found) == 1:
        meant = _meant(next(iter(found.values())), today)
    return f" [{meant or f'said {today.isoformat()}'}]"


def _is_other(text: str, said: re.Match[str]) -> bool:
    return "가" <= said[0][-1] <= "힣" and _OTHER_WORD.match(text, said.end()) is not None


def _local_day(at: datetime, timezone: str) -> date:
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    try:
        return at.astimezone(ZoneInfo(timezone)).date()
    except (KeyError, ValueError, OSError, OverflowError):
        # No such zone, or no such day in it: the day is still better than none.
        return at.date()


def _meant(said: re.Match[str], today: date) -> str | None:
    word = (said["word"] or "").lower()
    ago = (said["ago"] or said["il"] or "").lower()
    try:
        if word in _DAYS:
            return (today + timedelta(days=_DAYS[word])).isoformat()
        if ago:
            return (today - timedelta(days=_NUMBERS.get(ago) or int(ago))).isoformat()
        if word in _MONTHS:
            month = today.year * 12 + today.month - 1 + _MONTHS[word]
            return date(month // 12, month % 12 + 1, 1).isoformat()[:7]
        if word in _YEARS:
            return date(today.year + _YEARS[word], 1, 1).isoformat()[:4]
    except (OverflowError, ValueError):
        # Before the first year or after the last there is no such day.
        return None
    return None
