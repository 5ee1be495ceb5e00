"""One message of a Claude export: its words, and labels for what else is in it."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from worker.exchange.chatgpt_content import file_label
from worker.exchange.fields import Unusable, kind_of, list_of, text_of, word
from worker.exchange.messages import role_of
from worker.exchange.omitted import Omitted
from worker.exchange.times import instant
from worker.source import SourceMessage, Status
from worker.text import clean

_REASONING = frozenset({"thinking", "redacted_thinking"})
_BOOKKEEPING = frozenset({"token_budget", "flag"})
# A long text that is pasted becomes an attachment without a name, or with one of these.
_PASTED = re.compile(
    r"\s*|pasted?(?:[-_ ]?(?:text|content))?(?:[-_ ]?\(?\d+\)?)?\.txt", re.IGNORECASE
)


def time_of(value: dict[str, Any]) -> datetime | None:
    """When the message was written, where it says so."""
    return instant(value.get("created_at"), UTC)


def read_message(
    value: dict[str, Any], message_id: str, position: int, omitted: Counter[Omitted]
) -> SourceMessage | None:
    """The message, or None when there is nothing in it. What is left out of it is counted."""
    role = role_of(value, "sender")
    left_out: Counter[Omitted] = Counter()
    blocks = list_of(value, "content")
    lines = list(_lines(blocks, left_out))
    if not blocks:
        # As exports were before they had blocks; where there are any, this repeats them.
        lines.append(text_of(value, "text") or "")
    lines += _attached(value)
    content = clean("\n".join(line for line in lines if line))
    omitted += left_out
    if not content.strip():
        omitted[Omitted.EMPTY] += 1
        return None
    return SourceMessage(
        id=message_id,
        role=role,
        name=None,
        content=content,
        created_at=time_of(value),
        status=Status.COMPLETE,
        tool_calls=None,
        position=position,
        edited_at=None,
    )


def _lines(blocks: list[Any], left_out: Counter[Omitted]) -> Iterator[str]:
    for block in blocks:
        if not isinstance(block, dict):
            raise Unusable(f"a part of its content is {kind_of(block)}: write an object")
        kind = text_of(block, "type") or ""
        if kind in _REASONING:
            left_out[Omitted.REASONING] += 1
        elif kind == "tool_result":
            left_out[Omitted.TOOL_RESULT] += 1
        elif kind == "tool_use":
            name = block.get("name")
            yield f"[tool {word(name) or ''}".rstrip() + "]" if isinstance(name, str) else "[tool]"
        elif kind in ("text", "voice_note"):
            yield text_of(block, "text") or ""
        elif kind not in _BOOKKEEPING:
            yield f"[{word(kind) or 'part'}]"


def _attached(value: dict[str, Any]) -> Iterator[str]:
    """A label for each file. What was pasted is there whole, as a quotation: who wrote it?"""
    for attachment in list_of(value, "attachments"):
        if not isinstance(attachment, dict):
            yield "[file]"
            continue
        name = attachment.get("file_name") or ""
        text = attachment.get("extracted_content")
        if isinstance(name, str) and isinstance(text, str) and _PASTED.fullmatch(name):
            yield "\n".join(f"> {line}" for line in text.splitlines())
        else:
            yield file_label(name)
    for file in list_of(value, "files") or list_of(value, "files_v2"):
        if not isinstance(file, dict):
            yield "[file]"
        elif file.get("file_kind") == "image":
            yield "[image]"
        else:
            yield file_label(file.get("file_name"))
