"""What the commands share: settings once, the database open, options that all of them have."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from worker import app, log
from worker.settings import Settings, read_settings
from worker.store.database import Database
from worker.store.runs import Runs
from worker.store.views import Views

as_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def settings_now() -> Settings:
    """The settings of this process, with the log set up as they say."""
    settings = read_settings(os.environ)
    log.configure(settings.log_level, settings.log_format)
    return settings


@contextmanager
def database_now() -> Iterator[Database]:
    """The migrated database that the settings name."""
    with app.open_database(settings_now()) as database:
        yield database


@contextmanager
def made_database_now() -> Iterator[Database]:
    """The same, and the embedded one is given its tables first should it have none: it is ours."""
    settings = settings_now()
    if not settings.database_url:
        url = app.database_url(settings)
        with Database(url) as database:
            has_tables = Runs(database).schema_revision() is not None
        if not has_tables:
            from worker import migrate

            migrate.upgrade(app.migrations_directory(), url)
    with app.open_database(settings) as database:
        yield database


@contextmanager
def views_now() -> Iterator[Views]:
    """What people look at, of the database that the settings name."""
    with database_now() as database:
        yield Views(database)


def this_command() -> str:
    """How this command was called, as it can be typed again from here."""
    found = shutil.which("reflection-worker")
    if found and os.path.samefile(found, sys.argv[0]):
        return "reflection-worker"
    return os.path.relpath(sys.argv[0])
