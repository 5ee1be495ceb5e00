"""The manner that the engine is measured against: a tool loop that ends with a closing turn.

The model calls its tool, is sent the result, and goes on until it answers without a call, as
pi-observational-memory does. Prompt, tool and what is shown are the engine's own.
"""

from typing import Any

import anthropic

from worker.engines.claude.agent import Agent
from worker.engines.claude.config import StageConfig
from worker.engines.claude.converse import frame
from worker.engines.claude.history import History
from worker.engines.claude.reply import Call, Part, Said

MOST_TURNS = 16
_MARK = {"cache_control": {"type": "ephemeral"}}


class Loop:
    """Has the conversation of one stage by one client of the SDK."""

    def __init__(self, client: anthropic.Anthropic) -> None:
        self._client = client

    def run(self, agent: Agent, stage: StageConfig, *, cached: bool) -> None:
        """Talk until a reply has no call.

        `cached` marks the prompt, and what was said so far as well: what is sent again in the next
        turn is the cheaper for it.
        """
        request = frame(agent, stage, cached=cached)
        history = History(agent.shown)
        for _ in range(MOST_TURNS):
            messages: Any = [dict(one) for one in history.messages]
            if cached:
                *before, last = messages[-1]["content"]
                messages[-1]["content"] = [*before, {**last, **_MARK}]
            with self._client.messages.stream(**request, messages=messages) as stream:
                reply = stream.get_final_message()
            calls = history.replied([_part(block) for block in reply.content])
            if not calls:
                return
            answers = [(name, agent.answer(call.given, cut_off=False)) for name, call in calls]
            history.answered((name, one.text, one.is_error) for name, one in answers)
        raise AssertionError(f"it was not done after {MOST_TURNS} turns")


def _part(block: Any) -> Part:
    if block.type == "tool_use":
        return Call(block.id, block.name, block.input)
    return Said(block.text)
