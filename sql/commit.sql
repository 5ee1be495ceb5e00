-- Committing: memory, coverage and the mark in one transaction.
--
-- The mark comes first. If it fails the claim was lost and nothing else is
-- written. What was loaded is then compared with the source once more: a
-- message deleted or edited since is neither covered nor cited, so an edit that
-- raced the worker is simply owed again.

create or replace function reflection.unchanged_messages (p_thread_id text, p_coverage jsonb)
  returns text[]
  language sql
  stable
as $$
  select array(
    select loaded.message_id
      from jsonb_to_recordset(coalesce(p_coverage, '[]')) as loaded (message_id text, content_hash text)
     cross join reflection.erasure(p_thread_id) erased
     cross join lateral (
       select reflection.message_hash(m.role, m.content) as content_hash
         from reflection.source_messages(p_thread_id) m
         left join reflection.message_times t
           on t.thread_id = p_thread_id and t.message_id = m.message_id
        where m.message_id = loaded.message_id
          and m.message_id <> all (erased.message_ids)
          and (erased.until is null or reflection.counted_time(t.counted_at, m.created_at) > erased.until)
          and m.complete
          and not reflection.is_blank(m.content)
     ) now
     -- Not "=", which would be joined by hash, over every text of the thread.
     where now.content_hash is not distinct from loaded.content_hash
       and exists (
         select
           from reflection.source_thread(p_thread_id) t
          where not t.hidden
            and reflection.memory_is_on(t.user_id)
       )
  );
$$;
comment on function reflection.unchanged_messages (text, jsonb) is
  'Of the messages a worker loaded, those the source still has as they were and that were not erased. None if the thread was hidden or memory switched off meanwhile.';


create or replace function reflection.write_reflections (p_user_id text, p_claim_id uuid, p_reflections jsonb)
  returns void
  language plpgsql
as $$
declare
  v_row record;
  v_support bigint[];
  v_entry bigint;
  v_id bigint;
begin
  for v_row in
    select r.content, r.content_hash, r.support, r.supersedes
      from jsonb_array_elements(coalesce(p_reflections, '[]')) with ordinality as item (value, place)
     cross join lateral jsonb_to_record(item.value)
        as r (content text, content_hash text, support jsonb, supersedes jsonb)
     order by item.place
  loop
    v_support := array(
      select o.id
        from reflection.observations o
       where o.user_id = p_user_id
         and o.content_hash = any (array(select jsonb_array_elements_text(v_row.support)))
    );
    -- What rests on something forgotten as well may say it, in whichever words.
    continue when v_support = '{}' or exists (
      select from reflection.tombstones t
       where t.kind = 'memory'
         and t.user_id = p_user_id
         and (t.content_hash = v_row.content_hash
              or t.content_hash = any (array(select jsonb_array_elements_text(v_row.support))))
    );

    v_entry := nextval('reflection.entries');
    select r.id into v_id
      from reflection.reflections r
     where r.user_id = p_user_id
       and r.content_hash = v_row.content_hash;
    if not found then
      delete from reflection.former_ids f
       where f.user_id = p_user_id
         and f.kind = 'reflection'
         and f.content_hash = v_row.content_hash
      returning f.id into v_id;
      insert into reflection.reflections as r
        (id, user_id, content, content_hash, token_count, created_at, claim_id)
      values (coalesce(v_id, nextval(pg_get_serial_sequence('reflection.reflections', 'id'))),
              p_user_id, v_row.content, v_row.content_hash,
              reflection.tokens('#r1000000 ' || v_row.content), reflection.clock(), p_claim_id)
      returning r.id into v_id;
    end if;

    insert into reflection.reflection_support (user_id, reflection_id, observation_id, entry, claim_id, said_at)
    select p_user_id, v_id, supporting.id, v_entry, p_claim_id, reflection.clock()
      from unnest(v_support) as supporting (id);
    insert into reflection.links (user_id, kind, newer, older, said_at, entry, claim_id)
    select distinct p_user_id, 'replaces reflection', v_row.content_hash, r.content_hash, reflection.clock(), v_entry, p_claim_id
      from jsonb_array_elements_text(coalesce(v_row.supersedes, '[]')) as named (hash)
      join reflection.reflections r on r.user_id = p_user_id and r.content_hash = named.hash
     where r.content_hash <> v_row.content_hash;
  end loop;
end
$$;
comment on function reflection.write_reflections (text, uuid, jsonb) is
  'Writes reflections resting on observations named by content hash, and passes over those with none, forgotten, or that rest on something forgotten.';


create or replace function reflection.write_drops (p_user_id text, p_claim_id uuid, p_drops jsonb)
  returns text[]
  language sql
as $$
  with dropped as (
    insert into reflection.drops (user_id, observation_id, claim_id, reason, dropped_at)
    select p_user_id, o.id, p_claim_id, coalesce(nullif(d.reason, ''), 'pool over target'), clock_timestamp()
      from jsonb_to_recordset(coalesce(p_drops, '[]')) as d (observation_id bigint, reason text)
      join reflection.observations o on o.user_id = p_user_id and o.id = d.observation_id
     where o.relevance <> 'critical'
       and o.dropped_at is null
    returning observation_id
  )
  select coalesce(array_agg(o.content_hash), '{}')
    from dropped
    join reflection.observations o on o.user_id = p_user_id and o.id = dropped.observation_id;
$$;
comment on function reflection.write_drops (text, uuid, jsonb) is
  'Drops these of the user''s live observations, a critical one never. Returns their contents.';


create or replace function reflection.write_memory (
  p_thread_id text,
  p_user_id text,
  p_claim_id uuid,
  p_memory jsonb
)
  returns void
  language plpgsql
