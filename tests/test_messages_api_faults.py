"""What the real SDK makes of each fault that the stand-in for the Messages API can have."""

import contextlib
import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest
from messages_api import Reply, Server, faults
from messages_api.asking import TOOL, ask, client_of, create, good

NAME = str(TOOL["name"])
REPLY = Reply().text("Noted.").tool(NAME, {"observations": [], "done": True})


@pytest.fixture(scope="module")
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def client(api: Server) -> Iterator[anthropic.Anthropic]:
    with client_of(api) as opened:
        yield opened


@pytest.mark.parametrize("asked", [ask, create])
@pytest.mark.parametrize(
    ("status", "error", "kind"),
    [
        (400, anthropic.BadRequestError, "invalid_request_error"),
        (401, anthropic.AuthenticationError, "authentication_error"),
        (402, anthropic.PaymentRequiredError, "billing_error"),
        (403, anthropic.PermissionDeniedError, "permission_error"),
        (404, anthropic.NotFoundError, "not_found_error"),
        (408, anthropic.RequestTimeoutError, "timeout_error"),
        (409, anthropic.ConflictError, "conflict_error"),
        (413, anthropic.ContentTooLargeError, "request_too_large"),
        (429, anthropic.RateLimitError, "rate_limit_error"),
        (500, anthropic.InternalServerError, "api_error"),
        (503, anthropic.ServiceUnavailableError, "api_error"),
        (504, anthropic.GatewayTimeoutError, "timeout_error"),
        (529, anthropic.OverloadedError, "overloaded_error"),
    ],
)
def test_an_error_status_is_its_own_exception_with_type_and_request_id(
    api: Server,
    client: anthropic.Anthropic,
    asked: Any,
    status: int,
    error: type[anthropic.APIStatusError],
    kind: str,
) -> None:
    api.script.then(faults.Refused(status, details={"error_code": "scripted_code"}))
    with pytest.raises(error) as raised:
        asked(client)
    assert (raised.value.status_code, raised.value.type) == (status, kind)
    assert raised.value.error_code == "scripted_code"
    assert raised.value.request_id == api.record.all[-1].request_id
    assert api.record.all[-1].wait().status == status


def test_a_prompt_that_is_too_long_is_a_bad_request_that_says_so(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(faults.too_long(1_200_000, 1_000_000))
    with pytest.raises(anthropic.BadRequestError) as raised:
        ask(client)
    assert raised.value.api_message == "prompt is too long: 1200000 tokens > 1000000 maximum"


def test_a_rate_limit_names_its_seconds(api: Server, client: anthropic.Anthropic) -> None:
    api.script.then(faults.rate_limited(3600))
    with pytest.raises(anthropic.RateLimitError) as raised:
        ask(client)
    assert raised.value.response.headers["retry-after"] == "3600"


def test_a_proxy_that_speaks_html_has_no_error_type(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(faults.unavailable())
    with pytest.raises(anthropic.ServiceUnavailableError) as raised:
        ask(client)
    assert raised.value.type is None


@pytest.mark.parametrize("asked", [ask, create])
def test_a_reset_before_the_headers_is_a_connection_error(
    api: Server, client: anthropic.Anthropic, asked: Any
) -> None:
    api.script.then(faults.Reset())
    with pytest.raises(anthropic.APIConnectionError) as raised:
        asked(client)
    assert isinstance(raised.value.__cause__, httpx2.ReadError)
    assert api.record.all[-1].wait().status is None


def test_a_stream_that_is_torn_raises_what_the_sdk_does_not_wrap(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(faults.Reset(REPLY, after=5), faults.Cut(REPLY, after=5, clean=False))
    with pytest.raises(httpx2.ReadError):
        ask(client)
    with pytest.raises(httpx2.RemoteProtocolError):
        ask(client)


def test_a_stream_that_is_cut_clean_looks_whole_but_for_its_stop_reason(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(faults.Cut(REPLY, after=13))
    message = ask(client)
    assert [block.type for block in message.content] == ["text", "tool_use"]
    assert message.content[1].model_dump()["input"] == {"observations": [], "done": True}
    assert message.stop_reason is None


@pytest.mark.parametrize("after", [0, 1, 6])
def test_an_error_inside_a_stream_is_known_by_its_type_alone(
    api: Server, client: anthropic.Anthropic, after: int
) -> None:
    api.script.then(faults.ErrorEvent(REPLY, after))
    with pytest.raises(anthropic.APIStatusError) as raised:
        ask(client)
    assert (raised.value.status_code, raised.value.type) == (200, "overloaded_error")
    assert not isinstance(raised.value, anthropic.OverloadedError)


@pytest.mark.parametrize("body", [b"not JSON {", b'["a"]'])
def test_a_stream_that_is_none_fails_an_assertion_of_the_sdk(
    api: Server, client: anthropic.Anthropic, body: bytes
) -> None:
    api.script.then(faults.Raw(body))
    with pytest.raises(AssertionError):
        ask(client)


def test_a_body_that_is_no_message_raises_nothing_of_the_sdk_or_nothing_at_all(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(faults.Raw(b"not JSON {"), faults.Raw(b'["a"]'))
    with pytest.raises(json.JSONDecodeError):
        create(client)
    answer: object = create(client)
    assert answer == ["a"]


def test_a_reply_that_drips_arrives_although_it_takes_longer_than_the_timeout(api: Server) -> None:
    api.script.then(faults.Drip(Reply().text("Slow."), seconds=0.0008))
    with client_of(api, timeout=0.5) as client:
        began = time.monotonic()
        message = ask(client)
    assert message.content[0].model_dump()["text"] == "Slow."
    assert time.monotonic() - began > 0.5


@pytest.mark.parametrize(
    "fault", [faults.Silence(), faults.Slow(5, REPLY)], ids=["silence", "slow"]
)
def test_what_does_not_answer_in_time_is_a_timeout_and_the_server_sees_it_go(
    api: Server, fault: faults.Fault
) -> None:
    api.script.then(fault)
    with client_of(api, timeout=0.2) as client, pytest.raises(anthropic.APITimeoutError):
        ask(client)
    assert api.record.all[-1].wait().hung_up


def test_a_stream_that_falls_silent_is_a_timeout_of_the_library_below(api: Server) -> None:
    api.script.then(faults.Silence(REPLY, after=3))
    with client_of(api, timeout=0.4) as client, pytest.raises(httpx2.ReadTimeout):
        ask(client)
    assert api.record.all[-1].wait().hung_up


def test_pings_keep_a_stream_alive_past_its_timeout(api: Server) -> None:
    api.script.then(faults.Pings(REPLY, after=3, seconds=0.05))
    with client_of(api, timeout=0.6) as client, client.messages.stream(**good()) as stream:
        # The SDK keeps pings to itself, so that it is from outside that such a stream is ended.
        threading.Timer(0.9, stream.close).start()
        began = time.monotonic()
        with contextlib.suppress(httpx2.HTTPError, OSError):
            stream.until_done()
        assert time.monotonic() - began > 0.8
    assert api.record.all[-1].wait().hung_up


def test_the_fault_of_one_request_is_over_with_the_next() -> None:
    with Server() as other, client_of(other, max_retries=1) as client:
        other.script.nth(2, faults.overloaded()).always(REPLY)
        assert [ask(client).stop_reason for _ in range(2)] == ["tool_use"] * 2
        assert [one.wait().status for one in other.record.requests] == [200, 529, 200]
