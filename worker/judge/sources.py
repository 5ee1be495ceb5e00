"""Which messages a proposal really rests on."""

import re
from collections.abc import Iterable, Sequence

from worker.records import Known, Message, Origin, Role

# Categories that say something of the user, which only the user can say.
USER_CATEGORIES = frozenset(["preference", "fact", "remember"])
# The category of what an assistant, a tool or the product said, not the user.
ADVICE = "advice"
_PASTED = "User pasted "
# At the beginning, whatever dresses it up; a user interface is no user.
_OF_THE_USER = re.compile(
    r"\W{0,20}(?:(?:the |this |our )?user\b"
    r"(?! (?:interfaces?|stor(?:y|ies)|ids?|agents?|guides?|manuals?|tables?|flows?|input)\b)"
    r"|사용자|유저|(?:el |la )?usuari[oa]\b|(?:der |die )?(?:be)?nutzer(?:in)?\b)",
    re.IGNORECASE,
)

_OF_THE_ASSISTANT = re.compile(
    r"\W{0,20}(?:(?:the |this |our |an? )?(?:ai )?assistant(?:['’]s)?\b"
    r"|어시스턴트|(?:el |la )?asistente\b|(?:der |die )?assistent(?:in)?\b|l['’]assistante?\b"
    r"|(?:o |a |l['’])assistente\b|(?:de )?assistent\b|ассистент|помощник\b|アシスタント|助手)",
    re.IGNORECASE,
)


def cited(ids: Iterable[str], messages: Sequence[Message]) -> tuple[list[Message], list[str]]:
    """The messages that the ids name, once each and in transcript order; and ids that name none.

    A message that does not count (blank, still streaming) is not there to be cited.
    """
    wanted = dict.fromkeys(ids)
    known = [message for message in messages if message.counts and message.id in wanted]
    for message in known:
        wanted.pop(message.id, None)
    return known, list(wanted)


def is_user_assertion(origin: Origin, category: str, content: str) -> bool:
    """Whether something to be remembered claims to be known from the user."""
    return (
        origin is Origin.RULE
        or category in USER_CATEGORIES
        or _OF_THE_USER.match(content) is not None
    )


def is_hearsay(one: Known) -> bool:
    """Whether an observation tells what somebody else than the user said, or a text."""
    return one.category == ADVICE or one.content.startswith(_PASTED)


def is_of_assistant(content: str) -> bool:
    """Whether something to be remembered begins with what the assistant did or said."""
    return _OF_THE_ASSISTANT.match(content) is not None


def has_user(messages: Iterable[Message]) -> bool:
    """Whether a user wrote one of the messages."""
    return any(message.role is Role.USER for message in messages)
