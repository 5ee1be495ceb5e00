-- Comparing everything with the source again: after a restore, a TRUNCATE, or with triggers off.

create or replace function reflection.recheck_everything ()
  returns void
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  insert into reflection.arrivals (kind, arrived_at)
  values ('recheck', reflection.clock());
$$;
comment on function reflection.recheck_everything () is
  'Has the next folds compare every thread with the source: after a restore, or when triggers were off.';


-- One fold takes one step, so that it stays short however many threads there are.
create or replace function reflection.spread_rechecks (p_arrivals reflection.arrivals[], p_limit integer)
  returns void
  language sql
as $$
  with asked as (
    select min(coalesce(a.thread_id, '')) as after
      from unnest(p_arrivals) a
     where a.kind = 'recheck_after'
        or (a.kind = 'recheck' and a.thread_id is null)
  ),
  next as (
    select every.thread_id
      from asked
     cross join lateral (
       (select s.thread_id from reflection.source_thread_ids() s where s.thread_id > asked.after order by 1 limit p_limit)
        union
       (select c.thread_id from reflection.claims c where c.thread_id > asked.after order by 1 limit p_limit)
        order by 1
        limit p_limit
     ) every
  )
  insert into reflection.arrivals (kind, thread_id, arrived_at)
  select 'recheck', next.thread_id, reflection.clock() from next
   union all
  select 'recheck_after', max(next.thread_id), reflection.clock() from next having count(*) = p_limit;
$$;
comment on function reflection.spread_rechecks (reflection.arrivals[], integer) is
  'If everything is to be rechecked, puts the next p_limit threads into the inbox, and where to go on from.';
