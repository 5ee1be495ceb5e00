"""What memory shows is worked out from what was said, so that anything can be taken back."""

from alembic import op

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
# Stands for NOBODY below: a claim that is not known any more.
NOBODY = "'00000000-0000-0000-0000-000000000000'\\:\\:uuid"
OUTCOMES = "'reflected', 'empty', 'partial', 'claim lost', 'failed', 'interrupted', 'spend cap'"

# The tables of before, as facts.
FACTS = (
    "insert into reflection.users select * from reflection_before.users",
    """
    insert into reflection.observations
      (id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
       content_hash, dropped_at, drop_reason, stale_at, superseded_by, claim_id, duplicate_of)
    select id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
           content_hash, dropped_at, drop_reason, stale_at, superseded_by, claim_id, duplicate_of
      from reflection_before.observations
    """,
    """
    create temporary table said on commit drop as
    select nextval('reflection.entries') as saying_id, cited.*
      from (
        select o.id as observation_id, s.thread_id, coalesce(c.claim_id, o.claim_id, NOBODY) as claim_id,
               array_agg(s.message_id) as message_ids, array_agg(s.content_hash) as hashes
          from reflection_before.observations o
          join reflection_before.observation_sources s on s.observation_id = o.id
          left join reflection_before.coverage c
            on c.thread_id = s.thread_id
           and c.message_id = s.message_id
           and c.content_hash = s.content_hash
           and not o.joined
         group by 1, 2, 3
         order by 1
      ) cited
    """,
    """
    insert into reflection.sayings
      (id, user_id, observation_id, thread_id, claim_id, content, relevance, category, origin,
       observed_at)
    select said.saying_id, o.user_id, o.id, said.thread_id, said.claim_id, o.content, o.relevance,
           o.category, o.origin, o.observed_at
      from said
      join reflection_before.observations o on o.id = said.observation_id
    """,
    """
    insert into reflection.observation_sources
      (saying_id, observation_id, user_id, thread_id, message_id, content_hash, needed)
    select said.saying_id, o.id, o.user_id, said.thread_id, source.message_id, source.content_hash,
           o.joined
      from said
      join reflection_before.observations o on o.id = said.observation_id
     cross join lateral unnest(said.message_ids, said.hashes) source (message_id, content_hash)
    """,
    """
    insert into reflection.coverage
      (thread_id, message_id, content_hash, skipped, covered_at, claim_id)
    select thread_id, message_id, content_hash, skipped, covered_at, claim_id
      from reflection_before.coverage
    """,
    """
    insert into reflection.drops (user_id, observation_id, claim_id, reason, dropped_at)
    select user_id, id, NOBODY, drop_reason, dropped_at
      from reflection_before.observations
     where dropped_at is not null
     order by dropped_at, id
    """,
    """
    insert into reflection.links (user_id, kind, newer, older, said_at, entry, claim_id)
    select one.user_id, 'replaces', newer.content_hash, one.content_hash, newer.observed_at,
           nextval('reflection.entries'), coalesce(newer.claim_id, NOBODY)
      from reflection_before.observations one
      join reflection_before.observations newer on newer.id = one.superseded_by
     union all
    select one.user_id, 'repeats', one.content_hash, first.content_hash, one.observed_at,
           nextval('reflection.entries'), coalesce(one.claim_id, NOBODY)
      from reflection_before.observations one
      join reflection_before.observations first on first.id = one.duplicate_of
    """,
    """
    insert into reflection.reflections
      (id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
       claim_id)
    select id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
           claim_id
      from reflection_before.reflections
    """,
    """
    create temporary table distilled on commit drop as
    select nextval('reflection.entries') as entry, r.id
      from (select id from reflection_before.reflections order by created_at, id) r
    """,
    """
    insert into reflection.reflection_support
      (user_id, reflection_id, observation_id, entry, claim_id, said_at)
    select s.user_id, s.reflection_id, s.observation_id, d.entry, coalesce(r.claim_id, NOBODY),
           r.created_at
      from reflection_before.reflection_support s
      join reflection_before.reflections r on r.id = s.reflection_id
      join distilled d on d.id = r.id
    """,
    """
    insert into reflection.links (user_id, kind, newer, older, said_at, entry, claim_id)
    select one.user_id, 'replaces reflection', newer.content_hash, one.content_hash,
           newer.created_at, d.entry, coalesce(newer.claim_id, NOBODY)
      from reflection_before.reflections one
      join reflection_before.reflections newer on newer.id = one.superseded_by
      join distilled d on d.id = newer.id
    """,
)

