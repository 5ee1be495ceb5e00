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


create or replace function reflection.remove_sayings (p_user_id text, p_saying_ids bigint[])
  returns text[]
  language plpgsql
as $$
declare
  v_observations bigint[];
  v_hashes text[];
begin
  with removed as (
    delete from reflection.sayings s
     where s.user_id = p_user_id
       and s.id = any (p_saying_ids)
    returning s.observation_id
  )
  select array_agg(distinct o.id), array_agg(distinct o.content_hash)
    into v_observations, v_hashes
    from removed
    join reflection.observations o on o.user_id = p_user_id and o.id = removed.observation_id;

  delete from reflection.observations o
   where o.user_id = p_user_id
     and o.id = any (v_observations)
     and not exists (select from reflection.sayings s where s.user_id = o.user_id and s.observation_id = o.id);
  delete from reflection.reflections r
   where r.user_id = p_user_id
     and not exists (select from reflection.reflection_support s where s.reflection_id = r.id);
  perform reflection.remove_writings(p_user_id);
  return coalesce(v_hashes, '{}');
end
$$;
comment on function reflection.remove_sayings (text, bigint[]) is
  'Takes sayings away, then observations that nobody says, then reflections and writings of notes that rest on nothing. Returns the contents concerned, which are to be settled.';


create or replace function reflection.changed_sources (p_arrivals reflection.arrivals[])
  returns table (thread_id text, message_id text, content_hash text)
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
    select d.thread_id, loaded.id #>> '{}'
      from unnest(p_arrivals) a
      join reflection.shadows d on d.thread_id = a.thread_id
     cross join lateral jsonb_path_query(d.memories, '$[*].coverage[*].message_id') as loaded (id)
     where a.kind = 'recheck'
  )
  select named.thread_id, named.message_id, now.content_hash
    from named
    left join reflection.coverage c
      on c.thread_id = named.thread_id and c.message_id = named.message_id and c.current
    left join lateral (
      select reflection.message_hash(m.role, m.content) as content_hash
        from reflection.source_messages(named.thread_id) m
       where m.message_id = named.message_id
         and m.complete
         and not reflection.is_blank(m.content)
    ) now on true
   where (now.content_hash is null or now.content_hash is distinct from c.content_hash)
     and (
       exists (
         select from reflection.coverage ever
          where ever.thread_id = named.thread_id
            and ever.message_id = named.message_id
       )
       or now.content_hash is null
      and (exists (
             select from reflection.message_times t
              where t.thread_id = named.thread_id
                and t.message_id = named.message_id
           )
           or exists (select from reflection.shadows d where d.thread_id = named.thread_id))
     );
$$;
comment on function reflection.changed_sources (reflection.arrivals[]) is
  'Messages that were ever read, that arrivals name and that no longer are as the fold last saw them: what they say now, or null when they are gone or no longer count. A recheck names all of its thread''s.';


create or replace function reflection.follow_sources (p_thread_id text, p_message_ids text[], p_hashes text[])
  returns void
  language plpgsql
as $$
declare
  v_user_id text;
  v_hashes text[];
  v_gone text[] := array(
    select n.message_id from unnest(p_message_ids, p_hashes) n (message_id, content_hash) where n.content_hash is null
  );
  v_users text[] := array(
    select distinct s.user_id
      from reflection.observation_sources s
     where s.thread_id = p_thread_id
       and s.message_id = any (p_message_ids)
     order by s.user_id
  );
