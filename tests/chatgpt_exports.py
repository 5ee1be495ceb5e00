"""Conversations as a ChatGPT data export has them, for tests, and what comes of reading them."""

import json
from pathlib import Path
from typing import Any

from exports import SECRET, Said, read_bytes, write_zip

from worker.exchange.conversation import Export
from worker.exchange.formats import Format

BEGAN = 1709629200.25  # 2024-03-05 09:00:00.25 UTC
OTHER_KEYS: dict[str, Any] = {
    "moderation_results": [],
    "plugin_ids": None,
    "conversation_template_id": None,
    "gizmo_id": None,
    "gizmo_type": None,
    "is_archived": False,
    "is_starred": None,
    "safe_urls": [],
    "blocked_urls": [],
    "default_model_slug": "gpt-4o",
    "conversation_origin": None,
    "voice": None,
    "async_status": None,
    "disabled_tool_ids": [],
    "is_do_not_remember": False,
    "memory_scope": "global_enabled",
}
ROOT = "client-created-root"


def text(*parts: Any) -> dict[str, Any]:
    return {"content_type": "text", "parts": list(parts)}


def pictures(*parts: Any) -> dict[str, Any]:
    return {"content_type": "multimodal_text", "parts": list(parts)}


PICTURE = {
    "content_type": "image_asset_pointer",
    "asset_pointer": "sediment://file_00000000a1",
    "size_bytes": 91824,
    "width": 1194,
    "height": 738,
    "fovea": None,
    "metadata": {"dalle": None, "sanitized": True},
}


def a_message(role: str, content: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A message without the times and ids that its conversation gives it."""
    return {
        "author": {"role": role, "name": fields.pop("name", None), "metadata": {}},
        "update_time": None,
        "content": content,
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {"request_id": "8f3a", "timestamp_": "absolute"} | fields.pop("metadata", {}),
        "recipient": "all",
        "channel": None,
    } | fields


def said(words: str, **fields: Any) -> dict[str, Any]:
    return a_message("user", text(words), **fields)


def answered(words: str, **fields: Any) -> dict[str, Any]:
    return a_message("assistant", text(words), **fields)


HIDDEN = {"is_visually_hidden_from_conversation": True}


def preamble() -> list[tuple[str, dict[str, Any]]]:
    """The rows with which nearly every conversation begins, none of them anybody's words."""
    instructions = {
        "content_type": "user_editable_context",
        "user_profile": f"The user provided this about themselves: {SECRET}",
        "user_instructions": "Answer in short.",
    }
    return [
        (
            "system",
            a_message("system", text(""), create_time=None, weight=0.0, metadata=HIDDEN),
        ),
        (
            "profile",
            a_message(
                "user",
                instructions,
                create_time=None,
                metadata=HIDDEN | {"is_user_system_message": True},
            ),
        ),
    ]


def conversation(
    *messages: tuple[str, dict[str, Any]], conversation_id: str = "c-1", **fields: Any
) -> dict[str, Any]:
    """A conversation in which each message hangs on the one before it, ten seconds later."""
    mapping: dict[str, Any] = {
        ROOT: {"id": ROOT, "message": None, "parent": None, "children": []},
    }
    made = {
        "title": "A title",
        "create_time": BEGAN,
        "update_time": BEGAN + 500,
        "mapping": mapping,
        **OTHER_KEYS,
        "current_node": ROOT,
        "conversation_id": conversation_id,
        "id": conversation_id,
    }
    branch(made, ROOT, *messages)
    return made | fields


def branch(
    made: dict[str, Any], after: str, *messages: tuple[str, dict[str, Any]], current: bool = True
) -> None:
    """Hang messages on a node of the conversation, the last of them its current one."""
    mapping = made["mapping"]
    for node_id, message in messages:
        at = BEGAN + 10 * len(mapping)
        mapping[after]["children"].append(node_id)
        mapping[node_id] = {
            "id": node_id,
            "message": {"id": node_id, "create_time": at} | message,
            "parent": after,
            "children": [],
        }
        after = node_id
    if current:
        made["current_node"] = after


def ordinary(conversation_id: str = "c-1", **fields: Any) -> dict[str, Any]:
    """Two questions with their answers, behind the usual preamble."""
    return conversation(
        *preamble(),
        ("u1", said(f"I prefer green tea to coffee. {SECRET}")),
        ("a1", answered("Noted.")),
        ("u2", said("Remember that I am allergic to nuts.")),
        ("a2", answered("I will.")),
        conversation_id=conversation_id,
        **fields,
    )


def read(*values: Any, export: Export | None = None) -> Said:
    """What comes of the conversations of one file."""
    return read_bytes(json.dumps(list(values)).encode(), Format.CHATGPT, export)


def some_years() -> list[dict[str, Any]]:
    """What an account of some years holds: branches, tools, images, an archived chat."""
    first = ordinary("c-1", title="Tea")
    branch(first, "u2", ("a2-again", answered("I shall.")))
    tools = ordinary("c-2", is_archived=True)
    calls = {"content_type": "code", "language": "unknown", "text": "search('tea')"}
    branch(
        tools,
        "a2",
        ("u3", a_message("user", pictures(PICTURE, "What tea is this?"))),
        ("call", a_message("assistant", calls, recipient="web.run")),
        ("page", a_message("tool", text("A page about tea"), name="web.run")),
        ("a3", answered("Sencha.")),
    )
    return [first, tools, ordinary("c-3"), ordinary("c-4")]


def chatgpt_zip(folder: Path, conversations: list[Any] | None = None) -> Path:
    """An export as it is downloaded: the conversations in pieces, and much that is none."""
    chats = some_years() if conversations is None else conversations
    return write_zip(
        folder / "0f3a-2026-02-28-12-01-06.zip",
        {
            "user.json": {"id": "user-Zq3", "email": "ada@example.org"},
            "chat.html": "<html><body>not read</body></html>",
            "message_feedback.json": [],
            "shared_conversations.json": [{"id": "s", "conversation_id": "c-1", "title": "Tea"}],
            "group_chats.json": {"chats": []},
            "conversations-000.json": chats[:2],
            "conversations-001.json": chats[2:],
            "__MACOSX/._conversations-000.json": "junk",
            "dalle-generations/file-1.webp": "not a picture",
        },
    )
