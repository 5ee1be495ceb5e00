"""What revision 0004 carries over: the tables of memory of before as facts, and back."""

# Stands for NOBODY below: a claim that is not known any more.
NOBODY = "'00000000-0000-0000-0000-000000000000'\\:\\:uuid"

# The tables of before, as facts.
FACTS = (
    "insert into reflection.users select * from reflection_before.users",
    """
    insert into reflection.observations
      (id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
       content_hash, dropped_at, drop_reason, stale_at, superseded_by, claim_id, duplicate_of)
    select id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
           content_hash, dropped_at, drop_reason, stale_at, superseded_by, claim_id, duplicate_of
      from reflection_before.observations
    """,
    """
    create temporary table said on commit drop as
    select nextval('reflection.entries') as saying_id, cited.*
      from (
        select o.id as observation_id, s.thread_id,
               coalesce(c.claim_id, o.claim_id, NOBODY) as claim_id,
               array_agg(s.message_id) as message_ids, array_agg(s.content_hash) as hashes
          from reflection_before.observations o
          join reflection_before.observation_sources s on s.observation_id = o.id
          left join reflection_before.coverage c
            on c.thread_id = s.thread_id
           and c.message_id = s.message_id
           and c.content_hash = s.content_hash
           and not o.joined
         group by 1, 2, 3
         order by 1
      ) cited
    """,
    """
    insert into reflection.sayings
      (id, user_id, observation_id, thread_id, claim_id, content, relevance, category, origin,
       observed_at)
    select said.saying_id, o.user_id, o.id, said.thread_id, said.claim_id, o.content, o.relevance,
           o.category, o.origin, o.observed_at
      from said
      join reflection_before.observations o on o.id = said.observation_id
    """,
    """
    insert into reflection.observation_sources
      (saying_id, observation_id, user_id, thread_id, message_id, content_hash, needed)
    select said.saying_id, o.id, o.user_id, said.thread_id, source.message_id, source.content_hash,
           o.joined
      from said
      join reflection_before.observations o on o.id = said.observation_id
     cross join lateral unnest(said.message_ids, said.hashes) source (message_id, content_hash)
    """,
    """
    insert into reflection.coverage
      (thread_id, message_id, content_hash, skipped, covered_at, claim_id)
    select thread_id, message_id, content_hash, skipped, covered_at, claim_id
      from reflection_before.coverage
    """,
    """
    insert into reflection.drops (user_id, observation_id, claim_id, reason, dropped_at)
    select user_id, id, NOBODY, drop_reason, dropped_at
      from reflection_before.observations
     where dropped_at is not null
     order by dropped_at, id
    """,
    """
    insert into reflection.links (user_id, kind, newer, older, said_at, entry, claim_id)
    select one.user_id, 'replaces', newer.content_hash, one.content_hash, newer.observed_at,
           nextval('reflection.entries'), coalesce(newer.claim_id, NOBODY)
      from reflection_before.observations one
      join reflection_before.observations newer on newer.id = one.superseded_by
     union all
    select one.user_id, 'repeats', one.content_hash, first.content_hash, one.observed_at,
           nextval('reflection.entries'), coalesce(one.claim_id, NOBODY)
      from reflection_before.observations one
      join reflection_before.observations first on first.id = one.duplicate_of
    """,
    """
    insert into reflection.reflections
      (id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
       claim_id)
    select id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
           claim_id
      from reflection_before.reflections
    """,
    """
    create temporary table distilled on commit drop as
    select nextval('reflection.entries') as entry, r.id
      from (select id from reflection_before.reflections order by created_at, id) r
    """,
    """
    insert into reflection.reflection_support
      (user_id, reflection_id, observation_id, entry, claim_id, said_at)
    select s.user_id, s.reflection_id, s.observation_id, d.entry, coalesce(r.claim_id, NOBODY),
           r.created_at
      from reflection_before.reflection_support s
      join reflection_before.reflections r on r.id = s.reflection_id
      join distilled d on d.id = r.id
    """,
    """
    insert into reflection.links (user_id, kind, newer, older, said_at, entry, claim_id)
    select one.user_id, 'replaces reflection', newer.content_hash, one.content_hash,
           newer.created_at, d.entry, coalesce(newer.claim_id, NOBODY)
      from reflection_before.reflections one
      join reflection_before.reflections newer on newer.id = one.superseded_by
      join distilled d on d.id = newer.id
    """,
)

# What of the facts the tables of before can hold: what is shown is shown as it was.
SHOWN = (
    "insert into reflection.users select * from reflection_before.users",
    """
    insert into reflection.observations
      (id, user_id, thread_id, content, relevance, category, observed_at, token_count, origin,
       content_hash, dropped_at, drop_reason, stale_at, superseded_by, claim_id, duplicate_of,
       joined)
    select o.id, o.user_id, o.thread_id, o.content, o.relevance, o.category, o.observed_at,
           o.token_count, o.origin, o.content_hash, o.dropped_at, o.drop_reason, o.stale_at,
           o.superseded_by, o.claim_id, o.duplicate_of,
           (select bool_and(s.needed)
              from reflection_before.observation_sources s
             where s.observation_id = o.id)
      from reflection_before.observations o
    """,
    """
    insert into reflection.observation_sources
      (observation_id, user_id, thread_id, message_id, content_hash)
    select distinct on (s.observation_id, s.thread_id, s.message_id)
           s.observation_id, s.user_id, s.thread_id, s.message_id, s.content_hash
      from reflection_before.observation_sources s
      left join reflection_before.coverage c
        on c.thread_id = s.thread_id
       and c.message_id = s.message_id
       and c.content_hash = s.content_hash
       and c.current
     order by s.observation_id, s.thread_id, s.message_id, c.current, s.saying_id desc
    """,
    """
    insert into reflection.coverage
      (thread_id, message_id, content_hash, skipped, covered_at, claim_id)
    select thread_id, message_id, content_hash, skipped, covered_at, claim_id
      from reflection_before.coverage
     where current
    """,
    """
    insert into reflection.reflections
      (id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
       claim_id)
    select id, user_id, content, content_hash, token_count, created_at, superseded_by, dropped_at,
           claim_id
      from reflection_before.reflections
    """,
    """
    insert into reflection.reflection_support (user_id, reflection_id, observation_id)
    select distinct user_id, reflection_id, observation_id
      from reflection_before.reflection_support
    """,
)

COUNTERS = """
    select setval(pg_get_serial_sequence('reflection.' || name, 'id'),
                  coalesce(highest.id, 1), highest.id is not null)
      from (
        select 'observations' as name, max(id) as id from reflection.observations
         union all
        select 'reflections', max(id) from reflection.reflections
      ) highest
"""
