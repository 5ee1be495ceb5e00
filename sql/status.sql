-- Status: is the worker well, and what to do if it is not.
--
-- One row, cheap enough to ask every minute: no message is read, what was spent
-- today is found by the day's index, and memory is counted up to a million and no further.
-- What the lint doubts is told of the last ten thousand that were said.

create or replace view reflection.status_figures as
  with hour as (
    select reflection.clock() as now
  ),
  health as materialized (
    select * from reflection.run_health
  ),
  last_run as (
    select r.*,
           r.finished_at is null and r.heartbeat_at < clock_timestamp() - interval '30 min' as died,
           r.finished_at is null and r.heartbeat_at >= clock_timestamp() - interval '30 min' as under_way,
           (select l.error
              from reflection.claim_log l
             where l.run_id = r.id
               -- Of one that ended as partial, a later stage's.
               and (l.error_kind = 'dependency' or l.outcome = 'partial' and l.error is not null)
             order by l.started_at desc
             limit 1) as error
      from reflection.runs r
     order by r.id desc
     limit 1
  ),
  states as (
    select jsonb_object_agg(t.state, t.threads) as threads
      from reflection.queue_totals t
  ),
  oldest as (
    select c.thread_id, c.eligible_at
      from reflection.claims c
     where c.eligible_at is not null
       and c.eligible_at <= (select hour.now from hour)
       and c.claim_id is null
       and c.given_up_at is null
       and c.user_messages >= 2
     order by c.eligible_at, c.thread_id
     limit 1
  ),
  live as (
    select count(*) as claims,
           count(*) filter (where c.expired) as expired,
           coalesce(jsonb_agg(jsonb_build_object(
             'thread_id', c.thread_id,
             'claimed_by', c.claimed_by,
             'held_seconds', floor(extract(epoch from c.held)),
             'expired_seconds', case when c.expired then floor(extract(epoch from -c.lease_left)) end
           ) order by c.expired desc, c.claimed_at), '[]') as named
      from reflection.live_claims c
  ),
  inbox as (
    select count(*) as arrivals, min(a.arrived_at) as since
      from reflection.arrivals a
  ),
  remembered as (
    select count(*) as observations, coalesce(sum(o.token_count), 0) as tokens
      from (select o.token_count
              from reflection.observations o
             where o.dropped_at is null
               and o.stale_at is null
               and o.superseded_by is null
             limit 1000000) o
  ),
  distilled as (
    select count(*) as reflections, coalesce(sum(r.token_count), 0) as tokens
      from (select r.token_count
              from reflection.reflections r
             where r.dropped_at is null
               and r.superseded_by is null
             limit 1000000) r
  ),
  today as (
    select coalesce(sum(l.requests), 0) as requests,
           coalesce(sum(l.tokens_in), 0) as tokens_in,
           coalesce(sum(l.tokens_out), 0) as tokens_out,
           coalesce(sum(l.tokens_cached), 0) as tokens_cached,
           coalesce(sum(l.usd), 0) as usd
      from reflection.claim_log l
     where l.started_at >= (select date_trunc('day', hour.now, 'UTC') from hour)
  ),
  linted as (
    select jsonb_build_object(
             'said', count(*),
             'flagged', count(*) filter (where s.flags <> '{}'),
             'sources', count(*) filter (where 'sources' = any (s.flags)),
             'speaker', count(*) filter (where 'speaker' = any (s.flags)),
             'date', count(*) filter (where 'date' = any (s.flags)),
             'user', count(*) filter (where 'user' = any (s.flags))
           ) as counts
      from (select flags from reflection.sayings order by id desc limit 10000) s
  )
  select hour.now as checked_at,
         states.threads,
         health.backlog,
         health.backlog_grows,
         oldest.thread_id as oldest_due,
         hour.now - oldest.eligible_at as most_overdue,
         live.claims as live_claims,
         live.expired as expired_claims,
         live.named as claims_named,
         inbox.arrivals as inbox,
         hour.now - inbox.since as inbox_waits,
         last_run.id as last_run,
         last_run.trigger as last_run_trigger,
         last_run.worker as last_run_worker,
         last_run.started_at as last_run_started_at,
         last_run.finished_at as last_run_finished_at,
         clock_timestamp() - last_run.started_at as since_last_run,
         last_run.stop_reason as last_run_stop_reason,
         last_run.error as last_run_error,
         coalesce(last_run.under_way, false) as run_under_way,
         coalesce(last_run.died, false) as last_run_died,
         health.last_success,
         clock_timestamp() - health.last_success as since_success,
         health.consecutive_failures,
         (states.threads ->> 'given up')::bigint as given_up,
         (select count(*) from reflection.users) as users,
         remembered.observations,
         distilled.reflections,
         remembered.tokens + distilled.tokens as tokens,
         today.requests as requests_today,
         today.tokens_in as tokens_in_today,
         today.tokens_out as tokens_out_today,
         today.tokens_cached as tokens_cached_today,
         today.usd as usd_today,
         (select count(*) from reflection.zones z where z.usable is null) as refused_zones,
         reflection.schema_revision() as revision,
         linted.counts as lint
    from hour
   cross join health
   cross join states
   cross join live
   cross join inbox
   cross join remembered
   cross join distilled
   cross join today
   cross join linted
    left join oldest on true
    left join last_run on true;
