"""Erasure and forgetting: what is taken out so that nothing of it comes back."""

from collections.abc import Collection
from dataclasses import replace

from model.facts import Facts, Place
from model.state import Graph
from model.world import World

REASON = "pool over target"
"""Why something was dropped is told in a model's words, which may be of what went."""


def erase_message(world: World, place: Place) -> None:
    """The message never counts again, and what was said of it goes, also with others."""
    thread_id, message_id = place
    users = _users_of(world, thread_id)
    _end_work(world, users)
    for user_id in users:
        facts = world.facts[user_id]
        _take(facts, {saying.id for saying in facts.sayings.values() if place in saying.sources})
    world.coverage.pop(place, None)
    thread = world.product.threads.get(thread_id)
    if thread and thread.messages.pop(message_id, None):
        world.named_threads.add(thread_id)
    world.buried_messages.add(place)
    if thread and thread_id in world.rows:
        world.refresh(thread_id)


def erase_thread(world: World, thread_id: str) -> None:
    """All that was said in it until now never counts again."""
    users = _users_of(world, thread_id)
    _end_work(world, users)
    for user_id in users:
        facts = world.facts[user_id]
        going = {
            saying.id
            for saying in facts.sayings.values()
            if any(place[0] == thread_id for place in saying.sources)
        }
        _take(facts, going)
    world.named_threads.discard(thread_id)
    if world.product.threads.pop(thread_id, None):
        world.named_threads.add(thread_id)
    _unname(world, {thread_id})
    world.buried_threads[thread_id] = world.now


def erase_user(world: World, user_id: str) -> None:
    """Every thread of theirs, and all that was remembered of them."""
    owners = {thread.id: thread.user_id for thread in world.product.threads.values()}
    theirs = {row.thread_id for row in world.rows.values() if row.user_id == user_id}
    own = theirs | {thread_id for thread_id, owner in owners.items() if owner == user_id}
    own |= {place[0] for s in world.facts[user_id].sayings.values() for place in s.sources}
    own |= {held.thread_id for held in world.claims if held.user_id == user_id and held.named}
    going = {t for t in own if owners.get(t, user_id) == user_id or t in theirs}

    _end_work(world, {user_id})
    world.facts[user_id] = Facts()
    _unname(world, going, user_id)
    world.named_threads -= {t for t in going if owners.get(t, user_id) == user_id}
    for thread in list(world.product.threads_of(user_id)):
        del world.product.threads[thread.id]
        world.named_threads.add(thread.id)
    world.named_users.discard(user_id)
    if world.product.users.pop(user_id, None):
        world.named_users.add(user_id)
    world.buried_users[user_id] = world.now


def forget(world: World, user_id: str, key: str) -> None:
    """A line of memory, and all that says the same, is said no more and never again."""
    facts = world.facts[user_id]
    _end_work(world, {user_id})
    if key in facts.reflections:
        gone = {key}
        _take(facts, set(), gone)
    else:
        gone = Graph(facts.links, "replaces").cluster(key)
        _take(facts, {saying.id for saying in facts.sayings.values() if saying.hash in gone})
    for forgotten in gone:
        facts.former_observations.pop(forgotten, None)
        facts.former_reflections.pop(forgotten, None)
        world.forgotten.add((user_id, forgotten))


def _users_of(world: World, thread_id: str) -> set[str]:
    """Whose a thread is or was, and whose memory came from it."""
    users = {
        user_id
        for user_id, facts in world.facts.items()
        for saying in facts.sayings.values()
        if any(place[0] == thread_id for place in saying.sources)
    }
    users |= {held.user_id for held in world.claims if held.thread_id == thread_id and held.named}
    if thread := world.product.threads.get(thread_id):
        users.add(thread.user_id)
    if row := world.rows.get(thread_id):
        users.add(row.user_id)
    return users


def _end_work(world: World, users: Collection[str]) -> None:
    """Who is at work for them has read what goes: the claim is lost."""
    for row in world.rows.values():
        if row.user_id in users:
            row.claim = None


def _unname(world: World, threads: Collection[str], user_id: str | None = None) -> None:
    """Nothing tells any more how these threads stand, or whose these claims were."""
    for thread_id in threads:
        world.rows.pop(thread_id, None)
    for place in [place for place in world.coverage if place[0] in threads]:
        del world.coverage[place]
    for held in world.claims:
        if held.thread_id in threads or held.user_id == user_id:
            held.named = False


def _take(facts: Facts, sayings: Collection[int], reflections: Collection[str] = ()) -> None:
    """Takes out sayings and these reflections, and every reflection that rested on what was said.

    It may say the same, whatever else it rests on.
    """
    touched = {facts.sayings[saying_id].hash for saying_id in sayings}
    going = {s.reflection for s in facts.support if s.observation in touched} | set(reflections)
    gone = facts.without(sayings)
    facts.keep_support(lambda support: support.reflection not in going)
    for key in gone | going:
        facts.former_observations.pop(key, None)
        facts.former_reflections.pop(key, None)
    _take_links(facts, gone | going)
    facts.drops = [replace(drop, reason=REASON) for drop in facts.drops]


def _take_links(facts: Facts, gone: Collection[str]) -> None:
    """Links that hang together with what is gone, and with nothing that is left, go."""
    beside: dict[str, set[str]] = {}
    for link in facts.links:
        beside.setdefault(link.newer, set()).add(link.older)
        beside.setdefault(link.older, set()).add(link.newer)
    nowhere = set()
    for key in gone:
        reached, left = {key}, [key]
        while left:
            more = beside.get(left.pop(), set()) - reached
            reached |= more
            left += more
        if not reached & (facts.observations.keys() | facts.reflections.keys()):
            nowhere |= reached
    facts.links = [link for link in facts.links if not {link.newer, link.older} & nowhere]
