"""The settings of the claude engine: who is called, with what, and what it may cost."""

from dataclasses import dataclass
from typing import Any

from marshmallow import fields as kinds
from marshmallow.validate import OneOf, Range

from worker.settings.setting import setting
from worker.usage import Caps

PROVIDERS = ("anthropic", "bedrock", "vertex")
EFFORTS = ("none", "low", "medium", "high", "xhigh", "max")
CACHING = ("auto", "always", "never")
_OUTPUT = Range(256, 21_000)
# Of a cap: more than anybody spends, and no more than the database counts.
_USD = Range(0, 1_000_000)
_TOKENS = Range(0, 10**15)


def _model(stage: str) -> Any:
    return setting(
        f"REFLECTION_{stage.upper()}_MODEL",
        kinds.String(),
        None,
        f"The model of the {stage}. Unset: REFLECTION_MODEL.",
    )


def _effort(stage: str) -> Any:
    return setting(
        f"REFLECTION_{stage.upper()}_EFFORT",
        kinds.String(validate=OneOf(EFFORTS)),
        None,
        f"How hard the {stage} thinks. Unset: REFLECTION_EFFORT.",
    )


def _output(stage: str, default: int) -> Any:
    return setting(
        f"REFLECTION_{stage.upper()}_OUTPUT_TOKENS",
        kinds.Integer(validate=_OUTPUT),
        default,
        f"The most that one answer of the {stage} may hold.",
    )


def _cap(name: str, kind: kinds.Field[Any], meaning: str) -> Any:
    return setting(name, kind, None, meaning + " Unset: no cap.")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which model reflects, how, and for how much."""

    api_key: str | None = setting(
        "ANTHROPIC_API_KEY",
        kinds.String(),
        None,
        "The key for the Anthropic API. Set: the engine claude reflects, which costs money.",
        secret=True,
    )
    auth_token: str | None = setting(
        "ANTHROPIC_AUTH_TOKEN",
        kinds.String(),
        None,
        "A bearer token instead of a key, for a gateway.",
        secret=True,
    )
    base_url: str | None = setting(
        "ANTHROPIC_BASE_URL",
        kinds.URL(require_tld=False),
        None,
        "Where the Messages API is. Unset: Anthropic's own address.",
        address=True,
    )
    provider: str = setting(
        "REFLECTION_PROVIDER",
        kinds.String(validate=OneOf(PROVIDERS)),
        "anthropic",
        "Through whom Claude is called: anthropic, bedrock or vertex.",
    )
    model: str = setting(
        "REFLECTION_MODEL", kinds.String(), "claude-haiku-5-5", "The model that reflects."
    )
    observer_model: str | None = _model("observer")
    reflector_model: str | None = _model("reflector")
    compiler_model: str | None = _model("compiler")
    dropper_model: str | None = _model("dropper")
    effort: str = setting(
        "REFLECTION_EFFORT",
        kinds.String(validate=OneOf(EFFORTS)),
        "low",
        "How hard the model thinks: low to max; none leaves it out for models without it.",
    )
    observer_effort: str | None = _effort("observer")
    reflector_effort: str | None = _effort("reflector")
    compiler_effort: str | None = _effort("compiler")
    dropper_effort: str | None = _effort("dropper")
    observer_output_tokens: int = _output("observer", 8_000)
    reflector_output_tokens: int = _output("reflector", 4_000)
    compiler_output_tokens: int = _output("compiler", 6_000)
    dropper_output_tokens: int = _output("dropper", 4_000)
    known_tokens: int = setting(
        "REFLECTION_KNOWN_TOKENS",
        kinds.Integer(validate=Range(0, 1_000_000)),
        6_000,
        "Tokens of what is remembered already that the observer is shown.",
    )
    turns: int = setting(
        "REFLECTION_TURNS",
        kinds.Integer(validate=Range(1, 16)),
        16,
        "Requests that one stage may make for one chunk.",
    )
    call_seconds: float = setting(
        "REFLECTION_CALL_SECONDS",
        kinds.Float(validate=Range(1, 3600)),
        120.0,
        "How long one request may take, its retries included.",
    )
    caching: str = setting(
        "REFLECTION_CACHING",
        kinds.String(validate=OneOf(CACHING)),
        "auto",
        "Prompt caching: auto (when another thread is due), always or never.",
    )
    prices: str | None = setting(
        "REFLECTION_PRICES",
        kinds.String(),
        None,
        "Prices that the built-in table lacks, as JSON: see docs/settings.md.",
    )
    daily_usd: float | None = _cap(
        "REFLECTION_DAILY_USD",
        kinds.Float(validate=_USD),
        "The most that a day (UTC) may cost, in USD.",
    )
    daily_tokens: int | None = _cap(
        "REFLECTION_DAILY_TOKENS",
        kinds.Integer(validate=_TOKENS),
        "The most tokens that a day (UTC) may take, read and written.",
    )
    user_daily_usd: float | None = _cap(
        "REFLECTION_USER_DAILY_USD",
        kinds.Float(validate=_USD),
        "The most that a day (UTC) may cost for one user, in USD.",
    )
    user_daily_tokens: int | None = _cap(
        "REFLECTION_USER_DAILY_TOKENS",
        kinds.Integer(validate=_TOKENS),
        "The most tokens that a day (UTC) may take for one user.",
    )

    @property
    def has_credentials(self) -> bool:
        """Whether there is a key or a token; other providers bring their own."""
        return bool(self.api_key or self.auth_token) or self.provider != "anthropic"

    @property
    def caps(self) -> Caps:
        return Caps(self.daily_usd, self.daily_tokens, self.user_daily_usd, self.user_daily_tokens)
