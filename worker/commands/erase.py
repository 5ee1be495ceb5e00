"""erase and forget: taking somebody's words, or one line of memory, away for good."""

import sys
from collections.abc import Callable

import click

from worker import log
from worker.commands.common import as_json_option, database_now
from worker.errors import UsageError
from worker.store.erasure import Erased, Erasure
from worker.terminal import counted, say, say_json, table

TOMBSTONES = "reflection.tombstones"

dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Say how much would go, and change nothing."
)
yes_option = click.option("--yes", is_flag=True, help="Do not ask.")


@click.group()
def erase() -> None:
    """Erase a user, a thread or a message, and everything that came of it."""


@erase.command()
@click.argument("user_id", metavar="USER")
@dry_run_option
@yes_option
@as_json_option
def user(user_id: str, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Erase a user: the threads in the native chat tables, and all that is known here.

    Nothing that was said until now is remembered again, whatever arrives late. What the user says
    after this is new.

    \b
    Example:
      reflection-worker erase user seed-maya --dry-run
    """
    _carry_out(
        lambda erasure, rehearse: erasure.user(user_id, dry_run=rehearse),
        f"user {user_id!r}",
        dry_run=dry_run,
        yes=yes,
        as_json=as_json,
    )


@erase.command()
@click.argument("thread_id", metavar="THREAD")
@dry_run_option
@yes_option
@as_json_option
def thread(thread_id: str, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Erase a thread: in the native chat tables, and all that came of it.

    \b
    Example:
      reflection-worker erase thread seed-maya-move --dry-run
    """
    _carry_out(
        lambda erasure, rehearse: erasure.thread(thread_id, dry_run=rehearse),
        f"thread {thread_id!r}",
        dry_run=dry_run,
        yes=yes,
        as_json=as_json,
    )


@erase.command()
@click.argument("thread_id", metavar="THREAD")
@click.argument("message_id", metavar="MESSAGE")
@dry_run_option
@yes_option
@as_json_option
def message(thread_id: str, message_id: str, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Erase a message: in the native chat tables, and all that was said of it.

    `show THREAD` lists the ids of its messages.

    \b
    Example:
      reflection-worker erase message seed-maya-move seed-maya-move-1 --dry-run
    """
    _carry_out(
        lambda erasure, rehearse: erasure.message(thread_id, message_id, dry_run=rehearse),
        f"message {message_id!r} of thread {thread_id!r}",
        dry_run=dry_run,
        yes=yes,
        as_json=as_json,
    )


@click.command()
@click.argument("name", metavar="ID|USER")
@click.argument("slug", metavar="[SLUG]", required=False)
@dry_run_option
@yes_option
@as_json_option
def forget(name: str, slug: str | None, dry_run: bool, yes: bool, as_json: bool) -> None:
    """Forget one line of memory and all that says the same, or a user's note, for good.

    ID is as `memory` shows it, with or without #: 12, #12, or r3 for a reflection. With a SLUG, as
    `notes USER` shows it, it is the user's note. The messages it came from stay, and what a note
    rested on.

    \b
    Example:
      reflection-worker forget 12 --dry-run
      reflection-worker forget seed-maya salem --dry-run
    """
    _carry_out(
        lambda erasure, rehearse: (
            erasure.memory(name, dry_run=rehearse)
            if slug is None
            else erasure.note(name, slug, dry_run=rehearse)
        ),
        f"memory #{name.strip().lstrip('#')}"
        if slug is None
        else f"note {slug!r} of user {name!r}",
        dry_run=dry_run,
        yes=yes,
        as_json=as_json,
    )


def _carry_out(
    erased: Callable[[Erasure, bool], list[Erased]],
    what: str,
    *,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Ask with the counts, do it, and print the receipt."""
    asks = not (dry_run or yes)
    if asks and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            f"Nothing asks before {what} is erased when there is no terminal.",
            "See what would go with --dry-run, then say --yes.",
        )
    with database_now() as database:
        erasure = Erasure(database)
        if asks:
            _ask(erased(erasure, True), what)
        receipt = erased(erasure, dry_run)
    if not receipt:
        raise _unknown(what)
    rows = _taken(receipt)
    if not dry_run:
        log.get().info("erasure.done", kind=what.split()[0], rows=rows)
    if as_json:
        say_json({"dry_run": dry_run, "receipt": {one.table_name: one.rows for one in receipt}})
        return
    if rows:
        say(f"{'Would erase' if dry_run else 'Erased'} {what}:")
    else:
        say(f"Nothing is known of {what}.")
    table(
        [{"table": one.table_name, "rows": one.rows} for one in receipt],
        ("table", "rows"),
        empty="",
    )


def _ask(receipt: list[Erased], what: str) -> None:
    if not receipt:
        raise _unknown(what)
    rows = counted(_taken(receipt), "row")
    tables = counted(sum(one.table_name != TOMBSTONES for one in receipt), "table")
    click.confirm(f"Erase {what}, {rows} of {tables}, for good?", abort=True, err=True)


def _taken(receipt: list[Erased]) -> int:
    """How many rows go: a tombstone comes."""
    return sum(one.rows for one in receipt if one.table_name != TOMBSTONES)


def _unknown(what: str) -> UsageError:
    told = "ids of a user's: reflection-worker memory"
    if what.startswith("note"):
        told = "slugs of a user's: reflection-worker notes"
    return UsageError(f"There is no {what}.", f"See the {told} USER")
