-- Spend: what a claim costs, and what a day may.
--
-- What was spent is entered as a total, after each request, so that nothing is
-- counted twice or lost, whatever becomes of the claim. What a claim may still
-- cost is set aside before its first request, and counts until it ends.

create or replace function reflection.stages_without_errors (p_stages jsonb)
  returns jsonb
  language sql
  immutable
as $$
  select case when jsonb_typeof(p_stages) = 'object' then (
    select coalesce(jsonb_object_agg(stage.key, case when jsonb_typeof(stage.value) = 'object' then stage.value - 'error' else stage.value end), '{}')
      from jsonb_each(p_stages) stage
  ) end;
$$;
comment on function reflection.stages_without_errors (jsonb) is
  'How the stages of a claim ended and what they spent, without the words of what failed.';


create or replace function reflection.enter_spending (p_claim_id uuid, p_account jsonb)
  returns void
  language sql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  update reflection.claim_log l
     set engine = coalesce(p_account ->> 'engine', l.engine),
         model = coalesce(p_account ->> 'model', l.model),
         prompt_hash = coalesce(p_account ->> 'prompt_hash', l.prompt_hash),
         requests = coalesce((p_account ->> 'requests')::integer, 0),
         tokens_in = coalesce((p_account ->> 'tokens_in')::bigint, 0),
         tokens_out = coalesce((p_account ->> 'tokens_out')::bigint, 0),
         tokens_cached = coalesce((p_account ->> 'tokens_cached')::bigint, 0),
         cache_written = coalesce((p_account ->> 'cache_written')::bigint, 0),
         usd = coalesce((p_account ->> 'usd')::numeric, 0),
         stages = case
           -- Of what was erased the money alone is entered.
           when l.thread_id = '' then reflection.stages_without_errors(coalesce(nullif(p_account -> 'stages', 'null'), l.stages))
           else coalesce(nullif(p_account -> 'stages', 'null'), l.stages)
         end
   where l.claim_id = p_claim_id
     and l.requests <= coalesce((p_account ->> 'requests')::integer, 0);
$$;
comment on function reflection.enter_spending (uuid, jsonb) is
  'Enters what a claim has cost so far, in all: also when it was lost meanwhile, since the money is spent. An account of fewer requests than were entered is an older one and changes nothing. p_account: {engine, model, prompt_hash, requests, tokens_in, tokens_out, tokens_cached, cache_written, usd, stages}.';


create or replace function reflection.spent_and_reserved (p_day date, p_claim_id uuid)
  returns table (user_id text, usd numeric, tokens bigint)
  language sql
  stable
as $$
  select l.user_id, l.usd, l.tokens_in + l.tokens_out
    from reflection.claim_log l
   where l.started_at >= p_day::timestamp at time zone 'UTC'
   union all
  select r.user_id, greatest(r.usd - l.usd, 0), greatest(r.tokens - l.tokens_in - l.tokens_out, 0)
    from reflection.spend_reservations r
    join reflection.claims c on c.user_id = r.user_id and c.claim_id = r.claim_id
    join reflection.claim_log l on l.claim_id = r.claim_id
   where r.day = p_day
     and r.claim_id <> p_claim_id;
$$;
comment on function reflection.spent_and_reserved (date, uuid) is
  'What the claims of a day (UTC) have cost, and what live ones other than p_claim_id have set aside beyond that.';


-- One at a time, each seeing what the one before set aside: two workers do not
-- both fit into the last dollar. What does not fit ends the claim right here.
--
-- A thread that alone may cost more than a whole day would be the most overdue
-- again tomorrow, and again keep all others waiting. From the second time on it
-- stands back, for days that double.
create or replace function reflection.reserve_spend (
  p_thread_id text,
  p_claim_id uuid,
  p_estimate jsonb,
  p_caps jsonb
)
  returns text
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '5s'
  set jit = off
  set enable_seqscan = off
