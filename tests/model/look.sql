-- All that can be seen of a user, named by content in the place of ids: see tests/model/view.py.
-- Each is one statement, whose plan is kept.

create function machine.rendered (p_user_id text)
  returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_array(reflection.memory_version(p_user_id), reflection.memory_for(p_user_id));
end
$$;

create function machine.stands (p_user_id text)
  returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_object(
    'observations', (
      select coalesce(jsonb_agg(
               jsonb_build_array(
                 o.content_hash, o.content, o.relevance, o.origin, extract(epoch from o.observed_at)::bigint,
                 o.thread_id, (select made.number from machine.claims made where made.claim_id = o.claim_id),
                 o.stale_at is not null,
                 (select newer.content_hash from reflection.observations newer where newer.id = o.superseded_by),
                 o.drop_reason,
                 (select first.content_hash from reflection.observations first where first.id = o.duplicate_of))
               order by o.id), '[]')
        from reflection.observations o
       where o.user_id = p_user_id),
    'reflections', (
      select coalesce(jsonb_agg(
               jsonb_build_array(
                 r.content_hash, extract(epoch from r.created_at)::bigint,
                 (select newer.content_hash from reflection.reflections newer where newer.id = r.superseded_by))
               order by r.id), '[]')
        from reflection.reflections r
       where r.user_id = p_user_id),
    'rows', (
      select coalesce(jsonb_agg(
               jsonb_build_array(
                 c.thread_id, c.user_messages, extract(epoch from c.eligible_at)::bigint,
                 (select made.number from machine.claims made where made.claim_id = c.claim_id))
               order by c.thread_id), '[]')
        from reflection.claims c
       where c.user_id = p_user_id));
end
$$;

create function machine.facts (p_user_id text)
  returns jsonb
  language plpgsql
as $$
begin
  return jsonb_build_object(
    'sayings', (
      select coalesce(jsonb_agg(
               jsonb_build_array(o.content_hash, made.number, (
                 select jsonb_agg(
                          jsonb_build_array(cited.thread_id, cited.message_id, cited.content_hash, cited.needed)
                          order by cited.thread_id, cited.message_id)
                   from reflection.observation_sources cited
                  where cited.saying_id = s.id))
               order by s.id), '[]')
        from reflection.sayings s
        join reflection.observations o on o.id = s.observation_id
        left join machine.claims made on made.claim_id = s.claim_id
       where s.user_id = p_user_id),
    'drops', (
      select coalesce(jsonb_agg(jsonb_build_array(o.content_hash, made.number) order by d.id), '[]')
        from reflection.drops d
        join reflection.observations o on o.id = d.observation_id
        left join machine.claims made on made.claim_id = d.claim_id
       where d.user_id = p_user_id),
    'links', (
      select coalesce(jsonb_agg(
               jsonb_build_array(l.kind, l.newer, l.older, made.number)
               order by l.kind, l.newer, l.older, made.number), '[]')
        from reflection.links l
        left join machine.claims made on made.claim_id = l.claim_id
       where l.user_id = p_user_id),
    'support', (
      select coalesce(jsonb_agg(
               jsonb_build_array(r.content_hash, o.content_hash, made.number)
               order by r.content_hash, o.content_hash, made.number), '[]')
        from reflection.reflection_support s
        join reflection.reflections r on r.id = s.reflection_id
        join reflection.observations o on o.id = s.observation_id
        left join machine.claims made on made.claim_id = s.claim_id
       where s.user_id = p_user_id),
    'coverage', (
      select coalesce(jsonb_agg(
               jsonb_build_array(v.thread_id, v.message_id, v.content_hash, v.current, made.number)
               order by v.thread_id, v.message_id, v.content_hash), '[]')
        from reflection.coverage v
        join reflection.claims c on c.thread_id = v.thread_id
        left join machine.claims made on made.claim_id = v.claim_id
       where c.user_id = p_user_id));
end
$$;

create function machine.look (p_user_id text, p_whats jsonb)
  returns jsonb
  language plpgsql
as $$
begin
  return machine.stands(p_user_id)
      || case when p_whats ? 'sayings' then machine.facts(p_user_id) else '{}' end
      || case when p_whats ? 'text' then jsonb_build_object('text', machine.rendered(p_user_id)) else '{}' end;
end
$$;
