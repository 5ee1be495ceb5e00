"""What a model costs: by the built-in table, by the operator's own, or nobody knows."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.engines.claude.prices import Prices
from worker.errors import UsageError
from worker.usage import Usage

SONNET = "claude-sonnet-5-5"
HAIKU = "claude-haiku-5-5"
counts = st.integers(0, 10_000_000)


def usd(model: str, own: object = None, **counts: int) -> float:
    return Prices(json.dumps(own) if own else None).usd(model, Usage(**counts))


def test_a_million_tokens_cost_what_the_table_says() -> None:
    assert usd(SONNET, tokens_in=1_000_000) == pytest.approx(2.0)
    assert usd(SONNET, tokens_out=1_000_000) == pytest.approx(10.0)
    assert usd(SONNET, tokens_in=1_000_000, cache_written=1_000_000) == pytest.approx(2.5)
    assert usd(SONNET, tokens_in=1_000_000, tokens_cached=1_000_000) == pytest.approx(0.2)


def test_a_prompt_above_100000_tokens_makes_all_of_haiku_five_times_as_dear() -> None:
    small = usd(HAIKU, tokens_in=100_000, tokens_out=1000)
    assert small == pytest.approx(0.01 + 0.0005)
    large = usd(HAIKU, tokens_in=100_001, tokens_out=1000)
    assert large == pytest.approx(5 * (small + 0.1e-6))
    assert usd(SONNET, tokens_in=200_000) == pytest.approx(0.4)


@given(st.lists(counts, min_size=4, max_size=4))
def test_a_request_costs_as_much_as_its_parts(parts: list[int]) -> None:
    plain, cached, written, out = parts
    whole = usd(
        SONNET,
        tokens_in=plain + cached + written,
        tokens_cached=cached,
        cache_written=written,
        tokens_out=out,
    )
    assert whole == pytest.approx((plain * 2 + cached * 0.2 + written * 2.5 + out * 10) / 1e6)


def test_counts_that_disagree_never_make_a_price_negative() -> None:
    assert usd(SONNET, tokens_in=5, tokens_cached=1000) >= 0


@pytest.mark.parametrize(
    "name",
    [
        "claude-haiku-5-5-20261007",
        "claude-haiku-5-5@20261007",
        "anthropic.claude-haiku-5-5",
        "us.anthropic.claude-haiku-5-5-20261007-v1:0",
        "global.anthropic.claude-haiku-5-5-v1",
        "anthropic/claude-haiku-5-5",
        "arn:aws:bedrock:eu-west-1:1234:inference-profile/eu.anthropic.claude-haiku-5-5-v1:0",
    ],
)
def test_a_model_has_its_price_also_through_bedrock_vertex_and_a_gateway(name: str) -> None:
    assert usd(name, tokens_in=1000) == usd(HAIKU, tokens_in=1000) > 0


@pytest.mark.parametrize(
    "name",
    [
        "claude-opus-5-5",
        "claude-haiku-5",
        "claude-haiku-5-5-mini",
        "my-claude-haiku-5-5",
        "llama",
        "",
    ],
)
def test_a_model_without_a_price_is_not_taken_for_another(name: str) -> None:
    assert not Prices().knows(name)
    assert usd(name, tokens_in=1000, tokens_out=1000) == 0


def test_the_operators_own_price_goes_before_the_built_in_one() -> None:
    own = {HAIKU: {"input": 1, "output": 2}, "llama": {"input": 0, "output": 0}}
    assert usd(HAIKU, own, tokens_in=1_000_000) == pytest.approx(1.0)
    assert usd("us.anthropic.claude-haiku-5-5-v1:0", own, tokens_in=1000) == pytest.approx(0.001)
    assert Prices(json.dumps(own)).knows("llama")
    assert usd(SONNET, own, tokens_in=1_000_000) == pytest.approx(2.0)


def test_an_own_price_can_say_everything() -> None:
    own = {
        "m": {
            "input": 1,
            "output": 2,
            "cache_write": 3,
            "cache_read": 4,
            "above": 1000,
            "above_factor": 2,
        }
    }
    one = usd("m", own, tokens_in=1000, tokens_out=100, tokens_cached=200, cache_written=300)
    assert one == pytest.approx((500 * 1 + 300 * 3 + 200 * 4 + 100 * 2) / 1e6)
    assert usd("m", own, tokens_in=2000) == pytest.approx(2 * 2000 / 1e6)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("{", "it is no JSON at character 1."),
        ("[" * 100_000, "it is no JSON"),
        ("[]", "it names no model."),
        ("{}", "it names no model."),
        ('{"m": 5}', "m: Invalid input type."),
        ('{"m": {"input": 1}}', "m.output: Missing data for required field."),
        ('{"m": {"input": -1, "output": 1}}', "m.input: Must be greater than or equal to 0 and"),
        ('{"m": {"input": 10001, "output": 1}}', "less than or equal to 10000."),
        ('{"m": {"input": NaN, "output": 1}}', "m.input: Special numeric values"),
        ('{"m": {"input": "a", "output": 1}}', "m.input: Not a valid number."),
        ('{"m": {"input": 1, "output": 1, "above": 5}}', "m.above: above and above_factor go"),
        ('{"m": {"input": 1, "output": 1, "price": 5}}', "m.price: Unknown field."),
    ],
)
def test_a_table_that_cannot_be_used_says_what_is_wrong_with_it(table: str, told: str) -> None:
    with pytest.raises(UsageError, match=re.escape(told)) as raised:
        Prices(table)
    assert str(raised.value).startswith("REFLECTION_PRICES cannot be used: ")
    assert "REFLECTION_PRICES=" in raised.value.to_do


@pytest.mark.parametrize("table", [None, "", "  "])
def test_no_table_leaves_the_built_in_one(table: str | None) -> None:
    assert Prices(table).knows(HAIKU)
