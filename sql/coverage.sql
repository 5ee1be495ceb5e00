-- Coverage: what became of each message, and why there is no memory of something.
--
-- Of any message one of three things is true: it was read at the text it has
-- now, it is passed over for a reason, or it is owed. For operators: these read
-- every user's threads, and tell ids and reasons but no text.

create or replace function reflection.why_owed (p_thread_id text)
  returns text
  language sql
  stable
as $$
  select case
    when t.hidden then 'the thread is hidden'
    when not reflection.memory_is_on(t.user_id) then 'its user switched memory off'
    when d.claim_id is not null then
      format('what claim %s would remember waits to be looked at: reflection-worker shadow show %s', d.claim_id, d.claim_id)
    -- What is owed makes a thread due, as soon as the fold has met it.
    when q.eligible_at is null and coalesce(q.state, 'waiting') in ('waiting', 'reflected') then
      'the next drain takes it in'
    else 'its thread is ' || q.state || ': ' || q.why
  end
    from reflection.source_thread(p_thread_id) t
    left join reflection.shadows d on d.thread_id = p_thread_id
    left join reflection.queue q on q.thread_id = p_thread_id;
$$;
comment on function reflection.why_owed (text) is
  'Why what a thread owes was not read yet, in words: hidden, memory off, a shadow that waits, or how the thread stands in the view queue.';


create or replace function reflection.erased_at (p_thread_id text, p_message_id text)
  returns timestamptz
  language sql
  stable
as $$
  -- Each by its own index: there may be many tombstones.
  select greatest(
    (select e.made_at from reflection.tombstones e
      where e.kind in ('thread', 'message') and e.thread_id = p_thread_id and coalesce(e.message_id, '') = p_message_id),
    (select e.made_at from reflection.tombstones e
      where e.kind in ('thread', 'message') and e.thread_id = p_thread_id and coalesce(e.message_id, '') = ''),
    (select e.made_at from reflection.tombstones e
      where e.kind = 'user' and e.user_id = (select t.user_id from reflection.source_thread(p_thread_id) t))
  );
$$;
comment on function reflection.erased_at (text, text) is
  'When a message, its thread or its user was last erased; null if never. It is there all the same in an attached source, or when it was said again.';


create or replace view reflection.coverage_report as
  select every.thread_id,
         m.message_id,
         m.ordinal,
         m.role,
         m.at as said_at,
         stand.state,
         case
           when erased.made_at >= m.at then
             format('erased on %s: what was said before is not read again', to_char(erased.made_at at time zone 'UTC', 'YYYY-MM-DD'))
           when stand.state = 'skipped' and m.content_hash is null then 'incomplete or blank'
           when stand.state = 'skipped' then m.skipped
           when stand.state = 'pending' then
             case
               when m.content_hash is not null
                 or exists (
                   select from reflection.coverage earlier
                    where earlier.thread_id = every.thread_id
                      and earlier.message_id = m.message_id
                 ) then 'edited since it was read; '
               else 'not read yet; '
             end
             || case
                  when (m.ordinal <= m.terminal_ordinal) is not true then
                    'a thread is read up to the last word of the user or the assistant, and this comes after it'
                  else coalesce(reflection.why_owed(every.thread_id), 'its thread is gone')
                end
           else coalesce(
             (
               select 'cited by ' || string_agg(
                        '#' || o.id || case said.state when 'active' then '' else ' (' || said.state || ')' end,
                        ', ' order by o.id)
                 from (
                   select distinct s.user_id, s.observation_id
                     from reflection.observation_sources s
                    where s.thread_id = every.thread_id
                      and s.message_id = m.message_id
                      and s.content_hash = m.content_hash
                 ) cited
                 join reflection.observations o on o.user_id = cited.user_id and o.id = cited.observation_id
                cross join lateral (select reflection.observation_state(o) as state) said
             ),
             'read; nothing to keep'
           )
         end as why,
         m.covered_at,
         m.claim_id
    from reflection.source_thread_ids() every
   cross join lateral (
     -- Joined thread by thread: over all of them the planner would look by message alone.
     select t.*, max(t.ordinal) filter (where t.may_end) over () as terminal_ordinal,
            c.content_hash, c.skipped, c.covered_at, c.claim_id
       from reflection.transcript(every.thread_id) t
       left join reflection.coverage c
         on c.thread_id = every.thread_id and c.message_id = t.message_id and c.current
   ) m
   cross join lateral (
     select case when m.content_hash is null then reflection.erased_at(every.thread_id, m.message_id) end as made_at
   ) erased
   cross join lateral (
     select case
       when erased.made_at >= m.at then 'skipped'
       when m.content_hash is null and not m.counts then 'skipped'
       when m.content_hash is null then 'pending'
       -- Edited, and the fold has yet to see it: looked up only for what was changed.
       when (select reflection.any_change_waits())
        and exists (
          select from reflection.arrivals a
           where a.kind = 'changed'
             and a.thread_id = every.thread_id
             and a.message_id = m.message_id
        )
        and reflection.source_state(every.thread_id, m.message_id, m.content_hash) = 'changed' then 'pending'
       when m.skipped is not null then 'skipped'
       else 'covered'
     end as state
   ) stand;
