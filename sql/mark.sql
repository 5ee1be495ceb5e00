-- Marking: how a claim ends, or goes on.
--
-- Each function acts only for the holder of the claim id, and only while its
-- lease lasts on the real clock, and says whether it did. False means the
-- claim was lost, and nothing may be written beside the call.

create or replace function reflection.mark_reflected_if_claimed (
  p_thread_id text,
  p_claim_id uuid,
  p_outcome text default 'reflected'
)
  returns boolean
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  with marked as (
    update reflection.claims c
       set claim_id = null,
           claimed_by = null,
           claimed_at = null,
           expires_at = null,
           terminal_message_id = null,
           claimed_revision = null,
           attempts = 0,
           refunds = 0,
           not_before = null,
           attempt_fingerprint = null,
           eligible_at = case when c.revision <> c.claimed_revision then c.eligible_at end,
           reflected_through = c.terminal_message_id,
           reflected_at = clock_timestamp(),
           last_outcome = p_outcome,
           last_error = null
     where c.thread_id = p_thread_id
       and c.claim_id = p_claim_id
       and c.expires_at > clock_timestamp()
    returning c.thread_id
  ),
  logged as (
    update reflection.claim_log l
       set ended_at = clock_timestamp(),
           outcome = p_outcome
      from marked
     where l.claim_id = p_claim_id
  )
  select exists (select from marked);
$$;
comment on function reflection.mark_reflected_if_claimed (text, uuid, text) is
  'Ends a claim in success. True only for its live holder; false = it was lost, write nothing. commit_reflection calls it first.';


create or replace function reflection.was_committed (p_claim_id uuid)
  returns boolean
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select
      from reflection.claim_log l
     where l.claim_id = p_claim_id
       and l.outcome in ('reflected', 'empty', 'partial')
  );
$$;
comment on function reflection.was_committed (uuid) is
  'Whether this claim ended in success: for a worker whose commit was carried out but whose answer was lost with the connection.';


create or replace function reflection.renew_claim (
  p_thread_id text,
  p_claim_id uuid,
  p_lease interval default reflection.default_lease()
)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  update reflection.claims c
     set expires_at = clock_timestamp() + p_lease
   where c.thread_id = p_thread_id
     and c.claim_id = p_claim_id
     and c.expires_at > clock_timestamp()
     and p_lease > interval '0';
  if not found then
    return false;
  end if;
  perform reflection.beat_run((select l.run_id from reflection.claim_log l where l.claim_id = p_claim_id));
  return true;
end
$$;
comment on function reflection.renew_claim (text, uuid, interval) is
  'Between model calls: the lease runs p_lease from now. False = the claim was lost, stop work at once.';


-- thread: its own fault. The attempt stays spent and it waits 45 minutes an
--   attempt, so the threads behind it come first; the last attempt gives it up.
-- dependency: nobody's attempt. It goes back, and the wait doubles from one
--   minute to six hours; an outage never gives a thread up.
-- interrupted: the worker was told to stop. The attempt goes back, no wait.
-- spend cap, spend cap of the user: the day may cost no more. Nor does this one.
create or replace function reflection.mark_failed_if_claimed (
  p_thread_id text,
  p_claim_id uuid,
  p_error text,
  p_kind text,
  p_max_attempts integer default reflection.max_attempts()
)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_changed boolean;
  v_error text := reflection.one_line(coalesce(p_error, ''));
  v_outcome text := case
    when p_kind in ('thread', 'dependency') then 'failed'
    when p_kind in ('spend cap', 'spend cap of the user') then 'spend cap'
    else p_kind
  end;
begin
  if p_kind is null
     or p_kind not in ('thread', 'dependency', 'interrupted', 'spend cap', 'spend cap of the user')
  then
    raise exception 'a failure is of kind thread, dependency, interrupted, spend cap or spend cap of the user, not %',
      coalesce(p_kind, 'null')
      using errcode = 'invalid_parameter_value';
  end if;

  select c.revision <> c.claimed_revision
         or exists (select from reflection.arrivals a where a.thread_id = p_thread_id)
    into v_changed
    from reflection.claims c
   where c.thread_id = p_thread_id
     and c.claim_id = p_claim_id
     and c.expires_at > clock_timestamp()
     for update;
  if not found then
    return false;
  end if;

  update reflection.claims c
     set claim_id = null,
         claimed_by = null,
         claimed_at = null,
         expires_at = null,
         terminal_message_id = null,
         claimed_revision = null,
         attempts = case when p_kind = 'thread' then c.attempts else greatest(c.attempts - 1, 0) end,
         refunds = case when p_kind = 'dependency' then c.refunds + 1 else c.refunds end,
         not_before = case p_kind
           when 'thread' then reflection.clock() + c.attempts * interval '45 min'
           when 'dependency' then reflection.clock() + least(interval '1 min' * 2 ^ least(c.refunds, 20), interval '6 h')
         end,
         -- It joins the queue again behind what has been due until then.
         eligible_at = case
           when p_kind = 'thread' and c.eligible_at is not null
           then greatest(c.eligible_at, reflection.clock() + c.attempts * interval '45 min')
           else c.eligible_at
         end,
         given_up_at = case when p_kind = 'thread' and c.attempts >= p_max_attempts then reflection.clock() end,
         attempt_fingerprint = case when v_outcome = 'failed' then coalesce(
           c.attempt_fingerprint,
           case when not v_changed then reflection.thread_fingerprint(c.thread_id) end
         ) end,
         last_outcome = v_outcome,
         last_error = v_error
   where c.thread_id = p_thread_id;

  -- It changed while it was held, so the fold looks whether that frees it.
  if v_outcome = 'failed' and v_changed then
    insert into reflection.arrivals (kind, thread_id, arrived_at)
    values ('inserted', p_thread_id, reflection.clock());
  end if;

  update reflection.claim_log l
     set ended_at = clock_timestamp(),
         outcome = v_outcome,
         error_kind = p_kind,
         error = v_error
   where l.claim_id = p_claim_id;
  return true;
end
$$;
comment on function reflection.mark_failed_if_claimed (text, uuid, text, text, integer) is
  'Ends a claim in failure: thread (attempt spent, back-off, given up at the cap), dependency (refunded, doubling back-off, never given up), interrupted, spend cap or spend cap of the user (refunded, no back-off). False = the claim was lost.';
