-- Notes: what is known of a user by subject, worked out from what claims wrote.
--
-- What is not empty in a writing takes the place of what earlier ones said, so
-- a note is its writings that hold, one after the other. A writing holds while
-- something that it rests on is neither stale nor superseded; what was dropped
-- still speaks for it, as it does for a reflection.

create or replace function reflection.is_slug (p_text text)
  returns boolean
  language sql
  immutable
as $$
  select coalesce(p_text ~ '^\S+$' and octet_length(p_text) <= 500, false);
$$;
comment on function reflection.is_slug (text) is 'Whether something can be kept as the name of a note.';


create or replace function reflection.links_written (p_links jsonb, p_slug text)
  returns jsonb
  language sql
  immutable
as $$
  select coalesce(jsonb_agg(distinct jsonb_build_object('target', l.target, 'relation', left(coalesce(l.relation, ''), 100))), '[]')
    from jsonb_to_recordset(coalesce(p_links, '[]')) as l (target text, relation text)
   where reflection.is_slug(l.target)
     and l.target <> p_slug;
$$;
comment on function reflection.links_written (jsonb, text) is
  'Links of a note as they are kept: each once, in one order, none without a target or to the note itself.';


create or replace function reflection.write_notes (p_user_id text, p_claim_id uuid, p_notes jsonb)
  returns void
  language plpgsql
as $$
declare
  v_row record;
  v_support bigint[];
  v_entry bigint;
begin
  for v_row in
    select n.*
      from jsonb_array_elements(coalesce(p_notes, '[]')) with ordinality as item (value, place)
     cross join lateral jsonb_to_record(item.value)
        as n (slug text, title text, kind text, summary text, body text, tags text[], aliases text[],
              links jsonb, more_links jsonb, support text[])
     order by item.place
  loop
    v_support := array(
      select o.id
        from reflection.observations o
       where o.user_id = p_user_id
         and o.content_hash = any (v_row.support)
    );
    -- What is not there was forgotten, edited or deleted meanwhile, and the note may say it.
    continue when v_support = '{}'
      or cardinality(v_support) < (select count(distinct named.hash) from unnest(v_row.support) named (hash))
      or not reflection.is_slug(v_row.slug);

    insert into reflection.note_writings
      (user_id, slug, claim_id, title, kind, summary, body, tags, aliases, links, more_links, written_at)
    values (p_user_id, v_row.slug, p_claim_id, coalesce(v_row.title, ''), coalesce(v_row.kind, ''),
            coalesce(v_row.summary, ''), coalesce(v_row.body, ''), coalesce(v_row.tags, '{}'), coalesce(v_row.aliases, '{}'),
            reflection.links_written(v_row.links, v_row.slug), reflection.links_written(v_row.more_links, v_row.slug),
            reflection.clock())
    returning entry into v_entry;
    insert into reflection.note_support (user_id, entry, observation_id)
    select p_user_id, v_entry, supporting.id
      from unnest(v_support) as supporting (id);
  end loop;
end
$$;
comment on function reflection.write_notes (text, uuid, jsonb) is
  'Writes notes resting on observations named by content hash, and passes over those with none, with one that is not there, or without a slug.';


create or replace function reflection.holding_writings (p_user_id text, p_hidden bigint[] default '{}')
  returns setof reflection.note_writings
  language sql
  stable
as $$
  select w.*
    from reflection.note_writings w
   where w.user_id = p_user_id
     and exists (
       select
         from reflection.note_support s
         join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
        where s.entry = w.entry
          and s.user_id = p_user_id
          and o.stale_at is null
          and o.superseded_by is null
          and o.id <> all (p_hidden)
     );
$$;
comment on function reflection.holding_writings (text, bigint[]) is
  'A user''s writings of notes that rest on something that is neither stale nor superseded, nor among p_hidden.';


create or replace function reflection.title_of (p_slug text)
  returns text
  language sql
  immutable
as $$
  select case
    when words.said ~ '\S' then upper(left(words.said, 1)) || substr(words.said, 2)
    else p_slug
  end
    from (values (translate(p_slug, '-', ' '))) words (said);
$$;
comment on function reflection.title_of (text) is 'How a note is called that nobody has given a title: its slug as words.';


