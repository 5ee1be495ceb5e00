-- Settling: what a user's memory shows, worked out from what was said.
--
-- Everything that changes memory adds facts or takes them away (sayings and
-- their sources, coverage, drops, links, support, notes), and then has the rows that
-- hang on them worked out again here. So nothing ever has to be reversed: an
-- edit that is undone, or a claim that is taken back, leaves the facts of
-- before, and they give what was shown before.

create or replace function reflection.settle_observations (p_user_id text, p_hashes text[])
  returns void
  language plpgsql
as $$
declare
  v_hashes text[] := reflection.contents_concerned(p_user_id, p_hashes);
  v_ids bigint[] := array(
    select o.id from reflection.observations o where o.user_id = p_user_id and o.content_hash = any (v_hashes)
  );
begin
  with alike as materialized (
    select * from reflection.alike(p_user_id, v_hashes)
  ),
  said as materialized (
    select * from reflection.saying_states(p_user_id, v_ids)
  ),
  held as materialized (
    select * from reflection.replacements(p_user_id, v_hashes)
  ),
  dropped as materialized (
    select distinct on (alike.cluster) alike.cluster, d.id, d.dropped_at, d.reason
      from alike
      join reflection.observations o on o.user_id = p_user_id and o.content_hash = alike.member
      join reflection.drops d on d.user_id = p_user_id and d.observation_id = o.id
     order by alike.cluster, d.id desc
  ),
  state as (
    select o.id, alike.cluster,
           bool_or(said.state = 'pending') or not bool_or(said.state = 'sound') as is_stale,
           max(said.observed_at) filter (where said.state <> 'past') as latest,
           max(said.id) filter (where said.state <> 'past') as last_entry,
           (select max(h.until) from held h where h.cluster = alike.cluster) as until
      from reflection.observations o
      join said on said.observation_id = o.id
      join alike on alike.member = o.content_hash
     where o.user_id = p_user_id
     group by o.id, alike.cluster
  ),
  fresh as (
    select state.id, shown.content, shown.relevance, shown.category, shown.origin, shown.observed_at,
           shown.thread_id, shown.claim_id, state.is_stale, holder.id as superseded_by,
           case when is_dropped.so then dropped.dropped_at end as dropped_at,
           case when is_dropped.so then dropped.reason end as drop_reason
      from state
      left join dropped on dropped.cluster = state.cluster
     cross join lateral (
       select s.*
         from said
         join reflection.sayings s on s.id = said.id
        where said.observation_id = state.id
        order by said.state <> 'sound',
                 coalesce(said.observed_at <= state.until, false),
                 coalesce(said.id < dropped.id, false),
                 said.id
        limit 1
     ) shown
      left join lateral (
        select h.observation_id as id
          from held h
         where h.cluster = state.cluster
           and (h.until < state.latest) is not true
         order by h.since desc, h.observation_id desc
         limit 1
      ) holder on true
     cross join lateral (
       select dropped.id is not null
          and (dropped.id < state.last_entry) is not true
          and shown.relevance <> 'critical' as so
     ) is_dropped
  )
  update reflection.observations o
     set content = f.content,
         relevance = f.relevance,
         category = f.category,
         origin = f.origin,
         observed_at = f.observed_at,
         thread_id = f.thread_id,
         claim_id = f.claim_id,
         token_count = reflection.tokens('#1000000 ' || f.content),
         stale_at = case when f.is_stale then coalesce(o.stale_at, clock_timestamp()) end,
         superseded_by = f.superseded_by,
         dropped_at = f.dropped_at,
         drop_reason = f.drop_reason
    from fresh f
   where o.id = f.id
     and (o.content, o.relevance, o.category, o.origin, o.observed_at, o.thread_id, o.claim_id,
          o.stale_at is not null, o.superseded_by, o.dropped_at, o.drop_reason)
         is distinct from
         (f.content, f.relevance, f.category, f.origin, f.observed_at, f.thread_id, f.claim_id,
          f.is_stale, f.superseded_by, f.dropped_at, f.drop_reason);

  -- Of those that say the same the first that stands speaks for all.
  update reflection.observations o
     set duplicate_of = case when speaking.id < o.id then speaking.id end
    from (
      select one.id as observation_id,
             min(one.id) filter (
               where one.stale_at is null and one.superseded_by is null and one.dropped_at is null
             ) over (partition by alike.cluster) as id
        from reflection.alike(p_user_id, v_hashes) alike
        join reflection.observations one on one.user_id = p_user_id and one.content_hash = alike.member
    ) speaking
   where o.id = speaking.observation_id
     and o.duplicate_of is distinct from case when speaking.id < o.id then speaking.id end;
end
$$;
comment on function reflection.settle_observations (text, text[]) is
  'Works out again what the observations of these contents show, whether they are shown, and the same for those that hang on them.';


create or replace function reflection.settle_reflections (p_user_id text)
  returns void
  language sql
as $$
  with recursive said as materialized (
    select r.id, r.content_hash, s.entry, s.said_at,
           bool_or(o.stale_at is null or reflection.is_to_be_read(o.id)) as holds
      from reflection.reflections r
      join reflection.reflection_support s on s.user_id = r.user_id and s.reflection_id = r.id
      join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
     where r.user_id = p_user_id
     group by r.id, s.entry, s.said_at
  ),
  walk (id, hash, until, since, node) as (
    select r.id, r.content_hash, l.entry, l.entry, l.newer
      from reflection.reflections r
      join reflection.links l
        on l.user_id = r.user_id and l.kind = 'replaces reflection' and l.older = r.content_hash
     where r.user_id = p_user_id
     union
    select w.id, w.hash, w.until, l.entry, l.newer
      from walk w
      join reflection.links l
        on l.user_id = p_user_id and l.kind = 'replaces reflection' and l.older = w.node
     where l.newer <> w.hash
  ),
  held as (
    select w.id, w.until, w.since, holder.id as held_by
      from walk w
      join said holder on holder.content_hash = w.node and holder.entry >= w.since and holder.holds
  ),
  last as (
    select said.id, max(said.entry) as entry from said group by said.id
  ),
  successor as (
    select distinct on (h.id) h.id, h.held_by
      from held h
      join last on last.id = h.id and h.until >= last.entry
     order by h.id, h.since desc, h.held_by desc
  ),
  first as (
    select distinct on (said.id) said.id, said.said_at
      from said
      left join (select h.id, max(h.until) as until from held h group by h.id) replaced on replaced.id = said.id
     order by said.id, coalesce(said.entry <= replaced.until, false), said.entry
  ),
  fresh as (
    select first.id, first.said_at as created_at, successor.held_by as superseded_by
      from first
      left join successor on successor.id = first.id
  )
  update reflection.reflections r
     set superseded_by = f.superseded_by,
         created_at = f.created_at
    from fresh f
   where r.id = f.id
     and (r.superseded_by, r.created_at) is distinct from (f.superseded_by, f.created_at);
$$;
comment on function reflection.settle_reflections (text) is
  'Works out again which of a user''s reflections something newer takes the place of, and since when each is said.';


create or replace function reflection.settle_memory (p_user_id text, p_hashes text[])
  returns void
  language plpgsql
as $$
begin
  if p_hashes <> '{}' then
    perform reflection.settle_observations(p_user_id, p_hashes);
  end if;
  perform reflection.settle_reflections(p_user_id);
  perform reflection.settle_notes(p_user_id);
end
$$;
comment on function reflection.settle_memory (text, text[]) is
  'After facts were added to a user''s memory or taken away: works out again what is shown of these contents, of all that hangs on them, of the reflections and of the notes. Whoever calls it holds the user''s row.';
