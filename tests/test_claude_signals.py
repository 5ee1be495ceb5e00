"""A signal breaks into what is waited for, and never into what has been paid for."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from claude import OBSERVER, QUICK, api, with_key
from console import SCRIPT, environment
from messages_api import Reply, Server
from messages_api.server import KEY
from product import Connection, add_thread, claim_row, one
from reported import contents
from talks import Account, Words, called, talk

from worker.drain import Limits, drain
from worker.engine import Ended, Work
from worker.engines.claude.call import Caller
from worker.engines.claude.config import Config
from worker.engines.claude.engine import ClaudeEngine
from worker.engines.claude.prices import Prices
from worker.engines.claude.reply import Reply as Heard
from worker.errors import Interrupted
from worker.records import StopReason
from worker.reflect import Bounds, Reflector
from worker.stop import Stop
from worker.store.database import Database
from worker.store.queue import Queue
from worker.usage import Usage


@pytest.fixture
def messages() -> Iterator[Server]:
    with api() as running:
        yield running
        assert running.record.violations == ()


def told_to_stop() -> None:
    os.kill(os.getpid(), signal.SIGTERM)


class ToldWhileEntering(Account):
    def spent(self, usage: Usage) -> None:
        told_to_stop()
        super().spent(usage)


class ToldWhileTaking(Words):
    def answer(self, given: object, *, cut_off: bool) -> Any:
        told_to_stop()
        return super().answer(given, cut_off=cut_off)


def test_a_signal_while_the_cost_is_entered_does_not_lose_it(messages: Server) -> None:
    account, words = ToldWhileEntering(), Words()
    messages.script.then(called(["Oslo"]))
    with account.stop.installed(), account.stop.breaks():
        assert talk(messages, words, account) is Ended.RECORDED
    assert (account.total.requests, words.taken) == (1, ["Oslo"])


def test_a_signal_while_a_reply_is_taken_lets_that_be_and_sends_no_more(messages: Server) -> None:
    account, words = Account(), ToldWhileTaking()
    messages.script.always(called(["Oslo"], done=False))
    with account.stop.installed(), pytest.raises(Interrupted), account.stop.breaks():
        talk(messages, words, account)
    assert words.taken == ["Oslo"]
    assert account.total.requests == len(messages.record.requests) == 1


def test_two_signals_at_once_lose_no_cost(messages: Server) -> None:
    account, words = ToldWhileEntering(), Words()

    def both(request: Any) -> Reply:
        told_to_stop()
        return called(["Oslo"])

    messages.script.always(both)
    with account.stop.installed(), pytest.raises(Interrupted), account.stop.breaks():
        talk(messages, words, account)
    assert account.total.requests == len(messages.record.requests) == 1


def test_what_was_observed_when_the_worker_is_told_to_stop_is_kept_and_not_paid_for_again(
    database: Database, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    config = Config(api_key=KEY, base_url=messages.url)
    caller = Caller(config, Prices(None), pace=QUICK)

    def ask(request: Mapping[str, Any], work: Work) -> Heard:
        heard = caller(request, work)
        told_to_stop()
        return heard

    engine, stop = ClaudeEngine(config, ask), Stop()
    queue = Queue(database, worker="w", engine=engine.name, model=engine.model)
    reflect = Reflector(queue, engine, Bounds(), time.monotonic, stop)
    with stop.installed():
        done = drain(queue, reflect, Limits(), time.monotonic, stop)
    caller.close()
    assert done.stop_reason is StopReason.INTERRUPTED
    assert len(contents(connection)) == 2
    assert messages.record.counts == {OBSERVER: 1}
    row = claim_row(connection, "t")
    assert (row.last_outcome, row.eligible_at, row.attempts) == ("partial", None, 0)


def test_two_signals_end_a_worker_whose_connection_does_not_come_about(
    database_url: str, connection: Connection, messages: Server
) -> None:
    add_thread(connection, "t")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"https://127.0.0.1:{silent.getsockname()[1]}"
        worker = subprocess.Popen(
            [SCRIPT, "drain"],
            env=environment(database_url, **with_key(messages) | {"ANTHROPIC_BASE_URL": address}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        silent.settimeout(60)
        asked, _ = silent.accept()
        with asked:
            assert asked.recv(1)
            began = time.monotonic()
            worker.terminate()
            worker.terminate()
            # By the handler, or at its very end by the second of them.
            assert worker.wait(30) in (143, -signal.SIGTERM)
            assert time.monotonic() - began < 5
    row = claim_row(connection, "t")
    assert (row.claim_id, row.attempts, row.not_before) == (None, 0, None)
    assert one(connection, "select stop_reason from reflection.runs") == "interrupted"
