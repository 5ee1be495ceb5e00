"""What must never become durable memory, whoever pasted it.

Keys are known by their shape, passwords by the words before them, cards and national ids by their
figures. Every pattern is bounded or ends where a word does, so that no text makes it slow.
"""

import re
from collections.abc import Iterable

from worker.judge import secret_shapes as shapes

SECRET = "[secret]"  # noqa: S105 - what is left of one

# Figures of other scripts and full width, so that a card is one however it is typed.
_FIGURES = {
    ord(figure): str(place)
    for figures in ("０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९")
    for place, figure in enumerate(figures)
}
_SHORTEST = 4


def redact(text: str) -> str:
    """The text with "[secret]" in the place of each key, token, password, card and national id."""
    text = shapes.KEYS.sub(SECRET, text)
    for named in shapes.NAMED:
        text = named.sub(rf"\1{SECRET}", text)
    return _without_numbers(text)


def passwords(text: str) -> frozenset[str]:
    """The passwords and codes that a text tells, however it is written elsewhere.

    A plain word is none: "my password is summer" makes no secret of the season.
    """
    found: set[str] = set()
    for named in shapes.NAMED:
        for told in named.finditer(text):
            value = told[0].removeprefix(told[1]).strip(" \"'“”`")
            if len(value) >= _SHORTEST and not value.isalpha():
                found.add(value)
    return frozenset(found)


def without(text: str, values: Iterable[str]) -> str:
    """The text with "[secret]" in the place of each of the values."""
    # The longer first, since one may begin with another.
    for value in sorted(values, key=len, reverse=True):
        if value in text:
            text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", SECRET, text)
    return text


def _without_numbers(text: str) -> str:
    """The text without card numbers and national ids."""
    parts: list[str] = []
    at = 0
    for found in shapes.NUMBERS.finditer(text.translate(_FIGURES)):
        start, end = found.span(found.lastgroup or 0)
        if start >= at and (found.lastgroup != "card" or _is_card(found["card"])):
            parts += [text[at:start], SECRET]
            at = end
    parts.append(text[at:])
    return "".join(parts)


def _is_card(text: str) -> bool:
    """Whether the digits pass the check that card numbers do (Luhn)."""
    total = 0
    for place, digit in enumerate(int(one) for one in reversed(text) if one in "0123456789"):
        total += digit if place % 2 == 0 else digit * 2 - 9 * (digit > 4)
    return total % 10 == 0
