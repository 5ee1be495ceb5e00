-- Views for people: where every thread stands, and why.

create or replace view reflection.queue as
  select c.thread_id,
         c.user_id,
         stand.state,
         case stand.state
           when 'given up' then
             format('failed %s times on message %s: %s. select reflection.retry_thread(%L) tries again',
                    c.attempts, c.attempt_message_id, coalesce(c.last_error, 'the worker was lost'), c.thread_id)
           when 'claimed' then
             case
               when c.expires_at > clock_timestamp() then
                 format('by %s, attempt %s, lease ends in %s', c.claimed_by, c.attempts,
                        reflection.in_words(c.expires_at - clock_timestamp()))
               else
                 format('its worker %s stopped answering; the next claim frees it', c.claimed_by)
             end
           when 'due' then
             format('its day ended %s ago', reflection.in_words(reflection.clock() - c.eligible_at))
               || case when c.last_outcome = 'spend cap' then '; it was put off: ' || c.last_error else '' end
           when 'settling' then
             format('its newest message is of today in %s; due in %s', reflection.user_zone(c.user_id),
                    reflection.in_words(c.eligible_at - reflection.clock()))
           when 'reflected' then
             format('everything said up to message %s is reflected', c.reflected_through)
           else
             case
               when d.claim_id is not null then
                 format('what claim %s would remember waits to be looked at: reflection-worker shadow show %s',
                        d.claim_id, left(d.claim_id::text, 8))
               when c.eligible_at is null then
                 case
                   when (select t.hidden from reflection.source_thread(c.thread_id) t) then 'the thread is hidden'
                   when not reflection.memory_is_on(c.user_id) then 'its user switched memory off'
                   else 'nothing that counts has been said'
                 end
               when c.user_messages < 2 then
                 format('only %s message%s by the user; two are needed', c.user_messages,
                        case when c.user_messages = 1 then '' else 's' end)
               when c.not_before > reflection.clock() and c.last_outcome = 'spend cap' then
                 format('it was put off: %s; tried again in %s', c.last_error,
                        reflection.in_words(c.not_before - reflection.clock()))
               when c.not_before > reflection.clock() then
                 format('failed (%s); tried again in %s', coalesce(c.last_error, c.last_outcome),
                        reflection.in_words(c.not_before - reflection.clock()))
               when h.until is not null then
                 format('the spend cap of its user was reached; tried again in %s',
                        reflection.in_words(h.until - reflection.clock()))
               else 'another thread of its user is being reflected'
             end
         end as why,
         c.eligible_at,
         case when stand.state in ('due', 'waiting') and c.user_messages >= 2 and c.eligible_at is not null
              then greatest(reflection.clock() - c.eligible_at, interval '0') end as overdue,
         c.attempts,
         c.refunds,
         c.not_before,
         c.claimed_by,
         c.last_outcome,
         c.last_error,
         c.reflected_at,
         c.given_up_at
    from reflection.claims c
    left join reflection.spend_holds h on h.user_id = c.user_id and h.until > reflection.clock()
    left join reflection.shadows d on d.thread_id = c.thread_id
   cross join lateral (
     select case
       when c.given_up_at is not null then 'given up'
       when c.claim_id is not null then 'claimed'
       when d.claim_id is not null then 'waiting'
       when c.eligible_at is null and c.reflected_at is not null then 'reflected'
       when c.eligible_at is null or c.user_messages < 2 then 'waiting'
       when c.not_before > reflection.clock() then 'waiting'
       when c.eligible_at > reflection.clock() then 'settling'
       when h.until is not null then 'waiting'
       when exists (
         select from reflection.claims busy
          where busy.user_id = c.user_id
            and busy.claim_id is not null
       ) then 'waiting'
       else 'due'
     end as state
   ) stand;
comment on view reflection.queue is
  'Every thread the fold has met: its state (settling, due, waiting, claimed, reflected, given up) and why, in words. Try: select thread_id, state, why from reflection.queue where state <> ''reflected'' order by eligible_at;';
comment on column reflection.queue.overdue is 'How long ago its day ended, for a thread that still waits.';


create or replace view reflection.queue_totals as
  select word.state,
         coalesce(found.threads, 0) as threads
    from unnest(array['due', 'waiting', 'claimed', 'settling', 'given up', 'reflected'])
         with ordinality as word (state, place)
    left join (
      select q.state, count(*) as threads
        from reflection.queue q
       where q.eligible_at is not null
          or q.reflected_at is null
          or q.claimed_by is not null
          or q.given_up_at is not null
          or q.thread_id in (select d.thread_id from reflection.shadows d)
       group by q.state
       union all
      -- Nearly all threads: the state of each need not be worked out.
      select 'reflected', count(*)
        from reflection.claims c
       where c.eligible_at is null
         and c.reflected_at is not null
         and c.claim_id is null
         and c.given_up_at is null
         and not exists (select from reflection.shadows d where d.thread_id = c.thread_id)
    ) found on found.state = word.state
   order by word.place;
comment on view reflection.queue_totals is 'How many threads are in each state of the view queue, those without any included.';


