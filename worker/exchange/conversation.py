"""What a conversation of any export needs: whose it is, its place in the file, its ids."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from worker.exchange.fields import MAX_ID_BYTES, Report, Unusable, id_of, kind_of
from worker.exchange.omitted import Omitted
from worker.source import SourceMessage
from worker.text import clean


@dataclass(slots=True)
class Export:
    """Whose threads these are, and what was left out of them by rule, over the whole export.

    `account` is the first one that a conversation names.
    """

    user_id: str
    timezone: str | None
    omitted: Counter[Omitted] = field(default_factory=Counter)
    account: str | None = None


def message_id_of(thread_id: str, own_id: object) -> str:
    """The id of a message of an export: its conversation's id goes before its own.

    A forked conversation keeps the ids of its messages, so they are unique within one only.
    """
    own = id_of({"id": own_id}, "id")
    if len(f"{thread_id}/{own}".encode()) > MAX_ID_BYTES:
        raise Unusable(f"with its conversation's id it is over {MAX_ID_BYTES} bytes long")
    return f"{thread_id}/{own}"


def title_of(values: Mapping[str, Any], name: str, report: Report) -> str | None:
    """The title, None where there is none or it is blank."""
    title = values.get(name)
    if title is not None and not isinstance(title, str):
        report.notice(f"{name} is {kind_of(title)}, left out")
        return None
    return clean(title) if title and not title.isspace() else None


def timed(
    messages: Sequence[SourceMessage], began: datetime | None, report: Report
) -> tuple[SourceMessage, ...]:
    """The messages, each that says no time at the time of the one before it.

    The first is at the time when the conversation began.
    """
    placed, before, without = [], began, 0
    for message in messages:
        if message.created_at is None:
            without += 1
            message = replace(message, created_at=before)
        before = message.created_at
        placed.append(message)
    if without:
        what = "the time of the one before" if before else "when they arrive"
        report.notice(f"{without} of {len(messages)} messages say no time that can be read: {what}")
    return tuple(placed)


def notice_left(report: Report, count: int, export: Export) -> None:
    """Count messages on branches that were left, and name the conversation."""
    if count:
        export.omitted[Omitted.BRANCH] += count
        report.notice(f"not imported: {Omitted.BRANCH} ({count})")
