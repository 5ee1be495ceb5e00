"""The models that the server knows, and what each can do."""

from dataclasses import dataclass
from typing import Any

EFFORTS = ("low", "medium", "high", "xhigh", "max")


@dataclass(frozen=True, slots=True)
class Model:
    """What a model accepts; the defaults are those of claude-haiku-5-5."""

    id: str
    context_window: int = 1_000_000
    output_tokens: int = 64_000
    forced_tools: bool = True
    prefill: bool = False
    efforts: tuple[str, ...] = EFFORTS
    lifecycle: str = "active"
    retires_at: str | None = None

    def as_json(self) -> dict[str, Any]:
        """As `GET /v1/models/{id}` shows it."""

        def can(supported: bool) -> dict[str, Any]:
            return {"supported": supported}

        efforts = {effort: can(effort in self.efforts) for effort in EFFORTS}
        kinds = {"adaptive": True, "enabled": True, "disabled": True, "between_tools": False}
        thinking = {kind: can(supported) for kind, supported in kinds.items()}
        plain = ("batch", "citations", "code_execution", "image_input", "pdf_input")
        return {
            "type": "model",
            "id": self.id,
            "display_name": self.id.replace("-", " ").title(),
            "created_at": "2026-10-07T00:00:00Z",
            "line": next((line for line in ("haiku", "sonnet", "opus") if line in self.id), None),
            "lifecycle": self.lifecycle,
            "deprecated_at": None if self.lifecycle == "active" else "2026-05-01T00:00:00Z",
            "retires_at": self.retires_at,
            "max_input_tokens": self.context_window,
            "max_tokens": self.output_tokens,
            "capabilities": {
                **{name: can(True) for name in plain},
                "structured_outputs": can(True),
                "context_management": can(True),
                "server_tools": {
                    "supported": True,
                    "code_execution": can(True),
                    "web_search": can(True),
                },
                "effort": {"supported": bool(self.efforts), **efforts},
                "thinking": {"supported": True, "types": thinking},
            },
        }


MODELS = (
    Model("claude-haiku-5-5"),
    Model("claude-sonnet-5-5", forced_tools=False),
    Model("claude-opus-5-5"),
    Model("claude-haiku-4-5", context_window=200_000, prefill=True, efforts=()),
    Model(
        "claude-sonnet-4-5",
        context_window=200_000,
        prefill=True,
        efforts=(),
        lifecycle="deprecated",
        retires_at="2026-11-30T00:00:00Z",
    ),
)
