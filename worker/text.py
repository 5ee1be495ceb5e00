"""The one boundary at which text that Postgres or an API would refuse is made acceptable."""

import re
from typing import Any

_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """The text without NUL, each lone surrogate replaced by U+FFFD; everything else as it was.

    A pair of surrogates that JSON escapes left apart is joined into the character it means.
    """
    if "\x00" in text:
        text = text.replace("\x00", "")
    if _SURROGATES.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def clean_all(value: Any) -> Any:
    """The same JSON value with every string in it, keys too, cleaned."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_all(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): clean_all(item) for key, item in value.items()}
    return value


def tokens(text: str) -> int:
    """About how many tokens a model would count: a quarter of the UTF-8 bytes, rounded up.

    Bytes rather than characters, since a Korean character costs about what three Latin ones do.
    The SQL function reflection.tokens says the same.
    """
    return -(-len(text.encode("utf-8", "replace")) // 4)