create or replace view reflection.given_up as
  select c.thread_id,
         c.user_id,
         c.given_up_at,
         c.attempts,
         c.attempt_message_id,
         c.last_error,
         format('select reflection.retry_thread(%L)', c.thread_id) as to_retry
    from reflection.claims c
   where c.given_up_at is not null;
comment on view reflection.given_up is
  'Threads whose attempts are spent. New content frees them, or reflection.retry_thread, or reflection.retry_given_up for all.';


create or replace view reflection.live_claims as
  select c.thread_id,
         c.user_id,
         c.claimed_by,
         c.claimed_at,
         clock_timestamp() - c.claimed_at as held,
         c.expires_at - clock_timestamp() as lease_left,
         c.expires_at <= clock_timestamp() as expired,
         c.attempts,
         c.terminal_message_id,
         l.run_id,
         c.claim_id
    from reflection.claims c
    left join reflection.claim_log l on l.claim_id = c.claim_id
   where c.claim_id is not null;
comment on view reflection.live_claims is
  'Who works on what. expired: the worker stopped answering, and the next claim frees it; a row that stays expired means that no worker runs.';


create or replace view reflection.timeline as
  select c.thread_id,
         said.first_at as at,
         'begun' as event,
         format('%s message%s until %s', said.messages, case when said.messages = 1 then '' else 's' end,
                to_char(said.newest_at, 'YYYY-MM-DD HH24:MI:SSOF')) as what,
         null::uuid as claim_id,
         null::bigint as claim,
         null::bigint as run_id,
         null::smallint as attempt,
         null::text as claimed_by,
         null::interval as took,
         null::text as outcome,
         null::text as error
    from reflection.claims c
   cross join lateral (
     select min(m.at) as first_at, max(m.at) as newest_at, count(*) as messages
       from reflection.transcript(c.thread_id) m
   ) said
   where said.messages > 0
   union all
  select l.thread_id,
         l.started_at,
         'claimed',
         format('claim %s, attempt %s by %s', l.claim, l.attempt, l.claimed_by)
           || coalesce(' in run ' || l.run_id, '')
           || case
                when l.ended_at is null then ': ' || l.outcome
                else format(', %s: %s',
                            case when l.took < interval '2 min' then round(extract(epoch from l.took), 1) || ' seconds'
                                 else reflection.in_words(l.took) end,
                            l.outcome)
              end
           || case when l.observations = 0 then ''
                   else format(', %s observation%s', l.observations, case when l.observations = 1 then '' else 's' end) end
           || case when l.error is null then '' else coalesce(' (' || l.error_kind || ')', '') || ': ' || l.error end,
         l.claim_id, l.claim, l.run_id, l.attempt, l.claimed_by, l.took, l.outcome, l.error
    from (
      select log.thread_id, log.started_at, log.ended_at, log.claim_id, log.run_id, log.attempt, log.claimed_by,
             log.observations, log.error_kind, log.error,
             row_number() over (partition by log.thread_id order by log.started_at, log.claim_id) as claim,
             log.ended_at - log.started_at as took,
             coalesce(log.outcome, case
               when exists (select from reflection.claims c where c.thread_id = log.thread_id and c.claim_id = log.claim_id)
               then 'under way'
               else 'without an end: its worker stopped answering, or the claim was released'
             end) as outcome
        from reflection.claim_log log
    ) l
   union all
  select l.thread_id, l.undone_at, 'undone',
         format(case l.outcome when 'shadow' then 'what claim %s would have remembered was thrown away'
                               else 'what claim %s wrote was taken back' end, l.claim_id),
         null, null, l.run_id, l.attempt, l.claimed_by, null, l.outcome, null
    from reflection.claim_log l
   where l.undone_at is not null
   union all
  select d.thread_id, d.made_at, 'shadow',
         format('what claim %s would remember waits to be looked at: reflection-worker shadow show %s',
                d.claim_id, left(d.claim_id::text, 8)),
         null, null, null, null, null, null, null, null
    from reflection.shadows d
   union all
  select c.thread_id, c.reflected_at, 'reflected', 'everything said up to message ' || c.reflected_through,
         null, null, null, null, null, null, null, null
    from reflection.claims c
   where c.reflected_at is not null
   union all
  select c.thread_id, c.given_up_at, 'given up', format('after %s attempts on message %s', c.attempts, c.attempt_message_id),
         null, null, null, null, null, null, null, null
    from reflection.claims c
   where c.given_up_at is not null
   union all
  select c.thread_id, due.at, 'due',
         case when due.at > reflection.clock() then 'in ' || reflection.in_words(due.at - reflection.clock())
              else format('for %s now', reflection.in_words(reflection.clock() - due.at)) end,
         null, null, null, null, null, null, null, null
    from reflection.claims c
   cross join lateral (select greatest(c.eligible_at, c.not_before) as at) due
   where c.eligible_at is not null
     and c.user_messages >= 2
     and c.claim_id is null
     and c.given_up_at is null;
comment on view reflection.timeline is
  'What happened to a thread and what is next: begun, claimed (by whom, how long, the outcome), shadow, undone, reflected, given up, due. select at, event, what from reflection.timeline where thread_id = ''...'' order by at;';
comment on column reflection.timeline.claim is 'Which claim of its thread it is, counted from 1.';
