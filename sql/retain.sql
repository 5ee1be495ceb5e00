-- Retaining: what history is kept for, and how what is older goes.
--
-- A little at a time: a call takes away so many rows of each table at the most,
-- and is repeated until nothing is left to take. What goes is never anything
-- that is still shown, that shows or hides another, or that a cap counts.

create or replace function reflection.retained_at_once ()
  returns integer
  language sql
  immutable
as $$
  select 5000;
$$;
comment on function reflection.retained_at_once () is 'How many rows of a table one call of retain takes away at the most.';


create or replace function reflection.old_claims (p_age interval)
  returns table (claim_id uuid)
  language sql
  stable
as $$
  select l.claim_id
    from reflection.claim_log l
   where coalesce(l.ended_at, l.started_at) < reflection.clock() - p_age
     -- What today and yesterday cost is counted against caps, whatever is asked for.
     and l.started_at < ((reflection.clock() at time zone 'UTC')::date - 1)::timestamp at time zone 'UTC'
     and not exists (select from reflection.claims c where c.thread_id = l.thread_id and c.claim_id = l.claim_id)
     and not exists (select from reflection.shadows d where d.claim_id = l.claim_id);
$$;
comment on function reflection.old_claims (interval) is
  'Claims that ended longer ago than this, or died: none that is live, that a shadow waits of, or of today or yesterday (UTC).';


create or replace function reflection.old_runs (p_age interval, p_claim_age interval)
  returns table (id bigint)
  language sql
  stable
as $$
  with old as materialized (
    select o.claim_id from reflection.old_claims(p_claim_age) o
  )
  select r.id
    from reflection.runs r
   where coalesce(r.finished_at, r.heartbeat_at) < reflection.clock() - p_age
     and not exists (
       select
         from reflection.claim_log l
        where l.run_id = r.id
          and not exists (select from old where old.claim_id = l.claim_id)
     )
     and r.id is distinct from (select max(last.id) from reflection.runs last where last.success)
     and r.id is distinct from (select max(last.id) from reflection.runs last);
$$;
comment on function reflection.old_runs (interval, interval) is
  'Runs that finished longer ago than p_age, or died. One with a claim that is kept is kept, and so are the newest and the last that succeeded.';


-- What was dropped hides what it once took the place of, and its drop counts for
-- all that say the same. So it goes only together with all of these, and only
-- once nothing that an undone edit could bring back stands behind it.
create or replace function reflection.old_drops (p_age interval, p_user_id text default null)
  returns table (user_id text, id bigint)
  language sql
  stable
as $$
  with gone as materialized (
    select o.user_id, o.id, o.content_hash
      from reflection.observations o
     where o.dropped_at < reflection.clock() - p_age
       and (p_user_id is null or o.user_id = p_user_id)
       and not exists (
         select
           from reflection.reflection_support s
           join reflection.reflections r on r.id = s.reflection_id
          where s.user_id = o.user_id
            and s.observation_id = o.id
            and r.superseded_by is null
            and r.dropped_at is null
       )
       and not exists (
         select
           from reflection.note_support s
          where s.user_id = o.user_id
            and s.observation_id = o.id
       )
       and not exists (
         select
           from reflection.sayings s
          where s.user_id = o.user_id
            and s.observation_id = o.id
            and s.id > (
              select min(d.id)
                from reflection.alike(o.user_id, array[o.content_hash]) a
                join reflection.observations same on same.user_id = o.user_id and same.content_hash = a.member
                join reflection.drops d on d.user_id = o.user_id and d.observation_id = same.id
               where d.dropped_at = o.dropped_at
            )
       )
  )
  select gone.user_id, gone.id
    from gone
   where not exists (
     select
       from unnest(reflection.contents_concerned(gone.user_id, array[gone.content_hash])) concerned (hash)
       join reflection.observations o on o.user_id = gone.user_id and o.content_hash = concerned.hash
      where not exists (select from gone other where other.user_id = o.user_id and other.id = o.id)
   );
$$;
comment on function reflection.old_drops (interval, text) is
  'Observations of one user, or of all, dropped longer ago than this, on which no live reflection and no note rests and which nothing else hangs on that stays.';


create or replace function reflection.rows_of_observations (p_user_id text, p_ids bigint[])
  returns table (table_name text, rows bigint)
  language sql
  stable
