"""One message of a ChatGPT export: whose words it is, or why it is left out."""

from datetime import UTC, datetime
from typing import Any

from worker.exchange.chatgpt_content import (
    INSTRUCTIONS,
    OF_A_TOOL,
    REASONING,
    attachments,
    content_text,
    content_type,
    only_pictures,
)
from worker.exchange.fields import Unusable, flag_of, kind_of, object_of, text_of
from worker.exchange.messages import role_of, status_of
from worker.exchange.omitted import Omitted
from worker.exchange.times import instant
from worker.records import Role
from worker.source import SourceMessage, Status
from worker.text import clean

_TO_EVERYBODY = ("all", "")


def time_of(node: object) -> datetime | None:
    """When the message of a node was written, where it says so."""
    message = node.get("message") if isinstance(node, dict) else None
    return instant(message.get("create_time"), UTC) if isinstance(message, dict) else None


def read_message(
    message: dict[str, Any], message_id: str, position: int, *, last: bool
) -> SourceMessage | Omitted:
    """The message, or why it is left out. Its time is None where it says none.

    `last`: nothing follows it. An answer that is still being written can only be the last one;
    one that was broken off says "in progress" for good, and stands as it is.
    """
    author = object_of(message, "author")
    role = role_of(author, "role")
    metadata = object_of(message, "metadata")
    content = message.get("content")
    if not isinstance(content, dict):
        raise Unusable(f"content is {kind_of(content)}: write an object")
    kind = content_type(content)
    if kind in REASONING or message.get("channel") == "analysis":
        return Omitted.REASONING
    if kind in INSTRUCTIONS or flag_of(metadata, "is_user_system_message"):
        return Omitted.INSTRUCTIONS
    if flag_of(metadata, "is_visually_hidden_from_conversation"):
        return Omitted.HIDDEN
    if role is not Role.USER and _weightless(message):
        return Omitted.HIDDEN

    text = content_text(content, by_tool=role is Role.TOOL)
    if kind in OF_A_TOOL:
        role = Role.TOOL
    elif role is Role.TOOL and only_pictures(content):
        role = Role.ASSISTANT
    tool_calls = None
    recipient = text_of(message, "recipient")
    if role is Role.USER:
        text = attachments(metadata, text)
    elif role is Role.ASSISTANT and recipient and recipient not in _TO_EVERYBODY:
        tool_calls = [{"name": recipient, "arguments": text}]
        text = ""
    if not text.strip() and tool_calls is None:
        return Omitted.EMPTY
    name = author.get("name")
    return SourceMessage(
        id=message_id,
        role=role,
        name=clean(name) if role is Role.TOOL and isinstance(name, str) else None,
        content=text,
        created_at=instant(message.get("create_time"), UTC),
        status=_status(message, role, last),
        tool_calls=tool_calls,
        position=position,
        edited_at=None,
    )


def _status(message: dict[str, Any], role: Role, last: bool) -> Status:
    if role is Role.USER or message.get("status") is None:
        return Status.COMPLETE
    status = status_of(message, "status")
    return Status.COMPLETE if status is Status.STREAMING and not last else status


def _weightless(message: dict[str, Any]) -> bool:
    weight = message.get("weight")
    return isinstance(weight, int | float) and not isinstance(weight, bool) and weight == 0
