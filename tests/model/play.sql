-- Plays a whole life in one call and answers for each step: see tests/model/script.py.

create schema machine;

create table machine.claims (
  number integer primary key,
  claim_id uuid not null unique
);

create function machine.add_messages (p_thread_id text, p_messages jsonb)
  returns void
  language sql
as $$
  insert into chat.messages (id, thread_id, role, content, status, created_at)
  select m.id, p_thread_id, m.role, m.content, m.status, m.at
    from jsonb_to_recordset(p_messages) as m (id text, role text, content text, status text, at timestamptz);
$$;

create function machine.loaded (p_thread_id text, p_claim_id uuid)
  returns jsonb
  language sql
as $$
  select coalesce(jsonb_agg(jsonb_build_array(m.message_id, m.content_hash) order by m.ordinal), '[]')
    from reflection.claimed_messages(p_thread_id, p_claim_id) m
   where m.owed;
$$;

create function machine.with_drops (p_claim_id uuid, p_memory jsonb)
  returns jsonb
  language sql
as $$
  select p_memory || jsonb_build_object('drops', (
    select coalesce(jsonb_agg(jsonb_build_object('observation_id', o.id, 'reason', 'over target')), '[]')
      from jsonb_array_elements_text(p_memory -> 'drops') as dropped (content_hash)
      join reflection.claim_log l on l.claim_id = p_claim_id
      join reflection.observations o using (user_id, content_hash)
  ));
$$;

-- Which claims built on it; where some did it is not tried without force.
create function machine.undo (p_claim_ids uuid[], p_force boolean)
  returns jsonb
  language plpgsql
as $$
declare
  v_later integer[] := array(
    select distinct c.number
      from reflection.later_work(p_claim_ids) w
      join machine.claims c on c.claim_id = w.claim_id
     order by 1
  );
begin
  if p_force or v_later = '{}' then
    perform reflection.undo_claims(p_claim_ids, p_force);
  end if;
  return to_jsonb(v_later);
end
$$;

create function machine.do_step (p_step jsonb)
  returns jsonb
  language plpgsql
as $$
declare
  v_thread text := p_step ->> 'thread';
  v_user text := p_step ->> 'user';
  v_claim_id uuid;
  v_claimed record;
begin
  perform set_config('reflection.fake_now', p_step ->> 'now', true);
  if p_step ? 'claim' then
    select claim_id into v_claim_id from machine.claims where number = (p_step ->> 'claim')::integer;
  end if;

  case p_step ->> 'do'
    when 'add thread' then
      insert into chat.threads (id, user_id, hidden)
      values (v_thread, v_user, (p_step -> 'hidden')::boolean);
      perform machine.add_messages(v_thread, p_step -> 'messages');
    when 'add messages' then
      perform machine.add_messages(v_thread, p_step -> 'messages');
    when 'edit' then
      update chat.messages set content = p_step ->> 'content' where id = p_step ->> 'id';
    when 'stream' then
      update chat.messages set status = p_step ->> 'status' where id = p_step ->> 'id';
    when 'delete', 'branch', 'regenerate' then
      delete from chat.messages where id = any (array(select jsonb_array_elements_text(p_step -> 'ids')));
      if p_step ? 'messages' then
        perform machine.add_messages(v_thread, p_step -> 'messages');
      end if;
    when 'hide' then
      update chat.threads set hidden = (p_step -> 'hidden')::boolean where id = v_thread;
    when 'delete thread' then
      delete from chat.threads where id = v_thread;
    when 'set zone', 'switch memory' then
      insert into chat.users (id, timezone, memory_enabled)
      values (v_user, p_step ->> 'zone', (p_step -> 'enabled')::boolean)
      on conflict (id) do update
         set timezone = excluded.timezone,
             memory_enabled = excluded.memory_enabled;
    when 'delete profile' then
      delete from chat.users where id = v_user;
    when 'fold' then
      while reflection.fold_arrivals() > 0 loop
      end loop;
    when 'claim', 'claim in vain' then
      select c.thread_id, c.claim_id into v_claimed from reflection.claim_next_thread('machine') c;
      if found then
        insert into machine.claims
        select coalesce(max(c.number) + 1, 0), v_claimed.claim_id from machine.claims c;
        return jsonb_build_array(v_claimed.thread_id, machine.loaded(v_claimed.thread_id, v_claimed.claim_id));
      end if;
    when 'load' then
      return machine.loaded(v_thread, v_claim_id);
    when 'commit', 'late commit' then
      return to_jsonb(reflection.commit_reflection(
        v_thread, v_claim_id, machine.with_drops(v_claim_id, p_step -> 'payload')));
    when 'save', 'late save' then
      return to_jsonb(reflection.save_progress_if_claimed(
        v_thread, v_claim_id, machine.with_drops(v_claim_id, p_step -> 'payload')));
    when 'fail' then
      return to_jsonb(reflection.mark_failed_if_claimed(v_thread, v_claim_id, 'the model is down', 'dependency'));
    when 'interrupt' then
      return to_jsonb(reflection.mark_failed_if_claimed(v_thread, v_claim_id, 'told to stop', 'interrupted'));
    when 'release' then
      return to_jsonb(reflection.release_claim(v_thread) and reflection.retry_thread(v_thread));
    when 'lapse' then
      -- Its attempts are another test's matter.
      update reflection.claims
         set claimed_at = claimed_at - interval '1 day',
             expires_at = clock_timestamp(),
             attempts = 0
       where claim_id = v_claim_id;
    when 'undo', 'undo by force', 'undo refused' then
      return machine.undo(
        array(select c.claim_id from machine.claims c
               where c.number in (select n::integer from jsonb_array_elements_text(p_step -> 'claims') n)),
        (p_step -> 'force')::boolean);
    when 'erase message' then
      perform reflection.erase_message(v_thread, p_step ->> 'id');
    when 'erase thread' then
      perform reflection.erase_thread(v_thread);
    when 'erase user' then
      perform reflection.erase_user(v_user);
    when 'forget' then
      perform reflection.forget_memory(case p_step ->> 'kind'
        when 'observations' then (
          select '#' || o.id
            from reflection.observations o
           where o.user_id = v_user and o.content_hash = p_step ->> 'hash')
        else (
          select '#r' || r.id
            from reflection.reflections r
           where r.user_id = v_user and r.content_hash = p_step ->> 'hash')
      end);
  end case;
  return null;
end
$$;

create function machine.play (p_steps jsonb)
  returns setof jsonb
  language plpgsql
as $$
declare
  v_number integer := 0;
  v_step jsonb;
begin
  for v_step in select * from jsonb_array_elements(p_steps) loop
    return next jsonb_build_object(
      'answer', machine.do_step(v_step),
      'seen', (select jsonb_object_agg(u, machine.look(u, whats)) from jsonb_each(v_step -> 'see') as see (u, whats)),
      'glance', (select jsonb_object_agg(u, machine.rendered(u)) from jsonb_array_elements_text(v_step -> 'glance') u)
    );
    -- What is checked when a transaction ends: each step would be one.
    if v_step -> 'see' <> '{}' then
      set constraints all immediate;
      set constraints all deferred;
    end if;
    v_number := v_number + 1;
  end loop;
exception when others then
  raise exception 'step %: %', v_number, sqlerrm using errcode = sqlstate;
end
$$;
