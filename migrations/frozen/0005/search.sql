-- Searching: the messages that answer a question, best first.
--
-- A message is found by its own words and by those of the observations that cite
-- it, so that what a worker understood leads to who said it; what was dropped or
-- replaced since leads there as well. It runs with the rights of who asks: row
-- security decides whose messages are looked through, and a text is told only of
-- a message whose hash stands in a row that the asker may see.

create or replace function reflection.cut_text (p_user_id text, p_text text, p_terms integer[], p_weights float8[], p_bytes integer)
  returns text
  language plpgsql
  immutable
as $$
declare
  v_length integer := char_length(p_text);
  v_shown integer := reflection.shown_characters();
  -- A third of as many characters as there is room for, in whichever script.
  v_step integer := greatest(p_bytes::bigint * v_length / octet_length(p_text) / 3, 1);
  -- With little room a wide place is sought first, and then the narrow one in it.
  v_wide integer := greatest(v_step, 250);
  v_from integer;
  v_cut text;
begin
  select place.start into v_from
    from (
      select generate_series(1, least(v_length, v_shown / 2), v_wide) as start
       union
      select generate_series(greatest(v_length - v_shown / 2, 1), v_length, v_wide)
    ) place
   cross join lateral (
     select coalesce(sum(asked.weight), 0) as weight
       from unnest(p_terms, p_weights) as asked (term, weight)
      where asked.term = any (reflection.search_terms(p_user_id, substr(p_text, place.start, v_wide * 2)))
   ) found
   order by found.weight desc, place.start
   limit 1;
  if v_step < v_wide then
    select place.start into v_from
      from generate_series(v_from, least(v_length, v_from + v_wide * 2 - 1), greatest(v_step, 10)) as place (start)
     cross join lateral (
       select coalesce(sum(asked.weight), 0) as weight
         from unnest(p_terms, p_weights) as asked (term, weight)
        where asked.term = any (reflection.search_terms(p_user_id, substr(p_text, place.start, v_step * 2)))
     ) found
     order by found.weight desc, place.start
     limit 1;
  end if;
  -- From the beginning of a word, with a little of what stands before it.
  v_from := greatest(v_from - v_step / 4, 1);
  if v_from > 1 then
    v_from := v_from + coalesce(nullif(position(' ' in substr(p_text, v_from, 20)), 0), 0);
  end if;
  v_cut := substr(p_text, v_from, p_bytes);
  while octet_length(v_cut) > p_bytes loop
    v_cut := left(v_cut, least(char_length(v_cut) - 1, (char_length(v_cut) * p_bytes::bigint / octet_length(v_cut))::integer));
  end loop;
  return case when v_from > 1 then '… ' else '' end || v_cut
         || case when v_from + char_length(v_cut) <= v_length then ' …' else '' end;
end
$$;
comment on function reflection.cut_text (text, text, integer[], float8[], integer) is
  'Of a long text about p_bytes around the place where most of what was asked for stands, and … for what is left out.';


-- BM25 over what was said, together with the observations that cite it. What
-- stands beside a good place in its thread is often the other half of it, the
-- answer to a question above all, and so has a share in its score.
create or replace function reflection.search_scores (
  p_user_id text, p_without text[], p_terms integer[], p_limit integer
)
  returns table (
    thread_id text,
    message_id text,
    content_hash text,
    said_at timestamptz,
    score real,
    observation_ids bigint[],
    weights double precision[]
  )
  language sql
  stable
  set jit = off
  set enable_seqscan = off
  set enable_mergejoin = off
  -- All that a user of many years said fits, and is not written to disk to be sorted.
  set work_mem = '64MB'
as $$
  with cited as materialized (
    select s.thread_id, s.message_id, s.content_hash, array_agg(distinct s.observation_id) as ids
      from reflection.observation_sources s
     where s.user_id = p_user_id
     group by 1, 2, 3
  ),
  said as materialized (
    -- Two numbers are left out between threads, so that none ends beside the next.
    select row_number() over (order by c.thread_id collate "C", c.place, c.said_at, c.message_id collate "C")
             + 2 * dense_rank() over (order by c.thread_id collate "C") as n,
           c.thread_id, c.message_id, c.content_hash, c.said_at, c.terms, cited.ids
      from reflection.coverage c
      left join cited using (thread_id, message_id, content_hash)
     where c.user_id = p_user_id
       -- Few, and most often none: they are gone through once a message.
       and c.thread_id <> all (p_without)
       and c.current
       and c.terms is not null
       -- What nothing finds, such as the result of a tool, parts no question from its answer.
       and (c.terms <> '{}' or cited.ids is not null)
  ),
  text as materialized (
    select said.n, said.terms from said
     union all
    select said.n, o.terms
      from said
     cross join unnest(said.ids) as cites (id)
      join reflection.observations o on o.user_id = p_user_id and o.id = cites.id
  ),
  length as materialized (
    select text.n, sum(cardinality(text.terms))::float8 / greatest(avg(sum(cardinality(text.terms))) over (), 1)::float8 as share
      from text
     group by text.n
  ),
  hit as materialized (
    select text.n, asked.term, sum(cardinality(array_positions(text.terms, asked.term)))::float8 as times
      from text
     cross join unnest(p_terms) as asked (term)
     where asked.term = any (text.terms)
     group by text.n, asked.term
  ),
  weight as materialized (
    -- Squared, since what every other message has tells little even of a question that is full of it.
    select hit.term, ln(1 + (every.messages - count(*) + 0.5::float8) / (count(*) + 0.5::float8)) ^ 2 as weight
      from hit
     cross join (select count(*)::float8 as messages from said) every
     group by hit.term, every.messages
  ),
  own as materialized (
    select hit.n, sum(weight.weight * hit.times * 2.2::float8 / (hit.times + 0.3::float8 + 0.9::float8 * length.share)) as score
      from hit
      join weight using (term)
      join length using (n)
     group by hit.n
  ),
  shared as (
    select own.n + shares.away as n, sum(own.score * shares.share) as score
      from own
     cross join (values (-2, 0.25::float8), (-1, 0.5), (0, 1), (1, 0.5), (2, 0.25)) as shares (away, share)
     group by 1
  ),
  best as (
    -- Sums of the same numbers in another order differ in their last digits.
    select said.*, shared.score::real as score
      from shared
      join said using (n)
     order by shared.score::real desc, said.said_at desc, said.n desc
     limit p_limit
  )
  select best.thread_id, best.message_id, best.content_hash, best.said_at, best.score, best.ids,
         array(select coalesce(weight.weight, 0)
                 from unnest(p_terms) with ordinality as asked (term, place)
                 left join weight using (term)
                order by asked.place)
    from best
   order by best.score desc, best.said_at desc, best.n desc;