# What of the facts the tables of before can hold: what is shown is shown as it was.
SHOWN = (
    "insert into reflection.users select * from reflection_before.users",
    """
    insert into reflection.observations
      (id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
       content_hash, dropped_at, drop_reason, stale_at, superseded_by, claim_id, duplicate_of,
       joined)
    select o.id, o.user_id, o.thread_id, o.content, o.relevance, o.category, o.observed_at,
           o.token_count, o.origin, o.content_hash, o.dropped_at, o.drop_reason, o.stale_at,
           o.superseded_by, o.claim_id, o.duplicate_of,
           (select bool_and(s.needed)
              from reflection_before.observation_sources s
             where s.observation_id = o.id)
      from reflection_before.observations o
    """,
    """
    insert into reflection.observation_sources
      (observation_id, user_id, thread_id, message_id, content_hash)
    select distinct on (s.observation_id, s.thread_id, s.message_id)
           s.observation_id, s.user_id, s.thread_id, s.message_id, s.content_hash
      from reflection_before.observation_sources s
      left join reflection_before.coverage c
        on c.thread_id = s.thread_id
       and c.message_id = s.message_id
       and c.content_hash = s.content_hash
       and c.current
     order by s.observation_id, s.thread_id, s.message_id, c.current, s.saying_id desc
    """,
    """
    insert into reflection.coverage
      (thread_id, message_id, content_hash, skipped, covered_at, claim_id)
    select thread_id, message_id, content_hash, skipped, covered_at, claim_id
      from reflection_before.coverage
     where current
    """,
    """
    insert into reflection.reflections
      (id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
       claim_id)
    select id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
           claim_id
      from reflection_before.reflections
    """,
    """
    insert into reflection.reflection_support (user_id, reflection_id, observation_id)
    select distinct user_id, reflection_id, observation_id
      from reflection_before.reflection_support
    """,
)

COUNTERS = """
    select setval(pg_get_serial_sequence('reflection.' || name, 'id'),
                  coalesce(highest.id, 1), highest.id is not null)
      from (
        select 'observations' as name, max(id) as id from reflection.observations
         union all
        select 'reflections', max(id) from reflection.reflections
      ) highest
"""


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
        "touch_memory (text)",
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
    load("0004/erase_facts.sql")
    load("0004/erase_thread.sql")
    load("0004/erase.sql")
    load("0004/queue.sql")
    load("0003/status.sql")
    load("0004/roles.sql")
    op.execute(
        "select reflection.settle_memory(o.user_id, array_agg(o.content_hash))"
        " from reflection.observations o group by o.user_id"
    )


def downgrade() -> None:
    op.execute("drop view reflection.status, reflection.status_figures, reflection.coverage_report")
    drop_functions(
        "alike (text, text[])",
        "contents_concerned (text, text[])",
        "replacements (text, text[])",
        "saying_states (text, bigint[])",
        "settle_memory (text, text[])",
        "settle_observations (text, text[])",
        "settle_reflections (text)",
        "is_to_be_read (bigint)",
        "remove_sayings (text, bigint[])",
        "changed_sources (reflection.arrivals[])",
        "follow_sources (text, text[], text[])",
        "touch_memory (text, integer)",
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
        "is_left_alone (reflection.observations, text[])",
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
