-- Erasing a user and forgetting a line of memory, and what may be called: one way for all, a receipt.

create or replace function reflection.take_user (p_user_id text)
  returns jsonb
  language plpgsql
as $$
declare
  v_zone text := (select left(u.timezone, 100) from reflection.source_user(p_user_id) u);
  v_threads text[];
  v_own text[];
  v_receipt jsonb;
begin
  v_own := array(
    select c.thread_id from reflection.claims c where c.user_id = p_user_id
     union
    select t.thread_id from reflection.source_user_threads(p_user_id) t
     union
    select s.thread_id from reflection.observation_sources s where s.user_id = p_user_id
     union
    select l.thread_id from reflection.claim_log l where l.user_id = p_user_id
  );
  perform reflection.hold_for_erasure(array[p_user_id], v_own);
  -- What is somebody else's by now is theirs, but what was read of it was this user's.
  v_threads := array(
    select owned.id
      from unnest(v_own) owned (id)
      left join lateral reflection.source_thread(owned.id) t on true
      left join reflection.claims c on c.thread_id = owned.id
     where coalesce(t.user_id, p_user_id) = p_user_id
        or c.user_id = p_user_id
  );
  v_receipt := reflection.erase_work(array[p_user_id]);

  with sources as (
    delete from reflection.observation_sources s where s.user_id = p_user_id returning 1
  ),
  said as (
    delete from reflection.sayings s where s.user_id = p_user_id returning 1
  ),
  dropped as (
    delete from reflection.drops d where d.user_id = p_user_id returning 1
  ),
  support as (
    delete from reflection.reflection_support s where s.user_id = p_user_id returning 1
  ),
  distilled as (
    delete from reflection.reflections r where r.user_id = p_user_id returning 1
  ),
  observed as (
    delete from reflection.observations o where o.user_id = p_user_id returning 1
  ),
  linked as (
    delete from reflection.links l where l.user_id = p_user_id returning 1
  ),
  note_support as (
    delete from reflection.note_support s where s.user_id = p_user_id returning 1
  ),
  note_writings as (
    delete from reflection.note_writings w where w.user_id = p_user_id returning 1
  ),
  note_links as (
    delete from reflection.note_links k where k.user_id = p_user_id returning 1
  ),
  notes as (
    delete from reflection.notes n where n.user_id = p_user_id returning 1
  ),
  former as (
    delete from reflection.former_ids f where f.user_id = p_user_id returning 1
  ),
  held as (
    delete from reflection.spend_holds h where h.user_id = p_user_id returning 1
  ),
  refused as (
    delete from reflection.zones z where z.raw = v_zone and z.usable is null returning 1
  ),
  arrived as (
    delete from reflection.arrivals a
     where a.user_id = p_user_id
        or a.thread_id = any (v_threads)
       and coalesce((select t.user_id from reflection.source_thread(a.thread_id) t), p_user_id) = p_user_id
    returning 1
  )
  select reflection.summed(v_receipt, jsonb_build_object(
           'reflection.observation_sources', (select count(*) from sources),
           'reflection.sayings', (select count(*) from said),
           'reflection.drops', (select count(*) from dropped),
           'reflection.reflection_support', (select count(*) from support),
           'reflection.reflections', (select count(*) from distilled),
           'reflection.observations', (select count(*) from observed),
           'reflection.links', (select count(*) from linked),
           'reflection.note_support', (select count(*) from note_support),
           'reflection.note_writings', (select count(*) from note_writings),
           'reflection.note_links', (select count(*) from note_links),
           'reflection.notes', (select count(*) from notes),
           'reflection.former_ids', (select count(*) from former),
           'reflection.spend_holds', (select count(*) from held),
           'reflection.zones', (select count(*) from refused),
           'reflection.arrivals', (select count(*) from arrived)))
    into v_receipt;
  v_receipt := reflection.summed(v_receipt, reflection.erase_claims(v_threads, p_user_id));
  select reflection.summed(v_receipt, coalesce(jsonb_object_agg(s.table_name, s.rows), '{}'))
    into v_receipt
    from reflection.source_erase_user(p_user_id) s;
  perform reflection.date_back(array(
    select t.thread_id from reflection.source_user_threads(p_user_id) t
  ), reflection.clock());
  return reflection.summed(v_receipt, reflection.bury('user', p_user_id));
end
$$;
comment on function reflection.take_user (text) is 'What erase_user does.';


create or replace function reflection.take_memory (p_memory_id text)
  returns jsonb
  language plpgsql
as $$
declare
  v_id bigint := reflection.memory_number(p_memory_id);
  v_user_id text;
  v_hashes text[];
  v_receipt jsonb;
  v_buried bigint;
