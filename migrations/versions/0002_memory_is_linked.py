"""What says the same is linked, and what is newer replaces what it changed."""

from alembic import op

from migrations.load import load

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "alter table reflection.observations add column duplicate_of bigint,"
        " add column joined boolean not null default false"
    )
    op.execute(
        "alter table reflection.observations"
        " add constraint nothing_is_a_duplicate_of_itself check (duplicate_of <> id),"
        " add constraint duplicate_of_the_same_users_observation"
        " foreign key (user_id, duplicate_of) references reflection.observations (user_id, id)"
        " on delete set null (duplicate_of)"
    )
    op.execute(
        "comment on table reflection.observations is"
        " 'What was remembered: one fact a row, with at least one source message. dropped_at,"
        " stale_at, superseded_by and duplicate_of take it out of what is rendered; only a removed"
        " source deletes it.'"
    )
    op.execute(
        "comment on column reflection.observations.duplicate_of is"
        " 'The observation that says the same in other words, and is rendered for both. When that"
        " one goes or is stale, this one is rendered.'"
    )
    op.execute(
        "comment on column reflection.observations.joined is"
        " 'It rests on all of its sources together, as an answer with its question does: without"
        " one of them it goes.'"
    )
    op.execute(
        "create index observations_by_duplicate on reflection.observations (user_id, duplicate_of)"
        " where duplicate_of is not null"
    )
    op.execute(
        "comment on index reflection.observations_by_duplicate is"
        " 'What says the same as an observation, for the foreign key.'"
    )
    op.execute(
        "create index claim_log_by_day on reflection.claim_log using brin (started_at)"
        " with (pages_per_range = 32)"
    )
    op.execute(
        "comment on index reflection.claim_log_by_day is"
        " 'The claims of one day, in a history of years.'"
    )
    load("0002/encoded.sql")
    load("0002/change.sql")
    load("0002/stale.sql")
    load("0002/observe.sql")
    load("0002/commit.sql")
    load("0002/memory.sql")
    load("0002/load.sql")
    load("0002/recall.sql")
    load("0002/queue.sql")
    load("0002/status.sql")
    load("0002/roles.sql")


def downgrade() -> None:
    # What was linked or replaced by a rule is shown again, twice: nothing is lost.
    for name in ("change", "stale", "commit", "memory", "load", "recall"):
        load(f"0001/{name}.sql")
    op.execute("drop function reflection.is_said_by (text, bigint)")
    op.execute("drop function reflection.keeps_sources (reflection.observations)")
    op.execute("drop function reflection.without_encoded (text)")
    op.execute("drop function reflection.data_label (text, bigint)")
    op.execute(
        "drop view reflection.status, reflection.status_figures, reflection.spend,"
        " reflection.timeline, reflection.queue_totals, reflection.queue"
    )
    load("0001/queue.sql")
    op.execute("drop index reflection.claim_log_by_day")
    op.execute("alter table reflection.observations drop column duplicate_of, drop column joined")
    op.execute(
        "comment on table reflection.observations is"
        " 'What was remembered: one fact a row, with at least one source message. dropped_at,"
        " stale_at and superseded_by take it out of what is rendered; only a removed source"
        " deletes it.'"
    )
    load("0001/roles.sql")
