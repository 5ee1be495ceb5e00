-- Runs: one row a tick, begun before anything else and ended whatever happens.

create or replace function reflection.due_threads ()
  returns integer
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select count(*)::integer
    from reflection.claims c
   where c.eligible_at is not null
     -- A failed thread queues at the end of its wait, hours from now at the most.
     and c.eligible_at <= reflection.clock() + interval '1 day'
     and (c.eligible_at <= reflection.clock() or c.eligible_at <= c.not_before)
     and c.claim_id is null
     and c.given_up_at is null
     and c.user_messages >= 2;
$$;
comment on function reflection.due_threads () is
  'Threads whose day is over and which wait for a claim, those backing off and those of busy users included.';


create or replace function reflection.start_run (p_trigger text, p_worker text, p_engine text, p_night date default null)
  returns bigint
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into reflection.runs (trigger, night, worker, engine, started_at, heartbeat_at)
  values (p_trigger, p_night, p_worker, p_engine, clock_timestamp(), clock_timestamp())
  returning id;
$$;
comment on function reflection.start_run (text, text, text, date) is 'Begins a run''s row and returns its id.';


create or replace function reflection.beat_run (p_run_id bigint)
  returns void
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  update reflection.runs
     set heartbeat_at = clock_timestamp()
   where id = p_run_id
     and finished_at is null;
$$;
comment on function reflection.beat_run (bigint) is 'Says that the run''s worker is alive: every claim, renewal and saved chunk does.';


create or replace function reflection.finish_run (p_run_id bigint, p_summary jsonb, p_success boolean, p_stop_reason text)
  returns void
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  update reflection.runs
     set finished_at = clock_timestamp(),
         heartbeat_at = clock_timestamp(),
         success = p_success,
         stop_reason = p_stop_reason,
         backlog = coalesce((p_summary ->> 'waiting')::integer, reflection.due_threads()),
         summary = p_summary
   where id = p_run_id
     and finished_at is null;
$$;
comment on function reflection.finish_run (bigint, jsonb, boolean, text) is 'Ends a run''s row, once.';


create or replace function reflection.schema_revision ()
  returns text
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  return (select max(version_num) from reflection.alembic_version);
exception when undefined_table then
  return null;
end
$$;
comment on function reflection.schema_revision () is
  'The migration this database is at; null if it was not made by migrations.';


create or replace view reflection.run_health as
  with finished as (
    select r.*, row_number() over (order by r.id desc) as place
      from reflection.runs r
     where r.finished_at is not null
  ),
  last_success as (
    select max(f.finished_at) as finished_at, max(f.id) as id
      from finished f
     where f.success
  )
  select s.finished_at as last_success,
         reflection.clock() - s.finished_at as since_success,
         (select count(*) from finished f where not f.success and f.id > coalesce(s.id, 0)) as consecutive_failures,
         (select f.stop_reason from finished f where f.place = 1) as last_stop_reason,
         (select count(*) from reflection.runs r
           where r.finished_at is null and r.heartbeat_at < clock_timestamp() - interval '30 min') as runs_that_died,
         due.threads as backlog,
         (select reflection.clock() - min(c.eligible_at)
            from reflection.claims c
           where c.eligible_at <= reflection.clock()
             and c.claim_id is null
             and c.given_up_at is null
             and c.user_messages >= 2) as most_overdue,
         coalesce(due.threads > (select f.backlog from finished f where f.place = 1)
              and (select f.backlog from finished f where f.place = 1)
                > (select f.backlog from finished f where f.place = 2), false) as backlog_grows
    from last_success s
   cross join (select reflection.due_threads() as threads) due;
comment on view reflection.run_health is
  'One row: is the worker well? last_success and how long ago, failures since, runs that died, threads due now and whether that grew over the last two runs.';
comment on column reflection.run_health.consecutive_failures is 'Finished runs without success since the last successful one.';
comment on column reflection.run_health.backlog_grows is 'More due now than after the last run, and more after that than after the one before.';
