"""The rule engine: the same memory, whichever thread is reflected first."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speech import AT, said

from worker.engines.rules import RuleEngine
from worker.judge import content_hash, grown, judge
from worker.records import Chunk, Known

OSLO, SALEM, BERGEN = "I live in Oslo.", "I moved to Salem.", "I moved to Bergen."


@dataclass
class Remembered:
    """What is known, and which content took the place of which, as threads are reflected."""

    known: list[Known] = field(default_factory=list)
    replaced: set[tuple[str, str]] = field(default_factory=set)

    def reflect(self, day: int, *texts: str) -> None:
        """A thread of a day, whenever it is read."""
        messages = tuple(
            replace(said(text, message_id=f"{day}-{n}"), at=AT + timedelta(days=day, minutes=n))
            for n, text in enumerate(texts)
        )
        proposed = RuleEngine().propose(Chunk("t", "u", "UTC", messages), self.known)
        new = judge(proposed, messages, "UTC", self.known).accepted
        contents = [one.content for one in self.known] + [one.content for one in new]
        words = {content_hash(one): one for one in contents}
        for one in new:
            self.replaced |= {(one.content, words[old]) for old in one.supersedes}
            self.replaced |= {(words[later], one.content) for later in one.replaced_by}
        self.known = grown(self.known, new)

    @property
    def standing(self) -> set[str]:
        return {one.content.removeprefix("User: ").rstrip(".") for one in self.known}


def reflected(*threads: tuple[int, str]) -> Remembered:
    """Memory after these threads, read in this order."""
    memory = Remembered()
    for day, text in threads:
        memory.reflect(day, text)
    return memory


@pytest.mark.parametrize("order", list(permutations([(0, OSLO), (30, SALEM), (60, BERGEN)])))
def test_of_a_chain_of_homes_only_the_last_stands_in_whichever_order_it_is_read(
    order: Sequence[tuple[int, str]],
) -> None:
    assert reflected(*order).standing == {"I moved to Bergen"}


def test_in_order_each_home_takes_the_place_of_the_one_before() -> None:
    memory = reflected((0, OSLO), (30, SALEM), (60, BERGEN))
    assert memory.replaced == {
        ("User: I moved to Salem.", "User: I live in Oslo."),
        ("User: I moved to Bergen.", "User: I moved to Salem."),
    }


def test_out_of_order_each_home_is_marked_as_gone_to_what_is_known_by_then() -> None:
    memory = reflected((60, BERGEN), (0, OSLO), (30, SALEM))
    assert memory.replaced == {
        ("User: I moved to Bergen.", "User: I live in Oslo."),
        ("User: I moved to Bergen.", "User: I moved to Salem."),
    }


def test_the_middle_of_a_chain_read_last_is_gone_and_takes_nothing_from_the_end() -> None:
    memory = reflected((0, OSLO), (60, BERGEN), (30, SALEM))
    assert memory.standing == {"I moved to Bergen"}
    assert ("User: I moved to Bergen.", "User: I moved to Salem.") in memory.replaced


def test_a_whole_chain_in_one_old_thread_is_gone() -> None:
    memory = reflected((60, BERGEN))
    memory.reflect(0, OSLO, SALEM)
    assert memory.standing == {"I moved to Bergen"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Oslo.", "I no longer live in Oslo."),
        ("I use vim.", "I switched from vim to Helix."),
        ("I love coffee.", "I stopped drinking coffee."),
        ("I work at Acme.", "I quit my job at Acme."),
        ("My editor is vim.", "My editor is Helix now."),
        ("저는 서울에 살아요.", "부산으로 이사했어요."),
        ("Ich wohne in Bonn.", "Ich bin nach Kiel gezogen."),
        ("Vivo en Vigo.", "Me mudé a Lugo."),
    ],
)
def test_what_a_newer_thread_ended_is_gone_when_it_is_read_at_last(old: str, new: str) -> None:
    memory = reflected((60, new), (0, old))
    assert memory.replaced == {(f"User: {new}", f"User: {old}")}
    assert memory.standing == {new.rstrip(".")}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Oslo.", "I live in Bergen."),
        ("I live in Oslo.", "I visited Bergen with my sister."),
        ("I like tea.", "I like coffee."),
        ("I live in Oslo and my dog is called Rex.", "I moved to Bergen."),
        ("I use tmux.", "I switched from vim to Helix."),
    ],
)
def test_what_nothing_newer_ended_stands_when_it_is_read_at_last(old: str, new: str) -> None:
    memory = reflected((60, new), (0, old))
    assert memory.replaced == set()
    assert len(memory.known) == 2


def test_a_home_that_was_taken_up_again_stands_whenever_the_first_is_read() -> None:
    memory = reflected((30, SALEM), (60, "I live in Oslo again now."), (0, OSLO))
    assert memory.standing == {"I live in Oslo again now"}


_SAID = st.sampled_from(
    [
        OSLO, SALEM, BERGEN, "I'm based in Rome now.", "I work at Acme.", "I quit my job at Acme.",
        "I use vim.", "I switched from vim to Helix.", "I no longer use vim.", "I'm 34.",
        "I'm 35 now.", "My name is Kim.", "My favourite book is Emma.", "I like jazz.",
        "My favourite book is Dracula now.", "저는 서울에 살아요.", "부산으로 이사했어요.",
        "Ich bin nach Kiel gezogen.", "Me mudé a Lugo.",
    ]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(_SAID, _SAID)
def test_two_threads_leave_the_same_in_either_order(first: str, second: str) -> None:
    in_order, late = [(0, first), (60, second)], [(60, second), (0, first)]
    assert reflected(*late).replaced == reflected(*in_order).replaced
    assert reflected(*late).standing == reflected(*in_order).standing
