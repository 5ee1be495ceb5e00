-- Reading memory: what the chat product puts into its prompt.
--
-- These run with the rights of who asks, so that row security decides whose
-- memory a reader sees. What they need to know of the source they ask of
-- small functions that run as the owner and tell no text. The inbox may be long
-- between two folds, so they look nowhere but into its index of changes.

create or replace function reflection.any_change_waits ()
  returns boolean
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
as $$
  select exists (
    select from reflection.arrivals a where a.kind in ('deleted', 'changed', 'thread', 'recheck', 'recheck_after')
  );
$$;
comment on function reflection.any_change_waits () is
  'Whether it is worth asking what of a memory is being changed.';


create or replace function reflection.threads_in_change (p_user_id text)
  returns text[]
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
as $$
  select coalesce(array_agg(cited.thread_id), '{}')
    from (select distinct s.thread_id from reflection.observation_sources s where s.user_id = p_user_id) cited
   where exists (
     select
       from reflection.arrivals a
      where a.kind in ('deleted', 'changed', 'thread', 'recheck', 'recheck_after')
        and a.thread_id = cited.thread_id
   )
   or exists (
     select
       from reflection.arrivals a
      where a.kind in ('recheck', 'recheck_after')
        and (a.kind = 'recheck_after' or a.thread_id is null)
   );
$$;
comment on function reflection.threads_in_change (text) is
  'Threads that a user''s memory cites and of which the fold has not yet seen everything.';


create or replace function reflection.source_state (p_thread_id text, p_message_id text, p_content_hash text)
  returns text
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select case
    when now.content_hash is null then 'gone'
    when c.content_hash is null then 'pending'
    when now.content_hash <> c.content_hash then 'changed'
    when c.content_hash <> p_content_hash then 'past'
    else 'sound'
  end
    from (values (true)) one
    left join lateral (
      select reflection.message_hash(m.role, m.content) as content_hash
        from reflection.source_thread(p_thread_id) t
       cross join lateral reflection.source_messages(t.thread_id) m
       where m.message_id = p_message_id
         and m.complete
         and not reflection.is_blank(m.content)
    ) now on true
    left join reflection.coverage c
      on c.thread_id = p_thread_id and c.message_id = p_message_id and c.current;
$$;
comment on function reflection.source_state (text, text, text) is
  'What has become of a cited message, also before the fold has seen it: sound, past (it says something else, which was read), pending (which was not), changed (nor seen by the fold), gone.';


-- What waits is told by its own number, not counted: an edit that is taken back
-- before the fold, and then another, must not come to the same. What the product
-- merely touched is no change.
create or replace function reflection.changes_waiting (p_user_id text)
  returns bigint
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
  set enable_seqscan = off
as $$
  with waiting as (
    select distinct s.thread_id || ' ' || s.message_id || ' ' || now.state as told
      from reflection.observation_sources s
     cross join lateral (select reflection.source_state(s.thread_id, s.message_id, s.content_hash) as state) now
     where reflection.any_change_waits()
       and s.user_id = p_user_id
       and s.thread_id = any ((select reflection.threads_in_change(p_user_id))::text[])
       and now.state in ('gone', 'changed')
     union all
    select distinct reflection.user_zone(p_user_id)
      from reflection.arrivals a
     where a.kind = 'user'
       and a.user_id = p_user_id
  )
  select case
    when count(*) = 0 then 0
    else 1 + mod(hashtextextended(string_agg(waiting.told, ',' order by waiting.told), 0) & 9223372036854775807, 999999)
  end
    from waiting;
$$;
comment on function reflection.changes_waiting (text) is
  'What of a user''s memory is being changed and the fold has not seen (messages edited or gone, the zone), as a number from 1 to 999,999; 0: nothing.';


create or replace function reflection.keeps_sources (p_observation reflection.observations)
  returns boolean
  language sql
  stable
as $$
  select bool_or(saying.stands) and not bool_or(saying.is_open)
    from (
      select bool_and(now.state = 'sound' or not s.needed) and bool_or(now.state = 'sound') as stands,
             bool_or(now.state in ('changed', 'pending')) as is_open
        from reflection.observation_sources s
       cross join lateral (select reflection.source_state(s.thread_id, s.message_id, s.content_hash) as state) now
       where s.observation_id = (p_observation).id
         and s.user_id = (p_observation).user_id
       group by s.saying_id
    ) saying;
