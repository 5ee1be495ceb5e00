"""Conversations as a Claude data export has them, for tests, and what comes of reading them."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from exports import SECRET, Said, read_bytes

from worker.exchange.conversation import Export
from worker.exchange.formats import Format

BEGAN = datetime(2025, 4, 7, 18, 30, 0, 123456, tzinfo=UTC)
ACCOUNT = "c1a9a5f8-a09c-42e7-8de7-ad0174488170"
NOBODY = "00000000-0000-4000-8000-000000000000"


def written(seconds: float) -> str:
    return (BEGAN + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")


def block(text: str, **fields: Any) -> dict[str, Any]:
    times = {"start_timestamp": written(0), "stop_timestamp": written(1)}
    return times | {"flags": None, "type": "text", "text": text, "citations": []} | fields


def a_message(own_id: str, sender: str, *blocks: Any, **fields: Any) -> dict[str, Any]:
    """A message without its time and parent, which its conversation gives it."""
    return {
        "uuid": own_id,
        "text": "",
        "content": list(blocks),
        "sender": sender,
        "attachments": [],
        "files": [],
    } | fields


def said(own_id: str, words: str, **fields: Any) -> dict[str, Any]:
    return a_message(own_id, "human", block(words), **fields)


def answered(own_id: str, words: str, **fields: Any) -> dict[str, Any]:
    return a_message(own_id, "assistant", block(words), **fields)


def conversation(
    *messages: dict[str, Any], uuid: str = "k-1", tree: bool = True, **fields: Any
) -> dict[str, Any]:
    """A conversation in which each message hangs on the one before it, unless it says another.

    `tree` false: as exports were when they told no parents.
    """
    chat: list[dict[str, Any]] = []
    for number, message in enumerate(messages):
        at = written(10 * number)
        placed = {"created_at": at, "updated_at": at} | message
        if tree:
            before = chat[-1]["uuid"] if chat else NOBODY
            placed = {"parent_message_uuid": before} | placed
        chat.append(placed)
    return {
        "uuid": uuid,
        "name": "A title",
        "summary": "",
        "created_at": written(0),
        "updated_at": written(500),
        "account": {"uuid": ACCOUNT},
        "chat_messages": chat,
    } | fields


def ordinary(uuid: str = "k-1", **fields: Any) -> dict[str, Any]:
    """Two questions with their answers."""
    return conversation(
        said("u1", f"I prefer green tea to coffee. {SECRET}"),
        answered("a1", "Noted."),
        said("u2", "Remember that I am allergic to nuts."),
        answered("a2", "I will."),
        uuid=uuid,
        **fields,
    )


def read(*values: Any, export: Export | None = None) -> Said:
    """What comes of the conversations of one file."""
    return read_bytes(json.dumps(list(values)).encode(), Format.CLAUDE, export)
