"""The native source, written as a chat product would write it: import and sample threads."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.types.json import Json

from worker.errors import UsageError
from worker.source import SourceThread
from worker.store.database import Database, meaning


@dataclass(frozen=True, slots=True)
class Imported:
    """What one thread's import added.

    `foreign` are message ids that another thread owns. `changed` messages were there, and are on
    the branch that stands now or are no longer; `unmentioned` are in the thread, but not in the
    export.
    """

    threads: int = 0
    messages: int = 0
    foreign: tuple[str, ...] = ()
    changed: int = 0
    unmentioned: int = 0


class Chat:
    """Users, threads and messages of the schema `chat`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rehearsal: psycopg.Connection | None = None

    def is_empty(self) -> bool:
        """True when no thread was ever written."""
        return bool(self._database.scalar("select not exists (select from chat.threads)"))

    def zone_of(self, user_id: str) -> str | None:
        """The zone that a user has, or None."""
        asked = "select timezone from chat.users where id = %s"
        try:
            connection = self._rehearsal or self._database.transaction()
            row = connection.execute(asked, (user_id,)).fetchone()
        except psycopg.Error as error:
            raise meaning(error, asked) from error
        return row[0] if row else None

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        """Whatever is added inside is counted as always, and none of it is kept."""
        connection = self._database.transaction()
        with connection.transaction(force_rollback=True):
            self._rehearsal = connection
            try:
                yield
            finally:
                self._rehearsal = None

    def add(self, thread: SourceThread) -> Imported:
        """Write one thread in one transaction; what is there already stays as it is.

        Where the thread says which branches were left, messages of an earlier import that are on
        them count no longer, and what was incomplete and is whole now counts. Not so when the
        thread has messages that the export does not mention: then it is the older of the two.

        Raises UsageError when the database has no native source or refuses the thread,
        DependencyFailed when it is out of reach.
        """
        try:
            return self._add(thread)
        except psycopg.OperationalError as error:
            raise meaning(error, "chat") from error
        except psycopg.Error as error:
            reason = error.diag.message_primary or type(error).__name__
            raise UsageError(f"thread {thread.thread_id!r} was not imported: {reason}") from error

    def _add(self, thread: SourceThread) -> Imported:
        connection = self._rehearsal or self._database.transaction()
        with connection.transaction(), connection.cursor() as cursor:
            cursor.execute(
                """
                insert into chat.users as u (id, timezone, memory_enabled)
                values (%s, %s, coalesce(%s, true))
                on conflict (id) do update
                   set timezone = coalesce(u.timezone, excluded.timezone)
                 where u.timezone is null and excluded.timezone is not null
                """,
                (thread.user_id, thread.timezone, thread.memory_enabled),
            )
            cursor.execute(
                """
                insert into chat.threads (id, user_id, title, kind, hidden, archived_at)
                values (%s, %s, %s, %s, %s, %s)
                on conflict (id) do nothing
                """,
                (
                    thread.thread_id,
                    thread.user_id,
                    thread.title,
                    thread.kind,
                    thread.hidden,
                    thread.archived_at,
                ),
            )
            threads = cursor.rowcount
            owner = cursor.execute(
                "select user_id from chat.threads where id = %s", (thread.thread_id,)
            ).fetchone()
            if owner != (thread.user_id,):
                raise UsageError(
                    f"thread {thread.thread_id!r} belongs to another user already: "
                    "give the thread another id"
                )
            # One statement, so that the inbox gets one row for the thread and not one a message.
            added = cursor.execute(
                """
                insert into chat.messages
                  (id, thread_id, position, role, name, content, tool_calls, status,
                   created_at, edited_at)
                select m.id, %(thread_id)s, m.position, m.role, m.name, m.content,
                       nullif(m.tool_calls, 'null'), m.status, m.created_at, m.edited_at
                  from json_to_recordset(%(messages)s)
                    as m (id text, position integer, role text, name text, content text,
                          tool_calls jsonb, status text, created_at timestamptz,
                          edited_at timestamptz)
                on conflict (id) do nothing
                """,
                {"thread_id": thread.thread_id, "messages": Json(_messages(thread))},
            ).rowcount
            changed = unmentioned = 0
            if not threads and thread.left is not None:
                changed, unmentioned = _follow(cursor, thread, thread.left)
            foreign: tuple[str, ...] = ()
            if added < len(thread.messages):
                foreign = tuple(
                    row[0]
                    for row in cursor.execute(
                        "select id from chat.messages where id = any(%s) and thread_id <> %s",
                        ([message.id for message in thread.messages], thread.thread_id),
                    )
                )
        return Imported(threads, added, foreign, changed, unmentioned)


def _follow(
    cursor: psycopg.Cursor[Any], thread: SourceThread, left: tuple[str, ...]
) -> tuple[int, int]:
    """Let a thread that was there follow the export; how many messages changed, or forbid that.

    A message that was left is kept, and counts no longer.
    """
    mentioned = [*(message.id for message in thread.messages), *left]
    row = cursor.execute(
        "select count(*) from chat.messages where thread_id = %s and id <> all(%s)",
        (thread.thread_id, mentioned),
    ).fetchone()
    if row and row[0]:
        return 0, int(row[0])
    changed = cursor.execute(
        """
        update chat.messages
           set status = 'aborted'
         where thread_id = %s
           and id = any(%s)
           and status = 'complete'
        """,
        (thread.thread_id, list(left)),
    ).rowcount
    whole = [message for message in _messages(thread) if message["status"] == "complete"]
    changed += cursor.execute(
        """
        update chat.messages m
           set status = 'complete', content = n.content
          from json_to_recordset(%(messages)s) as n (id text, content text)
         where m.thread_id = %(thread_id)s
           and m.id = n.id
           and m.status <> 'complete'
        """,
        {"thread_id": thread.thread_id, "messages": Json(whole)},
    ).rowcount
    if thread.hidden:
        cursor.execute(
            "update chat.threads set hidden = true where id = %s and not hidden",
            (thread.thread_id,),
        )
    return changed, 0


def _messages(thread: SourceThread) -> list[dict[str, object]]:
    return [
        {
            "id": message.id,
            "position": message.position,
            "role": message.role.value,
            "name": message.name,
            "content": message.content,
            "tool_calls": message.tool_calls,
            "status": message.status.value,
            "created_at": message.created_at.isoformat() if message.created_at else None,
            "edited_at": message.edited_at.isoformat() if message.edited_at else None,
        }
        for message in thread.messages
    ]
