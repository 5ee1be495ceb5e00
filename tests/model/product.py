"""The chat product's own rows, as the worker reads them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from hashlib import sha256
from zoneinfo import ZoneInfo


@cache
def message_hash(role: str, text: str) -> str:
    return sha256(f"{role}\n{text}".encode()).hexdigest()[:32]


@dataclass(slots=True)
class User:
    """A profile. Who has none is served all the same, in UTC."""

    zone: str = "UTC"
    memory_enabled: bool = True


@dataclass(slots=True)
class Message:
    id: str
    role: str
    text: str
    at: datetime
    complete: bool = True

    @property
    def counts(self) -> bool:
        return self.complete and bool(self.text.strip())

    @property
    def hash(self) -> str:
        return message_hash(self.role, self.text)

    @property
    def place(self) -> tuple[datetime, str, str]:
        # "user" comes after "assistant" in the alphabet, and before it in a thread.
        return self.at, "a" if self.role == "user" else "b", self.id


@dataclass(slots=True)
class Thread:
    id: str
    user_id: str
    hidden: bool = False
    messages: dict[str, Message] = field(default_factory=dict)


@dataclass(slots=True)
class Product:
    users: dict[str, User] = field(default_factory=dict)
    threads: dict[str, Thread] = field(default_factory=dict)

    def user(self, user_id: str) -> User:
        return self.users.get(user_id) or User()

    def threads_of(self, user_id: str) -> Iterator[Thread]:
        return (thread for thread in self.threads.values() if thread.user_id == user_id)

    def text_hash(self, thread_id: str, message_id: str) -> str | None:
        """The hash of what a message says; None if it is gone or counts for nothing."""
        thread = self.threads.get(thread_id)
        message = thread.messages.get(message_id) if thread else None
        return message.hash if message and message.counts else None


@cache
def day_of(at: datetime, zone: str) -> date:
    return at.astimezone(ZoneInfo(zone)).date()


@cache
def next_day(at: datetime, zone: str) -> datetime:
    """When the day after `at` begins. Of the zones used here none skips its midnight."""
    day = day_of(at, zone) + timedelta(days=1)
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
