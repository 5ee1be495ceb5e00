-- Erasing what was written under subjects: a note that rested on what goes may repeat it in any later writing.

create or replace function reflection.links_but (p_links jsonb, p_slugs text[])
  returns jsonb
  language sql
  immutable
as $$
  select coalesce(jsonb_agg(l.value order by l.value), '[]')
    from jsonb_array_elements(p_links) as l (value)
   where l.value ->> 'target' <> all (p_slugs);
$$;
comment on function reflection.links_but (jsonb, text[]) is 'Links of a note without those to these subjects.';


create or replace function reflection.erase_writings (p_user_id text, p_entries bigint[])
  returns jsonb
  language plpgsql
as $$
declare
  v_going bigint[];
  v_without text[];
  v_receipt jsonb;
begin
  v_going := array(
    select later.entry
      from (
        select w.slug, min(w.entry) as since
          from reflection.note_writings w
         where w.user_id = p_user_id
           and w.entry = any (p_entries)
         group by w.slug
      ) gone
      join reflection.note_writings later
        on later.user_id = p_user_id and later.slug = gone.slug and later.entry >= gone.since
  );
  v_without := array(
    select w.slug
      from reflection.note_writings w
     where w.user_id = p_user_id
     group by w.slug
    having bool_and(w.entry = any (v_going))
  );
  with support as (
    delete from reflection.note_support s
     where s.user_id = p_user_id and s.entry = any (v_going)
    returning 1
  ),
  written as (
    delete from reflection.note_writings w
     where w.user_id = p_user_id and w.entry = any (v_going)
    returning 1
  )
  select jsonb_build_object(
           'reflection.note_support', (select count(*) from support),
           'reflection.note_writings', (select count(*) from written))
    into v_receipt;

  -- A subject is itself a word of what was said, and other notes may name it.
  update reflection.note_writings w
     set links = reflection.links_but(w.links, v_without),
         more_links = reflection.links_but(w.more_links, v_without)
   where w.user_id = p_user_id
     and (w.links, w.more_links)
         is distinct from (reflection.links_but(w.links, v_without), reflection.links_but(w.more_links, v_without));
  return v_receipt;
end
$$;
comment on function reflection.erase_writings (text, bigint[]) is
  'Takes away these writings of notes and all later ones of the same subjects, and what leads to a subject of which nothing is left. Returns rows by table; whoever calls it settles the user''s notes.';


create or replace function reflection.notes_gone (p_user_id text, p_notes reflection.notes[], p_links reflection.note_links[])
  returns jsonb
  language sql
  stable
as $$
  select jsonb_build_object(
    'reflection.notes', (
      select count(*)
        from unnest(p_notes) was
       where not exists (select from reflection.notes n where n.user_id = p_user_id and n.slug = was.slug)),
    'reflection.note_links', (
      select count(*)
        from unnest(p_links) was
       where not exists (
         select from reflection.note_links k
          where k.user_id = p_user_id and k.source = was.source and k.target = was.target and k.relation = was.relation)));
$$;
comment on function reflection.notes_gone (text, reflection.notes[], reflection.note_links[]) is
  'How many of these notes and links of a user are no more: rows by table.';


create or replace function reflection.take_note (p_user_id text, p_slug text)
  returns jsonb
  language plpgsql
as $$
declare
  v_notes reflection.notes[];
  v_links reflection.note_links[];
  v_entries bigint[];
  v_receipt jsonb;
begin
  v_entries := array(
    select w.entry from reflection.note_writings w where w.user_id = p_user_id and w.slug = p_slug
  );
  if v_entries = '{}' then
    return '{}';
  end if;
  perform reflection.hold_for_erasure(array[p_user_id], '{}');
  v_notes := array(select n from reflection.notes n where n.user_id = p_user_id);
  v_links := array(select k from reflection.note_links k where k.user_id = p_user_id);
  v_receipt := reflection.erase_work(array[p_user_id]);
  v_entries := array(
    select w.entry from reflection.note_writings w where w.user_id = p_user_id and w.slug = p_slug
  );
  v_receipt := reflection.summed(v_receipt, reflection.erase_writings(p_user_id, v_entries));
  perform reflection.settle_notes(p_user_id);
  return reflection.summed(v_receipt, reflection.notes_gone(p_user_id, v_notes, v_links));
end
$$;
comment on function reflection.take_note (text, text) is 'What forget_note does.';
