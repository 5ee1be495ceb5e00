-- Search: which messages of a user a question is about.
--
-- BM25 over the messages that were read, each by its own words and by those of
-- the observations that cite it; what stands near a message in its thread lends
-- it a share of its score, since an answer often has none of its question's
-- words. These run with the rights of who asks, so that row security decides
-- whose words are looked through. What is found is read from the source, and only
-- what it still says as it was read, in a thread that is still this user's, is
-- returned: what is being changed, deleted or hidden is found no more at once.

create or replace function reflection.cited_message (
  p_user_id text, p_thread_id text, p_message_id text, p_content_hash text
)
  returns table (role text, name text, text text)
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select m.role, m.name, m.content
    from reflection.source_thread(p_thread_id) t
   cross join lateral reflection.source_messages(t.thread_id) m
   where t.user_id = p_user_id
     and not t.hidden
     and m.message_id = p_message_id
     and m.complete
     and reflection.message_hash(m.role, m.content) = p_content_hash;
$$;
comment on function reflection.cited_message (text, text, text, text) is
  'A message of a user to whom who asks knows its hash already; no row if it says something else by now, is gone, hidden or somebody else''s.';


create or replace function reflection.search_scores (p_user_id text, p_terms integer[])
  returns table (thread_id text, message_id text, content_hash text, said_at timestamptz, score double precision)
  language sql
  stable
  set jit = off
  set enable_seqscan = off
as $$
  with message as materialized (
    select row_number() over () as number, c.thread_id, c.message_id, c.content_hash, c.said_at, c.place, c.terms
      from reflection.coverage c
     where c.user_id = p_user_id
       and c.current
       and c.terms is not null
  ),
  -- An observation that several claims took from one message stands once beside it.
  about as materialized (
    select distinct m.number, o.id, o.terms
      from reflection.observation_sources s
      join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
      join message m on m.thread_id = s.thread_id and m.message_id = s.message_id and m.content_hash = s.content_hash
     where s.user_id = p_user_id
  ),
  length as materialized (
    select every.number, sum(every.terms)::double precision as terms
      from (
        select m.number, cardinality(m.terms) as terms from message m
         union all
        select a.number, cardinality(a.terms) from about a
      ) every
     group by every.number
  ),
  collection as materialized (
    select count(*)::double precision as messages, greatest(avg(l.terms), 1) as length from length l
  ),
  hit as materialized (
    select found.number, found.term, sum(found.times)::double precision as times
      from (
        select m.number, asked.term, cardinality(array_positions(m.terms, asked.term)) as times
          from message m
         cross join unnest(p_terms) as asked (term)
         where m.terms && p_terms
         union all
        select a.number, asked.term, cardinality(array_positions(a.terms, asked.term))
          from about a
         cross join unnest(p_terms) as asked (term)
         where a.terms && p_terms
      ) found
     where found.times > 0
     group by found.number, found.term
  ),
  weight as materialized (
    select hit.term, ln(1 + (collection.messages - count(*) + 0.5) / (count(*) + 0.5)) as idf
      from hit
     cross join collection
     group by hit.term, collection.messages
  ),
  own as materialized (
    select hit.number,
           sum(weight.idf * hit.times * 2.2 / (hit.times + 1.2 * (0.25 + 0.75 * l.terms / collection.length))) as score
      from hit
      join weight on weight.term = hit.term
      join length l on l.number = hit.number
     cross join collection
     group by hit.number
  ),
  smoothed as (
    select m.thread_id, m.message_id, m.content_hash, m.said_at,
           one.score
             + 0.5 * (lag(one.score, 1, 0::double precision) over beside + lead(one.score, 1, 0::double precision) over beside)
             + 0.3 * (lag(one.score, 2, 0::double precision) over beside + lead(one.score, 2, 0::double precision) over beside)
             + 0.2 * (lag(one.score, 3, 0::double precision) over beside + lead(one.score, 3, 0::double precision) over beside)
             + 0.1 * (lag(one.score, 4, 0::double precision) over beside + lead(one.score, 4, 0::double precision) over beside) as total
      from message m
      left join own on own.number = m.number
     cross join lateral (select coalesce(own.score, 0) as score) one
    window beside as (partition by m.thread_id order by m.said_at, m.place, m.message_id)
  )
  select s.thread_id, s.message_id, s.content_hash, s.said_at, s.total
    from smoothed s
   where s.total > 0;
$$;
comment on function reflection.search_scores (text, integer[]) is
  'How well each of a user''s messages fits these terms, and those beside it in its thread: BM25 with k1 1.2 and b 0.75.';


create or replace function reflection.excerpt (p_user_id text, p_text text, p_terms integer[], p_characters integer)
  returns text
  language sql
  stable
