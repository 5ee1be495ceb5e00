"""A conversation of a Claude data export: its messages, of which one branch stands."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC
from typing import Any

from worker.exchange.branches import newest_leaf, path_to
from worker.exchange.claude_message import read_message, time_of
from worker.exchange.conversation import Export, message_id_of, notice_left, timed, title_of
from worker.exchange.fields import Report, Unusable, id_of, kind_of, object_of, shown
from worker.exchange.times import instant
from worker.source import SourceMessage, SourceThread

_PARENT = "parent_message_uuid"
# Under which claude.ai hangs the first message.
_NOBODY = "00000000-0000-4000-8000-000000000000"


def read_conversation(values: dict[str, Any], report: Report, export: Export) -> SourceThread:
    """The thread of the branch that was written last; the report says what is not in it.

    Raises Unusable when it has no id or no messages, or is of another account than the first.
    """
    thread_id = id_of(values, "uuid")
    report.place = f"{report.place} ({shown(thread_id)})"
    _same_account(values, export)
    messages = values.get("chat_messages")
    if not isinstance(messages, list):
        raise Unusable(f"chat_messages is {kind_of(messages)}: this is no conversation of Claude")

    known = _known(messages, thread_id, report)
    path = _standing(known, values.get("current_leaf_message_uuid"), report)
    left = known.keys() - set(path)
    notice_left(report, sum(_says_something(known[own_id]) for own_id in left), export)
    read = list(_read(path, known, thread_id, report, export, left))
    return SourceThread(
        thread_id=thread_id,
        user_id=export.user_id,
        timezone=export.timezone,
        title=title_of(values, "name", report),
        kind="chat",
        hidden=False,
        archived_at=None,
        memory_enabled=None,
        messages=timed(read, instant(values.get("created_at"), UTC), report),
        left=tuple(f"{thread_id}/{own_id}" for own_id in sorted(left)),
    )


def _same_account(values: dict[str, Any], export: Export) -> None:
    """Raises Unusable for another person's conversation: one memory is of one person."""
    account = object_of(values, "account").get("uuid")
    if not isinstance(account, str):
        return
    export.account = export.account or account
    if account != export.account:
        raise Unusable(
            f"of account {shown(account)}, and the first one is of {shown(export.account)}: "
            "import the conversations of each account from a file of their own, with its --user"
        )


def _known(messages: list[Any], thread_id: str, report: Report) -> dict[str, dict[str, Any]]:
    """The messages by their own id, in the order of the file; the report names the others."""
    known: dict[str, dict[str, Any]] = {}
    for index, value in enumerate(messages):
        own_id = str(index)
        try:
            if not isinstance(value, dict):
                raise Unusable(f"it is {kind_of(value)}: write an object")
            own_id = id_of(value, "uuid")
            message_id_of(thread_id, own_id)
            if own_id in known:
                raise Unusable("an earlier message has the same uuid")
            known[own_id] = value
        except Unusable as unusable:
            report.refuse_message(own_id, str(unusable))
    return known


def _standing(known: dict[str, dict[str, Any]], current: object, report: Report) -> list[str]:
    """The ids from the first message to the one that was written last, or is said to be shown."""
    parents = {own_id: value.get(_PARENT) for own_id, value in known.items()}
    if all(parent is None for parent in parents.values()):
        return list(known)
    order = list(known)
    before = dict(zip(order[1:], order, strict=False))
    roots = (None, _NOBODY, parents[order[0]])

    def parents_of(own_id: str) -> Iterator[str]:
        parent = parents[own_id]
        if isinstance(parent, str) and parent in known:
            yield parent
        elif parent not in roots and own_id in before:
            # What it hangs on cannot be read or was refused: it came after the one before it.
            yield before[own_id]

    leaf = current if isinstance(current, str) and current in known else None
    if leaf is None:
        inner = [parent for own_id in known for parent in parents_of(own_id)]
        leaf = newest_leaf({own_id: time_of(value) for own_id, value in known.items()}, inner)
    path, in_a_circle = path_to(leaf or order[-1], parents_of)
    if in_a_circle:
        reason = "its parents go round in a circle: what came before it cannot be told"
        report.refuse_message(path[0], reason)
    return path


def _read(
    path: list[str],
    known: dict[str, dict[str, Any]],
    thread_id: str,
    report: Report,
    export: Export,
    left: set[str],
) -> Iterator[SourceMessage]:
    """The messages of the path. One with nothing in it joins `left`."""
    for position, own_id in enumerate(path):
        try:
            message = read_message(
                known[own_id], message_id_of(thread_id, own_id), position, export.omitted
            )
        except Unusable as unusable:
            report.refuse_message(own_id, str(unusable))
            continue
        if message:
            yield message
        else:
            left.add(own_id)


def _says_something(value: dict[str, Any]) -> bool:
    """True when it would have been imported, or refused, had it been on the branch."""
    try:
        return read_message(value, "", 0, Counter()) is not None
    except Unusable:
        return True
