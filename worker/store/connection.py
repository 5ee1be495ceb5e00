"""A connection to Postgres that neither a pooler nor a dead network can hang."""

import logging
import re

import psycopg

from worker.errors import DependencyFailed, Misconfigured, UsageError

# Of a connection that a signal broke off it warns that it could not be rolled back, which the
# server does then. That is for no terminal.
logging.getLogger("psycopg").addHandler(logging.NullHandler())

# Without named statements a pooler may hand each transaction to another server;
# the rest gives up on a network that swallows packets.
_PARAMETERS = {
    "connect_timeout": 10,
    "keepalives": 1,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "client_encoding": "utf8",
}


def connect(url: str, *, autocommit: bool = False) -> psycopg.Connection:
    """An open connection to the database that a libpq URL or connection string names."""
    try:
        return psycopg.connect(
            url,
            autocommit=autocommit,
            prepare_threshold=None,
            application_name="reflection-worker",
            **_PARAMETERS,  # type: ignore[arg-type]
        )
    except psycopg.ProgrammingError:
        # Its text quotes what it could not read, which may be the password.
        raise UsageError(
            "DATABASE_URL cannot be read: it must be a libpq URL or connection string.",
            "Such as: export DATABASE_URL=postgresql://user:password@host:5432/database",
        ) from None


_SHOWN = "see what is in force: reflection-worker config"
# What libpq says, whether that is a wrong setting rather than an outage, and what to do.
_CAUSES = (
    (
        r'database ".*" does not exist',
        True,
        f"Name another in DATABASE_URL, or: createdb NAME; {_SHOWN}",
    ),
    (r'role ".*" does not exist', True, f"Correct the user in DATABASE_URL; {_SHOWN}"),
    (
        r"authentication failed|no password|passwd|SCRAM",
        True,
        f"Correct user and password in DATABASE_URL; {_SHOWN}",
    ),
    (
        r"pg_hba\.conf",
        True,
        f"Let this host in by the server's pg_hba.conf, or correct DATABASE_URL; {_SHOWN}",
    ),
    (r"resolve|translate host|getaddrinfo", False, f"Correct the host in DATABASE_URL; {_SHOWN}"),
    (r"connection option", True, f"Correct DATABASE_URL; {_SHOWN}"),
)
# An address whose password was not percent-encoded: libpq takes part of it for the host.
_TORN = re.compile(r"(?s)://[^:@/?#]*:[^@]*[@/?#\[\]\s].*@")


def unreachable(error: psycopg.OperationalError, url: str) -> DependencyFailed:
    """Why no connection came about, without the password, and what to do."""
    if _TORN.search(url):
        return DependencyFailed(
            "the database cannot be reached, perhaps because the password in DATABASE_URL has a "
            "character that a URL needs encoded",
            f"Write @ as %40, / as %2F, # as %23 and ? as %3F; {_SHOWN}",
        )
    said = (str(error) or type(error).__name__).splitlines()[0]
    told = f"the database cannot be reached: {said}"
    for cause, wrongly_set, to_do in _CAUSES:
        if re.search(cause, str(error)):
            return (Misconfigured if wrongly_set else DependencyFailed)(told, to_do)
    return DependencyFailed(told, f"Start the server, or correct DATABASE_URL; {_SHOWN}")
