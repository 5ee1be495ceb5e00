"""How Alembic reaches the database: one transaction, one migrating replica at a time."""

import os
from typing import Any

from alembic import context
from sqlalchemy import Connection, create_engine, pool, text

from migrations.load import FROZEN, load
from worker.store.connection import connect

# Replicas may start together: the first takes the lock, the others find nothing left to do.
MIGRATION_LOCK = "select pg_advisory_xact_lock(hashtextextended('reflection.migrate', 0))"
# A migration that cannot have its lock soon must not make the product queue up behind it.
LOCK_TIMEOUT = "set local lock_timeout = '5s'"
SCHEMA = "create schema if not exists reflection"
# True where a role is missing or does not have what is its: somebody may since have made it.
ROLES_LACK = """
    select (select count(*)
              from pg_roles
             where rolname in ('reflection_owner', 'reflection_worker', 'reflection_service',
                               'reflection_reader')) < 4
        or exists (select
                     from pg_proc p
                     join pg_namespace n on n.oid = p.pronamespace
                    where n.nspname = 'reflection'
                      and pg_get_userbyid(p.proowner) <> 'reflection_owner')
        or not exists (select
                         from pg_roles r
                        where r.rolname = 'reflection_worker'
                          and has_schema_privilege(r.oid, 'reflection', 'usage'))
"""
# What roles.sql says when it could not do all of it.
TOLD = ("role ", "objects stay ")


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
        if "hear" in context.config.attributes and connection.scalar(text(ROLES_LACK)):
            load(str(max(FROZEN.glob("[0-9]*/roles.sql")).relative_to(FROZEN)), connection.execute)


def open_database(url: str) -> Any:
    """A connection; what roles.sql could not do is told to whoever asked for the migration."""
    opened = connect(url)
    hear = context.config.attributes.get("hear")
    if hear:

        def notice(diagnostic: Any) -> None:
            message = diagnostic.message_primary or ""
            if message.startswith(TOLD):
                hear(message)

        opened.add_notice_handler(notice)
    return opened


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
        "postgresql+psycopg://", creator=lambda: open_database(url), poolclass=pool.NullPool
    )
    with engine.connect() as opened:
        online(opened)
