-- Applying: what becomes of a shadow, and what would become of it.
--
-- Whatever asks what a shadow would come to (the diff, the engine at the next
-- thread) has it written in earnest and undoes that, so that there is one answer.

create or replace function reflection.write_shadow (p_shadow reflection.shadows)
  returns void
  language plpgsql
as $$
declare
  v_memory jsonb;
begin
  for v_memory in select part.value from jsonb_array_elements(p_shadow.memories) with ordinality part (value, place) order by part.place
  loop
    perform reflection.write_memory(p_shadow.thread_id, p_shadow.user_id, p_shadow.claim_id, v_memory);
  end loop;
end
$$;
comment on function reflection.write_shadow (reflection.shadows) is
  'Writes the parts of a shadow as they would have been committed: only what the source still has as it was.';


create or replace function reflection.shadowed_memory (p_user_id text)
  returns jsonb
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_shadow reflection.shadows;
  v_found jsonb;
begin
  perform set_config('idle_in_transaction_session_timeout', '10s', true);
  begin
    for v_shadow in select d.* from reflection.shadows d where d.user_id = p_user_id order by d.made_at, d.claim_id
    loop
      perform reflection.write_shadow(v_shadow);
    end loop;
    v_found := jsonb_build_object(
      'observations', (
        select coalesce(jsonb_agg(to_jsonb(o) order by o.observed_at, o.id), '[]') from reflection.active_observations(p_user_id) o),
      'reflections', (
        select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]') from reflection.active_reflections(p_user_id) r),
      'notes', (
        select coalesce(jsonb_agg(to_jsonb(n) order by n.slug collate "C"), '[]') from reflection.active_notes(p_user_id) n)
    );
    raise exception using errcode = 'RWDRY', message = 'a look';
  exception when sqlstate 'RWDRY' then
    return v_found;
  end;
end
$$;
comment on function reflection.shadowed_memory (text) is
  'What active_observations, active_reflections and active_notes would say of a user once all of the user''s shadows were applied: {observations, reflections, notes}. Nothing is changed.';


create or replace function reflection.lock_shadow (p_claim_id uuid)
  returns reflection.shadows
  language plpgsql
as $$
declare
  v_shadow reflection.shadows;
begin
  -- In the order in which a worker locks: the thread's row before all else.
  perform
     from reflection.claims c
    where c.thread_id = (select d.thread_id from reflection.shadows d where d.claim_id = p_claim_id)
      for update;
  if exists (select from reflection.claims c where c.claim_id = p_claim_id) then
    raise exception 'claim % is still at work', p_claim_id
      using errcode = 'invalid_parameter_value',
            hint = 'Wait for its end. One whose worker stopped answering is freed by the next drain.';
  end if;
  select d.* into v_shadow from reflection.shadows d where d.claim_id = p_claim_id for update;
  return v_shadow;
end
$$;
comment on function reflection.lock_shadow (uuid) is
  'The shadow that a claim left, held until the transaction ends; null if there is none. One that is still growing is refused.';


create or replace function reflection.apply_shadow (p_claim_id uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_shadow reflection.shadows := reflection.lock_shadow(p_claim_id);
  v_outcome text;
begin
  if v_shadow.claim_id is null then
    return false;
  end if;
  delete from reflection.shadows d where d.claim_id = p_claim_id;
  -- Of a thread that is gone, or somebody else's by now, nothing is to be written.
  if not exists (select from reflection.source_thread(v_shadow.thread_id) t where t.user_id = v_shadow.user_id) then
    return false;
  end if;
  -- It would be said to be reflected, and nothing of it were.
  if not exists (
    select
      from jsonb_array_elements(v_shadow.memories) part (value)
     where reflection.unchanged_messages(v_shadow.thread_id, part.value -> 'coverage') <> '{}'
  ) then
    update reflection.claim_log l set undone_at = clock_timestamp() where l.claim_id = p_claim_id;
    perform reflection.owe_again(array[v_shadow.thread_id]);
    return false;
  end if;
  perform reflection.write_shadow(v_shadow);
  update reflection.claim_log l
     set outcome = coalesce(v_shadow.memories -> -1 ->> 'outcome', 'reflected')
   where l.claim_id = p_claim_id
     and l.outcome = 'shadow';
  perform reflection.refresh_claims(array[v_shadow.thread_id], '{}');
  select l.outcome into v_outcome from reflection.claim_log l where l.claim_id = p_claim_id;
  update reflection.claims c
     set reflected_at = clock_timestamp(),
         reflected_through = reflection.reflected_to(c.thread_id),
         last_outcome = coalesce(v_outcome, c.last_outcome)
   where c.thread_id = v_shadow.thread_id
     and (v_outcome in ('reflected', 'empty', 'partial')) is not false;
  return true;
end
$$;
comment on function reflection.apply_shadow (uuid) is
  'Writes what a claim left in its shadow as if it were committed now: nothing of what was edited or deleted since, which is owed again. False: nothing was written, since there is none, or every message of it was edited, or its thread is gone or hidden, or its user switched memory off; it is thrown away. undo_claims takes it back like any other.';


create or replace function reflection.discard_shadow (p_claim_id uuid)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_shadow reflection.shadows := reflection.lock_shadow(p_claim_id);
begin
  if v_shadow.claim_id is null then
    return false;
  end if;
  delete from reflection.shadows d where d.claim_id = p_claim_id;
  update reflection.claim_log l set undone_at = clock_timestamp() where l.claim_id = p_claim_id;
  perform reflection.owe_again(array[v_shadow.thread_id]);
  return true;
end
$$;
comment on function reflection.discard_shadow (uuid) is
  'Throws away what a claim left in its shadow; its thread is due again at once, and what was spent on it is spent. False: there is none.';
