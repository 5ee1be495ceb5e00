-- One thread as the source has it now: its order, its end, and whether anything is owed.
--
-- The fold and the claim both ask thread_state, so that "eligible" has one
-- meaning. Coverage decides what is owed, message by message; no watermark can
-- tell a back-dated message, a deleted reply or an edit from nothing at all.

create or replace function reflection.counted_time (p_counted_at timestamptz, p_created_at timestamptz)
  returns timestamptz
  language sql
  stable
as $$
  select coalesce(
    p_counted_at,
    case when p_created_at >= timestamptz '1900-01-01 00:00Z' then least(p_created_at, reflection.clock()) end,
    reflection.clock()
  );
$$;
comment on function reflection.counted_time (timestamptz, timestamptz) is
  'The time that a message counts at: as settled at its arrival, else its own, but never later than now.';


create or replace function reflection.erasure (p_thread_id text)
  returns table (until timestamptz, message_ids text[])
  language sql
  stable
as $$
  select max(d.made_at) filter (where d.kind <> 'message'),
         coalesce(array_agg(d.message_id) filter (where d.kind = 'message'), '{}')
    from (
      select t.kind, t.message_id, t.made_at
        from reflection.tombstones t
       where t.kind in ('thread', 'message')
         and t.thread_id = p_thread_id
       union all
      select t.kind, null, t.made_at
        from reflection.source_thread(p_thread_id) s
        join reflection.tombstones t on t.kind = 'user' and t.user_id = s.user_id
    ) d;
$$;
comment on function reflection.erasure (text) is
  'What of a thread was erased: all that was said until then (with the thread or its user), and these messages.';


create or replace function reflection.transcript (p_thread_id text)
  returns table (
    message_id text,
    ordinal bigint,
    role text,
    at timestamptz,
    counts boolean,
    may_end boolean,
    odd_time boolean
  )
  language sql
  stable
as $$
  select line.message_id,
         row_number() over (
           order by case when line.numbered then line.position end,
                    line.at,
                    case line.role when 'user' then 0 when 'assistant' then 1 else 2 end,
                    line.message_id
         ),
         line.role,
         line.at,
         line.counts,
         line.counts and line.role in ('user', 'assistant') and not line.calls_tools,
         line.odd_time
    from (
      select m.message_id,
             m.position,
             m.role,
             m.calls_tools,
             m.complete
               and not reflection.is_blank(m.content)
               and (erased.until is null or reflection.counted_time(t.counted_at, m.created_at) > erased.until)
               and m.message_id <> all (erased.message_ids) as counts,
             reflection.counted_time(t.counted_at, m.created_at) as at,
             t.counted_at is null
               and (m.created_at between timestamptz '1900-01-01 00:00Z' and reflection.clock()) is not true as odd_time,
             bool_and(m.position is not null) over () as numbered
        from reflection.source_messages(p_thread_id) m
       cross join reflection.erasure(p_thread_id) erased
        left join reflection.message_times t
          on t.thread_id = p_thread_id and t.message_id = m.message_id
    ) line;
$$;
comment on function reflection.transcript (text) is
  'A thread''s messages in order: by position where every one has it, else by time, user before assistant on a tie, then id. counts: complete, not blank and not erased. may_end: could be the terminal message. odd_time: its time is missing, in the future or before 1900, and not yet counted at its arrival.';


create or replace function reflection.thread_state (p_thread_id text)
  returns table (
    thread_id text,
    user_id text,
    user_messages smallint,
    newest_at timestamptz,
    terminal_message_id text,
    eligible_at timestamptz,
    odd_times boolean
  )
  language sql
  stable
as $$
  select t.thread_id,
         t.user_id,
         coalesce(said.user_messages, 0)::smallint,
         said.newest_at,
         said.terminal_message_id,
         case
           when said.first_owed <= said.terminal_ordinal
            and not t.hidden
            and coalesce(u.memory_enabled, true)
            and not exists (select from reflection.shadows d where d.thread_id = p_thread_id)
           then reflection.next_day(said.newest_at, days.zone)
         end,
         coalesce(said.odd_times, false)
    from reflection.source_thread(p_thread_id) t
    left join lateral reflection.source_user(t.user_id) u on true
   cross join lateral reflection.zone_or_default(u.timezone) days
    left join lateral (
      select least(count(*) filter (where m.counts and m.role = 'user'), 2) as user_messages,
             max(m.at) as newest_at,
             max(m.ordinal) filter (where m.may_end) as terminal_ordinal,
             (array_agg(m.message_id order by m.ordinal desc) filter (where m.may_end))[1] as terminal_message_id,
             min(m.ordinal) filter (where m.counts and c.message_id is null) as first_owed,
             bool_or(m.odd_time) as odd_times
        from reflection.transcript(p_thread_id) m
        left join reflection.coverage c
          on c.thread_id = p_thread_id and c.message_id = m.message_id and c.current
    ) said on true;
$$;
comment on function reflection.thread_state (text) is
  'What the claim table should say of a thread, from the source: no row when it is gone; eligible_at null when nothing up to its terminal message is owed, or it is hidden, or its user switched memory off.';


create or replace function reflection.thread_fingerprint (p_thread_id text)
  returns text
  language sql
  stable
as $$
  select md5(coalesce(string_agg(m.message_id || reflection.message_hash(m.role, m.content), ',' order by m.message_id), ''))
    from reflection.source_messages(p_thread_id) m
   where m.complete
     and not reflection.is_blank(m.content);
$$;
comment on function reflection.thread_fingerprint (text) is
  'Changes when anything that counts in the thread does. Reads every text, so it is asked only of threads that failed.';
