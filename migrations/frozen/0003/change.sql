-- Memory follows its sources: what an edit or a delete of a message takes with it.
--
-- Everything that writes a user's memory first locks the user's row through
-- touch_memory, so that two writers never judge the same rows at once.

create or replace function reflection.touch_memory (p_user_id text)
  returns void
  language sql
as $$
  insert into reflection.users as u (user_id, memory_version, changed_at)
  values (p_user_id, 1, clock_timestamp())
  on conflict (user_id) do update
     set memory_version = u.memory_version + 1,
         changed_at = excluded.changed_at;
$$;
comment on function reflection.touch_memory (text) is
  'Says that a user''s memory changes, and holds the user''s row until the transaction ends.';


create or replace function reflection.remove_sources (p_thread_id text, p_message_ids text[])
  returns void
  language plpgsql
as $$
declare
  v_user_id text;
  v_observations bigint[];
  v_reflections bigint[];
  v_messages integer;
begin
  delete from reflection.coverage
   where thread_id = p_thread_id
     and message_id = any (p_message_ids);
  delete from reflection.message_times
   where thread_id = p_thread_id
     and message_id = any (p_message_ids);

  for v_user_id in
    select distinct s.user_id
      from reflection.observation_sources s
     where s.thread_id = p_thread_id
       and s.message_id = any (p_message_ids)
     order by s.user_id
  loop
    perform reflection.touch_memory(v_user_id);

    with removed as (
      delete from reflection.observation_sources
       where user_id = v_user_id
         and thread_id = p_thread_id
         and message_id = any (p_message_ids)
      returning observation_id, message_id
    )
    select array_agg(distinct observation_id), count(distinct message_id)
      into v_observations, v_messages
      from removed;
    -- As many as memory_version counted while they waited, so that it does not go back.
    update reflection.users
       set memory_version = memory_version + v_messages - 1
     where user_id = v_user_id;

    select array_agg(distinct s.reflection_id) into v_reflections
      from reflection.reflection_support s
     where s.user_id = v_user_id
       and s.observation_id = any (v_observations);

    -- What these had superseded is restored by the foreign key: it sets null.
    delete from reflection.observations o
     where o.user_id = v_user_id
       and o.id = any (v_observations)
       and (o.joined or not exists (select from reflection.observation_sources s where s.observation_id = o.id));

    update reflection.observations o
       set thread_id = (select min(s.thread_id) from reflection.observation_sources s where s.observation_id = o.id)
     where o.user_id = v_user_id
       and o.id = any (v_observations)
       and not exists (
         select from reflection.observation_sources s
          where s.observation_id = o.id and s.thread_id = o.thread_id
       );

    delete from reflection.reflections r
     where r.user_id = v_user_id
       and r.id = any (v_reflections)
       and not exists (select from reflection.reflection_support s where s.reflection_id = r.id);
    perform reflection.restore_reflections(v_user_id, v_reflections);
  end loop;
end
$$;
comment on function reflection.remove_sources (text, text[]) is
  'These messages are gone: an observation left without a source goes, then a reflection left without support, and what they had superseded is restored.';


create or replace function reflection.mark_stale (p_thread_id text, p_message_ids text[])
  returns void
  language plpgsql
as $$
declare
  v_user_id text;
begin
  delete from reflection.coverage
   where thread_id = p_thread_id
     and message_id = any (p_message_ids);

  for v_user_id in
    select distinct s.user_id
      from reflection.observation_sources s
     where s.thread_id = p_thread_id
       and s.message_id = any (p_message_ids)
     order by s.user_id
  loop
    perform reflection.touch_memory(v_user_id);
    update reflection.observations o
       set stale_at = clock_timestamp()
      from reflection.observation_sources s
     where s.thread_id = p_thread_id
       and s.message_id = any (p_message_ids)
       and s.user_id = v_user_id
       and o.user_id = v_user_id
       and o.id = s.observation_id
       and o.stale_at is null;
  end loop;
end
$$;
comment on function reflection.mark_stale (text, text[]) is
  'These messages were edited: what cites them is not rendered until they have been reflected anew, and they are owed again.';


create or replace function reflection.changed_sources (p_arrivals reflection.arrivals[])
  returns table (thread_id text, gone text[], changed text[])
  language sql
  stable
as $$
  with named as (
    select a.thread_id, a.message_id
      from unnest(p_arrivals) a
     where a.message_id is not null
     union
    select c.thread_id, c.message_id
      from unnest(p_arrivals) a
      join reflection.coverage c on c.thread_id = a.thread_id
     where a.kind = 'recheck'
     union
    -- An edit ends coverage; what cites the message must still go when it goes.
    select s.thread_id, s.message_id
      from unnest(p_arrivals) a
      join reflection.observation_sources s on s.thread_id = a.thread_id
     where a.kind = 'recheck'
  )
  select named.thread_id,
         coalesce(array_agg(named.message_id) filter (where now.content_hash is null), '{}'),
         coalesce(array_agg(named.message_id) filter (where now.content_hash is not null), '{}')
    from named
    left join reflection.coverage c
      on c.thread_id = named.thread_id and c.message_id = named.message_id
    left join lateral (
      select reflection.message_hash(m.role, m.content) as content_hash
        from reflection.source_messages(named.thread_id) m
       where m.message_id = named.message_id
         and m.complete
         and not reflection.is_blank(m.content)
    ) now on true
   where now.content_hash is null
      or now.content_hash <> c.content_hash
   group by named.thread_id
   order by named.thread_id;
