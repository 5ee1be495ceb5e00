"""Whether a content is one fact.

What an engine quotes is one saying, whatever is in it. What a model writes should be a fact a line,
or an edit of one message would take the others with it. Only what is certain is refused: a list,
or sentences that each name their own subject. "It", "they" and "that" go on with what came before.
"""

import re

from worker.judge.wording import LABEL, SAID

_LINE_BREAK = re.compile(r"[\n\r\v\f\x85\u2028\u2029]+")
_LISTED_LINE = re.compile(r"\s*(?:[-*•·‣▪◦–—]|\(?[0-9]{1,2}[.)]|[a-h][.)])\s+\S")
_BULLET = re.compile(r"(?:^|\s)[•‣▪◦]\s+\S")
# Not "1. Mai bis 2. Mai".
_NUMBERED = re.compile(
    r"(?:^|: ?)(?:\(?1[.)]) (?!bis|und|platz|jan|feb|m[äa]r|apr|mai|jun|jul|aug|sep|okt|nov|dez)"
    r".{1,2000}?\s\(?2[.)] \S",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:^|\s)\(?[0-9]{1,2}[.)] ")
_QUOTATION = re.compile(r"[\"“„«「『][^\"“”„«»「」『』]{0,2000}[\"”“»」』]")
_BREAK = re.compile(r"(?<=[.!?。！？])\s+|(?<=[。！？])(?=\w)|;\s+")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|mt|vs|approx|no|nr|inc|ltd|co|jr|sr|dra?|sra?|ca|bzw"
    r"|e\.g|i\.e|z\.b|u\.s|(?-i:[ABD-HJ-Z]))\.$",
    re.IGNORECASE,
)
_OWN_SUBJECT = re.compile(
    r"(?:(?:the )?user\b(?! (?:interface|name|id|story|stories)\b)|i(?:'m|'ve|'d|'ll)?\b|my\b"
    r"|we\b|our\b|(?:el |la )?usuari[oa]\b|yo\b|mis?\b|me gusta|(?:der |die )?(?:be)?nutzer"
    r"|ich\b|meine?\b|wir\b|unsere?\b"
    r"|사용자|유저|저는|나는|난|제|제가|내|내가|우리|저희)",
    re.IGNORECASE,
)
_OWN_VERB = re.compile(
    r"(?:is|has|lives|works|likes|loves|hates|prefers|owns|wants|uses|plays|speaks|needs|studies"
    r"|plans|moved|bought|started|enjoys|dislikes)\b",
    re.IGNORECASE,
)
_EXACTLY = re.compile(r"(?:likes|loves|hates|prefers|wants|needs|enjoys|dislikes)\b", re.IGNORECASE)
# These go on with the sentence before, or say nothing without it.
_GOES_ON = re.compile(
    r"\b(?:it|its|that|this|these|those|they|them|their|he|him|his|she|her|there|then|so|too|either"
    r"|neither|instead|otherwise|both|mean|think|guess|eso|esto|ello|all[ií]|das|dies|davon|dort"
    r"|damit|daher|deshalb)\b|\b(?:do|did|does|am|was|can|could|will|would|have|should)[.!]*$|그래서|그것|그건|그거|거기|그런데|이건|그렇",
    re.IGNORECASE,
)
_WORD = re.compile(r"\w+(?:['’]\w+)*")


def holds_several(content: str) -> bool:
    """Whether a content, as it was proposed, surely holds more than one fact."""
    lines = [line for line in _LINE_BREAK.split(content.strip()) if line.strip()]
    if sum(_LISTED_LINE.match(line) is not None for line in lines) > 1:
        return True
    # As it will be kept: a second space after the label hides none.
    text = _QUOTATION.sub(" … ", " ".join(" ".join(lines).split()))
    label = LABEL.match(text)
    text = text[label.end() :] if label and not text.startswith(SAID) else text
    if len(_BULLET.findall(text)) > 1 or _is_numbered(text):
        return True
    first, *more = _sentences(text) or [""]
    own = [sentence for sentence in more if _is_own(sentence)]
    # "User likes tea; prefers green" says one thing more exactly; a third part is a list.
    goes_on = len(more) == 1 and ";" in text and _EXACTLY.match(more[0]) is not None
    return _is_own(first) and bool(own) and not goes_on


def _is_numbered(text: str) -> bool:
    """Whether there is a numbered list of facts: a ranking of names is one fact."""
    found = _NUMBERED.search(text)
    if not found:
        return False
    items = _NUMBER.split(text[found.start() :])[1:]
    return found.start() == 0 or any(map(_is_own, items))


def _sentences(text: str) -> list[str]:
    found: list[str] = []
    for part in _BREAK.split(text):
        if found and _ABBREVIATION.search(found[-1][-12:]):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return [sentence for sentence in found if sentence]


def _is_own(sentence: str) -> bool:
    """Whether a sentence could stand alone."""
    label = LABEL.match(sentence)
    sentence = sentence[label.end() :] if label else sentence
    begins = _OWN_SUBJECT.match(sentence) or _OWN_VERB.match(sentence)
    least = 2 if "가" <= sentence[:1] <= "힣" else 3
    return (
        (begins is not None or label is not None)
        and len(_WORD.findall(sentence)) >= least
        and not _GOES_ON.search(sentence)
    )
