"""A request as the worker makes it, and a client that sends it, for tests of the server itself."""

from typing import Any

import anthropic
from anthropic.types import Message

from messages_api.server import Server

TOOL: dict[str, Any] = {
    "name": "record_observations",
    "description": "Record what is worth knowing.",
    "strict": True,
    "input_schema": {
        "type": "object",
        "properties": {
            "observations": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "content": {"type": "string"},
                        "relevance": {"type": "string", "enum": ["low", "high"]},
                    },
                    "required": ["content", "relevance"],
                    "additionalProperties": False,
                },
            },
            "done": {"type": "boolean"},
        },
        "required": ["observations", "done"],
        "additionalProperties": False,
    },
}


def said(role: str, *blocks: dict[str, Any] | str) -> dict[str, Any]:
    """A turn of these blocks; a string is a block of text."""
    return {
        "role": role,
        "content": [
            {"type": "text", "text": one} if isinstance(one, str) else one for one in blocks
        ],
    }


def called(call_id: str, given: Any = None) -> dict[str, Any]:
    """A block that calls the tool."""
    value = {} if given is None else given
    return {"type": "tool_use", "id": call_id, "name": TOOL["name"], "input": value}


def answered(call_id: str, content: Any = "Recorded 1.") -> dict[str, Any]:
    """A block that answers a call."""
    return {"type": "tool_result", "tool_use_id": call_id, "content": content}


def good(**changes: Any) -> dict[str, Any]:
    """A request that the API takes, with these fields in place of its own; None leaves one out."""
    fields = {
        "model": "claude-haiku-5-5",
        "max_tokens": 1000,
        "system": [{"type": "text", "text": "Observe."}],
        "messages": [said("user", "m1 I live in Oslo.")],
        "tools": [TOOL],
        "tool_choice": {"type": "auto"},
        "output_config": {"effort": "low"},
        "metadata": {"user_id": "5f2b0c9a71"},
        **changes,
    }
    return {name: value for name, value in fields.items() if value is not None}


def client_of(api: Server, **options: Any) -> anthropic.Anthropic:
    """A client that retries nothing unless it is told to."""
    settings = {"api_key": api.key, "base_url": api.url, "max_retries": 0, "timeout": 5.0}
    return anthropic.Anthropic(**{**settings, **options})


def ask(client: anthropic.Anthropic, **changes: Any) -> Message:
    """The whole message that a stream comes to."""
    with client.messages.stream(**good(**changes)) as stream:
        return stream.get_final_message()


def create(client: anthropic.Anthropic, **changes: Any) -> Message:
    """The message of a request that is not streamed."""
    message: Message = client.messages.create(**good(**changes))
    return message
