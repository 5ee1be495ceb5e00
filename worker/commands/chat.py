"""import and dev seed: threads into the native source."""

import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from pathlib import Path

import click

from worker.commands.common import as_json_option, database_now, made_database_now
from worker.commands.tally import Tally, tell, tell_json
from worker.errors import UsageError
from worker.progress import reading
from worker.store.chat import Chat
from worker.store.queue import fold
from worker.terminal import say, say_json

OWNER = "me"


def _user(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    from worker.exchange.fields import Unusable, id_of

    try:
        return None if value is None else id_of({"it": value}, "it")
    except Unusable as unusable:
        raise click.BadParameter(str(unusable)) from None


def _zone(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    from worker.exchange.times import likely_zones, usable_zone

    if value is None or usable_zone(value):
        return value
    near = " or ".join(likely_zones(value))
    did = f" Did you mean {near}?" if near else ""
    raise click.BadParameter(f"{value!r} is no zone: write Area/City as in Europe/London.{did}")


@click.command("import")
@click.argument("file", type=click.Path(exists=True, allow_dash=True, path_type=Path))
@click.option(
    "--user",
    metavar="ID",
    callback=_user,
    help=f"Whose threads an export holds: {OWNER} unless set. JSONL names its users itself.",
)
@click.option(
    "--timezone",
    metavar="AREA/CITY",
    callback=_zone,
    help="Where that user's days end: in the database's default zone, UTC, unless set.",
)
@click.option(
    "--format",
    "wanted",
    metavar="FORMAT",
    type=click.Choice(["auto", "jsonl", "chatgpt", "claude"]),
    default="auto",
    help="What FILE is: jsonl, chatgpt or claude; auto finds out by looking into it.",
)
@click.option("--dry-run", is_flag=True, help="Say what would be imported, and write nothing.")
@as_json_option
def import_(
    file: Path,
    user: str | None,
    timezone: str | None,
    wanted: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Add the threads of FILE: a ChatGPT or Claude data export, or JSONL.

    An export is the zip as it was downloaded, its folder, or its conversations.json. JSONL has a
    thread a line. - is standard input, for all but a zip. Of an exported conversation the branch
    is taken that was seen last; what else it has is counted and told.

    Importing again adds what is new, and follows a conversation to the branch that stands now.
    Exit code 1 when something had to be refused; everything else is imported all the same.

    \b
    Example:
      reflection-worker import chatgpt-export.zip --timezone Europe/London
      reflection-worker import threads.jsonl
    """
    # Reading takes libraries that no other command needs.
    from worker.exchange.archive import export_files
    from worker.exchange.conversation import Export
    from worker.exchange.formats import TITLES, Format
    from worker.exchange.reading import read_files

    export = Export(user or OWNER, timezone)
    tally = Tally()
    found: list[Format] = []

    def check(format_: Format) -> None:
        if format_ is Format.JSONL and (user or timezone):
            given = "--user" if user else "--timezone"
            raise UsageError(f"JSONL names the user and the zone of each thread: leave out {given}")
        found.append(format_)

    with export_files(file, sys.stdin.buffer) as files, made_database_now() as database:
        chat = Chat(database)
        size = sum(each.size or 0 for each in files) or None
        with reading(f"Reading {file.name}", size) as told:
            with chat.rehearsal() if dry_run else nullcontext():
                forced = None if wanted == "auto" else Format(wanted)
                tally.add(chat, read_files(files, export, check, told, forced))
                kept = chat.zone_of(export.user_id)
            if not dry_run:
                fold(database)
    if timezone and kept and kept != timezone:
        tally.notice(f"user {export.user_id!r} has the zone {kept} already, and keeps it")
    formats = list(dict.fromkeys(found))
    left_out = {kind: count for kind, count in export.omitted.items() if count}
    if as_json:
        counted = {kind.name.lower(): count for kind, count in left_out.items()}
        tell_json(tally, counted, formats=formats, users=list(tally.users), dry_run=dry_run)
    else:
        of_what = " and ".join(TITLES[each] for each in formats)
        tell(tally, left_out, of_what and f" of {of_what}", dry_run=dry_run)
    if tally.counts.refused:
        raise SystemExit(1)


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
