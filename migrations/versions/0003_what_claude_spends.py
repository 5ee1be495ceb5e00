"""What a claim costs is entered as it is spent, and what a day may cost is capped."""

from alembic import op

from migrations.load import load

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

OUTCOMES = "'reflected', 'empty', 'partial', 'claim lost', 'failed', 'interrupted'"
# What changed, and what it was before; nothing is no comment.
COMMENTS = {
    "claims.refunds": (
        "Attempts given back since the last success because a dependency failed, or because the"
        " thread alone may cost more than a cap: the back-off doubles with it.",
        "Attempts given back since the last success because a dependency failed: the back-off"
        " doubles with it.",
    ),
    "claims.last_outcome": (
        "How the last claim ended: reflected, empty, partial, failed, interrupted, spend cap,"
        " worker lost, released.",
        "How the last claim ended: reflected, empty, partial, failed, interrupted, worker lost,"
        " released.",
    ),
    "claims.last_error": (
        "Why it failed or was put off, in words without any message text.",
        "Why it failed, in words without any message text.",
    ),
    "claim_log.error_kind": (
        "thread, dependency, interrupted, spend cap, or spend cap of the user. Null for an error"
        " that a claim ended in success with.",
        "thread, dependency or interrupted.",
    ),
    "claim_log.error": (
        "What failed, in words without any message text: of a claim that ended as partial, the"
        " stage that did.",
        None,
    ),
    "claim_log.requests": (
        "Requests to a model so far, those that failed too: this and all that was spent is entered"
        " after each.",
        None,
    ),
    "claim_log.tokens_in": ("All tokens that were read, those of the cache among them.", None),
    "claim_log.tokens_cached": ("Of tokens_in, what was read from the cache.", None),
}


def comments(place: int) -> None:
    for column, versions in COMMENTS.items():
        text = versions[place]
        told = "null" if text is None else f"'{text}'"
        op.execute(f"comment on column reflection.{column} is {told}")


def upgrade() -> None:
    op.execute(
        "alter table reflection.claim_log add column cache_written bigint not null default 0,"
        " add column stages jsonb, drop constraint an_outcome_is_a_known_word,"
        f" add constraint an_outcome_is_a_known_word check (outcome in ({OUTCOMES}, 'spend cap'))"
    )
    comments(0)
    op.execute(
        "comment on column reflection.claim_log.cache_written is"
        " 'Of tokens_in, what was written into the cache.'"
    )
    op.execute(
        "comment on column reflection.claim_log.stages is 'By stage (observer, reflector,"
        " dropper)\\: how it ended, its error, and what it spent.'"
    )
    op.execute(
        """
        create table reflection.spend_reservations (
          claim_id uuid primary key,
          user_id text not null,
          day date not null,
          tokens bigint not null,
          usd numeric(12, 6) not null,
          reserved_at timestamptz not null,
          constraint a_reservation_is_not_negative check (tokens >= 0 and usd >= 0)
        )
        """
    )
    op.execute(
        "comment on table reflection.spend_reservations is"
        " 'What each live claim may still cost, set aside before its first request. It counts as"
        " spent until the claim ends; what was really spent is in claim_log.'"
    )
    op.execute(
        "comment on column reflection.spend_reservations.day is"
        " 'The day (UTC) whose caps it was set aside under.'"
    )
    op.execute(
        "comment on column reflection.spend_reservations.tokens is"
        " 'Tokens read and written, as estimated.'"
    )
    op.execute("comment on column reflection.spend_reservations.usd is 'USD, as estimated.'")
    op.execute(
        """
        create table reflection.spend_holds (
          user_id text primary key,
          until timestamptz not null,
          cap_usd numeric,
          cap_tokens bigint
        )
        """
    )
    op.execute(
        "comment on table reflection.spend_holds is"
        " 'Users for whom the cap of the day is reached: none of their threads is claimed until"
        " then, by a worker with the same caps.'"
    )
    op.execute("comment on column reflection.spend_holds.until is 'The end of the day, in UTC.'")
    for unit, column in (("USD", "cap_usd"), ("tokens", "cap_tokens")):
        op.execute(
            f"comment on column reflection.spend_holds.{column} is 'The cap in {unit} that the"
            " hold was made under; a worker with another one tries again.'"
        )
    op.execute("drop view reflection.status, reflection.status_figures, reflection.spend")
    op.execute("drop function reflection.recall (text)")
    op.execute("drop function reflection.claim_next_thread (text, interval, integer, bigint)")
    load("0003/clock.sql")
    load("0003/text.sql")
    load("0003/change.sql")
    load("0003/claim.sql")
    load("0003/mark.sql")
    load("0003/spend.sql")
    load("0003/stale.sql")
    load("0003/commit.sql")
    load("0003/memory.sql")
    load("0003/load.sql")
    load("0003/recall.sql")
    load("0003/explain.sql")
    load("0003/queue.sql")
    load("0003/status.sql")
    load("0003/roles.sql")


def downgrade() -> None:
    # What was spent stays in claim_log; by which stage is forgotten.
    op.execute(
        "drop trigger a_claim_that_ended_reserves_nothing on reflection.claims;"
        "drop trigger a_thread_that_is_gone_reserves_nothing on reflection.claims"
    )
    op.execute("drop view reflection.status, reflection.status_figures, reflection.spend")
    for function in (
        "recall (text)",
        "explain (text)",
        "memory_number (text)",
        "observation_state (reflection.observations)",
        "reflection_state (reflection.reflections)",
        "stands_somewhere (bigint)",
        "claim_next_thread (text, interval, integer, bigint, jsonb)",
        "another_is_due (uuid)",
        "busy_users (jsonb, uuid)",
        "reserve_spend (text, uuid, jsonb, jsonb)",
        "spent_and_reserved (date, uuid)",
        "enter_spending (uuid, jsonb)",
        "settle_spend ()",
    ):
        op.execute(f"drop function reflection.{function}")
    load("0001/claim.sql")
    load("0001/mark.sql")
    for name in ("change", "stale", "commit", "memory", "load", "recall", "queue", "status"):
        load(f"0002/{name}.sql")
    for function in (
        "restore_reflections (text, bigint[])",
        "is_to_be_read (bigint)",
        "live_reflections (text)",
        "claimed_lines (text)",
        "owed_tokens (text, uuid)",
        "active_reflections (text)",
        "shown_characters ()",
        "one_line (text)",
    ):
        op.execute(f"drop function reflection.{function}")
    op.execute("drop table reflection.spend_reservations, reflection.spend_holds")
    op.execute(
        "update reflection.claim_log set outcome = 'interrupted' where outcome = 'spend cap'"
    )
    op.execute(
        "alter table reflection.claim_log drop column cache_written, drop column stages,"
        " drop constraint an_outcome_is_a_known_word,"
        f" add constraint an_outcome_is_a_known_word check (outcome in ({OUTCOMES}))"
    )
    comments(1)
    load("0002/roles.sql")
