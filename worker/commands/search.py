"""search: what a user said, and was told, about something."""

import click

from worker.commands.common import as_json_option, database_now
from worker.store.search import Search
from worker.store.views import Views
from worker.terminal import say, say_json


@click.command()
@click.argument("user_id", metavar="USER")
@click.argument("query", metavar="QUERY", nargs=-1, required=True)
@click.option(
    "--tokens",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    default=1000,
    show_default=True,
    help="Room for the lines that are found.",
)
@as_json_option
def search(user_id: str, query: tuple[str, ...], tokens: int, as_json: bool) -> None:
    """Find what of a user's conversations answers a question, the best first.

    \b
    Example:
      reflection-worker search seed-maya where does she work
    """
    with database_now() as database:
        rows = Search(database).found(user_id, " ".join(query), tokens)
        views = Views(database)
        known = rows or views.memory(user_id, 1)["version"]
        near = [] if known else views.users_alike(user_id)
    if as_json:
        say_json(rows)
        return
    if not rows:
        say(f"Nothing that {user_id!r} said or was told has these words.")
        if near:
            say(f"Did you mean: {', '.join(near)}")
        say(f"See what was read: reflection-worker queue --user {user_id}")
    for row in rows:
        say(row["line"])
        say(f"  thread {row['thread_id']}, message {row['message_id']}")
        for memory in row["memories"]:
            say(f"  {memory['id']} {memory['content']} ({memory['state']})")
