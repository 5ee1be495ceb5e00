"""Whose words a proposal of a model really holds, whichever messages it cites.

A model that obeys what it reads, or is careless, cites the user for what a tool or a pasted text
says. The words tell: where the user's own messages have hardly one of them and another message has
most, that message is cited too.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from unicodedata import normalize

from worker.judge import instruction_words as words
from worker.judge.secrets import passwords, without
from worker.judge.sources import has_user
from worker.judge.support import Citations
from worker.judge.wording import LONGEST
from worker.records import Message, Origin, Proposal, Relevance, Role
from worker.text import clean

# Above this share of a content's words a message says it.
_SAYS = 0.5
# Memory is no place for what an assistant is, unless the user said it.
_ITSELF = re.compile(
    r"\W{0,20}(?:(?:the |this |an? )?(?:ai(?: assistant| model)?|assistant|(?:language )?model"
    r"|chatbot)|claude|chatgpt|gpt-?[0-9][\w.]*|gemini|copilot)(?: (?:itself|also|now|really))?"
    r" (?:is|was|are|has|had|can|could|will|would|knows?|works?|lives?|does|owns?|runs?|uses?"
    r"|studied|graduated|feels?|remembers?|never|always)\b",
    re.IGNORECASE,
)
_SPEAKERS = {Role.TOOL: "A tool returned: ", Role.SYSTEM: "The product said: "}
_PASTED = "User pasted "


class Hearsay:
    """What was said by whom, in the messages of one chunk."""

    def __init__(self, messages: Sequence[Message], citations: Citations) -> None:
        self._messages = messages
        self._citations = citations
        self._steering: dict[str, bool] = {}
        self._passwords: dict[str, frozenset[str]] = {}

    def told(
        self, proposal: Proposal, sources: Sequence[Message]
    ) -> tuple[Proposal, Sequence[Message]]:
        """A proposal as the words of who said them, and the messages that it rests on."""
        if proposal.origin is not Origin.AGENT or not has_user(sources):
            return proposal, sources
        # No more of it is kept.
        content = proposal.content[:LONGEST]
        users = [message for message in sources if message.role is Role.USER]
        is_doubtful = self._citations.is_doubtful(content, users)
        if is_doubtful and (more := self._said_by(content, sources)):
            cited = {message.id for message in (*sources, more)}
            sources = [message for message in self._messages if message.id in cited]
            # Without the one that says it, the others would hold what they do not say; without a
            # user's, nobody would have said it of himself.
            own = () if more.role is Role.USER else tuple(message.id for message in users)
            proposal = replace(proposal, needs=(*proposal.needs, *own, more.id))
        others = [message for message in sources if message.role in _SPEAKERS]
        if is_doubtful and self._says(content, others):
            said = _SPEAKERS[others[0].role] + proposal.content
            return _hearsay(proposal, said), others
        # What its own messages do not say may come from any text that steers.
        if any(map(self._steers, self._messages if is_doubtful else sources)):
            pasted = _hearsay(proposal, _pasted(proposal.content))
            return replace(pasted, relevance=Relevance.LOW), sources
        others = [message for message in sources if message.role is Role.ASSISTANT]
        if others and _ITSELF.match(content) and not self._says(content, users):
            return _hearsay(proposal, f"Assistant said: {proposal.content}"), others
        return proposal, sources

    def redacted(self, content: str, sources: Sequence[Message]) -> str:
        """A content without the passwords that its messages tell, whatever is around them in it."""
        told: set[str] = set()
        for message in sources:
            if message.id not in self._passwords:
                self._passwords[message.id] = passwords(f"{message.text}\n{message.tail}")
            told |= self._passwords[message.id]
        return without(content, told)

    def _said_by(self, content: str, sources: Sequence[Message]) -> Message | None:
        """The message, not among the sources, that has most of the words, if it has enough."""
        cited = {message.id for message in sources}
        shares = [
            (self._citations.support(content, [message]) or 0.0, -message.ordinal, message)
            for message in self._messages
            if message.counts and message.id not in cited
        ]
        best = max(shares, key=lambda one: one[:2], default=None)
        return best[2] if best and best[0] >= _SAYS else None

    def _says(self, content: str, messages: Iterable[Message]) -> bool:
        return (self._citations.support(content, messages) or 0.0) >= _SAYS

    def _steers(self, message: Message) -> bool:
        """Whether a message is written to steer a model that reads it."""
        if message.id not in self._steering:
            text = normalize("NFKC", clean(f"{message.text}\n{message.tail}"))
            self._steering[message.id] = words.INJECTED.search(text) is not None
        return self._steering[message.id]


def _hearsay(proposal: Proposal, content: str) -> Proposal:
    """What no user said takes the place of nothing, and nothing takes its place."""
    is_pasted = content.startswith(_PASTED)
    return replace(
        proposal,
        content=content,
        category=proposal.category if is_pasted else "advice",
        supersedes=(),
        replaced_by=(),
        needs=proposal.needs if is_pasted else (),
    )


def _pasted(content: str) -> str:
    """What stands in a text that is written to steer a reader, as no more than that."""
    said = re.sub('["“”]', "'", content)
    return content if content.startswith(_PASTED) else f'{_PASTED}a text that says: "{said}"'
