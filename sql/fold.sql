-- The fold: takes the inbox into the claim table, and lets memory follow.
--
-- It runs at the start of a tick and before a claim when the inbox is not
-- empty. Arrivals are taken out in one statement and their threads read in
-- later ones, so every message an arrival stands for is visible by then.
-- A thread whose row a worker holds at this moment (marking, or frozen half
-- way through) is put back rather than waited for, and so is what would change
-- the memory of a user whose memory is being written.

create or replace function reflection.settle_times (p_thread_ids text[], p_arrivals reflection.arrivals[])
  returns void
  language sql
as $$
  insert into reflection.message_times (thread_id, message_id, counted_at)
  select thread.id, m.message_id, coalesce(came.arrived_at, reflection.clock())
    from unnest(p_thread_ids) as thread (id)
    left join (
      select a.thread_id, max(a.arrived_at) as arrived_at
        from unnest(p_arrivals) a
       group by a.thread_id
    ) came on came.thread_id = thread.id
   cross join lateral reflection.transcript(thread.id) m
   where m.odd_time
      -- It has come meanwhile, but had not when the message did. One whose own
      -- arrival still waits is left for it.
      or m.counts
         and m.at > came.arrived_at + interval '1 min'
         and not exists (select from reflection.arrivals a where a.thread_id = thread.id)
  on conflict do nothing;
$$;
comment on function reflection.settle_times (text[], reflection.arrivals[]) is
  'Messages of these threads whose time is missing or in the future are from now on counted at their arrival.';


create or replace function reflection.refresh_claims (p_thread_ids text[], p_arrivals reflection.arrivals[])
  returns text[]
  language sql
as $$
  with now as materialized (
    select s.*
      from unnest(p_thread_ids) as thread (id)
     cross join lateral reflection.thread_state(thread.id) s
  ),
  refreshed as (
    insert into reflection.claims as c (thread_id, user_id, user_messages, eligible_at)
    select now.thread_id, now.user_id, now.user_messages, now.eligible_at
      from now
     order by now.thread_id
    on conflict (thread_id) do update
       set user_messages = excluded.user_messages,
           eligible_at = excluded.eligible_at,
           revision = c.revision + 1
  )
  select coalesce(array_agg(now.thread_id), '{}')
    from now
    left join (
      select a.thread_id, max(a.arrived_at) as arrived_at
        from unnest(p_arrivals) a
       group by a.thread_id
    ) came on came.thread_id = now.thread_id
   where now.odd_times
      or now.newest_at > came.arrived_at + interval '1 min';
$$;
comment on function reflection.refresh_claims (text[], reflection.arrivals[]) is
  'Sets when these threads are due, from the source, and bumps their revision. Returns those with messages whose time cannot be used, or is later than all of these arrivals.';


-- A thread that failed is freed by anything new that counts. What it said when
-- it failed is kept as a fingerprint, so a product that merely touches its rows
-- does not buy a hopeless thread three more attempts each hour.
create or replace function reflection.free_changed_threads (p_thread_ids text[])
  returns void
  language sql
as $$
  update reflection.claims c
     set given_up_at = null,
         not_before = null,
         attempts = 0,
         refunds = 0,
         attempt_message_id = null,
         attempt_fingerprint = null
   where c.thread_id = any (p_thread_ids)
     and c.claim_id is null
     and (c.given_up_at is not null or c.not_before is not null)
     and c.attempt_fingerprint is distinct from reflection.thread_fingerprint(c.thread_id);
$$;
comment on function reflection.free_changed_threads (text[]) is
  'Lifts back-off and giving up where the thread no longer says what it said when it failed.';


-- Whoever marks holds the thread's row, and whoever writes a user's memory holds
-- the user's, until that is committed. New messages alone touch no memory.
create or replace function reflection.put_back_held (p_arrivals reflection.arrivals[])
  returns reflection.arrivals[]
  language plpgsql
as $$
declare
  v_threads text[] := array(
    select distinct a.thread_id from unnest(p_arrivals) a where a.thread_id is not null and a.kind <> 'recheck_after'
  );
  v_users text[];
  v_busy text[];
  v_held text[];