create or replace function reflection.folded_notes (p_user_id text)
  returns table (
    slug text,
    title text,
    kind text,
    summary text,
    body text,
    tags text[],
    aliases text[],
    links jsonb,
    created_at timestamptz,
    updated_at timestamptz,
    claim_id uuid
  )
  language plpgsql
  stable
as $$
declare
  v_writing reflection.note_writings;
  v_before record;
begin
  for v_writing in
    select w.* from reflection.holding_writings(p_user_id) w order by w.slug, w.entry
  loop
    if slug is distinct from v_writing.slug then
      if slug is not null then
        return next;
      end if;
      slug := v_writing.slug;
      title := reflection.title_of(slug);
      kind := 'note';
      summary := '';
      body := '';
      tags := '{}';
      aliases := '{}';
      links := '[]';
      created_at := v_writing.written_at;
      updated_at := null;
    end if;
    v_before := row(title, kind, summary, body, tags, aliases, links);
    title := case when v_writing.title ~ '\S' then v_writing.title else title end;
    kind := case when v_writing.kind ~ '\S' then v_writing.kind else kind end;
    summary := case when v_writing.summary ~ '\S' then v_writing.summary else summary end;
    body := case when v_writing.body ~ '\S' then v_writing.body else body end;
    tags := case when v_writing.tags <> '{}' then v_writing.tags else tags end;
    aliases := case when v_writing.aliases <> '{}' then v_writing.aliases else aliases end;
    if v_writing.links <> '[]' or not links @> v_writing.more_links then
      links := reflection.links_written(
        case when v_writing.links <> '[]' then v_writing.links else links end || v_writing.more_links, slug);
    end if;
    if updated_at is null or v_before is distinct from row(title, kind, summary, body, tags, aliases, links) then
      updated_at := v_writing.written_at;
      claim_id := v_writing.claim_id;
    end if;
  end loop;
  if slug is not null then
    return next;
  end if;
end
$$;
comment on function reflection.folded_notes (text) is
  'A user''s notes as their writings that hold give them, each in the order in which they were entered.';


create or replace function reflection.settle_notes (p_user_id text)
  returns void
  language sql
as $$
  with folded as materialized (
    select f.* from reflection.folded_notes(p_user_id) f
  ),
  linked as materialized (
    select f.slug, l.target, l.relation
      from folded f
     cross join lateral jsonb_to_recordset(f.links) as l (target text, relation text)
  ),
  gone as (
    delete from reflection.notes n
     where n.user_id = p_user_id
       and not exists (select from folded f where f.slug = n.slug)
  ),
  unlinked as (
    delete from reflection.note_links k
     where k.user_id = p_user_id
       and not exists (
         select from linked l where l.slug = k.source and l.target = k.target and l.relation = k.relation
       )
  ),
  written as (
    insert into reflection.notes as n
      (user_id, slug, title, kind, summary, body, tags, aliases, created_at, updated_at, claim_id)
    select p_user_id, f.slug, f.title, f.kind, f.summary, f.body, f.tags, f.aliases, f.created_at, f.updated_at, f.claim_id
      from folded f
    on conflict (user_id, slug) do update
       set title = excluded.title,
           kind = excluded.kind,
           summary = excluded.summary,
           body = excluded.body,
           tags = excluded.tags,
           aliases = excluded.aliases,
           created_at = excluded.created_at,
           updated_at = excluded.updated_at,
           claim_id = excluded.claim_id
     where n is distinct from excluded
  )
  insert into reflection.note_links (user_id, source, target, relation)
  select p_user_id, l.slug, l.target, l.relation
    from linked l
  on conflict do nothing;
$$;
comment on function reflection.settle_notes (text) is
  'Works out again what a user''s notes say. Those of which no writing holds any more go; what is as it was is left alone.';


create or replace function reflection.remove_writings (p_user_id text, p_claim_ids uuid[] default '{}')
  returns void
  language sql
as $$
  delete from reflection.note_writings w
   where w.user_id = p_user_id
     and (w.claim_id = any (p_claim_ids)
          or not exists (select from reflection.note_support s where s.entry = w.entry));
$$;
comment on function reflection.remove_writings (text, uuid[]) is
  'Takes away what rests on nothing any more, and what these claims wrote. Whoever calls it settles the user''s notes.';
