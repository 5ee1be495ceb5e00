"""What an import did, counted and told."""

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from worker.commands.common import this_command
from worker.errors import UsageError
from worker.exchange.omitted import Omitted
from worker.exchange.remarks import Noticed, Refused
from worker.source import SourceThread
from worker.store.chat import Chat, Imported
from worker.terminal import say, say_json, warn

SHOWN = 20
KEPT = 1000


@dataclass(slots=True)
class Counts:
    threads: int = 0
    new_threads: int = 0
    new_messages: int = 0
    known_messages: int = 0
    changed_messages: int = 0
    refused: int = 0


@dataclass(slots=True)
class Tally:
    """Counts, the users whose threads there were, and what there is to say, the worst first."""

    counts: Counts = field(default_factory=Counts)
    users: dict[str, None] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    noticed: list[str] = field(default_factory=list)

    def add(self, chat: Chat, read: Iterable[SourceThread | Refused | Noticed]) -> None:
        """Write each thread, and keep what was said of it."""
        for item in read:
            if isinstance(item, SourceThread):
                self._thread(chat, item)
            elif isinstance(item, Refused):
                self.refuse(str(item))
            else:
                self.notice(str(item))

    def refuse(self, remark: str) -> None:
        self.counts.refused += 1
        _keep(self.refused, remark)

    def notice(self, remark: str) -> None:
        _keep(self.noticed, remark)

    def _thread(self, chat: Chat, thread: SourceThread) -> None:
        self.counts.threads += 1
        if len(self.users) < KEPT:
            self.users.setdefault(thread.user_id)
        try:
            added = chat.add(thread)
        except UsageError as error:
            self.refuse(str(error))
            return
        self._count(thread, added)
        for message_id in added.foreign:
            self.refuse(
                f"thread {thread.thread_id!r}: message id {message_id!r} belongs to another "
                "thread; message ids must differ across the whole file"
            )
        if added.unmentioned:
            self.notice(
                f"thread {thread.thread_id!r} has {added.unmentioned} messages that this export "
                "does not: if it is an older one, import the newer one again"
            )

    def _count(self, thread: SourceThread, added: Imported) -> None:
        self.counts.new_threads += added.threads
        self.counts.new_messages += added.messages
        self.counts.known_messages += len(thread.messages) - added.messages - len(added.foreign)
        self.counts.changed_messages += added.changed


def _keep(remarks: list[str], remark: str) -> None:
    if len(remarks) <= KEPT:
        remarks.append(remark)


def tell_json(tally: Tally, left_out: Mapping[str, int], **facts: Any) -> None:
    """All of it as JSON, the remarks bounded; `left_out` by what it is."""
    remarks = [*tally.refused, *tally.noticed][:KEPT]
    say_json({**facts, **asdict(tally.counts), "left_out": left_out, "remarks": remarks})


def tell(tally: Tally, left_out: Mapping[Omitted, int], of_what: str, *, dry_run: bool) -> None:
    """All of it for people, and what to type next; `of_what` is what was read."""
    counts = tally.counts
    say(
        f"{'Would import' if dry_run else 'Imported'} {counts.new_messages} messages{of_what}; "
        f"{counts.new_threads} of {counts.threads} threads are new, "
        f"{counts.known_messages} messages were there."
    )
    if counts.changed_messages:
        say(f"{counts.changed_messages} of them changed, since another branch stands now.")
    if left_out:
        listed = ", ".join(f"{what} ({count})" for what, count in left_out.items())
        say(f"Left out by rule: {listed}.")
    remarks = [*tally.refused, *tally.noticed]
    for remark in remarks[:SHOWN]:
        warn(remark)
    if len(remarks) > SHOWN:
        warn("... and more; --json has them")
    if counts.refused:
        warn(f"{counts.refused} could not be used.")
    if dry_run:
        say("Nothing was written; without --dry-run it is.")
    elif counts.threads:
        say("Next:")
        say(f"  {this_command()} drain --until-empty")
        say(f"  {this_command()} memory {shlex.quote(next(iter(tally.users)))}")