$$;
comment on function reflection.search_scores (text, text[], integer[], integer) is
  'The messages of a user, without those of some threads, that fit these terms best, as they were read, with the observations that cite them and what each term weighs. A term that is in every message weighs next to nothing.';


create or replace function reflection.search_memory (p_user_id text, p_query text, p_max_tokens integer default 1000)
  returns table (
    rank integer,
    score real,
    thread_id text,
    message_id text,
    role text,
    name text,
    said_at timestamptz,
    text text,
    line text,
    tokens integer,
    memories jsonb
  )
  language plpgsql
  stable
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_terms integer[];
  v_untold text[];
  v_zone text;
  v_hidden bigint[];
  v_left integer := p_max_tokens;
  v_passed integer := 0;
  v_bytes integer;
  v_label text;
  v_found record;
  v_said record;
begin
  if p_user_id is null then
    raise exception 'search needs a user: p_user_id is null'
      using errcode = 'invalid_parameter_value';
  end if;
  if p_max_tokens is null or p_max_tokens < 1 then
    raise exception 'search needs room: p_max_tokens must be at least 1, not %', coalesce(p_max_tokens::text, 'null')
      using errcode = 'invalid_parameter_value';
  end if;
  if reflection.is_blank(p_query) then
    raise exception 'search needs words: p_query is %', case when p_query is null then 'null' else 'blank' end
      using errcode = 'invalid_parameter_value';
  end if;
  if not reflection.memory_is_on(p_user_id) then
    return;
  end if;

  v_terms := array(
    select asked.term
      from unnest(reflection.search_terms(p_user_id, left(p_query, reflection.asked_characters()))) with ordinality as asked (term, place)
     group by asked.term
     order by min(asked.place)
  );
  v_untold := reflection.threads_not_to_tell(p_user_id, array(
    select distinct c.thread_id
      from reflection.coverage c
     where c.user_id = p_user_id
       and c.current
       and c.terms is not null
  ));
  v_zone := reflection.user_zone(p_user_id);
  v_hidden := reflection.hidden_by_changes(p_user_id);
  rank := 0;

  for v_found in
    select f.*
      from reflection.search_scores(p_user_id, v_untold, v_terms, least(greatest(p_max_tokens / 8, 300), 3000)) f
  loop
    -- Even an empty line would not fit, or the next thirty that are as good did not.
    exit when v_left < 6 or v_passed >= 30;
    select * into v_said
      from reflection.message_to_tell(p_user_id, v_found.thread_id, v_found.message_id, v_found.content_hash);
    continue when not found;

    v_label := coalesce(to_char(v_found.said_at at time zone v_zone, 'YYYY-MM-DD '), '')
            || coalesce(nullif(left(btrim(regexp_replace(v_said.name, '\s+', ' ', 'g')), 60), ''), v_said.role) || ': ';
    -- A long message is cut to a quarter of the room, or what a short one takes.
    v_bytes := greatest(least(p_max_tokens::bigint, 65536), least(p_max_tokens::bigint * 4, 240))
               - octet_length(v_label) - 16;
    text := v_said.text;
    if octet_length(text) > v_bytes then
      text := reflection.cut_text(p_user_id, text, v_terms, v_found.weights, greatest(v_bytes, 12));
    end if;
    line := regexp_replace(v_label || text, '\s*[\n\r]\s*', ' ', 'g');
    tokens := reflection.tokens(line || E'\n');
    if tokens > v_left then
      v_passed := v_passed + 1;
      continue;
    end if;

    v_left := v_left - tokens;
    v_passed := 0;
    rank := rank + 1;
    score := v_found.score;
    thread_id := v_found.thread_id;
    message_id := v_found.message_id;
    role := v_said.role;
    name := v_said.name;
    said_at := v_found.said_at;
    memories := coalesce((
      select jsonb_agg(jsonb_build_object('id', '#' || o.id, 'content', o.content, 'state', reflection.observation_state(o)) order by o.id)
        from reflection.observations o
       where o.user_id = p_user_id
         and o.id = any (v_found.observation_ids)
         and o.stale_at is null
         and o.id <> all (v_hidden)
    ), '[]');
    return next;
  end loop;
end
$$;
comment on function reflection.search_memory (text, text, integer) is
  'What of a user''s conversations answers a query, best first: messages word for word (of a long one the place that fits best), with the observations that cite them, dropped and replaced ones too, each with its state. line is how a row stands in a prompt, "2026-11-30 name: text" in the user''s zone, and tokens what that takes with its end: all come to p_max_tokens at the most, memories not counted. No row: nothing fits, or memory is off.';