comment on view reflection.coverage_report is
  'Each message: covered (and what cites it, with what became of that), skipped (with the reason) or pending (with what it waits for). Why is there no memory of something? select * from reflection.coverage_report where thread_id = ''...'' order by ordinal; or, by words: reflection.why_no_memory.';


create or replace function reflection.memory_with (p_user_id text, p_words text, p_max_tokens integer)
  returns table (memory_id text, at timestamptz, shown boolean, why text)
  language plpgsql
  stable
as $$
declare
  v_on boolean := reflection.memory_is_on(p_user_id);
  v_rendered text := E'\n' || reflection.memory_for(p_user_id, p_max_tokens);
begin
  return query
    with live as materialized (
      select '#' || o.id as memory_id from reflection.live_observations(p_user_id) o
       union all
      select '#r' || r.id from reflection.live_reflections(p_user_id) r
    ),
    held as (
      select '#' || o.id as memory_id, o.observed_at as at, reflection.observation_state(o) as state
        from reflection.observations o
       where o.user_id = p_user_id
         and position(lower(p_words) in lower(o.content)) > 0
       union all
      select '#r' || r.id, r.created_at, reflection.reflection_state(r)
        from reflection.reflections r
       where r.user_id = p_user_id
         and position(lower(p_words) in lower(r.content)) > 0
    )
    select held.memory_id, held.at, rendered.so,
           case
             when rendered.so then format('it is in memory: reflection-worker recall %s', ltrim(held.memory_id, '#'))
             when held.state <> 'active' then held.state
             when not v_on then 'its user switched memory off'
             when held.memory_id not in (select live.memory_id from live) then 'a message that it cites is being changed: the next drain settles it'
             else format('%s tokens of memory have no room for it', p_max_tokens)
           end
      from held
     cross join lateral (select position(E'\n' || held.memory_id || ' ' in v_rendered) > 0 as so) rendered;
end
$$;
comment on function reflection.memory_with (text, text, integer) is
  'A user''s observations and reflections that hold these words, whether memory_for shows each, and if not, why.';


create or replace function reflection.messages_with (p_user_id text, p_words text)
  returns table (thread_id text, message_id text)
  language sql
  stable
as $$
  select t.thread_id, m.message_id
    from reflection.source_user_threads(p_user_id) t
   cross join lateral reflection.source_messages(t.thread_id) m
   where position(lower(p_words) in lower(m.content)) > 0
   union
  select s.thread_id, s.message_id
    from reflection.observations o
    join reflection.observation_sources s on s.user_id = o.user_id and s.observation_id = o.id
   where o.user_id = p_user_id
     and position(lower(p_words) in lower(o.content)) > 0;
$$;
comment on function reflection.messages_with (text, text) is
  'Messages of a user''s threads that hold these words, and those cited by an observation that does.';


create or replace function reflection.why_no_memory (
  p_user_id text,
  p_words text,
  p_max_tokens integer default 4000,
  p_limit integer default 100
)
  returns table (
    about text,
    memory_id text,
    thread_id text,
    message_id text,
    role text,
    said_at timestamptz,
    state text,
    why text
  )
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set jit = off
as $$
declare
  v_threads bigint := (select count(*) from reflection.source_user_threads(p_user_id));
  v_erased timestamptz := (select t.made_at from reflection.tombstones t where t.kind = 'user' and t.user_id = p_user_id);
  v_forgotten bigint := (select count(*) from reflection.tombstones t where t.kind = 'memory' and t.user_id = p_user_id);
  v_in text[];
  v_messages text[];
  v_found bigint;
