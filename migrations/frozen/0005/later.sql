-- Later: what goes when claims are taken back, and what other claims built on that.

create or replace function reflection.observations_only_of (p_claim_ids uuid[])
  returns table (user_id text, id bigint, content_hash text)
  language sql
  stable
as $$
  select o.user_id, o.id, o.content_hash
    from (
      select distinct s.user_id, s.observation_id
        from reflection.sayings s
       where s.claim_id = any (p_claim_ids)
    ) said
    join reflection.observations o on o.user_id = said.user_id and o.id = said.observation_id
   where not exists (
     select
       from reflection.sayings other
      where other.user_id = o.user_id
        and other.observation_id = o.id
        and other.claim_id <> all (p_claim_ids)
   );
$$;
comment on function reflection.observations_only_of (uuid[]) is
  'Observations that no other claim said: they go when these claims are taken back.';


create or replace function reflection.reflections_only_of (p_claim_ids uuid[])
  returns table (user_id text, id bigint, content_hash text)
  language sql
  stable
as $$
  with going as materialized (
    select o.user_id, o.id from reflection.observations_only_of(p_claim_ids) o
  ),
  concerned as (
    select s.user_id, s.reflection_id
      from reflection.reflection_support s
     where s.claim_id = any (p_claim_ids)
     union
    select s.user_id, s.reflection_id
      from going
      join reflection.reflection_support s on s.user_id = going.user_id and s.observation_id = going.id
  )
  select r.user_id, r.id, r.content_hash
    from concerned c
    join reflection.reflections r on r.user_id = c.user_id and r.id = c.reflection_id
   where not exists (
     select
       from reflection.reflection_support s
      where s.reflection_id = r.id
        and s.claim_id <> all (p_claim_ids)
        and not exists (select from going where going.user_id = s.user_id and going.id = s.observation_id)
   );
$$;
comment on function reflection.reflections_only_of (uuid[]) is
  'Reflections that nothing else supports: they go when these claims are taken back.';


create or replace function reflection.later_work (p_claim_ids uuid[])
  returns table (claim_id uuid, thread_id text, started_at timestamptz, built_on text)
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  with going as materialized (
    select o.user_id, o.id, o.content_hash from reflection.observations_only_of(p_claim_ids) o
  ),
  built (claim_id, built_on) as (
    select s.claim_id, format('reflection #r%s rests on #%s', s.reflection_id, g.id)
      from going g
      join reflection.reflection_support s on s.user_id = g.user_id and s.observation_id = g.id
     union
    select w.claim_id, format('note %s rests on #%s', w.slug, g.id)
      from going g
      join reflection.note_support s on s.user_id = g.user_id and s.observation_id = g.id
      join reflection.note_writings w on w.user_id = s.user_id and w.entry = s.entry
     union
    select later.claim_id, format('note %s was written further', later.slug)
      from reflection.note_writings w
      join reflection.note_writings later
        on later.user_id = w.user_id and later.slug = w.slug and later.entry > w.entry
     where w.claim_id = any (p_claim_ids)
     union
    select d.claim_id, format('dropped #%s', g.id)
      from going g
      join reflection.drops d on d.user_id = g.user_id and d.observation_id = g.id
     union
    select l.claim_id,
           coalesce('#' || o.id || ' ', '')
             || case when l.kind = 'repeats' then 'says the same as #' else 'replaces #' end || g.id
      from going g
      join reflection.links l
        on l.user_id = g.user_id and l.kind in ('replaces', 'repeats') and l.older = g.content_hash
      left join reflection.observations o on o.user_id = l.user_id and o.content_hash = l.newer
     union
    select l.claim_id,
           coalesce('#' || o.id || ' ', '')
             || case when l.kind = 'repeats' then 'says the same as #' else 'is replaced by #' end || g.id
      from going g
      join reflection.links l
        on l.user_id = g.user_id and l.kind in ('replaces', 'repeats') and l.newer = g.content_hash
      left join reflection.observations o on o.user_id = l.user_id and o.content_hash = l.older
     union
    select l.claim_id, coalesce(format('reflection #r%s ', newer.id), '') || 'replaces #r' || r.id
      from reflection.reflections_only_of(p_claim_ids) r
      join reflection.links l
        on l.user_id = r.user_id and l.kind = 'replaces reflection' and l.older = r.content_hash
      left join reflection.reflections newer on newer.user_id = l.user_id and newer.content_hash = l.newer
  )
  select b.claim_id, l.thread_id, l.started_at, b.built_on
    from built b
    left join reflection.claim_log l on l.claim_id = b.claim_id
   where b.claim_id <> all (p_claim_ids)
   order by l.started_at nulls first, b.claim_id, b.built_on;
$$;
comment on function reflection.later_work (uuid[]) is
  'What other claims built on what these alone said: what rests on it, replaces it, says the same, or dropped it; and what they wrote after these under the same subject.';
