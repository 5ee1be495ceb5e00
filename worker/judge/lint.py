"""A second look at what was accepted: what is doubted of it, though nothing is refused for it.

Where the doubt begins was chosen on half of LoCoMo's recorded observations and holds on the other:
of true sources 4 in 100 are doubted, of random other messages of the same thread 92.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from worker.judge.dates import is_unresolved
from worker.judge.sources import has_user, is_of_assistant, is_user_assertion
from worker.judge.speakers import Speakers
from worker.judge.support import DOUBT, Citations, Rivals
from worker.records import Message, Observation, Role

# Another message has the words far better when those cited have less than this share of its weight.
FAR_BETTER = 0.4
# Above this share of a content's words messages say it.
_SAYS = 0.5


class Flag(StrEnum):
    """What may be wrong with an observation."""

    SOURCES = "sources"
    SPEAKER = "speaker"
    DATE = "date"
    USER = "user"


class Lint:
    """What is to be doubted of observations, by the messages of one chunk."""

    def __init__(self, messages: Sequence[Message], citations: Citations | None = None) -> None:
        self._messages = [message for message in messages if message.counts]
        self._citations = citations or Citations()
        self._rivals = Rivals(self._messages, self._citations)
        self._speakers = Speakers(self._messages)
        self._places: Mapping[str, int] = {
            message.id: place for place, message in enumerate(self._messages)
        }

    def flags(self, one: Observation, added: Collection[str] = ()) -> tuple[str, ...]:
        """The words of the rules that it breaks; `added` are sources that no engine named."""
        cited = [self._messages[at] for at in sorted(self._places[name] for name in one.source_ids)]
        broken = {
            Flag.SOURCES: bool(added) or self._are_doubtful(one.content, cited),
            Flag.SPEAKER: self._is_of_another(one.content, cited),
            Flag.DATE: is_unresolved(one.content),
            Flag.USER: self._is_not_the_users(one, cited),
        }
        return tuple(flag for flag, is_broken in broken.items() if is_broken)

    def share(self, content: str, cited: Sequence[Message]) -> float | None:
        """How well the messages cited stand for a content: below FAR_BETTER it is doubted.

        None where the words can tell nothing, as of a translation.
        """
        support = self._citations.support(content, cited)
        if support is None:
            return None
        return 0.0 if support < DOUBT else self._rivals.share(content, cited)

    def _are_doubtful(self, content: str, cited: Sequence[Message]) -> bool:
        share = self.share(content, cited)
        return share is not None and share < FAR_BETTER

    def _is_of_another(self, content: str, cited: Sequence[Message]) -> bool:
        """Whether it begins with somebody who wrote none of the messages cited."""
        if is_of_assistant(content):
            return not any(message.role in (Role.ASSISTANT, Role.TOOL) for message in cited)
        by = self._speakers.named_first(content)
        return bool(by) and by.isdisjoint(message.id for message in cited)

    def _is_not_the_users(self, one: Observation, cited: Sequence[Message]) -> bool:
        """Whether it is told of the user, and what is cited of the user does not tell it."""
        if not is_user_assertion(one.origin, one.category, one.content):
            return False
        if not has_user(cited):
            return True
        own = [message for message in cited if message.role is Role.USER]
        others = [message for message in cited if message.role is not Role.USER]
        if not others or any(self._follows(message, others) for message in own):
            return False
        says = self._citations.support(one.content, own)
        return (
            says is not None
            and says < DOUBT
            and (self._citations.support(one.content, others) or 0.0) >= _SAYS
        )

    def _follows(self, message: Message, others: Sequence[Message]) -> bool:
        """Whether it comes right after one of the others: "Yes" is an answer to it."""
        before = self._places[message.id] - 1
        return any(self._places[other.id] == before for other in others)
