"""Which messages a proposal really rests on."""

import re
from collections.abc import Iterable, Sequence

from worker.records import Message, Origin, Proposal, Role

# Categories that say something of the user, which only the user can say.
USER_CATEGORIES = frozenset(["preference", "fact", "remember"])
_OF_THE_USER = re.compile(r"(?:the )?user\b", re.IGNORECASE)


def cited(ids: Iterable[str], messages: Sequence[Message]) -> tuple[list[Message], list[str]]:
    """The messages that the ids name, once each and in transcript order; and ids that name none.

    A message that does not count (blank, still streaming) is not there to be cited.
    """
    wanted = dict.fromkeys(ids)
    known = [message for message in messages if message.counts and message.id in wanted]
    for message in known:
        wanted.pop(message.id, None)
    return known, list(wanted)


def is_user_assertion(proposal: Proposal) -> bool:
    """Whether a proposal claims to know something from the user."""
    return (
        proposal.origin is Origin.RULE
        or proposal.category.strip().lower() in USER_CATEGORIES
        or _OF_THE_USER.match(proposal.content.lstrip()) is not None
    )


def has_user(messages: Iterable[Message]) -> bool:
    """Whether a user wrote one of the messages."""
    return any(message.role is Role.USER for message in messages)
