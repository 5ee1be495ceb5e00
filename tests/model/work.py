"""What a worker does: claims a thread, saves and commits what it found, or gives it back."""

from model.facts import Coverage, Drop, Facts, Link, Saying, Source, Support
from model.payload import Distilled, Payload, Proposed
from model.queue import Claim, Row
from model.world import World


def claim(world: World) -> Claim | None:
    """The most overdue thread whose user has no live claim, judged once more by the source."""
    busy = {row.user_id for row in world.rows.values() if row.claim}
    while True:
        due = [row for row in world.rows.values() if row.due(world.now) and row.user_id not in busy]
        if not due:
            return None
        row = min(due, key=lambda row: (row.eligible_at or world.now, row.thread_id))
        standing = world.standing(row.thread_id)
        if standing is None or standing.user_id != row.user_id:
            row.user_messages = standing.user_messages if standing else 0
            row.eligible_at = None
            continue
        row.user_messages, row.eligible_at = standing.user_messages, standing.eligible_at
        if not row.due(world.now):
            continue
        assert standing.terminal is not None
        number = len(world.claims)
        made = Claim(number, row.thread_id, row.user_id, standing.terminal, row.revision)
        world.claims.append(made)
        row.claim = made
        load(world, made)
        return made


def load(world: World, held: Claim) -> None:
    """What the thread owes now, up to where the claim ends."""
    held.loaded = {}
    thread = world.product.threads.get(held.thread_id)
    end = thread.messages.get(held.terminal) if thread else None
    if end:
        owed = [m for m in world.owed(held.thread_id) if m.place <= end.place]
        held.loaded = {message.id: message.hash for message in owed}
        held.times |= {message.id: message.at for message in owed}


def live_row(world: World, held: Claim) -> Row | None:
    """The claim's row of the claim table, if it was not lost."""
    row = world.rows.get(held.thread_id)
    return row if row and row.claim is held else None


def release(world: World, held: Claim) -> bool:
    """An operator takes the claim back, or its worker fails: nothing is written."""
    row = live_row(world, held)
    if row:
        row.claim = None
    return row is not None


def commit(world: World, held: Claim, payload: Payload) -> bool:
    row = live_row(world, held)
    if row is None:
        return False
    row.claim = None
    if row.revision == held.revision:
        row.eligible_at = None
    write(world, held, payload)
    if row.eligible_at is not None:
        standing = world.standing(held.thread_id)
        if standing and standing.user_id == row.user_id:
            row.user_messages, row.eligible_at = standing.user_messages, standing.eligible_at
    return True


def save(world: World, held: Claim, payload: Payload) -> bool:
    if live_row(world, held) is None:
        return False
    write(world, held, payload)
    return True


def unchanged(world: World, held: Claim, payload: Payload) -> set[str]:
    """Of what was loaded, what the source still has as it was."""
    thread = world.product.threads.get(held.thread_id)
    if thread is None or thread.hidden or not world.product.user(thread.user_id).memory_enabled:
        return set()
    return {
        message_id
        for message_id, key in payload.coverage.items()
        if world.product.text_hash(held.thread_id, message_id) == key
    }


def write(world: World, held: Claim, payload: Payload) -> None:
    kept = unchanged(world, held, payload)
    for message_id in kept:
        covered = world.coverage.setdefault((held.thread_id, message_id), Coverage())
        covered.current = payload.coverage[message_id]
        covered.claims[covered.current] = held.number
    facts = world.facts[held.user_id]
    for proposed in payload.observations:
        _write_observation(world, facts, held, proposed, payload, kept)
    for distilled in payload.reflections:
        _write_reflection(world, facts, held, distilled)
    _write_drops(world, facts, held, payload.drops)


def _write_observation(
    world: World,
    facts: Facts,
    held: Claim,
    proposed: Proposed,
    payload: Payload,
    kept: set[str],
) -> None:
    if (held.user_id, proposed.hash) in world.forgotten:
        return
    cited = [message_id for message_id in proposed.sources if message_id in kept]
    needs = proposed.sources if proposed.needs is None else proposed.needs
    if not cited or not set(needs) <= set(cited):
        return
    if proposed.hash not in facts.observations:
        former = facts.former_observations.pop(proposed.hash, None)
        facts.observations[proposed.hash] = former or world.next_id()
    sources = {
        (held.thread_id, message_id): Source(
            (held.thread_id, message_id), payload.coverage[message_id], message_id in needs
        )
        for message_id in cited
    }
    entry = world.next_entry()
    facts.sayings[entry] = Saying(
        id=entry,
        hash=proposed.hash,
        claim=held.number,
        thread_id=held.thread_id,
        content=proposed.content,
        relevance=proposed.relevance,
        origin=proposed.origin,
        observed_at=proposed.observed_at,
        sources=sources,
    )
    links = [("replaces", older) for older in proposed.supersedes]
    if proposed.duplicate_of:
        links.append(("repeats", proposed.duplicate_of))
    facts.links += [
        Link(kind, proposed.hash, older, proposed.observed_at, entry, held.number)
        for kind, older in links
        if older != proposed.hash
    ]


def _write_reflection(world: World, facts: Facts, held: Claim, distilled: Distilled) -> None:
    if (held.user_id, distilled.hash) in world.forgotten:
        return
    support = [key for key in distilled.support if key in facts.observations]
    if not support:
        return
    if distilled.hash not in facts.reflections:
        former = facts.former_reflections.pop(distilled.hash, None)
        facts.reflections[distilled.hash] = former or world.next_id()
    entry = world.next_entry()
    facts.support += [
        Support(distilled.hash, key, distilled.content, entry, held.number, world.now)
        for key in support
    ]
    facts.links += [
        Link("replaces reflection", distilled.hash, older, world.now, entry, held.number)
        for older in distilled.supersedes
        if older != distilled.hash
    ]


def _write_drops(world: World, facts: Facts, held: Claim, dropped: list[str]) -> None:
    state = world.state(held.user_id)
    for key in dropped:
        row = state.observations.get(key)
        if row and row.shown.relevance != "critical" and row.dropped is None:
            facts.drops.append(Drop(world.next_entry(), key, held.number, "over target"))
