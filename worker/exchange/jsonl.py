"""Threads from JSON Lines, one thread a line."""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import UTC
from typing import Any

from worker.exchange.fields import (
    Ignored,
    Report,
    Unusable,
    flag_of,
    id_of,
    kind_of,
    shown,
    text_of,
)
from worker.exchange.formats import ONE_A_LINE
from worker.exchange.messages import read_messages
from worker.exchange.remarks import Noticed, Refused
from worker.exchange.times import instant, usable_zone
from worker.source import SourceThread

_KEYS = frozenset(field.name for field in fields(SourceThread)) - {"left"}
_LONGEST_NUMBER = 1000


def read_threads(
    lines: Iterable[str] | Iterable[bytes],
) -> Iterator[SourceThread | Refused | Noticed]:
    """Each thread of a stream as soon as its line is read, then what there is to say about it.

    A line that cannot be used is Refused. So is a message, and the rest of its thread is read. A
    binary stream is the better one: a text stream ends where it meets bytes it cannot decode.
    """
    ignored = Ignored()
    seen: dict[str, int] = {}
    for number, line in _decoded(lines):
        if isinstance(line, Refused):
            yield line
            continue
        line = line.lstrip("\ufeff")
        if not line or line.isspace():
            continue
        report = Report(number)
        try:
            thread = _read_thread(_object(line), report, ignored)
        except Unusable as unusable:
            yield Refused(number, str(unusable))
            continue
        except RecursionError:
            yield Refused(number, "nested too deeply to be read: flatten its tool_calls")
            continue
        earlier = seen.setdefault(thread.thread_id, number)
        if earlier != number:
            report.notice(
                f"thread {shown(thread.thread_id)} is on line {earlier} too: "
                "put all messages of a thread on one line, or their order is not known"
            )
        yield thread
        yield from report.said
    yield from ignored.notices()


def _decoded(lines: Iterable[str] | Iterable[bytes]) -> Iterator[tuple[int, str | Refused]]:
    number = 0
    try:
        for line in lines:
            number += 1
            if isinstance(line, str):
                yield number, line
                continue
            try:
                # A lone surrogate that somebody wrote as three bytes is mended with the others.
                yield number, line.decode("utf-8", "surrogatepass")
            except UnicodeDecodeError as error:
                place = f"byte {error.start + 1}"
                yield number, Refused(number, f"{place} is not UTF-8: save the file as UTF-8")
    except UnicodeDecodeError as error:
        reason = f"not {error.encoding}, and nothing from here on was read: save the file as UTF-8"
        yield number + 1, Refused(number + 1, reason)


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_float=_float, parse_int=_int, parse_constant=str)
    except json.JSONDecodeError as error:
        reason = f"not JSON ({error.msg} at character {error.pos + 1}): {ONE_A_LINE}"
        raise Unusable(reason) from None
    if not isinstance(value, dict):
        raise Unusable(f"{kind_of(value)} instead of an object: {ONE_A_LINE}")
    return value


def _float(digits: str) -> float | str:
    """NaN, Infinity and 1e400 are no numbers to Postgres: they stay as they were written."""
    number = float(digits)
    return number if math.isfinite(number) else digits


def _int(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_NUMBER else digits


def _read_thread(values: dict[str, Any], report: Report, ignored: Ignored) -> SourceThread:
    thread_id = id_of(values, "thread_id")
    user_id = id_of(values, "user_id")
    timezone = text_of(values, "timezone")
    messages = values.get("messages")
    if not isinstance(messages, list):
        raise Unusable(f"messages is {kind_of(messages)}: write a list of messages")
    title = text_of(values, "title")
    kind = text_of(values, "kind")
    hidden = flag_of(values, "hidden")
    memory_enabled = flag_of(values, "memory_enabled")

    ignored.add(report.line, "thread", values.keys() - _KEYS)
    zone = usable_zone(timezone)
    archived_at = instant(values.get("archived_at"), zone or UTC)
    if archived_at is None and values.get("archived_at") is not None:
        report.notice("archived_at cannot be read as a time: the thread is not archived")
    return SourceThread(
        thread_id=thread_id,
        user_id=user_id,
        timezone=timezone,
        title=title,
        kind=kind or "chat",
        hidden=hidden or False,
        archived_at=archived_at,
        memory_enabled=memory_enabled,
        messages=read_messages(messages, thread_id, zone, report, ignored),
    )
