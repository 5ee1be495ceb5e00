-- Undo: taking back what claims wrote.
--
-- A claim only adds facts, each under its id. Taken away and settled, memory
-- shows what it would had the claim never been. Of the rows that go their ids
-- are kept, without any content, so that what is said again is the same line.

create or replace function reflection.reflected_to (p_thread_id text)
  returns text
  language sql
  stable
as $$
  select m.message_id
    from reflection.transcript(p_thread_id) m
    join reflection.coverage c
      on c.thread_id = p_thread_id and c.message_id = m.message_id and c.current
   where m.may_end
   order by m.ordinal desc
   limit 1;
$$;
comment on function reflection.reflected_to (text) is
  'The last message of a thread that is done with and could have ended a claim.';


create or replace function reflection.owe_again (p_thread_ids text[])
  returns void
  language sql
as $$
  select reflection.refresh_claims(p_thread_ids, '{}');
  -- The attempts of whoever holds one of them at this moment are its own.
  update reflection.claims c
     set attempts = 0,
         refunds = 0,
         attempt_message_id = null,
         attempt_fingerprint = null,
         not_before = null,
         given_up_at = null,
         last_outcome = 'undone',
         last_error = null
   where c.thread_id = any (p_thread_ids)
     and c.claim_id is null;
  update reflection.claims c
     set reflected_at = coalesce(
           (select max(l.ended_at)
              from reflection.claim_log l
             where l.thread_id = c.thread_id
               and l.outcome in ('reflected', 'empty', 'partial')
               and l.undone_at is null),
           (select max(v.covered_at) from reflection.coverage v where v.thread_id = c.thread_id and v.current)),
         reflected_through = reflection.reflected_to(c.thread_id)
   where c.thread_id = any (p_thread_ids);
$$;
comment on function reflection.owe_again (text[]) is
  'What was taken back of these threads is due at once, whatever they failed at before.';


create or replace function reflection.take_back (p_claim_ids uuid[])
  returns jsonb
  language plpgsql
as $$
declare
  v_wrote uuid[];
  v_threads text[];
  v_users text[];
  v_user_id text;
  v_coverage bigint;
  v_receipt jsonb;
  v_concerned jsonb;
