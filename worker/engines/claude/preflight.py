"""A look at the models before the first request: whether they are there, and for how long yet."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import anthropic
from anthropic import types

from worker import log
from worker.engines.claude.client import Client
from worker.engines.claude.failures import failure
from worker.errors import Misconfigured

SECONDS = 5.0
NEAR = timedelta(days=60)


class Preflight:
    """Looks the models up once. What it finds `verdict` tells, once it has been `run`."""

    def __init__(self, client: Client, models: Iterable[str]) -> None:
        self._client = client
        self._models = tuple(dict.fromkeys(models))
        self._found: list[types.ModelInfo] = []
        self._refused: Misconfigured | None = None

    def run(self) -> None:
        """Ask for each; only what would refuse every request counts, anything else may pass."""
        for model in self._models:
            try:
                self._found.append(self._client.sdk.models.retrieve(model))  # type: ignore[union-attr]
            except (anthropic.NotFoundError, anthropic.AuthenticationError) as error:
                meant = failure(error, model, "anthropic", sent=True).error
                if isinstance(meant, Misconfigured):
                    self._refused = meant
                return

    def verdict(self, now: datetime) -> None:
        """Raise Misconfigured for a model that is not there, or a key that is refused.

        A model that goes soon is only logged.
        """
        if self._refused:
            raise self._refused
        for model in self._found:
            if model.lifecycle == "retired":
                raise Misconfigured(
                    f"The model {model.id} is retired.", "Set REFLECTION_MODEL to a newer one."
                )
            if model.lifecycle == "deprecated" or _is_near(model.retires_at, now):
                ends = model.retires_at
                told = ends.date().isoformat() if isinstance(ends, datetime) else None
                log.get().warning("model.retires", model=model.id, on=told)


def _is_near(ends: object, now: datetime) -> bool:
    if not isinstance(ends, datetime):
        return False
    return (ends if ends.tzinfo else ends.replace(tzinfo=UTC)) - now < NEAR
