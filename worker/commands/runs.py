"""runs: the run history."""

import click

from worker.commands.common import as_json_option, views_now
from worker.terminal import say_json, table


@click.command()
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(1, 10_000_000),
    default=14,
    show_default=True,
    help="How many to list.",
)
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
        row["stop_reason"] = row["stop_reason"] or "unfinished"
    table(
        rows,
        ("id", "trigger", "started_at", "stop_reason", "reflected", "failed", "backlog", "seconds"),
        empty="No run yet: reflection-worker drain",
    )
