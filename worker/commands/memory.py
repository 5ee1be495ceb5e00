"""memory, recall, explain: what is remembered of a user, the messages and the claims behind it."""

from typing import Any

import click

from worker.commands.common import as_json_option, settings_now, views_now
from worker.commands.cost import cost
from worker.errors import UsageError
from worker.store.views import Rows
from worker.terminal import cell, say, say_json

DID = {"wrote": "written", "confirmed": "confirmed"}


@click.command()
@click.argument("user_id", metavar="USER")
@click.option(
    "--tokens",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    help="Room for it; 4000 unless set.",
)
@as_json_option
def memory(user_id: str, tokens: int | None, as_json: bool) -> None:
    """Print a user's memory as the chat product puts it in its prompt.

    \b
    Example:
      reflection-worker memory seed-maya
    """
    settings = settings_now()
    with views_now() as views:
        found = views.memory(user_id, tokens or settings.memory_tokens)
        near = views.users_alike(user_id) if not found["memory"] else []
        users = near or (views.users(limit=10) if not found["memory"] else [])
    if as_json:
        say_json(found)
    elif found["memory"]:
        say(found["memory"])
    else:
        say(f"Nothing is remembered of {user_id!r}.")
        if users and user_id not in users:
            say(("Did you mean: " if near else "Users with memory: ") + ", ".join(users))
        say(f"See why: reflection-worker queue --user {user_id}")


@click.command()
@click.argument("memory_id", metavar="ID")
@as_json_option
def recall(memory_id: str, as_json: bool) -> None:
    """Print the messages behind one line of memory, word for word.

    ID is as `memory` shows it, with or without #: 12, #12, or r3 for a reflection.

    \b
    Example:
      reflection-worker recall 12
    """
    with views_now() as views:
        rows = views.recall(memory_id)
    if not rows:
        raise _unknown(memory_id)
    if as_json:
        say_json(rows)
        return
    if rows[0]["reflection"]:
        say(f"{_as_shown(memory_id)} {rows[0]['reflection']}")
        say(f"  {rows[0]['reflection_state']}; it rests on:")
        say()
    say_sources(rows)


def say_sources(rows: Rows) -> None:
    """Print observations, each with the messages that it came from."""
    shown = None
    for row in rows:
        if row["memory_id"] != shown:
            shown = row["memory_id"]
            say(f"{shown} {row['content']}")
            say(f"  {row['state']}")
        say()
        said = cell(row["said_at"]) or "at an unknown time"
        who = row["role"] or "someone"
        say(f"  {who}, {said}, message {row['message_id']} ({row['message_state']}):")
        for line in (row["text"] or "").splitlines():
            say(f"    {line}")


@click.command()
@click.argument("memory_id", metavar="ID")
@as_json_option
def explain(memory_id: str, as_json: bool) -> None:
    """Print which claims made one line of memory, with what, and what they cost.

    ID is as `memory` shows it, with or without #: 12, #12, or r3 for a reflection.

    \b
    Example:
      reflection-worker explain 12
    """
    with views_now() as views:
        rows = views.explain(memory_id)
    if not rows:
        raise _unknown(memory_id)
    if as_json:
        say_json(rows)
        return
    origin = {"agent": ", by a model", "rule": ", by a rule"}.get(rows[0]["origin"], "")
    say(f"{rows[0]['memory_id']} {rows[0]['content']}")
    say(f"  {rows[0]['state']}{origin}")
    for row in rows:
        say()
        for line in _claim(row):
            say(f"  {line}")


def _claim(row: dict[str, Any]) -> list[str]:
    """How one claim had to do with a memory, and what it cost."""
    if row["started_at"] is None:
        if row["claim_id"] is None:
            return ["Which claim wrote it is not known."]
        return [
            f"{DID[row['did']]} by claim {row['claim_id']}, which is older than history is kept"
        ]
    run = f" in run {row['run_id']}" if row["run_id"] else ""
    outcome = row["outcome"] or "without an end"
    error = f": {row['error']}" if row["error"] else ""
    model = f", model {row['model']}" if row["model"] else ""
    prompts = f", prompts {row['prompt_hash']}" if row["prompt_hash"] else ""
    told = [
        f"{DID[row['did']]} by claim {row['claim_id']} of thread {row['thread_id']}",
        f"  attempt {row['attempt']} by {row['claimed_by']}{run}",
        f"  {cell(row['started_at'])}, {outcome}{error}",
        f"  engine {row['engine'] or 'unknown'}{model}{prompts}",
        f"  {_cost(row)}",
    ]
    for stage, report in (row["stages"] or {}).items():
        how = report.get("error") or report.get("ended") or "no end noted"
        told.append(f"    {stage}: {how}; {_cost(report)}")
    return [line.replace("\n", "\\n") for line in told]


def _cost(spent: dict[str, Any]) -> str:
    names = ("requests", "tokens_in", "tokens_cached", "tokens_out", "usd")
    return cost(*(spent.get(name) or 0 for name in names))


def _as_shown(memory_id: str) -> str:
    return f"#{memory_id.strip().lstrip('#')}"


def _unknown(memory_id: str) -> UsageError:
    return UsageError(
        f"There is no memory {memory_id}.",
        "See the ids of a user's: reflection-worker memory USER",
    )
