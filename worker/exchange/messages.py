"""The messages of one thread of an export.

What decides what a message means (id, role, content, status) refuses the message when it cannot be
read. What only adds to it (times, name, position) is left out, and said.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC
from enum import StrEnum
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from worker.exchange.content import content_text
from worker.exchange.fields import Ignored, Report, Unusable, id_of, kind_of, shown, word
from worker.exchange.times import instant, written_time
from worker.records import Role
from worker.source import SourceMessage, Status
from worker.text import clean, clean_all

Word = TypeVar("Word", bound=StrEnum)

_KEYS = frozenset(field.name for field in fields(SourceMessage))
_ROLES = {role.value: role for role in Role} | {
    "human": Role.USER,
    "ai": Role.ASSISTANT,
    "bot": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "developer": Role.SYSTEM,
    "function": Role.TOOL,
}
_STATUSES = {status.value: status for status in Status} | {
    "completed": Status.COMPLETE,
    "done": Status.COMPLETE,
    "finished": Status.COMPLETE,
    "finished_successfully": Status.COMPLETE,
    "finished_partial_completion": Status.COMPLETE,
    "in_progress": Status.STREAMING,
    "cancelled": Status.ABORTED,
    "interrupted": Status.ABORTED,
    "failed": Status.ERROR,
}
_MAX_POSITION = 2**31 - 1
_IDS_LISTED = 5

_LEFT_OUT = {
    "created_at": "no created_at that can be read, so they count from when they arrive; "
    "write ISO 8601 with an offset, or unix seconds",
    "edited_at": "an edited_at that cannot be read, left out",
    "name": "a name that is not a text, left out",
    "zone": "times without an offset, read as UTC because the thread has no usable timezone",
}


def read_messages(
    values: Sequence[object],
    thread_id: str,
    zone: ZoneInfo | None,
    report: Report,
    ignored: Ignored,
) -> tuple[SourceMessage, ...]:
    """The messages that can be read, by position; the report says what became of the others."""
    read: dict[str, SourceMessage] = {}
    positions: list[object] = []
    left_out: dict[str, list[str]] = defaultdict(list)
    for index, value in enumerate(values):
        # The index counts refused messages too: once they are mended, no other id moves.
        message_id = f"{thread_id}/{index}"
        try:
            if not isinstance(value, dict):
                raise Unusable(f"it is {kind_of(value)}: write an object")
            ignored.add(report.line, "message", value.keys() - _KEYS)
            if value.get("id") is not None:
                message_id = id_of(value, "id")
            if message_id in read:
                raise Unusable("an earlier message has the same id: give each its own")
            read[message_id] = _message(value, message_id, index, zone, left_out)
            positions.append(value.get("position"))
        except Unusable as unusable:
            report.refuse_message(message_id, str(unusable))
    for field, ids in left_out.items():
        listed = ", ".join(map(shown, ids[:_IDS_LISTED])) + (", …" if ids[_IDS_LISTED:] else "")
        report.notice(f"{len(ids)} of {len(values)} messages have {_LEFT_OUT[field]} ({listed})")
    return _in_order(list(read.values()), positions, report)


def _message(
    value: dict[str, Any],
    message_id: str,
    index: int,
    zone: ZoneInfo | None,
    left_out: dict[str, list[str]],
) -> SourceMessage:
    role = role_of(value, "role")
    status = Status.COMPLETE if value.get("status") is None else status_of(value, "status")
    content = content_text(value.get("content"))

    created_at = instant(value.get("created_at"), zone or UTC)
    edited_at = instant(value.get("edited_at"), zone or UTC)
    name = value.get("name")
    if created_at is None:
        left_out["created_at"].append(message_id)
    if edited_at is None and value.get("edited_at") is not None:
        left_out["edited_at"].append(message_id)
    if zone is None and (_says_no_zone(value, "created_at") or _says_no_zone(value, "edited_at")):
        left_out["zone"].append(message_id)
    if name is not None and not isinstance(name, str):
        left_out["name"].append(message_id)
        name = None
    return SourceMessage(
        id=message_id,
        role=role,
        name=None if name is None else clean(name),
        content=content,
        created_at=created_at,
        status=status,
        tool_calls=clean_all(value.get("tool_calls")),
        position=index,
        edited_at=edited_at,
    )


def role_of(value: Mapping[str, Any], field: str) -> Role:
    """The role that the field names, in any of the words for it."""
    return _one_of(_ROLES, value.get(field), field)


def status_of(value: Mapping[str, Any], field: str) -> Status:
    """The status that the field names, in any of the words for it."""
    return _one_of(_STATUSES, value.get(field), field)


def _one_of(words: dict[str, Word], value: object, field: str) -> Word:
    allowed = f"write one of {', '.join(words)}"
    if not isinstance(value, str):
        raise Unusable(f"{field} is {kind_of(value)}: {allowed}")
    found = words.get(value.strip().lower().replace("-", "_"))
    if found is None:
        raise Unusable(f"{field} {word(value) or 'as written'} is unknown: {allowed}")
    return found


def _says_no_zone(value: dict[str, Any], field: str) -> bool:
    moment = written_time(value.get(field))
    return moment is not None and moment.tzinfo is None


def _in_order(
    messages: list[SourceMessage], positions: list[object], report: Report
) -> tuple[SourceMessage, ...]:
    """The messages at the positions they say, if each says one of its own; else in file order.

    The order of the file is the order of the transcript, also where times are equal or missing.
    """
    if all(position is None for position in positions):
        return tuple(messages)
    own = [
        position
        for position in positions
        if isinstance(position, int)
        and not isinstance(position, bool)
        and 0 <= position <= _MAX_POSITION
    ]
    if len(set(own)) < len(messages):
        report.notice(
            "position is not one whole number a message, from 0 and all different: "
            "the order of the file is taken"
        )
        return tuple(messages)
    placed = (
        replace(message, position=position) for message, position in zip(messages, own, strict=True)
    )
    return tuple(sorted(placed, key=lambda message: message.position))
