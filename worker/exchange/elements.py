"""The elements of a JSON array, one at a time, however long the array is."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import ijson  # type: ignore[import-untyped]

# Deeper than any export; what is read has to be walked by code that calls itself.
MAX_DEPTH = 200
OPENING: Final = frozenset({"start_map", "start_array"})
CLOSING: Final = frozenset({"end_map", "end_array"})


class TooDeep:
    """Stands for an element that is nested more than MAX_DEPTH deep."""


class CutOff(Exception):  # noqa: N818 - what came before it was read
    """The JSON ends too soon, or what follows is no JSON. What stood there is never repeated."""


def events_of(blocks: Iterable[bytes]) -> Iterator[tuple[str, Any]]:
    """What a parser meets in the bytes: every event before the place where they are no JSON.

    Raises CutOff there. The parser's own words are no use, since they quote the text.
    """
    met = ijson.sendable_list()
    parser = ijson.basic_parse_coro(met, use_float=True, multiple_values=True)
    for block in blocks:
        try:
            parser.send(block)
        except (ijson.JSONError, ValueError):
            yield from met
            raise CutOff from None
        yield from met
        met.clear()
    try:
        parser.close()
    except ijson.JSONError:
        yield from met
        raise CutOff from None
    yield from met


def elements(blocks: Iterable[bytes]) -> Iterator[Any]:
    """Each element of an array as soon as it ends; a value that is no array is one element.

    Raises CutOff after the last that was whole.
    """
    inside, depth, deepest = 0, 0, 0
    builder = ijson.ObjectBuilder()
    for event, value in events_of(blocks):
        if depth == 0 and event == "start_array":
            inside = depth = 1
            continue
        if inside and depth == 1 and event == "end_array":
            inside = depth = 0
            continue
        depth += (event in OPENING) - (event in CLOSING)
        deepest = max(deepest, depth)
        if deepest <= MAX_DEPTH:
            builder.event(event, value)
        if depth == inside and event != "map_key":
            yield builder.value if deepest <= MAX_DEPTH else TooDeep
            builder, deepest = ijson.ObjectBuilder(), 0
