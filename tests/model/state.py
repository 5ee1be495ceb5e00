"""How every observation and reflection of a user stands: worked out from the facts each time."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from model.facts import Coverage, Drop, Facts, Link, Place, Saying, Support

PENDING, SOUND, PAST = "pending", "sound", "past"
Walk = tuple[Any, Any, str]
"""A way up from something older: its since, its until, and the newer it leads to."""


@dataclass(slots=True)
class Observed:
    id: int
    hash: str
    shown: Saying
    stale: bool
    pending: bool
    superseded_by: str | None = None
    dropped: Drop | None = None
    duplicate_of: str | None = None

    @property
    def standing(self) -> bool:
        return not self.stale and self.superseded_by is None and self.dropped is None


@dataclass(slots=True)
class Reflected:
    id: int
    hash: str
    content: str
    created_at: datetime
    superseded_by: str | None
    rendered: bool


@dataclass(slots=True)
class State:
    observations: dict[str, Observed]
    reflections: dict[str, Reflected]

    def rendered(self) -> list[Observed]:
        return [o for o in self.observations.values() if o.standing and o.duplicate_of is None]


def status(saying: Saying, coverage: Mapping[Place, Coverage]) -> str:
    """Pending: a source is to be read anew. Sound: it still says so. Past: it no longer does."""
    some = False
    every_needed = True
    for source in saying.sources.values():
        covered = coverage.get(source.place)
        if covered is None or covered.current is None:
            return PENDING
        sound = covered.current == source.hash
        some = some or sound
        every_needed = every_needed and (sound or not source.needed)
    return SOUND if some and every_needed else PAST


class Graph:
    """Links of contents: what replaces what, and what says the same."""

    def __init__(self, links: Iterable[Link], replaces: str) -> None:
        self.newer: dict[str, list[Link]] = defaultdict(list)
        self.same: dict[str, set[str]] = defaultdict(set)
        for link in links:
            if link.kind == replaces:
                self.newer[link.older].append(link)
            elif link.kind == "repeats" and replaces == "replaces":
                self.same[link.newer].add(link.older)
                self.same[link.older].add(link.newer)

    def cluster(self, start: str) -> set[str]:
        """All that says the same as `start`, itself among it."""
        found, left = {start}, [start]
        while left:
            more = self.same.get(left.pop(), set()) - found
            found |= more
            left += more
        return found

    def walks(self, cluster: set[str], time: str) -> set[Walk]:
        """Each way up from a cluster, with since and until by the links' `time`."""
        found: set[Walk] = set()
        left = [
            (getattr(link, time), getattr(link, time), link.newer)
            for older in cluster
            for link in self.newer.get(older, ())
        ]
        while left:
            walk = left.pop()
            since, until, node = walk
            if node in cluster or walk in found:
                continue
            found.add(walk)
            left += [(getattr(link, time), until, link.newer) for link in self.newer.get(node, ())]
            left += [(since, until, same) for same in self.same.get(node, ())]
        return found


def settle(facts: Facts, coverage: Mapping[Place, Coverage]) -> State:
    observations = _observations(facts, coverage)
    return State(observations, _reflections(facts, observations))


def _observations(facts: Facts, coverage: Mapping[Place, Coverage]) -> dict[str, Observed]:
    graph = Graph(facts.links, "replaces")
    sayings: dict[str, list[tuple[Saying, str]]] = defaultdict(list)
    for saying in facts.sayings.values():
        sayings[saying.hash].append((saying, status(saying, coverage)))
    standing_times = {
        key: [saying.observed_at for saying, how in said if how != PAST]
        for key, said in sayings.items()
    }
    clusters = {key: graph.cluster(key) for key in sayings}

    observed: dict[str, Observed] = {}
    for key, said in sayings.items():
        holding = [
            walk
            for walk in graph.walks(clusters[key], "said_at")
            if any(at >= walk[0] for at in standing_times.get(walk[2], ()))
        ]
        drops = [drop for drop in facts.drops if drop.hash in clusters[key]]
        latest = max(standing_times[key], default=None)
        last_until = max((walk[1] for walk in holding), default=None)
        last_drop = max(drops, key=lambda drop: drop.id, default=None)

        def rank(
            saying_how: tuple[Saying, str],
            until: datetime | None = last_until,
            drop: Drop | None = last_drop,
        ) -> tuple[bool, bool, bool, int]:
            saying, how = saying_how
            return (
                how != SOUND,
                until is not None and saying.observed_at <= until,
                drop is not None and saying.id < drop.id,
                saying.id,
            )

        statuses = {how for _, how in said}
        row = Observed(
            id=facts.observations[key],
            hash=key,
            shown=min(said, key=rank)[0],
            stale=PENDING in statuses or SOUND not in statuses,
            pending=PENDING in statuses,
        )
        over = [w for w in holding if latest is None or w[1] >= latest]
        if over:
            row.superseded_by = max(over, key=lambda w: (w[0], facts.observations[w[2]]))[2]
        last_said = max((saying.id for saying, how in said if how != PAST), default=0)
        if last_drop and last_drop.id > last_said and row.shown.relevance != "critical":
            row.dropped = last_drop
        observed[key] = row

    for key, row in observed.items():
        before = [
            twin
            for twin in map(observed.get, clusters[key])
            if twin is not None and twin.standing and twin.id < row.id
        ]
        if before:
            row.duplicate_of = min(before, key=lambda twin: twin.id).hash
    return observed


def _reflections(facts: Facts, observations: Mapping[str, Observed]) -> dict[str, Reflected]:
    graph = Graph(facts.links, "replaces reflection")
    supports: dict[str, list[Support]] = defaultdict(list)
    for support in facts.support:
        supports[support.reflection].append(support)
    # Since when each may stand in the place of an older one.
    speaking = {
        key: [
            support.entry
            for support in resting
            if not observations[support.observation].stale
            or observations[support.observation].pending
        ]
        for key, resting in supports.items()
    }

    reflected: dict[str, Reflected] = {}
    for key, resting in supports.items():
        holding = [
            walk
            for walk in graph.walks({key}, "entry")
            if any(entry >= walk[0] for entry in speaking.get(walk[2], ()))
        ]
        last_until = max((walk[1] for walk in holding), default=0)
        latest = max(support.entry for support in resting)
        over = [walk for walk in holding if walk[1] >= latest]
        after = [support for support in resting if support.entry > last_until] or resting
        superseded_by = (
            max(over, key=lambda walk: (walk[0], facts.reflections[walk[2]]))[2] if over else None
        )
        reflected[key] = Reflected(
            id=facts.reflections[key],
            hash=key,
            content=min(resting, key=lambda support: support.entry).content,
            created_at=min(after, key=lambda support: support.entry).said_at,
            superseded_by=superseded_by,
            rendered=superseded_by is None
            and any(
                not observations[support.observation].stale
                and observations[support.observation].superseded_by is None
                for support in resting
            ),
        )
    return reflected
