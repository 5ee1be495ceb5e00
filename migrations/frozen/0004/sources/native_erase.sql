-- The native source: what is erased in it, for erase_message, erase_thread and erase_user.
--
-- These three belong to a source as those that read do. One that the worker may
-- only read erases nothing, and they return no row.

create or replace function reflection.source_erase_message (p_thread_id text, p_message_id text)
  returns table (table_name text, rows bigint)
  language sql
as $$
  with messages as (
    delete from chat.messages m where m.thread_id = p_thread_id and m.id = p_message_id returning 1
  )
  select 'chat.messages', count(*) from messages;
$$;
comment on function reflection.source_erase_message (text, text) is
  'Source: erases one message, and says how many rows of which table that took.';

create or replace function reflection.source_erase_thread (p_thread_id text)
  returns table (table_name text, rows bigint)
  language sql
as $$
  with messages as (
    delete from chat.messages m where m.thread_id = p_thread_id returning 1
  ),
  threads as (
    delete from chat.threads t where t.id = p_thread_id returning 1
  )
  select 'chat.messages', count(*) from messages
   union all
  select 'chat.threads', count(*) from threads;
$$;
comment on function reflection.source_erase_thread (text) is
  'Source: erases a thread with its messages, and says how many rows of which table that took.';

create or replace function reflection.source_erase_user (p_user_id text)
  returns table (table_name text, rows bigint)
  language sql
as $$
  with messages as (
    delete from chat.messages m
     using chat.threads t
     where t.user_id = p_user_id
       and m.thread_id = t.id
    returning 1
  ),
  threads as (
    delete from chat.threads t where t.user_id = p_user_id returning 1
  ),
  users as (
    delete from chat.users u where u.id = p_user_id returning 1
  )
  select 'chat.messages', count(*) from messages
   union all
  select 'chat.threads', count(*) from threads
   union all
  select 'chat.users', count(*) from users;
$$;
comment on function reflection.source_erase_user (text) is
  'Source: erases a user with all threads, and says how many rows of which table that took.';
