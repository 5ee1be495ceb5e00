"""Threads as a chat product has them, on their way into the native source.

The database has not looked at them yet. Their text is clean, and their times are instants in UTC.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from worker.records import Role


class Status(StrEnum):
    """How far a message got; only a complete one counts."""

    COMPLETE = "complete"
    STREAMING = "streaming"
    ERROR = "error"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """One message of a thread.

    `created_at` is None where the source gave no usable time: the arrival counts then.
    `position` is its place in the transcript; no two messages of a thread share one.
    """

    id: str
    role: Role
    name: str | None
    content: str
    created_at: datetime | None
    status: Status
    tool_calls: Any
    position: int
    edited_at: datetime | None


@dataclass(frozen=True, slots=True)
class SourceThread:
    """One thread, its messages by position.

    `timezone` is as the source wrote it, usable or not. None there, and in `memory_enabled`,
    means that the source does not say: what is known of the user already stays as it is.

    `left` are the ids of messages on branches that were left for this one. None where the source
    has no branches: then what is in the database already stays as it is.
    """

    thread_id: str
    user_id: str
    timezone: str | None
    title: str | None
    kind: str
    hidden: bool
    archived_at: datetime | None
    memory_enabled: bool | None
    messages: tuple[SourceMessage, ...]
    left: tuple[str, ...] | None = None
