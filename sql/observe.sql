-- Observing: how what a claim found becomes facts.
--
-- The same content of the same user is one row, however often it is said. What
-- says the same in other words keeps a row of its own, linked to the first, and
-- what something newer replaces is linked to that: nothing is changed here.

create or replace function reflection.observation_row (
  p_user_id text,
  p_content_hash text,
  p_thread_id text,
  p_content text,
  p_relevance text,
  p_category text,
  p_observed_at timestamptz,
  p_origin text,
  p_claim_id uuid,
  out id bigint,
  out is_new boolean
)
  language plpgsql
as $$
begin
  select o.id, false into id, is_new
    from reflection.observations o
   where o.user_id = p_user_id
     and o.content_hash = p_content_hash;
  if found then
    return;
  end if;
  -- What was taken back and is said again is the same line of memory.
  delete from reflection.former_ids f
   where f.user_id = p_user_id
     and f.kind = 'observation'
     and f.content_hash = p_content_hash
  returning f.id into id;
  is_new := true;
  insert into reflection.observations as o
    (id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin, content_hash,
     claim_id, terms)
  values (coalesce(id, nextval(pg_get_serial_sequence('reflection.observations', 'id'))),
          p_user_id, p_thread_id, p_content, p_relevance, p_category, p_observed_at,
          reflection.tokens('#1000000 ' || p_content), p_origin, p_content_hash, p_claim_id,
          reflection.search_terms(p_user_id, p_content))
  returning o.id into id;
end
$$;
comment on function reflection.observation_row (text, text, text, text, text, text, timestamptz, text, uuid) is
  'The row of a user''s observation that says this, made if there is none. Whoever calls it writes the saying.';


create or replace function reflection.write_observations (
  p_thread_id text,
  p_user_id text,
  p_claim_id uuid,
  p_observations jsonb,
  p_loaded jsonb,
  p_unchanged text[]
)
  returns text[]
  language plpgsql
as $$
declare
  v_written text[] := '{}';
  v_row record;
  v_observation record;
  v_saying_id bigint;
  v_by_user text[];
