"""Which branch of a conversation stands, where answers were regenerated and prompts edited."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime

_BEFORE_ALL = datetime.min.replace(tzinfo=UTC)


def path_to(leaf: str, parents_of: Callable[[str], Iterable[str]]) -> tuple[list[str], bool]:
    """The ids from the root to the leaf, and whether the way up was a circle.

    `parents_of` says where an id may hang, the likeliest first.
    """
    path, passed = [leaf], {leaf}
    while True:
        parents = list(parents_of(path[-1]))
        parent = next((one for one in parents if one not in passed), None)
        if parent is None:
            return path[::-1], bool(parents)
        path.append(parent)
        passed.add(parent)


def newest_leaf(times: Mapping[str, datetime | None], inner: Iterable[str]) -> str | None:
    """The newest id under which nothing hangs, the later one of the file where times are equal.

    `inner` are ids with something under them. If that is all of them, the newest of all.
    """
    order = {an_id: place for place, an_id in enumerate(times)}
    leaves = times.keys() - set(inner) or times.keys()
    return max(leaves, key=lambda one: (times[one] or _BEFORE_ALL, order[one]), default=None)
