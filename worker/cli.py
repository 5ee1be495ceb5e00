"""The command `reflection-worker`: its verbs, and what each way of failing means to a shell."""

import os
import sys

import click

from worker.commands.chat import dev, import_
from worker.commands.look import config, memory, queue, recall, retry, runs, show
from worker.commands.server import db
from worker.commands.work import drain, migrate
from worker.errors import DependencyFailed, Interrupted, ThreadFailed, UsageError
from worker.run import EXIT_ERROR, EXIT_USAGE
from worker.terminal import warn

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(context_settings=CONTEXT)
@click.version_option(package_name="reflection-worker")
def cli() -> None:
    """Turn settled chat threads on Postgres into durable memory.

    Without DATABASE_URL an embedded Postgres is used, started when it is needed.

    \b
    Example:
      reflection-worker drain
    """


for command in (
    drain,
    migrate,
    import_,
    dev,
    queue,
    show,
    retry,
    memory,
    recall,
    runs,
    config,
    db,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line, turning failures into one clear line and an exit code."""
    try:
        cli(standalone_mode=True)
    except UsageError as error:
        warn(f"reflection-worker: {error}")
        sys.exit(EXIT_USAGE)
    except (DependencyFailed, ThreadFailed) as error:
        warn(f"reflection-worker: {error}")
        sys.exit(EXIT_ERROR)
    except Interrupted as error:
        sys.exit(128 + error.signal_number)
    except BrokenPipeError:
        # The reader, such as head, had enough; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_ERROR)