begin
  if p_observations <> '[]' then
    v_by_user := array(
      select m.message_id
        from reflection.source_messages(p_thread_id) m
       where m.role = 'user'
         and m.message_id = any (p_unchanged)
    );
  end if;
  for v_row in
    select o.content, o.relevance, o.category, o.observed_at, o.origin, o.content_hash,
           o.duplicate_of, o.supersedes, o.replaced_by, said.sources, said.needs,
           -- Who wrote it is asked here as well, whatever a worker looked at.
           array(
             select doubt.flag
               from unnest(array['sources', 'speaker', 'date', 'user']) as doubt (flag)
              where o.flags ? doubt.flag
                 or doubt.flag = 'user'
                and (o.origin = 'rule' or o.category in ('preference', 'fact', 'remember'))
                and not said.sources && v_by_user
           ) as flags
      from jsonb_array_elements(coalesce(p_observations, '[]')) with ordinality as item (value, place)
     cross join lateral jsonb_to_record(item.value)
        as o (content text, relevance text, category text, observed_at timestamptz, origin text, content_hash text,
              sources jsonb, needs jsonb, joined boolean, duplicate_of text, supersedes jsonb, replaced_by jsonb,
              flags jsonb)
     cross join lateral (
       select array(
                select distinct source.id
                  from jsonb_array_elements_text(o.sources) as source (id)
                 where source.id = any (p_unchanged)
              ) as sources,
              array(
                select jsonb_array_elements_text(case when o.joined then o.sources else coalesce(o.needs, '[]') end)
              ) as needs
     ) said
     order by item.place
  loop
    continue when v_row.sources = '{}' or not v_row.sources @> v_row.needs;
    continue when exists (
      select from reflection.tombstones t
       where t.kind = 'memory'
         and t.user_id = p_user_id
         and t.content_hash = v_row.content_hash
    );

    v_observation := reflection.observation_row(
      p_user_id, v_row.content_hash, p_thread_id, v_row.content, v_row.relevance, v_row.category,
      v_row.observed_at, v_row.origin, p_claim_id);
    insert into reflection.sayings
      (user_id, observation_id, thread_id, claim_id, content, relevance, category, origin, observed_at, flags)
    values (p_user_id, v_observation.id, p_thread_id, p_claim_id, v_row.content, v_row.relevance, v_row.category,
            v_row.origin, v_row.observed_at, v_row.flags)
    returning id into v_saying_id;
    insert into reflection.observation_sources
      (saying_id, observation_id, user_id, thread_id, message_id, content_hash, needed)
    select v_saying_id, v_observation.id, p_user_id, p_thread_id, loaded.message_id, loaded.content_hash,
           loaded.message_id = any (v_row.needs)
      from jsonb_to_recordset(p_loaded) as loaded (message_id text, content_hash text)
     where loaded.message_id = any (v_row.sources);

    -- What was remembered before keeps its links, or two would hide each other.
    insert into reflection.links (user_id, kind, newer, older, said_at, entry, claim_id)
    select p_user_id, linked.kind, linked.newer, linked.older, linked.said_at, v_saying_id, p_claim_id
      from (
        select 'repeats' as kind, v_row.content_hash as newer, o.content_hash as older, v_row.observed_at as said_at
          from reflection.observations o
         where v_observation.is_new
           and o.user_id = p_user_id
           and o.content_hash = v_row.duplicate_of
         union
        select 'replaces', v_row.content_hash, o.content_hash, v_row.observed_at
          from jsonb_array_elements_text(coalesce(v_row.supersedes, '[]')) as named (hash)
          join reflection.observations o on o.user_id = p_user_id and o.content_hash = named.hash
         union
        select 'replaces', o.content_hash, v_row.content_hash, o.observed_at
          from jsonb_array_elements_text(coalesce(v_row.replaced_by, '[]')) as named (hash)
          join reflection.observations o on o.user_id = p_user_id and o.content_hash = named.hash
      ) linked
     where linked.newer <> linked.older;
    v_written := v_written || v_row.content_hash;
  end loop;
  return v_written;
end
$$;
comment on function reflection.write_observations (text, text, uuid, jsonb, jsonb, text[]) is
  'Writes observations with those of their sources that are unchanged, and passes over those left with none, without one that they need, or forgotten. Returns the contents written.';


create or replace function reflection.write_coverage (p_thread_id text, p_claim_id uuid, p_coverage jsonb, p_unchanged text[])
  returns void
  language sql
as $$
  update reflection.coverage c
     set current = false
    from jsonb_to_recordset(coalesce(p_coverage, '[]')) as loaded (message_id text, content_hash text)
   where c.thread_id = p_thread_id
     and c.message_id = loaded.message_id
     and c.content_hash <> loaded.content_hash
     and c.current
     and loaded.message_id = any (p_unchanged);
  insert into reflection.coverage as c
    (thread_id, message_id, content_hash, skipped, covered_at, claim_id, user_id, said_at, place, terms)
  select p_thread_id, loaded.message_id, loaded.content_hash, loaded.skipped, clock_timestamp(), p_claim_id,
         said.user_id, said.said_at, said.place, said.terms
    from jsonb_to_recordset(coalesce(p_coverage, '[]'))
      as loaded (message_id text, content_hash text, skipped text)
    left join reflection.searchable_messages(p_thread_id, p_unchanged) said using (message_id, content_hash)
   where loaded.message_id = any (p_unchanged)
  on conflict (thread_id, message_id, content_hash) do update
     set current = true,
         user_id = excluded.user_id,
         said_at = excluded.said_at,
         place = excluded.place,
         terms = excluded.terms;
$$;
comment on function reflection.write_coverage (text, uuid, jsonb, text[]) is
  'These messages are done with, at the text that was loaded, and found by search from now on.';
