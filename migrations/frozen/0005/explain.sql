-- Explain: from a line of memory to the claims that made it, and what they cost.
--
-- For operators: what things cost is not for the chat product.

create or replace function reflection.explain (p_memory_id text)
  returns table (
    memory_id text,
    content text,
    state text,
    origin text,
    did text,
    thread_id text,
    run_id bigint,
    claim_id uuid,
    attempt smallint,
    claimed_by text,
    started_at timestamptz,
    ended_at timestamptz,
    outcome text,
    error text,
    engine text,
    model text,
    prompt_hash text,
    requests integer,
    tokens_in bigint,
    tokens_out bigint,
    tokens_cached bigint,
    cache_written bigint,
    usd numeric,
    stages jsonb
  )
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
declare
  v_id bigint := reflection.memory_number(p_memory_id);
  v_hidden bigint[] := reflection.hidden_by_changes(reflection.user_of_memory(p_memory_id));
begin
  return query
    with asked as (
      select '#' || o.id as memory_id, o.content, reflection.observation_state_now(o, v_hidden) as state, o.origin, o.claim_id
        from reflection.observations o
       where p_memory_id !~ 'r'
         and o.id = v_id
         and reflection.stands_somewhere(o.id)
       union all
      select '#r' || r.id, r.content, reflection.reflection_state(r), null, r.claim_id
        from reflection.reflections r
       where p_memory_id ~ 'r'
         and r.id = v_id
         and exists (
           select from reflection.reflection_support s
            where s.reflection_id = r.id
              and reflection.stands_somewhere(s.observation_id)
         )
    ),
    made as (
      select asked.claim_id, 'wrote' as did from asked
       union all
      -- Whichever said it besides, at the text its messages had then.
      select distinct s.claim_id, 'confirmed'
        from asked
        join reflection.sayings s on s.observation_id = v_id
       where p_memory_id !~ 'r'
         and s.claim_id is distinct from asked.claim_id
    )
    select asked.memory_id, asked.content, asked.state, asked.origin,
           made.did, l.thread_id, l.run_id, made.claim_id, l.attempt, l.claimed_by, l.started_at, l.ended_at,
           l.outcome, l.error, l.engine, l.model, l.prompt_hash,
           l.requests, l.tokens_in, l.tokens_out, l.tokens_cached, l.cache_written, l.usd, l.stages
      from asked
     cross join made
      left join reflection.claim_log l on l.claim_id = made.claim_id
     order by made.did desc, l.started_at, made.claim_id;
end
$$;
comment on function reflection.explain (text) is
  'How a memory came about: #123 an observation, #r12 a reflection. One row a claim that wrote or confirmed it: of which thread, in which run, by which worker, engine, model and prompts, and what that claim cost in all. No row: no such memory.';
