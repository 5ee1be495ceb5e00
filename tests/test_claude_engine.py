"""The claude engine as the worker sees it: its stages, its name, what it would cost."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from os import environ
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from messages_api import Reply, Server
from proposals import AT, THREAD, message
from talks import QUICK, Account, agrees, config_of

from worker.engine import Ended
from worker.engines.claude.call import Caller
from worker.engines.claude.config import Config, StageConfig
from worker.engines.claude.engine import ClaudeEngine
from worker.engines.claude.prices import Prices
from worker.errors import UsageError
from worker.judge import DropDesk, ObservationDesk, ReflectionDesk
from worker.records import ActiveObservation, Chunk, Drop, Relevance

CHUNK = Chunk("t1", "u1", "UTC", (replace(message(1), text="I live in Oslo now."), *THREAD[1:]))


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


def engine_of(api: Server, **changes: Any) -> ClaudeEngine:
    config = config_of(api, **changes)
    return ClaudeEngine(config, Caller(config, Prices(config.prices), pace=QUICK))


def pool(count: int, relevance: Relevance = Relevance.LOW) -> list[ActiveObservation]:
    return [
        ActiveObservation(number, f"User: saw film {number}", relevance, "event", AT, 10, 0)
        for number in range(1, count + 1)
    ]


def observed(content: str) -> Reply:
    one = {
        "content": content,
        "relevance": "high",
        "category": "fact",
        "sources": ["m1"],
        "supersedes": [],
    }
    return Reply().tool("record_observations", {"observations": [one], "done": True})


def test_a_chunk_is_observed_with_one_request(api: Server) -> None:
    api.script.then(observed("User lives in Oslo"))
    account, desk = Account(), ObservationDesk(CHUNK.messages, "UTC", [])
    engine = ClaudeEngine(config_of(api))
    assert engine.observe(CHUNK, [], [], desk.hand_in, account) is Ended.RECORDED
    (observation,) = desk.accepted
    assert observation.content == "User lives in Oslo"
    assert observation.source_ids == ("m1",)
    assert api.record.counts == {"record_observations": 1}
    agrees(api, account)


def test_a_pool_is_reflected_on_and_dropped_from_with_one_request_each(api: Server) -> None:
    empty = {"reflections": [], "done": True}
    api.script.then(Reply().tool("record_reflections", empty), to="record_reflections")
    drops = {"drops": [{"id": "o1", "reason": "seldom matters"}], "done": True}
    api.script.then(Reply().tool("drop_observations", drops), to="drop_observations")
    account, engine = Account(), engine_of(api)
    reflections = ReflectionDesk(pool(3), [], "UTC")
    assert engine.reflect(pool(3), [], reflections.hand_in, account) is Ended.EMPTY
    desk = DropDesk(pool(5), 30)
    assert engine.drop(pool(5), 30, desk.hand_in, account) is Ended.RECORDED
    assert desk.chosen == (Drop(1, "seldom matters"),)
    assert api.record.counts == {"record_reflections": 1, "drop_observations": 1}
    agrees(api, account)


def test_each_stage_calls_its_own_model_in_its_own_way(api: Server) -> None:
    engine = engine_of(
        api,
        observer=StageConfig("claude-haiku-5-5", "high", 3000),
        dropper=StageConfig("claude-haiku-4-5", None, 2000),
    )
    api.script.always(Reply().tool("record_observations", {"observations": [], "done": True}))
    empty = Reply().tool("drop_observations", {"drops": [], "done": True})
    api.script.always(empty, to="drop_observations")
    engine.observe(CHUNK, [], [], ObservationDesk(CHUNK.messages, "UTC", []).hand_in, Account())
    engine.drop(pool(5), 30, DropDesk(pool(5), 30).hand_in, Account())
    first, second = (sent.body for sent in api.record.requests)
    assert (first["model"], first["max_tokens"]) == ("claude-haiku-5-5", 3000)
    assert first["output_config"] == {"effort": "high"}
    assert (second["model"], second["max_tokens"]) == ("claude-haiku-4-5", 2000)
    assert "output_config" not in second
    assert api.record.violations == ()


@pytest.mark.parametrize(
    ("caching", "worth", "marked"),
    [
        ("auto", True, True),
        ("auto", False, False),
        ("always", False, True),
        ("never", True, False),
    ],
)
def test_prompts_are_cached_when_that_is_worth_it_or_as_it_is_set(
    api: Server, caching: str, worth: bool, marked: bool
) -> None:
    api.script.always(Reply().tool("record_observations", {"observations": [], "done": True}))
    desk = ObservationDesk(CHUNK.messages, "UTC", [])
    account = Account(worth_caching=worth)
    engine_of(api, caching=caching).observe(CHUNK, [], [], desk.hand_in, account)
    assert (b"cache_control" in api.record.requests[0].raw) is marked
    assert (account.total.cache_written > 0) is marked


def test_its_model_is_that_of_all_stages_or_those_of_each() -> None:
    assert ClaudeEngine(Config()).model == "claude-haiku-5-5"
    mixed = Config(dropper=StageConfig("claude-sonnet-5-5"))
    assert ClaudeEngine(mixed).model == "claude-haiku-5-5, claude-sonnet-5-5"


def test_models_without_a_price_are_named() -> None:
    mixed = Config(dropper=StageConfig("some-model"), reflector=StageConfig("claude-sonnet-5-5"))
    assert ClaudeEngine(mixed).unpriced == ("some-model",)
    prices = '{"some-model": {"input": 1, "output": 2}}'
    assert ClaudeEngine(replace(mixed, prices=prices)).unpriced == ()


def test_prices_that_cannot_be_read_are_found_at_once() -> None:
    with pytest.raises(UsageError):
        ClaudeEngine(Config(prices="{"))


def test_one_wording_of_its_prompts_has_one_hash() -> None:
    one, other = ClaudeEngine(Config()), ClaudeEngine(Config(api_key="k", turns=3))
    assert one.prompt_hash == other.prompt_hash
    assert one.prompt_hash is not None
    assert len(bytes.fromhex(one.prompt_hash)) == 32


def test_an_estimate_is_rather_more_than_it_comes_to(api: Server) -> None:
    told = [f"User saw film number {number} in the cinema at home" for number in range(30)]
    text = " ".join(f"I saw film number {number}." for number in range(400))
    chunk = replace(CHUNK, messages=(replace(message(1), text=text),))
    many = [
        {"content": one, "relevance": "low", "category": "event", "sources": ["m1"]} for one in told
    ]
    given = {"observations": [{**one, "supersedes": []} for one in many], "done": True}
    api.script.always(Reply().tool("record_observations", given), to="record_observations")
    empty = Reply().tool("record_reflections", {"reflections": [], "done": True})
    api.script.always(empty, to="record_reflections")
    account, engine = Account(), engine_of(api)
    desk = ObservationDesk(chunk.messages, "UTC", [])
    engine.observe(chunk, [], [], desk.hand_in, account)
    engine.reflect(pool(30), [], ReflectionDesk(pool(30), [], "UTC").hand_in, account)
    estimate = engine.estimate(len(text) // 4, 0)
    spent = account.total
    assert spent.tokens_in < estimate.tokens_in < 6 * spent.tokens_in
    assert spent.tokens_out < estimate.tokens_out
    assert spent.usd < estimate.usd


@given(st.integers(0, 2_000_000), st.integers(0, 100_000), st.integers(1, 100_000))
def test_more_to_read_is_never_estimated_as_less(owed: int, pool_tokens: int, more: int) -> None:
    engine = ClaudeEngine(Config())
    before = engine.estimate(owed, pool_tokens)
    assert before.requests >= 3
    assert before.usd > 0
    after = engine.estimate(owed + more, pool_tokens)
    assert after.requests >= before.requests
    assert after.tokens_in + after.tokens_out >= before.tokens_in + before.tokens_out
    fuller = engine.estimate(owed, pool_tokens + more)
    assert fuller.usd >= before.usd


def loaded(script: str, **environment: str) -> set[str]:
    """The modules that are loaded after a script."""
    done = subprocess.run(
        [sys.executable, "-c", f"{script}\nimport sys; print(*sys.modules)"],
        env=environ | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return {name.split(".")[0] for name in done.stdout.splitlines()[-1].split()}


def test_nothing_of_the_sdk_is_loaded_before_the_first_request(database_url: str) -> None:
    modules = loaded(
        "from worker.app import run_drain; from worker.engines.claude.config import Config\n"
        "from worker.engines.claude.engine import ClaudeEngine\n"
        "from worker.engines.claude import credentials\n"
        "import os; from worker.settings import read_settings; from worker.stop import Stop\n"
        "config = Config(api_key='key'); credentials.check(config, os.environ)\n"
        "engine = ClaudeEngine(config)\n"
        "engine.estimate(1000, 1000); assert engine.prompt_hash\n"
        "summary, _, code = run_drain(read_settings(os.environ), max_threads=1,\n"
        "    claim_seconds=1, stop=Stop(), with_engine=engine)\n"
        "assert (code, summary.cycles, summary.engine) == (0, 0, 'claude')",
        DATABASE_URL=database_url,
    )
    assert "psycopg" in modules
    assert not {"anthropic", "httpx2", "tenacity", "boto3", "google"} & modules