as $$
  with piece as materialized (
    select part.place, part.found[1] as text,
           coalesce(cardinality(array(
             select distinct t.term
               from unnest(reflection.search_terms(p_user_id, part.found[1])) t (term)
              where t.term = any (p_terms)
           )), 0) as hits
      from regexp_matches(left(p_text, reflection.shown_characters()), '.{1,160}(?:\s|$)|\S{1,160}', 'g')
        with ordinality as part (found, place)
  ),
  best as (
    select piece.place from piece order by piece.hits desc, piece.place limit 1
  ),
  shown as (
    select piece.place, piece.text, sum(char_length(piece.text)) over (order by piece.place) as characters
      from piece, best
     where piece.place >= best.place - (case when best.place > 1 and p_characters > 400 then 1 else 0 end)
  ),
  kept as (
    select min(shown.place) as first, max(shown.place) as last, btrim(string_agg(shown.text, '' order by shown.place), E' \n\r\t') as text
      from shown
     where shown.characters <= greatest(p_characters, 160)
  )
  select case when kept.first > 1 then '… ' else '' end
      || kept.text
      || case when kept.last < (select max(piece.place) from piece) or char_length(p_text) > reflection.shown_characters() then ' …' else '' end
    from kept;
$$;
comment on function reflection.excerpt (text, text, integer[], integer) is
  'Of a long text about p_characters around where most of the terms stand, with … where something was left out.';


create or replace function reflection.search_memory (p_user_id text, p_query text, p_max_tokens integer default 1000)
  returns table (
    rank integer,
    score double precision,
    thread_id text,
    message_id text,
    role text,
    name text,
    said_at timestamptz,
    text text,
    line text,
    tokens integer,
    memories text[]
  )
  language plpgsql
  stable
as $$
declare
  v_zone text := reflection.user_zone(p_user_id);
  v_terms integer[];
  v_left bigint := p_max_tokens;
  -- No message takes more than this of the room, so that several have some.
  v_most integer := greatest(p_max_tokens, 1);
  v_row record;
begin
  if p_max_tokens is null or p_max_tokens < 1 then
    raise exception 'a search needs room: p_max_tokens must be at least 1, not %', coalesce(p_max_tokens::text, 'null')
      using errcode = 'invalid_parameter_value';
  end if;
  if p_user_id is null or reflection.is_blank(p_query) then
    raise exception 'a search needs a user and words: p_user_id or p_query is missing'
      using errcode = 'invalid_parameter_value';
  end if;
  if not reflection.memory_is_on(p_user_id) then
    return;
  end if;
  v_most := least(greatest(p_max_tokens / 4, 60), p_max_tokens);
  v_terms := array(
    select distinct asked.term
      from unnest(reflection.search_terms(p_user_id, left(p_query, 2000))) asked (term)
     limit 200
  );

  rank := 0;
  for v_row in
    select s.*
      from reflection.search_scores(p_user_id, v_terms) s
     order by s.score desc, s.said_at desc nulls last, s.thread_id, s.message_id
     limit 100 + p_max_tokens / 4
  loop
    exit when v_left < 8;
    select m.role, m.name, m.text into role, name, text
      from reflection.cited_message(p_user_id, v_row.thread_id, v_row.message_id, v_row.content_hash) m;
    continue when not found;
    if reflection.tokens(text) > v_most - 12 then
      text := reflection.excerpt(p_user_id, text, v_terms, (v_most - 12) * 4 * char_length(text) / octet_length(text));
    end if;
    line := coalesce(to_char(v_row.said_at at time zone v_zone, 'YYYY-MM-DD '), '')
         || coalesce(nullif(name, ''), role) || ': ' || regexp_replace(text, '\s*[\n\r]+\s*', ' ', 'g');
    tokens := reflection.tokens(line || E'\n');
    continue when tokens > v_left;
    v_left := v_left - tokens;
    rank := rank + 1;
    score := v_row.score;
    thread_id := v_row.thread_id;
    message_id := v_row.message_id;
    said_at := v_row.said_at;
    memories := array(
      select '#' || o.id || coalesce(' (' || nullif(reflection.observation_state(o), 'active') || ')', '')
        from (
          select distinct s.observation_id
            from reflection.observation_sources s
           where s.user_id = p_user_id
             and s.thread_id = v_row.thread_id
             and s.message_id = v_row.message_id
             and s.content_hash = v_row.content_hash
        ) cited
        join reflection.observations o on o.user_id = p_user_id and o.id = cited.observation_id
       order by o.id
    );
    return next;
  end loop;
end
$$;
comment on function reflection.search_memory (text, text, integer) is
  'The messages of a user that a question is about, best first, as many as fit p_max_tokens by their lines ("2026-11-30 Ann: text", on one line): each with its thread, its id, what it says (an excerpt of a long one) and the observations that cite it, dropped and superseded ones too. No row: nothing fits, nothing is remembered, or memory is off.';
