"""What was said is found again and doubted, and what is known is compiled by subject."""

from alembic import op

from migrations.load import load

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

COLUMNS = {
    "observations": ("terms integer[] not null default '{}'",),
    "sayings": ("flags text[] not null default '{}'",),
    "coverage": ("user_id text", "said_at timestamptz", "place bigint", "terms integer[]"),
}
NO_STATISTICS = ("observations", "coverage")
# What is new here, dropped in this order on the way back.
FUNCTIONS = (
    "forget_note (text, text, boolean)",
    "take_note (text, text)",
    "notes_gone (text, reflection.notes[], reflection.note_links[])",
    "erase_writings (text, bigint[])",
    "links_but (jsonb, text[])",
    "note_sources (text, text)",
    "active_notes (text)",
    "notes_for (text)",
    "live_notes (text)",
    "remove_writings (text, uuid[])",
    "settle_notes (text)",
    "folded_notes (text)",
    "title_of (text)",
    "holding_writings (text, bigint[])",
    "write_notes (text, uuid, jsonb)",
    "links_written (jsonb, text)",
    "is_slug (text)",
    "search_memory (text, text, integer)",
    "search_scores (text, text[], integer[], integer)",
    "threads_not_to_tell (text, text[])",
    "cut_text (text, text, integer[], double precision[], integer)",
    "message_to_tell (text, text, text, text)",
    "searchable_messages (text, text[])",
    "search_terms (text, text)",
    "search_words (text)",
    "folded (text)",
    "spaceless ()",
    "readable_text (text)",
    "asked_characters ()",
    "observation_state_now (reflection.observations, bigint[])",
    "user_of_memory (text)",
)
# What is other here, as it was.
BEFORE = (
    "settle",
    "change",
    "invariants",
    "observe",
    "commit",
    "live",
    "memory",
    "recall",
    "explain",
    "later",
    "undo",
    "apply",
    "erase_facts",
    "erase",
    "retain",
)


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        added = ", ".join(f"add column {column}" for column in columns)
        op.execute(f"alter table reflection.{table} {added}")
    for table in NO_STATISTICS:
        op.execute(f"alter table reflection.{table} alter column terms set statistics 0")
    op.execute(
        "create index flagged_sayings on reflection.sayings (id) where flags <> '{}';"
        " create index searchable on reflection.coverage (user_id)"
        " where current and terms is not null"
    )
    comment(
        {
            "column reflection.observations.terms": (
                "What search finds it by, from reflection.search_terms."
            ),
            "column reflection.sayings.flags": (
                "What the lint doubts of it: sources (its words hardly stand in what it cites),"
                " speaker (somebody else said it), date (a relative date is left),"
                " user (of the user, and not said by the user)."
            ),
            "index reflection.flagged_sayings": "What the lint doubts.",
            "column reflection.coverage.user_id": (
                "Whose search finds it: whose thread it was when it was read."
            ),
            "column reflection.coverage.said_at": "When the message was written, as counted.",
            "column reflection.coverage.place": (
                "Orders it in its thread: its position, or a number made of its time and role."
                " What stands beside it is found by it."
            ),
            "column reflection.coverage.terms": (
                "What search finds it by, from reflection.search_terms."
                " Null: search passes it over."
            ),
            "index reflection.searchable": "The messages that a user's search looks through.",
        }
    )
    # A parameter of it has another name now.
    op.execute("drop function reflection.erase (text, text, text, boolean)")
    load("0005/schema_notes.sql")
    load("0005/terms.sql")
    load("0005/searchable.sql")
    load("0005/settle.sql")
    load("0005/notes.sql")
    load("0005/change.sql")
    load("0005/invariants.sql")
    load("0005/observe.sql")
    load("0005/commit.sql")
    load("0005/live.sql")
    load("0005/memory.sql")
    load("0005/recall.sql")
    load("0005/search.sql")
    load("0005/notebook.sql")
    load("0005/explain.sql")
    load("0005/later.sql")
    load("0005/undo.sql")
    load("0005/apply.sql")
    load("0005/erase_facts.sql")
    load("0005/erase_notes.sql")
    load("0005/erase.sql")
    load("0005/retain.sql")
    load("0005/status.sql")
    load("0005/doctor.sql")
    load("0005/roles.sql")
    index()


def index() -> None:
    """What was read before is found as well: a text that the source no longer has is not."""
    op.execute(
        """
        update reflection.coverage c
           set user_id = said.user_id,
               said_at = said.said_at,
               place = said.place,
               terms = said.terms
          from (
            select every.thread_id, array_agg(every.message_id) as message_ids
              from reflection.coverage every
             where every.current
             group by every.thread_id
          ) thread
         cross join lateral reflection.searchable_messages(
           thread.thread_id, thread.message_ids) said
         where c.thread_id = thread.thread_id
           and c.message_id = said.message_id
           and c.content_hash = said.content_hash
        """
    )
    op.execute(
        "update reflection.observations o set terms = reflection.search_terms(o.user_id, o.content)"
    )


def comment(told: dict[str, str]) -> None:
    for name, words in told.items():
        quoted = words.replace("'", "''").replace(":", "\\:")
        op.execute(f"comment on {name} is '{quoted}'")


def downgrade() -> None:
    op.execute(
        "drop view reflection.doctor, reflection.flagged, reflection.status,"
        " reflection.status_figures"
    )
    op.execute("drop function reflection.erase (text, text, text, boolean)")
    for name in BEFORE:
        load(f"0004/{name}.sql")
    load("0003/status.sql")
    for function in FUNCTIONS:
        op.execute(f"drop function reflection.{function}")
    op.execute(
        """
        do $$
        declare
          v_role text;
        begin
          foreach v_role in array array['reflection_service', 'reflection_reader'] loop
            execute format('drop policy if exists %I on reflection.coverage', v_role);
            if exists (select from pg_catalog.pg_roles where rolname = v_role) then
              execute format('revoke select on reflection.coverage from %I', v_role);
              execute format('revoke all on function reflection.shown_characters(),
                reflection.is_blank(text), reflection.without_encoded(text),
                reflection.data_label(text, bigint),
                reflection.observation_state(reflection.observations) from %I', v_role);
            end if;
          end loop;
          alter table reflection.coverage disable row level security;
        end
        $$
        """
    )
    op.execute(
        "drop table reflection.note_links, reflection.notes, reflection.note_support,"
        " reflection.note_writings"
    )
    for table, columns in COLUMNS.items():
        dropped = ", ".join(f"drop column {column.split()[0]}" for column in columns)
        op.execute(f"alter table reflection.{table} {dropped}")
    op.execute("drop function reflection.check_writing_has_support ()")
    load("0004/roles.sql")
