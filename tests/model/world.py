"""The product, the claim table and every user's memory together, and what may happen to them."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from model.facts import Coverage, Facts, Place
from model.product import Message, Product, Thread, next_day
from model.queue import Claim, Row, Standing
from model.state import State, settle


@dataclass(slots=True)
class World:
    now: datetime
    product: Product = field(default_factory=Product)
    facts: defaultdict[str, Facts] = field(default_factory=lambda: defaultdict(Facts))
    coverage: dict[Place, Coverage] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)
    claims: list[Claim] = field(default_factory=list)
    forgotten: set[tuple[str, str]] = field(default_factory=set)
    """Users and the contents that they had forgotten."""
    buried_messages: set[Place] = field(default_factory=set)
    buried_threads: dict[str, datetime] = field(default_factory=dict)
    buried_users: dict[str, datetime] = field(default_factory=dict)
    """What was erased, and when."""
    named_threads: set[str] = field(default_factory=set)
    """The inbox: what the product changed since the last fold."""
    named_users: set[str] = field(default_factory=set)
    entries: int = 0
    ids: int = 0

    def next_entry(self) -> int:
        self.entries += 1
        return self.entries

    def next_id(self) -> int:
        self.ids += 1
        return self.ids

    def state(self, user_id: str) -> State:
        return settle(self.facts[user_id], self.coverage)

    # What is owed ------------------------------------------------------------

    def is_covered(self, thread_id: str, message_id: str) -> bool:
        covered = self.coverage.get((thread_id, message_id))
        return covered is not None and covered.current is not None

    def erased_until(self, thread: Thread) -> datetime | None:
        """What was said in a thread until then never counts again."""
        erasures = (self.buried_threads.get(thread.id), self.buried_users.get(thread.user_id))
        return max((at for at in erasures if at), default=None)

    def is_erased(self, thread: Thread, message: Message) -> bool:
        until = self.erased_until(thread)
        buried = (thread.id, message.id) in self.buried_messages
        return buried or (until is not None and message.at <= until)

    def counting(self, thread_id: str) -> list[Message]:
        """What counts in a thread, in order. The last one is the terminal message."""
        thread = self.product.threads.get(thread_id)
        if thread is None:
            return []
        messages = [m for m in thread.messages.values() if m.counts]
        if self.buried_messages or self.buried_threads or self.buried_users:
            messages = [m for m in messages if not self.is_erased(thread, m)]
        return sorted(messages, key=lambda message: message.place)

    def owed(self, thread_id: str) -> list[Message]:
        """What counts in a thread and was not read, in order."""
        counting = self.counting(thread_id)
        return [message for message in counting if not self.is_covered(thread_id, message.id)]

    def standing(self, thread_id: str) -> Standing | None:
        thread = self.product.threads.get(thread_id)
        if thread is None:
            return None
        counting = self.counting(thread_id)
        user = self.product.user(thread.user_id)
        newest = max((message.at for message in thread.messages.values()), default=None)
        due = (
            newest is not None
            and not thread.hidden
            and user.memory_enabled
            and bool(self.owed(thread_id))
        )
        return Standing(
            user_id=thread.user_id,
            user_messages=min(2, sum(message.role == "user" for message in counting)),
            terminal=counting[-1].id if counting else None,
            eligible_at=next_day(newest, user.zone) if due and newest else None,
        )

    def refresh(self, thread_id: str) -> None:
        """Sets a thread's row of the claim table by the source, and bumps its revision."""
        standing = self.standing(thread_id)
        assert standing is not None
        row = self.rows.get(thread_id)
        if row is None:
            row = self.rows[thread_id] = Row(thread_id, standing.user_id, revision=0)
        row.revision += 1
        row.user_messages = standing.user_messages
        row.eligible_at = standing.eligible_at

    # The fold ----------------------------------------------------------------

    def fold(self) -> None:
        """Takes in all that the product changed since the last time."""
        named = self.named_threads | {
            thread.id for user_id in self.named_users for thread in self.product.threads_of(user_id)
        }
        self.named_threads, self.named_users = set(), set()
        for thread_id in sorted(named):
            thread = self.product.threads.get(thread_id)
            row = self.rows.get(thread_id)
            if thread is None or (row is not None and row.user_id != thread.user_id):
                self.lose_messages(self.known_of(thread_id))
                if row is not None:
                    row.claim = None
                    del self.rows[thread_id]
        for thread_id in sorted(named):
            if thread_id in self.product.threads:
                self._follow_messages(thread_id)
                self.refresh(thread_id)

    def known_of(self, thread_id: str) -> set[Place]:
        """Every message of a thread that was read or is cited."""
        cited = {
            place
            for facts in self.facts.values()
            for saying in facts.sayings.values()
            for place in saying.sources
        }
        return {place for place in cited | self.coverage.keys() if place[0] == thread_id}

    def _follow_messages(self, thread_id: str) -> None:
        gone = set()
        for place in self.known_of(thread_id):
            now = self.product.text_hash(*place)
            if now is None:
                gone.add(place)
            elif covered := self.coverage.get(place):
                covered.current = now if now in covered.claims else None
        self.lose_messages(gone)

    def lose_messages(self, gone: Iterable[Place]) -> None:
        """These messages are no more: so is what rested on them alone, or could not do without."""
        places = set(gone)
        for place in places:
            self.coverage.pop(place, None)
        for facts in self.facts.values():
            fallen = set()
            for saying in facts.sayings.values():
                lost = places & saying.sources.keys()
                if any(saying.sources[place].needed for place in lost):
                    fallen.add(saying.id)
                for place in lost:
                    del saying.sources[place]
                if not saying.sources:
                    fallen.add(saying.id)
            facts.without(fallen)
