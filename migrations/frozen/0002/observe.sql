-- Observing: how what a claim found becomes rows.
--
-- The same content of the same user is one row, however often it is said. What
-- says the same in other words keeps a row of its own, linked to the first, and
-- what something newer replaces points at that: nothing is deleted here.

create or replace function reflection.write_observations (
  p_thread_id text,
  p_user_id text,
  p_claim_id uuid,
  p_observations jsonb,
  p_loaded jsonb,
  p_unchanged text[]
)
  returns integer
  language plpgsql
as $$
declare
  v_written integer := 0;
  v_row record;
  v_id bigint;
begin
  for v_row in
    select o.content, o.relevance, o.category, o.observed_at, o.origin, o.content_hash,
           o.duplicate_of, o.supersedes, coalesce(o.joined, false) as joined, jsonb_array_length(o.sources) as cited,
           array(
             select distinct source.id
               from jsonb_array_elements_text(o.sources) as source (id)
              where source.id = any (p_unchanged)
           ) as sources
      from jsonb_array_elements(coalesce(p_observations, '[]')) with ordinality as item (value, place)
     cross join lateral jsonb_to_record(item.value)
        as o (content text, relevance text, category text, observed_at timestamptz, origin text, content_hash text, sources jsonb, duplicate_of text, supersedes jsonb, joined boolean)
     order by item.place
  loop
    continue when v_row.sources = '{}';
    continue when v_row.joined and cardinality(v_row.sources) < v_row.cited;

    -- Said again: what the dropper dropped, an edit made stale or something
    -- newer replaced is live once more, as new as this saying of it. A live
    -- one only gains the sources, so that the rendered bytes stay. Nor does a
    -- link change: two that were linked to each other would both be hidden.
    insert into reflection.observations as o
      (user_id, thread_id, content, relevance, category, observed_at, token_count, origin, content_hash, claim_id,
       joined, duplicate_of)
    values (p_user_id, p_thread_id, v_row.content, v_row.relevance, v_row.category, v_row.observed_at,
            reflection.tokens('#1000000 ' || v_row.content), v_row.origin, v_row.content_hash, p_claim_id,
            v_row.joined,
            (select twin.id
               from reflection.observations twin
              where twin.user_id = p_user_id
                and twin.content_hash = v_row.duplicate_of))
    on conflict on constraint one_observation_a_user_and_content do update
       set observed_at = case
             when o.dropped_at is not null or o.superseded_by is not null
             then greatest(o.observed_at, excluded.observed_at)
             else o.observed_at
           end,
           dropped_at = null,
           drop_reason = null,
           stale_at = null,
           superseded_by = null
    returning o.id into v_id;

    insert into reflection.observation_sources (observation_id, user_id, thread_id, message_id, content_hash)
    select v_id, p_user_id, p_thread_id, loaded.message_id, loaded.content_hash
      from jsonb_to_recordset(p_loaded) as loaded (message_id text, content_hash text)
     where loaded.message_id = any (v_row.sources)
    on conflict (observation_id, thread_id, message_id) do update
       set content_hash = excluded.content_hash;
    perform reflection.forget_unsound_sources(array[v_id]);

    -- Not what is newer than this saying of it.
    update reflection.observations o
       set superseded_by = v_id
     where o.user_id = p_user_id
       and o.content_hash = any (array(select jsonb_array_elements_text(coalesce(v_row.supersedes, '[]'))))
       and o.id <> v_id
       and o.superseded_by is null
       and o.observed_at <= v_row.observed_at;

    -- Nor does what is said anew hide behind what is no longer shown.
    update reflection.observations o
       set duplicate_of = null
      from reflection.observations first
     where o.id = v_id
       and first.user_id = o.user_id
       and first.id = o.duplicate_of
       and (first.dropped_at is not null or first.superseded_by is not null);
    v_written := v_written + 1;
  end loop;
  return v_written;
end
$$;
comment on function reflection.write_observations (text, text, uuid, jsonb, jsonb, text[]) is
  'Writes observations with those of their sources that are unchanged, and passes over those left with none. Returns how many.';
