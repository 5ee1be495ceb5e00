-- The doctor: what is doubted of memory, and what about this database keeps the worker from its work.
--
-- Each row of doctor is one thing that was looked at. What can be many is
-- looked at up to a bound, so that a large database takes a second and not an
-- hour; nothing here is asked every minute.

create or replace view reflection.flagged as
  select '#' || o.id as memory_id,
         o.user_id,
         s.thread_id,
         s.flags,
         s.content,
         s.observed_at,
         array(
           select source.message_id
             from reflection.observation_sources source
            where source.user_id = s.user_id
              and source.saying_id = s.id
            order by source.message_id
         ) as messages,
         s.claim_id,
         s.id as entry
    from reflection.sayings s
    join reflection.observations o
      on o.user_id = s.user_id
     and o.id = s.observation_id
   where s.flags <> '{}'
     and o.dropped_at is null
     and o.stale_at is null
     and o.superseded_by is null
     and not exists (
       select
         from reflection.sayings other
        where other.user_id = s.user_id
          and other.observation_id = s.observation_id
          and (other.flags = '{}' or other.id > s.id)
     )
     and reflection.memory_is_on(o.user_id)
     and reflection.keeps_sources(o);
comment on view reflection.flagged is
  'Live observations that the lint doubts, as they were last said. What was also said without a doubt is not here.';
comment on column reflection.flagged.flags is
  'sources: another message has its words far better than those cited. speaker: it begins with somebody who wrote none of them. date: a relative date is left. user: of the user, and not told by the user.';
comment on column reflection.flagged.entry is 'Its place in the order of all that was entered: the newest last.';


