"""Two dozen conversations to try the worker on, of people who do not exist.

threads.json has them with times that are relative to the day of loading, and a note on what each
of them shows. They take the same way in as somebody's export.
"""

import json
from datetime import UTC, datetime, time, timedelta, tzinfo
from importlib.resources import files
from typing import Any

from worker.exchange.jsonl import read_threads
from worker.exchange.times import usable_zone
from worker.source import SourceThread


def seed_threads(now: datetime) -> list[SourceThread]:
    """The threads as if they had been written in the weeks before `now`, the ids always the same.

    All but one have settled by `now`, whatever the hour; that one is being written as it is loaded.
    """
    lines = (json.dumps(_as_exported(entry, now)) for entry in seed_entries())
    return [thread for thread in read_threads(lines) if isinstance(thread, SourceThread)]


def seed_entries() -> list[dict[str, Any]]:
    """What threads.json says."""
    text = files("worker.dev").joinpath("threads.json").read_text(encoding="utf-8")
    entries: list[dict[str, Any]] = json.loads(text)
    return entries


def _as_exported(entry: dict[str, Any], now: datetime) -> dict[str, Any]:
    """The entry as a line of an export has it: with instants, and without the words of our own."""
    zone = usable_zone(entry.get("timezone")) or UTC
    messages = entry["messages"]
    if entry["days_ago"] == 0:
        times = _today(len(messages), now, zone)
    else:
        times = _on_that_day(entry, now, zone)
    exported: dict[str, Any] = {
        key: entry[key]
        for key in ("thread_id", "user_id", "timezone", "title", "hidden", "memory_enabled")
        if key in entry
    }
    if "archived_days_ago" in entry:
        day = now.astimezone(zone).date() - timedelta(days=entry["archived_days_ago"])
        exported["archived_at"] = datetime.combine(day, time(12), zone).isoformat()
    exported["messages"] = [
        {
            "role": message["role"],
            "name": message.get("name"),
            "content": message["content"] * message.get("repeat", 1),
            "tool_calls": message.get("tool_calls"),
            "status": message.get("status"),
            "created_at": moment.isoformat(),
        }
        for message, moment in zip(messages, times, strict=True)
    ]
    return exported


def _on_that_day(entry: dict[str, Any], now: datetime, zone: tzinfo) -> list[datetime]:
    day = now.astimezone(zone).date() - timedelta(days=entry["days_ago"])
    moment = datetime.combine(day, time.fromisoformat(entry["at"]), zone).astimezone(UTC)
    times = []
    for message in entry["messages"]:
        moment += timedelta(minutes=message.get("after", 1))
        times.append(moment)
    return times


def _today(count: int, now: datetime, zone: tzinfo) -> list[datetime]:
    """A minute apart and the last a minute ago; just after midnight, none before the day began."""
    local = now.astimezone(zone)
    began = datetime.combine(local.date(), time(), zone).astimezone(UTC)
    return [
        max(began, now.astimezone(UTC) - timedelta(minutes=left)) for left in range(count, 0, -1)
    ]
