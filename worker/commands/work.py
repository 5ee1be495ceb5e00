"""drain and migrate: what a cluster runs."""

import time
from contextlib import ExitStack
from typing import Any

import click

from worker import app, log
from worker.commands.common import as_json_option, settings_now, this_command
from worker.commands.rehearsal import rehearse
from worker.commands.shadow import list_shadows
from worker.commands.summary import tell
from worker.progress import Progress, is_watched
from worker.settings import Settings
from worker.stop import Stop
from worker.terminal import say, say_json, table, warn

_QUIETER = {"info": "warning"}


@click.command()
@click.option(
    "--max-threads",
    metavar="N",
    type=click.IntRange(1, 1_000_000),
    help="Claims before it stops; 5 unless set.",
)
@click.option(
    "--claim-seconds",
    metavar="SECONDS",
    type=click.FloatRange(0),
    help="Seconds of claiming; 180 unless set.",
)
@click.option("--until-empty", is_flag=True, help="Go on until nothing can be claimed.")
@click.option(
    "--show",
    is_flag=True,
    help="Print what was remembered and what waits as well; with --dry-run, what would be sent.",
)
@click.option(
    "--dry-run", is_flag=True, help="Say what would be sent and what it would cost; send nothing."
)
@click.option(
    "--shadow", is_flag=True, help="Keep what is found beside memory, to be looked at first."
)
@as_json_option
def drain(
    max_threads: int | None,
    claim_seconds: float | None,
    until_empty: bool,
    show: bool,
    dry_run: bool,
    shadow: bool,
    as_json: bool,
) -> None:
    """Reflect settled threads, the most overdue first.

    Stops after five claims or 180 seconds of claiming, so that an hourly CronJob stays short.
    Exit code: 0 drained, 1 stopped by an error, 2 wrongly set up, 130 or 143 interrupted.

    \b
    Example:
      reflection-worker drain --until-empty
    """
    if until_empty and (max_threads is not None or claim_seconds is not None):
        raise click.UsageError("--until-empty knows no --max-threads and no --claim-seconds.")
    if shadow and dry_run:
        raise click.UsageError("--shadow sends requests and --dry-run none: choose one.")
    settings = settings_now()
    threads: int | None = None
    seconds = float("inf")
    if not until_empty:
        threads = max_threads or settings.max_threads
        seconds = settings.claim_seconds if claim_seconds is None else claim_seconds
    if dry_run:
        rehearse(threads, seconds, show=show, as_json=as_json)
        return
    with ExitStack() as shown:
        watch: Progress | None = None
        if not as_json and settings.log_format == "auto" and is_watched():
            watch = shown.enter_context(Progress(threads, seconds, time.monotonic))
            # The line says what these lines would; what went wrong is still logged above it.
            log.configure(_QUIETER.get(settings.log_level, settings.log_level))
        summary, run_id, code = app.run_drain(
            settings,
            max_threads=threads,
            claim_seconds=seconds,
            stop=Stop(),
            watch=watch,
            shadow=shadow,
        )
    if as_json:
        say_json(summary)
    else:
        tell(summary)
        if show and shadow:
            list_shadows(settings, run_id)
        elif show:
            _show(settings, run_id)
    raise SystemExit(code)


def _show(settings: Settings, run_id: int) -> None:
    from worker.store.views import Views

    with app.open_database(settings) as database:
        views = Views(database)
        remembered = views.remembered(run_id=run_id)
        waiting = views.queue(("due", "waiting", "claimed", "settling", "given up"), limit=30)
        states = views.states()
        users = [row["user_id"] for row in remembered] or views.users(limit=1)
    say()
    _lines("Remembered", remembered, "Nothing new was remembered.")
    say()
    if waiting:
        say("Not reflected:" if states.get("due") else "Nothing is due. Not reflected:")
        table(waiting, ("thread_id", "state", "why"), empty="")
    else:
        say("Nothing waits: every thread is reflected.")
    say()
    say("In all: " + (", ".join(f"{n} {state}" for state, n in states.items()) or "no threads"))
    say()
    say("Look further:")
    user = users[0] if users else "USER"
    memory_id = remembered[0]["memory_id"].lstrip("#") if remembered else "ID"
    for command, meaning in (
        (f"memory {user}", "what the chat product would put in its prompt"),
        (f"recall {memory_id}", "the messages behind one line of memory"),
        ("queue", "every thread, its state and why"),
        ("runs", "the run history"),
        ("db psql" if not settings.database_url else "--help", "SQL, or everything else"),
    ):
        say(f"  {this_command()} {command:<28} {meaning}")


def _lines(title: str, rows: list[dict[str, Any]], empty: str) -> None:
    if not rows:
        say(empty)
        return
    say(f"{title}:")
    user = None
    for row in rows:
        if row["user_id"] != user:
            user = row["user_id"]
            say(f"  {user}")
        say(f"    {row['memory_id']} [{row['relevance']}] {row['content']}")


@click.command()
@click.option("--sql", is_flag=True, help="Print the SQL for a DBA instead of running it.")
@click.option("--since", metavar="REVISION", help="With --sql: from this revision on.")
@as_json_option
def migrate(sql: bool, since: str | None, as_json: bool) -> None:
    """Bring the database to this version's tables and functions.

    Runs in one transaction; several replicas may start it at once.

    \b
    Example:
      reflection-worker migrate --sql > for-the-dba.sql
    """
    from worker import migrate as migrations

    if since and not sql:
        raise click.UsageError("--since goes with --sql.")
    directory = app.migrations_directory()
    if sql:
        say(migrations.script(directory, since))
        return
    settings = settings_now()
    migrations.upgrade(directory, app.database_url(settings), hear=warn)
    if as_json:
        say_json({"revision": app.head_revision()})
    else:
        say(f"The database is at revision {app.head_revision()}.")