create or replace view reflection.doctor as
  with told as materialized (
    select s.healthy, s.sentence, s.to_do, (s.lint ->> 'said')::bigint as said, (s.lint ->> 'sources')::bigint as doubted
      from reflection.status s
  ),
  owner as (
    select r.rolname as name, r.rolsuper or r.rolbypassrls as sees_all, r.oid
      from pg_catalog.pg_proc p
      join pg_catalog.pg_roles r on r.oid = p.proowner
     where p.oid = 'reflection.fold_arrivals(integer)'::regprocedure
  ),
  chat as (
    select c.oid, format('%I.%I', n.nspname, c.relname) as name,
           c.relrowsecurity and not owner.sees_all
             and (c.relforcerowsecurity or not pg_catalog.pg_has_role(owner.oid, c.relowner, 'usage')) as hides_rows,
           pg_catalog.has_table_privilege(owner.oid, c.oid, 'select')
             and pg_catalog.has_schema_privilege(owner.oid, n.oid, 'usage') as is_readable
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     cross join owner
     where n.nspname = 'chat'
       and c.relname in ('users', 'threads', 'messages')
  ),
  found as (
    select 1 as place, array[told.sentence] as named, told.to_do
      from told
     where not told.healthy
     union all
    select 2,
           array(select format('%s, held by %s', c.thread_id, c.claimed_by)
                   from reflection.live_claims c
                  where c.expired
                  order by c.claimed_at),
           'Their workers stopped answering; the next drain frees them: reflection-worker drain'
     union all
    select 3,
           array(select g.thread_id from reflection.given_up g order by g.given_up_at desc limit 1000),
           'See why, mend it, then: reflection-worker retry --all-given-up'
     union all
    select 4,
           array(select role.name
                   from unnest(array['reflection_owner', 'reflection_worker', 'reflection_service', 'reflection_reader']) as role (name)
                  where not exists (select from pg_catalog.pg_roles r where r.rolname = role.name)),
           'Have a superuser type: create role NAME nologin; then: reflection-worker migrate'
     union all
    select 5,
           array(select format('%s may not read %s', owner.name, chat.name)
                   from chat cross join owner
                  where not chat.is_readable
                  union all
                 select format('%s may not execute %s', may.role, may.function)
                   from (values
                     ('reflection_worker', 'reflection.claim_next_thread(text, interval, integer, bigint, jsonb)'),
                     ('reflection_worker', 'reflection.commit_reflection(text, uuid, jsonb)'),
                     ('reflection_service', 'reflection.memory_for(text, integer)'),
                     ('reflection_reader', 'reflection.memory_for(text, integer)')
                   ) as may (role, function)
                  where exists (select from pg_catalog.pg_roles r where r.rolname = may.role)
                    and not pg_catalog.has_function_privilege(may.role, may.function, 'execute')),
           'Grant select on what cannot be read; the rest is granted by: reflection-worker migrate'
     union all
    select 6,
           array(select format('%s hides rows from %s', chat.name, owner.name)
                   from chat cross join owner
                  where chat.hides_rows),
           'Give the role a policy that shows it every row, or: alter role NAME bypassrls'
     union all
    select 7,
           array(select p.proname::text
                   from pg_catalog.pg_proc p
                  where p.pronamespace = 'reflection'::regnamespace
                    and p.prorettype = 'trigger'::regtype
                    and p.proname in ('messages_inserted', 'messages_updated', 'messages_deleted', 'source_truncated',
                                      'threads_updated', 'threads_deleted', 'users_inserted', 'users_updated', 'users_deleted')
                    and not exists (
                      select
                        from pg_catalog.pg_trigger t
                       where t.tgfoid = p.oid
                         and t.tgenabled in ('O', 'A')
                    )
                  order by p.proname),
           'Changes go unseen: alter table chat.NAME enable trigger NAME; then: select reflection.recheck_everything()'
     union all
    select 8,
           array(select format('%s: %s', reflection.zone_key(known.user_id), u.timezone)
                   from (select distinct c.user_id from (select user_id from reflection.claims limit 1000000) c) known
                  cross join lateral reflection.source_user(known.user_id) u
                   join reflection.zones z on z.raw = reflection.zone_key(u.timezone) and z.usable is null
                  order by known.user_id
                  limit 1000),
           'Their days end in the default zone: give these users an Area/City zone'
     union all
    select 9,
           array(select format('%s in %s', m.message_id, t.thread_id)
                   from (select * from reflection.message_times limit 100000) t
                  cross join lateral reflection.source_messages(t.thread_id) m
                  where m.message_id = t.message_id
                    and m.created_at > reflection.clock()
                  order by t.thread_id, m.message_id
                  limit 1000),
           'They count as of when they came: see to the clocks of what writes created_at'
     union all
    select 10,
           array(select distinct format('%s in %s', coalesce(quote_literal(left(m.role, 40)), 'null'), due.thread_id)
                   from (select c.thread_id
                           from reflection.claims c
                          where c.eligible_at is not null
                            and c.claim_id is null
                            and c.given_up_at is null
                            and c.user_messages >= 2
                          order by c.eligible_at, c.thread_id
                          limit 1000) due
                  cross join lateral reflection.source_messages(due.thread_id) m
                  where m.role is null
                     or m.role not in ('user', 'assistant', 'system', 'tool')
                  limit 1000),
           'These threads cannot be read: only user, assistant, system and tool are known'
     union all
    select 11,
           case when told.said >= 20 and told.doubted > 0.1 * told.said
                then array[format('%s of the last %s observations cite what another message says far better', told.doubted, told.said)]
                else '{}' end,
           'Of true sources 4 in 100 are doubted. Look at them: reflection-worker doctor --limit 100'
      from told
  )
  select looked.at as looked_at,
         coalesce(cardinality(found.named), 0) = 0 as is_well,
         coalesce(cardinality(found.named), 0) as found,
         coalesce(found.named[:10], '{}') as named,
         case when found.named <> '{}' then found.to_do end as to_do,
         looked.place
    from unnest(array['worker', 'claims', 'given up', 'roles', 'rights', 'row security', 'triggers', 'zones', 'times',
                      'message roles', 'lint']) with ordinality as looked (at, place)
    left join found on found.place = looked.place
   order by looked.place;
comment on view reflection.doctor is
  'One row a thing that was looked at: whether it is well, how much was found that is not, up to ten of it by name, and what to do. Reads up to a million threads of the queue: not for every minute.';
comment on column reflection.doctor.found is 'How many, counted up to 1,000.';
