"""The conversation with a model: when it ends, how it ended, and a history that stays valid."""

from collections.abc import Iterator
from typing import Any

import pytest
from messages_api import Received, Reply, Server, faults
from talks import NAME, Account, Words, agrees, called, talk

from worker.engine import Ended
from worker.errors import DependencyFailed, ThreadFailed, TooLong

CUT = Reply().raw_tool(NAME, '{"words": ["Oslo", "Berg').stop("max_tokens")


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture
def agent() -> Words:
    return Words()


@pytest.fixture
def account() -> Account:
    return Account()


def told(api: Server) -> list[list[str]]:
    """The receipts of each request after the first."""
    return [[one["content"] for one in sent.receipts] for sent in api.record.requests[1:]]


def last_words(sent: Received) -> str:
    """The text that stands last in the last turn of a request."""
    return str(sent.body["messages"][-1]["content"][-1].get("text"))


# How it ends


def test_a_call_that_says_done_and_was_taken_is_one_request(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo"]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["Oslo"]
    assert len(api.record.requests) == 1
    agrees(api, account)


def test_an_explicit_empty_call_is_empty(api: Server, agent: Words, account: Account) -> None:
    api.script.then(called([]))
    assert talk(api, agent, account) is Ended.EMPTY
    assert len(api.record.requests) == 1


def test_what_was_refused_goes_back_with_a_receipt_and_can_be_put_right(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo", "bad"]), called(["good"]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["Oslo", "good"]
    assert told(api) == [["Recorded 1; 1 rejected."]]
    agrees(api, account)


def test_it_goes_on_until_done_is_said(api: Server, agent: Words, account: Account) -> None:
    api.script.then(called(["a"], done=False), called(["b"], done=False), called([]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["a", "b"]
    agrees(api, account)


def test_silence_is_asked_once_more_and_then_fails(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.always(Reply().text("There is nothing to record."))
    with pytest.raises(ThreadFailed, match="said nothing through its tool"):
        talk(api, agent, account)
    assert len(api.record.requests) == 2
    assert "empty list" in last_words(api.record.requests[1])
    agrees(api, account)


def test_after_silence_an_explicit_empty_call_is_empty(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(Reply().text("Nothing."), called([]))
    assert talk(api, agent, account) is Ended.EMPTY
    agrees(api, account)


def test_silence_after_something_was_taken_ends_it(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo"], done=False), Reply().text("That was all."))
    assert talk(api, agent, account) is Ended.RECORDED
    assert len(api.record.requests) == 2


def test_everything_refused_and_then_silence_fails(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["bad"])).always(Reply().text("Well."))
    with pytest.raises(ThreadFailed, match="1 handed in through its tool, 0 taken"):
        talk(api, agent, account)


def test_everything_refused_and_then_an_explicit_empty_call_is_empty(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["bad"]), called([]))
    assert talk(api, agent, account) is Ended.EMPTY


def test_a_refusal_fails_and_says_of_what_kind(api: Server, agent: Words, account: Account) -> None:
    api.script.then(Reply().refuse("cyber"))
    with pytest.raises(ThreadFailed, match="refused it: cyber"):
        talk(api, agent, account)
    assert len(api.record.requests) == 1


def test_what_a_refused_reply_holds_is_not_used(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo"]).stop("refusal", type="refusal", category=None))
    with pytest.raises(ThreadFailed):
        talk(api, agent, account)
    assert agent.given == []


@pytest.mark.parametrize(
    "then",
    [Reply().refuse(), faults.Refused(400, "no"), faults.too_long()],
    ids=["refusal", "400", "too long"],
)
def test_the_threads_own_failure_after_something_was_taken_leaves_it_partial(
    api: Server, agent: Words, account: Account, then: Any
) -> None:
    # A probe with nothing in it is taken: it is this thread that is refused.
    api.script.then(called(["Oslo"], done=False), then, called([]))
    assert talk(api, agent, account) is Ended.PARTIAL
    assert agent.taken == ["Oslo"]


def test_time_that_is_over_after_something_was_taken_leaves_it_partial(
    api: Server, agent: Words, account: Account
) -> None:
    account.fails[2] = ThreadFailed("it took longer than 5 s")
    api.script.then(called(["Oslo"], done=False))
    assert talk(api, agent, account) is Ended.PARTIAL
    assert len(api.record.requests) == 1


def test_a_broken_dependency_is_told_also_after_something_was_taken(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo"], done=False), faults.Refused(402))
    with pytest.raises(DependencyFailed):
        talk(api, agent, account)


def test_it_ends_at_its_cap_of_requests(api: Server, agent: Words, account: Account) -> None:
    api.script.always(lambda sent: called([f"word {sent.turn}"], done=False))
    assert talk(api, agent, account) is Ended.PARTIAL
    assert len(agent.taken) == len(api.record.requests) == 16
    agrees(api, account)


def test_at_its_cap_with_nothing_taken_it_fails(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.always(lambda sent: called([f"bad {sent.turn}"]))
    with pytest.raises(ThreadFailed, match="not done after 3 requests: 3 handed in"):
        talk(api, agent, account, turns=3)


@pytest.mark.parametrize("done", [True, False])
def test_the_same_call_again_ends_it_and_is_not_handed_in_twice(
    api: Server, agent: Words, account: Account, done: bool
) -> None:
    api.script.always(called(["Oslo", "bad"], done=done))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["Oslo"]
    assert len(api.record.requests) == 2


def test_the_same_call_again_with_nothing_taken_fails(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.always(called(["bad"]))
    with pytest.raises(ThreadFailed, match="repeated itself: 1 handed in"):
        talk(api, agent, account)
    assert len(api.record.requests) == 2


# What was cut off


def test_a_reply_that_was_cut_off_is_never_the_end(
    api: Server, agent: Words, account: Account
) -> None:
    whole = called(["Oslo"]).stop("max_tokens")
    api.script.then(whole, called(["Bergen"]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["Oslo", "Bergen"]
    assert [cut_off for _, cut_off in agent.given] == [True, False]
    assert "cut off" in last_words(api.record.requests[1])
    agrees(api, account)


@pytest.mark.parametrize("reason", ["max_tokens", "tool_use", "end_turn"])
def test_a_call_without_its_end_is_cut_off_whatever_reason_is_given(
    api: Server, agent: Words, account: Account, reason: str
) -> None:
    api.script.then(CUT.stop(reason), called(["Bergen"]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.given[0] == ({"words": ["Oslo"]}, True)
    agrees(api, account)


def test_only_the_last_call_of_a_reply_is_cut_off(
    api: Server, agent: Words, account: Account
) -> None:
    both = called(["a"], done=False).tool(NAME, {"words": ["b"], "done": True}).stop("max_tokens")
    api.script.then(both, called([]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert [cut_off for _, cut_off in agent.given] == [False, True, False]


def test_text_that_was_cut_off_after_something_was_taken_is_asked_for_the_rest_once(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo"], done=False)).always(
        Reply().text("So. " * 9).stop("max_tokens")
    )
    assert talk(api, agent, account) is Ended.PARTIAL
    assert len(api.record.requests) == 3
    agrees(api, account)


def test_the_same_cut_off_call_again_is_no_regular_end(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.always(CUT)
    assert talk(api, agent, account) is Ended.PARTIAL
    assert agent.taken == ["Oslo"]


def test_a_reply_that_filled_the_context_is_too_long(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(Reply().text("Well").stop("model_context_window_exceeded"))
    with pytest.raises(TooLong):
        talk(api, agent, account)
    assert len(api.record.requests) == 1


def test_a_reply_that_filled_the_context_keeps_what_was_taken_of_it(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(called(["Oslo"]).stop("model_context_window_exceeded"))
    assert talk(api, agent, account) is Ended.PARTIAL
    assert agent.taken == ["Oslo"]
