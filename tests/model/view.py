"""All that can be seen of a user, in the shape in which the database answers: see look.sql."""

from typing import Any

from model.product import day_of
from model.state import State
from model.world import World

View = dict[str, Any]
STANDS = ("observations", "reflections", "rows")
FACTS = ("sayings", "drops", "links", "support", "coverage")


def view(world: World, user_id: str) -> View:
    facts = world.facts[user_id]
    state = world.state(user_id)
    threads = {row.thread_id for row in world.rows.values() if row.user_id == user_id}
    return {
        "observations": [
            [
                row.hash,
                row.shown.content,
                row.shown.relevance,
                row.shown.origin,
                int(row.shown.observed_at.timestamp()),
                row.shown.thread_id,
                row.shown.claim,
                row.stale,
                row.superseded_by,
                row.dropped.reason if row.dropped else None,
                row.duplicate_of,
            ]
            for row in sorted(state.observations.values(), key=lambda row: row.id)
        ],
        "reflections": [
            [row.hash, int(row.created_at.timestamp()), row.superseded_by]
            for row in sorted(state.reflections.values(), key=lambda row: row.id)
        ],
        "sayings": [
            [
                saying.hash,
                saying.claim,
                sorted(
                    [*source.place, source.hash, source.needed]
                    for source in saying.sources.values()
                ),
            ]
            for saying in sorted(facts.sayings.values(), key=lambda saying: saying.id)
        ],
        "drops": [
            [drop.hash, drop.claim] for drop in sorted(facts.drops, key=lambda drop: drop.id)
        ],
        "links": sorted([link.kind, link.newer, link.older, link.claim] for link in facts.links),
        "support": sorted([s.reflection, s.observation, s.claim] for s in facts.support),
        "coverage": sorted(
            [*place, key, key == covered.current, claim]
            for place, covered in world.coverage.items()
            if place[0] in threads
            for key, claim in covered.claims.items()
        ),
        "rows": sorted(
            [
                row.thread_id,
                row.user_messages,
                int(row.eligible_at.timestamp()) if row.eligible_at else None,
                row.claim.number if row.claim else None,
            ]
            for row in world.rows.values()
            if row.user_id == user_id
        ),
        "text": text(world, user_id, state),
    }


def text(world: World, user_id: str, state: State) -> str:
    """What memory_for renders, with a dash for each id."""
    user = world.product.user(user_id)
    if not user.memory_enabled:
        return ""
    parts = []
    distilled = [row for row in state.reflections.values() if row.rendered]
    distilled.sort(key=lambda row: (row.created_at, row.id))
    if distilled:
        parts.append("\n".join(["## Reflections", *(f"- {row.content}" for row in distilled)]))
    observed = [(row.shown.observed_at, row.id, row.shown.content) for row in state.rendered()]
    lines = []
    day = None
    for at, _, content in sorted(observed):
        if (new_day := day_of(at, user.zone)) != day:
            day = new_day
            lines.append(f"### {day}")
        lines.append(f"- {content}")
    if lines:
        parts.append("\n".join(["## Observations", *lines]))
    return "\n\n".join(parts)
