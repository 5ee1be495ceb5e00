-- What search finds messages by, kept beside what is known of their coverage, and which it may tell.

create or replace function reflection.searchable_messages (p_thread_id text, p_message_ids text[])
  returns table (
    message_id text,
    content_hash text,
    user_id text,
    said_at timestamptz,
    place bigint,
    terms integer[]
  )
  language sql
  stable
as $$
  select m.message_id, reflection.message_hash(m.role, m.content), thread.user_id, counted.at,
         -- In the order of the transcript, without reading all of it: where some
         -- have a position and some have none, each kind stands by itself.
         coalesce(m.position,
                  (extract(epoch from counted.at) * 1000000)::bigint * 3
                  + case m.role when 'user' then 0 when 'assistant' then 1 else 2 end),
         case
           -- Who speaks is part of what is asked for.
           when m.role in ('user', 'assistant') then
             reflection.search_terms(thread.user_id, m.content) || reflection.search_terms(thread.user_id, coalesce(m.name, ''))
           else '{}'
         end
    from reflection.source_thread(p_thread_id) thread
   cross join (select distinct asked.id from unnest(p_message_ids) as asked (id)) named
   cross join lateral reflection.source_messages(thread.thread_id) m
    left join reflection.message_times t
      on t.thread_id = thread.thread_id and t.message_id = named.id
   cross join lateral (select reflection.counted_time(t.counted_at, m.created_at) as at) counted
   where m.message_id = named.id;
$$;
comment on function reflection.searchable_messages (text, text[]) is
  'What search finds these messages of a thread by: what the user and the assistant said by its words and its speaker, tool results and instructions by nothing but the observations that cite them.';


create or replace function reflection.threads_not_to_tell (p_user_id text, p_thread_ids text[])
  returns text[]
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select array(
    select asked.id
      from unnest(p_thread_ids) as asked (id)
     where not exists (
       select
         from reflection.source_thread(asked.id) thread
        where thread.user_id = p_user_id
          and not thread.hidden
     )
  );
$$;
comment on function reflection.threads_not_to_tell (text, text[]) is
  'Which of these threads are gone, hidden or not this user''s any more: what is not told takes nobody''s place.';


create or replace function reflection.message_to_tell (
  p_user_id text, p_thread_id text, p_message_id text, p_content_hash text
)
  returns table (role text, name text, text text)
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select m.role, m.name, reflection.readable_text(m.content)
    from reflection.source_thread(p_thread_id) thread
   cross join lateral reflection.source_messages(thread.thread_id) m
   where thread.user_id = p_user_id
     and not thread.hidden
     and m.message_id = p_message_id
     and m.complete
     and not reflection.is_blank(m.content)
     and reflection.message_hash(m.role, m.content) = p_content_hash;
$$;
comment on function reflection.message_to_tell (text, text, text, text) is
  'A message of a user, if the source still has it as it was when it was read, and its thread is not hidden.';
