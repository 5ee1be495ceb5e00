"""Whether a content tells somebody what to do.

Kept in nobody's voice it would be read as an order by every model that is shown the memory.
"""

import re
from bisect import bisect_right
from unicodedata import category, normalize

from worker.judge import instruction_words as words
from worker.judge.dates import ADDED

_LABEL = re.compile(r"user(?: said)?: ?", re.IGNORECASE)
_DAY = re.compile(rf"{ADDED}$")
_MARKUP = re.compile(r"[*~`\\]+|(?<!\w)_+|_+(?!\w)")
# Letters of other alphabets that look like Latin ones, and figures in the place of letters.
_LOOKS = str.maketrans("аеорсухіѕјһԁɡανοιτκ", "aeopcyxisjhdgavoitk")
_FIGURES = str.maketrans("013457@$", "oieastas")
_SPELLED = re.compile(r"(?<!\w)(?:\w[ .-]){4,}\w(?!\w)")
_BEGINS = re.compile(r"(?:^|[.!?:;…。！？\]>}]|\s[-–—])[\s\"'“”‘’(\[>#]*")
_QUOTATION = re.compile(r"(?<!\w)\"[^\"]{0,500}\"(?!\w)|“[^“”]{0,500}”")
_SENTENCE = re.compile(r"(?:^|[.!?…。！？])[\s\"'“”‘’(\[>#]*")
_OF_THE_USER = re.compile(r"(?:the )?user\b(?! ?[:.])", re.IGNORECASE)


def is_instruction(content: str) -> bool:
    """Whether a content tells a reader, who may be a model, what to do."""
    label = _LABEL.match(content)
    said = _plain(content[label.end() :] if label else content)
    spellings = _spellings(said)
    if any(map(words.STEERING.search, spellings)):
        return True
    # In another spelling the places are others.
    if any(map(words.OF_THE_TRADE.search, spellings[1:])) and not words.OF_THE_TRADE.search(said):
        return True
    if not label and _OF_THE_USER.match(said):
        # What somebody wrote to the user is told already as no more than that.
        said = _QUOTATION.sub("_", said)
    beginnings = [found.end() for found in _BEGINS.finditer(said)]
    if any(not _is_of_the_user(said, beginnings, at.start()) for at in words.ORDER.finditer(said)):
        return True
    sentences = [found.end() for found in _SENTENCE.finditer(said)]
    if any(
        not _is_of_the_user(said, sentences, at.start()) for at in words.OF_THE_TRADE.finditer(said)
    ):
        return True
    if any(
        words.COMMAND.match(said, at) or words.OTHER_LANGUAGES.match(said, at) for at in beginnings
    ):
        return True
    # Only where a user is quoted is "please ..." or "-해 주세요" surely addressed to the assistant.
    return label is not None and (
        any(words.PLEASE.match(said, at) or words.REQUEST.match(said, at) for at in beginnings)
        or words.KOREAN_ENDING.search(said[-80:]) is not None
    )


def _is_of_the_user(said: str, beginnings: list[int], at: int) -> bool:
    """Whether a place is in a sentence about the user: "The user says the assistant must"."""
    begins = beginnings[max(0, bisect_right(beginnings, at) - 1)]
    return _OF_THE_USER.match(said, begins) is not None


def _plain(text: str) -> str:
    """The text without its date and what only dresses it up."""
    text = normalize("NFKC", _DAY.sub("", text)).replace("’", "'")
    text = "".join(one for one in text if category(one) != "Cf")
    return " ".join(_MARKUP.sub("", text).split())


def _spellings(text: str) -> tuple[str, ...]:
    """The text, and how it reads to who sees its letters only."""
    seen = text.translate(_LOOKS)
    joined = _SPELLED.sub(lambda word: re.sub(r"[ .-]", "", word[0]), seen)
    return text, joined, joined.translate(_FIGURES)
