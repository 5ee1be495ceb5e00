"""The agent that reflects: shown a user's pool, it says what the observations mean together."""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any

from worker.engine import Receipt
from worker.engines.claude.agent import Answer
from worker.engines.claude.answers import HandedIn, answered
from worker.engines.claude.ids import left_out, resolved, strangers
from worker.engines.claude.inputs import Field, Item, Kind, Tool
from worker.engines.claude.remembered import for_reflector
from worker.records import ActiveObservation, ActiveReflection, ReflectionProposal

PROMPT = files(__package__).joinpath("prompt.md").read_text(encoding="utf-8").strip()
TOOL = Tool(
    "record_reflections",
    "Record what the observations mean together. An empty list with done true: nothing new.",
    "reflections",
    (
        Field("content", Kind.TEXT),
        Field("support", Kind.IDS),
        Field("supersedes", Kind.IDS, optional=True),
    ),
)


class Reflector:
    """Asks what a pool means, and hands that in with the observations that it rests on."""

    def __init__(
        self,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[ReflectionProposal]], Receipt],
        shown_tokens: int,
    ) -> None:
        self._pool = pool
        self._hand_in = hand_in
        self._memory = for_reflector(pool, reflections, shown_tokens)

    @property
    def system(self) -> str:
        return PROMPT

    @property
    def tool(self) -> Mapping[str, Any]:
        return TOOL.param

    @property
    def shown(self) -> str:
        return self._memory.text

    def answer(self, given: object, *, cut_off: bool) -> Answer:
        return answered(TOOL, given, self._handed, cut_off=cut_off)

    def _handed(self, items: Sequence[Item]) -> HandedIn:
        missing: dict[str, None] = {}
        proposals: list[ReflectionProposal] = []
        for item in items:
            support, strange = resolved(item.ids["support"], self._memory.observations)
            replaced, unknown = resolved(item.ids["supersedes"], self._memory.reflections)
            missing.update(dict.fromkeys(unknown))
            unreal = strangers(strange, [one.content for one in self._pool])
            proposals.append(
                ReflectionProposal(
                    item.texts["content"],
                    (*(one.content for one in support), *unreal),
                    tuple(one.content for one in replaced),
                )
            )
        receipt = self._hand_in(proposals)
        notes = (str(receipt), left_out(list(missing), "supersedes"))
        return HandedIn(receipt, "; ".join(note for note in notes if note))
