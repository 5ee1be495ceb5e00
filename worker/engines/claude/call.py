"""One request to the model: all of its attempts within one deadline, each in the account.

An attempt is made aside, in a thread of its own, so that the deadline holds although the SDK has a
time-out for each read only, and a signal breaks in although the SDK would take its exception for a
broken connection. Whoever stops waiting hangs up: the server sees that, and the thread ends.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import resources
from typing import Any

from tenacity import (
    RetryCallState,
    Retrying,
    retry_if_exception_type,
    stop_after_attempt,
    stop_before_delay,
    wait_random_exponential,
)

from worker import log
from worker.engine import Work
from worker.engines.claude.aside import Aside
from worker.engines.claude.client import OWN_ADDRESS, Client
from worker.engines.claude.config import Config
from worker.engines.claude.failures import Failure, Refused, cut, failure
from worker.engines.claude.preflight import Preflight
from worker.engines.claude.prices import Prices
from worker.engines.claude.reply import Reading, Reply
from worker.errors import DependencyFailed, Misconfigured, ThreadFailed, TooLong
from worker.usage import Usage


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a read may take, how often a request is tried, and what is waited in between.

    `look_up_seconds`: what looking the models up may take.
    """

    read_seconds: float = 60.0
    attempts: int = 4
    first_wait: float = 0.5
    longest_wait: float = 8.0
    look_up_seconds: float = 5.0


_SLOW = (
    "It was answering: raise REFLECTION_CALL_SECONDS, or lower REFLECTION_EFFORT or "
    "REFLECTION_CHUNK_TOKENS, so that it gets done."
)


class _Again(Exception):  # noqa: N818
    """An attempt failed, and another may not."""

    def __init__(self, failed: Failure) -> None:
        super().__init__(str(failed.error))
        self.failed = failed


