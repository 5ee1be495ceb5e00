-- Memory as text: what the chat product puts into its prompt.

-- What fits is chosen by relevance, and of what is equally relevant by what tells
-- most for its length: what is rare in this user's own memory, in whatever
-- language, and names and numbers. Half as much for every two years that it
-- lies behind the newest: the last week's is not the best of what is many. Of
-- what tells alike the newest comes first. What was chosen is shown in the order
-- of time, so that the newest state is read last.
--
-- Rarity is counted in whole thousandths, so that no plan adds them to another
-- sum. The room is counted in bytes, four a token, of the lines as they will stand.
create or replace function reflection.memory_for (p_user_id text, p_max_tokens integer default 4000)
  returns text
  language plpgsql
  stable
as $$
declare
  v_zone text := reflection.user_zone(p_user_id);
  v_left bigint := p_max_tokens * 4::bigint;
  v_reflections bigint[] := '{}';
  v_observations bigint[] := '{}';
  v_days date[] := '{}';
  v_cost integer;
  v_row record;
  v_parts text[] := '{}';
begin
  if p_max_tokens is null or p_max_tokens < 1 then
    raise exception 'memory needs room: p_max_tokens must be at least 1, not %', coalesce(p_max_tokens::text, 'null')
      using errcode = 'invalid_parameter_value';
  end if;
  if not reflection.memory_is_on(p_user_id) then
    return '';
  end if;

  v_left := v_left - octet_length(E'## Reflections\n') - octet_length(E'\n## Observations\n');

  for v_row in
    select r.id, octet_length('#r' || r.id || ' ' || r.content || E'\n') as cost
      from reflection.live_reflections(p_user_id) r
     order by r.created_at desc, r.id desc
  loop
    continue when v_row.cost > v_left;
    v_left := v_left - v_row.cost;
    v_reflections := v_reflections || v_row.id;
  end loop;

  for v_row in
    with live as materialized (
      select o.id, o.content, o.relevance, o.observed_at, o.terms,
             octet_length('#' || o.id || ' ' || o.content || E'\n') as cost,
             count(*) over () as many,
             max(o.observed_at) over () - o.observed_at as age
        from reflection.live_observations(p_user_id) o
    ),
    rarity as (
      select said.id, sum(said.thousandths) as thousandths
        from (
          select live.id,
                 greatest(round(1000 * ln((live.many + 1) / (count(*) over (partition by once.term))::double precision)), 0)
                   ::bigint as thousandths
            from live
           cross join lateral (select distinct unnest(live.terms) as term) once
        ) said
       group by said.id
    )
    select live.id,
           live.cost,
           (live.observed_at at time zone v_zone)::date as day
      from live
      left join rarity on rarity.id = live.id
     order by case live.relevance when 'critical' then 3 when 'high' then 2 when 'medium' then 1 else 0 end desc,
              (coalesce(rarity.thousandths, 0) + 2000 * regexp_count(live.content, ' [[:upper:]]|[0-9]+'))
                / (10 + live.cost)::double precision
                * power(0.5::double precision, least(extract(epoch from live.age) / (730 * 86400), 1000)::double precision) desc,
              live.observed_at desc, live.id desc
  loop
    v_cost := v_row.cost;
    if v_row.day <> all (v_days) then
      v_cost := v_cost + octet_length(E'### 2026-11-30\n');
    end if;
    continue when v_cost > v_left;
    v_left := v_left - v_cost;
    v_observations := v_observations || v_row.id;
    v_days := v_days || v_row.day;
  end loop;

  if v_reflections <> '{}' then
    v_parts := v_parts || (
      select E'## Reflections\n' || string_agg('#r' || r.id || ' ' || r.content, E'\n' order by r.created_at, r.id)
        from reflection.reflections r
       where r.id = any (v_reflections)
    );
  end if;
  if v_observations <> '{}' then
    v_parts := v_parts || (
      select E'## Observations\n' || string_agg(day.lines, E'\n' order by day.day)
        from (
          select (o.observed_at at time zone v_zone)::date as day,
                 '### ' || to_char((o.observed_at at time zone v_zone)::date, 'YYYY-MM-DD') || E'\n'
                   || string_agg('#' || o.id || ' ' || o.content, E'\n' order by o.observed_at, o.id) as lines
            from reflection.observations o
           where o.id = any (v_observations)
           group by 1
        ) day
    );
  end if;
  return array_to_string(v_parts, E'\n\n');
end
$$;
comment on function reflection.memory_for (text, integer) is
  'A user''s memory as text for a prompt, within p_max_tokens: reflections, then observations under the local dates they were said on, as "#id text", newest last. The same bytes until memory_version changes. Empty when nothing is remembered or memory is off.';
