-- Shadows: what a drain found and did not write, to be looked at first.
--
-- A shadow is what commit_reflection would have been given, part by part. The
-- ids of what is new are set aside when it is found: what is shown under one is
-- written under it.

create or replace function reflection.set_ids_aside (p_user_id text, p_memory jsonb)
  returns void
  language sql
as $$
  insert into reflection.former_ids (user_id, kind, content_hash, id)
  select p_user_id, new.kind, new.content_hash,
         nextval(pg_get_serial_sequence('reflection.' || new.kind || 's', 'id'))
    from (
      select said.kind, said.content_hash
        from (
          select 'observation' as kind, o.value ->> 'content_hash' as content_hash, min(o.place) as place
            from jsonb_array_elements(coalesce(p_memory -> 'observations', '[]')) with ordinality o (value, place)
           group by 2
           union all
          select 'reflection', r.value ->> 'content_hash', min(r.place)
            from jsonb_array_elements(coalesce(p_memory -> 'reflections', '[]')) with ordinality r (value, place)
           group by 2
        ) said
       where not exists (
               select from reflection.observations o
                where said.kind = 'observation' and o.user_id = p_user_id and o.content_hash = said.content_hash)
         and not exists (
               select from reflection.reflections r
                where said.kind = 'reflection' and r.user_id = p_user_id and r.content_hash = said.content_hash)
         and not exists (
               select from reflection.former_ids f
                where f.user_id = p_user_id and f.kind = said.kind and f.content_hash = said.content_hash)
       order by said.kind, said.place
    ) new;
$$;
comment on function reflection.set_ids_aside (text, jsonb) is
  'What this would write anew has its ids from now on, as former_ids keeps them.';


create or replace function reflection.add_to_shadow (p_thread_id text, p_user_id text, p_claim_id uuid, p_memory jsonb)
  returns void
  language plpgsql
as $$
begin
  insert into reflection.shadows as d (claim_id, thread_id, user_id, memories, made_at)
  values (p_claim_id, p_thread_id, p_user_id, jsonb_build_array(p_memory), clock_timestamp())
  on conflict (claim_id) do update
     set memories = d.memories || excluded.memories
   -- Saved again after its answer was lost, a part is there once.
   where d.memories -> -1 <> p_memory;
  perform reflection.set_ids_aside(p_user_id, p_memory);
  update reflection.claim_log l
     set engine = coalesce(p_memory ->> 'engine', l.engine),
         model = coalesce(p_memory ->> 'model', l.model),
         prompt_hash = coalesce(p_memory ->> 'prompt_hash', l.prompt_hash),
         error = coalesce(reflection.one_line(p_memory ->> 'error'), l.error)
   where l.claim_id = p_claim_id;
  if jsonb_typeof(p_memory -> 'usage') = 'object' then
    perform reflection.enter_spending(p_claim_id, p_memory -> 'usage');
  end if;
end
$$;
comment on function reflection.add_to_shadow (text, text, uuid, jsonb) is
  'Keeps what a claim found beside memory. Only for the functions that have just checked the claim.';


create or replace function reflection.shadow_progress_if_claimed (
  p_thread_id text,
  p_claim_id uuid,
  p_memory jsonb,
  p_lease interval default reflection.default_lease()
)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_user_id text;
begin
  perform set_config('idle_in_transaction_session_timeout', '10s', true);

  update reflection.claims c
     set expires_at = clock_timestamp() + p_lease,
         attempts = 1
   where c.thread_id = p_thread_id
     and c.claim_id = p_claim_id
     and c.expires_at > clock_timestamp()
     and p_lease > interval '0'
  returning c.user_id into v_user_id;
  if not found then
    return false;
  end if;
  perform reflection.beat_run((select l.run_id from reflection.claim_log l where l.claim_id = p_claim_id));
  perform reflection.add_to_shadow(p_thread_id, v_user_id, p_claim_id, p_memory);
  return true;
end
$$;
comment on function reflection.shadow_progress_if_claimed (text, uuid, jsonb, interval) is
  'In the place of save_progress_if_claimed: what a chunk gave is kept beside memory, the lease is renewed and the attempts are back to 1. False = the claim was lost and nothing was kept.';


create or replace function reflection.shadow_if_claimed (p_thread_id text, p_claim_id uuid, p_memory jsonb)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_user_id text;
begin
  perform set_config('idle_in_transaction_session_timeout', '10s', true);

  if not exists (select from reflection.source_thread(p_thread_id)) then
    return false;
  end if;
  update reflection.claims c
     set claim_id = null,
         claimed_by = null,
         claimed_at = null,
         expires_at = null,
         terminal_message_id = null,
         claimed_revision = null,
         attempts = 0,
         refunds = 0,
         not_before = null,
         attempt_fingerprint = null,
         eligible_at = null,
         last_outcome = 'shadow',
         last_error = null
   where c.thread_id = p_thread_id
     and c.claim_id = p_claim_id
     and c.expires_at > clock_timestamp()
  returning c.user_id into v_user_id;
  if not found then
    -- Asked again after its answer was lost, it says the same.
    return exists (select from reflection.claim_log l where l.claim_id = p_claim_id and l.outcome = 'shadow');
  end if;
  update reflection.claim_log l
     set ended_at = clock_timestamp(),
         outcome = 'shadow'
   where l.claim_id = p_claim_id;
  perform reflection.add_to_shadow(p_thread_id, v_user_id, p_claim_id, p_memory);
  return true;
end
$$;
comment on function reflection.shadow_if_claimed (text, uuid, jsonb) is
  'In the place of commit_reflection: ends a claim, and what it found is kept beside memory until apply_shadow or discard_shadow. Its thread is not owed before. False = the claim was lost and nothing was kept.';


-- What was paid for stays to be looked at when the claim failed or was interrupted
-- later on; a worker that was lost may have said anything.
create or replace function reflection.keep_or_drop_shadow ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if new.last_outcome in ('worker lost', 'released') then
    delete from reflection.shadows d where d.claim_id = old.claim_id;
    if found then
      update reflection.claims c
         set eligible_at = s.eligible_at
        from reflection.thread_state(new.thread_id) s
       where c.thread_id = new.thread_id
         and s.user_id = c.user_id;
    end if;
  else
    update reflection.claims c
       set eligible_at = null
     where c.thread_id = new.thread_id
       and exists (select from reflection.shadows d where d.claim_id = old.claim_id);
  end if;
  return null;
end
$$;
comment on function reflection.keep_or_drop_shadow () is
  'A claim that failed or was interrupted keeps its shadow, and its thread waits for that; one that was lost or released has none.';

drop trigger if exists a_claim_that_was_lost_leaves_no_shadow on reflection.claims;
create trigger a_claim_that_was_lost_leaves_no_shadow
  after update of claim_id on reflection.claims
  for each row
  when (old.claim_id is not null and new.claim_id is null
        and new.last_outcome in ('worker lost', 'released', 'failed', 'interrupted'))
  execute function reflection.keep_or_drop_shadow();
comment on trigger a_claim_that_was_lost_leaves_no_shadow on reflection.claims is
  'What a claim left beside memory goes with it when it was lost or released.';
