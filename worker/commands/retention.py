"""retain: history that is older than the settings keep goes."""

import click

from worker.app import run_retention
from worker.commands.common import as_json_option, settings_now
from worker.stop import Stop
from worker.terminal import say, say_json, table


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would go, and take nothing away.")
@as_json_option
def retain(dry_run: bool, as_json: bool) -> None:
    """Take away history that is older than the settings keep.

    REFLECTION_KEEP_CLAIMS_DAYS, REFLECTION_KEEP_RUNS_DAYS and REFLECTION_KEEP_DROPPED_DAYS say for
    how long claims, runs and dropped observations are kept. What is shown stays as it is.

    \b
    Example:
      reflection-worker retain --dry-run
    """
    stop = Stop()
    went = run_retention(settings_now(), stop=stop, dry_run=dry_run)
    if as_json:
        say_json({"dry_run": dry_run, "tables": went})
    else:
        table(
            [{"table": name, "rows": rows} for name, rows in went.items() if rows],
            ("table", "rows"),
            empty="Nothing is older than what is kept.",
        )
        if dry_run and any(went.values()):
            say("Nothing was taken away.")
    stop.check()