begin
  with facts (claim_id, user_id) as materialized (
    select s.claim_id, s.user_id from reflection.sayings s where s.claim_id = any (p_claim_ids)
     union
    select d.claim_id, d.user_id from reflection.drops d where d.claim_id = any (p_claim_ids)
     union
    select l.claim_id, l.user_id from reflection.links l where l.claim_id = any (p_claim_ids)
     union
    select s.claim_id, s.user_id from reflection.reflection_support s where s.claim_id = any (p_claim_ids)
     union
    select w.claim_id, w.user_id from reflection.note_writings w where w.claim_id = any (p_claim_ids)
     union
    select c.claim_id, cited.user_id
      from reflection.coverage c
      left join reflection.observation_sources cited
        on cited.thread_id = c.thread_id and cited.message_id = c.message_id
     where c.claim_id = any (p_claim_ids)
  )
  select array_agg(distinct f.claim_id),
         array_agg(distinct f.user_id order by f.user_id) filter (where f.user_id is not null)
    into v_wrote, v_users
    from facts f;
  if v_wrote is null then
    return '{}';
  end if;
  foreach v_user_id in array coalesce(v_users, '{}') loop
    perform reflection.touch_memory(v_user_id);
  end loop;

  v_threads := array(
    select l.thread_id from reflection.claim_log l where l.claim_id = any (v_wrote)
     union
    select c.thread_id from reflection.coverage c where c.claim_id = any (v_wrote)
     union
    select s.thread_id from reflection.sayings s where s.claim_id = any (v_wrote)
  );
  with going as materialized (
    select * from reflection.observations_only_of(v_wrote)
  ),
  going_too as materialized (
    select * from reflection.reflections_only_of(v_wrote)
  ),
  unwritten as materialized (
    select w.user_id, w.entry
      from reflection.note_writings w
     where w.claim_id = any (v_wrote)
     union
    select s.user_id, s.entry
      from reflection.note_support s
      left join going on going.user_id = s.user_id and going.id = s.observation_id
     where s.user_id = any (v_users)
     group by s.user_id, s.entry
    having bool_and(going.id is not null)
  ),
  kept as (
    insert into reflection.former_ids as f (user_id, kind, content_hash, id)
    select going.user_id, 'observation', going.content_hash, going.id from going
     union all
    select going_too.user_id, 'reflection', going_too.content_hash, going_too.id from going_too
    on conflict (user_id, kind, content_hash) do update
       set id = excluded.id
  )
  select jsonb_build_object(
           'observations', (select count(*) from going),
           'reflections', (select count(*) from going_too),
           'sayings', (select count(*) from reflection.sayings s where s.claim_id = any (v_wrote)),
           'observation_sources', (
             select count(*)
               from reflection.sayings s
               join reflection.observation_sources o on o.user_id = s.user_id and o.saying_id = s.id
              where s.claim_id = any (v_wrote)),
           'links', (select count(*) from reflection.links l where l.claim_id = any (v_wrote)),
           'drops', (
             select count(*)
               from reflection.drops d
              where d.claim_id = any (v_wrote)
                 or exists (select from going where going.user_id = d.user_id and going.id = d.observation_id)),
           'reflection_support', (
             select count(*)
               from reflection.reflection_support s
              where s.claim_id = any (v_wrote)
                 or exists (select from going where going.user_id = s.user_id and going.id = s.observation_id)),
           'note_writings', (select count(*) from unwritten),
           'note_support', (
             select count(*)
               from reflection.note_support s
              where exists (select from unwritten u where u.user_id = s.user_id and u.entry = s.entry)
                 or exists (select from going where going.user_id = s.user_id and going.id = s.observation_id))
         )
    into v_receipt;

  select coalesce(jsonb_object_agg(c.user_id, c.hashes), '{}')
    into v_concerned
    from (
      select found.user_id, jsonb_agg(distinct found.hash) as hashes
        from (
          select o.user_id, o.content_hash as hash
            from reflection.sayings s
            join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
           where s.claim_id = any (v_wrote)
           union
          select o.user_id, o.content_hash
            from reflection.drops d
            join reflection.observations o on o.user_id = d.user_id and o.id = d.observation_id
           where d.claim_id = any (v_wrote)
           union
          select l.user_id, named.hash
            from reflection.links l
           cross join lateral unnest(array[l.newer, l.older]) named (hash)
           where l.claim_id = any (v_wrote)
             and l.kind <> 'replaces reflection'
           union
          select o.user_id, o.content_hash
            from reflection.coverage c
            join reflection.observation_sources s on s.thread_id = c.thread_id and s.message_id = c.message_id
            join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
           where c.claim_id = any (v_wrote)
        ) found
       group by found.user_id
    ) c;

  delete from reflection.drops d where d.claim_id = any (v_wrote);
  delete from reflection.links l where l.claim_id = any (v_wrote);
  delete from reflection.reflection_support s where s.claim_id = any (v_wrote);
  foreach v_user_id in array coalesce(v_users, '{}') loop
    perform reflection.remove_writings(v_user_id, v_wrote);
    perform reflection.remove_sayings(v_user_id, array(
      select s.id from reflection.sayings s where s.user_id = v_user_id and s.claim_id = any (v_wrote)
    ));
  end loop;
  -- What another claim distilled as well is that one's from now on.
  update reflection.reflections r
     set claim_id = (
           select s.claim_id from reflection.reflection_support s where s.reflection_id = r.id order by s.entry limit 1
         )
   where r.user_id = any (v_users)
     and r.claim_id = any (v_wrote);

  -- So is a text that another read as well, as what it said of it shows.
  update reflection.coverage c
     set claim_id = other.claim_id
    from (
      select distinct on (s.thread_id, s.message_id, s.content_hash)
             s.thread_id, s.message_id, s.content_hash, said.claim_id
        from reflection.coverage read
        join reflection.observation_sources s
          on s.thread_id = read.thread_id and s.message_id = read.message_id and s.content_hash = read.content_hash
        join reflection.sayings said on said.user_id = s.user_id and said.id = s.saying_id
       where read.claim_id = any (v_wrote)
       order by s.thread_id, s.message_id, s.content_hash, said.id
    ) other
   where c.thread_id = other.thread_id
     and c.message_id = other.message_id
     and c.content_hash = other.content_hash;
  delete from reflection.coverage c where c.claim_id = any (v_wrote);
  get diagnostics v_coverage = row_count;

  foreach v_user_id in array coalesce(v_users, '{}') loop
    perform reflection.settle_memory(v_user_id, array(
      select jsonb_array_elements_text(coalesce(v_concerned -> v_user_id, '[]'))
    ));
  end loop;
  update reflection.claim_log l set undone_at = clock_timestamp() where l.claim_id = any (v_wrote);
  perform reflection.owe_again(v_threads);
  return v_receipt || jsonb_build_object('coverage', v_coverage);
