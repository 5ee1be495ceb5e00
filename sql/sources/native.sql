-- The native source: how the worker reads the tables of the schema chat, and hears of changes.
--
-- A source is these tables, or somebody else's, behind five functions:
-- source_user, source_thread, source_user_threads, source_thread_ids and
-- source_messages. Nothing else here reads a chat table. Their bodies are
-- strings, so the product's migrations never meet a dependency of ours.

-- What the worker asks of a source ----------------------------------------

create or replace function reflection.source_user (p_user_id text)
  returns table (user_id text, timezone text, memory_enabled boolean)
  language sql
  stable
as $$
  select u.id, u.timezone, u.memory_enabled
    from chat.users u
   where u.id = p_user_id;
$$;
comment on function reflection.source_user (text) is
  'Source: a user''s profile, or no row. Users without one are served, in the default zone.';

create or replace function reflection.source_thread (p_thread_id text)
  returns table (thread_id text, user_id text, title text, hidden boolean)
  language sql
  stable
as $$
  select t.id, t.user_id, t.title, t.hidden
    from chat.threads t
   where t.id = p_thread_id;
$$;
comment on function reflection.source_thread (text) is
  'Source: one thread, or no row when it is gone.';

create or replace function reflection.source_user_threads (p_user_id text)
  returns table (thread_id text)
  language sql
  stable
as $$
  select t.id
    from chat.threads t
   where t.user_id = p_user_id;
$$;
comment on function reflection.source_user_threads (text) is 'Source: the ids of a user''s threads.';

create or replace function reflection.source_thread_ids ()
  returns table (thread_id text)
  language sql
  stable
as $$
  select t.id
    from chat.threads t;
$$;
comment on function reflection.source_thread_ids () is 'Source: the ids of all threads.';

create or replace function reflection.source_messages (p_thread_id text)
  returns table (
    message_id text,
    "position" bigint,
    role text,
    name text,
    content text,
    tool_calls jsonb,
    complete boolean,
    calls_tools boolean,
    created_at timestamptz
  )
  language sql
  stable
as $$
  select m.id, m.position::bigint, m.role, m.name, m.content, m.tool_calls,
         m.status = 'complete',
         m.role = 'assistant' and coalesce(jsonb_typeof(m.tool_calls) = 'array' and m.tool_calls <> '[]', false),
         m.created_at
    from chat.messages m
   where m.thread_id = p_thread_id;
$$;
comment on function reflection.source_messages (text) is
  'Source: the messages of one thread, in no order. Unused columns cost nothing: the planner leaves them out, and long texts unread.';


-- What the product's statements leave in the inbox ------------------------
--
-- One short row a statement and thread; no text is read, no lock taken that a
-- worker holds, and nothing that can fail by what the worker is doing.

create or replace function reflection.messages_inserted ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, thread_id, arrived_at)
  select distinct 'inserted', n.thread_id, reflection.clock()
    from new_messages n
   where n.status = 'complete';
  return null;
end
$$;
comment on function reflection.messages_inserted () is 'Trigger: complete messages came to these threads.';

-- A row that was and is incomplete is a reply being streamed: hundreds of
-- updates that mean nothing yet. The text is not compared, since that would
-- read it; the fold compares hashes.
create or replace function reflection.messages_updated ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, thread_id, message_id, arrived_at)
  select 'changed', n.thread_id, n.id, reflection.clock()
    from new_messages n
   where n.status = 'complete'
   union
  select 'changed', o.thread_id, o.id, reflection.clock()
    from old_messages o
   where o.status = 'complete';
  return null;
end
$$;
comment on function reflection.messages_updated () is 'Trigger: these messages are complete, or were.';

create or replace function reflection.messages_deleted ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, thread_id, message_id, arrived_at)
  select 'deleted', o.thread_id, o.id, reflection.clock()
    from old_messages o;
  return null;
end
$$;
comment on function reflection.messages_deleted () is 'Trigger: these messages are gone.';

create or replace function reflection.source_truncated ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, arrived_at)
  values ('recheck', reflection.clock());
  return null;
end
$$;
comment on function reflection.source_truncated () is 'Trigger: a table was emptied, so every thread is compared again.';

