"""What people look at: the views and reader functions, as rows by column name."""

from typing import Any

from worker.errors import UsageError
from worker.store.database import Database

Rows = list[dict[str, Any]]


class Views:
    """Reads for the commands; the only writes are the operators' functions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def queue(self, states: tuple[str, ...] = (), limit: int = 50) -> Rows:
        """Threads with their state and why, most overdue first."""
        return self._database.dicts(
            """
            select thread_id, user_id, state, why, eligible_at, attempts, last_error
              from reflection.queue
             where %(all)s or state = any(%(states)s)
             order by eligible_at nulls last, thread_id
             limit %(limit)s
            """,
            {"all": not states, "states": list(states), "limit": limit},
        )

    def states(self) -> dict[str, int]:
        """How many threads are in each state."""
        rows = self._database.dicts(
            "select state, count(*) as threads from reflection.queue group by state order by state"
        )
        return {row["state"]: row["threads"] for row in rows}

    def thread(self, thread_id: str) -> dict[str, Any]:
        """Everything about one thread: how it stands, its claims, its messages, its memory."""
        found = self._database.dicts(
            """
            select q.*, (select t.title from reflection.source_thread(q.thread_id) t) as title
              from reflection.queue q
             where q.thread_id = %s
            """,
            (thread_id,),
        )
        if not found:
            raise UsageError(
                f"no thread {thread_id!r} is known to the queue. "
                "See `reflection-worker queue`; a new thread is taken in by the next drain."
            )
        return {
            **found[0],
            "claims": self._database.dicts(
                """
                select started_at, ended_at, attempt, claimed_by, run_id, outcome, error, engine,
                       observations
                  from reflection.claim_log
                 where thread_id = %s
                 order by started_at
                """,
                (thread_id,),
            ),
            "messages": self._database.dicts(
                """
                select ordinal, message_id, role, said_at, state, why
                  from reflection.coverage_report
                 where thread_id = %s
                 order by ordinal
                """,
                (thread_id,),
            ),
            "memory": self.remembered(thread_id=thread_id),
        }

    def remembered(self, *, thread_id: str | None = None, run_id: int | None = None) -> Rows:
        """The live observations that cite a thread's messages, or that a run wrote."""
        return self._database.dicts(
            """
            with found as (
              select s.observation_id as id
                from reflection.observation_sources s
               where s.thread_id = %(thread_id)s
               union
              select o.id
                from reflection.claim_log l
                join reflection.observations o on o.claim_id = l.claim_id
               where l.run_id = %(run_id)s
            )
            select '#' || o.id as memory_id, o.user_id, o.content, o.relevance, o.category,
                   o.observed_at
              from found
              join reflection.observations o on o.id = found.id
             where o.dropped_at is null
               and o.stale_at is null
               and o.superseded_by is null
             order by o.user_id, o.observed_at, o.id
             limit 1000
            """,
            {"thread_id": thread_id, "run_id": run_id},
        )

    def memory(self, user_id: str, tokens: int) -> dict[str, Any]:
        """A user's memory as the chat product gets it."""
        return self._database.dicts(
            """
            select %(user_id)s::text as user_id,
                   reflection.memory_version(%(user_id)s) as version,
                   reflection.memory_for(%(user_id)s, %(tokens)s) as memory
            """,
            {"user_id": user_id, "tokens": tokens},
        )[0]

    def users(self, limit: int = 50) -> list[str]:
        """Users who have memory."""
        rows = self._database.dicts(
            "select user_id from reflection.users order by changed_at desc limit %s", (limit,)
        )
        return [row["user_id"] for row in rows]

    def recall(self, memory_id: str) -> Rows:
        """The messages behind a memory, word for word."""
        return self._database.dicts("select * from reflection.recall(%s)", (memory_id,))

    def runs(self, limit: int = 14) -> Rows:
        """The newest runs first."""
        return self._database.dicts(
            """
            select id, trigger, worker, engine, started_at, finished_at, success, stop_reason,
                   backlog, summary
              from reflection.runs
             order by id desc
             limit %s
            """,
            (limit,),
        )

    def retry(self, thread_id: str) -> bool:
        """Give a thread its attempts back."""
        return bool(self._database.scalar("select reflection.retry_thread(%s)", (thread_id,)))

    def retry_given_up(self) -> int:
        """Give every given-up thread its attempts back; how many."""
        return int(self._database.scalar("select reflection.retry_given_up()"))