begin
  if reflection.is_blank(p_words) then
    raise exception 'no words to look for'
      using errcode = 'invalid_parameter_value',
            hint = 'Give words as they were said: select * from reflection.why_no_memory(''ann'', ''green tea'');';
  end if;
  if p_limit is null or p_limit < 1 then
    raise exception 'at least one message must be asked for, not %', coalesce(p_limit::text, 'null')
      using errcode = 'invalid_parameter_value';
  end if;

  if v_erased is not null then
    return query
      select 'user', null::text, null::text, null::text, null::text, v_erased, 'erased',
             'everything of the user was erased then: what was said before is not read again';
  end if;
  if v_threads = 0
     and not exists (select from reflection.source_user(p_user_id))
     and not exists (select from reflection.users u where u.user_id = p_user_id)
  then
    return query
      select 'user', null::text, null::text, null::text, null::text, null::timestamptz, 'unknown',
             'there is no such user: nobody of this id has a profile, a thread or memory'
       where v_erased is null;
    return;
  end if;
  if not reflection.memory_is_on(p_user_id) then
    return query
      select 'user', null::text, null::text, null::text, null::text, null::timestamptz, 'memory off',
             'the user switched memory off: nothing is read, and nothing shown of what was remembered';
  end if;
  if v_forgotten > 0 then
    return query
      select 'user', null::text, null::text, null::text, null::text, null::timestamptz, 'forgotten',
             format('%s of the user''s memories were forgotten on request, and are not remembered again', v_forgotten);
  end if;

  return query
    select 'memory', held.memory_id, null::text, null::text, null::text, held.at,
           case when held.shown then 'shown' else 'not shown' end, held.why
      from reflection.memory_with(p_user_id, p_words, p_max_tokens) held
     order by held.shown desc, held.at desc, held.memory_id;

  select coalesce(array_agg(w.thread_id), '{}'), coalesce(array_agg(w.message_id), '{}')
    into v_in, v_messages
    from reflection.messages_with(p_user_id, p_words) w;
  v_found := cardinality(v_messages);
  return query
    select 'thread', null::text, t.thread_id, null::text, null::text, null::timestamptz, 'hidden',
           'the thread is hidden: what is said there is not read'
      from (select distinct hit.id from unnest(v_in) hit (id)) one
     cross join lateral reflection.source_thread(one.id) t
     where t.hidden
     order by t.thread_id;
  return query
    select 'message', null::text, r.thread_id, r.message_id, r.role, r.said_at, r.state, r.why
      from (select distinct hit.id from unnest(v_in) hit (id)) one
      -- Thread by thread, so that no other user's are looked at.
     cross join lateral (
       select * from reflection.coverage_report report where report.thread_id = one.id offset 0
     ) r
      join unnest(v_in, v_messages) hit (thread_id, message_id)
        on hit.thread_id = r.thread_id and hit.message_id = r.message_id
     order by r.said_at desc, r.thread_id, r.ordinal desc
     limit p_limit;

  if v_found = 0 then
    return query
      select 'words', null::text, null::text, null::text, null::text, null::timestamptz, 'not said',
             format('no message of the user''s %s has these words: they were not said there, or were deleted since',
                    case v_threads when 1 then 'thread' else v_threads || ' threads' end);
  elsif v_found > p_limit then
    return query
      select 'words', null::text, null::text, null::text, null::text, null::timestamptz, 'cut',
             format('only the newest %s of %s messages are listed', p_limit, v_found);
  end if;
end
$$;
comment on function reflection.why_no_memory (text, text, integer, integer) is
  'Why is there no memory of something? What a user''s memory holds with these words (any case, as they were said) and whether it is shown in p_max_tokens, then the newest p_limit messages that have them, each with what became of it. Never no row: an unknown user, memory that is off, a hidden thread and words that nobody said have a row of their own. Tells no text.';
