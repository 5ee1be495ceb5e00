"""What a database must hold once every thread is reflected, however often a worker died."""

from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row

Connection = psycopg.Connection[Any]

_PROGRESS = """
select count(*) filter (where c.eligible_at is not null or c.claim_id is not null) as unfinished,
       count(*) filter (
         where c.eligible_at <= clock_timestamp()
           and c.claim_id is null
           and coalesce(c.not_before <= clock_timestamp(), true)
           and not exists (
             select from reflection.claims busy
              where busy.user_id = c.user_id and busy.claim_id is not null
           )
       ) as claimable
  from reflection.claims c
 where c.given_up_at is null
"""
_STATE = """
select (select count(*) from reflection.observations) as observations,
       (select count(*) from reflection.observations where dropped_at is not null) as dropped,
       (select count(*) from reflection.reflections) as reflections,
       (select count(*) from reflection.reflections
         where superseded_by is not null) as reflections_superseded,
       (select max(reflection.pool_tokens(user_id)) from chat.threads) as fullest_pool,
       count(*) as claims,
       count(*) filter (where ended_at is null) as claims_without_end,
       max(attempt) as most_attempts,
       sum(requests)::int as requests,
       sum(tokens_in)::int as tokens_in,
       sum(tokens_out)::int as tokens_out,
       round(sum(usd), 4)::float as usd
  from reflection.claim_log
"""
_MUST_BE_NONE = {
    "threads that were not reflected exactly once": """
select count(*)
  from chat.threads t
 where 1 <> (select count(*) from reflection.claim_log l
              where l.thread_id = t.id and l.outcome in ('reflected', 'empty'))
""",
    "claims that ended otherwise": """
select count(*)
  from reflection.claim_log
 where outcome not in ('reflected', 'empty')
""",
    "threads that are due, claimed or given up": """
select count(*)
  from reflection.claims
 where num_nonnulls(eligible_at, claim_id, given_up_at) > 0
""",
    "messages that are not covered": """
select count(*)
  from chat.messages m
  left join reflection.coverage c
    on c.thread_id = m.thread_id and c.message_id = m.id and c.current
 where c.content_hash is distinct from reflection.message_hash(m.role, m.content)
""",
    "observations that are there twice": """
select count(*) - count(distinct (user_id, lower(content))) from reflection.observations
""",
    "reflections that are there twice": """
select count(*) - count(distinct (user_id, lower(content)))
  from reflection.reflections
 where superseded_by is null
""",
    "observations without a source": """
select count(*)
  from reflection.observations o
 where not exists (
   select from reflection.observation_sources s where s.observation_id = o.id
 )
""",
    "sources that are no message of their thread": """
select count(*)
  from reflection.observation_sources s
  join reflection.observations o on o.id = s.observation_id
  left join chat.messages m on m.id = s.message_id and m.thread_id = s.thread_id
  left join chat.threads t on t.id = m.thread_id and t.user_id = o.user_id
 where t.id is null
""",
    "reflections that rest on nothing of their user": """
select count(*)
  from reflection.reflections r
 where r.superseded_by is null
   and not exists (
     select
       from reflection.reflection_support s
       join reflection.observations o on o.id = s.observation_id
      where s.reflection_id = r.id and o.user_id = r.user_id
   )
""",
}
_OVER = """
select user_id, reflection.pool_tokens(user_id) as tokens
  from (select distinct user_id from chat.threads) as users
 where reflection.pool_tokens(user_id) > %s
 order by user_id
"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many threads are still to be reflected, and how many of them could be claimed now."""

    unfinished: int
    claimable: int


def progress(connection: Connection) -> Progress:
    row = connection.execute(_PROGRESS).fetchone()
    assert row is not None
    return Progress(*row)


def state(connection: Connection) -> dict[str, Any]:
    """What is remembered, and what the accounts come to."""
    with connection.cursor(row_factory=dict_row) as cursor:
        row = cursor.execute(_STATE).fetchone()
    assert row is not None
    return row


def damage(connection: Connection, pool_tokens: int) -> list[str]:
    """What should not be, in words; empty if all is as it should be."""
    found = []
    for what, query in _MUST_BE_NONE.items():
        row = connection.execute(query).fetchone()
        if row is None or row[0]:
            found.append(f"{row and row[0]} {what}")
    for user, tokens in connection.execute(_OVER, (pool_tokens,)):
        found.append(f"the pool of {user} has {tokens} tokens, over its target of {pool_tokens}")
    return found
