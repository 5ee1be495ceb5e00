"""Text at its boundaries: what Postgres or an API would refuse, and what a terminal would obey."""

import re
from typing import Any

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
