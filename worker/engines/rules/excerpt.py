"""The telling part of a sentence: a faithful quote that ends where a word does."""

import re

from worker.text import is_inside

LIMIT = 400
# A sentence that is not longer is kept whole.
LONG = 110
# A cut looks no further back than this for a space or for the edge of a character.
_BACK = 80
# What negates, doubts, limits or sets a condition, in English and Korean.
MATTERS = re.compile(
    r"\b(?:not|no|never|none|nobody|nothing|neither|nor|without|\w+n['’]?t|cannot|hardly|barely"
    r"|if|unless|until|till|while|whether|except|but|though|although|however|instead|despite"
    r"|only|almost|nearly|maybe|perhaps|probably|possibly|might|may|could|would|should|seems?"
    r"|apparently|supposedly|think|guess|believe|hope|hopefully|suppose|wish|doubt|unsure"
    r"|kind of|sort of|used to|when|whenever|once|after|before|since|jk|kidding)\b|안|못|않|없|아니"
    r"|지만|면|때|아마|것 같",
    re.IGNORECASE,
)
# Words before a statement that say nothing of it, and a name that is called.
_OPENS = (
    r"(?:well|hi|hey|hello|hiya|ok|okay|yes|yeah|yep|yup|oh|ah|aw+|wow|w(?:h)?oah?|ha(?:ha)+"
    r"|lol|hm+|btw|by the way|fyi|so|and|also|anyway|thanks(?: so much| a lot| again)?"
    r"|thank you|thx|sure|cool|great|nice|awesome|congrats|absolutely|definitely|exactly"
    r"|totally|of course|for sure|guess what|you know|woo ?hoo|yay|man|dude|good (?:morning"
    r"|evening|point|idea|question|to see you))"
)
_NAMED = r"(?:,? (?-i:[A-Z])[\w'’-]{1,20}(?=[,!:.?—–]| - |$))?"
_OPENER = re.compile(
    rf"{_OPENS}\b{_NAMED}(?:(?:[,!:.…—–]+| -+) +(?=\S)| +(?=(?:i|we|my|our)\b))", re.IGNORECASE
)
_ONLY_OPENS = re.compile(rf"(?:{_OPENS}\b{_NAMED}[\s,!.…-]*)+|(?-i:[A-Z])\w+[!.,…]+", re.IGNORECASE)
# Between two parts of a sentence each of which stands by itself.
_APART = re.compile(r"(?:[,;] (?:and|so)|;| [-–—]+|[—–]) $", re.IGNORECASE)
_PARTS = re.compile(
    r"(?:[,;]? and (?=(?:i|we|it|they|he|she|the|my|our|that|this)\b)|; | [-–—]+ |[—–]"
    r"|, (?:and|so|which) |: )",
    re.IGNORECASE,
)


def excerpt(text: str, start: int, said: int, end: int) -> str:
    """The telling part of `text[:end]` on one line, "…" where something is left out.

    Greetings and other words that open a sentence go. Of a sentence longer than LONG so does a
    part that stands by itself, before `start`, where the telling clause begins, or after `said`,
    where the words that matter end. No part goes that negates, doubts or sets a condition, so
    what is kept means what was said; nor is anything longer than LIMIT.
    """
    text = text[:end].rstrip()
    opened = opening(text)
    if len(text) - opened > LONG:
        lead = _lead(text, opened, start)
        tail = _tail(text, lead, said)
        text = ("…" if lead > opened else "") + text[lead:tail] + ("…" if tail < len(text) else "")
        start, said = max(0, start - lead), max(0, said - lead)
    else:
        text = text[opened:]
        start, said = max(0, start - opened), max(0, said - opened)
    if len(text) <= LIMIT:
        return text
    lead_in = ""
    if start and said > LIMIT - _BACK:
        lead_in, text = "…", text[start:].lstrip()
    return lead_in + _shortened(text, LIMIT - len(lead_in))


def opening(text: str) -> int:
    """Where a sentence begins after greetings, thanks, names called and the like."""
    at = 0
    while (opener := _OPENER.match(text, at)) and opener.end() > at:
        at = opener.end()
    return at


def is_opening(text: str) -> bool:
    """Whether a sentence is nothing but a greeting, thanks or a name called."""
    return len(text) < 80 and _ONLY_OPENS.fullmatch(text) is not None


def _lead(text: str, opened: int, start: int) -> int:
    """Where to begin, when what comes before the telling clause stands by itself."""
    before = text[opened:start]
    apart = _APART.search(before)
    return start if apart and not MATTERS.search(before) else opened


def _tail(text: str, lead: int, said: int) -> int:
    """Where to end: at the last part that keeps the whole short, if what follows may go."""
    best = len(text)
    for part in _PARTS.finditer(text, said):
        if MATTERS.search(text, part.start()):
            continue
        if part.start() - lead <= LONG or best == len(text):
            best = part.start()
        if part.start() - lead > LONG:
            break
    return best


def _shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    at = limit - 1
    lowest = max(1, at - _BACK)
    for candidate in range(at, lowest, -1):
        if text[candidate].isspace() and not is_inside(text, candidate):
            return text[:candidate].rstrip() + "…"
    while at > 0 and is_inside(text, at):
        at -= 1
    return text[:at] + "…" if at else ""
