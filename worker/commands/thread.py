"""show: one thread, from its first message to what is remembered of it."""

from collections import Counter
from typing import Any

import click

from worker.commands.common import as_json_option, views_now
from worker.store.views import REMEMBERED_AT_MOST
from worker.terminal import cell, counted, headline, say, say_json, table

# The report's word for a message that was read is of the messages; people ask whether it was read.
READ = {"covered": "read"}


@click.command()
@click.argument("thread_id", metavar="THREAD")
@as_json_option
def show(thread_id: str, as_json: bool) -> None:
    """Show one thread: how it stands, its timeline, its messages and what came of them.

    \b
    Example:
      reflection-worker show seed-maya-move
    """
    with views_now() as views:
        thread = views.thread(thread_id)
    if as_json:
        say_json(thread)
        return
    title = f' "{cell(thread["title"])}"' if thread["title"] else ""
    headline(
        f"{thread['thread_id']}{title} of {thread['user_id']}: {thread['state']}", thread["state"]
    )
    say(f"  {thread['why']}")
    say()
    table(thread["timeline"], ("at", "event", "what"), empty="Nothing has happened to it.")
    say()
    say(total(thread["messages"]))
    if thread["messages"]:
        table(
            [
                {**message, "message": message["message_id"], "what_became_of_it": became(message)}
                for message in thread["messages"]
            ],
            ("message_id", "role", "what_became_of_it"),
            empty="",
        )
    say()
    if not thread["memory"]:
        say("Nothing is remembered from it.")
        return
    lines = counted(len(thread["memory"]), "observation")
    cut = len(thread["memory"]) == REMEMBERED_AT_MOST
    say(f"The first {lines} that came of it:" if cut else f"{lines} came of it:")
    table(
        [{**line, "messages": ", ".join(line["messages"])} for line in thread["memory"]],
        ("memory_id", "relevance", "content", "messages"),
        empty="",
    )


def total(messages: list[dict[str, Any]]) -> str:
    """One line on all messages of a thread: how many were read, skipped, and are pending."""
    counts = Counter(READ.get(message["state"], message["state"]) for message in messages)
    told = ", ".join(f"{counts[state]} {state}" for state in ("read", "skipped", "pending"))
    return f"{counted(len(messages), 'message')}: {told}" if messages else "It has no messages."


def became(message: dict[str, Any]) -> str:
    """What became of one message, in one line: by which claim it was read, and what cites it."""
    state = READ.get(message["state"], message["state"])
    by = f" by claim {message['claim']}" if message["claim"] else ""
    why = message["why"].removeprefix("read; ")
    return f"{state}{by}: {why}"
