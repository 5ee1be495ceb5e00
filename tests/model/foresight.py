"""What readers may still see between a change and the fold that follows it."""

from dataclasses import dataclass

from model.facts import Saying
from model.state import PENDING, SOUND
from model.world import World


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Hashes: `may` be shown before the fold at the most, and `must` be at the least."""

    may: frozenset[str]
    must: frozenset[str]


def foresee(world: World, user_id: str) -> Foreseen:
    """Nothing that the fold will take away or find stale may be shown; what is untouched must."""
    if not world.product.user(user_id).memory_enabled:
        return Foreseen(frozenset(), frozenset())
    facts = world.facts[user_id]
    state = world.state(user_id)
    found: dict[str, set[str]] = {}
    touched = set()
    for saying in facts.sayings.values():
        if any(place[0] in world.named_threads for place in saying.sources):
            touched.add(saying.hash)
        if how := _foreseen(world, saying):
            found.setdefault(saying.hash, set()).add(how)
    sound = {key for key, hows in found.items() if SOUND in hows and PENDING not in hows}
    resting: dict[str, set[str]] = {}
    for support in facts.support:
        resting.setdefault(support.reflection, set()).add(support.observation)

    may = sound | {reflection for reflection, on in resting.items() if on & sound}
    must = {row.hash for row in state.rendered() if row.hash not in touched}
    left = {
        row.hash
        for row in state.observations.values()
        if not row.stale and row.superseded_by is None and row.hash not in touched
    }
    must |= {
        row.hash for row in state.reflections.values() if row.rendered and resting[row.hash] & left
    }
    return Foreseen(frozenset(may), frozenset(must))


def _foreseen(world: World, saying: Saying) -> str | None:
    """How a saying will stand after the fold; None if it will be gone."""
    left = {}
    for place, source in saying.sources.items():
        now = world.product.text_hash(*place)
        if now is not None:
            left[place] = source
            covered = world.coverage.get(place)
            if covered is None or now not in covered.claims:
                return PENDING
        elif source.needed:
            return None
    if not left:
        return None
    sounds = {
        place for place, source in left.items() if world.product.text_hash(*place) == source.hash
    }
    needed = {place for place, source in left.items() if source.needed}
    return SOUND if sounds and needed <= sounds else "past"
