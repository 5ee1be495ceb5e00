"""What a worker does: claims a thread, saves and commits what it found, or gives it back."""

from dataclasses import dataclass
from datetime import datetime

from model.facts import Coverage, Drop, Facts, Link, Saying, Source, Support
from model.payload import Distilled, Payload, Proposed
from model.queue import Claim, Row
from model.world import World


def claim(world: World) -> Claim | None:
    """The most overdue thread whose user has no live claim, judged once more by the source."""
    for row in world.rows.values():
        if row.claim and row.claim.lapsed:
            row.claim = None
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
    if live_row(world, held) is None:
        return
    thread = world.product.threads.get(held.thread_id)
    end = thread.messages.get(held.terminal) if thread else None
    if end:
        owed = [m for m in world.owed(held.thread_id) if m.place <= end.place]
        held.loaded = {message.id: message.hash for message in owed}
        held.times |= {message.id: message.at for message in owed}


def live_row(world: World, held: Claim) -> Row | None:
    """The claim's row of the claim table, if it was not lost."""
    row = world.rows.get(held.thread_id)
    return row if row and row.claim is held and not held.lapsed else None


def release(world: World, held: Claim) -> bool:
    """An operator takes the claim back: nothing is written."""
    row = world.rows.get(held.thread_id)
    if row is None or row.claim is not held:
        return False
    row.claim = None
    return True


def fail(world: World, held: Claim) -> bool:
    """The worker gives it back itself, as long as it is its own."""
    return live_row(world, held) is not None and release(world, held)


def commit(world: World, held: Claim, payload: Payload) -> bool:
    row = live_row(world, held)
    if row is None or held.thread_id not in world.product.threads:
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
        and not world.is_erased(thread, thread.messages[message_id])
    }


def write(world: World, held: Claim, payload: Payload) -> None:
    if not world.product.user(held.user_id).memory_enabled:
        return
    kept = unchanged(world, held, payload)
    if kept and all(_read_by(world, held, message_id, payload) for message_id in kept):
        # Saved again: the answer to the first time was lost.
        return
    known = _known(world, held.user_id)
    droppable = {key for key, one in known.items() if one.may_be_dropped}
    for message_id in kept:
        covered = world.coverage.setdefault((held.thread_id, message_id), Coverage())
        covered.current = payload.coverage[message_id]
        covered.claims.setdefault(covered.current, held.number)
    facts = world.facts[held.user_id]
    for proposed in payload.observations:
        _write_observation(world, facts, held, proposed, payload, kept, known)
    for distilled in payload.reflections:
        _write_reflection(world, facts, held, distilled)
    for dropped in payload.drops:
        if dropped in droppable:
            facts.drops.append(Drop(world.next_entry(), dropped, held.number, "over target"))


def _read_by(world: World, held: Claim, message_id: str, payload: Payload) -> bool:
    covered = world.coverage.get((held.thread_id, message_id))
    text = payload.coverage[message_id]
    return bool(covered and covered.current == text and covered.claims[text] == held.number)


@dataclass(frozen=True, slots=True)
class Known:
    """An observation as it stood before a commit, or as the commit first says it."""

    observed_at: datetime
    may_be_dropped: bool


def _known(world: World, user_id: str) -> dict[str, Known]:
    return {
        key: Known(row.shown.observed_at, row.dropped is None and row.shown.relevance != "critical")
        for key, row in world.state(user_id).observations.items()
    }


def _write_observation(
    world: World,
    facts: Facts,
    held: Claim,
    proposed: Proposed,
    payload: Payload,
    kept: set[str],
    known: dict[str, Known],
) -> None:
    if (held.user_id, proposed.hash) in world.forgotten:
        return
    cited = [message_id for message_id in proposed.sources if message_id in kept]
    needs = proposed.sources if proposed.needs is None else proposed.needs
    if not cited or not set(needs) <= set(cited):
        return
    is_new = proposed.hash not in known
    if is_new:
        former = facts.former_observations.pop(proposed.hash, None)
        facts.observations[proposed.hash] = former or world.next_id()
        known[proposed.hash] = Known(proposed.observed_at, may_be_dropped=False)
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
        sources={
            (held.thread_id, message_id): Source(
                (held.thread_id, message_id), payload.coverage[message_id], message_id in needs
            )
            for message_id in cited
        },
    )
    at = proposed.observed_at
    links = {("replaces", proposed.hash, older, at) for older in proposed.supersedes}
    links |= {
        ("replaces", newer, proposed.hash, known[newer].observed_at)
        for newer in proposed.replaced_by
        if newer in known
    }
    # What was known before keeps what it repeats, or two would hide each other.
    if proposed.duplicate_of and is_new:
        links.add(("repeats", proposed.hash, proposed.duplicate_of, at))
    facts.links += [
        Link(kind, newer, older, said_at, entry, held.number)
        for kind, newer, older, said_at in links
        if newer != older and newer in known and older in known
    ]


def _write_reflection(world: World, facts: Facts, held: Claim, distilled: Distilled) -> None:
    named = (distilled.hash, *distilled.support)
    if any((held.user_id, key) in world.forgotten for key in named):
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
        if older != distilled.hash and older in facts.reflections
    ]