$$;
comment on function reflection.changed_sources (reflection.arrivals[]) is
  'Covered or cited messages that arrivals name and the source no longer has as they were: gone (deleted, or no longer counting) and changed, by thread. A recheck names all of its thread''s.';


create or replace function reflection.forget_thread (p_thread_id text)
  returns void
  language plpgsql
as $$
begin
  perform reflection.remove_sources(p_thread_id, array(
    select message_id from reflection.coverage where thread_id = p_thread_id
    union
    select message_id from reflection.observation_sources where thread_id = p_thread_id
    union
    select message_id from reflection.message_times where thread_id = p_thread_id
  ));
  delete from reflection.claims where thread_id = p_thread_id;
end
$$;
comment on function reflection.forget_thread (text) is
  'The thread is gone from the source: so is everything that came from it, and its claim. Work in flight on it writes nothing.';


-- What must hold between rows, checked when a transaction ends -------------
--
-- The user's row is locked before looking: of two transactions that each take
-- away one of two last sources, the second then sees what the first did.

create or replace function reflection.check_observation_has_a_source ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint := case tg_table_name when 'observations' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(old) ->> 'observation_id')::bigint end;
  v_user_id text := case tg_table_name when 'observations' then to_jsonb(new) ->> 'user_id' else to_jsonb(old) ->> 'user_id' end;
begin
  perform from reflection.users u where u.user_id = v_user_id for update;
  if exists (
    select from reflection.observations o
     where o.id = v_id
       and not exists (
         select from reflection.observation_sources s
          where s.observation_id = o.id and s.thread_id = o.thread_id
       )
  ) then
    raise exception 'observation % has no source message of its own thread', v_id
      using errcode = 'integrity_constraint_violation',
            hint = 'Write an observation and its sources in one transaction; take sources away through reflection.remove_sources.';
  end if;
  return null;
end
$$;
comment on function reflection.check_observation_has_a_source () is
  'Constraint: an observation has at least one source message of its own thread.';

create or replace function reflection.check_reflection_has_support ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint := case tg_table_name when 'reflections' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(old) ->> 'reflection_id')::bigint end;
  v_user_id text := case tg_table_name when 'reflections' then to_jsonb(new) ->> 'user_id' else to_jsonb(old) ->> 'user_id' end;
begin
  perform from reflection.users u where u.user_id = v_user_id for update;
  if exists (
    select from reflection.reflections r
     where r.id = v_id
       and r.dropped_at is null
       and not exists (select from reflection.reflection_support s where s.reflection_id = r.id)
  ) then
    raise exception 'reflection % has no supporting observation', v_id
      using errcode = 'integrity_constraint_violation',
            hint = 'Write a reflection and its support in one transaction.';
  end if;
  return null;
end
$$;
comment on function reflection.check_reflection_has_support () is
  'Constraint: a live reflection has at least one supporting observation.';

drop trigger if exists an_observation_has_a_source on reflection.observations;
create constraint trigger an_observation_has_a_source
  after insert or update of thread_id on reflection.observations
  deferrable initially deferred
  for each row execute function reflection.check_observation_has_a_source();
comment on trigger an_observation_has_a_source on reflection.observations is
  'An observation has at least one source message of its own thread.';

drop trigger if exists a_source_is_not_the_last on reflection.observation_sources;
create constraint trigger a_source_is_not_the_last
  after delete or update on reflection.observation_sources
  deferrable initially deferred
  for each row execute function reflection.check_observation_has_a_source();
comment on trigger a_source_is_not_the_last on reflection.observation_sources is
  'Taking away the last source of an observation that stays is refused.';

drop trigger if exists a_reflection_has_support on reflection.reflections;
create constraint trigger a_reflection_has_support
  after insert or update of dropped_at on reflection.reflections
  deferrable initially deferred
  for each row execute function reflection.check_reflection_has_support();
comment on trigger a_reflection_has_support on reflection.reflections is
  'A live reflection has at least one supporting observation.';

drop trigger if exists support_is_not_the_last on reflection.reflection_support;
create constraint trigger support_is_not_the_last
  after delete or update on reflection.reflection_support
  deferrable initially deferred
  for each row execute function reflection.check_reflection_has_support();
comment on trigger support_is_not_the_last on reflection.reflection_support is
  'Taking away the last support of a reflection that stays is refused.';
