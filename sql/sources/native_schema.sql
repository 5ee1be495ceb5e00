-- The native source's tables: for development and for products that start fresh.

create schema chat;
comment on schema chat is 'The chat product''s own tables, as the native source of reflection-worker has them.';

create table chat.users (
  id text primary key,
  timezone text,
  memory_enabled boolean not null default true
);
comment on table chat.users is 'A person. A thread''s user need not have a row here.';
comment on column chat.users.timezone is 'IANA name such as Asia/Seoul. Anything else counts as the default zone.';
comment on column chat.users.memory_enabled is 'False: no thread of this user is claimed and no memory is rendered.';

create table chat.threads (
  id text primary key,
  user_id text not null,
  title text,
  kind text not null default 'chat',
  hidden boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default reflection.clock(),
  updated_at timestamptz not null default reflection.clock()
);
comment on table chat.threads is 'A conversation of one user.';
comment on column chat.threads.hidden is 'Hidden threads are not reflected; archived ones are.';
-- What is said of a column's contents would outlive what was erased from it.
alter table chat.threads alter column title set statistics 0;
create index threads_by_user on chat.threads (user_id);
comment on index chat.threads_by_user is 'A user''s threads.';

create table chat.messages (
  id text primary key,
  thread_id text not null references chat.threads (id) on delete cascade,
  position integer,
  role text not null,
  name text,
  content text not null default '',
  tool_calls jsonb,
  status text not null default 'complete',
  created_at timestamptz default reflection.clock(),
  edited_at timestamptz,
  constraint role_is_a_known_word check (role in ('user', 'assistant', 'system', 'tool')),
  constraint status_is_a_known_word check (status in ('complete', 'streaming', 'error', 'aborted'))
);
comment on table chat.messages is 'What was said. Order: position where every message of the thread has one, else created_at.';
comment on column chat.messages.position is 'Place in the thread, if the product keeps one.';
comment on column chat.messages.tool_calls is 'A non-empty array makes an assistant message a pending tool call, never the end of a thread.';
comment on column chat.messages.status is 'Only complete messages are reflected.';
alter table chat.messages
  alter column content set statistics 0,
  alter column tool_calls set statistics 0,
  alter column name set statistics 0;
create index messages_by_thread on chat.messages (thread_id, position, created_at);
comment on index chat.messages_by_thread is 'A thread''s messages in order.';