-- Products touch updated_at with every message; only what decides eligibility counts.
create or replace function reflection.threads_updated ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, thread_id, arrived_at)
  select 'thread', changed.id, reflection.clock()
    from (
      (select id, user_id, hidden from new_threads except select id, user_id, hidden from old_threads)
      union
      (select id, user_id, hidden from old_threads except select id, user_id, hidden from new_threads)
    ) changed
   group by changed.id;
  return null;
end
$$;
comment on function reflection.threads_updated () is 'Trigger: these threads changed their user or their visibility.';

create or replace function reflection.threads_deleted ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, thread_id, arrived_at)
  select 'thread', o.id, reflection.clock()
    from old_threads o;
  return null;
end
$$;
comment on function reflection.threads_deleted () is 'Trigger: these threads are gone.';

create or replace function reflection.users_inserted ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, user_id, arrived_at)
  select 'user', n.id, reflection.clock()
    from new_users n;
  return null;
end
$$;
comment on function reflection.users_inserted () is 'Trigger: these users have a profile now.';

create or replace function reflection.users_updated ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, user_id, arrived_at)
  select 'user', changed.id, reflection.clock()
    from (
      (select id, timezone, memory_enabled from new_users except select id, timezone, memory_enabled from old_users)
      union
      (select id, timezone, memory_enabled from old_users except select id, timezone, memory_enabled from new_users)
    ) changed
   group by changed.id;
  return null;
end
$$;
comment on function reflection.users_updated () is 'Trigger: these users changed their zone or switched memory on or off.';

create or replace function reflection.users_deleted ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  insert into reflection.arrivals (kind, user_id, arrived_at)
  select 'user', o.id, reflection.clock()
    from old_users o;
  return null;
end
$$;
comment on function reflection.users_deleted () is 'Trigger: these users have no profile any more.';


create or replace trigger messages_inserted after insert on chat.messages
  referencing new table as new_messages
  for each statement execute function reflection.messages_inserted();
create or replace trigger messages_updated after update on chat.messages
  referencing old table as old_messages new table as new_messages
  for each statement execute function reflection.messages_updated();
create or replace trigger messages_deleted after delete on chat.messages
  referencing old table as old_messages
  for each statement execute function reflection.messages_deleted();
create or replace trigger messages_truncated after truncate on chat.messages
  for each statement execute function reflection.source_truncated();

create or replace trigger threads_updated after update on chat.threads
  referencing old table as old_threads new table as new_threads
  for each statement execute function reflection.threads_updated();
create or replace trigger threads_deleted after delete on chat.threads
  referencing old table as old_threads
  for each statement execute function reflection.threads_deleted();
create or replace trigger threads_truncated after truncate on chat.threads
  for each statement execute function reflection.source_truncated();

create or replace trigger users_inserted after insert on chat.users
  referencing new table as new_users
  for each statement execute function reflection.users_inserted();
create or replace trigger users_updated after update on chat.users
  referencing old table as old_users new table as new_users
  for each statement execute function reflection.users_updated();
create or replace trigger users_deleted after delete on chat.users
  referencing old table as old_users
  for each statement execute function reflection.users_deleted();
create or replace trigger users_truncated after truncate on chat.users
  for each statement execute function reflection.source_truncated();

comment on trigger messages_inserted on chat.messages is 'Tells reflection-worker which threads have something new.';
comment on trigger messages_updated on chat.messages is 'Tells reflection-worker which messages changed.';
comment on trigger messages_deleted on chat.messages is 'Tells reflection-worker which messages are gone.';
comment on trigger messages_truncated on chat.messages is 'Tells reflection-worker to compare everything again.';
comment on trigger threads_updated on chat.threads is 'Tells reflection-worker which threads changed user or visibility.';
comment on trigger threads_deleted on chat.threads is 'Tells reflection-worker which threads are gone.';
comment on trigger threads_truncated on chat.threads is 'Tells reflection-worker to compare everything again.';
comment on trigger users_inserted on chat.users is 'Tells reflection-worker which users have a zone now.';
comment on trigger users_updated on chat.users is 'Tells reflection-worker whose zone or memory switch changed.';
comment on trigger users_deleted on chat.users is 'Tells reflection-worker whose zone is gone.';
comment on trigger users_truncated on chat.users is 'Tells reflection-worker to compare everything again.';
