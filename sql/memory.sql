-- Reading memory: what the chat product puts into its prompt.
--
-- These run with the rights of who asks, so that row security decides whose
-- memory a reader sees. What they need to know of the source they ask of two
-- small functions that run as the owner and tell no text. The inbox may be long
-- between two folds, so they look nowhere but into its index of deletes.

create or replace function reflection.awaits_deletion (p_thread_id text, p_message_id text)
  returns boolean
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
as $$
  select exists (
    select
      from reflection.arrivals a
     where a.kind = 'deleted'
       and a.thread_id = p_thread_id
       and a.message_id = p_message_id
  )
  or (
    exists (
      select
        from reflection.arrivals a
       where a.kind in ('thread', 'recheck')
         and a.thread_id = p_thread_id
       union all
      select
        from reflection.arrivals a
       where a.kind = 'recheck_after'
          or (a.kind = 'recheck' and a.thread_id is null)
    )
    and not exists (
      select from reflection.source_messages(p_thread_id) m where m.message_id = p_message_id
    )
  );
$$;
comment on function reflection.awaits_deletion (text, text) is
  'True between the product deleting a message, its thread, or everything at once, and the fold taking its memory away.';


create or replace function reflection.any_deletion_waits ()
  returns boolean
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
as $$
  select exists (select from reflection.arrivals a where a.kind in ('deleted', 'thread', 'recheck', 'recheck_after'));
$$;
comment on function reflection.any_deletion_waits () is
  'Whether it is worth asking awaits_deletion of anything.';


create or replace function reflection.deletions_waiting (p_user_id text)
  returns bigint
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select case
    when reflection.any_deletion_waits() then (
      select count(distinct (s.thread_id, s.message_id))
        from reflection.observations o
        join reflection.observation_sources s on s.observation_id = o.id
       where o.user_id = p_user_id
         and reflection.awaits_deletion(s.thread_id, s.message_id)
    )
    else 0
  end;
$$;
comment on function reflection.deletions_waiting (text) is
  'How many messages that a user''s memory cites are being deleted: memory_version moves with each.';


create or replace function reflection.keeps_sources (p_observation reflection.observations)
  returns boolean
  language sql
  stable
as $$
  select case
    when (p_observation).joined then bool_and(not going.is_so)
    else bool_or(not going.is_so)
  end
    from reflection.observation_sources s
   cross join lateral (select reflection.awaits_deletion(s.thread_id, s.message_id) as is_so) going
   where s.observation_id = (p_observation).id
     and s.user_id = (p_observation).user_id;
$$;
comment on function reflection.keeps_sources (reflection.observations) is
  'Whether what is being deleted leaves an observation with enough sources: one, or all of them where it is joined.';


create or replace function reflection.is_said_by (p_user_id text, p_observation_id bigint)
  returns boolean
  language sql
  stable
as $$
  select exists (
    select
      from reflection.observations o
     where o.user_id = p_user_id
       and o.id = p_observation_id
       and o.stale_at is null
       and (not (select reflection.any_deletion_waits()) or reflection.keeps_sources(o))
  );
$$;
comment on function reflection.is_said_by (text, bigint) is
  'Whether an observation can speak for its duplicates: it is not stale, and has a source that is not being deleted. Dropped or superseded, it takes them with it.';


create or replace function reflection.live_observations (p_user_id text)
  returns setof reflection.observations
  language sql
  stable
as $$
  select o.*
    from reflection.observations o
   where o.user_id = p_user_id
     and o.dropped_at is null
     and o.stale_at is null
     and o.superseded_by is null
     and (o.duplicate_of is null or not reflection.is_said_by(o.user_id, o.duplicate_of))
     and (not (select reflection.any_deletion_waits()) or reflection.keeps_sources(o));
$$;
comment on function reflection.live_observations (text) is
  'A user''s observations that may be shown: not dropped, stale, superseded or said by another, and with a source that is not being deleted.';


-- One that was dropped still speaks for a reflection, which says the same in
-- fewer words. One that was replaced, or edited and not read anew, does not:
-- what rests on nothing else is not shown, and is again when that stands again.
create or replace function reflection.live_reflections (p_user_id text)
  returns setof reflection.reflections
  language sql
  stable
as $$
  select r.*
    from reflection.reflections r
   where r.user_id = p_user_id
     and r.dropped_at is null
     and r.superseded_by is null
     and exists (
       select
         from reflection.reflection_support s
         join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
        where s.reflection_id = r.id
          and s.user_id = p_user_id
          and o.stale_at is null
          and o.superseded_by is null
          and (not (select reflection.any_deletion_waits()) or reflection.keeps_sources(o))
          -- A duplicate goes the way of the one that is shown for it.
          and not exists (
            select
              from reflection.observations first
             where first.user_id = p_user_id
               and first.id = o.duplicate_of
               and first.superseded_by is not null
               and reflection.is_said_by(first.user_id, first.id)
          )
     );
