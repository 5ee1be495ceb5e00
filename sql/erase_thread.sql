-- Erasing a message or a thread: what was said, how it stood, and what its claims tell.

create or replace function reflection.erase_errors (p_thread_id text)
  returns jsonb
  language sql
as $$
  update reflection.claims c
     set last_error = 'its words were erased'
   where c.thread_id = p_thread_id
     and c.last_error is not null;
  with emptied as (
    update reflection.claim_log l
       set error = null,
           stages = reflection.stages_without_errors(l.stages)
     where l.thread_id = p_thread_id
       and (l.error is not null or l.stages <> reflection.stages_without_errors(l.stages))
    returning 1
  )
  select jsonb_build_object('reflection.claim_log', (select count(*) from emptied));
$$;
comment on function reflection.erase_errors (text) is 'Leaves of a thread''s failures that they were, and not their words.';


create or replace function reflection.erase_claims (p_thread_ids text[], p_user_id text default null)
  returns jsonb
  language sql
as $$
  with gone as (
    delete from reflection.claims c where c.thread_id = any (p_thread_ids) returning 1
  ),
  covered as (
    delete from reflection.coverage c where c.thread_id = any (p_thread_ids) returning 1
  ),
  timed as (
    delete from reflection.message_times t where t.thread_id = any (p_thread_ids) returning 1
  ),
  reserved as (
    delete from reflection.spend_reservations r
     where r.user_id = p_user_id
        or r.claim_id in (select l.claim_id from reflection.claim_log l where l.thread_id = any (p_thread_ids))
    returning 1
  ),
  -- The money was spent all the same.
  logged as (
    update reflection.claim_log l
       set user_id = '',
           thread_id = '',
           error = null,
           stages = reflection.stages_without_errors(l.stages)
     where l.thread_id = any (p_thread_ids)
        or l.user_id = p_user_id
    returning 1
  )
  select jsonb_build_object(
           'reflection.claims', (select count(*) from gone),
           'reflection.coverage', (select count(*) from covered),
           'reflection.message_times', (select count(*) from timed),
           'reflection.spend_reservations', (select count(*) from reserved),
           'reflection.claim_log', (select count(*) from logged));
$$;
comment on function reflection.erase_claims (text[], text) is
  'Takes away how these threads stand and what of them was read; what their claims, and a user''s, cost is kept without a name.';


-- A message without a usable time of its own would count as new again.
create or replace function reflection.date_back (p_thread_ids text[], p_at timestamptz)
  returns void
  language sql
as $$
  insert into reflection.message_times (thread_id, message_id, counted_at)
  select thread.id, m.message_id, p_at
    from unnest(p_thread_ids) as thread (id)
   cross join lateral reflection.transcript(thread.id) m
   where m.odd_time
  on conflict do nothing;
$$;
comment on function reflection.date_back (text[], timestamptz) is
  'What a source that erases nothing itself still has of these threads was there before the erasure.';


create or replace function reflection.bury (
  p_kind text, p_user_id text, p_thread_id text default null, p_message_id text default null
)
  returns jsonb
  language plpgsql
as $$
begin
  if p_kind = 'user' then
    insert into reflection.tombstones (kind, user_id, made_at)
    values (p_kind, p_user_id, reflection.clock())
    on conflict (user_id) where kind = 'user' do update
       set made_at = excluded.made_at;
  else
    insert into reflection.tombstones (kind, user_id, thread_id, message_id, made_at)
    values (p_kind, p_user_id, p_thread_id, p_message_id, reflection.clock())
    on conflict (thread_id, coalesce(message_id, '')) where kind in ('thread', 'message') do update
       set made_at = excluded.made_at;
  end if;
  return jsonb_build_object('reflection.tombstones', 1);
end
$$;
comment on function reflection.bury (text, text, text, text) is
  'Writes the tombstone of a user, thread or message, or renews it.';


create or replace function reflection.users_of_thread (p_thread_id text)
  returns text[]
  language sql
  stable
