"""What the stand-in for the Messages API counts, and what its cache of prompts saves."""

from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest
from messages_api import Model, Reply, Server
from messages_api.asking import TOOL, ask, client_of

OTHER = {**TOOL, "name": "drop_observations"}


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def web() -> Iterator[httpx2.Client]:
    with anthropic.DefaultHttpxClient() as opened:
        yield opened


@pytest.fixture
def client(api: Server, web: httpx2.Client) -> anthropic.Anthropic:
    return client_of(api, http_client=web)


def marked(words: int = 1200, **mark: str) -> dict[str, Any]:
    """A system block that is to be cached."""
    return {"type": "text", "text": "rule " * words, "cache_control": {"type": "ephemeral", **mark}}


def test_a_marked_prefix_is_written_once_and_then_read_until_its_time_is_over() -> None:
    now = [0.0]
    with Server(clock=lambda: now[0]) as api, client_of(api) as client:
        api.script.always(Reply().text("Noted."))
        usages = []
        for now[0] in (0.0, 200.0, 499.0, 900.0):
            usages.append(ask(client, system=[marked()]).usage)
    written = [usage.cache_creation_input_tokens or 0 for usage in usages]
    read = [usage.cache_read_input_tokens or 0 for usage in usages]
    assert written[0] == read[1] == read[2] == written[3] > 1900
    assert written[1:3] == [0, 0]
    assert (read[0], read[3]) == (0, 0)
    assert len({usage.input_tokens for usage in usages}) == 1


@pytest.mark.parametrize(
    "second",
    [
        {"tools": [OTHER]},
        {"model": "claude-opus-5-5"},
        {"system": [{"type": "text", "text": "Observe."}, marked()]},
        {"system": [marked(1201)]},
    ],
)
def test_a_prefix_that_differs_is_not_read(
    api: Server, client: anthropic.Anthropic, second: dict[str, Any]
) -> None:
    api.script.always(Reply().text("Noted."))
    first = {"system": [marked()]}
    assert ask(client, **first).usage.cache_creation_input_tokens
    assert ask(client, **{**first, **second}).usage.cache_read_input_tokens == 0


def test_a_prefix_shorter_than_the_least_is_not_cached_and_nothing_says_so(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.always(Reply().text("Noted."))
    usages = [ask(client, system=[marked(200)]).usage for _ in range(2)]
    assert [usage.cache_creation_input_tokens for usage in usages] == [0, 0]
    assert [usage.cache_read_input_tokens for usage in usages] == [0, 0]


def test_a_model_says_what_it_can_and_tokens_are_counted() -> None:
    models = (Model("claude-old", lifecycle="deprecated", context_window=9, efforts=()),)
    with Server(models=models) as api, client_of(api) as client:
        model = client.models.retrieve("claude-old")
        assert (model.lifecycle, model.max_input_tokens) == ("deprecated", 9)
        assert model.capabilities is not None
        assert not model.capabilities.effort.supported
        with pytest.raises(anthropic.NotFoundError) as missed:
            client.models.retrieve("claude-new")
        counted = client.messages.count_tokens(
            model="claude-old", messages=[{"role": "user", "content": "I live in Oslo."}]
        )
    assert missed.value.type == "not_found_error"
    assert 5 < counted.input_tokens < 30
    assert api.record.counts == {}
    assert [one.about for one in api.record.all] == ["models", "models", "count_tokens"]