end
$$;
comment on function reflection.take_back (uuid[]) is
  'Takes away what these claims wrote and returns how much of which table. Only for undo_claims, which has looked whether it may.';


create or replace function reflection.undo_claims (
  p_claim_ids uuid[],
  p_force boolean default false,
  p_dry_run boolean default false
)
  returns table (table_name text, rows bigint)
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_live text;
  v_later record;
  v_receipt jsonb;
begin
  -- In the order in which a commit locks: the thread's row before the user's.
  perform
     from reflection.claims c
    where c.thread_id in (
      select l.thread_id from reflection.claim_log l where l.claim_id = any (p_claim_ids)
       union all
      select v.thread_id from reflection.coverage v where v.claim_id = any (p_claim_ids)
    )
    order by c.thread_id
      for update;
  select c.thread_id into v_live from reflection.claims c where c.claim_id = any (p_claim_ids) limit 1;
  if found then
    raise exception 'thread % is being reflected by this claim', v_live
      using errcode = 'invalid_parameter_value',
            hint = format('Wait for its end, or take it away first: select reflection.release_claim(%L)', v_live);
  end if;
  if p_force is not true then
    select count(*) as items, min(w.built_on) as built_on into v_later from reflection.later_work(p_claim_ids) w;
    if v_later.items > 0 then
      raise exception 'later claims built on it in % way(s): % and so on', v_later.items, v_later.built_on
        using errcode = 'invalid_parameter_value',
              hint = 'See select * from reflection.later_work(...); p_force => true takes it back all the same.';
    end if;
  end if;

  begin
    v_receipt := reflection.take_back(p_claim_ids);
    if p_dry_run then
      raise exception using errcode = 'RWDRY', message = 'a dry run';
    end if;
  exception when sqlstate 'RWDRY' then
    null;  -- all of it was done, and none of it is kept but what it came to
  end;
  return query
    select named.name, (v_receipt ->> named.name)::bigint
      from unnest(array[
        'observations', 'sayings', 'observation_sources', 'links', 'drops', 'reflections', 'reflection_support',
        'note_writings', 'note_support', 'coverage'
      ]) with ordinality named (name, place)
     where (v_receipt ->> named.name)::bigint > 0
     order by named.place;
end
$$;
comment on function reflection.undo_claims (uuid[], boolean, boolean) is
  'Takes back exactly what these claims wrote, restores what it replaced or dropped, and owes their threads again; returns how many rows of which table went. No row: nothing of theirs is there. Refused while one is at work, and when later claims built on it (later_work) unless p_force. p_dry_run: the same answer, and nothing is changed.';
