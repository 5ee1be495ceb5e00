"""Whether the stand-in for the Messages API takes whole conversations only."""

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from messages_api.asking import answered, called, said
from messages_api.turns import turn_faults

FIRST = said("user", "m1 I live in Oslo.")
CALLS = st.lists(st.integers(0, 3), min_size=1, max_size=5)


def conversation(calls: list[int]) -> list[dict[str, Any]]:
    """Turns of so many calls each, every one answered."""
    turns = [FIRST]
    for place, count in enumerate(calls):
        ids = [f"{place}-{n}" for n in range(count)]
        turns.append(said("assistant", "So.", *map(called, ids)))
        turns.append(said("user", *map(answered, ids), "Go on."))
    return turns


@given(CALLS)
def test_a_conversation_in_which_every_call_is_answered_is_taken(calls: list[int]) -> None:
    assert turn_faults(conversation(calls), prefill=False) == []


@given(CALLS.filter(any), st.data())
def test_a_conversation_that_lacks_or_repeats_one_block_of_a_call_is_not(
    calls: list[int], data: st.DataObject
) -> None:
    turns = copy.deepcopy(conversation(calls))
    blocks = [
        (turn["content"], place)
        for turn in turns
        for place, block in enumerate(turn["content"])
        if block["type"] != "text"
    ]
    content, place = data.draw(st.sampled_from(blocks))
    if data.draw(st.booleans()):
        content.insert(place, content[place])
    else:
        del content[place]
    assert turn_faults(turns, prefill=False) != []
