-- Roles: who may do what. Made where that is allowed, and skipped with a notice where it is not.
--
--   reflection_owner    owns everything here; the only one that reads the source
--   reflection_worker   may execute the worker's functions, and nothing else
--   reflection_service  the chat product's server: writes its chat, reads any user's memory, and erases
--   reflection_reader   sees the memory of one user only: set local reflection.reader_user = '...'
--
-- They are groups without login: grant reflection_worker to the login the worker uses.

do $$
declare
  v_role text;
begin
  foreach v_role in array array['reflection_owner', 'reflection_worker', 'reflection_service', 'reflection_reader'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = v_role) then
      begin
        execute format('create role %I nologin', v_role);
      exception
        when insufficient_privilege then
          raise notice 'role % was not created: have a superuser run "create role % nologin" and migrate again', v_role, v_role;
        when duplicate_object or unique_violation then
          null;  -- another database of this cluster is migrating at the same time
      end;
    end if;
  end loop;
end
$$;

do $$
declare
  v_object text;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'reflection_owner') then
    return;
  end if;
  begin
    -- Who made a role may grant it, but since PostgreSQL 16 cannot act as it before that.
    if not (select r.rolsuper from pg_catalog.pg_roles r where r.rolname = current_user) then
      execute format('grant reflection_owner to %I', current_user);
    end if;
  exception when insufficient_privilege then
    null;  -- it may be a member all the same; if not, what follows says so
  end;
  execute format('grant create on database %I to reflection_owner', current_database());

  -- Only what is not its own yet: even to say the same again locks a table.
  for v_object in
    select format('schema %I', n.nspname)
      from pg_catalog.pg_namespace n
     where n.nspname in ('reflection', 'chat')
       and n.nspowner <> 'reflection_owner'::regrole
     union all
    select format('%s %I.%I', case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, n.nspname, c.relname)
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('reflection', 'chat')
       -- A sequence of a column goes with its table.
       and (c.relkind in ('r', 'v')
            or c.relkind = 'S' and not exists (
              select from pg_catalog.pg_depend d
               where d.classid = 'pg_class'::regclass
                 and d.objid = c.oid
                 and d.deptype in ('a', 'i')
            ))
       and c.relowner <> 'reflection_owner'::regrole
     union all
    select format('function %s', p.oid::regprocedure)
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'reflection'
       and p.proowner <> 'reflection_owner'::regrole
  loop
    execute format('alter %s owner to reflection_owner', v_object);
  end loop;
exception when insufficient_privilege then
  raise notice 'objects stay with %: % may not hand them to reflection_owner', current_user, current_user;
end
$$;

-- Nobody gets to execute anything by default; each role gets what it needs.
do $$
declare
  v_function text;
begin
  for v_function in
    select p.oid::regprocedure::text
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'reflection'
  loop
    execute format('revoke all on function %s from public', v_function);
  end loop;
end
$$;
-- The chat tables' defaults ask the clock with the rights of whoever inserts.
grant execute on function reflection.clock() to public;

do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'reflection_worker') then
    grant usage on schema reflection to reflection_worker;
    grant execute on function
      reflection.fold_arrivals(integer),
      reflection.claim_next_thread(text, interval, integer, bigint, jsonb),
      reflection.another_is_due(uuid),
      reflection.claimed_messages(text, uuid, bigint, integer, integer, integer, integer),
      reflection.owed_tokens(text, uuid),
      reflection.user_zone(text),
      reflection.pool_tokens(text),
      reflection.active_observations(text),
      reflection.active_reflections(text),
      reflection.active_notes(text),
      reflection.reserve_spend(text, uuid, jsonb, jsonb),
      reflection.enter_spending(uuid, jsonb),
      reflection.renew_claim(text, uuid, interval),
      reflection.save_progress_if_claimed(text, uuid, jsonb, interval),
      reflection.commit_reflection(text, uuid, jsonb),
      reflection.shadow_progress_if_claimed(text, uuid, jsonb, interval),
      reflection.shadow_if_claimed(text, uuid, jsonb),
      reflection.shadowed_memory(text),
      reflection.mark_reflected_if_claimed(text, uuid, text),
      reflection.mark_failed_if_claimed(text, uuid, text, text, integer),
      reflection.was_committed(uuid),
      reflection.retain(interval, interval, interval, boolean),
      reflection.default_lease(),
      reflection.max_attempts(),
      reflection.shown_characters(),
      reflection.due_threads(),
      reflection.start_run(text, text, text, date),
      reflection.finish_run(bigint, jsonb, boolean, text),
      reflection.schema_revision(),
      reflection.refused_default_zone()
      to reflection_worker;
  end if;

  if exists (select from pg_catalog.pg_roles where rolname = 'reflection_service') then
    grant usage on schema reflection, chat to reflection_service;
    grant select, insert, update, delete on all tables in schema chat to reflection_service;
    grant execute on function
      reflection.recall(text),
      reflection.note_sources(text, text),
      reflection.erase_message(text, text, boolean),
      reflection.erase_thread(text, boolean),
      reflection.erase_user(text, boolean),
      reflection.forget_memory(text, boolean),
      reflection.forget_note(text, text, boolean)
      to reflection_service;
  end if;
end
$$;

-- Readers run the reader functions with their own rights; row security decides what they see.
do $$
declare
  v_role text;
  v_table text;
begin
  foreach v_table in array array['users', 'observations', 'observation_sources', 'coverage', 'reflections', 'reflection_support',
                                'note_writings', 'note_support', 'notes', 'note_links'] loop
    execute format('alter table reflection.%I enable row level security', v_table);
    foreach v_role in array array['reflection_service', 'reflection_reader'] loop
      execute format('drop policy if exists %I on reflection.%I', v_role, v_table);
      if exists (select from pg_catalog.pg_roles where rolname = v_role) then
        execute format('grant select on reflection.%I to %I', v_table, v_role);
        execute format('create policy %I on reflection.%I for select to %I using (%s)', v_role, v_table, v_role,
          case v_role
            when 'reflection_service' then 'true'
            else 'user_id = nullif(current_setting(''reflection.reader_user'', true), '''')'
          end);
      end if;
    end loop;
  end loop;

  foreach v_role in array array['reflection_service', 'reflection_reader'] loop
    if exists (select from pg_catalog.pg_roles where rolname = v_role) then
      execute format('grant usage on schema reflection to %I', v_role);
      execute format('grant execute on function reflection.memory_for(text, integer), reflection.memory_version(text), reflection.notes_for(text), '
        'reflection.live_observations(text), reflection.live_reflections(text), reflection.live_notes(text), reflection.holding_writings(text, bigint[]), reflection.hidden_by_changes(text), reflection.keeps_sources(reflection.observations), reflection.memory_is_on(text), reflection.source_state(text, text, text), '
        'reflection.any_change_waits(), reflection.threads_in_change(text), reflection.changes_waiting(text), reflection.user_zone(text), reflection.tokens(text) to %I', v_role);
      execute format('grant execute on function reflection.search_memory(text, text, integer), reflection.threads_not_to_tell(text, text[]), reflection.search_scores(text, text[], integer[], integer), '
        'reflection.message_to_tell(text, text, text, text), reflection.cut_text(text, text, integer[], double precision[], integer), reflection.observation_state(reflection.observations), '
        'reflection.search_terms(text, text), reflection.search_words(text), reflection.folded(text), reflection.spaceless(), reflection.readable_text(text), reflection.without_encoded(text), '
        'reflection.data_label(text, bigint), reflection.asked_characters(), reflection.shown_characters(), reflection.is_blank(text) to %I', v_role);
    end if;
  end loop;
end
$$;