begin
  v_users := array(
    select a.user_id from unnest(p_arrivals) a where a.kind = 'user'
     union
    select c.user_id
      from unnest(p_arrivals) a
      join reflection.claims c on c.thread_id = a.thread_id
     where a.kind <> 'inserted'
     union
    select s.user_id
      from unnest(p_arrivals) a
      join reflection.observation_sources s on s.thread_id = a.thread_id
     where a.kind <> 'inserted'
  );
  v_busy := array(
    select u.user_id from reflection.users u where u.user_id = any (v_users)
    except
    select free.user_id
      from (select u.user_id
              from reflection.users u
             where u.user_id = any (v_users)
             order by u.user_id
               for update skip locked) free
  );
  v_held := array(
    (select c.thread_id from reflection.claims c where c.thread_id = any (v_threads)
     except
     select free.thread_id
       from (select c.thread_id
               from reflection.claims c
              where c.thread_id = any (v_threads)
              order by c.thread_id
                for update skip locked) free)
     union
    select a.thread_id
      from unnest(p_arrivals) a
     where a.kind <> 'inserted'
       and v_busy <> '{}'
       and (exists (select from reflection.claims c
                     where c.thread_id = a.thread_id and c.user_id = any (v_busy))
            or exists (select from reflection.observation_sources s
                        where s.thread_id = a.thread_id and s.user_id = any (v_busy)))
  );
  if v_busy = '{}' and v_held = '{}' then
    return p_arrivals;
  end if;

  insert into reflection.arrivals
  select a.*
    from unnest(p_arrivals) a
   where a.thread_id = any (v_held)
      or a.user_id = any (v_busy);
  return array(
    select a
      from unnest(p_arrivals) a
     where (a.thread_id = any (v_held) or a.user_id = any (v_busy)) is not true
  );
end
$$;
comment on function reflection.put_back_held (reflection.arrivals[]) is
  'Locks what these arrivals will change and returns those that can go on. What a worker holds at this moment goes back into the inbox, so that the fold never waits for one.';


create or replace function reflection.fold_arrivals (p_limit integer default 5000)
  returns integer
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '2s'
  set jit = off
as $$
declare
  v_batch reflection.arrivals[];
  v_threads text[];
  v_odd text[];
  v_thread_id text;
  v_row record;
begin
  -- A worker that freezes after this call, its transaction open, is cut off.
  perform set_config('idle_in_transaction_session_timeout', '10s', true);
  -- One fold at a time: each sees all that the one before took in.
  perform pg_advisory_xact_lock(hashtextextended('reflection.fold_arrivals', 0));

  with taken as (
    delete from reflection.arrivals
     where ctid = any (array(select ctid from reflection.arrivals limit p_limit))
    returning *
  )
  select array_agg(row(taken.*)::reflection.arrivals) into v_batch from taken;
  if v_batch is null then
    return 0;
  end if;

  v_batch := reflection.put_back_held(v_batch);

  -- What one arrival stands for may be any number of threads: they are for the
  -- folds to come, so that no fold is longer than its limit.
  perform reflection.spread_rechecks(v_batch, p_limit);
  -- As of now: what was said since the profile changed was not said when it did.
  insert into reflection.arrivals (kind, thread_id, arrived_at)
  select 'inserted', t.thread_id, reflection.clock()
    from unnest(v_batch) a
   cross join lateral reflection.source_user_threads(a.user_id) t
   where a.kind = 'user';

  v_threads := array(
    select distinct a.thread_id
      from unnest(v_batch) a
     where a.thread_id is not null
       and a.kind <> 'recheck_after'
  );
  perform reflection.remember_zones(array(
    select distinct u.timezone
      from unnest(v_threads) as thread (id)
     cross join lateral reflection.source_thread(thread.id) t
     cross join lateral reflection.source_user(t.user_id) u
     where u.timezone is not null
  ) || current_setting('reflection.default_timezone', true));

  -- A user's zone dates what is rendered, so the version moves with it.
  perform reflection.touch_memory(u.user_id)
     from reflection.users u
    where u.user_id in (select a.user_id from unnest(v_batch) a where a.kind = 'user');

  for v_thread_id in
    select thread.id
      from unnest(v_threads) as thread (id)
      left join lateral reflection.source_thread(thread.id) t on true
      left join reflection.claims c on c.thread_id = thread.id
     where t.thread_id is null
        or c.user_id <> t.user_id
     order by thread.id
  loop
    perform reflection.forget_thread(v_thread_id);
  end loop;

  for v_row in
    select c.thread_id, array_agg(c.message_id) as message_ids, array_agg(c.content_hash) as hashes
      from reflection.changed_sources(v_batch) c
     group by c.thread_id
     order by c.thread_id
  loop
    perform reflection.follow_sources(v_row.thread_id, v_row.message_ids, v_row.hashes);
  end loop;

  v_odd := reflection.refresh_claims(v_threads, v_batch);
  if v_odd <> '{}' then
    perform reflection.settle_times(v_odd, v_batch);
    perform reflection.refresh_claims(v_odd, '{}');
  end if;
  perform reflection.free_changed_threads(v_threads);

  return cardinality(v_batch);
exception when lock_not_available then
  -- Another fold is in the way: nothing was taken out, and the next finds it all.
  return 0;
end
$$;
comment on function reflection.fold_arrivals (integer) is
  'Takes up to p_limit arrivals out of the inbox and brings claims and memory up to date with them. Returns how many it took; 0 means the inbox is empty, or what is left is in somebody''s hands at this moment.';