begin
  foreach v_user_id in array v_users loop
    perform reflection.touch_memory(v_user_id);
  end loop;

  delete from reflection.coverage c
   where c.thread_id = p_thread_id
     and c.message_id = any (v_gone);
  delete from reflection.message_times t
   where t.thread_id = p_thread_id
     and t.message_id = any (v_gone);
  -- First none, then one: a message has one present text at any moment.
  update reflection.coverage c
     set current = false
    from unnest(p_message_ids, p_hashes) n (message_id, content_hash)
   where c.thread_id = p_thread_id
     and c.message_id = n.message_id
     and c.content_hash <> n.content_hash
     and c.current;
  update reflection.coverage c
     set current = true
    from unnest(p_message_ids, p_hashes) n (message_id, content_hash)
   where c.thread_id = p_thread_id
     and c.message_id = n.message_id
     and c.content_hash = n.content_hash
     and not c.current;
  -- What was read before there was a search has no terms yet.
  update reflection.coverage c
     set user_id = said.user_id,
         said_at = said.said_at,
         place = said.place,
         terms = said.terms
    from reflection.searchable_messages(p_thread_id, array(
           select bare.message_id
             from reflection.coverage bare
            where bare.thread_id = p_thread_id
              and bare.message_id = any (p_message_ids)
              and bare.current
              and bare.terms is null
         )) said
   where c.thread_id = p_thread_id
     and c.message_id = said.message_id
     and c.content_hash = said.content_hash
     and c.current;
  delete from reflection.shadows d
   where d.thread_id = p_thread_id
     and exists (
       select from jsonb_path_query(d.memories, '$[*].coverage[*].message_id') as loaded (id)
        where loaded.id #>> '{}' = any (v_gone)
     );

  foreach v_user_id in array v_users loop
    v_hashes := array(
      select distinct o.content_hash
        from reflection.observation_sources s
        join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
       where s.user_id = v_user_id
         and s.thread_id = p_thread_id
         and s.message_id = any (p_message_ids)
    );
    if v_gone <> '{}' then
      with removed as (
        delete from reflection.observation_sources s
         where s.user_id = v_user_id
           and s.thread_id = p_thread_id
           and s.message_id = any (v_gone)
        returning s.saying_id, s.needed
      )
      select v_hashes || reflection.remove_sayings(v_user_id, array_agg(fallen.saying_id))
        into v_hashes
        from (
          select removed.saying_id
            from removed
           group by removed.saying_id
          having bool_or(removed.needed)
              or not exists (
                select from reflection.observation_sources s
                 where s.saying_id = removed.saying_id
                   and s.message_id <> all (v_gone)
              )
        ) fallen;
    end if;
    perform reflection.settle_memory(v_user_id, v_hashes);
  end loop;
end
$$;
comment on function reflection.follow_sources (text, text[], text[]) is
  'These messages of a thread say this now, or are gone (null). Of what was edited and not read at this text nothing is shown; what was said by messages that are gone goes, and what rested on it.';


create or replace function reflection.forget_thread (p_thread_id text)
  returns void
  language plpgsql
as $$
declare
  v_messages text[] := array(
    select message_id from reflection.coverage where thread_id = p_thread_id
    union
    select message_id from reflection.observation_sources where thread_id = p_thread_id
    union
    select message_id from reflection.message_times where thread_id = p_thread_id
  );
  v_row record;
begin
  -- A later writing may repeat what was said in it.
  for v_row in
    select s.user_id, array_agg(distinct s.entry) as entries
      from (
        select distinct o.user_id, o.observation_id
          from reflection.observation_sources o
         where o.thread_id = p_thread_id
      ) cited
      join reflection.note_support s on s.user_id = cited.user_id and s.observation_id = cited.observation_id
     where not exists (
       select
         from reflection.sayings said
        where said.user_id = cited.user_id
          and said.observation_id = cited.observation_id
          and said.thread_id <> p_thread_id
     )
     group by s.user_id
     order by s.user_id
  loop
    perform reflection.touch_memory(v_row.user_id);
    perform reflection.erase_writings(v_row.user_id, v_row.entries);
  end loop;
  perform reflection.follow_sources(p_thread_id, v_messages, array_fill(null::text, array[cardinality(v_messages)]));
  delete from reflection.shadows where thread_id = p_thread_id;
  delete from reflection.claims where thread_id = p_thread_id;
end
$$;
comment on function reflection.forget_thread (text) is
  'The thread is gone from the source: so is everything that came from it, what was noted since under the subjects that it spoke of, and its claim. Work in flight on it writes nothing.';