comment on view reflection.status_figures is
  'What the view status says in words, as figures. Observations and reflections are counted up to a million.';


-- The first that is so is said: what is broken before what is late, what is
-- late before what is merely to be looked at.
create or replace view reflection.status as
  select verdict.healthy,
         verdict.sentence,
         verdict.to_do,
         f.*
    from reflection.status_figures f
   cross join lateral (
     select f.most_overdue > interval '2 hours' or f.inbox_waits > interval '2 hours' as is_late,
            coalesce(f.since_last_run > interval '2 hours', true) and not f.run_under_way as is_idle,
            format('%s %s due', f.backlog, case when f.backlog = 1 then 'thread is' else 'threads are' end) as backlog
   ) so
   cross join lateral (
     select said.healthy,
            case when said.healthy then 'Healthy' else 'Not healthy' end || said.sentence || '.' as sentence,
            said.to_do
       from (values
         (1, f.last_run_died, false,
          format(': run %s of %s died %s ago without an end', f.last_run, f.last_run_worker,
                 reflection.in_words(f.since_last_run)),
          'Read its log; what it held is freed by: reflection-worker drain'),
         (2, f.consecutive_failures > 0 and not f.run_under_way, false,
          case when f.consecutive_failures = 1 then ': the last run failed'
               else format(': the last %s runs failed', f.consecutive_failures) end
            || coalesce(': ' || f.last_run_error, ''),
          'Read its log and mend the cause, then: reflection-worker drain'),
         (3, f.expired_claims > 0 and not f.run_under_way, false,
          format(': %s stopped answering while it held %s', f.claims_named -> 0 ->> 'claimed_by',
                 f.claims_named -> 0 ->> 'thread_id'),
          'It is freed by the next drain: reflection-worker drain'),
         (4, so.is_late and so.is_idle and f.last_run is null, false,
          ': nothing has run yet, and '
            || case when f.backlog > 0 then so.backlog else 'changes wait to be taken in' end,
          'Start the hourly job, or type: reflection-worker drain'),
         (5, so.is_late and so.is_idle, false,
          format(': nothing has run for %s, and ', reflection.in_words(f.since_last_run))
            || case when f.backlog > 0 then so.backlog else 'changes wait to be taken in' end,
          'See why the hourly job does not start, or type: reflection-worker drain --until-empty'),
         (6, f.backlog_grows, false,
          ': ' || so.backlog || ', more than after each of the last two runs',
          case when f.last_run_stop_reason = 'spend_cap'
               then 'The cap of the day was reached: raise REFLECTION_DAILY_USD or REFLECTION_DAILY_TOKENS'
               else 'Raise REFLECTION_MAX_THREADS, run it more often, or: reflection-worker drain --until-empty' end),
         (7, f.given_up > 0, true,
          format(', but %s given up', case when f.given_up = 1 then 'one thread was' else f.given_up || ' threads were' end),
          'See why: reflection-worker queue --state "given up"'),
         (8, f.last_run is null, true, ': nothing has run yet, and nothing is overdue', null),
         (9, f.run_under_way, true,
          format(': run %s is under way, and %s', f.last_run,
                 case when f.backlog > 0 then so.backlog else 'nothing is due' end), null),
         (10, true, true,
          format(': the last run began %s ago, and %s', reflection.in_words(f.since_last_run),
                 case when f.backlog > 0 then so.backlog else 'nothing is due' end), null)
       ) as said (place, is_so, healthy, sentence, to_do)
      where said.is_so
      order by said.place
      limit 1
   ) verdict;
comment on view reflection.status is
  'One row: whether the worker is healthy, in one sentence, what to do if it is not, and the figures behind that. The command reflection-worker status shows it.';
comment on column reflection.status.most_overdue is 'How long ago the day of the most overdue thread ended.';
comment on column reflection.status.claims_named is 'The live claims, those that have expired first, then the longest held.';
comment on column reflection.status.inbox is 'Changes that the fold has not yet taken in.';
comment on column reflection.status.requests_today is 'Of the claims of today (UTC), as all that was spent today.';
comment on column reflection.status.tokens_cached_today is 'Of tokens_in_today, what was read from the cache.';
comment on column reflection.status.lint is
  'Of the last 10,000 that were said: how many the lint doubts, and how often for each of its rules. The view flagged has them.';
