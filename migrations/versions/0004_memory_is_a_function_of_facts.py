"""What memory shows is worked out from what was said, so that anything can be taken back."""

from alembic import op

from migrations.facts import COUNTERS, FACTS, NOBODY, SHOWN
from migrations.load import load

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TABLES = (
    "users",
    "observations",
    "observation_sources",
    "coverage",
    "reflections",
    "reflection_support",
)
OUTCOMES = "'reflected', 'empty', 'partial', 'claim lost', 'failed', 'interrupted', 'spend cap'"


def set_aside(*more: str) -> None:
    """Move the tables of memory out of the way, so that those of another revision can be made."""
    op.execute("create schema reflection_before")
    for table in (*TABLES, *more):
        op.execute(f"alter table reflection.{table} set schema reflection_before")


def drop_functions(*functions: str) -> None:
    for function in functions:
        op.execute(f"drop function reflection.{function}")


def fill(statements: tuple[str, ...]) -> None:
    for statement in statements:
        op.execute(statement.replace("NOBODY", NOBODY))
    op.execute(COUNTERS)
    # A trigger that is still to fire would hold the tables.
    op.execute("set constraints all immediate")


def upgrade() -> None:
    op.execute("drop view reflection.status, reflection.status_figures, reflection.coverage_report")
    drop_functions(
        "awaits_deletion (text, text)",
        "any_deletion_waits ()",
        "deletions_waiting (text)",
        "is_said_by (text, bigint)",
        "live_observations (text)",
        "live_reflections (text)",
        "keeps_sources (reflection.observations)",
        "observation_state (reflection.observations)",
        "reflection_state (reflection.reflections)",
        "remove_sources (text, text[])",
        "mark_stale (text, text[])",
        "changed_sources (reflection.arrivals[])",
        "forget_unsound_sources (bigint[])",
        "restore_reflections (text, bigint[])",
        "settle_stale (text, text, text[])",
        "write_observations (text, text, uuid, jsonb, jsonb, text[])",
        "write_reflections (text, uuid, jsonb)",
        "write_drops (text, jsonb)",
    )
    set_aside()
    load("0004/schema_memory.sql")
    load("0004/schema_left.sql")
    fill(FACTS)
    op.execute("drop schema reflection_before cascade")
    op.execute("drop index reflection.deletions")
    op.execute(
        "create index changes on reflection.arrivals (thread_id)"
        " where kind in ('deleted', 'changed', 'thread', 'recheck', 'recheck_after')"
    )
    op.execute(
        "comment on index reflection.changes is"
        " 'Edits and deletes that memory readers hide before the fold has followed them.'"
    )
    op.execute("create index profile_changes on reflection.arrivals (user_id) where kind = 'user'")
    op.execute(
        "comment on index reflection.profile_changes is"
        " 'Zones and switches that memory_version follows before the fold does.'"
    )
    op.execute(
        "alter table reflection.claim_log add column undone_at timestamptz,"
        " drop constraint an_outcome_is_a_known_word,"
        f" add constraint an_outcome_is_a_known_word check (outcome in ({OUTCOMES}, 'shadow'))"
    )
    op.execute(
        "comment on column reflection.claim_log.undone_at is 'When what it wrote was taken back.'"
    )
    op.execute(
        "comment on column reflection.claims.last_outcome is 'How the last claim ended\\:"
        " reflected, empty, partial, shadow, failed, interrupted, spend cap, worker lost,"
        " released, undone.'"
    )
    op.execute("alter table chat.threads alter column title set statistics 0")
    op.execute(
        "alter table chat.messages alter column content set statistics 0,"
        " alter column tool_calls set statistics 0, alter column name set statistics 0"
    )
    load("0004/sources/native_erase.sql")
    load("0004/thread.sql")
    load("0004/sayings.sql")
    load("0004/settle.sql")
    load("0004/change.sql")
    load("0004/invariants.sql")
    load("0004/fold.sql")
    load("0004/spend.sql")
    load("0004/observe.sql")
    load("0004/commit.sql")
    load("0004/live.sql")
    load("0004/memory.sql")
    load("0004/load.sql")
    load("0004/recall.sql")
    load("0004/explain.sql")
    load("0004/later.sql")
    load("0004/undo.sql")
    load("0004/shadow.sql")
    load("0004/apply.sql")
    load("0004/erase_facts.sql")
    load("0004/erase_thread.sql")
    load("0004/erase.sql")
    load("0004/queue.sql")
    load("0004/coverage.sql")
    load("0004/retain.sql")
    load("0003/status.sql")
    load("0004/roles.sql")
    op.execute(
        "select reflection.settle_memory(o.user_id, array_agg(o.content_hash))"
        " from reflection.observations o group by o.user_id"
    )


