"""Words of one language that mean a date, or only look as if they did."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from worker.judge.dates.meaning import Meaning, unsure

# A cue ("will", "every") counts within its own sentence, and no further off than this.
_NEAR = 200
_SENTENCE_END = re.compile(r"[.!?;。！？](?=\s|$)")


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words (a regular expression) and what they mean; no meaning is a false friend.

    The groups `n` and `day` in the words are a number and a weekday. `plain` words mean the whole
    of the day, week, month or year and nothing else. Where `habit` is found in the sentence they
    mean no date; where `sure` is missing, or `doubt` found, they mean no certain one.
    """

    words: str
    meaning: Meaning | None
    plain: bool = True
    habit: re.Pattern[str] | None = None
    sure: re.Pattern[str] | None = None
    doubt: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """Where a text has such words, what they mean, and the number and weekday in them."""

    start: int
    end: int
    meaning: Meaning | None
    plain: bool
    number: int
    weekday: int


class Language:
    """The phrases of one language; of those that begin at one place the first listed is meant."""

    def __init__(
        self,
        phrases: Sequence[Phrase],
        numbers: Mapping[str, int],
        weekdays: Sequence[str],
        *,
        hint: str,
        end: str = r"(?![\w-])",
    ) -> None:
        """`weekdays` are the beginnings of their names, Monday first; `end` is what follows.

        A text in which `hint` is not found has none of the phrases.
        """
        self._hint = re.compile(hint, re.IGNORECASE)
        self._phrases = [(phrase, re.compile(phrase.words, re.IGNORECASE)) for phrase in phrases]
        branches = "|".join(
            f"(?P<p{place}>{_without_names(phrase.words)})" for place, phrase in enumerate(phrases)
        )
        self._any = re.compile(rf"(?<![\w-])(?=\w)(?:{branches}){end}", re.IGNORECASE)
        self._numbers = numbers
        self._weekdays = tuple(weekdays)

    def find(self, text: str) -> Iterator[Found]:
        """The phrases in a text, in order, none of them inside another."""
        if not self._hint.search(text):
            return
        for said in self._any.finditer(text):
            phrase, words = self._phrases[int((said.lastgroup or "p0")[1:])]
            meaning = phrase.meaning
            if meaning and (phrase.habit or phrase.sure or phrase.doubt):
                sentence = _sentence(text, said.start(), said.end())
                if phrase.habit and phrase.habit.search(sentence):
                    meaning = None
                elif (phrase.sure and not phrase.sure.search(sentence)) or (
                    phrase.doubt and phrase.doubt.search(sentence)
                ):
                    meaning = unsure
            parts = words.match(said[0])
            named = parts.groupdict() if parts else {}
            yield Found(
                *said.span(),
                meaning,
                phrase.plain,
                self._number(named.get("n") or ""),
                self._weekday(named.get("day") or ""),
            )

    def _number(self, word: str) -> int:
        word = word.lower()
        return self._numbers.get(word) or (int(word) if word.isdecimal() else 1)

    def _weekday(self, word: str) -> int:
        word = word.lower()
        places = (at for at, name in enumerate(self._weekdays) if word.startswith(name))
        return next(places, 0)


def _without_names(words: str) -> str:
    return re.sub(r"\(\?P<\w+>", "(?:", words)


def _sentence(text: str, start: int, end: int) -> str:
    before = text[max(0, start - _NEAR) : start]
    after = text[end : end + _NEAR]
    begins = max((stop.end() for stop in _SENTENCE_END.finditer(before)), default=0)
    ends = _SENTENCE_END.search(after)
    return before[begins:] + text[start:end] + (after[: ends.start()] if ends else after)
