"""Lines of an export for tests, and what comes of reading them."""

import json
from datetime import UTC, datetime
from typing import Any

from worker.exchange.jsonl import read_threads
from worker.exchange.remarks import Noticed, Refused
from worker.source import SourceMessage, SourceThread

SECRET = "the heron sleeps standing"
NINE = datetime(2024, 3, 5, 9, 0, tzinfo=UTC)


def a_message(**fields: Any) -> dict[str, Any]:
    return {
        "id": "m1",
        "role": "user",
        "content": SECRET,
        "created_at": "2024-03-05T09:00Z",
    } | fields


def a_thread(*messages: Any, **fields: Any) -> dict[str, Any]:
    head = {"thread_id": "t", "user_id": "u", "timezone": "Asia/Seoul", "title": "A title"}
    return head | {"messages": list(messages)} | fields


def read(*values: Any) -> list[SourceThread | Refused | Noticed]:
    return list(read_threads([json.dumps(value) + "\n" for value in values]))


def read_one(*messages: Any, **fields: Any) -> SourceMessage:
    """The one message of a thread about which there is nothing to say."""
    (thread,) = read(a_thread(*messages, **fields))
    assert isinstance(thread, SourceThread)
    (message,) = thread.messages
    return message


def refused_of(said: list[SourceThread | Refused | Noticed]) -> list[Refused]:
    return [one for one in said if isinstance(one, Refused)]


def noticed_of(said: list[SourceThread | Refused | Noticed]) -> list[str]:
    return [one.reason for one in said if isinstance(one, Noticed)]


def thread_of(said: list[SourceThread | Refused | Noticed]) -> SourceThread:
    (thread,) = [one for one in said if isinstance(one, SourceThread)]
    return thread
