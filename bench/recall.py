"""How much of what matters a memory still holds: figures that need no model to judge.

`etr` (evidence-turn recall): which share of the messages that hold a question's answer is cited by
what is shown; the mean over the questions. `all`: for how many questions every one of them is.
`atr` (answer-term recall): which share of the answer's own words stands in the lines shown, so that
citing everything gains nothing. A date counts in either form: 2026-05-07 holds "7 May 2026". The
headings of days count for no memory, or any would know most dates.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from statistics import fmean, pstdev

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_ISO = re.compile(r"\b(\d{4})-(\d\d)(?:-(\d\d))?\b")
_MONTHS = _WORD.findall(
    "january february march april may june july august september october november december"
)
_STOP = frozenset(
    _WORD.findall(
        "a an and are as at be been but by did do does for from had has have he her him his i in is"
        " it its me my no not of on or our she so that the their them then there they this to was"
        " we were what when where which who why will with would yes you your"
    )
)
_ENDINGS = ("ational", "ization", "fulness", "iveness", "ement", "ation", "ities", "ingly", "edly",
            "ness", "ment", "ing", "ies", "ive", "ion", "ity", "ed", "es", "ly", "er", "or", "s",
            "e", "y")  # fmt: skip
# What no reader of a later day can place, unless a year stands in brackets after it.
_RELATIVE = re.compile(
    r"\b(?:today|tonight|yesterday|tomorrow|this (?:morning|afternoon|evening|week(?:end)?|month"
    r"|year)|(?:last|next|past) (?:night|week(?:end)?|month|year|summer|winter|spring|fall|autumn"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|(?:\w+ ){1,3}ago|recently|lately"
    r"|the other day)\b|오늘|어제|내일|지난주|다음 ?주|작년|내년|최근",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\[[^\[\]]*\d{4}[^\[\]]*\]")
_HEADING = re.compile(r"#{2,3} ")


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked about a user's conversations, and the ids of the messages that tell it."""

    user_id: str
    answer: str
    evidence: frozenset[str]
    text: str = ""
    category: str = ""


@dataclass(frozen=True)
class Shown:
    """What a memory shows of one user within a budget, and the messages that it cites."""

    text: str
    cites: frozenset[str]
    lines: int

    @property
    def tokens(self) -> int:
        return -(-len(self.text) // 4)

    @cached_property
    def words(self) -> frozenset[str]:
        """The content words of its lines by their stems; the headings of days count for nothing."""
        lines = self.text.splitlines()
        return frozenset().union(*(_line_terms(one) for one in lines if not _HEADING.match(one)))


@dataclass(frozen=True, slots=True)
class Recall:
    """Means over questions, and of `etr` how far the users lie apart.

    `users` and `kinds` are the `etr` of the questions about each user, and of each category.
    """

    etr: float
    all: float
    atr: float
    sd: float
    users: dict[str, float]
    kinds: dict[str, float] = field(default_factory=dict)


def recall(shown: Mapping[str, Shown], questions: Iterable[Question]) -> Recall:
    """How well what is shown of each user answers the questions about them."""
    return recall_each((shown[one.user_id], one) for one in questions if one.user_id in shown)


def recall_each(shown: Iterable[tuple[Shown, Question]]) -> Recall:
    """How well what is shown for each question answers it; those without evidence do not count."""
    every: list[tuple[float, bool, float]] = []
    by_user, by_kind = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    for one, question in shown:
        if question.evidence:
            held = question.evidence & one.cites
            answer = terms(question.answer)
            said = len(answer & one.words) / len(answer) if answer else 1.0
            etr = len(held) / len(question.evidence)
            every.append((etr, held == question.evidence, said))
            by_user[question.user_id].append(etr)
            by_kind[question.category].append(etr)
    if not every:
        return Recall(0.0, 0.0, 0.0, 0.0, {})
    users = {user: fmean(ones) for user, ones in by_user.items()}
    return Recall(
        etr=fmean(one[0] for one in every),
        all=fmean(one[1] for one in every),
        atr=fmean(one[2] for one in every),
        sd=pstdev(users.values()),
        users=users,
        kinds={kind: fmean(ones) for kind, ones in sorted(by_kind.items())},
    )


def mean(recalls: Sequence[Recall]) -> Recall:
    """The mean of several tries, as of a random memory."""
    return Recall(
        etr=fmean(one.etr for one in recalls),
        all=fmean(one.all for one in recalls),
        atr=fmean(one.atr for one in recalls),
        sd=fmean(one.sd for one in recalls),
        users={user: fmean(one.users[user] for one in recalls) for user in recalls[0].users},
        kinds={kind: fmean(one.kinds[kind] for one in recalls) for kind in recalls[0].kinds},
    )


def unresolved(contents: Sequence[str]) -> float:
    """Which share of contents holds a relative date and no year in brackets."""
    left = [one for one in contents if _RELATIVE.search(one) and not _YEAR.search(one)]
    return len(left) / len(contents) if contents else 0.0


def repeated(contents: Sequence[str]) -> float:
    """Which share of contents says what one before it says: of their words three in five or more
    are the same.
    """
    before: list[frozenset[str]] = []
    twice = 0
    for content in contents:
        words = frozenset(_WORD.findall(content.lower()))
        twice += any(len(words & one) >= 0.6 * len(words | one) for one in before)
        before.append(words)
    return twice / len(contents) if contents else 0.0


def terms(text: str) -> frozenset[str]:
    """The content words of a text by their stems."""
    return frozenset(stems(text))


def stems(text: str) -> list[str]:
    """The same, once for each time that one is said."""
    spelt = _ISO.sub(_in_words, text.lower())
    return [_stem(word) for word in _WORD.findall(spelt) if word not in _STOP]


# The same lines are shown for many questions.
_line_terms = lru_cache(100_000)(terms)


def _in_words(day: re.Match[str]) -> str:
    month = int(day[2])
    name = _MONTHS[month - 1] if 1 <= month <= 12 else ""
    return f" {day[1]} {name} {int(day[3]) if day[3] else ''} "


@lru_cache(100_000)
def _stem(word: str) -> str:
    word = re.sub(r"['’]\w*$", "", word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: len(word) - len(ending)]
    return word
