"""Undo: what claims wrote is taken back, as if they had never been."""

from collections.abc import Collection

from model.facts import Facts
from model.world import World


def built_on(world: World, numbers: Collection[int]) -> list[int]:
    """Other claims that built on what these alone said, so that it would fall with them."""
    return sorted(
        {
            claim
            for facts in world.facts.values()
            for claim in _built_on(facts, numbers)
            if claim not in numbers
        }
    )


def _built_on(facts: Facts, numbers: Collection[int]) -> set[int]:
    said = {saying.hash for saying in facts.sayings.values() if saying.claim in numbers}
    going = said - {saying.hash for saying in facts.sayings.values() if saying.claim not in numbers}
    staying = {
        support.reflection
        for support in facts.support
        if support.claim not in numbers and support.observation not in going
    }
    going_reflections = facts.reflections.keys() - staying
    return (
        {support.claim for support in facts.support if support.observation in going}
        | {drop.claim for drop in facts.drops if drop.hash in going}
        | {
            link.claim
            for link in facts.links
            if link.kind == "replaces reflection" and link.older in going_reflections
        }
        | {
            link.claim
            for link in facts.links
            if link.kind != "replaces reflection" and {link.newer, link.older} & going
        }
    )


def undo(world: World, numbers: Collection[int]) -> None:
    """Their sayings, drops, links, support and coverage go; their threads are owed at once."""
    threads = {
        thread_id
        for (thread_id, _), covered in world.coverage.items()
        if set(covered.claims.values()) & set(numbers)
    }
    every = world.facts.values()
    wrote = [world.claims[n] for n in numbers if any(_wrote(facts, n) for facts in every)]
    threads |= {held.thread_id for held in wrote if held.named}
    for facts in world.facts.values():
        facts.links = [link for link in facts.links if link.claim not in numbers]
        facts.drops = [drop for drop in facts.drops if drop.claim not in numbers]
        facts.keep_support(lambda support: support.claim not in numbers, undone=True)
        going = [saying.id for saying in facts.sayings.values() if saying.claim in numbers]
        facts.without(going, undone=True)
    _take_back_coverage(world, numbers)
    for thread_id in threads:
        if thread_id in world.product.threads:
            world.refresh(thread_id)


def _wrote(facts: Facts, number: int) -> bool:
    return (
        any(saying.claim == number for saying in facts.sayings.values())
        or any(drop.claim == number for drop in facts.drops)
        or any(link.claim == number for link in facts.links)
        or any(support.claim == number for support in facts.support)
    )


def _take_back_coverage(world: World, numbers: Collection[int]) -> None:
    """A text that another claim read as well, as what it said of it shows, stays read."""
    others: dict[tuple[tuple[str, str], str], int] = {}
    for facts in world.facts.values():
        for saying in facts.sayings.values():
            for place, source in saying.sources.items():
                first = others.get((place, source.hash), saying.id)
                others[place, source.hash] = min(first, saying.id)
    said_by = {
        saying.id: saying.claim
        for facts in world.facts.values()
        for saying in facts.sayings.values()
    }
    for place, covered in list(world.coverage.items()):
        for text, number in list(covered.claims.items()):
            if number not in numbers:
                continue
            if (place, text) in others:
                covered.claims[text] = said_by[others[place, text]]
            else:
                del covered.claims[text]
        if covered.current not in covered.claims:
            covered.current = None
        if not covered.claims:
            del world.coverage[place]
