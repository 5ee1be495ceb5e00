"""What goes back to the model: a history and requests that the API takes, whatever was replied."""

from collections.abc import Iterator
from typing import Any

import pytest
from messages_api import Reply, Server
from talks import NAME, Account, Words, agrees, called, talk

from worker.engine import Ended

ODD = (
    '{"words": ["a", "b"], "done": false, "note": "\\u0000 and \\ud83d alone", "number": NaN,'
    f' "big": {"9" * 400}, "deep": {"[" * 300 + "]" * 300}}}'
)


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


@pytest.mark.parametrize(
    "first",
    [
        called(["a"], done=False).tool(NAME, {"words": ["b"], "done": False}, id="toolu_same"),
        Reply()
        .tool(NAME, {"words": ["a"], "done": False}, id="toolu_same")
        .tool(NAME, {"words": ["b"], "done": False}, id="toolu_same"),
        Reply().tool(NAME, {"words": ["a", "b"], "done": False}, id="no good id"),
        called(["a", "b"], done=False).text("").text("  \n"),
        Reply().text("  ").tool(NAME, {"words": ["a", "b"], "done": False}),
        Reply().thinking("Hm.").tool(NAME, {"words": ["a", "b"], "done": False}),
        Reply().thinking("Hm.", signature="").tool(NAME, {"words": ["a", "b"], "done": False}),
        called(["a", "b"], done=False).thinking("Hm, again."),
        called(["a", "b"], done=False).block({"type": "mystery", "text": "x"}),
        called(["a", "b"], done=False).block({"type": "redacted_thinking", "data": "eA=="}),
        called(["a", "b"], done=False).tool("other_tool", {"x": 1}),
        called(["a", "b"], done=False).tool("a name\nwith more", {"x": 1}),
        called(["a", "b"], done=False).stop("pause_turn"),
        called(["a", "b"], done=False).stop("brand_new"),
        Reply().raw_tool(NAME, ODD),
    ],
)  # fmt: skip
def test_what_a_reply_holds_goes_back_as_the_api_takes_it(
    api: Server, agent: Words, account: Account, first: Reply
) -> None:
    api.script.then(first, called(["c"]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["a", "b", "c"]
    assert len(api.record.requests) == 2
    agrees(api, account)


@pytest.mark.parametrize("given", [None, "words", 7, [1], {}, {"words": None}, {"words": {"a": 1}}])
def test_an_input_of_any_shape_is_answered_as_an_error(
    api: Server, agent: Words, account: Account, given: Any
) -> None:
    api.script.then(Reply().tool(NAME, given), called(["Oslo"]))
    assert talk(api, agent, account) is Ended.RECORDED
    (receipt,) = api.record.requests[1].receipts
    assert receipt["is_error"] is True
    agrees(api, account)


@pytest.mark.parametrize(
    "silent",
    [
        Reply(),
        Reply().text("  "),
        Reply().thinking("Hm."),
        Reply().block({"type": "mystery"}),
        Reply().text("One moment.").stop("pause_turn"),
        Reply().stop("pause_turn"),
        Reply().text("Well.").stop("max_tokens"),
    ],
)
def test_a_reply_without_a_call_leaves_a_history_that_can_go_on(
    api: Server, agent: Words, account: Account, silent: Reply
) -> None:
    api.script.then(silent, called(["Oslo"]))
    assert talk(api, agent, account) is Ended.RECORDED
    agrees(api, account)


def test_a_call_of_another_tool_is_answered_as_an_error(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(Reply().tool("bash", {"command": "ls"}), called(["Oslo"]))
    assert talk(api, agent, account) is Ended.RECORDED
    (receipt,) = api.record.requests[1].receipts
    assert (receipt["is_error"], receipt["content"]) == (
        True,
        "There is no such tool. Call record_words.",
    )
    assert len(agent.given) == 1


def test_the_same_call_twice_in_one_reply_is_handed_in_once(
    api: Server, agent: Words, account: Account
) -> None:
    twice = called(["Oslo"], done=False).tool(NAME, {"words": ["Oslo"], "done": False})
    api.script.then(twice, called([]))
    assert talk(api, agent, account) is Ended.RECORDED
    assert agent.taken == ["Oslo"]
    agrees(api, account)


# What is asked


def test_a_request_never_forces_the_tool_nor_asks_for_thinking(
    api: Server, agent: Words, account: Account
) -> None:
    api.script.then(Reply().text("Hm."), called(["bad"]), called(["a"], done=False), called([]))
    talk(api, agent, account)
    for sent in api.record.requests:
        assert sent.body["tool_choice"] == {"type": "auto"}
        assert "thinking" not in sent.body
        assert sent.body["tools"][0]["strict"] is True
        assert not {"temperature", "top_p", "top_k"} & sent.body.keys()


@pytest.mark.parametrize("cached", [True, False])
def test_a_prompt_is_marked_for_the_cache_only_when_that_is_asked(
    api: Server, agent: Words, account: Account, cached: bool
) -> None:
    agent.system = "Record the words. " * 400
    api.script.then(called(["a"], done=False), called([]))
    talk(api, agent, account, cached=cached)
    for sent in api.record.requests:
        assert (b"cache_control" in sent.raw) is cached
    assert (account.total.cache_written > 1024) is cached
    assert (account.total.tokens_cached > 1024) is cached
    agrees(api, account)
