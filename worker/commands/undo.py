"""undo: taking back what a claim or a run wrote."""

from uuid import UUID

import click

from worker.commands.common import as_json_option, database_now
from worker.run import EXIT_ERROR
from worker.store.undo import LaterWork, Taken, Undo
from worker.terminal import counted, say, say_json, table


@click.command()
@click.argument("name", metavar="CLAIM|RUN")
@click.option(
    "--force", is_flag=True, help="Also when later claims built on it: what rests on it alone goes."
)
@click.option("--dry-run", is_flag=True, help="Say what would be taken back, and change nothing.")
@as_json_option
def undo(name: str, force: bool, dry_run: bool, as_json: bool) -> None:
    """Take back what a claim, or every claim of a run, wrote; its threads are due again.

    CLAIM is the id of a claim, as `explain` shows it, or how it begins; RUN the number of a run.
    What it had replaced or dropped is back. The money is spent. Exit code 1 when later claims
    built on it: they are listed, and nothing is changed without --force.

    \b
    Example:
      reflection-worker undo 1 --dry-run
    """
    with database_now() as database:
        undoing = Undo(database)
        claims = undoing.claims(name)
        later = undoing.later(claims)
        refused = bool(later) and not force
        taken = [] if refused else undoing.undo(claims, force=force, dry_run=dry_run)
    if as_json:
        say_json(
            {
                "claims": claims,
                "dry_run": dry_run,
                "refused": refused,
                "later_work": later,
                "receipt": {one.table_name: one.rows for one in taken},
            }
        )
    elif refused:
        _refuse(later)
    else:
        _tell(claims, taken, dry_run=dry_run)
    if refused:
        raise SystemExit(EXIT_ERROR)


def _refuse(later: list[LaterWork]) -> None:
    say("Nothing was taken back: later claims built on it.")
    table(
        [
            {
                "claim_id": str(one.claim_id),
                "thread_id": one.thread_id,
                "started_at": one.started_at,
                "built_on": one.built_on,
            }
            for one in later
        ],
        ("claim_id", "thread_id", "started_at", "built_on"),
        empty="",
    )
    say("--force takes it back all the same. What says the same or replaces it stays, and counts")
    say(
        "again once it is said again; reflections that rest on nothing else, and drops, go with it."
    )


def _tell(claims: list[UUID], taken: list[Taken], *, dry_run: bool) -> None:
    if not claims:
        say("The history has no claim of that run: it made none, or they are older than is kept.")
        return
    of = f"claim {claims[0]}" if len(claims) == 1 else counted(len(claims), "claim")
    if not taken:
        say(f"Nothing that {of} wrote is there: it wrote nothing, or was taken back before.")
        return
    say(f"{'Would take back' if dry_run else 'Took back'} what {of} wrote:")
    table(
        [{"table": one.table_name, "rows": one.rows} for one in taken], ("table", "rows"), empty=""
    )
    if not dry_run:
        say("What it read is due again: reflection-worker drain")