as $$
declare
  v_usd numeric := coalesce(round((p_estimate ->> 'usd')::numeric, 6), 0);
  v_tokens bigint := coalesce((p_estimate ->> 'tokens')::numeric, 0);
  v_capped boolean := exists (select from jsonb_each_text(p_caps) cap where cap.value is not null);
  v_day date := (reflection.clock() at time zone 'UTC')::date;
  v_ends timestamptz := (v_day + 1)::timestamp at time zone 'UTC';
  v_user_id text;
  v_over record;
  v_refused boolean := false;
begin
  -- A worker that freezes after this call, its transaction open, is cut off.
  perform set_config('idle_in_transaction_session_timeout', '10s', true);
  if v_capped then
    perform pg_advisory_xact_lock(hashtextextended('reflection.reserve_spend', 0));
  end if;

  select c.user_id into v_user_id
    from reflection.claims c
   where c.thread_id = p_thread_id
     and c.claim_id = p_claim_id
     and c.expires_at > clock_timestamp()
     for update;
  if not found then
    -- Asked again after its answer was lost, it says the same.
    return coalesce(
      (select l.error_kind from reflection.claim_log l where l.claim_id = p_claim_id and l.outcome = 'spend cap'),
      'claim lost'
    );
  end if;

  if v_capped then
    delete from reflection.spend_holds h where h.until <= reflection.clock();
    select over.* into v_over
      from (
        select coalesce(sum(s.usd), 0) as usd,
               coalesce(sum(s.tokens), 0) as tokens,
               coalesce(sum(s.usd) filter (where s.user_id = v_user_id), 0) as user_usd,
               coalesce(sum(s.tokens) filter (where s.user_id = v_user_id), 0) as user_tokens
          from reflection.spent_and_reserved(v_day, p_claim_id) s
      ) so_far
     cross join lateral (values
       (1, 'spend cap', 'USD a day', (p_caps ->> 'usd')::numeric, so_far.usd, v_usd),
       (2, 'spend cap', 'tokens a day', (p_caps ->> 'tokens')::numeric, so_far.tokens, v_tokens),
       (3, 'spend cap of the user', 'USD a day for one user', (p_caps ->> 'user_usd')::numeric, so_far.user_usd, v_usd),
       (4, 'spend cap of the user', 'tokens a day for one user', (p_caps ->> 'user_tokens')::numeric, so_far.user_tokens, v_tokens)
     ) as over (place, kind, unit, cap, so_far, asked)
     where over.so_far + over.asked > over.cap
     order by over.place
     limit 1;
    v_refused := found;
  end if;

  if not v_refused then
    insert into reflection.spend_reservations as r (claim_id, user_id, day, tokens, usd, reserved_at)
    values (p_claim_id, v_user_id, v_day, v_tokens, v_usd, clock_timestamp())
    on conflict (claim_id) do update
       set day = excluded.day,
           tokens = excluded.tokens,
           usd = excluded.usd,
           reserved_at = excluded.reserved_at;
    -- One that was made under another cap, or it would not have been claimed.
    delete from reflection.spend_holds h where h.user_id = v_user_id;
    return 'reserved';
  end if;

  if not reflection.mark_failed_if_claimed(
    p_thread_id,
    p_claim_id,
    format('the cap of %s %s is reached: %s spent or set aside, %s asked for%s; it ends at %s UTC',
           trim_scale(v_over.cap), v_over.unit, trim_scale(round(v_over.so_far, 4)), trim_scale(round(v_over.asked, 4)),
           case when v_over.asked > v_over.cap then ', more than that of a whole day' end,
           to_char(v_ends at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
    v_over.kind
  ) then
    return 'claim lost';
  end if;
  -- Where nothing may be spent at all, none keeps another waiting.
  if v_over.asked > v_over.cap and v_over.cap > 0 then
    update reflection.claims c
       set refunds = c.refunds + 1,
           not_before = case when c.refunds > 0
                             then v_ends + (2 ^ least(c.refunds, 5) - 1) * interval '24 hours' end
     where c.thread_id = p_thread_id;
  end if;
  if v_over.kind = 'spend cap of the user' then
    insert into reflection.spend_holds as h (user_id, until, cap_usd, cap_tokens)
    values (v_user_id, v_ends, (p_caps ->> 'user_usd')::numeric, (p_caps ->> 'user_tokens')::bigint)
    on conflict (user_id) do update
       set until = excluded.until,
           cap_usd = excluded.cap_usd,
           cap_tokens = excluded.cap_tokens;
  end if;
  return v_over.kind;
end
$$;
comment on function reflection.reserve_spend (text, uuid, jsonb, jsonb) is
  'Sets aside what a live claim may cost. reserved: it fits into every cap of the day (UTC). spend cap, spend cap of the user: it does not, and the claim has ended, its attempt given back; a user is then held until the day ends. claim lost: nothing was set aside. p_estimate: {tokens, usd}. p_caps: {usd, tokens, user_usd, user_tokens}, null for no cap.';


create or replace function reflection.busy_users (p_caps jsonb default null, p_besides uuid default null)
  returns text[]
  language sql
  stable
as $$
  select array(
    select c.user_id
      from reflection.claims c
     where c.claim_id is not null
       and c.claim_id is distinct from p_besides
     union all
    select h.user_id
      from reflection.spend_holds h
     where h.until > reflection.clock()
       and (p_caps is null
            or h.cap_usd is not distinct from (p_caps ->> 'user_usd')::numeric
           and h.cap_tokens is not distinct from (p_caps ->> 'user_tokens')::bigint)
  );
$$;
comment on function reflection.busy_users (jsonb, uuid) is
  'Users of whom no thread can be claimed now: one is being reflected, by another claim than p_besides, or their cap of the day is reached. A hold that was made under other caps than p_caps does not count.';


-- However a claim ends, what it set aside is free: no way out can forget it.
create or replace function reflection.settle_spend ()
  returns trigger
  language plpgsql
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  delete from reflection.spend_reservations r where r.claim_id = old.claim_id;
  return null;
end
$$;
comment on function reflection.settle_spend () is 'A claim that ended has nothing set aside any more.';

drop trigger if exists a_claim_that_ended_reserves_nothing on reflection.claims;
create trigger a_claim_that_ended_reserves_nothing
  after update of claim_id on reflection.claims
  for each row
  when (old.claim_id is not null and new.claim_id is distinct from old.claim_id)
  execute function reflection.settle_spend();
comment on trigger a_claim_that_ended_reserves_nothing on reflection.claims is
  'Marked, failed, released or expired: what it set aside is free.';

drop trigger if exists a_thread_that_is_gone_reserves_nothing on reflection.claims;
create trigger a_thread_that_is_gone_reserves_nothing
  after delete on reflection.claims
  for each row
  when (old.claim_id is not null)
  execute function reflection.settle_spend();
comment on trigger a_thread_that_is_gone_reserves_nothing on reflection.claims is
  'Erased with its thread: what its claim set aside is free.';


create or replace view reflection.spend as
  select (l.started_at at time zone 'UTC')::date as day,
         l.user_id,
         count(*) as claims,
         sum(l.requests)::bigint as requests,
         sum(l.tokens_in)::bigint as tokens_in,
         sum(l.tokens_out)::bigint as tokens_out,
         sum(l.tokens_cached)::bigint as tokens_cached,
         sum(l.cache_written)::bigint as cache_written,
         sum(l.usd) as usd,
         round(sum(l.tokens_cached) / nullif(sum(l.tokens_in), 0), 4) as cache_hit_rate
    from reflection.claim_log l
   group by 1, 2;
comment on view reflection.spend is
  'What was spent by day (UTC, of the claim) and user: claims, requests, tokens and USD; nothing but claims for the rules. By day alone: select day, sum(usd) from reflection.spend group by day order by day desc;';
comment on column reflection.spend.tokens_cached is 'Of tokens_in, what was read from the cache.';
comment on column reflection.spend.cache_written is 'Of tokens_in, what was written into the cache.';
comment on column reflection.spend.cache_hit_rate is 'The share of tokens_in that was read from the cache; null where nothing was read.';
