-- Invariants: what must hold between rows, checked when a transaction ends.
--
-- The user's row is locked before looking: of two transactions that each take
-- away one of two last sources, the second then sees what the first did.

create or replace function reflection.check_observation_has_a_source ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint := case tg_table_name when 'observations' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(old) ->> 'observation_id')::bigint end;
  v_user_id text := case tg_table_name when 'observations' then to_jsonb(new) ->> 'user_id' else to_jsonb(old) ->> 'user_id' end;
begin
  perform from reflection.users u where u.user_id = v_user_id for update;
  if exists (
    select from reflection.observations o
     where o.id = v_id
       and not exists (
         select from reflection.observation_sources s
          where s.observation_id = o.id and s.thread_id = o.thread_id
       )
  ) then
    raise exception 'observation % has no source message of its own thread', v_id
      using errcode = 'integrity_constraint_violation',
            hint = 'Write an observation and its sources in one transaction; take sources away through reflection.remove_sayings.';
  end if;
  return null;
end
$$;
comment on function reflection.check_observation_has_a_source () is
  'Constraint: an observation has at least one source message of its own thread.';

create or replace function reflection.check_reflection_has_support ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint := case tg_table_name when 'reflections' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(old) ->> 'reflection_id')::bigint end;
  v_user_id text := case tg_table_name when 'reflections' then to_jsonb(new) ->> 'user_id' else to_jsonb(old) ->> 'user_id' end;
begin
  perform from reflection.users u where u.user_id = v_user_id for update;
  if exists (
    select from reflection.reflections r
     where r.id = v_id
       and r.dropped_at is null
       and not exists (select from reflection.reflection_support s where s.reflection_id = r.id)
  ) then
    raise exception 'reflection % has no supporting observation', v_id
      using errcode = 'integrity_constraint_violation',
            hint = 'Write a reflection and its support in one transaction.';
  end if;
  return null;
end
$$;
comment on function reflection.check_reflection_has_support () is
  'Constraint: a live reflection has at least one supporting observation.';

create or replace function reflection.check_writing_has_support ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_row jsonb := case tg_table_name when 'note_writings' then to_jsonb(new) else to_jsonb(old) end;
  v_slug text;
begin
  perform from reflection.users u where u.user_id = v_row ->> 'user_id' for update;
  select w.slug into v_slug
    from reflection.note_writings w
   where w.entry = (v_row ->> 'entry')::bigint
     and not exists (select from reflection.note_support s where s.entry = w.entry);
  if found then
    raise exception 'a writing of note % rests on no observation', v_slug
      using errcode = 'integrity_constraint_violation',
            hint = 'Write a note and its support in one transaction; take support away through reflection.remove_sayings.';
  end if;
  return null;
end
$$;
comment on function reflection.check_writing_has_support () is
  'Constraint: a writing of a note has at least one observation that it rests on.';

drop trigger if exists an_observation_has_a_source on reflection.observations;
create constraint trigger an_observation_has_a_source
  after insert or update of thread_id on reflection.observations
  deferrable initially deferred
  for each row execute function reflection.check_observation_has_a_source();
comment on trigger an_observation_has_a_source on reflection.observations is
  'An observation has at least one source message of its own thread.';

drop trigger if exists a_source_is_not_the_last on reflection.observation_sources;
create constraint trigger a_source_is_not_the_last
  after delete or update on reflection.observation_sources
  deferrable initially deferred
  for each row execute function reflection.check_observation_has_a_source();
comment on trigger a_source_is_not_the_last on reflection.observation_sources is
  'Taking away the last source of an observation that stays is refused.';

drop trigger if exists a_reflection_has_support on reflection.reflections;
create constraint trigger a_reflection_has_support
  after insert or update of dropped_at on reflection.reflections
  deferrable initially deferred
  for each row execute function reflection.check_reflection_has_support();
comment on trigger a_reflection_has_support on reflection.reflections is
  'A live reflection has at least one supporting observation.';

drop trigger if exists support_is_not_the_last on reflection.reflection_support;
create constraint trigger support_is_not_the_last
  after delete or update on reflection.reflection_support
  deferrable initially deferred
  for each row execute function reflection.check_reflection_has_support();
comment on trigger support_is_not_the_last on reflection.reflection_support is
  'Taking away the last support of a reflection that stays is refused.';

drop trigger if exists a_writing_has_support on reflection.note_writings;
create constraint trigger a_writing_has_support
  after insert on reflection.note_writings
  deferrable initially deferred
  for each row execute function reflection.check_writing_has_support();
comment on trigger a_writing_has_support on reflection.note_writings is
  'A writing of a note has at least one observation that it rests on.';

drop trigger if exists a_notes_support_is_not_the_last on reflection.note_support;
create constraint trigger a_notes_support_is_not_the_last
  after delete or update on reflection.note_support
  deferrable initially deferred
  for each row execute function reflection.check_writing_has_support();
comment on trigger a_notes_support_is_not_the_last on reflection.note_support is
  'Taking away the last support of a writing that stays is refused.';
