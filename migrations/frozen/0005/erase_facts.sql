-- Erasure and forgetting: what is taken out of memory so that nothing of it comes back.
--
-- A tombstone without any content is left of it, so that work in flight, or an
-- old export that arrives again, finds out. A model that is at work for the user
-- has read what goes, and may say it in words of its own: its claim is taken
-- away and the thread is due again.

create or replace function reflection.summed (p_receipt jsonb, p_more jsonb)
  returns jsonb
  language sql
  immutable
as $$
  select coalesce(jsonb_object_agg(total.key, total.rows), '{}')
    from (
      select every.key, sum(every.value::bigint) as rows
        from (select * from jsonb_each_text(p_receipt) union all select * from jsonb_each_text(p_more)) every
       group by every.key
    ) total;
$$;
comment on function reflection.summed (jsonb, jsonb) is 'Two receipts as one: rows by table.';


-- In the order in which a commit locks: the thread's row before the user's.
create or replace function reflection.hold_for_erasure (p_user_ids text[], p_thread_ids text[])
  returns void
  language plpgsql
as $$
begin
  -- A fold would bring back from the source what it has just read there.
  perform pg_advisory_xact_lock(hashtextextended('reflection.fold_arrivals', 0));
  perform
     from reflection.claims c
    where c.thread_id = any (p_thread_ids)
       or (c.claim_id is not null and c.user_id = any (p_user_ids))
    order by c.thread_id
      for update;
  perform reflection.touch_memory(known.user_id)
     from (select u.user_id from reflection.users u where u.user_id = any (p_user_ids) order by u.user_id) known;
end
$$;
comment on function reflection.hold_for_erasure (text[], text[]) is
  'Waits until nobody writes the memory of these users or marks these threads, and keeps it so until the transaction ends.';


create or replace function reflection.erase_work (p_user_ids text[])
  returns jsonb
  language plpgsql
as $$
declare
  v_threads text[];
  v_reserved bigint;
begin
  delete from reflection.spend_reservations r
   using reflection.claims c
   where c.user_id = any (p_user_ids)
     and c.claim_id = r.claim_id;
  get diagnostics v_reserved = row_count;
  update reflection.claims c
     set claim_id = null,
         claimed_by = null,
         claimed_at = null,
         expires_at = null,
         terminal_message_id = null,
         claimed_revision = null,
         attempts = greatest(c.attempts - 1, 0),
         last_outcome = 'released',
         last_error = 'something of its user was erased meanwhile'
   where c.user_id = any (p_user_ids)
     and c.claim_id is not null;
  with gone as (
    delete from reflection.shadows d where d.user_id = any (p_user_ids) returning d.thread_id
  )
  select array_agg(gone.thread_id) into v_threads from gone;
  perform reflection.refresh_claims(array(
    select c.thread_id from reflection.claims c where c.thread_id = any (v_threads)
  ), '{}');
  return jsonb_build_object(
    'reflection.shadows', coalesce(cardinality(v_threads), 0),
    'reflection.spend_reservations', v_reserved);
end
$$;
comment on function reflection.erase_work (text[]) is
  'What is being made of these users'' memory, or was made and waits to be looked at, is of no use any more: their threads are due again.';


create or replace function reflection.erase_links (p_user_id text, p_hashes text[])
  returns bigint
  language plpgsql
as $$
declare
  v_rows bigint;
begin
  with recursive reached (hash, member) as (
    select gone.hash, gone.hash from unnest(p_hashes) gone (hash)
     union
    select r.hash, case when l.newer = r.member then l.older else l.newer end
      from reached r
      join reflection.links l on l.user_id = p_user_id and r.member in (l.newer, l.older)
  ),
  nowhere as (
    select unnest(array_agg(r.member)) as hash
      from reached r
     group by r.hash
    having not bool_or(exists (
             select from reflection.observations o where o.user_id = p_user_id and o.content_hash = r.member
           ) or exists (
             select from reflection.reflections o where o.user_id = p_user_id and o.content_hash = r.member
           ))
  )
  delete from reflection.links l
   where l.user_id = p_user_id
     and l.newer in (select hash from nowhere);
  get diagnostics v_rows = row_count;
  return v_rows;
end
$$;
comment on function reflection.erase_links (text, text[]) is
  'Takes away the links of these contents where they lead to nothing that is left. A link between two that are gone stays while it joins two that are not.';


create or replace function reflection.erase_facts (p_user_id text, p_saying_ids bigint[], p_reflection_ids bigint[] default '{}')
  returns jsonb
  language plpgsql
