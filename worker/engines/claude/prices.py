"""What a model costs: a table, and what the operator says of models that it lacks."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import Schema, ValidationError, post_load, validates_schema
from marshmallow import fields as kinds
from marshmallow.validate import Range

from worker.errors import UsageError
from worker.usage import Usage

_MILLION = 1_000_000
# What Bedrock and Vertex put around a model's own name: the region, whose it is, its day, its
# version.
_AROUND = re.compile(
    r"^(?:.*/)?(?:[a-z-]+\.)?(?:anthropic\.)?|(?:[@-]20\d{6})?(?:-v\d+(?::\d+)?)?$"
)


@dataclass(frozen=True, slots=True)
class Price:
    """USD for a million tokens; `above_factor` times that for a prompt above `above` tokens."""

    input: float
    output: float
    cache_write: float
    cache_read: float
    above: int | None = None
    above_factor: float = 1.0

    def usd(self, usage: Usage) -> float:
        """What one request cost."""
        plain = max(usage.tokens_in - usage.tokens_cached - usage.cache_written, 0)
        factor = 1.0 if self.above is None or usage.tokens_in <= self.above else self.above_factor
        return (factor / _MILLION) * (
            plain * self.input
            + usage.cache_written * self.cache_write
            + usage.tokens_cached * self.cache_read
            + usage.tokens_out * self.output
        )


def _price(
    input: float,  # noqa: A002 - as the table names it
    output: float,
    *,
    cache_write: float | None = None,
    cache_read: float | None = None,
    above: int | None = None,
    above_factor: float = 1.0,
) -> Price:
    """A price; what is written to the cache costs a quarter more, what is read of it a tenth."""
    write = 1.25 * input if cache_write is None else cache_write
    read = 0.1 * input if cache_read is None else cache_read
    return Price(input, output, write, read, above, above_factor)


_TABLE = {
    "claude-haiku-5-5": _price(0.10, 0.50, above=100_000, above_factor=5.0),
    "claude-sonnet-5-5": _price(2.0, 10.0),
}


# What costs more is mistyped, or meant for one token; and a claim's account has to hold it.
_USD = Range(0, 10_000)


class _PriceSchema(Schema):
    input = kinds.Float(required=True, validate=_USD)
    output = kinds.Float(required=True, validate=_USD)
    cache_write = kinds.Float(validate=_USD)
    cache_read = kinds.Float(validate=_USD)
    above = kinds.Integer(strict=True, validate=Range(1))
    above_factor = kinds.Float(validate=Range(1, 100))

    @validates_schema
    def _both(self, given: Mapping[str, Any], **_: object) -> None:
        if ("above" in given) != ("above_factor" in given):
            raise ValidationError("above and above_factor go together.", "above")

    @post_load
    def _made(self, given: dict[str, Any], **_: object) -> Price:
        return _price(**given)


class Prices:
    """Prices by model. `own` is a JSON table that goes before the built-in one."""

    def __init__(self, own: str | None = None) -> None:
        self._own = _read(own) if own and own.strip() else {}

    def of(self, model: str) -> Price | None:
        """The price of a model, by its name as it is called or by its own name within that."""
        bare = _AROUND.sub("", model)
        found = (table.get(name) for table in (self._own, _TABLE) for name in (model, bare))
        return next((price for price in found if price), None)

    def knows(self, model: str) -> bool:
        return self.of(model) is not None

    def usd(self, model: str, usage: Usage) -> float:
        """What one request cost; nothing when the model has no price."""
        price = self.of(model)
        return price.usd(usage) if price else 0.0


def _read(table: str) -> dict[str, Price]:
    try:
        given = json.loads(table)
    except (ValueError, RecursionError) as error:
        where = f" at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        raise _refused([f"it is no JSON{where}"]) from None
    if not isinstance(given, dict) or not given:
        raise _refused(["it names no model"])
    prices, problems = dict[str, Price](), list[str]()
    for model, price in given.items():
        try:
            prices[model] = _PriceSchema().load(price)
        except ValidationError as error:
            told = error.messages if isinstance(error.messages, dict) else {}
            problems += [
                f"{model}{'' if name == '_schema' else '.' + str(name)}: {' '.join(map(str, why))}"
                for name, why in told.items()
            ]
    if problems:
        raise _refused(problems)
    return prices


def _refused(problems: list[str]) -> UsageError:
    return UsageError(
        f"REFLECTION_PRICES cannot be used: {'; '.join(one.rstrip('.') for one in problems)}.",
        'Give USD for a million tokens: REFLECTION_PRICES=\'{"NAME": {"input": 1, "output": 5}}\'',
    )
