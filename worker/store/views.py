"""What people look at: the views and reader functions, as rows by column name."""

from difflib import get_close_matches
from typing import Any

from worker.errors import UsageError
from worker.store.database import Database

Rows = list[dict[str, Any]]
REMEMBERED_AT_MOST = 1000


class Views:
    """Reads for the commands; the only writes are the operators' functions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def queue(
        self, states: tuple[str, ...] = (), limit: int = 50, user_id: str | None = None
    ) -> Rows:
        """Threads with their state and why, most overdue first."""
        return self._database.dicts(
            """
            select thread_id, user_id, state, overdue, why, eligible_at, attempts, last_error
              from reflection.queue
             where (%(all)s or state = any(%(states)s))
               and (%(user_id)s::text is null or user_id = %(user_id)s)
             order by overdue desc nulls last, eligible_at nulls last, thread_id
             limit %(limit)s
            """,
            {"all": not states, "states": list(states), "user_id": user_id, "limit": limit},
        )

    def states(self, user_id: str | None = None) -> dict[str, int]:
        """How many threads are in each state that any is in: of all users, or of one."""
        rows = (
            self._database.dicts("select state, threads from reflection.queue_totals")
            if user_id is None
            else self._database.dicts(
                """
                select state, count(*) as threads
                  from reflection.queue
                 where user_id = %s
                 group by state
                 order by threads desc, state
                """,
                (user_id,),
            )
        )
        return {row["state"]: row["threads"] for row in rows if row["threads"]}

    def thread(self, thread_id: str) -> dict[str, Any]:
        """Everything about one thread: how it stands, its timeline, its messages, its memory.

        Raises UsageError, naming those that are spelled alike, when it is not in the queue.
        """
        found = self._database.dicts(
            """
            select q.*, (select t.title from reflection.source_thread(q.thread_id) t) as title
              from reflection.queue q
             where q.thread_id = %s
            """,
            (thread_id,),
        )
        if not found:
            raise self.unknown_thread(thread_id)
        return {
            **found[0],
            "timeline": self._database.dicts(
                """
                select at, event, what, claim, claim_id, run_id, attempt, claimed_by, took,
                       outcome, error
                  from reflection.timeline
                 where thread_id = %s
                 order by at, claim nulls last, event <> 'begun'
                """,
                (thread_id,),
            ),
            "messages": self._database.dicts(
                """
                with claims as materialized (
                  select claim_id, claim, run_id
                    from reflection.timeline
                   where thread_id = %(thread_id)s
                     and claim_id is not null
                )
                select r.ordinal, r.message_id, r.role, r.said_at, r.state, r.why, r.covered_at,
                       c.claim, c.run_id
                  from reflection.coverage_report r
                  left join claims c on c.claim_id = r.claim_id
                 where r.thread_id = %(thread_id)s
                 order by r.ordinal
                """,
                {"thread_id": thread_id},
            ),
            "memory": self.remembered(thread_id=thread_id),
        }

    def remembered(self, *, thread_id: str | None = None, run_id: int | None = None) -> Rows:
        """The live observations that cite a thread's messages, or that a run wrote: the first."""
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
                   o.observed_at,
                   array(select s.message_id
                           from reflection.observation_sources s
                          where s.observation_id = o.id
                            and (%(thread_id)s::text is null or s.thread_id = %(thread_id)s)
                          order by s.message_id) as messages
              from found
              join reflection.observations o on o.id = found.id
             where o.dropped_at is null
               and o.stale_at is null
               and o.superseded_by is null
             order by o.user_id, o.observed_at, o.id
             limit %(limit)s
            """,
            {"thread_id": thread_id, "run_id": run_id, "limit": REMEMBERED_AT_MOST},
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

    def notes(self, user_id: str) -> Rows:
        """A user's notes, by slug, each with its links."""
        return self._database.dicts("select * from reflection.notes_for(%s)", (user_id,))

    def note_sources(self, user_id: str, slug: str) -> Rows:
        """The messages behind a note, word for word, as recall has them."""
        return self._database.dicts(
            "select * from reflection.note_sources(%s, %s)", (user_id, slug)
        )

    def users(self, limit: int = 50) -> list[str]:
        """Users who have memory, the last to change first."""
        rows = self._database.dicts(
            "select user_id from reflection.users order by changed_at desc limit %s", (limit,)
        )
        return [row["user_id"] for row in rows]

    def recall(self, memory_id: str) -> Rows:
        """The messages behind a memory, word for word."""
        return self._database.dicts("select * from reflection.recall(%s)", (memory_id,))

    def explain(self, memory_id: str) -> Rows:
        """The claims that wrote or confirmed a memory, with what each cost."""
        return self._database.dicts("select * from reflection.explain(%s)", (memory_id,))

    def why(self, user_id: str, words: str, tokens: int, limit: int) -> Rows:
        """Why a user's memory does not hold these words, or where it does. Never no row."""
        return self._database.dicts(
            "select * from reflection.why_no_memory(%s, %s, %s, %s)",
            (user_id, words, tokens, limit),
        )

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

    def status(self) -> dict[str, Any]:
        """Whether the worker is healthy, what to do if not, the figures, and which database."""
        told = self._database.dicts("select * from reflection.status")[0]
        where = self._database.transaction().info
        return {
            **told,
            "database": where.dbname,
            "host": where.host,
            "port": where.port,
            "login": where.user,
        }

    def retry(self, thread_id: str) -> bool:
        """Give a thread its attempts back."""
        return bool(self._database.scalar("select reflection.retry_thread(%s)", (thread_id,)))

    def retry_given_up(self) -> int:
        """Give every given-up thread its attempts back; how many."""
        return int(self._database.scalar("select reflection.retry_given_up()"))

    def holder(self, thread_id: str) -> str | None:
        """Who reflects a thread at this moment."""
        held = self._database.scalar(
            "select claimed_by from reflection.live_claims where thread_id = %s", (thread_id,)
        )
        return None if held is None else str(held)

    def unknown_thread(self, thread_id: str) -> UsageError:
        """That no thread of this id is in the queue, and what may have been meant."""
        waits = self._database.scalar(
            "select exists (select from reflection.source_thread(%s))", (thread_id,)
        )
        if waits:
            return UsageError(
                f"Thread {thread_id!r} has not been taken into the queue yet.",
                "The next drain does that: reflection-worker drain",
            )
        near = self._alike(
            thread_id,
            """
            (select thread_id as id from reflection.claims
              where thread_id >= %(id)s order by thread_id limit 50)
            union
            (select thread_id from reflection.claims
              where thread_id < %(id)s order by thread_id desc limit 50)
            union
            (select thread_id from reflection.claims limit 2000)
            """,
        )
        return UsageError(
            f"There is no thread {thread_id!r}.",
            f"Did you mean: {', '.join(near)}" if near else "See them: reflection-worker queue",
        )

    def users_alike(self, user_id: str) -> list[str]:
        """Users with memory who are spelled like this, the likest first."""
        return self._alike(
            user_id,
            """
            (select user_id as id from reflection.users
              where user_id >= %(id)s order by user_id limit 50)
            union
            (select user_id from reflection.users
              where user_id < %(id)s order by user_id desc limit 50)
            union
            (select user_id from reflection.users limit 2000)
            """,
        )

    def _alike(self, wanted: str, sql: str) -> list[str]:
        """Up to three ids near to one, of those beside it in order and of the first 2000."""
        ids = [str(row["id"]) for row in self._database.dicts(sql, {"id": wanted})]
        folded = {one.casefold(): one for one in ids if one != wanted}
        return [folded[near] for near in get_close_matches(wanted.casefold(), folded, n=3)]
