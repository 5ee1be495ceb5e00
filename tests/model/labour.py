"""Steps of workers: they fold, claim, save, commit, fail, and come too late."""

from collections.abc import Callable
from typing import Any

from model import people, work
from model.payload import Distilled, Payload, Proposed
from model.queue import Claim
from model.script import USERS, Choices, Life

OBSERVED = ("a", "b", "c", "d", "e", "f")
DISTILLED = ("r", "s", "t", "u")
RELEVANCE = ("medium", "low", "high", "medium", "low", "high", "medium", "critical")


def live(life: Life) -> list[Claim]:
    return [row.claim for row in life.world.rows.values() if row.claim]


def lost(life: Life) -> list[Claim]:
    kept = live(life)
    return [held for held in life.world.claims if held.loaded and (held.lapsed or held not in kept)]


def proposed(life: Life, held: Claim, ids: list[str], choices: Choices) -> Proposed:
    """An observation on some of the loaded messages, said as of the newest of them."""
    key = choices.of(OBSERVED)
    content = f"{key.upper()} is so{choices.of(('.', '!'))}"
    relevance = choices.of(RELEVANCE)
    first = choices.below(len(ids))
    sources = ids[first : first + choices.of((1, 1, 2, 3))]
    how = choices.below(6)
    needs: list[str] | None = []
    if how == 4:
        needs = None
    elif how == 5:
        needs = sources[:1]
    older, same, newer = choices.below(12), choices.below(14), choices.below(24)
    at = max(held.times[message_id] for message_id in sources)
    if choices.below(16) == 1:
        sources = [*sources, "unknown"]
    return Proposed(
        hash=key,
        content=content,
        relevance=relevance,
        origin="agent" if content[-1] == "." else "rule",
        observed_at=at,
        sources=sources,
        needs=needs,
        supersedes=[OBSERVED[older]] if older < len(OBSERVED) else [],
        replaced_by=[OBSERVED[newer]] if newer < len(OBSERVED) else [],
        duplicate_of=OBSERVED[same] if same < len(OBSERVED) else None,
    )


def distilled(choices: Choices) -> Distilled:
    key = choices.of(DISTILLED)
    older = choices.below(6)
    return Distilled(
        hash=key,
        content=f"{key.upper()} in short.",
        support=sorted({choices.of(OBSERVED) for _ in range(choices.of((1, 2, 3)))}),
        supersedes=[DISTILLED[older]] if older < len(DISTILLED) else [],
    )


def payload(life: Life, held: Claim, ids: list[str], choices: Choices) -> Payload:
    """What a worker found in these messages. Each content at most once, as the judge has it."""
    found: dict[str, Proposed] = {}
    for _ in range(choices.of((1, 2, 3, 0)) if ids else 0):
        one = proposed(life, held, ids, choices)
        found.setdefault(one.hash, one)
    short: dict[str, Distilled] = {}
    for _ in range(choices.of((0, 1, 2, 0))):
        another = distilled(choices)
        short.setdefault(another.hash, another)
    dropped = choices.below(3 * len(OBSERVED))
    return Payload(
        coverage={message_id: held.loaded[message_id] for message_id in ids},
        observations=list(found.values()),
        reflections=list(short.values()),
        drops=[OBSERVED[dropped]] if dropped < len(OBSERVED) else [],
    )


def fold(life: Life, choices: Choices) -> bool:
    threads = life.world.product.threads
    users = {threads[thread_id].user_id for thread_id in life.world.named_threads & threads.keys()}
    # Now and then those are looked at who had no part in it.
    if life.world.named_threads - threads.keys() or choices.below(4) == 0:
        users |= set(USERS)
    users |= life.world.named_users
    life.world.fold()
    life.gone.clear()
    for thread_id in threads:
        standing = life.world.standing(thread_id)
        assert standing is not None
        row = life.world.rows[thread_id]
        assert (row.eligible_at is None) == (standing.eligible_at is None), "owed, but not due"
    life.take("fold")
    life.see(*sorted(users))
    return True


def loaded(held: Claim) -> list[list[Any]]:
    return [[message_id, key] for message_id, key in held.loaded.items()]


def claim(life: Life, choices: Choices) -> bool:
    held = work.claim(life.world)
    if held is None:
        life.take("claim in vain")
        return True
    life.take("claim", [held.thread_id, loaded(held)], claim=held.number)
    return True


def load_again(life: Life, choices: Choices) -> bool:
    held = next(iter(live(life)), None)
    if held is None:
        return False
    work.load(life.world, held)
    life.take("load", loaded(held), claim=held.number, thread=held.thread_id)
    return True


def _write(
    life: Life, held: Claim, ids: list[str], do: str, write: Callable[..., bool], choices: Choices
) -> bool:
    found = payload(life, held, ids, choices)
    written = write(life.world, held, found)
    if not written:
        do = f"late {do}"
    life.take(do, written, claim=held.number, thread=held.thread_id, payload=found.as_json())
    life.see(*(USERS if choices.below(8) == 0 else (held.user_id,)))
    return True


def commit(life: Life, choices: Choices) -> bool:
    held = choices.of(live(life) or [None])
    return held is not None and _write(
        life, held, list(held.loaded), "commit", work.commit, choices
    )


def save(life: Life, choices: Choices) -> bool:
    """Progress of a long thread: the first of what was loaded."""
    held = choices.of(live(life) or [None])
    if held is None or len(held.loaded) < 2:
        return False
    ids = list(held.loaded)[: choices.below(len(held.loaded) - 1) + 1]
    _write(life, held, ids, "save", work.save, choices)
    for message_id in ids:
        del held.loaded[message_id]
    return True


def commit_late(life: Life, choices: Choices) -> bool:
    """A worker that does not know that its claim was lost, or already committed."""
    gone = lost(life)
    if not gone:
        return False
    held = gone[-1] if choices.below(2) else choices.of(gone)
    write, do = ((work.commit, "commit"), (work.save, "save"))[choices.below(2)]
    return _write(life, held, list(held.loaded), do, write, choices)


def work_on(life: Life, choices: Choices) -> bool:
    """Whatever brings memory on: commit, claim or fold, or something new to reflect."""
    if any(held.lapsed for held in live(life)) and choices.below(2):
        return commit_late(life, choices)
    if choices.below(3):
        if any(not held.lapsed for held in live(life)):
            return commit(life, choices)
        if any(row.due(life.world.now) for row in life.world.rows.values()):
            return claim(life, choices)
    if (life.world.named_threads or life.world.named_users) and choices.below(3):
        return fold(life, choices)
    return (
        people.add_message(life, choices)
        or people.add_thread(life, choices)
        or people.edit(life, choices)
    )


def fail(life: Life, choices: Choices) -> bool:
    held = choices.of(live(life) or [None])
    if held is None:
        return False
    do = choices.of(("fail", "interrupt", "release"))
    ended = work.release(life.world, held) if do == "release" else work.fail(life.world, held)
    life.take(do, ended, claim=held.number, thread=held.thread_id)
    return True


def lapse(life: Life, choices: Choices) -> bool:
    """A worker stops answering, and its lease ends. Whoever claims next takes note."""
    held = choices.of(live(life) or [None])
    if held is None or held.lapsed:
        return False
    held.lapsed = True
    life.take("lapse", claim=held.number, thread=held.thread_id)
    return True


STEPS: dict[Callable[[Life, Choices], bool], int] = {
    work_on: 40,
    fold: 1,
    claim: 1,
    load_again: 1,
    save: 5,
    commit: 6,
    commit_late: 1,
    fail: 1,
    lapse: 2,
}
"""What workers do, and how often beside all the rest."""
