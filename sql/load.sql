-- What a worker reads for a claim: the messages it owes, and the user's pool.
--
-- Bounded on this side of the wire: a message of 60 MB reaches the worker as
-- its head and tail, a thread of 36 MB a page at a time.

create or replace function reflection.claimed_lines (p_thread_id text)
  returns table (
    message_id text,
    ordinal bigint,
    at timestamptz,
    counts boolean,
    owed boolean
  )
  language sql
  stable
as $$
  with line as materialized (
    select t.message_id, t.ordinal, t.at, t.counts,
           t.counts and v.message_id is null as owed
      from reflection.transcript(p_thread_id) t
      left join reflection.coverage v
        on v.thread_id = p_thread_id and v.message_id = t.message_id and v.current
  )
  select line.message_id, line.ordinal, line.at, line.counts,
         line.owed and line.ordinal <= (
           select end_line.ordinal
             from line end_line
             join reflection.claims c on c.terminal_message_id = end_line.message_id
            where c.thread_id = p_thread_id
         )
    from line;
$$;
comment on function reflection.claimed_lines (text) is
  'The order of a claimed thread, and what of it is owed: what counts, is not covered, and comes no later than the terminal message.';


create or replace function reflection.claimed_messages (
  p_thread_id text,
  p_claim_id uuid,
  p_after bigint default 0,
  p_limit integer default 400,
  p_max_characters integer default reflection.shown_characters(),
  p_page_characters integer default 600000,
  p_context integer default 4
)
  returns table (
    message_id text,
    ordinal bigint,
    role text,
    name text,
    head text,
    tail text,
    omitted integer,
    tool_calls text,
    at timestamptz,
    content_hash text,
    owed boolean
  )
  language plpgsql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from reflection.claims c
     where c.thread_id = p_thread_id
       and c.claim_id = p_claim_id
       and c.expires_at > clock_timestamp()
  ) then
    return;
  end if;

  return query
    with line as materialized (
      select every.* from reflection.claimed_lines(p_thread_id) every
    ),
    owed as (
      select line.message_id,
             line.ordinal,
             line.at,
             sum(least(octet_length(m.content), p_max_characters)) over (order by line.ordinal) as page_characters,
             least(octet_length(m.content), p_max_characters) as characters
        from line
        join reflection.source_messages(p_thread_id) m on m.message_id = line.message_id
       where line.owed
         and line.ordinal > p_after
    ),
    due as (
      -- Never an empty page: the first message is taken whatever its size.
      select owed.message_id, owed.ordinal, owed.at
        from owed
       where owed.page_characters - owed.characters < p_page_characters
       order by owed.ordinal
       limit p_limit
    ),
    shown as (
      select due.message_id, due.ordinal, due.at, true as is_due from due
       union all
      (select line.message_id, line.ordinal, line.at, false
         from line
        where line.counts
          and line.ordinal < (select min(due.ordinal) from due)
        order by line.ordinal desc
        limit p_context)
    )
    select shown.message_id,
           shown.ordinal,
           m.role,
           m.name,
           left(readable.content, case when size.fits then p_max_characters else p_max_characters / 2 end),
           case when size.fits then '' else right(readable.content, p_max_characters / 2) end,
           case when size.fits then 0 else char_length(readable.content) - p_max_characters / 2 * 2 end,
           left(m.tool_calls::text, 2000),
           shown.at,
           case when shown.is_due then reflection.message_hash(m.role, m.content) end,
           shown.is_due
      from shown
      join reflection.source_messages(p_thread_id) m on m.message_id = shown.message_id
     cross join lateral (
       select case
         when position(';base64,' in m.content) > 0 then reflection.without_encoded(m.content)
         else m.content
       end as content
       -- Once a message, not once a column.
       offset 0
     ) readable
     cross join lateral (
       -- No text of n bytes has more than n characters, so most are not counted.
       select octet_length(readable.content) <= p_max_characters
           or char_length(readable.content) <= p_max_characters as fits
     ) size
     order by shown.ordinal;
end
$$;
comment on function reflection.claimed_messages (text, uuid, bigint, integer, integer, integer, integer) is
  'For the live holder of a claim: a page of the messages after place p_after that are owed, up to the terminal message, preceded by up to p_context that came just before (owed false). Encoded data comes as its label; a message over p_max_characters comes as head and tail. No row: nothing owed, the terminal message is gone, or the claim was lost.';


create or replace function reflection.owed_tokens (p_thread_id text, p_claim_id uuid)
  returns integer
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select least(ceil(coalesce(sum(
           case
             -- A length in bytes is known without reading; of a long text only the head is read.
             when octet_length(m.content) <= reflection.shown_characters() then octet_length(m.content)
             else octet_length(left(m.content, reflection.shown_characters()))
           end), 0) / 4.0), 2147483647)::integer
    from reflection.claims c
   cross join lateral reflection.claimed_lines(c.thread_id) line
   cross join lateral reflection.source_messages(c.thread_id) m
   where c.thread_id = p_thread_id
     and c.claim_id = p_claim_id
     and c.expires_at > clock_timestamp()
     and line.owed
     and m.message_id = line.message_id;
$$;
comment on function reflection.owed_tokens (text, uuid) is
  'About how many tokens of transcript a live claim owes, no message counted for more than is shown of it. 0: nothing, or the claim was lost.';


create or replace function reflection.active_observations (p_user_id text)
  returns table (
    id bigint,
    content text,
    relevance text,
    category text,
    observed_at timestamptz,
    token_count integer,
    coverage integer
  )
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select o.id, o.content, o.relevance, o.category, o.observed_at, o.token_count,
         (select count(distinct r.id)::integer
            from reflection.reflection_support s
            join reflection.reflections r on r.id = s.reflection_id
           where s.user_id = p_user_id
             and s.observation_id = o.id
             and r.dropped_at is null
             and r.superseded_by is null)
    from reflection.observations o
   where o.user_id = p_user_id
     and o.dropped_at is null
     and o.stale_at is null
     and o.superseded_by is null
     and o.duplicate_of is null
   order by o.observed_at, o.id;
$$;
comment on function reflection.active_observations (text) is
  'A user''s pool: live observations and how many live reflections rest on each.';


create or replace function reflection.active_reflections (p_user_id text)
  returns table (
    id bigint,
    content text,
    created_at timestamptz,
    token_count integer,
    support bigint[]
  )
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select r.id, r.content, r.created_at, r.token_count,
         array(select distinct s.observation_id
                 from reflection.reflection_support s
                where s.reflection_id = r.id
                order by s.observation_id)
    from reflection.live_reflections(p_user_id) r
   order by r.created_at, r.id;
$$;
comment on function reflection.active_reflections (text) is
  'A user''s live reflections, oldest first, with the observations each rests on.';


create or replace function reflection.pool_tokens (p_user_id text)
  returns bigint
  language sql
  stable
  security definer
  set search_path = pg_catalog, pg_temp
as $$
  select coalesce(sum(o.token_count), 0)
    from reflection.active_observations(p_user_id) o;
$$;
comment on function reflection.pool_tokens (text) is 'Tokens of a user''s active observations as rendered.';
