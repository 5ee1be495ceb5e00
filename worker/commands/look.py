"""queue, show, retry, memory, recall, runs and config: for operators and the curious."""

from typing import Any

import click

from worker.commands.common import as_json_option, settings_now, views_now
from worker.errors import UsageError
from worker.settings import all_settings, masked
from worker.terminal import cell, say, say_json, table

STATES = ("settling", "due", "waiting", "claimed", "reflected", "given up")


@click.command()
@click.option("--state", "states", multiple=True, type=click.Choice(STATES), help="Only these.")
@click.option("--limit", type=click.IntRange(1, 10_000_000), default=50, show_default=True)
@as_json_option
def queue(states: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List threads with their state, and why.

    \b
    Example:
      reflection-worker queue --state due --state waiting
    """
    with views_now() as views:
        rows = views.queue(states, limit)
    if as_json:
        say_json(rows)
    else:
        table(rows, ("thread_id", "user_id", "state", "why"), empty="No thread is in the queue.")


@click.command()
@click.argument("thread_id", metavar="THREAD")
@as_json_option
def show(thread_id: str, as_json: bool) -> None:
    """Show one thread: how it stands, its claims, its messages and what came of them.

    \b
    Example:
      reflection-worker show seed-maya-move
    """
    with views_now() as views:
        thread = views.thread(thread_id)
    if as_json:
        say_json(thread)
        return
    title = f' "{thread["title"]}"' if thread["title"] else ""
    say(f"{thread['thread_id']}{title} of {thread['user_id']}: {thread['state']}")
    say(f"  {thread['why']}")
    say()
    table(
        thread["claims"],
        ("started_at", "attempt", "claimed_by", "run_id", "outcome", "observations", "error"),
        empty="It was never claimed.",
    )
    say()
    table(
        thread["messages"],
        ("ordinal", "message_id", "role", "said_at", "state", "why"),
        empty="It has no messages.",
    )
    say()
    table(
        thread["memory"],
        ("memory_id", "relevance", "category", "content"),
        empty="Nothing is remembered from it.",
    )


@click.command()
@click.argument("thread_id", metavar="THREAD", required=False)
@click.option("--all-given-up", is_flag=True, help="Every thread that was given up.")
@as_json_option
def retry(thread_id: str | None, all_given_up: bool, as_json: bool) -> None:
    """Give a thread that failed its attempts back, at once.

    \b
    Example:
      reflection-worker retry seed-maya-move
    """
    if (thread_id is None) == (not all_given_up):
        raise click.UsageError("Name one THREAD, or say --all-given-up.")
    with views_now() as views:
        if thread_id is None:
            threads = views.retry_given_up()
        elif views.retry(thread_id):
            threads = 1
        else:
            raise UsageError(
                f"{thread_id!r} is not in the queue, or is being reflected at this moment: "
                "see `reflection-worker queue`."
            )
    if as_json:
        say_json({"threads": threads})
    else:
        say(f"{threads} thread{'' if threads == 1 else 's'} will be tried again.")


@click.command()
@click.argument("user_id", metavar="USER")
@click.option("--tokens", type=click.IntRange(1, 10_000_000), help="Room for it; 4000 unless set.")
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
        users = views.users(limit=10) if not found["memory"] else []
    if as_json:
        say_json(found)
    elif found["memory"]:
        say(found["memory"])
    else:
        say(f"Nothing is remembered of {user_id!r}.")
        if users and user_id not in users:
            say("Users with memory: " + ", ".join(users))


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
        raise UsageError(f"There is no memory {memory_id}: see `reflection-worker memory USER`.")
    if as_json:
        say_json(rows)
        return
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
@click.option("--limit", type=click.IntRange(1, 10_000_000), default=14, show_default=True)
@as_json_option
def runs(limit: int, as_json: bool) -> None:
    """List the newest runs.

    \b
    Example:
      reflection-worker runs --limit 3
    """
    with views_now() as views:
        rows = views.runs(limit)
    if as_json:
        say_json(rows)
        return
    for row in rows:
        summary = row["summary"] or {}
        row["reflected"] = summary.get("reflected")
        row["failed"] = summary.get("failed")
        row["seconds"] = summary.get("seconds")
        row["stop_reason"] = row["stop_reason"] or "not finished"
    table(
        rows,
        ("id", "trigger", "started_at", "stop_reason", "reflected", "failed", "backlog", "seconds"),
        empty="No run yet: reflection-worker drain",
    )


@click.command()
@as_json_option
def config(as_json: bool) -> None:
    """Print the settings in force, secrets masked.

    \b
    Example:
      reflection-worker config
    """
    settings = settings_now()
    rows: list[dict[str, Any]] = []
    for setting in all_settings():
        value = getattr(settings, setting.name)
        if value is not None and setting.metadata["secret"]:
            value = masked(value)
        rows.append(
            {
                "setting": setting.metadata["variable"],
                "value": value,
                "default": value == setting.default,
                "meaning": setting.metadata["meaning"],
            }
        )
    if as_json:
        say_json(rows)
    else:
        table(rows, ("setting", "value", "meaning"), empty="")