def downgrade() -> None:
    op.execute("drop view reflection.status, reflection.status_figures, reflection.coverage_report")
    op.execute("drop view reflection.timeline, reflection.queue_totals, reflection.queue")
    drop_functions(
        *("why_no_memory (text, text, integer, integer)", "messages_with (text, text)"),
        *("memory_with (text, text, integer)", "why_owed (text)", "erased_at (text, text)"),
        *("retain (interval, interval, interval, boolean)", "retain_drops (interval, boolean)"),
        *("rows_of_observations (text, bigint[])", "old_drops (interval, text)"),
        *("old_runs (interval, interval)", "old_claims (interval)", "retained_at_once ()"),
        *("alike (text, text[])", "contents_concerned (text, text[])"),
        *("replacements (text, text[])", "saying_states (text, bigint[])"),
        "settle_memory (text, text[])",
        "settle_observations (text, text[])",
        "settle_reflections (text)",
        "is_to_be_read (bigint)",
        "remove_sayings (text, bigint[])",
        "changed_sources (reflection.arrivals[])",
        "follow_sources (text, text[], text[])",
        "observation_row (text, text, text, text, text, text, timestamptz, text, uuid)",
        "write_observations (text, text, uuid, jsonb, jsonb, text[])",
        "write_reflections (text, uuid, jsonb)",
        "write_drops (text, uuid, jsonb)",
        "write_coverage (text, uuid, jsonb, text[])",
        "any_change_waits ()",
        "threads_in_change (text)",
        "source_state (text, text, text)",
        "changes_waiting (text)",
        "live_observations (text)",
        "live_reflections (text)",
        "hidden_by_changes (text)",
        "keeps_sources (reflection.observations)",
        "observation_state (reflection.observations)",
        "reflection_state (reflection.reflections)",
        "erase_user (text, boolean)",
        "erase_thread (text, boolean)",
        "erase_message (text, text, boolean)",
        "forget_memory (text, boolean)",
        "erase (text, text, text, boolean)",
        "take_user (text)",
        "take_thread (text)",
        "take_message (text, text)",
        "take_memory (text)",
        "users_of_thread (text)",
        "bury (text, text, text, text)",
        "date_back (text[], timestamptz)",
        "erase_claims (text[], text)",
        "erase_errors (text)",
        "erase_facts (text, bigint[], bigint[])",
        "erase_links (text, text[])",
        "erase_work (text[])",
        "hold_for_erasure (text[], text[])",
        "summed (jsonb, jsonb)",
        "source_erase_user (text)",
        "source_erase_thread (text)",
        "source_erase_message (text, text)",
        "stages_without_errors (jsonb)",
        "erasure (text)",
        "counted_time (timestamptz, timestamptz)",
    )
    op.execute("drop trigger a_claim_that_was_lost_leaves_no_shadow on reflection.claims")
    drop_functions(
        "observations_only_of (uuid[])",
        "reflections_only_of (uuid[])",
        "later_work (uuid[])",
        "reflected_to (text)",
        "owe_again (text[])",
        "take_back (uuid[])",
        "undo_claims (uuid[], boolean, boolean)",
        "set_ids_aside (text, jsonb)",
        "add_to_shadow (text, text, uuid, jsonb)",
        "shadow_progress_if_claimed (text, uuid, jsonb, interval)",
        "shadow_if_claimed (text, uuid, jsonb)",
        "keep_or_drop_shadow ()",
        "write_shadow (reflection.shadows)",
        "shadowed_memory (text)",
        "lock_shadow (uuid)",
        "apply_shadow (uuid)",
        "discard_shadow (uuid)",
    )
    # What hangs on them goes with them: shadows, and what was forgotten may come back.
    op.execute("drop table reflection.former_ids, reflection.tombstones, reflection.shadows")
    set_aside("sayings", "drops", "links")
    op.execute("alter sequence reflection.entries set schema reflection_before")
    load("0002/schema_memory.sql")
    fill(SHOWN)
    op.execute("drop schema reflection_before cascade")
    op.execute("drop index reflection.changes, reflection.profile_changes")
    op.execute(
        "create index deletions on reflection.arrivals (thread_id)"
        " where kind in ('deleted', 'thread', 'recheck', 'recheck_after')"
    )
    op.execute(
        "comment on index reflection.deletions is"
        " 'Deletes that memory readers hide before the fold has followed them.'"
    )
    op.execute("update reflection.claim_log set outcome = 'interrupted' where outcome = 'shadow'")
    op.execute(
        "alter table reflection.claim_log drop column undone_at,"
        " drop constraint an_outcome_is_a_known_word,"
        f" add constraint an_outcome_is_a_known_word check (outcome in ({OUTCOMES}))"
    )
    op.execute(
        "comment on column reflection.claims.last_outcome is 'How the last claim ended\\:"
        " reflected, empty, partial, failed, interrupted, spend cap, worker lost, released.'"
    )
    op.execute("alter table chat.threads alter column title set statistics -1")
    op.execute(
        "alter table chat.messages alter column content set statistics -1,"
        " alter column tool_calls set statistics -1, alter column name set statistics -1"
    )
    load("0001/thread.sql")
    load("0003/spend.sql")
    load("0003/change.sql")
    load("0001/fold.sql")
    load("0003/stale.sql")
    load("0002/observe.sql")
    for name in (
        "commit",
        "memory",
        "load",
        "recall",
        "explain",
        "queue",
        "status",
        "roles",
    ):
        load(f"0003/{name}.sql")
