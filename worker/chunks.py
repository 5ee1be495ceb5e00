"""Chunks: a thread in pieces that one look takes in, whole messages, oldest first."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Protocol

from worker.records import Chunk, Claim, Message
from worker.text import tokens

CONTEXT_MESSAGES = 4


class Page(Protocol):
    """Some of the owed messages of a claimed thread, and what came just before them."""

    @property
    def before(self) -> tuple[Message, ...]: ...
    @property
    def owed(self) -> tuple[Message, ...]: ...


def chunks(
    page: Callable[[Claim, int], Page], claim: Claim, timezone: str, most: int
) -> Iterator[Chunk]:
    """What is owed of the thread in chunks of up to `most` tokens, or of one message.

    `page(claim, after)` gives the owed messages after a place; an empty one is the end.
    """
    after = 0
    while (found := page(claim, after)).owed:
        before, messages, size = found.before, list[Message](), 0
        for message in found.owed:
            cost = tokens(message.text) + tokens(message.tail) + tokens(message.tool_calls or "")
            if messages and size + cost > most:
                yield Chunk(claim.thread_id, claim.user_id, timezone, tuple(messages), before)
                before, messages, size = tuple(messages[-CONTEXT_MESSAGES:]), [], 0
            messages.append(message)
            size += cost
        yield Chunk(claim.thread_id, claim.user_id, timezone, tuple(messages), before)
        after = found.owed[-1].ordinal


def halves(chunk: Chunk) -> tuple[Chunk, ...]:
    """The chunk in two; one of a single message comes back with half of its text."""
    if len(chunk.messages) == 1:
        return (replace(chunk, messages=(_halved(chunk.messages[0]),), before=()),)
    middle = len(chunk.messages) // 2
    first, second = chunk.messages[:middle], chunk.messages[middle:]
    return (
        replace(chunk, messages=first),
        replace(chunk, messages=second, before=first[-CONTEXT_MESSAGES:]),
    )


def _halved(message: Message) -> Message:
    whole = message.text + message.tail
    kept = max(len(whole) // 4, 1)
    return replace(
        message,
        text=message.text[:kept],
        tail=whole[len(message.text[:kept]) :][-kept:],
        omitted=message.omitted + max(len(whole) - 2 * kept, 0),
    )
