"""memory and recall: what is remembered of a user, and the messages behind it."""

import click

from worker.commands.common import as_json_option, settings_now, views_now
from worker.errors import UsageError
from worker.terminal import cell, say, say_json


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
        raise UsageError(
            f"There is no memory {memory_id}.",
            "See the ids of a user's: reflection-worker memory USER",
        )
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
