"""why: why a user's memory does not hold something."""

from typing import Any

import click

from worker.commands.common import as_json_option, settings_now, views_now
from worker.terminal import counted, say, say_json, table


@click.command()
@click.argument("user_id", metavar="USER")
@click.argument("words", metavar="WORDS", nargs=-1, required=True)
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    default=50,
    show_default=True,
    help="How many messages to list, the newest.",
)
@as_json_option
def why(user_id: str, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    """Say why there is no memory of something, or where it is.

    WORDS are looked for as they stand, in any case, in the user's messages and memory.

    \b
    Example:
      reflection-worker why seed-maya hotel
    """
    settings = settings_now()
    with views_now() as views:
        rows = views.why(user_id, " ".join(words), settings.memory_tokens, limit)
        unknown = rows[0]["state"] == "unknown"
        near = views.users_alike(user_id) if unknown else []
    if as_json:
        say_json(rows)
        return
    for row in rows:
        if row["about"] != "message":
            say(_said(row))
    messages = [row for row in rows if row["about"] == "message"]
    if messages:
        say(f"{counted(len(messages), 'message')}, the newest first:")
        table(messages, ("thread_id", "message_id", "role", "said_at", "state", "why"), empty="")
    if near:
        say(f"Did you mean: {', '.join(near)}")


def _said(row: dict[str, Any]) -> str:
    """One line of the answer that is not about a message."""
    of = row["memory_id"] or (f"thread {row['thread_id']}" if row["thread_id"] else "")
    return f"{of}{', ' if of else ''}{row['state']}: {row['why']}".replace("\n", "\\n")