as $$
  select 'observations', cardinality(p_ids)::bigint
   union all
  select 'sayings', count(*) from reflection.sayings s where s.user_id = p_user_id and s.observation_id = any (p_ids)
   union all
  select 'observation_sources', count(*)
    from reflection.observation_sources s where s.user_id = p_user_id and s.observation_id = any (p_ids)
   union all
  select 'drops', count(*) from reflection.drops d where d.user_id = p_user_id and d.observation_id = any (p_ids)
   union all
  select 'reflection_support', count(*)
    from reflection.reflection_support s where s.user_id = p_user_id and s.observation_id = any (p_ids)
   union all
  select 'reflections', count(*)
    from (
      select s.reflection_id
        from reflection.reflection_support s
       where s.user_id = p_user_id
         and s.reflection_id in (
           select r.reflection_id
             from reflection.reflection_support r
            where r.user_id = p_user_id and r.observation_id = any (p_ids)
         )
       group by s.reflection_id
      having bool_and(s.observation_id = any (p_ids))
    ) resting;
$$;
comment on function reflection.rows_of_observations (text, bigint[]) is
  'How many rows of each table go with these observations: those of their own, and reflections that rest on nothing else.';


create or replace function reflection.retain_drops (p_age interval, p_dry_run boolean)
  returns table (table_name text, rows bigint)
  language plpgsql
as $$
declare
  v_user_id text;
  v_ids bigint[];
  v_gone bigint := 0;
begin
  for v_user_id in select distinct old.user_id from reflection.old_drops(p_age) old order by 1 loop
    if not p_dry_run then
      exit when v_gone >= reflection.retained_at_once();
      -- Whose memory is being written at this moment is left for another day.
      perform from reflection.users u where u.user_id = v_user_id for update skip locked;
      continue when not found;
    end if;
    v_ids := array(select old.id from reflection.old_drops(p_age, v_user_id) old);
    v_gone := v_gone + cardinality(v_ids);
    return query select of.table_name, of.rows from reflection.rows_of_observations(v_user_id, v_ids) of;
    if not p_dry_run then
      perform reflection.settle_memory(v_user_id, reflection.remove_sayings(v_user_id, array(
        select s.id from reflection.sayings s where s.user_id = v_user_id and s.observation_id = any (v_ids)
      )));
    end if;
  end loop;
end
$$;
comment on function reflection.retain_drops (interval, boolean) is
  'Takes away what old_drops names, user by user, and what was only of it; says how many rows of each table. What was read stays covered, so it is not read again.';


create or replace function reflection.retain (
  p_claim_log interval,
  p_runs interval,
  p_dropped interval,
  p_dry_run boolean default false
)
  returns table (table_name text, rows bigint)
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
  set jit = off
as $$
#variable_conflict use_column
declare
  v_claims bigint;
  v_runs bigint;
begin
  -- A worker that freezes after this call, its transaction open, is cut off.
  perform set_config('idle_in_transaction_session_timeout', '10s', true);
  if least(p_claim_log, p_runs, p_dropped) < interval '1 day' then
    raise exception 'nothing can be kept for less than a day'
      using errcode = 'invalid_parameter_value',
            hint = 'Give an interval such as ''400 days'', or null to keep it for good.';
  end if;

  if p_dry_run then
    v_claims := (select count(*) from reflection.old_claims(p_claim_log));
    v_runs := (select count(*) from reflection.old_runs(p_runs, p_claim_log));
  else
    delete from reflection.claim_log l
     where l.claim_id = any (array(
       select o.claim_id from reflection.old_claims(p_claim_log) o limit reflection.retained_at_once()
     ));
    get diagnostics v_claims = row_count;
    delete from reflection.runs r
     where r.id = any (array(
       select o.id from reflection.old_runs(p_runs, p_claim_log) o limit reflection.retained_at_once()
     ));
    get diagnostics v_runs = row_count;
  end if;
  return query
    select every.name, coalesce(sum(went.rows), 0)::bigint
      from unnest(array['claim_log', 'runs', 'observations', 'sayings', 'observation_sources', 'drops',
                        'reflection_support', 'reflections']) with ordinality as every (name, place)
      left join (
        select 'claim_log' as name, v_claims as rows
         union all
        select 'runs', v_runs
         union all
        select d.table_name, d.rows from reflection.retain_drops(p_dropped, p_dry_run) d
      ) went on went.name = every.name
     group by every.name, every.place
     order by every.place;
end
$$;
comment on function reflection.retain (interval, interval, interval, boolean) is
  'Takes away history older than this: claims, runs, and observations that the dropper dropped. Null keeps it for good. A part of it a call, with the rows that went of each table: again until all are 0. p_dry_run: how many would go in all. What is shown stays as it is, and so does what caps and undo of recent claims need; tombstones always stay.';
