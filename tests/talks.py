"""A conversation's parts for tests: an agent that takes words, and an account of what was spent."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

import pytest
from messages_api import Reply, Server

from worker.engine import Ended
from worker.engines.claude.agent import Answer
from worker.engines.claude.call import Caller, Pace
from worker.engines.claude.config import Config, StageConfig
from worker.engines.claude.converse import converse
from worker.engines.claude.prices import Prices
from worker.errors import DependencyFailed, ThreadFailed
from worker.stop import Stop
from worker.usage import Usage

NAME = "record_words"
TOOL: dict[str, Any] = {
    "name": NAME,
    "description": "Record words.",
    "strict": True,
    "input_schema": {
        "type": "object",
        "properties": {
            "words": {"type": "array", "items": {"type": "string"}},
            "done": {"type": "boolean"},
        },
        "required": ["words", "done"],
        "additionalProperties": False,
    },
}
QUICK = Pace(read_seconds=5.0, attempts=4, first_wait=0.01, longest_wait=0.02)


class Words:
    """An agent that takes every word but those that begin with `bad`, which could be put right."""

    system = "Record the words. " * 40
    tool: Mapping[str, Any] = TOOL
    shown = "m1 Oslo, Bergen."

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.given: list[tuple[object, bool]] = []

    def answer(self, given: object, *, cut_off: bool) -> Answer:
        self.given.append((given, cut_off))
        words = given.get("words") if isinstance(given, dict) else None
        if not isinstance(given, dict) or not isinstance(words, list):
            return Answer("words must be a list", is_error=True)
        good = [one for one in words if isinstance(one, str) and not one.startswith("bad")]
        self.taken += good
        done = given.get("done") is True
        told = f"Recorded {len(good)}; {len(words) - len(good)} rejected."
        return Answer(told, len(words), len(good), done, mendable=len(good) < len(words))


class Account:
    """The time that a request gets, and what was entered; `fails` once it was asked so often."""

    def __init__(self, seconds: float = 10.0, *, worth_caching: bool = False) -> None:
        self.seconds = seconds
        self.worth_caching = worth_caching
        self.stop = Stop()
        self.entered: list[Usage] = []
        self.asked = 0
        self.fails: dict[int, Exception] = {}

    def call_seconds(self) -> float:
        self.asked += 1
        if self.asked in self.fails:
            raise self.fails[self.asked]
        return self.seconds

    def waiting(self) -> AbstractContextManager[None]:
        return self.stop.breaks()

    def spent(self, usage: Usage) -> None:
        self.entered.append(usage)

    @property
    def total(self) -> Usage:
        return sum(self.entered, Usage())


def config_of(api: Server, **changes: Any) -> Config:
    return Config(**{"api_key": api.key, "base_url": api.url, **changes})


def caller_of(api: Server, pace: Pace = QUICK, *, is_own: bool = False, **changes: Any) -> Caller:
    """A caller of the server; `is_own`: as if that were Anthropic's own address."""
    config, own = config_of(api, **changes), {"own_address": api.url} if is_own else {}
    return Caller(config, Prices(config.prices), pace=pace, **own)


def request(shown: str = "m1 Oslo.", **changes: Any) -> dict[str, Any]:
    """A request that the API takes."""
    return {
        "model": "claude-haiku-5-5",
        "max_tokens": 500,
        "system": [{"type": "text", "text": "Record the words."}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": shown}]}],
        "tools": [TOOL],
        "tool_choice": {"type": "auto"},
        **changes,
    }


SECRET = "Oslo-is-a-secret"


def failing(call: Caller, account: Account, **changes: Any) -> Exception:
    """What a call raises, which holds nothing that a server or a person wrote."""
    with pytest.raises((DependencyFailed, ThreadFailed)) as raised:
        call(request(**changes), account)
    assert SECRET not in str(raised.value) + getattr(raised.value, "to_do", "")
    return raised.value


def called(words: Sequence[Any] = (), *, done: bool = True, **more: Any) -> Reply:
    """A reply that calls the tool."""
    return Reply().tool(NAME, {"words": list(words), "done": done, **more})


def talk(
    api: Server, agent: Words, account: Account, *, turns: int = 16, cached: bool = False
) -> Ended:
    stage = StageConfig(output_tokens=500)
    return converse(agent, stage, caller_of(api), account, turns=turns, cached=cached)


def agrees(api: Server, account: Account) -> None:
    """What was entered is what the server says it cost, and nothing was sent that it refuses."""
    told = api.record.usage
    entered = account.total
    assert entered.requests == len(api.record.requests)
    assert (entered.tokens_in, entered.tokens_out) == (told.prompt_tokens, told.output_tokens)
    assert (entered.tokens_cached, entered.cache_written) == (told.cache_read, told.cache_written)
    assert api.record.violations == ()