class Caller:
    """Calls the models of a configuration; keeps one client, and its connection, for all calls.

    `own_address` is where Anthropic's own API is: only there are the models looked up first.
    """

    def __init__(
        self,
        config: Config,
        prices: Prices,
        *,
        pace: Pace = Pace(),
        own_address: str = OWN_ADDRESS,
    ) -> None:
        self._config = config
        self._prices = prices
        self._pace = pace
        self._own_address = own_address
        self._client: Client | None = None
        self._looked_up = False
        self._unpriced: set[str] = set()
        self._told_of_cache = False

    def __call__(self, request: Mapping[str, Any], work: Work) -> Reply:
        """The model's reply to a request, which is what the SDK's `messages.create` takes.

        Raises ThreadFailed where the thread is at fault, TooLong if it is too long, and
        DependencyFailed where any request would fail; never the same again after a refusal.
        """
        self._look_up(work)
        try:
            return self._within(work.call_seconds(), request, work)
        except (Refused, TooLong) as refused:
            self._probe(request, work, refused)
            raise

    def close(self) -> None:
        """Close the connection, should there be one; a later call makes another."""
        if self._client is not None:
            self._client.sdk.close()
            self._client = None

    def _probe(self, request: Mapping[str, Any], work: Work, refused: ThreadFailed) -> None:
        """Raise Misconfigured if the same request is refused also with nothing in it.

        What every request has (the model, the tool, the effort) may be what is refused: then it is
        not the thread's fault, and each of them would be given up for it. That others like it were
        taken before says little: credit runs out, and what a gateway lets through changes.
        """
        said = resources.files(__package__).joinpath("probe.md").read_text(encoding="utf-8")
        empty = [{"role": "user", "content": [{"type": "text", "text": said.strip()}]}]
        try:
            self._within(work.call_seconds(), {**request, "messages": empty}, work)
        except (Refused, TooLong) as error:
            raise Misconfigured(
                f"Every request is refused, whatever is in it. {refused}",
                "See that REFLECTION_MODEL takes tools, what REFLECTION_EFFORT asks (none asks "
                "nothing) and as many output tokens as are set, that the account has credit, that "
                "no firewall is in the way, and that ANTHROPIC_BASE_URL, if set, is right.",
            ) from error

    def _within(self, seconds: float, request: Mapping[str, Any], work: Work) -> Reply:
        """The reply to a request, tried again while that may help and fits into so many seconds."""
        backing_off = wait_random_exponential(self._pace.first_wait, self._pace.longest_wait)

        def wait(state: RetryCallState) -> float:
            return max(_failed(state).after or 0.0, backing_off(state))

        def sleep(seconds: float) -> None:
            with work.waiting():
                time.sleep(seconds)

        retrying = Retrying(
            stop=stop_after_attempt(self._pace.attempts) | stop_before_delay(seconds),
            wait=wait,
            retry=retry_if_exception_type(_Again),
            before_sleep=_told,
            sleep=sleep,
            reraise=True,
        )
        deadline = time.monotonic() + seconds
        try:
            return retrying(self._attempt, request, work, deadline, seconds)
        except _Again as last:
            raise last.failed.error from last.__cause__

    def _attempt(
        self, request: Mapping[str, Any], work: Work, deadline: float, seconds: float
    ) -> Reply:
        """The reply to one attempt, which is in the account whatever became of it."""
        client, reading, model = self._connected(), Reading(), str(request["model"])
        client.line.sent = False
        try:
            error = self._aside(client, lambda: _read(client, request, reading), deadline, work)
        finally:
            if client.line.sent:
                work.spent(self._priced(model, reading.usage()))
        if reading.stopped or (error is None and reading.whole):
            self._heed(request, reading.usage())
            return reading.reply()
        if isinstance(error, TimeoutError):
            told = f"The model did not answer within {seconds:g} s."
            raise DependencyFailed(told, _SLOW if reading.begun else "")
        if error is not None:
            failed = failure(error, model, self._config.provider, sent=client.line.sent)
        else:
            failed = cut(reading.request_id)
        if failed.again:
            raise _Again(failed) from error
        raise failed.error from error

    def _aside(
        self, client: Client, hangs: Callable[[], None], deadline: float, work: Work
    ) -> Exception | None:
        """Do what may hang aside; what it raised, or a TimeoutError at the deadline."""
        aside = Aside(hangs)
        try:
            with work.waiting():
                ended = aside.wait(deadline - time.monotonic())
            if not ended:
                return TimeoutError()
        finally:
            if not aside.ended:
                client.line.hang_up()
                self._client = None
        if aside.error is not None and not isinstance(aside.error, Exception):
            raise aside.error
        return aside.error

    def _connected(self) -> Client:
        if self._client is None:
            self._client = Client(self._config, self._pace.read_seconds)
        return self._client

    def _look_up(self, work: Work) -> None:
        """Look the models up, once, where that tells something."""
        client = self._connected()
        is_own = str(client.sdk.base_url).rstrip("/") == self._own_address
        if self._looked_up or not is_own or self._config.provider != "anthropic":
            return
        look = Preflight(client, (stage.model for stage in self._config.stages))
        self._aside(client, look.run, time.monotonic() + self._pace.look_up_seconds, work)
        look.verdict(datetime.now(UTC))
        self._looked_up = True

    def _priced(self, model: str, usage: Usage) -> Usage:
        if not self._prices.knows(model) and model not in self._unpriced:
            self._unpriced.add(model)
            log.get().warning("model.unpriced", model=model, to_do="Set REFLECTION_PRICES.")
        return replace(usage, requests=1, usd=self._prices.usd(model, usage))

    def _heed(self, request: Mapping[str, Any], usage: Usage) -> None:
        """Tell when caching was asked for and did not come about: no error says so."""
        marked = isinstance(request["system"], list) and "cache_control" in request["system"][0]
        if marked and not self._told_of_cache and not (usage.tokens_cached or usage.cache_written):
            self._told_of_cache = True
            log.get().info("cache.unused", model=request["model"])


def _read(client: Client, request: Mapping[str, Any], reading: Reading) -> None:
    with client.sdk.messages.create(**request, stream=True) as stream:
        reading.request_id = stream.response.headers.get("request-id")
        for event in stream:
            # What is no object at all the SDK hands over as it is.
            given = event.to_dict(warnings=False) if hasattr(event, "to_dict") else event
            if isinstance(given, Mapping):
                reading.add(given)


def _failed(state: RetryCallState) -> Failure:
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, _Again)
    return error.failed


def _told(state: RetryCallState) -> None:
    log.get().info(
        "request.failed",
        error=str(_failed(state).error),
        attempt=state.attempt_number,
        again_in=round(state.upcoming_sleep, 3),
    )
