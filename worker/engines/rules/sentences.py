"""A message as the sentences its writer said."""

import re
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import normalize

from worker.engines.rules.blocks import after_open_block, without_blocks
from worker.engines.rules.quotes import masked
from worker.records import Message
from worker.text import clean

# Far above what anybody types; the rest of a longer message is pasted, and its two ends are where
# a person speaks.
_READ = 60_000
# Decomposed Hangul and accents, as macOS sends them. Only these: to normalise a whole text is
# quadratic in a run of combining marks.
_DECOMPOSED = re.compile("[\u1100-\u11ff]{2,1000}|[A-Za-z][\u0301\u0303\u0308]")
_WRAP = 60
_SPACES = re.compile(r"[^\S\n]+")
_BREAKS = re.compile(r" ?\n ?")
_LIST_MARK = re.compile(r"^(?:[-*•·+]|#{1,6}|\(?\d{1,3}[.)]|\[[ xX]?\]) +", re.MULTILINE)
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"')\]”’»」』]*+(?=\s|$)|(?<![。！？])[。！？]++|\n+")
_ABBREVIATION = re.compile(
    # Of single letters not C, I and R, which are words, and end sentences.
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|mt|vs|approx|e\.g|i\.e|a\.k\.a|(?-i:[ABD-HJ-QS-Z])|sra?|srta"
    r"|dra|núm|p\.? ?ej|z\.? ?b|bzw|evtl|ggf|inkl|(?-i:Uds?|EE|Nr|Fr|Hr|ca|\w{0,12}[Ss]tr))\.$",
    re.IGNORECASE,
)
# What a full stop does not end in German and Spanish: an ordinal ("am 3. Mai", "im 2. Semester")
# and the first half of "z. B.", "d. h.", "p. ej.".
_BEGUN = re.compile(r"(?:^|[\s(])(?:\d{1,2}|[zdup])\.$")
_GOES_ON = re.compile(
    r" (?:Jan(?:uar)?|Feb(?:ruar)?|März|Maerz|April|Mai|Jun[io]|Jul[io]|Aug(?:ust)?|Sept(?:ember)?"
    r"|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|Klasse|Semester|Stock|Etage|Geburtstag|Monat|Woche"
    r"|Schwangerschaftswoche|Lebensjahr|Jahrhundert|Lehrjahr|Schuljahr|\d{1,2}\.|(?:B|h|a|ej)\.)"
    r"(?![^\W\d_])"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as it was said, and the same with what is quoted masked, at the same length."""

    text: str
    spoken: str
    paragraph: int


def sentences(message: Message) -> list[Sentence]:
    """What the writer of a message said, in order, code and quotations apart.

    Of a message whose middle is left out, the sentences next to the gap are cut somewhere, so
    they are left out with it.
    """
    head, tail = message.text, message.tail
    whole = message.omitted == 0 and not tail
    if whole and len(head) > 2 * _READ:
        head, tail, whole = head[:_READ], head[-_READ:], False
    if whole:
        return split(without_blocks(_readable(head)))
    head, tail = _readable(head[:_READ]), _readable(tail[-_READ:])
    if "\n>" in head or "\n>" in tail:
        # The tail may begin inside a quoted line.
        tail = tail.partition("\n")[2] if "\n" in tail else ""
    before = split(without_blocks(head))
    after = split(without_blocks(after_open_block(tail)))
    skipped = before[-1].paragraph + 1 if before else 0
    return before[:-1] + [
        Sentence(said.text, said.spoken, said.paragraph + skipped) for said in after[1:]
    ]


def split(text: str) -> list[Sentence]:
    """The sentences of a text that has no blocks in it."""
    text = _BREAKS.sub("\n", _SPACES.sub(" ", text))
    text = _unwrapped(_LIST_MARK.sub("", text)).strip()
    spoken = masked(text)
    found: list[Sentence] = []
    paragraph = 0
    start = 0
    for end in _END.finditer(spoken):
        if end[0] == "." and _goes_on(spoken, max(start, end.end() - 12), end.end()):
            continue
        _add(found, text, spoken, start, end.end(), paragraph)
        start = end.end()
        if end[0].startswith("\n\n"):
            paragraph += 1
    _add(found, text, spoken, start, len(text), paragraph)
    return found


def _goes_on(spoken: str, start: int, end: int) -> bool:
    before = spoken[start:end]
    return _ABBREVIATION.search(before) is not None or (
        _BEGUN.search(before) is not None and _GOES_ON.match(spoken, end) is not None
    )


def _add(
    found: list[Sentence], text: str, spoken: str, start: int, end: int, paragraph: int
) -> None:
    said = text[start:end]
    start += len(said) - len(said.lstrip())
    end -= len(said) - len(said.rstrip())
    if start < end:
        # A quotation may hold a line break, which is masked and so ends no sentence.
        found.append(Sentence(text[start:end].replace("\n", " "), spoken[start:end], paragraph))


def _readable(text: str) -> str:
    return _DECOMPOSED.sub(lambda apart: normalize("NFC", apart[0]), clean(text))


def _unwrapped(text: str) -> str:
    """The text with the lines that a mail program broke put together again."""
    lines = text.split("\n")
    kept = lines[:1]
    for before, line in pairwise(lines):
        goes_on = len(before) >= _WRAP and before[-1].isalnum() and line[:1].islower()
        kept.append((" " if goes_on else "\n") + line)
    return "".join(kept)
