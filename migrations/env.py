"""How Alembic reaches the database: one transaction, one migrating replica at a time."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine, pool, text

from worker.store.connection import connect

# Replicas may start together: the first takes the lock, the others find nothing left to do.
MIGRATION_LOCK = "select pg_advisory_xact_lock(hashtextextended('reflection.migrate', 0))"
# A migration that cannot have its lock soon must not make the product queue up behind it.
LOCK_TIMEOUT = "set local lock_timeout = '5s'"
SCHEMA = "create schema if not exists reflection"


def configure(**how: object) -> None:
    context.configure(
        version_table="alembic_version",
        version_table_schema="reflection",
        transaction_per_migration=False,
        **how,  # type: ignore[arg-type]
    )


def offline() -> None:
    """Print the SQL for a DBA to read and run."""
    configure(dialect_name="postgresql", dialect_opts={"paramstyle": "named"})
    with context.begin_transaction():
        for statement in (MIGRATION_LOCK, LOCK_TIMEOUT, SCHEMA):
            context.execute(statement)
        context.run_migrations()


def online(connection: Connection) -> None:
    configure(connection=connection)
    with context.begin_transaction():
        for statement in (MIGRATION_LOCK, LOCK_TIMEOUT, SCHEMA):
            connection.execute(text(statement))
        context.run_migrations()


def address() -> str:
    given: str | None = context.config.attributes.get("database_url") or os.environ.get(
        "DATABASE_URL"
    )
    if not given:
        raise SystemExit("Set DATABASE_URL, or use `reflection-worker migrate`, which needs none.")
    return given


if context.is_offline_mode():
    offline()
else:
    url = address()
    engine = create_engine(
        "postgresql+psycopg://", creator=lambda: connect(url), poolclass=pool.NullPool
    )
    with engine.connect() as opened:
        online(opened)
