"""The client in surroundings that are not as they should be: no thread is given up for them."""

import threading
from collections.abc import Iterator

import pytest
from messages_api import Server
from talks import Account, called, caller_of, failing, request

from worker.errors import DependencyFailed, Misconfigured

GOOD = called(["Oslo"])


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTP_PROXY", "telnet://10.0.0.1"),
        ("ALL_PROXY", "socks5://10.0.0.1:1080"),
        ("SSL_CERT_FILE", "/there/is/no/such.pem"),
        ("SSL_CERT_FILE", __file__),
    ],
    ids=["a proxy", "a socks proxy", "no certificates", "no certificate in it"],
)
def test_a_proxy_or_certificates_that_cannot_be_used_say_what_to_look_at(
    api: Server, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    error = failing(caller_of(api), Account())
    assert isinstance(error, Misconfigured)
    assert name in error.to_do
    assert value not in str(error)


def test_an_address_that_is_none_says_what_to_look_at(api: Server) -> None:
    error = failing(caller_of(api, base_url="http://[::1"), Account())
    assert isinstance(error, Misconfigured)
    assert "ANTHROPIC_BASE_URL" in error.to_do


def test_a_machine_without_a_thread_to_spare_is_no_fault_of_the_thread(api: Server) -> None:
    account, call = Account(), caller_of(api)
    api.script.always(GOOD)
    before = threading.stack_size(2**46)
    try:
        error = failing(call, account)
    finally:
        threading.stack_size(before)
    assert type(error) is DependencyFailed
    assert account.entered == []
    assert call(request(), account).calls


def test_a_request_that_cannot_be_written_at_all_gives_no_thread_up(api: Server) -> None:
    account = Account()
    error = failing(caller_of(api), account, metadata={"user_id": object()})
    assert isinstance(error, Misconfigured)
    assert "could not be sent: TypeError" in str(error)
    assert account.entered == []
    assert api.record.all == ()
