-- Recall: from a line of memory to the messages it came from.

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
    text text
  )
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint;
begin
  if p_memory_id !~ '^\s*#?r?[0-9]{1,18}\s*$' or p_memory_id is null then
    raise exception 'no memory id: %', coalesce(left(p_memory_id, 40), 'null')
      using errcode = 'invalid_parameter_value',
            hint = 'Use an id as memory_for shows it: #123 for an observation, #r12 for a reflection.';
  end if;
  v_id := substring(p_memory_id from '[0-9]+')::bigint;

  return query
    with asked as (
      select o.id, false as through_support
        from reflection.observations o
       where p_memory_id !~ 'r'
         and o.id = v_id
       union all
      select s.observation_id, true
        from reflection.reflection_support s
       where p_memory_id ~ 'r'
         and s.reflection_id = v_id
    )
    select '#' || o.id,
           o.content,
           case
             when o.stale_at is not null then 'stale: a source was edited since'
             when o.superseded_by is not null then 'superseded by #' || o.superseded_by
             when o.dropped_at is not null then 'dropped: ' || o.drop_reason
             when o.duplicate_of is not null then 'says the same as #' || o.duplicate_of
             else 'active'
           end,
           s.thread_id,
           s.message_id,
           case
             when m.message_id is null then 'deleted'
             when reflection.message_hash(m.role, m.content) <> s.content_hash then 'edited since'
             else 'as observed'
           end,
           m.role,
           coalesce(t.counted_at, m.created_at),
           m.content
      from asked
      join reflection.observations o
        on o.id = asked.id
       and exists (
         select from reflection.observation_sources standing
          where standing.observation_id = o.id
            and not reflection.awaits_deletion(standing.thread_id, standing.message_id)
       )
      join reflection.observation_sources s on s.observation_id = o.id
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
  'The messages behind a memory, word for word: #123 an observation, #r12 a reflection through the observations it rests on. One row a source; no row: no such memory.';
