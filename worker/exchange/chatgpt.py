"""A conversation of a ChatGPT data export: a tree of messages, of which one branch stands."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from worker.exchange.branches import newest_leaf, path_to
from worker.exchange.chatgpt_message import read_message, time_of
from worker.exchange.conversation import Export, message_id_of, notice_left, timed, title_of
from worker.exchange.fields import Report, Unusable, flag_of, id_of, kind_of, shown
from worker.exchange.omitted import Omitted
from worker.exchange.times import instant
from worker.source import SourceMessage, SourceThread


def read_conversation(values: dict[str, Any], report: Report, export: Export) -> SourceThread:
    """The thread of the branch that was seen last; the report says what is not in it.

    Raises Unusable when it has no id, or its tree is none.
    """
    thread_id = id_of(values, "id" if values.get("conversation_id") is None else "conversation_id")
    report.place = f"{report.place} ({shown(thread_id)})"
    mapping = values.get("mapping")
    if mapping is None:
        report.notice("it has no mapping, so nothing was said in it")
        mapping = {}
    if not isinstance(mapping, dict):
        raise Unusable(f"mapping is {kind_of(mapping)}: this is no conversation of ChatGPT")
    hidden = flag_of(values, "is_do_not_remember") or False
    if hidden:
        report.notice("marked as not to be remembered: it is imported hidden, and never reflected")

    path = _standing(mapping, values.get("current_node"), report)
    left = mapping.keys() - set(path)
    notice_left(report, sum(_says_something(mapping[node_id]) for node_id in left), export)
    read = list(_read(path, mapping, thread_id, report, export, left))
    messages = timed(read, instant(values.get("create_time"), UTC), report)
    return SourceThread(
        thread_id=thread_id,
        user_id=export.user_id,
        timezone=export.timezone,
        title=title_of(values, "title", report),
        kind="chat",
        hidden=hidden,
        archived_at=_archived_at(values, messages, report),
        memory_enabled=None,
        messages=messages,
        left=tuple(sorted(_ids(left, thread_id))),
    )


def _standing(mapping: dict[str, Any], current: object, report: Report) -> list[str]:
    """The nodes from the root to the current one."""
    listed_by = {
        child: node_id
        for node_id, node in mapping.items()
        if isinstance(node, dict) and isinstance(node.get("children"), list)
        for child in node["children"]
        if isinstance(child, str)
    }

    # Each link stands in the file twice, so one of the two may be broken. A node that is missing
    # altogether is still known by those that name it.
    def parents_of(node_id: str) -> Iterator[str]:
        node = mapping.get(node_id)
        parent = node.get("parent") if isinstance(node, dict) else None
        if isinstance(parent, str) and (parent in mapping or parent in listed_by):
            yield parent
        if node_id in listed_by:
            yield listed_by[node_id]

    leaf = current if isinstance(current, str) and current in mapping else None
    if leaf is None:
        times = {
            node_id: time_of(node)
            for node_id, node in mapping.items()
            if isinstance(node, dict) and isinstance(node.get("message"), dict)
        }
        leaf = newest_leaf(times, [parent for one in mapping for parent in parents_of(one)])
        if leaf is None:
            return []
        report.notice("current_node names none of its messages: the newest branch is taken")
    path, in_a_circle = path_to(leaf, parents_of)
    if in_a_circle:
        reason = "its parents go round in a circle: what came before it cannot be told"
        report.refuse_message(path[0], reason)
    return path


def _read(
    path: list[str],
    mapping: dict[str, Any],
    thread_id: str,
    report: Report,
    export: Export,
    left: set[str],
) -> Iterator[SourceMessage]:
    """The messages of the path. What is left out by rule joins `left`."""
    read: set[str] = set()
    for position, node_id in enumerate(path):
        try:
            message_id = message_id_of(thread_id, node_id)
            if message_id in read:
                raise Unusable("an earlier message has the same id")
            read.add(message_id)
            if node_id not in mapping:
                raise Unusable("others hang on it, but it is not in the file")
            message = _message_of(mapping[node_id])
            if message is None:
                # The root is a mere beginning; any other would have said something.
                export.omitted[Omitted.EMPTY] += position > 0
                left.add(node_id)
                continue
            last = position == len(path) - 1
            found = read_message(message, message_id, position, last=last)
        except Unusable as unusable:
            report.refuse_message(node_id, str(unusable))
            continue
        if isinstance(found, Omitted):
            export.omitted[found] += 1
            left.add(node_id)
        else:
            yield found


def _message_of(node: object) -> dict[str, Any] | None:
    if not isinstance(node, dict):
        raise Unusable(f"it is {kind_of(node)}: write an object")
    message = node.get("message")
    if message is not None and not isinstance(message, dict):
        raise Unusable(f"message is {kind_of(message)}: write an object or null")
    return message


def _says_something(node: object) -> bool:
    """True when the node would have been imported, or refused, had it been on the branch."""
    try:
        message = _message_of(node)
        return message is not None and not isinstance(
            read_message(message, "", 0, last=False), Omitted
        )
    except Unusable:
        return True


def _ids(node_ids: set[str], thread_id: str) -> Iterator[str]:
    for node_id in node_ids:
        try:
            yield message_id_of(thread_id, node_id)
        except Unusable:
            # Such a one was never imported.
            continue


def _archived_at(
    values: dict[str, Any], messages: tuple[SourceMessage, ...], report: Report
) -> datetime | None:
    """The conversation's last change, since the export does not say when it was archived."""
    archived = values.get("is_archived")
    if archived is None or archived is False:
        return None
    moment = instant(values.get("update_time"), UTC) or next(
        (message.created_at for message in reversed(messages)), None
    )
    if archived is not True or moment is None:
        report.notice("is_archived or its time cannot be read: the thread is not archived")
        return None
    return moment
