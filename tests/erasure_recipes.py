"""What the recipes of docs/operating.md on erasing and forgetting find and leave behind."""

from typing import Any

Rows = list[dict[str, Any]]


def would_go(rows: Rows) -> None:
    told = {r["table_name"]: r["rows"] for r in rows}
    assert told["reflection.observations"] == 4
    assert (told["chat.threads"], told["reflection.tombstones"]) == (1, 1)


def message_went(rows: Rows) -> None:
    # Lines 12 and 15 are both of the first message.
    told = {r["table_name"]: r["rows"] for r in rows}
    assert (told["reflection.observations"], told["chat.messages"]) == (2, 1)


def line_went(rows: Rows) -> None:
    told = {r["table_name"]: r["rows"] for r in rows}
    assert told["reflection.observations"] == 1
    assert "chat.messages" not in told


def buried(rows: Rows) -> None:
    assert [(r["kind"], r["thread_id"]) for r in rows] == [("thread", "gone")]


def with_words(rows: Rows) -> None:
    assert len(rows) == 10
    assert {"reflection.sayings", "chat.messages"} < {r["table_name"] for r in rows}


CHECKS = {
    "What erasing a user would take": would_go,
    "Erasing a user": would_go,
    "Erasing a thread": would_go,
    "Erasing a message": message_went,
    "Forgetting a line of memory": line_went,
    "What was erased and forgotten": buried,
    "Whether dead rows are left": with_words,
}
AFTER = {
    "What erasing a user would take": "select reflection.memory_for('ada') <> ''",
    "Erasing a user": "select reflection.memory_for('ada') = ''",
    "Erasing a thread": "select reflection.memory_for('ada') = ''",
    "Erasing a message": "select not reflection.memory_for('ada') ~ 'number 1'",
    "Forgetting a line of memory": "select not reflection.memory_for('ada') ~ '#12 '",
}
