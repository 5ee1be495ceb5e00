-- Claiming: which thread a worker reflects next.
--
-- The claim table says where to look; the source decides. A candidate's day
-- gate, count and terminal message are computed again under its row lock, and
-- a row that turns out wrong is put right and passed over.
--
-- It must be a transaction of its own: until it ends, a claim for another
-- thread of the same user waits on the unique index.

create or replace function reflection.release_expired_claims (p_max_attempts integer, p_limit integer)
  returns integer
  language sql
as $$
  with expired as (
    select c.thread_id,
           c.revision <> c.claimed_revision as changed
      from reflection.claims c
     where c.claim_id is not null
       and c.expires_at <= clock_timestamp()
     limit p_limit
       for update skip locked
  ),
  released as (
    update reflection.claims c
       set claim_id = null,
           claimed_by = null,
           claimed_at = null,
           expires_at = null,
           terminal_message_id = null,
           claimed_revision = null,
           last_outcome = 'worker lost',
           last_error = 'the worker ' || c.claimed_by || ' stopped answering before its lease ended',
           given_up_at = case when c.attempts >= p_max_attempts then reflection.clock() end,
           attempt_fingerprint = coalesce(
             c.attempt_fingerprint,
             case when c.attempts >= p_max_attempts and not expired.changed
                  then reflection.thread_fingerprint(c.thread_id) end
           )
      from expired
     where c.thread_id = expired.thread_id
    returning c.thread_id, c.given_up_at, expired.changed
  ),
  -- One that changed while it was held is looked at again: it may say something new.
  looked_at_again as (
    insert into reflection.arrivals (kind, thread_id, arrived_at)
    select 'inserted', released.thread_id, reflection.clock()
      from released
     where released.given_up_at is not null
       and released.changed
  )
  select count(*)::integer from released;
$$;
comment on function reflection.release_expired_claims (integer, integer) is
  'Frees up to p_limit threads whose lease ran out, and returns how many. The attempt stays spent; the last one gives the thread up.';


-- Plans are made once a session, often when the tables are still empty, and
-- kept. Forbidding sequential scans and sorts leaves the index "due" as the
-- only way, whatever the statistics say; the price of a forbidden plan would
-- then start the JIT compiler, so that is off as well. Users to be passed over
-- may be many, each with many threads due: "not in" looks them up by hash, where
-- "<> all" would compare each thread with each user.
create or replace function reflection.claim_next_thread (
  p_worker text,
  p_lease interval default reflection.default_lease(),
  p_max_attempts integer default reflection.max_attempts(),
  p_run_id bigint default null,
  p_caps jsonb default null
)
  returns table (
    thread_id text,
    user_id text,
    claim_id uuid,
    terminal_message_id text,
    attempt integer,
    expires_at timestamptz
  )
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '2s'
  set jit = off
  set enable_seqscan = off
  set enable_sort = off
as $$
#variable_conflict use_column
declare
  v_released integer;
  v_busy text[];
  v_due reflection.claims;
  v_now record;
  v_claim_id uuid;
  v_attempt integer;
  v_expires_at timestamptz;
