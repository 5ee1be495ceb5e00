"""One request to a real server through the real SDK: what fails, whose fault, and what it cost."""

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from messages_api import Server, faults
from structlog.testing import capture_logs
from talks import SECRET, Account, Words, agrees, called, caller_of, failing, request, talk

from worker.engines.claude.call import Pace
from worker.engines.claude.failures import Refused
from worker.errors import ClaimLost, DependencyFailed, Misconfigured, TooLong

GOOD = called(["Oslo"])


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


def refused(status: int, **more: Any) -> faults.Refused:
    return faults.Refused(status, SECRET, **more)


# Each with what it is raised as once all attempts are used.
PASSING: dict[str, faults.Fault] = {
    "408": refused(408),
    "409": refused(409),
    "429": refused(429),
    "500": refused(500),
    "503 of a proxy": faults.unavailable(),
    "529": refused(529),
    "overloaded in a stream": faults.ErrorEvent(GOOD, message=SECRET),
    "an api_error in a stream": faults.ErrorEvent(GOOD, kind="api_error", message=SECRET),
    "an unknown error in a stream": faults.ErrorEvent(GOOD, kind="new_error", message=SECRET),
    "cut cleanly": faults.Cut(GOOD, after=4),
    "cut in the middle": faults.Cut(GOOD, after=4, clean=False),
    "cut before anything": faults.Cut(GOOD, after=0),
    "reset": faults.Reset(),
    "reset in the middle": faults.Reset(GOOD, after=4),
    "no JSON": faults.Raw(b"<html>" + SECRET.encode(), kind="text/html"),
    "a list": faults.Raw(b"[1]"),
    "no stream": faults.Raw(b'{"type": "message", "content": []}'),
    "an event that is no JSON": faults.Raw(b"event: message_start\ndata: {\n\n"),
    "an event that is a number": faults.Raw(b"event: message_start\ndata: 7\n\n"),
}
LASTING: dict[str, tuple[faults.Fault, type[Exception], str]] = {
    "401": (refused(401), Misconfigured, "ANTHROPIC_API_KEY"),
    "402": (refused(402), DependencyFailed, "billing"),
    "403": (refused(403), Misconfigured, "ANTHROPIC_API_KEY"),
    "404": (refused(404), Misconfigured, "REFLECTION_MODEL"),
    "404 of a proxy": (faults.Raw(b"<html>", 404, "text/html"), Misconfigured, "BASE_URL"),
    "billing in a stream": (
        faults.ErrorEvent(kind="billing_error", message=SECRET),
        DependencyFailed,
        "billing",
    ),
    "a spend limit": (
        refused(429, details={"error_code": "enforced_spend_limit_reached"}),
        DependencyFailed,
        "limits",
    ),
    "a server that says no": (
        refused(503, headers={"x-should-retry": "false"}),
        DependencyFailed,
        "",
    ),
}
TOO_LONG: dict[str, faults.Fault] = {
    "a 400": faults.too_long(),
    "a 413": refused(413),
    "as llama.cpp says it": refused(400, kind="exceed_context_size_error"),
    "in a stream": faults.ErrorEvent(
        kind="invalid_request_error", message="prompt is too long: 7 > 6"
    ),
}


def test_a_reply_is_read_and_entered_with_what_it_cost(api: Server) -> None:
    reply = called(["Oslo"]).costing(
        input_tokens=1000, output_tokens=200, cache_read=10_000, cache_written=2000
    )
    api.script.then(reply)
    account = Account()
    (call,) = caller_of(api)(request(), account).calls
    assert (call.name, call.given) == ("record_words", {"words": ["Oslo"], "done": True})
    (usage,) = account.entered
    assert (usage.tokens_in, usage.tokens_out) == (13_000, 200)
    assert (usage.tokens_cached, usage.cache_written) == (10_000, 2000)
    in_usd = (1000 * 0.10 + 2000 * 0.125 + 10_000 * 0.01 + 200 * 0.50) / 1e6
    assert usage.usd == pytest.approx(in_usd)
    assert account.asked == 1


