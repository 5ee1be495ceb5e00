"""What the claude engine is set up with; nothing here is read from the environment."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StageConfig:
    """How one stage calls its model. No `effort` leaves it to the model."""

    model: str = "claude-haiku-5-5"
    effort: str | None = "low"
    output_tokens: int = 8_000


@dataclass(frozen=True, slots=True)
class Config:
    """Who is called, with what credentials, and within which bounds.

    `provider` is anthropic, bedrock or vertex. `known_tokens` bounds what the observer is shown of
    memory, `shown_tokens` what the reflector and the dropper are, `notes_tokens` what the compiler
    is of the user's notes, and of what was learned. `caching` is auto, always or never. `prices` is
    a JSON table that goes before the built-in one.
    """

    provider: str = "anthropic"
    api_key: str | None = field(default=None, repr=False)
    auth_token: str | None = field(default=None, repr=False)
    base_url: str | None = field(default=None, repr=False)
    observer: StageConfig = field(default_factory=StageConfig)
    reflector: StageConfig = field(default_factory=lambda: StageConfig(output_tokens=4_000))
    compiler: StageConfig = field(default_factory=lambda: StageConfig(output_tokens=6_000))
    dropper: StageConfig = field(default_factory=lambda: StageConfig(output_tokens=4_000))
    known_tokens: int = 6_000
    shown_tokens: int = 20_000
    notes_tokens: int = 3_000
    turns: int = 16
    caching: str = "auto"
    prices: str | None = None

    @property
    def stages(self) -> tuple[StageConfig, ...]:
        return (self.observer, self.reflector, self.compiler, self.dropper)
