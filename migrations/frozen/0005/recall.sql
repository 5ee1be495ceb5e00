-- Recall: from a line of memory to the messages it came from.

create or replace function reflection.memory_number (p_memory_id text)
  returns bigint
  language plpgsql
  immutable
as $$
begin
  if p_memory_id !~ '^\s*#?r?[0-9]{1,18}\s*$' or p_memory_id is null then
    raise exception 'no memory id: %', coalesce(left(p_memory_id, 40), 'null')
      using errcode = 'invalid_parameter_value',
            hint = 'Use an id as memory_for shows it: #123 for an observation, #r12 for a reflection.';
  end if;
  return substring(p_memory_id from '[0-9]+')::bigint;
end
$$;
comment on function reflection.memory_number (text) is
  'The number in a memory id as memory_for shows it: #123 an observation''s, #r12 a reflection''s. Anything else is refused.';


create or replace function reflection.user_of_memory (p_memory_id text)
  returns text
  language sql
  stable
as $$
  select o.user_id
    from reflection.observations o
   where p_memory_id !~ 'r'
     and o.id = reflection.memory_number(p_memory_id)
   union all
  select r.user_id
    from reflection.reflections r
   where p_memory_id ~ 'r'
     and r.id = reflection.memory_number(p_memory_id);
$$;
comment on function reflection.user_of_memory (text) is 'Whose a memory is; null if there is none of this id.';


create or replace function reflection.observation_state (p_observation reflection.observations)
  returns text
  language sql
  stable
as $$
  select case
    when (p_observation).stale_at is not null then 'stale: a source was edited since'
    when (p_observation).superseded_by is not null then 'superseded by #' || (p_observation).superseded_by
    when (p_observation).dropped_at is not null then 'dropped: ' || (p_observation).drop_reason
    when (p_observation).duplicate_of is not null then 'says the same as #' || (p_observation).duplicate_of
    else 'active'
  end;
$$;
comment on function reflection.observation_state (reflection.observations) is
  'Whether an observation is shown, and if not, why, in words.';


create or replace function reflection.observation_state_now (p_observation reflection.observations, p_hidden bigint[])
  returns text
  language sql
  stable
as $$
  select case
    when said.state = 'active' and (p_observation).id = any (p_hidden) then
      'hidden: a message that it cites is being changed, and the next drain settles it'
    else said.state
  end
    from (values (reflection.observation_state(p_observation))) said (state);
$$;
comment on function reflection.observation_state_now (reflection.observations, bigint[]) is
  'observation_state, with what the fold has not seen: p_hidden is what hidden_by_changes says of its user.';


create or replace function reflection.reflection_state (p_reflection reflection.reflections)
  returns text
  language sql
  stable
as $$
  select case
    when (p_reflection).superseded_by is not null then 'superseded by #r' || (p_reflection).superseded_by
    when (p_reflection).dropped_at is not null then 'dropped'
    when exists (
      select from reflection.live_reflections((p_reflection).user_id) live where live.id = (p_reflection).id
    ) then 'active'
    else 'hidden: all that it rests on is stale or superseded'
  end;
$$;
comment on function reflection.reflection_state (reflection.reflections) is
  'Whether a reflection is shown, and if not, why, in words.';


create or replace function reflection.stands_somewhere (p_observation_id bigint)
  returns boolean
  language sql
  stable
as $$
  select exists (
    select
      from reflection.observation_sources s
     cross join lateral (
       select reflection.source_state(s.thread_id, s.message_id, s.content_hash) = 'gone' as so
     ) gone
     where s.observation_id = p_observation_id
     group by s.saying_id
    having not bool_and(gone.so)
       and not bool_or(gone.so and s.needed)
  );
$$;
comment on function reflection.stands_somewhere (bigint) is
  'Whether what an observation cannot be without is still there: of what the fold will delete, nothing is told any more.';


create or replace function reflection.recall (p_memory_id text)
  returns table (
    memory_id text,
    content text,
    state text,
    thread_id text,
    message_id text,
    message_state text,
    role text,
    said_at timestamptz,
    text text,
    reflection text,
    reflection_state text
  )
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint := reflection.memory_number(p_memory_id);
  v_hidden bigint[] := reflection.hidden_by_changes(reflection.user_of_memory(p_memory_id));
begin
  return query
    with asked as (
      select o.id, null::text as reflection, null::text as reflection_state
        from reflection.observations o
       where p_memory_id !~ 'r'
         and o.id = v_id
       union all
      select distinct s.observation_id, r.content, reflection.reflection_state(r)
        from reflection.reflections r
        join reflection.reflection_support s on s.reflection_id = r.id
       where p_memory_id ~ 'r'
         and r.id = v_id
    )
    select '#' || o.id,
           o.content,
           reflection.observation_state_now(o, v_hidden),
           s.thread_id,
           s.message_id,
           case
             when m.message_id is null then 'deleted'
             when reflection.message_hash(m.role, m.content) = any (s.content_hashes) then 'as observed'
             else 'edited since'
           end,
           m.role,
           coalesce(t.counted_at, m.created_at),
           m.content,
           asked.reflection,
           asked.reflection_state
      from asked
      join reflection.observations o
        on o.id = asked.id
       and reflection.stands_somewhere(o.id)
      join (
        -- What says something else by now is no source, unless nothing else is left.
        select cited.observation_id, cited.thread_id, cited.message_id, array_agg(cited.content_hash) as content_hashes
          from (
            select every.*, c.content_hash <> every.content_hash as is_past,
                   bool_and(c.content_hash <> every.content_hash) over (partition by every.observation_id) as all_past
              from reflection.observation_sources every
              left join reflection.coverage c
                on c.thread_id = every.thread_id and c.message_id = every.message_id and c.current
             where every.observation_id in (select asked.id from asked)
          ) cited
         where cited.is_past is not true
            or cited.all_past
         group by 1, 2, 3
      ) s on s.observation_id = o.id
      left join lateral (
        select found.*
          from reflection.source_messages(s.thread_id) found
         where found.message_id = s.message_id
      ) m on true
      left join reflection.message_times t
        on t.thread_id = s.thread_id and t.message_id = s.message_id
     order by o.observed_at, o.id, 8, s.message_id;
end
$$;
comment on function reflection.recall (text) is
  'The messages behind a memory, word for word: #123 an observation, #r12 a reflection through the observations it rests on, with what it says itself and its state beside each. One row a source; no row: no such memory.';
