"""A connection to Postgres that neither a pooler nor a dead network can hang."""

import psycopg

from worker.errors import UsageError

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
            "DATABASE_URL cannot be read: it must be a libpq URL or connection string, "
            "such as postgresql://user:password@host:5432/database"
        ) from None
