"""Short ids: what a model is shown in the place of the real ones, which it never sees."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar
from unicodedata import normalize

_Named = TypeVar("_Named")
_LONGEST = 80
_MOST_TOLD = 5


def resolved(names: Iterable[str], shown: Mapping[str, _Named]) -> tuple[list[_Named], list[str]]:
    """What the names stand for, and those that stand for nothing that was shown.

    Several in one, as "m1, m3", are several.
    """
    each = (one for name in names for one in name[:_LONGEST].split(","))
    wanted = dict.fromkeys(one.strip("[]()#., ").lower() for one in each)
    found = [shown[name] for name in wanted if name in shown]
    return found, [name for name in wanted if name and name not in shown]


def strangers(names: Iterable[str], taken: Collection[str]) -> tuple[str, ...]:
    """Names that stood for nothing, so written that they are none of the real ones either."""
    real = {_folded(one) for one in taken}
    return tuple(_stranger(name, real) for name in names)


def left_out(names: list[str], where: str) -> str:
    """What a receipt says of names that stood for nothing; nothing if there are none."""
    if not names:
        return ""
    more = len(names) - _MOST_TOLD
    told = ", ".join(names[:_MOST_TOLD]) + (f" and {more} more" if more > 0 else "")
    return f"unknown in {where} left out: {told}"


def _stranger(name: str, real: Collection[str]) -> str:
    while _folded(name) in real:
        name = f"unknown {name}"
    return name


def _folded(name: str) -> str:
    """A name as loosely as anything compares it."""
    return "".join(one for one in normalize("NFKC", name).casefold() if one.isalnum()) or name
