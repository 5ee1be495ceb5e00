"""A part of a text that ends where a word does, and never inside a character."""

import unicodedata

LIMIT = 400
_JOINER = "\u200d"
# A cut looks no further back than this for a space or for the edge of a character.
_BACK = 80


def excerpt(text: str, start: int, said: int, end: int) -> str:
    """`text[start:end]` on one line of at most LIMIT characters, "…" where something is left out.

    The words before `start` are kept when everything fits, or when the words that matter, which
    end at `said`, are near enough to the beginning.
    """
    text = text[:end].rstrip()
    if len(text) <= LIMIT:
        return text
    lead = ""
    if start and said > LIMIT - _BACK:
        lead, text = "…", text[start:].lstrip()
    return lead + _shortened(text, LIMIT - len(lead))


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


def is_inside(text: str, at: int) -> bool:
    """Whether position `at` lies inside one character as a reader sees it."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if after == _JOINER or _extends(after):
        return True
    if before == _JOINER:
        return not after.isspace()
    if _is_jamo(before) and _is_vowel_or_tail(after):
        return True
    if "가" <= before <= "힣" and _is_vowel_or_tail(after):
        return True
    if _is_flag(before) and _is_flag(after):
        # Two letters make a flag: an odd number of them before means the second is missing.
        first = at
        while first > 0 and _is_flag(text[first - 1]):
            first -= 1
        return (at - first) % 2 == 1
    return False


def _extends(character: str) -> bool:
    return (
        unicodedata.category(character).startswith("M")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
        or character == "\u200c"
    )


def _is_jamo(character: str) -> bool:
    return "\u1100" <= character <= "\u11ff"


def _is_vowel_or_tail(character: str) -> bool:
    return "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb"


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
