-- Sayings: what of them still holds, and how the contents of a memory hang together.

create or replace function reflection.saying_states (p_user_id text, p_observation_ids bigint[])
  returns table (id bigint, observation_id bigint, observed_at timestamptz, state text)
  language sql
  stable
as $$
  select s.id, s.observation_id, s.observed_at,
         case
           when bool_or(c.message_id is null) then 'pending'
           when bool_and(c.content_hash = source.content_hash or not source.needed)
            and bool_or(c.content_hash = source.content_hash) then 'sound'
           else 'past'
         end
    from reflection.sayings s
    join reflection.observation_sources source on source.saying_id = s.id
    left join reflection.coverage c
      on c.thread_id = source.thread_id and c.message_id = source.message_id and c.current
   where s.user_id = p_user_id
     and s.observation_id = any (p_observation_ids)
   group by s.id;
$$;
comment on function reflection.saying_states (text, bigint[]) is
  'Each saying of these observations. sound: its messages say so now. pending: one was edited and not read since. past: they were read and say so no more.';


create or replace function reflection.is_to_be_read (p_observation_id bigint)
  returns boolean
  language sql
  stable
as $$
  select exists (
    select
      from reflection.observation_sources s
     where s.observation_id = p_observation_id
       and not exists (
         select from reflection.coverage c
          where c.thread_id = s.thread_id
            and c.message_id = s.message_id
            and c.current
       )
  );
$$;
comment on function reflection.is_to_be_read (bigint) is
  'Whether a message that an observation cites was edited and not read since: what is stale may then stand again.';


-- Found one cluster at a time: pairs would be as many as the square of a cluster.
create or replace function reflection.alike (p_user_id text, p_hashes text[])
  returns table (cluster text, member text)
  language plpgsql
  stable
as $$
declare
  v_left text[] := array(
    select distinct asked.hash
      from unnest(p_hashes) asked (hash)
      join reflection.links l
        on l.user_id = p_user_id and l.kind = 'repeats' and asked.hash in (l.newer, l.older)
  );
  v_found text[];
begin
  return query
    select distinct asked.hash, asked.hash from unnest(p_hashes) asked (hash) where asked.hash <> all (v_left);
  while v_left <> '{}' loop
    with recursive found (hash) as (
      values (v_left[1])
       union
      select case when l.newer = found.hash then l.older else l.newer end
        from found
        join reflection.links l
          on l.user_id = p_user_id and l.kind = 'repeats' and found.hash in (l.newer, l.older)
    )
    select array_agg(found.hash order by found.hash) into v_found from found;
    return query select v_found[1], found.hash from unnest(v_found) found (hash);
    v_left := array(select l.hash from unnest(v_left) l (hash) where l.hash <> all (v_found));
  end loop;
end
$$;
comment on function reflection.alike (text, text[]) is
  'These contents and all that was found to say the same as one of them, in clusters, each named after one of its own.';


create or replace function reflection.contents_concerned (p_user_id text, p_hashes text[])
  returns text[]
  language sql
  stable
as $$
  with recursive concerned (hash) as (
    select unnest(p_hashes)
     union
    select step.hash
      from concerned c
     cross join lateral (
       select l.older as hash
         from reflection.links l
        where l.user_id = p_user_id and l.newer = c.hash and l.kind <> 'replaces reflection'
        union all
       select l.newer
         from reflection.links l
        where l.user_id = p_user_id and l.older = c.hash and l.kind = 'repeats'
     ) step
  )
  select array_agg(concerned.hash) from concerned;
$$;
comment on function reflection.contents_concerned (text, text[]) is
  'These contents, what they took the place of, and what says the same as any of them: what a change to them can show or hide.';


-- What says the same acts as one: what takes the place of one takes that of
-- all, and holds it while one of them is still said. What was replaced stays so
-- through what replaced it, also when that is gone, as long as something newer
-- in the same line is said. A newer saying of its own frees a content again.
create or replace function reflection.replacements (p_user_id text, p_hashes text[])
  returns table (cluster text, until timestamptz, since timestamptz, observation_id bigint)
  language sql
  stable
as $$
  with recursive alike as materialized (
    select a.cluster, a.member from reflection.alike(p_user_id, p_hashes) a
  ),
  walk (cluster, until, since, node) as (
    select a.cluster, l.said_at, l.said_at, l.newer
      from alike a
      join reflection.links l on l.user_id = p_user_id and l.kind = 'replaces' and l.older = a.member
     where not exists (select from alike own where own.cluster = a.cluster and own.member = l.newer)
     union
    select w.cluster, w.until, step.since, step.node
      from walk w
     cross join lateral (
       select l.said_at as since, l.newer as node
         from reflection.links l
        where l.user_id = p_user_id and l.kind = 'replaces' and l.older = w.node
        union all
       select w.since, case when l.newer = w.node then l.older else l.newer end
         from reflection.links l
        where l.user_id = p_user_id and l.kind = 'repeats' and w.node in (l.newer, l.older)
     ) step
     where not exists (select from alike own where own.cluster = w.cluster and own.member = step.node)
  ),
  holder as materialized (
    select o.content_hash, o.id,
           (select max(said.observed_at)
              from reflection.saying_states(p_user_id, array[o.id]) said
             where said.state <> 'past') as latest
      from (select distinct w.node from walk w) met
      join reflection.observations o on o.user_id = p_user_id and o.content_hash = met.node
  )
  select w.cluster, w.until, w.since, h.id
    from walk w
    join holder h on h.content_hash = w.node and h.latest >= w.since;
$$;
comment on function reflection.replacements (text, text[]) is
  'What holds the place of each cluster of these contents: until when it counts against what they said, and the observation that does, said at since or later.';
