"""db: the embedded Postgres."""

from dataclasses import asdict

import click

from worker import app
from worker.commands.common import as_json_option, settings_now
from worker.errors import UsageError
from worker.store.embedded import Cluster
from worker.terminal import say, say_json


def _cluster() -> Cluster:
    settings = settings_now()
    if settings.database_url:
        raise UsageError(
            "DATABASE_URL is set, so the embedded Postgres is not in use: unset it for this."
        )
    return app.cluster(settings)


@click.group()
def db() -> None:
    """The embedded Postgres that is used when DATABASE_URL is unset."""


@db.command()
@as_json_option
def start(as_json: bool) -> None:
    """Start it, making it first if need be, and print its URL.

    \b
    Example:
      export DATABASE_URL=$(reflection-worker db start)
    """
    url = _cluster().start()
    if as_json:
        say_json({"url": url})
    else:
        say(url)


@db.command()
@as_json_option
def stop(as_json: bool) -> None:
    """Stop it; the data stays.

    \b
    Example:
      reflection-worker db stop
    """
    stopped = _cluster().stop()
    if as_json:
        say_json({"stopped": stopped})
    else:
        say("Stopped." if stopped else "It was not running.")


@db.command()
@as_json_option
def status(as_json: bool) -> None:
    """Say whether it runs, where, and which version.

    \b
    Example:
      reflection-worker db status
    """
    found = _cluster().status()
    if as_json:
        say_json(
            {key: value and str(value) for key, value in asdict(found).items()}
            | {
                "running": found.running,
                "pid": found.pid,
            }
        )
        return
    say("It is running." if found.running else "It is not running.")
    for name, value in asdict(found).items():
        if name != "running" and value is not None:
            say(f"  {name.replace('_', ' '):<16} {value}")


@db.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json_option
def reset(yes: bool, as_json: bool) -> None:
    """Stop it and delete all of its data.

    \b
    Example:
      reflection-worker db reset --yes
    """
    cluster = _cluster()
    if not yes:
        click.confirm(
            f"Delete the embedded database in {cluster.status().data_directory}?", abort=True
        )
    cluster.reset()
    if as_json:
        say_json({"reset": True})
    else:
        say("The embedded database is gone. `reflection-worker migrate` makes a new one.")


@db.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("arguments", metavar="[PSQL ARGUMENTS]...", nargs=-1, type=click.UNPROCESSED)
def psql(arguments: tuple[str, ...]) -> None:
    """Open psql on it; what follows goes to psql.

    \b
    Example:
      reflection-worker db psql -c 'select * from reflection.queue'
    """
    raise SystemExit(_cluster().psql(list(arguments)))
