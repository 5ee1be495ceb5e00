"""What an agent is: a prompt, one tool, and what it makes of a call of that tool."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one call of the tool.

    `text` is the receipt that goes back, if the conversation goes on. `handed` counts the items
    that were handed in, `accepted` those of them that the judge took or knew already. `done`: the
    model said that it is finished. `mendable`: something was refused that could be put right.
    `is_error`: the call itself could not be read.
    """

    text: str
    handed: int = 0
    accepted: int = 0
    done: bool = False
    mendable: bool = False
    is_error: bool = False


class Agent(Protocol):
    """One stage, at one task. `shown` is its only user turn; `tool` a strict ToolParam."""

    @property
    def system(self) -> str: ...
    @property
    def tool(self) -> Mapping[str, Any]: ...
    @property
    def shown(self) -> str: ...

    def answer(self, given: object, *, cut_off: bool) -> Answer:
        """Hand in what a call of the tool holds. Never raises for what a model wrote.

        `given` is the input as it arrived, whatever its shape. `cut_off`: the reply ended at its
        length limit, so that the last item may lack its end.
        """