$$;
comment on function reflection.keeps_sources (reflection.observations) is
  'Whether what is being changed leaves an observation as it was: somebody still says it, and no message that it cites was edited.';


create or replace function reflection.hidden_by_changes (p_user_id text)
  returns bigint[]
  language plpgsql
  stable
as $$
declare
  v_threads text[];
begin
  if not reflection.any_change_waits() then
    return '{}';
  end if;
  v_threads := reflection.threads_in_change(p_user_id);
  return array(
    select o.id
      from reflection.observations o
     where o.user_id = p_user_id
       and o.id in (
         select s.observation_id
           from reflection.observation_sources s
          where s.user_id = p_user_id
            and s.thread_id = any (v_threads)
       )
       and not reflection.keeps_sources(o)
  );
end
$$;
comment on function reflection.hidden_by_changes (text) is
  'A user''s observations that are not to be shown any more, though the fold has not followed yet: messages that they cite were edited or deleted.';


create or replace function reflection.live_observations (p_user_id text)
  returns setof reflection.observations
  language plpgsql
  stable
as $$
declare
  v_hidden bigint[] := reflection.hidden_by_changes(p_user_id);
begin
  return query
    select o.*
      from reflection.observations o
     where o.user_id = p_user_id
       and o.dropped_at is null
       and o.stale_at is null
       and o.superseded_by is null
       -- Where the one that spoke for several is hidden, the next of them speaks.
       and (o.duplicate_of is null
            or o.id in (
              select min(next.id)
                from reflection.observations next
               where next.user_id = p_user_id
                 and next.duplicate_of = any (v_hidden)
                 and next.dropped_at is null
                 and next.stale_at is null
                 and next.superseded_by is null
                 and next.id <> all (v_hidden)
               group by next.duplicate_of
            ))
       and o.id <> all (v_hidden);
end
$$;
comment on function reflection.live_observations (text) is
  'A user''s observations that may be shown: not dropped, stale, superseded or said by another, and with no source that is being changed.';


-- One that was dropped still speaks for a reflection, which says the same in
-- fewer words. One that was replaced, or edited and not read anew, does not:
-- what rests on nothing else is not shown, and is again when that stands again.
create or replace function reflection.live_reflections (p_user_id text)
  returns setof reflection.reflections
  language plpgsql
  stable
as $$
declare
  v_hidden bigint[] := reflection.hidden_by_changes(p_user_id);
begin
  return query
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
            and o.id <> all (v_hidden)
       );
end
$$;
comment on function reflection.live_reflections (text) is
  'A user''s reflections that may be shown: not dropped or superseded, and resting on an observation that is not stale, superseded or being changed.';


-- A later writing may repeat what an earlier one said: the fold works out what
-- is left of a note of which one is hidden.
create or replace function reflection.live_notes (p_user_id text)
  returns setof reflection.notes
  language plpgsql
  stable
as $$
declare
  v_hidden bigint[] := reflection.hidden_by_changes(p_user_id);
begin
  return query
    select n.*
      from reflection.notes n
     where n.user_id = p_user_id
       and (v_hidden = '{}' or n.slug not in (
         select w.slug
           from reflection.holding_writings(p_user_id) w
          where w.entry not in (select shown.entry from reflection.holding_writings(p_user_id, v_hidden) shown)
       ));
end
$$;
comment on function reflection.live_notes (text) is
  'A user''s notes that may be shown: none that was written of what is being changed, and of nothing else.';


create or replace function reflection.memory_version (p_user_id text)
  returns bigint
  language sql
  stable
as $$
  select coalesce((
    select u.memory_version * 1000000 + reflection.changes_waiting(p_user_id)
      from reflection.users u
     where u.user_id = p_user_id
       and reflection.memory_is_on(p_user_id)
  ), 0);
$$;
comment on function reflection.memory_version (text) is
  'Moves whenever what memory_for returns may have changed: keep the text while it stays. 0: there is nothing to show, because nothing was ever remembered or memory is off.';
