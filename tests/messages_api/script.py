"""What the server answers next: a queue, a rule, and exceptions for the n-th request."""

import threading
from collections import Counter, defaultdict, deque
from collections.abc import Callable

from messages_api.faults import Fault, Refused
from messages_api.record import Received
from messages_api.reply import Reply

Answer = Reply | Fault
Scripted = Answer | Callable[[Received], Answer]


class Script:
    """Answers by the tool that a request offers, or by any; `models` and `count_tokens` are the
    names of the other two paths.

    An answer, or what makes one of a request, is found in this order, each for the request's tool
    first and then for any: what its number is due, what is next in the queue, what always holds.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._came: Counter[str | None] = Counter()
        self._numbered: dict[tuple[str | None, int], Scripted] = {}
        self._queues: defaultdict[str | None, deque[Scripted]] = defaultdict(deque)
        self._always: dict[str | None, Scripted] = {}

    def then(self, *answers: Scripted, to: str | None = None) -> "Script":
        """Give these answers, one after the other, once each."""
        with self._lock:
            self._queues[to].extend(answers)
        return self

    def always(self, answer: Scripted, to: str | None = None) -> "Script":
        """Give this answer whenever nothing else is due."""
        with self._lock:
            self._always[to] = answer
        return self

    def nth(self, number: int, answer: Scripted, to: str | None = None) -> "Script":
        """Give this answer to the n-th request, counted from 1 among those of its tool."""
        with self._lock:
            self._numbered[to, number] = answer
        return self

    @property
    def left(self) -> int:
        """How many answers of the queues were not asked for."""
        with self._lock:
            return sum(map(len, self._queues.values()))

    def answer(self, request: Received) -> Answer | None:
        """What a request is due, or None where nothing is scripted for it."""
        found = self._find(request.about)
        return found(request) if callable(found) else found

    def _find(self, about: str) -> Scripted | None:
        # What holds for any tool is meant for requests for a message only.
        names: list[str | None] = [about] if about in ("models", "count_tokens") else [about, None]
        with self._lock:
            self._came.update(names)
            for name in names:
                if (name, self._came[name]) in self._numbered:
                    return self._numbered.pop((name, self._came[name]))
            for name in names:
                if self._queues[name]:
                    return self._queues[name].popleft()
            return next((self._always[name] for name in names if name in self._always), None)


def nothing_scripted(request: Received) -> Refused:
    """What a request gets that no test foresaw."""
    return Refused(500, f"nothing is scripted for {request.about!r}, turn {request.turn}")
