"""The agent that observes: shown a chunk and what is remembered, it says what is new."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any
from zoneinfo import ZoneInfo

from worker.engine import Receipt
from worker.engines.claude.agent import Answer
from worker.engines.claude.calls import HandedIn, answered
from worker.engines.claude.ids import left_out, resolved, strangers
from worker.engines.claude.inputs import Field, Item, Kind, Tool
from worker.engines.claude.observer.category import category
from worker.engines.claude.remembered import for_observer
from worker.engines.claude.transcript import transcript
from worker.records import (
    ActiveReflection,
    Chunk,
    Known,
    Message,
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
_OF_THE_USER = re.compile(
    r"\W{0,20}(?:(?:the |this |our )?user\b|사용자|유저|(?:el |la )?usuari[oa]\b"
    r"|(?:der |die )?(?:be)?nutzer(?:in)?\b)",
    re.IGNORECASE,
)
_SAID = {
    Role.ASSISTANT: "Assistant said: ",
    Role.TOOL: "A tool returned: ",
    Role.SYSTEM: "The product said: ",
}
