"""Exports with one thing in them that is not as it should be, wherever it may stand."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

Place = tuple[str | int, ...]

any_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from(
        ["user", "system", "tool", "all", "thoughts", "2024-03-05", "u1", "a1", "c-1"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def places(value: Any, here: Place = ()) -> Iterator[Place]:
    """Where anything stands in a value, itself included."""
    yield here
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*here, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*here, index))


def damaged(value: Any, place: Place, other: Any) -> Any:
    """A copy with something else at one place."""
    if not place:
        return other
    copy = deepcopy(value)
    inner = copy
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = other
    return copy


def without(value: Any, place: Place) -> Any:
    """A copy in which nothing stands at one place any more."""
    copy = deepcopy(value)
    inner = copy
    for step in place[:-1]:
        inner = inner[step]
    del inner[place[-1]]
    return copy


def damage_to(export: list[Any]) -> st.SearchStrategy[Any]:
    """One of the export's places taken out or replaced, the whole file not."""
    inside = [place for place in places(export) if place]
    return st.one_of(
        st.builds(damaged, st.just(export), st.sampled_from(inside), any_json),
        st.builds(without, st.just(export), st.sampled_from(inside)),
    )


def as_bytes(export: Any) -> bytes:
    return json.dumps(export).encode()
