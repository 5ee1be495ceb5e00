"""Steps of operators: what was written is taken back, what was said is erased or forgotten."""

from collections.abc import Callable

from model import labour
from model.erasure import erase_message, erase_thread, erase_user, forget
from model.people import MOST_MESSAGES, THREADS
from model.script import USERS, Choices, Life
from model.undo import built_on, undo


def take_back(life: Life, choices: Choices) -> bool:
    """One claim that is not at work, or two at once; where others built on it only by force."""
    ended = [held.number for held in life.world.claims if held not in labour.live(life)]
    if not ended:
        return False
    # The latest as a rule: it is the one that people find fault with.
    numbers = {choices.of(ended) if choices.below(2) else ended[-1]}
    if choices.below(6) == 1:
        numbers.add(choices.of(ended))
    later = built_on(life.world, numbers)
    force = choices.below(3) == 1
    refused = bool(later) and not force
    if not refused:
        undo(life.world, numbers)
    do = "undo refused" if refused else "undo by force" if later else "undo"
    life.take(do, later, claims=sorted(numbers), force=force)
    life.see(*USERS, facts=True)
    return True


def erase(life: Life, choices: Choices) -> bool:
    """A message mostly; what is gone already can be erased as well."""
    what = choices.below(8)
    thread_id = choices.of(THREADS)
    thread = life.world.product.threads.get(thread_id)
    going = set(thread.messages) if thread else set()
    if what == 7:
        user_id = choices.of(USERS)
        threads = life.world.product.threads_of(user_id)
        going = {message_id for thread in threads for message_id in thread.messages}
        erase_user(life.world, user_id)
        life.take("erase user", user=user_id)
    elif what > 4:
        erase_thread(life.world, thread_id)
        life.take("erase thread", thread=thread_id)
    else:
        message_id = f"{thread_id}-{choices.below(MOST_MESSAGES)}"
        going &= {message_id}
        erase_message(life.world, (thread_id, message_id))
        life.take("erase message", thread=thread_id, id=message_id)
    life.gone |= going
    life.see(*USERS, facts=True)
    return True


def forget_something(life: Life, choices: Choices) -> bool:
    user_id = choices.of(USERS)
    facts = life.world.facts[user_id]
    known = sorted(facts.observations) or sorted(facts.reflections)
    if choices.below(3) == 0:
        known = sorted(facts.reflections) or known
    if not known:
        return False
    key = choices.of(known)
    kind = "observations" if key in facts.observations else "reflections"
    forget(life.world, user_id, key)
    life.take("forget", user=user_id, kind=kind, hash=key)
    life.see(*USERS, facts=True)
    return True


STEPS: dict[Callable[[Life, Choices], bool], int] = {
    take_back: 3,
    erase: 2,
    forget_something: 1,
}
"""What operators do, and how often beside all the rest."""
