-- The tables of the worker: what waits, what was remembered, and from where.
--
-- Every key that comes from the chat database is text, whatever it is there.
-- Nothing here is ever locked by a statement of the chat product: it only
-- appends to arrivals, and the fold does the rest.

create schema if not exists reflection;
comment on schema reflection is
  'reflection-worker: settled chat threads become durable memory. Start with the view reflection.queue.';


-- The inbox -------------------------------------------------------------

create table reflection.arrivals (
  kind text not null,
  thread_id text,
  message_id text,
  user_id text,
  arrived_at timestamptz not null,
  constraint an_arrival_is_of_a_known_kind
    check (kind in ('inserted', 'changed', 'deleted', 'thread', 'user', 'recheck', 'recheck_after')),
  constraint an_arrival_says_what_it_is_about
    check (case kind
             when 'user' then user_id is not null
             when 'recheck' then message_id is null
             when 'changed' then thread_id is not null and message_id is not null
             when 'deleted' then thread_id is not null and message_id is not null
             else thread_id is not null
           end)
);
comment on table reflection.arrivals is
  'The inbox: what the chat product changed and the fold has not yet looked at. Appended to by triggers, emptied by fold_arrivals. No key, and no index that new messages touch, so that appending never waits.';
comment on column reflection.arrivals.kind is
  'inserted: new messages, or a thread to be counted again. changed, deleted: one message. thread: its owner, visibility or existence. user: a zone or memory_enabled. recheck: compare with the source again (no thread: all of them). recheck_after: as recheck, from this thread id on.';
comment on column reflection.arrivals.thread_id is 'The thread concerned; null for a user, or for a recheck of everything.';
comment on column reflection.arrivals.message_id is 'The message that changed or was deleted; null when new messages came.';
comment on column reflection.arrivals.user_id is 'The user whose profile changed.';
comment on column reflection.arrivals.arrived_at is 'When the product''s statement ran: what a message is counted at when its own time is missing or in the future.';


-- Only changes are looked up here, by whoever reads memory before the fold.
create index changes on reflection.arrivals (thread_id)
  where kind in ('deleted', 'changed', 'thread', 'recheck', 'recheck_after');
comment on index reflection.changes is 'Edits and deletes that memory readers hide before the fold has followed them.';
create index profile_changes on reflection.arrivals (user_id)
  where kind = 'user';
comment on index reflection.profile_changes is 'Zones and switches that memory_version follows before the fold does.';


-- The queue -------------------------------------------------------------

create table reflection.claims (
  thread_id text primary key,
  user_id text not null,
  user_messages smallint not null default 0,
  eligible_at timestamptz,
  not_before timestamptz,
  revision bigint not null default 1,
  claimed_revision bigint,
  claim_id uuid,
  claimed_by text,
  claimed_at timestamptz,
  expires_at timestamptz,
  terminal_message_id text,
  attempts smallint not null default 0,
  refunds smallint not null default 0,
  attempt_message_id text,
  attempt_fingerprint text,
  given_up_at timestamptz,
  reflected_through text,
  reflected_at timestamptz,
  last_outcome text,
  last_error text,
  constraint a_claim_is_whole_or_absent
    check (num_nonnulls(claim_id, claimed_by, claimed_at, expires_at, terminal_message_id, claimed_revision) in (0, 6)),
  constraint a_lease_ends_after_it_starts
    check (expires_at > claimed_at),
  constraint a_given_up_thread_is_not_claimed
    check (given_up_at is null or claim_id is null),
  constraint user_messages_are_counted_to_two
    check (user_messages between 0 and 2),
  constraint attempts_are_never_negative
    check (attempts >= 0 and refunds >= 0),
  constraint an_attempt_names_its_terminal_message
    check (attempts = 0 or attempt_message_id is not null),
  constraint a_claim_is_of_a_revision_that_was
    check (claimed_revision <= revision)
)
with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
comment on table reflection.claims is
  'The claim table, one row a thread: when it is due, who holds it, how its attempts went. Written by the worker''s functions alone; read it through the views queue, live_claims and given_up.';
