"""Running the migrations: the one module here that knows Alembic."""

import io
from pathlib import Path

from alembic import command
from alembic.config import Config


def configuration(directory: Path, url: str | None = None) -> Config:
    """Alembic, told where the migrations and the database are."""
    config = Config(output_buffer=io.StringIO(), stdout=io.StringIO())
    config.set_main_option("script_location", str(directory).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("prepend_sys_path", str(directory.parent).replace("%", "%%"))
    config.attributes["database_url"] = url
    return config


def upgrade(directory: Path, url: str) -> None:
    """Bring a database to the newest revision, in one transaction."""
    command.upgrade(configuration(directory, url), "head")


def script(directory: Path, since: str | None = None) -> str:
    """The SQL that would do it, for a DBA: from nothing, or from the revision `since`."""
    config = configuration(directory)
    command.upgrade(config, f"{since}:head" if since else "head", sql=True)
    written = config.output_buffer
    assert isinstance(written, io.StringIO)
    return written.getvalue()