@pytest.mark.parametrize("name", PASSING)
def test_what_may_pass_is_tried_again_and_is_the_fault_of_the_dependency_after_four_attempts(
    api: Server, name: str
) -> None:
    account, call = Account(), caller_of(api)
    api.script.then(PASSING[name], PASSING[name], GOOD).always(PASSING[name])
    (answer,) = call(request(), account).calls
    assert answer.given == {"words": ["Oslo"], "done": True}
    assert account.asked == 1
    assert [usage.requests for usage in account.entered] == [1, 1, 1]
    error = failing(call, account)
    assert type(error) is DependencyFailed
    assert account.total.requests == len(api.record.requests) == 3 + 4
    assert api.record.violations == ()


@pytest.mark.parametrize("name", LASTING)
def test_what_lasts_is_never_asked_again(api: Server, name: str) -> None:
    fault, kind, to_do = LASTING[name]
    account = Account()
    api.script.always(fault)
    error = failing(caller_of(api), account)
    assert type(error) is kind
    assert to_do in getattr(error, "to_do", "")
    assert len(api.record.requests) == 1
    agrees(api, account)


def test_an_error_names_the_request_its_status_and_its_type(api: Server) -> None:
    api.script.always(refused(402))
    error = failing(caller_of(api), Account())
    assert str(error) == (
        "The account is not billed any more: 402 billing_error (request req_00000000000000000001)."
    )


def test_a_refused_key_says_what_to_set(api: Server) -> None:
    call = caller_of(api, api_key="no-key")
    error = failing(call, Account())
    assert isinstance(error, Misconfigured)
    assert "ANTHROPIC_API_KEY" in error.to_do
    assert "no-key" not in str(error)


def test_a_server_that_is_not_there_is_tried_again_and_costs_nothing(api: Server) -> None:
    account = Account()
    call = caller_of(api, base_url="http://127.0.0.1:9")
    error = failing(call, account)
    assert "ConnectError" in str(error)
    assert account.entered == []


