"""The model that the state machine compares with, held to what the design says in words."""

from datetime import UTC, datetime, timedelta

import pytest
from model import work
from model.payload import Distilled, Payload, Proposed
from model.product import Message, Thread, User
from model.view import text
from model.world import World

AT = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def observation(key: str, *sources: str, hours: int = 0, **changes: object) -> Proposed:
    made = Proposed(
        hash=key,
        content=key,
        relevance="medium",
        origin="agent",
        observed_at=AT + timedelta(hours=hours),
        sources=list(sources),
        needs=[],
        supersedes=[],
        replaced_by=[],
        duplicate_of=None,
    )
    for name, value in changes.items():
        setattr(made, name, value)
    return made


@pytest.fixture
def world() -> World:
    return World(now=datetime(2026, 6, 1, tzinfo=UTC))


def add_thread(world: World, thread_id: str) -> None:
    thread = Thread(thread_id, "ada")
    for n in (1, 2):
        thread.messages[f"{thread_id}-{n}"] = Message(f"{thread_id}-{n}", "user", "Tea.", AT)
    world.product.threads[thread_id] = thread
    world.named_threads.add(thread_id)


def reflect(
    world: World, *observed: Proposed, reflections: tuple[Distilled, ...] = (), drops: str = ""
) -> None:
    """What a worker commits of the one thread that is owed."""
    world.fold()
    held = work.claim(world)
    assert held is not None
    found = Payload(dict(held.loaded), list(observed), list(reflections), list(drops))
    assert work.commit(world, held, found)


def remember(world: World, thread_id: str, *observed: Proposed, **rest: object) -> None:
    add_thread(world, thread_id)
    reflect(world, *observed, **rest)  # type: ignore[arg-type]


def edit(world: World, thread_id: str, message_id: str, said: str) -> None:
    world.product.threads[thread_id].messages[message_id].text = said
    world.named_threads.add(thread_id)
    world.fold()


def delete(world: World, thread_id: str, message_id: str) -> None:
    del world.product.threads[thread_id].messages[message_id]
    world.named_threads.add(thread_id)
    world.fold()


def shown(world: World) -> list[str]:
    lines = text(world, "ada", world.state("ada")).splitlines()
    return [line.removeprefix("- ") for line in lines if line.startswith("- ")]


def test_what_superseded_gives_its_place_back_when_its_message_goes(world: World) -> None:
    remember(world, "t", observation("a", "t-1"))
    remember(world, "u", observation("b", "u-1", hours=1, supersedes=["a"]))
    assert shown(world) == ["b"]
    delete(world, "u", "u-1")
    assert shown(world) == ["a"]


def test_an_edit_hides_and_owes_and_undoing_it_needs_no_reading(world: World) -> None:
    remember(world, "t", observation("a", "t-1"), observation("b", "t-2"))
    edit(world, "t", "t-1", "Milk.")
    assert shown(world) == ["b"]
    assert [message.id for message in world.owed("t")] == ["t-1"]
    edit(world, "t", "t-1", "Tea.")
    assert shown(world) == ["a", "b"]
    assert world.owed("t") == []


def test_what_was_read_anew_and_is_said_no_more_stays_hidden(world: World) -> None:
    remember(world, "t", observation("a", "t-1"))
    edit(world, "t", "t-1", "Milk.")
    reflect(world, observation("b", "t-1"))
    assert shown(world) == ["b"]
    edit(world, "t", "t-1", "Tea.")
    assert shown(world) == ["a"]


def test_of_two_that_say_the_same_the_first_that_stands_is_shown(world: World) -> None:
    remember(world, "t", observation("a", "t-1"), observation("b", "t-2", duplicate_of="a"))
    assert shown(world) == ["a"]
    edit(world, "t", "t-1", "Milk.")
    assert shown(world) == ["b"]


def test_what_takes_the_place_of_one_takes_that_of_all_that_say_the_same(world: World) -> None:
    remember(world, "t", observation("a", "t-1"), observation("b", "t-2", duplicate_of="a"))
    remember(world, "u", observation("c", "u-1", hours=1, supersedes=["b"]))
    assert shown(world) == ["c"]


def test_what_was_dropped_stands_once_it_is_said_again(world: World) -> None:
    remember(world, "t", observation("a", "t-1"))
    remember(world, "u", drops="a")
    assert shown(world) == []
    remember(world, "v", observation("a", "v-1"))
    assert shown(world) == ["a"]


def test_what_is_critical_is_not_dropped(world: World) -> None:
    remember(world, "t", observation("a", "t-1", relevance="critical"))
    remember(world, "u", drops="a")
    assert shown(world) == ["a"]


@pytest.mark.parametrize(("needs", "left"), [([], ["a"]), (None, []), (["t-1"], [])])
def test_what_needs_a_message_goes_with_it(
    world: World, needs: list[str] | None, left: list[str]
) -> None:
    remember(world, "t", observation("a", "t-1", "t-2", needs=needs))
    delete(world, "t", "t-1")
    assert shown(world) == left


def test_a_reflection_is_hidden_with_what_it_rests_on_and_goes_with_it(world: World) -> None:
    on_tea = Distilled("r", "r", ["a"], [])
    remember(world, "t", observation("a", "t-1"), reflections=(on_tea,))
    assert shown(world) == ["r", "a"]
    edit(world, "t", "t-1", "Milk.")
    assert shown(world) == []
    delete(world, "t", "t-1")
    assert world.facts["ada"].reflections == {}


def test_a_newer_reflection_replaces_while_it_rests_on_something(world: World) -> None:
    remember(world, "t", observation("a", "t-1"), reflections=(Distilled("r", "r", ["a"], []),))
    newer = Distilled("s", "s", ["b"], ["r"])
    remember(world, "u", observation("b", "u-1"), reflections=(newer,))
    assert shown(world) == ["s", "a", "b"]
    delete(world, "u", "u-1")
    assert shown(world) == ["r", "a"]


def test_who_switched_memory_off_is_shown_nothing_and_never_claimed(world: World) -> None:
    remember(world, "t", observation("a", "t-1"))
    world.product.users["ada"] = User(memory_enabled=False)
    add_thread(world, "u")
    world.named_users.add("ada")
    world.fold()
    assert shown(world) == []
    assert work.claim(world) is None


def test_a_claim_that_was_lost_writes_nothing(world: World) -> None:
    add_thread(world, "t")
    world.fold()
    held = work.claim(world)
    assert held is not None
    assert work.release(world, held)
    found = Payload(dict(held.loaded), [observation("a", "t-1")])
    assert not work.commit(world, held, found)
    assert shown(world) == []


def test_a_thread_deleted_while_it_is_reflected_leaves_nothing(world: World) -> None:
    add_thread(world, "t")
    world.fold()
    held = work.claim(world)
    assert held is not None
    del world.product.threads["t"]
    world.named_threads.add("t")
    assert not work.commit(world, held, Payload(dict(held.loaded), [observation("a", "t-1")]))
    world.fold()
    assert (world.coverage, world.rows, shown(world)) == ({}, {}, [])
