"""Lines of an export for tests, and what comes of reading them."""

import io
import json
import zipfile
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from worker.exchange.archive import ExportFile
from worker.exchange.conversation import Export
from worker.exchange.formats import Format
from worker.exchange.jsonl import read_threads
from worker.exchange.reading import read_files
from worker.exchange.remarks import Noticed, Refused
from worker.source import SourceMessage, SourceThread

Said: TypeAlias = list[SourceThread | Refused | Noticed]

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


def read(*values: Any) -> Said:
    return list(read_threads([json.dumps(value) + "\n" for value in values]))


def read_one(*messages: Any, **fields: Any) -> SourceMessage:
    """The one message of a thread about which there is nothing to say."""
    (thread,) = read(a_thread(*messages, **fields))
    assert isinstance(thread, SourceThread)
    (message,) = thread.messages
    return message


def refused_of(said: Said) -> list[Refused]:
    return [one for one in said if isinstance(one, Refused)]


def noticed_of(said: Said) -> list[str]:
    return [one.reason for one in said if isinstance(one, Noticed)]


def threads_of(said: Said) -> list[SourceThread]:
    return [one for one in said if isinstance(one, SourceThread)]


def thread_of(said: Said) -> SourceThread:
    (thread,) = threads_of(said)
    return thread


def read_bytes(content: bytes, wanted: Format | None = None, export: Export | None = None) -> Said:
    """What comes of one file with this in it."""
    file = ExportFile("conversations.json", len(content), lambda: nullcontext(io.BytesIO(content)))
    owned = export or Export("me", None)
    return list(read_files([file], owned, lambda _: None, lambda _: None, wanted))


def write_zip(path: Path, files: dict[str, Any]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content if isinstance(content, str) else json.dumps(content))
    return path
