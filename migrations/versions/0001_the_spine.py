"""The spine: queue, memory, history and the native source."""

from alembic import context, op
from sqlalchemy import text

from migrations.load import load

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    load("0001/schema.sql")
    load("0001/schema_memory.sql")
    load("0001/clock.sql")
    load("0001/text.sql")
    load("0001/zone.sql")
    load("0001/sources/native_schema.sql")
    load("0001/sources/native.sql")
    load("0001/user.sql")
    load("0001/thread.sql")
    load("0001/change.sql")
    load("0001/recheck.sql")
    load("0001/fold.sql")
    load("0001/claim.sql")
    load("0001/mark.sql")
    load("0001/stale.sql")
    load("0001/commit.sql")
    load("0001/load.sql")
    load("0001/memory.sql")
    load("0001/recall.sql")
    load("0001/runs.sql")
    load("0001/operators.sql")
    load("0001/queue.sql")
    load("0001/roles.sql")
    op.execute(
        "comment on table reflection.alembic_version is"
        " 'The migration this database is at; read by reflection.schema_revision.'"
    )


def downgrade() -> None:
    if not context.is_offline_mode() and context.get_x_argument(as_dictionary=True).get("lose") != (
        "everything"
    ):
        chat, memory = (
            op.get_bind()
            .execute(
                text(
                    "select exists (select from chat.messages),"
                    " exists (select from reflection.observations)"
                )
            )
            .one()
        )
        if chat or memory:
            raise SystemExit(
                "This would delete the chat tables and everything remembered. Dump them first; "
                "then say so: alembic -x lose=everything downgrade base"
            )
    # Alembic's own table stays, or it could not note that it went back.
    op.execute("alter table reflection.alembic_version set schema public")
    op.execute("drop schema chat cascade")
    op.execute("drop schema reflection cascade")
    op.execute("create schema reflection")
    op.execute("alter table public.alembic_version set schema reflection")
