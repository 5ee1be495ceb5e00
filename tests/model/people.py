"""Steps of the product: people write, edit, delete, hide and switch."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from model.product import Message, Thread, User
from model.script import USERS, Choices, Life

FIRST = datetime(2026, 3, 2, 1, 0, tzinfo=UTC)
THREADS = ("t0", "t1", "t2", "t3")
ZONES = ("UTC", "Asia/Seoul", "America/Los_Angeles")
TEXTS = ("Tea.", "Coffee.", "Milk.", "Tea.", "Coffee.", "Milk.", "Tea.", " ")
MOST_MESSAGES = 7


def asked(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "role": message.role,
        "content": message.text,
        "status": "complete" if message.complete else "streaming",
        "at": message.at.isoformat(),
    }


def some_thread(life: Life, choices: Choices) -> Thread | None:
    threads = sorted(life.world.product.threads)
    return life.world.product.threads[choices.of(threads)] if threads else None


def some_message(life: Life, choices: Choices) -> tuple[Thread, Message] | None:
    thread = some_thread(life, choices)
    if thread is None or not thread.messages:
        return None
    return thread, thread.messages[choices.of(sorted(thread.messages))]


def grown(life: Life, thread: Thread) -> bool:
    """The product's statement named this thread in the inbox."""
    life.world.named_threads.add(thread.id)
    return True


def changed(life: Life, thread: Thread, choices: Choices) -> bool:
    """So it did, and what was said there may be so no more: now and then a reader looks."""
    grown(life, thread)
    if choices.below(6) == 0:
        life.glance(thread.user_id)
    return True


def written(life: Life, thread: Thread, role: str, choices: Choices) -> Message | None:
    """A new message, as a rule after all others; its id may be one that was deleted."""
    free = [f"{thread.id}-{n}" for n in range(MOST_MESSAGES)]
    free = [message_id for message_id in free if message_id not in thread.messages]
    if not free:
        return None
    newest = max((m.at for m in thread.messages.values()), default=FIRST)
    later = choices.below(8)
    if life.world.erased_until(thread) and choices.below(4):
        at = life.world.now
    elif later < 3:
        at = min(newest + timedelta(hours=8 * later), life.world.now)
    else:
        at = FIRST + timedelta(hours=8 * later)
    message = Message(free[0], role, choices.of(TEXTS), at)
    thread.messages[message.id] = message
    return message


def add_thread(life: Life, choices: Choices) -> bool:
    free = [thread_id for thread_id in THREADS if thread_id not in life.world.product.threads]
    if not free:
        return False
    thread = Thread(choices.of(free), choices.of(USERS), hidden=choices.below(16) == 1)
    life.world.product.threads[thread.id] = thread
    roles = ("user", "assistant", "user", "assistant")[: choices.of((3, 4, 4, 2))]
    messages = [written(life, thread, role, choices) for role in roles]
    life.take(
        "add thread",
        thread=thread.id,
        user=thread.user_id,
        hidden=thread.hidden,
        messages=[asked(message) for message in messages if message],
    )
    return grown(life, thread)


def add_message(life: Life, choices: Choices) -> bool:
    thread = some_thread(life, choices)
    role = choices.of(("user", "user", "assistant"))
    message = written(life, thread, role, choices) if thread else None
    if thread is None or message is None:
        return False
    message.complete = choices.below(8) != 1
    life.take("add messages", thread=thread.id, messages=[asked(message)])
    if message.complete:
        return grown(life, thread)
    return True


def edit(life: Life, choices: Choices) -> bool:
    """Often back to what it said before: there are few texts."""
    found = some_message(life, choices)
    if found is None:
        return False
    thread, message = found
    message.text = choices.of(TEXTS)
    life.take("edit", id=message.id, content=message.text)
    if message.complete:
        return changed(life, thread, choices)
    return True


def stream(life: Life, choices: Choices) -> bool:
    """A reply that was finished is written anew, or one that was not is finished."""
    found = some_message(life, choices)
    if found is None:
        return False
    thread, message = found
    message.complete = not message.complete
    life.take("stream", id=message.id, status=asked(message)["status"])
    return changed(life, thread, choices)