as $$
  select array(
    select t.user_id from reflection.source_thread(p_thread_id) t
     union
    select c.user_id from reflection.claims c where c.thread_id = p_thread_id
     union
    select d.user_id from reflection.shadows d where d.thread_id = p_thread_id
     union
    select s.user_id from reflection.observation_sources s where s.thread_id = p_thread_id
     union
    select l.user_id from reflection.claim_log l where l.thread_id = p_thread_id
  );
$$;
comment on function reflection.users_of_thread (text) is
  'Whose a thread is or was, and whose memory came from it.';


create or replace function reflection.take_message (p_thread_id text, p_message_id text)
  returns jsonb
  language plpgsql
as $$
declare
  v_users text[] := reflection.users_of_thread(p_thread_id);
  v_user_id text;
  v_receipt jsonb;
begin
  perform reflection.hold_for_erasure(v_users, array[p_thread_id]);
  v_receipt := reflection.erase_work(v_users);
  foreach v_user_id in array v_users loop
    v_receipt := reflection.summed(v_receipt, reflection.erase_facts(v_user_id, array(
      select s.saying_id
        from reflection.observation_sources s
       where s.user_id = v_user_id
         and s.thread_id = p_thread_id
         and s.message_id = p_message_id
    )));
  end loop;
  with covered as (
    delete from reflection.coverage c where c.thread_id = p_thread_id and c.message_id = p_message_id returning 1
  ),
  timed as (
    delete from reflection.message_times t where t.thread_id = p_thread_id and t.message_id = p_message_id returning 1
  ),
  arrived as (
    delete from reflection.arrivals a where a.thread_id = p_thread_id and a.message_id = p_message_id returning 1
  )
  select reflection.summed(v_receipt, jsonb_build_object(
           'reflection.coverage', (select count(*) from covered),
           'reflection.message_times', (select count(*) from timed),
           'reflection.arrivals', (select count(*) from arrived)))
    into v_receipt;
  v_receipt := reflection.summed(v_receipt, reflection.erase_errors(p_thread_id));
  select reflection.summed(v_receipt, coalesce(jsonb_object_agg(s.table_name, s.rows), '{}'))
    into v_receipt
    from reflection.source_erase_message(p_thread_id, p_message_id) s;
  v_receipt := reflection.summed(v_receipt, reflection.bury('message', coalesce(v_users[1], ''), p_thread_id, p_message_id));
  perform reflection.refresh_claims(array(
    select c.thread_id from reflection.claims c where c.thread_id = p_thread_id
  ), '{}');
  return v_receipt;
end
$$;
comment on function reflection.take_message (text, text) is 'What erase_message does.';


create or replace function reflection.take_thread (p_thread_id text)
  returns jsonb
  language plpgsql
as $$
declare
  v_users text[] := reflection.users_of_thread(p_thread_id);
  v_user_id text;
  v_receipt jsonb;
  v_arrived bigint;
begin
  perform reflection.hold_for_erasure(v_users, array[p_thread_id]);
  v_receipt := reflection.erase_work(v_users);
  foreach v_user_id in array v_users loop
    v_receipt := reflection.summed(v_receipt, reflection.erase_facts(v_user_id, array(
      select distinct s.saying_id
        from reflection.observation_sources s
       where s.user_id = v_user_id
         and s.thread_id = p_thread_id
    )));
  end loop;
  v_receipt := reflection.summed(v_receipt, reflection.erase_claims(array[p_thread_id]));
  delete from reflection.arrivals a where a.thread_id = p_thread_id;
  get diagnostics v_arrived = row_count;
  select reflection.summed(
           reflection.summed(v_receipt, coalesce(jsonb_object_agg(s.table_name, s.rows), '{}')),
           jsonb_build_object('reflection.arrivals', v_arrived))
    into v_receipt
    from reflection.source_erase_thread(p_thread_id) s;
  perform reflection.date_back(array[p_thread_id], reflection.clock());
  return reflection.summed(v_receipt, reflection.bury('thread', coalesce(v_users[1], ''), p_thread_id));
end
$$;
comment on function reflection.take_thread (text) is 'What erase_thread does.';
