-- Stale memory: what becomes of it once the edited messages were read anew.
--
-- A source is sound while its message is covered at the text it was cited at.

create or replace function reflection.forget_unsound_sources (p_observation_ids bigint[])
  returns void
  language sql
as $$
  with forgotten as (
    delete from reflection.observation_sources s
     where s.observation_id = any (p_observation_ids)
       and not exists (
         select from reflection.coverage c
          where c.thread_id = s.thread_id
            and c.message_id = s.message_id
            and c.content_hash = s.content_hash
       )
    returning s.observation_id
  )
  update reflection.observations o
     set thread_id = left_over.thread_id
    from (
      select s.observation_id, min(s.thread_id) as thread_id, array_agg(s.thread_id) as thread_ids
        from reflection.observation_sources s
        join reflection.coverage c
          on c.thread_id = s.thread_id and c.message_id = s.message_id and c.content_hash = s.content_hash
       where s.observation_id = any (p_observation_ids)
       group by 1
    ) left_over
   where o.id = left_over.observation_id
     and o.thread_id <> all (left_over.thread_ids);
$$;
comment on function reflection.forget_unsound_sources (bigint[]) is
  'These observations no longer cite messages that do not say so any more. Each must have one that does.';


create or replace function reflection.is_to_be_read (p_observation_id bigint)
  returns boolean
  language sql
  stable
as $$
  select exists (
    select
      from reflection.observation_sources s
     where s.observation_id = p_observation_id
       and not exists (
         select from reflection.coverage c
          where c.thread_id = s.thread_id
            and c.message_id = s.message_id
       )
  );
$$;
comment on function reflection.is_to_be_read (bigint) is
  'Whether a message that an observation cites was edited and not read since: what is stale may then stand again.';


create or replace function reflection.restore_reflections (p_user_id text, p_reflection_ids bigint[])
  returns void
  language sql
as $$
  update reflection.reflections r
     set superseded_by = null
   where r.user_id = p_user_id
     and r.superseded_by = any (p_reflection_ids)
     and not exists (
       select
         from reflection.reflection_support s
         join reflection.observations o on o.user_id = s.user_id and o.id = s.observation_id
        where s.reflection_id = r.superseded_by
          and (o.stale_at is null or reflection.is_to_be_read(o.id))
     );
$$;
comment on function reflection.restore_reflections (text, bigint[]) is
  'What these reflections had superseded is rendered again, where they rest on nothing any more that is said or may yet be found to be.';


create or replace function reflection.settle_stale (p_user_id text, p_thread_id text, p_message_ids text[])
  returns void
  language plpgsql
as $$
declare
  v_settled bigint[];
  v_gone bigint[];
begin
  with cited as (
    select s.observation_id, o.joined, c.content_hash = s.content_hash as sound
      from reflection.observations o
      join reflection.observation_sources s on s.observation_id = o.id
      left join reflection.coverage c
        on c.thread_id = s.thread_id and c.message_id = s.message_id
     where o.user_id = p_user_id
       and o.stale_at is not null
       and o.id = any (array(
         select read.observation_id
           from reflection.observation_sources read
          where read.thread_id = p_thread_id
            and read.message_id = any (p_message_ids)
       ))
  ),
  whole as (
    select observation_id, case when bool_or(joined) then bool_and(sound) else bool_or(sound) end as stands
      from cited
     group by 1
    having bool_and(sound is not null)
  )
  select array_agg(observation_id) filter (where stands),
         array_agg(observation_id) filter (where not stands)
    into v_settled, v_gone
    from whole;
  if v_settled is null and v_gone is null then
    return;
  end if;

  perform reflection.touch_memory(p_user_id);
  perform reflection.forget_unsound_sources(v_settled);
  update reflection.observations
     set stale_at = null
   where user_id = p_user_id
     and id = any (v_settled);
  -- Nobody says any more that these took the place of anything.
  update reflection.observations
     set superseded_by = null
   where user_id = p_user_id
     and superseded_by = any (v_gone);
  perform reflection.restore_reflections(p_user_id, array(
    select s.reflection_id
      from reflection.reflection_support s
     where s.user_id = p_user_id
       and s.observation_id = any (v_gone)
  ));
end
$$;
comment on function reflection.settle_stale (text, text, text[]) is
  'These edited messages were read anew: what cited them and rests on other messages too is rendered again, without them; what nothing says any more stays hidden, and what it, or a reflection that rests on it alone, had superseded is rendered again.';