begin
  if p_memory_id ~ 'r' then
    select r.user_id into v_user_id from reflection.reflections r where r.id = v_id;
  else
    select o.user_id into v_user_id from reflection.observations o where o.id = v_id;
  end if;
  if v_user_id is null then
    return '{}';
  end if;
  perform reflection.hold_for_erasure(array[v_user_id], '{}');
  v_hashes := array(
    select r.content_hash
      from reflection.reflections r
     where p_memory_id ~ 'r' and r.user_id = v_user_id and r.id = v_id
     union
    select same.member
      from reflection.observations o
     cross join lateral reflection.alike(v_user_id, array[o.content_hash]) same
     where p_memory_id !~ 'r' and o.user_id = v_user_id and o.id = v_id
  );
  v_receipt := reflection.erase_work(array[v_user_id]);
  v_receipt := reflection.summed(v_receipt, reflection.erase_facts(v_user_id, array(
    select s.id
      from reflection.observations o
      join reflection.sayings s on s.user_id = o.user_id and s.observation_id = o.id
     where p_memory_id !~ 'r'
       and o.user_id = v_user_id
       and o.content_hash = any (v_hashes)
  ), array(
    select r.id
      from reflection.reflections r
     where r.user_id = v_user_id
       and r.content_hash = any (v_hashes)
  )));
  with former as (
    delete from reflection.former_ids f where f.user_id = v_user_id and f.content_hash = any (v_hashes) returning 1
  )
  select reflection.summed(v_receipt, jsonb_build_object('reflection.former_ids', (select count(*) from former)))
    into v_receipt;
  insert into reflection.tombstones (kind, user_id, content_hash, made_at)
  select 'memory', v_user_id, forgotten.hash, reflection.clock()
    from unnest(v_hashes) forgotten (hash)
  on conflict (user_id, content_hash) where kind = 'memory' do update
     set made_at = excluded.made_at;
  get diagnostics v_buried = row_count;
  return reflection.summed(v_receipt, jsonb_build_object('reflection.tombstones', v_buried));
end
$$;
comment on function reflection.take_memory (text) is 'What forget_memory does.';


-- A dry run does it all and takes it back, so that it cannot count otherwise.
create or replace function reflection.erase (p_kind text, p_id text, p_within text, p_dry_run boolean)
  returns table (table_name text, rows bigint)
  language plpgsql
as $$
declare
  v_receipt jsonb;
begin
  if p_id is null or p_kind in ('message', 'note') and p_within is null then
    raise exception 'there is no % without an id', p_kind
      using errcode = 'invalid_parameter_value';
  end if;
  begin
    v_receipt := case p_kind
      when 'user' then reflection.take_user(p_id)
      when 'thread' then reflection.take_thread(p_id)
      when 'message' then reflection.take_message(p_id, p_within)
      when 'note' then reflection.take_note(p_id, p_within)
      else reflection.take_memory(p_id)
    end;
    if p_dry_run is distinct from false then
      raise exception 'a dry run' using errcode = 'RW001';
    end if;
  exception
    when sqlstate 'RW001' then
      null;
    when lock_not_available or deadlock_detected then
      raise exception 'nothing was erased: somebody holds a part of it; try again, and see who: select pid, state, query_start from pg_stat_activity where state like ''idle in%%'''
        using errcode = 'lock_not_available';
  end;
  return query
    select receipt.key, receipt.value::bigint
      from jsonb_each_text(v_receipt) receipt
     where receipt.value <> '0'
     order by receipt.key;
end
$$;
comment on function reflection.erase (text, text, text, boolean) is
  'Erases or forgets, or counts what that would take, and returns rows by table.';


-- Longer than a worker that froze in a transaction is let keep what it holds.
create or replace function reflection.erase_message (p_thread_id text, p_message_id text, p_dry_run boolean default false)
  returns table (table_name text, rows bigint)
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '15s'
as $$
  select * from reflection.erase('message', p_thread_id, p_message_id, p_dry_run);
$$;
comment on function reflection.erase_message (text, text, boolean) is
  'Erases a message: in the native source, and in memory everything that was said of it, also with others, and what rested on that. It never counts again. Returns rows by table; p_dry_run: the same, and nothing is changed.';


create or replace function reflection.erase_thread (p_thread_id text, p_dry_run boolean default false)
  returns table (table_name text, rows bigint)
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '15s'
as $$
  select * from reflection.erase('thread', p_thread_id, null, p_dry_run);
$$;
comment on function reflection.erase_thread (text, boolean) is
  'Erases a thread: in the native source, and all that came of it. What was said in it until now never counts again. Returns rows by table; p_dry_run: the same, and nothing is changed.';


create or replace function reflection.erase_user (p_user_id text, p_dry_run boolean default false)
  returns table (table_name text, rows bigint)
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '15s'
as $$
  select * from reflection.erase('user', p_user_id, null, p_dry_run);
$$;
comment on function reflection.erase_user (text, boolean) is
  'Erases a user: the threads and the profile in the native source, and everything here. What they said until now never counts again. Returns rows by table; p_dry_run: the same, and nothing is changed.';


create or replace function reflection.forget_memory (p_memory_id text, p_dry_run boolean default false)
  returns table (table_name text, rows bigint)
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '15s'
as $$
  select * from reflection.erase('memory', p_memory_id, null, p_dry_run);
$$;
comment on function reflection.forget_memory (text, boolean) is
  'Forgets a line of memory (#12, #r3) and all that says the same, for good; a reflection alone, not what it rests on. Its messages stay. Returns rows by table, none: no such memory; p_dry_run: the same, and nothing is changed.';


create or replace function reflection.forget_note (p_user_id text, p_slug text, p_dry_run boolean default false)
  returns table (table_name text, rows bigint)
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '15s'
as $$
  select * from reflection.erase('note', p_user_id, p_slug, p_dry_run);
$$;
comment on function reflection.forget_note (text, text, boolean) is
  'Forgets all that was written of a user under a subject, and what leads there. What it rested on stays, and what is learned from now on may be noted there again. Returns rows by table, none: no such note; p_dry_run: the same, and nothing is changed.';