begin
  if p_lease is null or p_lease <= interval '0' or not isfinite(p_lease) then
    raise exception 'a lease must have a length and an end, not %', coalesce(p_lease::text, 'null')
      using errcode = 'invalid_parameter_value',
            hint = 'Leave p_lease out for 10 minutes, or give one longer than the slowest reflection.';
  end if;
  if p_max_attempts is null or p_max_attempts < 1 then
    raise exception 'a thread needs at least one attempt, not %', coalesce(p_max_attempts::text, 'null')
      using errcode = 'invalid_parameter_value',
            hint = 'Leave p_max_attempts out for 3.';
  end if;
  if reflection.is_blank(p_worker) then
    raise exception 'a claim needs the name of its worker'
      using errcode = 'invalid_parameter_value',
            hint = 'Any name that tells people which process it is, such as HOST:PID.';
  end if;

  perform reflection.beat_run(p_run_id);
  -- A worker that freezes after this call, its transaction open, is cut off.
  perform set_config('idle_in_transaction_session_timeout', '10s', true);
  v_released := reflection.release_expired_claims(p_max_attempts, 100);
  v_busy := reflection.busy_users(p_caps);

  -- Bounded: each turn puts one row right or finds one more user busy.
  for turn in 1 .. 1000 loop
    select c.* into v_due
      from reflection.claims c
     where c.eligible_at is not null
       and c.eligible_at <= reflection.clock()
       and c.claim_id is null
       and c.given_up_at is null
       and c.user_messages >= 2
       and (c.not_before is null or c.not_before <= reflection.clock())
       and c.user_id not in (select unnest(v_busy))
     order by c.eligible_at, c.thread_id
     limit 1
       for update skip locked;
    if not found then
      exit when v_released < 100;
      v_released := reflection.release_expired_claims(p_max_attempts, 100);
      v_busy := reflection.busy_users(p_caps);
      continue;
    end if;

    select s.* into v_now from reflection.thread_state(v_due.thread_id) s;
    if v_now.thread_id is null
       or v_now.user_id <> v_due.user_id
       or v_now.user_messages < 2
       or v_now.eligible_at is null
       or v_now.eligible_at > reflection.clock()
    then
      -- A thread that is gone, or somebody else's, is left for the fold to forget.
      update reflection.claims c
         set user_messages = coalesce(v_now.user_messages, 0),
             eligible_at = case when v_now.user_id = c.user_id then v_now.eligible_at end
       where c.thread_id = v_due.thread_id;
      -- A reply that was never finished tells the fold nothing: without a usable
      -- time it would be of today on every day.
      if v_now.odd_times then
        perform reflection.settle_times(array[v_due.thread_id], '{}');
      end if;
      continue;
    end if;

    if v_now.terminal_message_id is distinct from v_due.attempt_message_id then
      v_attempt := 1;
    else
      v_attempt := v_due.attempts + 1;
    end if;
    if v_attempt > p_max_attempts then
      update reflection.claims c
         set given_up_at = reflection.clock(),
             attempt_fingerprint = reflection.thread_fingerprint(v_due.thread_id)
       where c.thread_id = v_due.thread_id;
      continue;
    end if;

    v_claim_id := gen_random_uuid();
    begin
      update reflection.claims c
         set claim_id = v_claim_id,
             claimed_by = p_worker,
             claimed_at = clock_timestamp(),
             expires_at = clock_timestamp() + p_lease,
             terminal_message_id = v_now.terminal_message_id,
             claimed_revision = c.revision,
             attempts = v_attempt,
             refunds = case when c.attempt_message_id = v_now.terminal_message_id then c.refunds else 0 end,
             attempt_message_id = v_now.terminal_message_id,
             -- Of one that failed before, what it says now: what is new when it fails again is then known.
             attempt_fingerprint = case when c.last_outcome in ('failed', 'worker lost')
                                        then reflection.thread_fingerprint(c.thread_id) end,
             not_before = null,
             user_messages = v_now.user_messages,
             eligible_at = v_now.eligible_at
       where c.thread_id = v_due.thread_id
      returning c.expires_at into v_expires_at;
    exception when unique_violation or lock_not_available then
      -- Another worker claimed for this user meanwhile, or is about to.
      v_busy := v_busy || v_due.user_id;
      continue;
    end;

    insert into reflection.claim_log (claim_id, run_id, thread_id, user_id, attempt, claimed_by, started_at)
    values (v_claim_id, p_run_id, v_due.thread_id, v_due.user_id, v_attempt, p_worker, clock_timestamp());

    return query
      select v_due.thread_id, v_due.user_id, v_claim_id, v_now.terminal_message_id, v_attempt, v_expires_at;
    return;
  end loop;
end
$$;
comment on function reflection.claim_next_thread (text, interval, integer, bigint, jsonb) is
  'Claims the most overdue eligible thread whose user has no live claim and has not reached the cap of the day, and counts the attempt. No row: nothing can be claimed now. p_caps: the worker''s, as reserve_spend takes them; a user held under others is tried again. Its own transaction, please.';


create or replace function reflection.another_is_due (p_claim_id uuid default null)
  returns boolean
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
  set enable_seqscan = off
  set enable_sort = off
as $$
declare
  v_busy text[] := reflection.busy_users(p_besides => p_claim_id);
begin
  return exists (
    select
      from reflection.claims c
     where c.eligible_at is not null
       and c.eligible_at <= reflection.clock()
       and c.claim_id is null
       and c.given_up_at is null
       and c.user_messages >= 2
       and (c.not_before is null or c.not_before <= reflection.clock())
       and c.user_id not in (select unnest(v_busy))
  );
end
$$;
comment on function reflection.another_is_due (uuid) is
  'Whether a thread could be claimed now, going by the claim table; with p_claim_id, once that claim has ended.';
