"""Korean words that mean a date."""

import re
from datetime import timedelta

from worker.judge.dates import meaning as means
from worker.judge.dates.phrase import Language, Phrase

_DAYS_OF = {
    "하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "닷새": 5, "엿새": 6, "이레": 7, "여드레": 8,
    "아흐레": 9, "열흘": 10, "보름": 15,
}  # fmt: skip
_NUMBERS = _DAYS_OF | {
    "한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9,
    "열": 10, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "칠": 7, "팔": 8, "구": 9,
    "십": 10,
}  # fmt: skip
_DIGITS = r"(?P<n>[0-9]{1,4})"
_NATIVE = r"(?P<n>[0-9]{1,4}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)"
_SINO = r"(?P<n>[0-9]{1,4}|일|이|삼|사|오|육|칠|팔|구|십)"
_DAY = r"(?P<day>[월화수목금토일])(?:요일|욜)"
_ANY_DAY = r"[월화수목금토일](?:요일|욜)"
_PART = r" ?(?:아침|저녁|밤|오전|오후|새벽|점심|낮)"
_HABIT = re.compile(r"매주|매일|매번|마다|항상|늘|언제나|보통|주로|대개|자주|가끔|절대")
# Particles follow a word without a space; other syllables make it another word.
_END = (
    r"(?![A-Za-z0-9_-])(?=(?:은|는|이|가|을|를|에|의|도|부터|까지|쯤|만|엔|로|과|와|인|에는|에도|에만|에서"
    r"|부터는|까지는|까지도|쯤에|이다|이에요|예요|입니다|이야|야|인데|이라|이라서|라서|보다|처럼|이랑"
    r"|랑|하고|즈음|정도|이었어|였어)?(?![가-힣]))"
)


def _counted(words: str, ago: means.Meaning, ahead: means.Meaning) -> list[Phrase]:
    return [Phrase(rf"{words} ?전", ago), Phrase(rf"{words} ?(?:뒤|후)", ahead)]


_FALSE_FRIENDS = [
    Phrase(r"이달의 소녀|오늘의집|그제(?:서)?야", None),
    Phrase(rf"매주 ?{_ANY_DAY}(?:[ ,·/]{{0,2}}{_ANY_DAY}){{0,6}}|{_ANY_DAY}마다", None),
    Phrase(rf"{_ANY_DAY}(?:부터|에서| ?[~-]) ?{_ANY_DAY}(?:까지)?", None),
]
_DAYS = [
    *(
        Phrase(rf"(?:{words}){_PART}", means.day(offset), plain=False)
        for words, offset in (
            ("오늘", 0), ("어제", -1), ("내일", 1), ("모레", 2), ("그저께|그제", -2),
        )
    ),
    Phrase(r"방금(?: 전)?|아까|(?:조금|좀) 전", means.day(0), plain=False),
    Phrase(r"어젯밤|간밤|지난밤", means.day(-1), plain=False),
    Phrase(r"그끄저께|그끄제", means.day(-3)),
    Phrase(r"그저께|그제", means.day(-2)),
    Phrase(r"어제", means.day(-1)),
    Phrase(r"오늘", means.day(0)),
    Phrase(r"내일모레", means.unsure),
    Phrase(r"내일", means.day(1)),
    Phrase(r"모레", means.day(2)),
    Phrase(r"글피", means.day(3)),
    *_counted(rf"(?P<n>{'|'.join(_DAYS_OF)})", means.days(-1), means.days(1)),
    *_counted(rf"{_DIGITS} ?일", means.days(-1), means.days(1)),
]  # fmt: skip
_WEEKS = [
    phrase
    for which, offset in (
        (r"지지난 ?주|저저번 ?주", -2), (r"(?:지난|저번) ?주", -1), (r"이번 ?주", 0),
        (r"다음 ?주|담주", 1), (r"다다음 ?주", 2),
    )
    for phrase in (
        Phrase(rf"(?:{which}) ?{_DAY}", means.weekday_of_week(offset)),
        Phrase(rf"(?:{which})", means.week(offset)),
    )
] + [
    Phrase(r"(?:지난|저번) ?주말", means.last_weekend),
    Phrase(r"이번 ?주말", means.this_weekend),
    Phrase(r"다음 ?주말", means.next_weekend),
    Phrase(rf"(?:지난|저번) ?{_DAY}", means.last_weekday),
    Phrase(rf"이번 ?{_DAY}", means.this_weekday),
    Phrase(rf"(?:다음|오는) ?{_DAY}", means.next_weekday),
    *_counted(r"(?P<n>일) ?주일", means.weeks(-1), means.weeks(1)),
    *_counted(rf"{_NATIVE} ?주일?", means.weeks(-1), means.weeks(1)),
]  # fmt: skip
_MONTHS_AND_YEARS = [
    Phrase(r"지지난 ?달|저저번 ?달", means.month(-2)),
    Phrase(r"(?:지난|저번) ?달", means.month(-1)),
    Phrase(r"이번 ?달|이달", means.month(0)),
    Phrase(r"다음 ?달|담달", means.month(1)),
    Phrase(r"다다음 ?달", means.month(2)),
    Phrase(r"재작년", means.year(-2)),
    Phrase(r"작년|지난해", means.year(-1)),
    Phrase(r"올해|금년", means.year(0)),
    Phrase(r"내년", means.year(1)),
    Phrase(r"내후년|후년", means.year(2)),
    *_counted(rf"{_NATIVE} ?(?:달|개월)", means.months(-1), means.months(1)),
    *_counted(rf"{_SINO} ?개월", means.months(-1), means.months(1)),
    *_counted(rf"{_SINO} ?년", means.years(-1), means.years(1)),
]
_MOMENTS = [
    phrase
    for unit, length in (
        (r"시간", timedelta(hours=1)), (r"분", timedelta(minutes=1)), (r"초", timedelta(seconds=1)),
    )
    for phrase in _counted(
        rf"{_NATIVE} ?{unit}", means.moments(-1, length), means.moments(1, length)
    )
]  # fmt: skip
_VAGUE = [
    Phrase(words, means.unsure)
    for words in (
        r"엊그제|엊그저께|며칠 ?(?:전|뒤|후)|얼마 ?전|오래 ?전|최근|곧|조만간|머지않아",
        r"지난번|저번|이맘때|몇 ?(?:주|달|개월|년|해|시간|분) ?(?:전|뒤|후)",
        r"(?:지난|최근|앞으로) ?(?:[0-9]{1,4}|몇|한|두|세|네) ?(?:시간|일|주일?|달|개월|년)"
        r"(?: ?동안|간)?",
        r"(?:지난|이번|다음|올) ?(?:봄|여름|가을|겨울|학기|분기|방학|휴가|명절|설|추석)",
    )
]

KOREAN = Language(
    [
        *_FALSE_FRIENDS,
        *_DAYS,
        *_WEEKS,
        *_MONTHS_AND_YEARS,
        *_MOMENTS,
        *_VAGUE,
        Phrase(_DAY, means.unsure, habit=_HABIT),
    ],
    _NUMBERS,
    tuple("월화수목금토일"),
    end=_END,
    hint="[가-힣]",
)
