"""Text at its boundaries: what Postgres or an API would refuse, and what a terminal would obey."""

import re
import unicodedata
from typing import Any

_JOINER = "\u200d"
_SURROGATES = re.compile("[\ud800-\udfff]")
# What moves a cursor, ends a line, or turns the direction of reading.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def clean(text: str) -> str:
    """The text without NUL, each lone surrogate replaced by U+FFFD; everything else as it was.

    A pair of surrogates that JSON escapes left apart is joined into the character it means.
    """
    # First, or a NUL taken out would make a pair of two that are none.
    if _SURROGATES.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\x00", "")


def clean_all(value: Any) -> Any:
    """The same JSON value with every string in it, keys too, cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_all(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): clean_all(item) for key, item in value.items()}
    return value


def visible(text: str) -> str:
    """The text with every character that a terminal would obey spelled out, such as \\x1b.

    New lines and tabs stay.
    """
    return _OBEYED.sub(_spelled, text)


def visible_json(text: str) -> str:
    """The same for JSON text, which means the same value after it."""
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _spelled(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def tokens(text: str) -> int:
    """About how many tokens a model would count: a quarter of the UTF-8 bytes, rounded up.

    Bytes rather than characters, since a Korean character costs about what three Latin ones do.
    The SQL function reflection.tokens says the same.
    """
    return -(-len(text.encode("utf-8", "replace")) // 4)


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