def _delete(life: Life, thread: Thread, going: list[Message], do: str, choices: Choices) -> bool:
    for message in going:
        del thread.messages[message.id]
        life.gone.add(message.id)
    life.take(do, ids=[message.id for message in going])
    return changed(life, thread, choices)


def delete_message(life: Life, choices: Choices) -> bool:
    found = some_message(life, choices)
    return found is not None and _delete(life, found[0], [found[1]], "delete", choices)


def cut_tail(life: Life, choices: Choices) -> bool:
    """Back to an earlier place, from where it goes on differently."""
    thread = some_thread(life, choices)
    if thread is None or not thread.messages:
        return False
    order = sorted(thread.messages.values(), key=lambda message: message.place)
    return _delete(life, thread, order[choices.below(len(order)) :], "branch", choices)


def regenerate(life: Life, choices: Choices) -> bool:
    """The last reply goes, and another comes."""
    thread = some_thread(life, choices)
    order = sorted(thread.messages.values(), key=lambda m: m.place) if thread else []
    if thread is None or not order or order[-1].role != "assistant":
        return False
    del thread.messages[order[-1].id]
    life.gone.add(order[-1].id)
    reply = written(life, thread, "assistant", choices)
    assert reply is not None
    life.take("regenerate", thread=thread.id, ids=[order[-1].id], messages=[asked(reply)])
    return changed(life, thread, choices)


def hide(life: Life, choices: Choices) -> bool:
    thread = some_thread(life, choices)
    if thread is None:
        return False
    # What is hidden comes back sooner than it went.
    thread = next((t for t in life.world.product.threads.values() if t.hidden), thread)
    thread.hidden = not thread.hidden
    life.take("hide", thread=thread.id, hidden=thread.hidden)
    return grown(life, thread)


def delete_thread(life: Life, choices: Choices) -> bool:
    thread = some_thread(life, choices)
    if thread is None:
        return False
    del life.world.product.threads[thread.id]
    life.gone |= thread.messages.keys()
    life.take("delete thread", thread=thread.id)
    return changed(life, thread, choices)


def _profile_changed(life: Life, user_id: str) -> bool:
    life.world.named_users.add(user_id)
    life.glance(user_id)
    return True


def set_profile(life: Life, choices: Choices) -> bool:
    """A profile comes, or changes its zone, or switches memory."""
    user_id = choices.of(USERS)
    user = life.world.product.users.get(user_id)
    if user is None or (choices.below(3) == 0 and user.memory_enabled):
        zone = choices.of(ZONES)
        if user and user.zone == zone:
            return False
        user = User(zone)
        do = "set zone"
    else:
        user = User(user.zone, not user.memory_enabled)
        do = "switch memory"
    life.world.product.users[user_id] = user
    life.take(do, user=user_id, zone=user.zone, enabled=user.memory_enabled)
    return _profile_changed(life, user_id)


def switch_on(life: Life, choices: Choices) -> bool:
    """Nobody does without for long."""
    for user_id, user in life.world.product.users.items():
        if not user.memory_enabled:
            user.memory_enabled = True
            life.take("switch memory", user=user_id, zone=user.zone, enabled=True)
            return _profile_changed(life, user_id)
    return False


def delete_profile(life: Life, choices: Choices) -> bool:
    user_id = choices.of(USERS)
    user = life.world.product.users.pop(user_id, None)
    if user is None:
        return False
    life.take("delete profile", user=user_id)
    return _profile_changed(life, user_id)


STEPS: dict[Callable[[Life, Choices], bool], int] = {
    add_message: 12,
    add_thread: 4,
    edit: 16,
    delete_message: 4,
    regenerate: 4,
    cut_tail: 2,
    stream: 2,
    hide: 1,
    delete_thread: 1,
    switch_on: 2,
    set_profile: 1,
    delete_profile: 1,
}
"""What the product does, and how often beside all the rest."""
