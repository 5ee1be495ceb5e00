"""A look at the models before the first request: whether they are there, and for how long yet."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import anthropic

from worker import log
from worker.engines.claude.client import Client
from worker.engines.claude.failures import failure
from worker.errors import Misconfigured

NEAR = timedelta(days=60)


class Preflight:
    """Looks the models up once. What it finds `verdict` tells, once it has been `run`."""

    def __init__(self, client: Client, models: Iterable[str]) -> None:
        self._client = client
        self._models = tuple(dict.fromkeys(models))
        self._found: dict[str, object] = {}
        self._refused: Misconfigured | None = None

    def run(self) -> None:
        """Ask for each; only what would refuse every request counts, anything else may pass."""
        for model in self._models:
            try:
                self._found[model] = self._client.sdk.models.retrieve(model)  # type: ignore[union-attr]
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
        # Whoever was not waited for may still find something.
        for model, found in tuple(self._found.items()):
            # Not validated: it may be anything.
            lifecycle, ends = getattr(found, "lifecycle", None), getattr(found, "retires_at", None)
            if lifecycle == "retired":
                raise Misconfigured(
                    f"The model {model} is retired.", "Set REFLECTION_MODEL to a newer one."
                )
            end = ends.astimezone(UTC) if isinstance(ends, datetime) else None
            if lifecycle == "deprecated" or (end is not None and end - now < NEAR):
                on = end.date().isoformat() if end else None
                log.get().warning("model.retires", model=model, on=on)
