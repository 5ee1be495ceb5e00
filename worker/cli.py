"""The command `reflection-worker`: its verbs, and what each way of failing means to a shell."""

import io
import os
import signal
import sys

import click

from worker.commands.chat import dev, import_
from worker.commands.config import config
from worker.commands.doctor import doctor
from worker.commands.erase import erase, forget
from worker.commands.memory import explain, memory, recall
from worker.commands.notes import notes
from worker.commands.queue import queue, retry
from worker.commands.retention import retain
from worker.commands.runs import runs
from worker.commands.search import search
from worker.commands.server import db
from worker.commands.shadow import shadow
from worker.commands.status import status
from worker.commands.thread import show
from worker.commands.undo import undo
from worker.commands.why import why
from worker.commands.work import drain, migrate
from worker.errors import DependencyFailed, Interrupted, Misconfigured, ThreadFailed, UsageError
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
    status,
    doctor,
    queue,
    show,
    retry,
    memory,
    notes,
    search,
    recall,
    explain,
    why,
    undo,
    shadow,
    forget,
    erase,
    runs,
    retain,
    config,
    db,
):
    cli.add_command(command)


def main() -> None:
    """Run the command line, turning failures into one or two clear lines and an exit code."""
    if os.getpid() == 1:
        # Process 1 of a container is deaf to a SIGTERM that it does not handle.
        signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(cli.main(standalone_mode=False))
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(EXIT_USAGE)
    except click.ClickException as error:
        _tell(error.format_message(), _help_for(error))
        sys.exit(error.exit_code)
    except click.Abort as error:
        _tell("stopped")
        sys.exit(130 if isinstance(error.__cause__, KeyboardInterrupt) else EXIT_ERROR)
    except (UsageError, Misconfigured) as error:
        _tell(str(error), error.to_do)
        sys.exit(EXIT_USAGE)
    except DependencyFailed as error:
        _tell(str(error), error.to_do)
        sys.exit(EXIT_ERROR)
    except ThreadFailed as error:
        _tell(str(error))
        sys.exit(EXIT_ERROR)
    except Interrupted as error:
        sys.exit(128 + error.signal_number)
    except BrokenPipeError:
        # The reader, such as head, had enough; Python must not complain about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_ERROR)


def _tell(wrong: str, to_do: str = "") -> None:
    warn(f"reflection-worker: {wrong}")
    if to_do:
        warn(f"  {to_do}")


def _help_for(error: click.ClickException) -> str:
    """What to type after a line that click could not read."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"See: {context.command_path if context else 'reflection-worker'} --help"
