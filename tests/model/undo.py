"""Undo: what claims wrote is taken back, as if they had never been."""

from collections.abc import Collection

from model.world import World


def undo(world: World, numbers: Collection[int]) -> None:
    """Their sayings, drops, links, support and coverage go; their threads are owed at once."""
    for place, covered in list(world.coverage.items()):
        covered.claims = {key: n for key, n in covered.claims.items() if n not in numbers}
        if covered.current not in covered.claims:
            covered.current = None
        if not covered.claims:
            del world.coverage[place]
    for facts in world.facts.values():
        facts.links = [link for link in facts.links if link.claim not in numbers]
        facts.drops = [drop for drop in facts.drops if drop.claim not in numbers]
        facts.keep_support(lambda support: support.claim not in numbers, undone=True)
        going = [saying.id for saying in facts.sayings.values() if saying.claim in numbers]
        facts.without(going, undone=True)
    world.undone |= set(numbers)
    for thread_id in {world.claims[number].thread_id for number in numbers}:
        row = world.rows.get(thread_id)
        standing = world.standing(thread_id)
        if row and standing and row.user_id == standing.user_id:
            row.user_messages, row.eligible_at = standing.user_messages, standing.eligible_at
