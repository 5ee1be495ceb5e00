-- The clock, and the numbers that SQL needs in more than one place.
--
-- Day gates and back-offs ask clock(), which a test can set:
--   set reflection.fake_now = '2026-03-29 07:00+02';
-- Leases ask clock_timestamp() themselves, so that neither a long transaction
-- nor a pretended hour can outlive one.

create or replace function reflection.clock ()
  returns timestamptz
  language sql
  stable
  parallel safe
as $$
  select coalesce(
    nullif(current_setting('reflection.fake_now', true), '')::timestamptz,
    statement_timestamp()
  );
$$;
comment on function reflection.clock () is
  'The time that day gates and back-offs go by: the statement''s, or reflection.fake_now when a test sets it.';


create or replace function reflection.max_attempts ()
  returns integer
  language sql
  immutable
  parallel safe
as $$
  select 3;
$$;
comment on function reflection.max_attempts () is
  'Attempts a thread gets against one terminal message before it is given up.';


create or replace function reflection.default_lease ()
  returns interval
  language sql
  immutable
  parallel safe
as $$
  select interval '600 s';
$$;
comment on function reflection.default_lease () is
  'How long a claim lasts unless it is renewed.';


create or replace function reflection.shown_characters ()
  returns integer
  language sql
  immutable
  parallel safe
as $$
  select 16000;
$$;
comment on function reflection.shown_characters () is
  'Characters of one message that a worker is shown; of a longer one its head and tail.';


create or replace function reflection.in_words (p_interval interval)
  returns text
  language sql
  immutable
  parallel safe
as $$
  select case
    when s >= 172800 then floor(s / 86400) || ' days'
    when s >= 7200 then floor(s / 3600) || ' hours'
    when s >= 120 then floor(s / 60) || ' minutes'
    else greatest(floor(s), 0) || ' seconds'
  end
  from extract(epoch from p_interval) as s;
$$;
comment on function reflection.in_words (interval) is
  'A length of time as a person says it: 3 days, 15 hours, 40 minutes.';
