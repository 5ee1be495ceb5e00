"""Spanish words that mean a date."""

import re
from datetime import timedelta

from worker.judge.dates import meaning as means
from worker.judge.dates.phrase import Language, Phrase

_NUMBERS = {
    "un": 1, "una": 1, "uno": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
    "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "quince": 15,
    "veinte": 20, "treinta": 30,
}  # fmt: skip
_N = rf"(?P<n>{'|'.join(_NUMBERS)}|[0-9]{{1,4}})"
_DAY = r"(?P<day>lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)"
_ANY_DAY = r"(?:lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)"
_MORNING = r"ma[nñ]ana"
_PART = rf"(?: (?:por|en|a) la (?:{_MORNING}|tarde|noche))"
_HABIT = re.compile(
    r"\b(?:cada|todos|todas|siempre|nunca|normalmente|generalmente|suelo|suele|a menudo|a veces"
    r"|por semana|a la semana|semanalmente)\b",
    re.IGNORECASE,
)


def _phrases(meaning: means.Meaning, *words: str) -> list[Phrase]:
    return [Phrase(one, meaning) for one in words]


def _counted(unit: str, ago: means.Meaning, ahead: means.Meaning) -> list[Phrase]:
    return [
        Phrase(rf"hace {_N} {unit}", ago),
        Phrase(rf"{_N} {unit} atr[aá]s", ago),
        Phrase(rf"dentro de {_N} {unit}", ahead),
        # "En tres días" is when something will be, or how long it took.
        Phrase(rf"en {_N} {unit}", means.unsure),
    ]


def _last(noun: str, meaning: means.Meaning) -> list[Phrase]:
    article = "(?:el |la )?"
    return _phrases(meaning, rf"{article}{noun} pasad[oa]", rf"{article}pasad[oa] {noun}")


def _next(noun: str, meaning: means.Meaning) -> list[Phrase]:
    article = "(?:el |la )?"
    after = "(?:que viene|pr[oó]xim[oa]|siguiente)"
    return _phrases(meaning, rf"{article}pr[oó]xim[oa] {noun}", rf"{article}{noun} {after}")


_FALSE_FRIENDS = [
    Phrase(words, None)
    for words in (
        # "La mañana" is the morning.
        rf"(?:la|una|media|cada|las|buena) {_MORNING}s?",
        r"hoy (?:en|por) d[ií]a|de hoy en adelante",
        rf"(?:los|cada|algunos|muchos) {_ANY_DAY}(?:(?:,| y| o)(?: los)? {_ANY_DAY}){{0,6}}",
        rf"(?:de |del )?{_ANY_DAY} a {_ANY_DAY}|viernes santo|domingo de (?:ramos|resurrecci[oó]n)",
        r"tan pronto(?: como)?|lo m[aá]s pronto",
    )
]
_DAYS = [
    Phrase(rf"pasado {_MORNING}", means.day(2)),
    Phrase(rf"{_MORNING}{_PART}", means.day(1), plain=False),
    Phrase(rf"{_MORNING}", means.day(1)),
    Phrase(r"antes de ayer|anteayer|antier", means.day(-2)),
    Phrase(r"anteanoche|antenoche", means.day(-2), plain=False),
    Phrase(r"anoche", means.day(-1), plain=False),
    Phrase(rf"ayer{_PART}", means.day(-1), plain=False),
    Phrase(r"ayer", means.day(-1)),
    Phrase(rf"hoy{_PART}", means.day(0), plain=False),
    Phrase(rf"est[ae] (?:misma )?(?:{_MORNING}|tarde|noche)", means.day(0), plain=False),
    Phrase(r"hoy", means.day(0)),
    *_counted(r"d[ií]as?", means.days(-1), means.days(1)),
]
_WEEKS = [
    Phrase(rf"(?:el )?{_DAY} de la semana pasada", means.weekday_of_week(-1)),
    Phrase(rf"(?:el )?{_DAY} de esta semana", means.weekday_of_week(0)),
    Phrase(rf"(?:el )?{_DAY} de la pr[oó]xima semana", means.weekday_of_week(1)),
    Phrase(rf"(?:el )?{_DAY} de la semana que viene", means.weekday_of_week(1)),
    *_last("fin de semana", means.last_weekend),
    *_next("fin de semana", means.next_weekend),
    Phrase(r"este fin de semana", means.this_weekend),
    Phrase(r"(?:el|durante el) fin de semana", means.unsure),
    *_last("semana", means.week(-1)),
    *_next("semana", means.week(1)),
    Phrase(r"esta semana", means.week(0)),
    *_counted(r"semanas?", means.weeks(-1), means.weeks(1)),
    *_last(_DAY, means.last_weekday),
    *_next(_DAY, means.next_weekday),
    Phrase(rf"este {_DAY}", means.this_weekday),
]
_MONTHS_AND_YEARS = [
    *_last("mes", means.month(-1)),
    *_next("mes", means.month(1)),
    Phrase(r"este mes", means.month(0)),
    *_last("a[nñ]o", means.year(-1)),
    *_next("a[nñ]o", means.year(1)),
    Phrase(r"este a[nñ]o", means.year(0)),
    *_counted(r"mes(?:es)?", means.months(-1), means.months(1)),
    *_counted(r"a[nñ]os?", means.years(-1), means.years(1)),
]
_MOMENTS = [
    phrase
    for unit, length in (("horas?", timedelta(hours=1)), ("minutos?", timedelta(minutes=1)))
    for phrase in _counted(unit, means.moments(-1, length), means.moments(1, length))
]
_VAGUE = _phrases(
    means.unsure,
    r"hace (?:(?:muy )?poco|mucho|tiempo|un (?:rato|tiempo)|much[oa]s? \w+|unos? \w+|unas \w+"
    r"|algunos? \w+|algunas \w+|vari[oa]s \w+|media hora)",
    r"(?:el otro|otro) d[ií]a|recientemente|[uú]ltimamente|pronto",
    rf"(?:el|la|los|las) [uú]ltim[oa]s? (?:{_N} )?(?:d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?)",
    r"(?:est[ea]|el pr[oó]ximo|la pr[oó]xima) (?:verano|invierno|oto[nñ]o|primavera|navidad)",
    r"(?:el )?(?:verano|invierno|oto[nñ]o) pasado|(?:la )?(?:primavera|navidad) pasada",
)

SPANISH = Language(
    [
        *_FALSE_FRIENDS,
        *_DAYS,
        *_WEEKS,
        *_MONTHS_AND_YEARS,
        *_MOMENTS,
        *_VAGUE,
        Phrase(rf"(?:el )?{_DAY}(?:{_PART})?", means.unsure, habit=_HABIT),
    ],
    _NUMBERS,
    ("lunes", "martes", "mi", "jueves", "viernes", "s", "domingo"),
    hint=r"hoy|ayer|ma[nñ]ana|noche|\bhace\b|dentro de|semana|\bmes|a[nñ]o|d[ií]a|lunes|martes"
    r"|rcoles|jueves|viernes|bado|domingo|hora|minuto|pronto|recientemente|[uú]ltim|tarde|antier|pasad"
    r"|pr[oó]xim|\best[ea] ",
)
