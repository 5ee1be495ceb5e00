"""A request has one deadline, and whoever stops waiting for it hangs up."""

import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from messages_api import Reply, Server, faults
from talks import QUICK, Account, called, caller_of, failing, request

from worker.engines.claude.call import Caller, Pace
from worker.errors import DependencyFailed, Interrupted

GOOD = called(["Oslo"])


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.mark.parametrize(
    "fault",
    [
        faults.Silence(),
        faults.Silence(GOOD, after=3),
        faults.Pings(GOOD),
        faults.Drip(Reply().text("Oslo " * 200), seconds=0.01),
        faults.Slow(30.0, GOOD),
    ],
    ids=["silence", "silence in the middle", "pings", "a drip", "slow"],
)
def test_the_deadline_holds_whatever_the_server_does(api: Server, fault: faults.Fault) -> None:
    account = Account(seconds=0.6)
    call = caller_of(api)
    api.script.then(GOOD).always(fault)
    call(request(), account)
    began = time.monotonic()
    error = failing(call, account)
    assert 0.5 < time.monotonic() - began < 1.0
    assert "did not answer within 0.6 s" in str(error)
    (_, last) = api.record.wait_for(2)
    assert last.wait(2.0).hung_up
    assert account.total.requests == 2


def test_a_model_that_was_still_answering_at_the_deadline_says_what_to_set(api: Server) -> None:
    api.script.then(faults.Silence(GOOD, after=3), faults.Silence())
    slow, silent = (failing(caller_of(api), Account(seconds=0.3)) for _ in range(2))
    assert isinstance(slow, DependencyFailed)
    assert isinstance(silent, DependencyFailed)
    assert "REFLECTION_CALL_SECONDS" in slow.to_do
    assert silent.to_do == ""


def test_attempts_end_with_the_deadline_and_not_with_their_number(api: Server) -> None:
    account = Account(seconds=0.5)
    api.script.always(faults.Slow(0.2, faults.overloaded()))
    began = time.monotonic()
    failing(caller_of(api, Pace(attempts=50, first_wait=0.01)), account)
    assert time.monotonic() - began < 1.0
    assert 2 <= len(api.record.requests) <= 4


def test_a_read_without_a_byte_is_given_up_and_tried_again(api: Server) -> None:
    account = Account()
    api.script.then(faults.Silence(GOOD, after=2), GOOD)
    caller_of(api, Pace(read_seconds=0.2, first_wait=0.01))(request(), account)
    assert account.total.requests == 2


def test_after_a_hang_up_the_next_request_goes_well(api: Server) -> None:
    account = Account(seconds=0.3)
    call = caller_of(api)
    api.script.then(faults.Silence(), GOOD)
    failing(call, account)
    account.seconds = 10.0
    assert call(request(), account).calls


def test_requests_that_go_well_share_a_connection(api: Server) -> None:
    call = caller_of(api)
    api.script.always(GOOD)
    for _ in range(3):
        call(request(), Account())
    assert len({one.connection for one in api.record.requests}) == 1


# What the server asks for


def test_what_the_server_asks_to_wait_is_waited_if_it_fits(api: Server) -> None:
    account = Account(seconds=5.0)
    api.script.then(faults.rate_limited(0.4), GOOD)
    caller_of(api)(request(), account)
    first, second = api.record.requests
    assert 0.4 <= second.at - first.at < 1.0


@pytest.mark.parametrize(
    "asked", ["12", "4000000000", "inf", "nan", "Sat, 07 Nov 2099 08:00:00 GMT"]
)
def test_what_does_not_fit_into_the_deadline_is_not_waited_for(api: Server, asked: str) -> None:
    account = Account(seconds=3.0)
    api.script.always(faults.rate_limited(asked))
    began = time.monotonic()
    error = failing(caller_of(api), account)
    assert time.monotonic() - began < 1.0
    assert "429 rate_limit_error" in str(error)
    assert len(api.record.requests) == 1


@pytest.mark.parametrize("asked", ["", "soon", "-5", "Mon, 01 Jan 2001 00:00:00 GMT", "0"])
def test_what_cannot_be_waited_for_is_tried_again_soon(api: Server, asked: str) -> None:
    api.script.then(faults.rate_limited(asked), GOOD)
    assert caller_of(api, QUICK)(request(), Account()).calls


# Signals


class Signals:
    """A worker that listens for signals, and one that comes a little after a request has."""

    def __init__(self, api: Server) -> None:
        self._api = api
        self._sent = 0.0

    def interrupts(self, call: Caller, account: Account, after: float = 0.1) -> float:
        """Seconds from the signal until the call is over."""
        stop = account.stop
        killer = threading.Thread(target=self._kill, args=(after,))
        with stop.installed():
            killer.start()
            with pytest.raises(Interrupted), stop.breaks():
                call(request(), account)
            ended = time.monotonic()
        killer.join()
        return ended - self._sent

    def _kill(self, after: float) -> None:
        self._api.record.wait_for(1)
        time.sleep(after)
        self._sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGTERM)


@pytest.mark.parametrize(
    "fault",
    [faults.Silence(), faults.Silence(GOOD, after=3), faults.Pings(GOOD)],
    ids=["silence", "silence in the middle", "pings"],
)
def test_a_signal_breaks_in_at_once_and_the_server_sees_the_hang_up(
    api: Server, fault: faults.Fault
) -> None:
    account = Account()
    api.script.always(fault)
    assert Signals(api).interrupts(caller_of(api), account) < 0.5
    (only,) = api.record.requests
    assert only.wait(1.0).hung_up
    (usage,) = account.entered
    assert usage.requests == 1
    assert usage.tokens_in == only.usage.prompt_tokens


def test_a_signal_breaks_into_the_wait_before_another_attempt(api: Server) -> None:
    account = Account(seconds=30.0)
    api.script.always(faults.rate_limited(20))
    assert Signals(api).interrupts(caller_of(api), account) < 0.5
    assert len(api.record.requests) == account.total.requests == 1


def test_no_thread_is_left_once_the_server_was_hung_up_on(api: Server) -> None:
    api.script.always(faults.Silence())
    failing(caller_of(api), Account(seconds=0.2))
    deadline = time.monotonic() + 2.0
    while any(thread.name == "model" for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "the thread of the attempt still waits"
        time.sleep(0.01)