comment on column reflection.claims.user_messages is 'Messages by the user that count, counted to 2 and no further.';
comment on column reflection.claims.eligible_at is 'When it is due: the first instant of the user''s next local day after the newest message, or after a failure of its own the end of its wait. Null: nothing is owed.';
comment on column reflection.claims.not_before is 'Back-off after a failure: no claim before this.';
comment on column reflection.claims.revision is 'Bumped by the fold each time the thread changed.';
comment on column reflection.claims.claimed_revision is 'The revision that the live claim saw: a mark clears eligible_at only if it is still the same.';
comment on column reflection.claims.claim_id is 'The live claim. Fresh for every claim, so a late mark of an earlier holder matches nothing.';
comment on column reflection.claims.claimed_by is 'Who holds it, for people: no code relies on it.';
comment on column reflection.claims.claimed_at is 'When the lease began, on the database''s real clock.';
comment on column reflection.claims.expires_at is 'When the lease ends unless renewed, on the database''s real clock.';
comment on column reflection.claims.terminal_message_id is 'The newest message that counts, up to which the live claim reflects.';
comment on column reflection.claims.attempts is 'Attempts spent on attempt_message_id, counted when claimed, so that a worker that dies has spent one.';
comment on column reflection.claims.refunds is 'Attempts given back since the last success because a dependency failed, or because the thread alone may cost more than a cap: the back-off doubles with it.';
comment on column reflection.claims.attempt_message_id is 'The terminal message the attempts were against: another one starts again at 1.';
comment on column reflection.claims.attempt_fingerprint is 'What the thread said when it failed: anything else frees it from back-off and giving up.';
comment on column reflection.claims.given_up_at is 'Set when the last attempt is spent. Freed by new content or by retry_thread.';
comment on column reflection.claims.reflected_through is 'The terminal message of the last success. For people; coverage is the truth.';
comment on column reflection.claims.reflected_at is 'When the last success was committed.';
comment on column reflection.claims.last_outcome is 'How the last claim ended: reflected, empty, partial, shadow, failed, interrupted, spend cap, worker lost, released, undone.';
comment on column reflection.claims.last_error is 'Why it failed or was put off, in words without any message text.';

-- The claim walks this from the left and nothing else.
create index due on reflection.claims (eligible_at, thread_id)
  where eligible_at is not null
    and claim_id is null
    and given_up_at is null
    and user_messages >= 2;
comment on index reflection.due is 'Threads that can be claimed once eligible_at has passed, most overdue first.';

-- Two workers never write one user's memory at once; also finds the live claims.
create unique index one_claim_per_user on reflection.claims (user_id)
  where claim_id is not null;
comment on index reflection.one_claim_per_user is 'At most one live claim a user.';


-- What we know of times and zones ----------------------------------------

create table reflection.message_times (
  thread_id text not null,
  message_id text not null,
  counted_at timestamptz not null,
  primary key (thread_id, message_id)
);
comment on table reflection.message_times is
  'Messages whose own time could not be used (missing, before 1900, or in the future when they arrived) and the arrival they are counted at instead.';
comment on column reflection.message_times.counted_at is 'The time that stands for the message''s own.';

create table reflection.zones (
  raw text primary key,
  usable text
);
comment on table reflection.zones is
  'Every time zone text met in the source, checked once against pg_timezone_names. usable is null for those refused: their users count as the default zone.';
comment on column reflection.zones.raw is 'As the source has it.';
comment on column reflection.zones.usable is 'The zone''s proper name, or null if refused.';


-- Runs and claims, as history ---------------------------------------------

create table reflection.runs (
  id bigint generated by default as identity primary key,
  trigger text not null,
  night date,
  worker text not null,
  engine text not null,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  finished_at timestamptz,
  success boolean,
  stop_reason text,
  backlog integer,
  summary jsonb,
  constraint a_run_has_a_known_trigger check (trigger in ('cron', 'manual', 'schedule')),
  constraint a_finished_run_says_how check (num_nonnulls(finished_at, success, stop_reason, summary) in (0, 4))
);
comment on table reflection.runs is 'One row a tick. A row with an old heartbeat and no finish is a worker that died.';
comment on column reflection.runs.trigger is 'What started it: cron, manual or schedule.';
comment on column reflection.runs.night is 'For scheduled runs, the night it belongs to.';
comment on column reflection.runs.success is 'Whether it ended without an error: drained, at its cap or budget, or interrupted cleanly.';
comment on column reflection.runs.stop_reason is 'empty, cap, budget, error, interrupted or spend_cap.';
comment on column reflection.runs.backlog is 'Threads due when it finished.';
comment on column reflection.runs.summary is 'What the drain printed.';

