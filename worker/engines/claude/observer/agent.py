"""The agent that observes: shown a chunk and what is remembered, it says what is new."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from worker.engine import Receipt
from worker.engines.claude.agent import Answer
from worker.engines.claude.answers import HandedIn, answered
from worker.engines.claude.ids import left_out, resolved, strangers
from worker.engines.claude.inputs import Field, Item, Kind, Tool
from worker.engines.claude.observer.category import category
from worker.engines.claude.remembered import for_observer
from worker.engines.claude.transcript import transcript
from worker.records import (
    ActiveReflection,
    Chunk,
    Known,
    Origin,
    Proposal,
    Relevance,
    Role,
)

PROMPT = files(__package__).joinpath("prompt.md").read_text(encoding="utf-8").strip()
TOOL = Tool(
    "record_observations",
    "Record what is new and worth remembering. An empty list with done true: nothing is.",
    "observations",
    (
        Field("content", Kind.TEXT),
        Field("relevance", Kind.WORD, tuple(Relevance)),
        Field("category", Kind.TEXT, optional=True),
        Field("sources", Kind.IDS),
        Field("supersedes", Kind.IDS, optional=True),
    ),
)
# Who is named at the beginning of a content that tells what somebody else than the user said.
_ATTRIBUTED = re.compile(
    r"\W{0,20}(?:the |an? |el |la |der |die |das |ein )?"
    r"(?:ai\b|assistants?\b|assistent(?:in)?\b|asistente\b|ki\b|ia\b|tools?\b|system\b"
    r"|어시스턴트|AI|도구|시스템)",
    re.IGNORECASE,
)
# What it is or can is what it says of itself.
_ITSELF = re.compile(
    rf"(?:{_ATTRIBUTED.pattern}) "
    r"(?:is|was|are|has (?!(?:said|told|suggested|recommended|advised)\b)|can|could|will|would"
    r"|knows?|works?|lives?|owns?|studied|graduated|feels?|remembers?)\b",
    re.IGNORECASE,
)
# As the judge knows what is said of the user; a test holds the two together.
OF_THE_USER = re.compile(
    r"\W{0,20}(?:(?:the |this |our )?user\b"
    r"(?! (?:interfaces?|stor(?:y|ies)|ids?|agents?|guides?|manuals?|tables?|flows?|input)\b)"
    r"|사용자|유저|(?:el |la )?usuari[oa]\b|(?:der |die )?(?:be)?nutzer(?:in)?\b)",
    re.IGNORECASE,
)
# What claims to be known from the user whatever its words, to the judge as well.
CLAIMED = frozenset({"preference", "fact", "remember"})
_SAID = {
    Role.ASSISTANT: "Assistant said: ",
    Role.TOOL: "A tool returned: ",
    Role.SYSTEM: "The product said: ",
}


class Observer:
    """Asks what of a chunk to remember, and hands that in with the real sources."""

    def __init__(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        known_tokens: int,
    ) -> None:
        self._chunk = chunk
        self._hand_in = hand_in
        memory = for_observer(known, reflections, ZoneInfo(chunk.timezone), known_tokens)
        said = transcript(chunk)
        self._messages = said.messages
        self._known: dict[str, Known | ActiveReflection] = {
            **memory.observations,
            **memory.reflections,
        }
        self._shown = f"{memory.text}\n\n{said.text}"

    @property
    def system(self) -> str:
        return PROMPT

    @property
    def tool(self) -> Mapping[str, Any]:
        return TOOL.param

    @property
    def shown(self) -> str:
        return self._shown

    def answer(self, given: object, *, cut_off: bool) -> Answer:
        return answered(TOOL, given, self._handed, cut_off=cut_off)

    def _handed(self, items: Sequence[Item]) -> HandedIn:
        missing: dict[str, None] = {}
        proposals: list[Proposal] = []
        for item in items:
            replaced, unknown = resolved(item.ids["supersedes"], self._known)
            missing.update(dict.fromkeys(unknown))
            proposals.append(self._proposal(item, tuple(one.content for one in replaced)))
        receipt = self._hand_in(proposals)
        notes = (str(receipt), left_out(list(missing), "supersedes"))
        return HandedIn(receipt, "; ".join(note for note in notes if note))

    def _proposal(self, item: Item, supersedes: tuple[str, ...]) -> Proposal:
        messages, unknown = resolved(item.ids["sources"], self._messages)
        content, kind = item.texts["content"], category(item.texts["category"])
        roles = {message.role for message in messages}
        if roles and Role.USER not in roles:
            content, kind = _attributed(content, kind, roles)
            supersedes = ()
        real = [message.id for message in self._chunk.messages]
        return Proposal(
            content=content,
            relevance=Relevance(item.texts["relevance"]),
            category=kind,
            observed_at=max(message.at for message in messages or self._chunk.messages),
            source_ids=(*(message.id for message in messages), *strangers(unknown, real)),
            origin=Origin.AGENT,
            supersedes=supersedes,
            # Without the user's message what an assistant said of the user must not stand; without
            # the assistant's what the user said does.
            needs=tuple(m.id for m in messages if len(roles) > 1 and m.role is Role.USER),
        )


def _attributed(content: str, kind: str, roles: set[Role]) -> tuple[str, str]:
    """What no user said, in the mouth of who said it.

    What is said of the user is left as it is: the judge refuses that.
    """
    if OF_THE_USER.match(content):
        return content, kind
    if _ATTRIBUTED.match(content) and not _ITSELF.match(content):
        return content, "advice"
    if kind in CLAIMED and Role.ASSISTANT in roles:
        return content, kind
    speaker = next(role for role in _SAID if role in roles)
    return _SAID[speaker] + content, "advice"
