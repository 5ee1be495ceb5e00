"""Cron expressions as Kubernetes reads them: five fields, Sunday is 0, no second Sunday 7."""

import re
from collections.abc import Iterator

MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]
FIELDS: dict[str, tuple[int, int, list[str]]] = {
    "minute": (0, 59, []),
    "hour": (0, 23, []),
    "day of the month": (1, 31, []),
    "month": (1, 12, MONTHS),
    "day of the week": (0, 6, DAYS),
}
ITEM = re.compile(r"(?:\*|(\w+)(?:-(\w+))?)(?:/(\d+))?", re.ASCII)


def refused(expression: str) -> Iterator[str]:
    """What is wrong with an expression, field by field."""
    fields = expression.split()
    if len(fields) != len(FIELDS):
        yield f"{expression!r} has {len(fields)} fields, not {len(FIELDS)}"
        return
    for field, (name, (low, high, words)) in zip(fields, FIELDS.items(), strict=True):
        for item in field.split(","):
            found = ITEM.fullmatch(item)
            ends = [_number(end, low, words) for end in found.groups()[:2] if end] if found else []
            if (
                found is None
                or any(end is None or not low <= end <= high for end in ends)
                or (len(ends) == 2 and ends != sorted(ends, key=lambda end: end or 0))
                or (found[3] is not None and int(found[3]) == 0)
            ):
                yield f"{item!r} cannot be a {name}"


def _number(word: str, low: int, words: list[str]) -> int | None:
    if word.isdigit():
        return int(word)
    return words.index(word.upper()) + low if word.upper() in words else None
