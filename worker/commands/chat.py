"""import and dev seed: threads into the native source."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, BinaryIO

import click

from worker.commands.common import as_json_option, database_now
from worker.errors import UsageError
from worker.exchange.jsonl import read_threads
from worker.exchange.remarks import Noticed, Refused
from worker.source import SourceThread
from worker.store.chat import Chat
from worker.store.queue import fold
from worker.terminal import say, say_json, warn

SHOWN = 20


@click.command("import")
@click.argument("file", type=click.File("rb"))
@as_json_option
def import_(file: BinaryIO, as_json: bool) -> None:
    """Add the threads of FILE (JSONL, a thread a line; - is standard input).

    What is there already stays as it is, so the same file can be imported again. Exit code 1 when
    a line or message had to be refused; everything else is imported all the same.

    \b
    Example:
      reflection-worker import threads.jsonl
    """
    with database_now() as database:
        counts, remarks = _add(Chat(database), read_threads(file))
        fold(database)
    if as_json:
        say_json({**counts, "remarks": remarks[:1000]})
    else:
        _report(counts, remarks)
    if counts["refused"]:
        raise SystemExit(1)


def _add(
    chat: Chat, read: Iterable[SourceThread | Refused | Noticed]
) -> tuple[dict[str, int], list[str]]:
    counts = {"threads": 0, "new_threads": 0, "new_messages": 0, "known_messages": 0, "refused": 0}
    remarks: list[str] = []
    for item in read:
        if isinstance(item, SourceThread):
            counts["threads"] += 1
            try:
                added = chat.add(item)
            except UsageError as error:
                counts["refused"] += 1
                remarks.append(str(error))
                continue
            counts["new_threads"] += added.threads
            counts["new_messages"] += added.messages
            counts["known_messages"] += len(item.messages) - added.messages - len(added.foreign)
            counts["refused"] += len(added.foreign)
            remarks += [
                f"thread {item.thread_id!r}: message id {message_id!r} belongs to another thread; "
                "message ids must differ across the whole file"
                for message_id in added.foreign
            ]
        else:
            counts["refused"] += isinstance(item, Refused)
            remarks.append(f"line {item.line}: {item.reason}")
    return counts, remarks


def _report(counts: dict[str, Any], remarks: list[str]) -> None:
    say(
        f"Imported {counts['new_messages']} messages; {counts['new_threads']} of "
        f"{counts['threads']} threads are new, {counts['known_messages']} messages were there."
    )
    for remark in remarks[:SHOWN]:
        warn(remark)
    if len(remarks) > SHOWN:
        warn(f"... and {len(remarks) - SHOWN} more; --json has them")
    if counts["refused"]:
        warn(f"{counts['refused']} could not be used.")
    say("Next: reflection-worker drain --until-empty")


@click.group()
def dev() -> None:
    """For development."""


@dev.command()
@click.option("--if-empty", is_flag=True, help="Only when there is no thread at all.")
@as_json_option
def seed(if_empty: bool, as_json: bool) -> None:
    """Add two dozen sample threads, most of them settled.

    \b
    Example:
      reflection-worker dev seed
    """
    from worker.dev.seed import seed_threads

    with database_now() as database:
        chat = Chat(database)
        wanted = not if_empty or chat.is_empty()
        added = [chat.add(thread) for thread in seed_threads(datetime.now(UTC))] if wanted else []
        fold(database)
    threads, messages = sum(one.threads for one in added), sum(one.messages for one in added)
    if as_json:
        say_json({"new_threads": threads, "new_messages": messages})
    elif wanted:
        say(f"Added {threads} sample threads with {messages} messages.")
