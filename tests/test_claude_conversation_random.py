"""Whatever a model says, in whatever order: the conversation ends, and its account is true."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from messages_api import Answer, Reply, Server, Usage, faults
from messages_api.record import total
from talks import NAME, Account, Words, caller_of

from worker.engine import Ended
from worker.engines.claude.call import Caller
from worker.engines.claude.config import StageConfig
from worker.engines.claude.converse import converse
from worker.errors import DependencyFailed, ThreadFailed

ANY = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
words = st.lists(st.sampled_from(["a", "b", "c", "bad", "bad too"]), max_size=3)
inputs: st.SearchStrategy[object] = st.one_of(
    st.fixed_dictionaries({"words": words, "done": st.booleans()}),
    st.sampled_from([None, {}, [], "a", {"words": "a"}, {"done": True}]),
)
ids = st.sampled_from([None, "toolu_1", "toolu_2", "no id"])
calls = st.tuples(st.sampled_from([NAME, NAME, NAME, "other"]), inputs, ids)
cut = st.sampled_from(['{"words": ["a", "b', '{"words": ["c"], "do', "{", "no JSON"])
reasons = st.sampled_from(
    [None, None, "end_turn", "tool_use", "max_tokens", "pause_turn", "refusal", "brand_new"]
)


@st.composite
def replies(draw: st.DrawFn) -> Reply:
    """A reply of some blocks, in any order, that stops for any reason."""
    reply = Reply()
    for kind in draw(st.lists(st.sampled_from("ttcccrhm"), max_size=4)):
        if kind == "t":
            reply = reply.text(draw(st.sampled_from(["Well.", "", " "])))
        elif kind == "c":
            name, value, call_id = draw(calls)
            reply = reply.tool(name, value, id=call_id)
        elif kind == "r":
            reply = reply.raw_tool(NAME, draw(cut))
        elif kind == "h":
            reply = reply.thinking("Hm.", signature=draw(st.sampled_from(["", "c2ln"])))
        else:
            reply = reply.block({"type": "mystery", "text": "x"})
    return replace(reply, stop_reason=draw(reasons))


passing = st.sampled_from([faults.overloaded(), faults.Cut(Reply().text("Well"), after=3)])
answers = st.one_of(replies(), replies(), replies(), passing)


@pytest.fixture(scope="module")
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def ask(api: Server) -> Caller:
    return caller_of(api)


@ANY
@given(said=st.lists(answers, max_size=20), turns=st.integers(1, 16), cached=st.booleans())
def test_a_conversation_ends_in_time_valid_and_with_each_call_handed_in_once(
    api: Server, ask: Caller, said: list[Answer], turns: int, cached: bool
) -> None:
    agent, account = Words(), Account()
    coming = iter(said)
    begun = len(api.record.requests)
    api.script.always(lambda _: next(coming, Reply().text("That is all.")))
    try:
        stage = StageConfig(output_tokens=500)
        ended = converse(agent, stage, ask, account, turns=turns, cached=cached)
    except ThreadFailed:
        assert agent.taken == []
    except DependencyFailed:
        pass
    else:
        assert (ended is not Ended.EMPTY) == bool(agent.taken)
    sent = api.record.requests[begun:]
    assert account.asked <= turns
    assert [one.violations for one in sent if one.violations] == []
    handed = [repr(value) for value, _ in agent.given]
    assert len(handed) == len(set(handed))
    assert account.total.requests == len(sent)
    if not any(isinstance(one, faults.Cut) for one in said):
        told = total(sent)
        assert told == Usage(
            told.input_tokens,
            account.total.tokens_out,
            account.total.tokens_cached,
            account.total.cache_written,
        )
        assert told.prompt_tokens == account.total.tokens_in