as $$
declare
  v_unchanged text[] := reflection.unchanged_messages(p_thread_id, p_memory -> 'coverage');
  v_written text[] := '{}';
  v_cited text[];
  -- Saved again after its answer was lost: nothing of it is written or counted twice.
  v_again boolean := (
    select count(c.claim_id) = count(*) and count(*) > 0
      from jsonb_to_recordset(coalesce(p_memory -> 'coverage', '[]')) as loaded (message_id text, content_hash text)
      left join reflection.coverage c
        on c.thread_id = p_thread_id
       and c.message_id = loaded.message_id
       and c.content_hash = loaded.content_hash
       and c.claim_id = p_claim_id
       and c.current
     where loaded.message_id = any (v_unchanged)
  );
begin
  -- Whoever switched memory off meanwhile is neither observed nor thought about.
  if not v_again and reflection.memory_is_on(p_user_id) then
    -- Of what was edited and is read anew it may be known now whether it stands.
    v_cited := array(
      select distinct o.content_hash
        from reflection.observation_sources s
        join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
       where s.user_id = p_user_id
         and s.thread_id = p_thread_id
         and s.message_id = any (v_unchanged)
    );
    -- An empty result writes no memory at all, so it can never replace any.
    if v_cited <> '{}' or '[]' <> any (array[
      p_memory -> 'observations', p_memory -> 'reflections', p_memory -> 'notes', p_memory -> 'drops']) then
      perform reflection.touch_memory(p_user_id);
    end if;
    perform reflection.write_coverage(p_thread_id, p_claim_id, p_memory -> 'coverage', v_unchanged);
    v_written := reflection.write_observations(
      p_thread_id, p_user_id, p_claim_id, p_memory -> 'observations', p_memory -> 'coverage', v_unchanged);
    perform reflection.write_reflections(p_user_id, p_claim_id, p_memory -> 'reflections');
    perform reflection.write_notes(p_user_id, p_claim_id, p_memory -> 'notes');
    -- What is dropped may be what was just written.
    v_cited := v_cited || v_written || reflection.write_drops(p_user_id, p_claim_id, p_memory -> 'drops');
    if v_cited <> '{}' or '[]' <> any (array[p_memory -> 'reflections', p_memory -> 'notes']) then
      perform reflection.settle_memory(p_user_id, v_cited);
    end if;
  end if;

  update reflection.claim_log l
     set engine = coalesce(p_memory ->> 'engine', l.engine),
         model = coalesce(p_memory ->> 'model', l.model),
         prompt_hash = coalesce(p_memory ->> 'prompt_hash', l.prompt_hash),
         observations = l.observations + cardinality(v_written),
         error = coalesce(reflection.one_line(p_memory ->> 'error'), l.error)
   where l.claim_id = p_claim_id;
  if jsonb_typeof(p_memory -> 'usage') = 'object' then
    perform reflection.enter_spending(p_claim_id, p_memory -> 'usage');
  end if;
end
$$;
comment on function reflection.write_memory (text, text, uuid, jsonb) is
  'Writes what a claim found. Only for the functions that have just checked the claim.';


create or replace function reflection.commit_reflection (p_thread_id text, p_claim_id uuid, p_memory jsonb)
  returns boolean
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
as $$
declare
  v_user_id text;
begin
  -- A worker that freezes after this call, its transaction open, is cut off.
  perform set_config('idle_in_transaction_session_timeout', '10s', true);

  -- Nothing is left of a thread that is gone, and nothing is to be written of it.
  if not exists (select from reflection.source_thread(p_thread_id)) then
    return false;
  end if;
  if not reflection.mark_reflected_if_claimed(p_thread_id, p_claim_id, coalesce(p_memory ->> 'outcome', 'reflected')) then
    return false;
  end if;
  select c.user_id into strict v_user_id from reflection.claims c where c.thread_id = p_thread_id;
  perform reflection.write_memory(p_thread_id, v_user_id, p_claim_id, p_memory);

  -- Still due means the thread changed under the claim: say how it stands now.
  update reflection.claims c
     set user_messages = s.user_messages,
         eligible_at = s.eligible_at
    from reflection.thread_state(p_thread_id) s
   where c.thread_id = p_thread_id
     and c.eligible_at is not null
     and s.user_id = c.user_id;
  return true;
end
$$;
comment on function reflection.commit_reflection (text, uuid, jsonb) is
  'Ends a claim with what it found: mark, observations, sources, coverage of exactly what was loaded, reflections, notes and drops, all or nothing. False = the claim was lost and nothing was written. p_memory: {outcome, engine, model, prompt_hash, observations: [{content, relevance, category, observed_at, origin, content_hash, sources: [message_id], needs: [message_id], duplicate_of: content_hash, supersedes: [content_hash], replaced_by: [content_hash], flags: [sources|speaker|date|user]}], coverage: [{message_id, content_hash, skipped}], reflections: [{content, content_hash, support: [content_hash], supersedes: [content_hash]}], notes: [{slug, title, kind, summary, body, tags, aliases, links: [{target, relation}], more_links, support: [content_hash]}], drops: [{observation_id, reason}], error: what of it failed all the same, usage: what the claim cost so far in all, as enter_spending takes it}.';


create or replace function reflection.save_progress_if_claimed (
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
  perform reflection.write_memory(p_thread_id, v_user_id, p_claim_id, p_memory);
  return true;
end
$$;
comment on function reflection.save_progress_if_claimed (text, uuid, jsonb, interval) is
  'After each observed chunk of a long thread: its observations and coverage are kept, the lease is renewed, and since there was progress the attempts are back to 1. False = the claim was lost and nothing was written.';