as $$
declare
  v_observations bigint[];
  v_gone bigint[];
  v_reflections bigint[];
  v_concerned text[];
  v_hashes text[];
  v_reasons text[];
  v_noted jsonb;
  v_notes reflection.notes[] := array(select n from reflection.notes n where n.user_id = p_user_id);
  v_note_links reflection.note_links[] := array(select k from reflection.note_links k where k.user_id = p_user_id);
  v_receipt jsonb;
begin
  v_observations := array(
    select distinct s.observation_id
      from reflection.sayings s
     where s.user_id = p_user_id
       and s.id = any (p_saying_ids)
  );
  v_gone := array(
    select touched.id
      from unnest(v_observations) touched (id)
     where not exists (
       select
         from reflection.sayings s
        where s.user_id = p_user_id
          and s.observation_id = touched.id
          and s.id <> all (p_saying_ids)
     )
  );
  -- One that rests on what went may say the same, whatever else it rests on.
  v_reflections := array(
    select s.reflection_id
      from reflection.reflection_support s
     where s.user_id = p_user_id
       and s.observation_id = any (v_observations)
     union
    select unnest(p_reflection_ids)
  );
  v_concerned := coalesce(reflection.contents_concerned(p_user_id, array(
    select o.content_hash from reflection.observations o where o.user_id = p_user_id and o.id = any (v_observations)
  )), '{}');
  v_hashes := array(
    select o.content_hash from reflection.observations o where o.user_id = p_user_id and o.id = any (v_gone)
     union
    select r.content_hash from reflection.reflections r where r.user_id = p_user_id and r.id = any (v_reflections)
  );

  v_noted := reflection.erase_writings(p_user_id, array(
    select s.entry
      from reflection.note_support s
     where s.user_id = p_user_id
       and s.observation_id = any (v_observations)
  ));
  with sources as (
    delete from reflection.observation_sources s
     where s.user_id = p_user_id and s.saying_id = any (p_saying_ids)
    returning 1
  ),
  said as (
    delete from reflection.sayings s
     where s.user_id = p_user_id and s.id = any (p_saying_ids)
    returning 1
  ),
  dropped as (
    delete from reflection.drops d
     where d.user_id = p_user_id and d.observation_id = any (v_gone)
    returning 1
  ),
  support as (
    delete from reflection.reflection_support s
     where s.user_id = p_user_id and (s.reflection_id = any (v_reflections) or s.observation_id = any (v_gone))
    returning 1
  ),
  distilled as (
    delete from reflection.reflections r
     where r.user_id = p_user_id and r.id = any (v_reflections)
    returning 1
  ),
  observed as (
    delete from reflection.observations o
     where o.user_id = p_user_id and o.id = any (v_gone)
    returning 1
  ),
  former as (
    delete from reflection.former_ids f
     where f.user_id = p_user_id and f.content_hash = any (v_hashes)
    returning 1
  )
  select jsonb_build_object(
           'reflection.observation_sources', (select count(*) from sources),
           'reflection.sayings', (select count(*) from said),
           'reflection.drops', (select count(*) from dropped),
           'reflection.reflection_support', (select count(*) from support),
           'reflection.reflections', (select count(*) from distilled),
           'reflection.observations', (select count(*) from observed),
           'reflection.former_ids', (select count(*) from former))
    into v_receipt;
  v_receipt := reflection.summed(v_receipt, jsonb_build_object(
    'reflection.links', reflection.erase_links(p_user_id, v_hashes)));
  v_receipt := reflection.summed(v_receipt, v_noted);

  -- Why something was dropped is told in a model's words, which may be of what went.
  with worded as (
    update reflection.drops d
       set reason = 'pool over target'
     where d.user_id = p_user_id
       and d.reason <> 'pool over target'
    returning d.observation_id
  )
  select coalesce(array_agg(o.content_hash), '{}') into v_reasons
    from worded
    join reflection.observations o on o.user_id = p_user_id and o.id = worded.observation_id;
  perform reflection.settle_memory(p_user_id, v_concerned || v_reasons);
  return reflection.summed(v_receipt, reflection.notes_gone(p_user_id, v_notes, v_note_links));
end
$$;
comment on function reflection.erase_facts (text, bigint[], bigint[]) is
  'Takes away these sayings, the observations that nobody else says, every reflection and writing of a note that rested on any of them, and these reflections; settles what is left. Returns rows by table.';
