-- The notebook: a user's notes for who reads them, and the messages behind one.
--
-- The chat product reads with its own rights, as it does memory_for, so that
-- row security decides whose notes it sees.

create or replace function reflection.notes_for (p_user_id text)
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
    updated_at timestamptz
  )
  language sql
  stable
as $$
  select n.slug, n.title, n.kind, n.summary, n.body, n.tags, n.aliases,
         (select coalesce(jsonb_agg(jsonb_build_object('target', k.target, 'relation', k.relation)
                                    order by k.target collate "C", k.relation collate "C"), '[]')
            from reflection.note_links k
           where k.user_id = p_user_id
             and k.source = n.slug),
         n.created_at, n.updated_at
    from reflection.live_notes(p_user_id) n
   where reflection.memory_is_on(p_user_id)
   order by n.slug collate "C";
$$;
comment on function reflection.notes_for (text) is
  'A user''s notes, by slug, each with its links. No row when nothing is noted or memory is off.';


create or replace function reflection.active_notes (p_user_id text)
  returns table (
    slug text,
    title text,
    kind text,
    summary text,
    body text,
    tags text[],
    aliases text[],
    links jsonb,
    updated_at timestamptz
  )
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select n.slug, n.title, n.kind, n.summary, n.body, n.tags, n.aliases, n.links, n.updated_at
    from reflection.notes_for(p_user_id) n;
$$;
comment on function reflection.active_notes (text) is 'The same for a worker, who is shown what there is before it writes more.';


create or replace function reflection.note_sources (p_user_id text, p_slug text)
  returns table (
    memory_id text,
    content text,
    state text,
    thread_id text,
    message_id text,
    message_state text,
    role text,
    said_at timestamptz,
    text text
  )
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select r.memory_id, r.content, r.state, r.thread_id, r.message_id, r.message_state, r.role, r.said_at, r.text
    from (
      select distinct s.observation_id as id
        from reflection.notes_for(p_user_id) n
        join reflection.holding_writings(p_user_id) w on w.slug = n.slug
        join reflection.note_support s on s.user_id = p_user_id and s.entry = w.entry
       where n.slug = p_slug
    ) resting
   cross join lateral reflection.recall('#' || resting.id) with ordinality r
   order by resting.id, r.ordinality;
$$;
comment on function reflection.note_sources (text, text) is
  'The messages behind a note, word for word, through the observations that it rests on. One row a source; no row: there is no such note.';