create table reflection.claim_log (
  claim_id uuid primary key,
  run_id bigint references reflection.runs (id) on delete set null,
  thread_id text not null,
  user_id text not null,
  attempt smallint not null,
  claimed_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  outcome text,
  error_kind text,
  error text,
  engine text,
  model text,
  prompt_hash text,
  observations integer not null default 0,
  requests integer not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  tokens_cached bigint not null default 0,
  usd numeric(12, 6) not null default 0,
  cache_written bigint not null default 0,
  stages jsonb,
  undone_at timestamptz,
  constraint an_outcome_is_a_known_word
    check (outcome in ('reflected', 'empty', 'partial', 'claim lost', 'failed', 'interrupted', 'spend cap', 'shadow')),
  constraint an_ended_claim_has_an_outcome
    check (num_nonnulls(ended_at, outcome) in (0, 2))
);
comment on table reflection.claim_log is 'One row a claim. A row with no end is a worker that died or lost its claim.';
comment on column reflection.claim_log.attempt is 'Which attempt at its terminal message this was.';
comment on column reflection.claim_log.error_kind is 'thread, dependency, interrupted, spend cap, or spend cap of the user. Null for an error that a claim ended in success with.';
comment on column reflection.claim_log.error is 'What failed, in words without any message text: of a claim that ended as partial, the stage that did.';
comment on column reflection.claim_log.requests is 'Requests to a model so far, those that failed too: this and all that was spent is entered after each.';
comment on column reflection.claim_log.tokens_in is 'All tokens that were read, those of the cache among them.';
comment on column reflection.claim_log.tokens_cached is 'Of tokens_in, what was read from the cache.';
comment on column reflection.claim_log.cache_written is 'Of tokens_in, what was written into the cache.';
comment on column reflection.claim_log.stages is 'By stage (observer, reflector, dropper): how it ended, its error, and what it spent.';
comment on column reflection.claim_log.observations is 'Observations written or confirmed by this claim.';
comment on column reflection.claim_log.undone_at is 'When what it wrote was taken back.';
comment on column reflection.claim_log.usd is 'What its requests cost, by the price table of that day.';

create index claim_log_by_thread on reflection.claim_log (thread_id, started_at);
comment on index reflection.claim_log_by_thread is 'A thread''s timeline.';
create index claim_log_by_run on reflection.claim_log (run_id);
comment on index reflection.claim_log_by_run is 'The claims of one run.';
create index claim_log_by_day on reflection.claim_log using brin (started_at)
  with (pages_per_range = 32);
comment on index reflection.claim_log_by_day is 'The claims of one day, in a history of years.';


-- What a day may cost -------------------------------------------------------

create table reflection.spend_reservations (
  claim_id uuid primary key,
  user_id text not null,
  day date not null,
  tokens bigint not null,
  usd numeric(12, 6) not null,
  reserved_at timestamptz not null,
  constraint a_reservation_is_not_negative check (tokens >= 0 and usd >= 0)
);
comment on table reflection.spend_reservations is
  'What each live claim may still cost, set aside before its first request. It counts as spent until the claim ends; what was really spent is in claim_log.';
comment on column reflection.spend_reservations.day is 'The day (UTC) whose caps it was set aside under.';
comment on column reflection.spend_reservations.tokens is 'Tokens read and written, as estimated.';
comment on column reflection.spend_reservations.usd is 'USD, as estimated.';

create table reflection.spend_holds (
  user_id text primary key,
  until timestamptz not null,
  cap_usd numeric,
  cap_tokens bigint
);
comment on table reflection.spend_holds is
  'Users for whom the cap of the day is reached: none of their threads is claimed until then, by a worker with the same caps.';
comment on column reflection.spend_holds.until is 'The end of the day, in UTC.';
comment on column reflection.spend_holds.cap_usd is 'The cap in USD that the hold was made under; a worker with another one tries again.';
comment on column reflection.spend_holds.cap_tokens is 'The cap in tokens that the hold was made under; a worker with another one tries again.';
