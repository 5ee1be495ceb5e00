"""Running the migrations: the one module here that knows Alembic."""

import io
from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError

from worker.errors import UsageError
from worker.store.database import refusal


def configuration(directory: Path, url: str | None = None) -> Config:
    """Alembic, told where the migrations and the database are."""
    config = Config(output_buffer=io.StringIO(), stdout=io.StringIO())
    config.set_main_option("script_location", str(directory).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("prepend_sys_path", str(directory.parent).replace("%", "%%"))
    config.attributes["database_url"] = url
    return config


def upgrade(directory: Path, url: str, hear: Callable[[str], None] = lambda _: None) -> None:
    """Bring a database to the newest revision, in one transaction.

    Roles that lack something are given it, where that is allowed; where it is not, `hear` is told.

    Raises DependencyFailed when the database cannot be reached or refuses, UsageError when it is
    at a revision that is not known here. Either way nothing was changed.
    """
    try:
        config = configuration(directory, url)
        config.attributes["hear"] = hear
        command.upgrade(config, "head")
    except DBAPIError as error:
        told = refusal(error.orig, url)
        raise type(told)(
            f"the database was not migrated, nothing changed: {told}", told.to_do
        ) from error
    except CommandError as error:
        raise UsageError(
            f"The database was not migrated: {error}",
            "Install the version of reflection-worker that migrated it before.",
        ) from error


def script(directory: Path, since: str | None = None) -> str:
    """The SQL that would do it, for a DBA: from nothing, or from the revision `since`."""
    config = configuration(directory)
    try:
        command.upgrade(config, f"{since}:head" if since else "head", sql=True)
    except CommandError as error:
        raise UsageError(
            f"There is no revision {since!r} to start from.",
            "Ask the database for its own: select reflection.schema_revision();",
        ) from error
    written = config.output_buffer
    assert isinstance(written, io.StringIO)
    return written.getvalue()