$$;
comment on function reflection.live_reflections (text) is
  'A user''s reflections that may be shown: not dropped or superseded, and resting on an observation that is not stale, superseded or being deleted.';


create or replace function reflection.memory_version (p_user_id text)
  returns bigint
  language sql
  stable
as $$
  select coalesce((select u.memory_version from reflection.users u where u.user_id = p_user_id), 0)
       + reflection.deletions_waiting(p_user_id);
$$;
comment on function reflection.memory_version (text) is
  'Goes up whenever what memory_for returns may have changed: keep the text until then. 0: nothing was ever remembered.';


-- What fits is chosen by relevance, then newness. Of what is low it is what tells
-- most for its length (names, numbers, long words), and half as much for every
-- half year that it lies behind the newest: small things are many, and the last
-- week's are not the best of them. What was chosen is shown in the order of
-- time, so that the newest state is read last.
--
-- The room is counted in bytes, four a token, of the lines as they will stand.
create or replace function reflection.memory_for (p_user_id text, p_max_tokens integer default 4000)
  returns text
  language plpgsql
  stable
as $$
declare
  v_zone text := reflection.user_zone(p_user_id);
  v_left bigint := p_max_tokens * 4::bigint;
  v_reflections bigint[] := '{}';
  v_observations bigint[] := '{}';
  v_days date[] := '{}';
  v_cost integer;
  v_row record;
  v_parts text[] := '{}';
begin
  if p_max_tokens is null or p_max_tokens < 1 then
    raise exception 'memory needs room: p_max_tokens must be at least 1, not %', coalesce(p_max_tokens::text, 'null')
      using errcode = 'invalid_parameter_value';
  end if;
  if not reflection.memory_is_on(p_user_id) then
    return '';
  end if;

  v_left := v_left - octet_length(E'## Reflections\n') - octet_length(E'\n## Observations\n');

  for v_row in
    select r.id, octet_length('#r' || r.id || ' ' || r.content || E'\n') as cost
      from reflection.live_reflections(p_user_id) r
     order by r.created_at desc, r.id desc
  loop
    continue when v_row.cost > v_left;
    v_left := v_left - v_row.cost;
    v_reflections := v_reflections || v_row.id;
  end loop;

  for v_row in
    select o.id,
           octet_length('#' || o.id || ' ' || o.content || E'\n') as cost,
           (o.observed_at at time zone v_zone)::date as day
      from (
        select live.*, max(live.observed_at) over () - live.observed_at as age
          from reflection.live_observations(p_user_id) live
      ) o
     order by case o.relevance when 'critical' then 3 when 'high' then 2 when 'medium' then 1 else 0 end desc,
              case when o.relevance = 'low' then
                (1 + 2 * regexp_count(o.content, '(?<=[[:lower:],] )[[:upper:]]|[0-9]+|"') + regexp_count(o.content, '\w{7,}'))
                / (30 + char_length(o.content))::double precision
                * power(0.5::double precision, least(extract(epoch from o.age) / (180 * 86400), 1000)::double precision)
              end desc,
              o.observed_at desc, o.id desc
  loop
    v_cost := v_row.cost;
    if v_row.day <> all (v_days) then
      v_cost := v_cost + octet_length(E'### 2026-11-30\n');
    end if;
    continue when v_cost > v_left;
    v_left := v_left - v_cost;
    v_observations := v_observations || v_row.id;
    v_days := v_days || v_row.day;
  end loop;

  if v_reflections <> '{}' then
    v_parts := v_parts || (
      select E'## Reflections\n' || string_agg('#r' || r.id || ' ' || r.content, E'\n' order by r.created_at, r.id)
        from reflection.reflections r
       where r.id = any (v_reflections)
    );
  end if;
  if v_observations <> '{}' then
    v_parts := v_parts || (
      select E'## Observations\n' || string_agg(day.lines, E'\n' order by day.day)
        from (
          select (o.observed_at at time zone v_zone)::date as day,
                 '### ' || to_char((o.observed_at at time zone v_zone)::date, 'YYYY-MM-DD') || E'\n'
                   || string_agg('#' || o.id || ' ' || o.content, E'\n' order by o.observed_at, o.id) as lines
            from reflection.observations o
           where o.id = any (v_observations)
           group by 1
        ) day
    );
  end if;
  return array_to_string(v_parts, E'\n\n');
end
$$;
comment on function reflection.memory_for (text, integer) is
  'A user''s memory as text for a prompt, within p_max_tokens: reflections, then observations under the local dates they were said on, as "#id text", newest last. The same bytes until memory_version changes. Empty when nothing is remembered or memory is off.';
