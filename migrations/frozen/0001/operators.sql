-- Operators' functions: for psql, at three in the morning.

create or replace function reflection.retry_thread (p_thread_id text)
  returns boolean
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  with retried as (
    update reflection.claims
       set given_up_at = null,
           not_before = null,
           attempts = 0,
           refunds = 0,
           -- Only a failure's wait is lifted, never a day that is not over.
           eligible_at = case when not_before is not null then least(eligible_at, reflection.clock()) else eligible_at end,
           attempt_message_id = null,
           attempt_fingerprint = null
     where thread_id = p_thread_id
       and claim_id is null
    returning thread_id
  )
  select exists (select from retried);
$$;
comment on function reflection.retry_thread (text) is
  'Gives a thread its attempts back, at once: select reflection.retry_thread(''...''). False: no such thread, or it is claimed now (see release_claim).';


create or replace function reflection.retry_given_up ()
  returns integer
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select count(*) filter (where reflection.retry_thread(c.thread_id))::integer
    from reflection.claims c
   where c.given_up_at is not null;
$$;
comment on function reflection.retry_given_up () is
  'retry_thread for every thread that was given up; returns how many. After the cause is mended.';


create or replace function reflection.release_claim (p_thread_id text)
  returns boolean
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  with released as (
    update reflection.claims
       set claim_id = null,
           claimed_by = null,
           claimed_at = null,
           expires_at = null,
           terminal_message_id = null,
           claimed_revision = null,
           last_outcome = 'released',
           last_error = 'released by an operator'
     where thread_id = p_thread_id
       and claim_id is not null
    returning thread_id
  )
  select exists (select from released);
$$;
comment on function reflection.release_claim (text) is
  'Takes a claim from its holder before the lease ends; what the holder commits later is refused. The attempt stays spent. False: it was not claimed.';