def test_a_connection_that_a_proxy_refuses_costs_nothing(
    api: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", api.url)
    account = Account()
    error = failing(caller_of(api, base_url="https://model.invalid"), account)
    assert "ProxyError" in str(error)
    assert account.entered == []


def test_a_stream_that_is_cut_costs_what_its_beginning_said(api: Server) -> None:
    account = Account()
    cut = GOOD.costing(input_tokens=700, output_tokens=90)
    api.script.always(faults.Cut(cut, after=3))
    failing(caller_of(api, Pace(attempts=1)), account)
    (usage,) = account.entered
    assert (usage.requests, usage.tokens_in, usage.tokens_out) == (1, 700, 1)
    assert usage.usd == pytest.approx((700 * 0.10 + 0.50) / 1e6)


def test_an_attempt_that_told_no_usage_counts_as_a_request(api: Server) -> None:
    account = Account()
    api.script.always(faults.Reset())
    failing(caller_of(api), account)
    assert [usage.requests for usage in account.entered] == [1, 1, 1, 1]


# What is logged


def test_a_model_without_a_price_costs_nothing_and_is_warned_of_once(api: Server) -> None:
    api.script.always(GOOD)
    account, call = Account(), caller_of(api)
    with capture_logs() as lines:
        for _ in range(2):
            call(request(model="claude-opus-5-5"), account)
    assert account.total.usd == 0
    assert [(line["event"], line["model"]) for line in lines] == [
        ("model.unpriced", "claude-opus-5-5")
    ]


def test_a_cache_that_was_asked_for_and_not_used_is_told_of_once(api: Server) -> None:
    api.script.always(GOOD)
    marked = {"type": "text", "text": "Short.", "cache_control": {"type": "ephemeral"}}
    call = caller_of(api)
    with capture_logs() as lines:
        for _ in range(2):
            call(request(system=[marked]), Account())
    assert [line["event"] for line in lines] == ["cache.unused"]


def test_what_the_sdk_would_log_is_not_logged_although_it_was_asked_to(
    api: Server, caplog: pytest.LogCaptureFixture
) -> None:
    # As ANTHROPIC_LOG=debug does when the SDK is imported.
    for name in ("anthropic", "httpx2"):
        caplog.set_level(logging.DEBUG, name)
    api.script.then(GOOD)
    assert caller_of(api)(request(SECRET), Account()).calls
    assert SECRET in api.record.requests[0].shown
    assert caplog.records == []


# A refusal that every thread would get


def test_a_400_is_the_threads_fault_if_the_same_request_with_nothing_in_it_is_taken(
    api: Server,
) -> None:
    account = Account()
    api.script.then(refused(400), called([]))
    assert type(failing(caller_of(api), account, shown="m1 Bergen.")) is Refused
    refusal, probe = api.record.requests
    assert "Bergen" in refusal.shown
    assert "Bergen" not in probe.shown
    agrees(api, account)


@pytest.mark.parametrize("name", TOO_LONG)
def test_what_is_too_long_is_the_threads_fault_if_the_same_with_nothing_in_it_is_not(
    api: Server, name: str
) -> None:
    api.script.then(TOO_LONG[name], called([]))
    account = Account()
    assert type(failing(caller_of(api), account)) is TooLong
    assert len(api.record.requests) == 2
    agrees(api, account)


def test_a_model_that_the_prompt_alone_is_too_long_for_gives_no_thread_up(api: Server) -> None:
    api.script.always(faults.too_long())
    error = failing(caller_of(api), Account())
    assert isinstance(error, Misconfigured)
    assert "REFLECTION_MODEL" in error.to_do
    assert len(api.record.requests) == 2


def test_a_400_that_every_request_gets_gives_no_thread_up(api: Server) -> None:
    account = Account()
    call = caller_of(api)
    error = failing(call, account, model="claude-haiku-4-5", output_config={"effort": "low"})
    assert isinstance(error, Misconfigured)
    assert "REFLECTION_EFFORT" in error.to_do
    assert "400 invalid_request_error" in str(error)
    assert account.total.requests == len(api.record.requests) == 2


def test_a_400_that_every_request_gets_from_now_on_gives_no_thread_up_either(api: Server) -> None:
    api.script.then(GOOD).always(refused(400, kind="invalid_request_error"))
    call = caller_of(api)
    call(request(), Account())
    error = failing(call, Account())
    assert isinstance(error, Misconfigured)
    assert "credit" in error.to_do


FIREWALL = faults.Raw(b"<html>Forbidden", 403, "text/html")


def test_a_firewall_that_dislikes_what_a_thread_says_is_no_fault_of_the_key(api: Server) -> None:
    account = Account()
    api.script.then(FIREWALL, called([]))
    error = failing(caller_of(api), account)
    assert type(error) is Refused
    assert str(error) == "The request was not let through: 403 (request req_00000000000000000001)."
    agrees(api, account)


def test_a_firewall_that_lets_nothing_through_gives_no_thread_up(api: Server) -> None:
    api.script.always(FIREWALL)
    error = failing(caller_of(api), Account())
    assert isinstance(error, Misconfigured)
    assert "firewall" in error.to_do


def test_a_probe_that_meets_a_broken_dependency_says_that(api: Server) -> None:
    api.script.then(refused(400)).always(faults.overloaded())
    error = failing(caller_of(api), Account())
    assert isinstance(error, DependencyFailed)
    assert not isinstance(error, Misconfigured)


def test_each_turn_asks_for_time_once_and_a_lost_claim_sends_nothing_more(api: Server) -> None:
    account = Account()
    account.fails[3] = ClaimLost()
    api.script.always(lambda asked: called([str(asked.turn)], done=False))
    with pytest.raises(ClaimLost):
        talk(api, Words(), account)
    assert len(api.record.requests) == 2
