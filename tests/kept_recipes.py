"""What the recipes of docs/operating.md on undo, shadows and history find and leave behind."""

from typing import Any

Rows = list[dict[str, Any]]


def undone(rows: Rows) -> None:
    (row,) = rows
    assert (row["thread_id"], row["run_id"], row["outcome"]) == ("mistake", None, "reflected")


def in_shadow(rows: Rows) -> None:
    (row,) = rows
    assert (row["thread_id"], row["user_id"], row["outcome"]) == ("draft", "kim", "shadow")


def old(rows: Rows) -> None:
    assert {r["table_name"]: r["rows"] for r in rows if r["rows"]} == {}
    assert {"claim_log", "runs", "observations"} < {row["table_name"] for row in rows}


AFTER = {
    "Taking it back": (
        "select count(*) = 1 from reflection.claim_log where undone_at is not null and run_id = 1"
    ),
    "Writing it": ("select count(*) = 2 from reflection.observations where thread_id = 'draft'"),
    "Throwing it away": "select state = 'due' from reflection.queue where thread_id = 'draft'",
}
