"""The conversation of one stage: ask, hand in what the tool was called with, say what became of it.

The usual one is a single request: the model calls its tool, sets `done`, and all of it was taken.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any

from worker import log
from worker.engine import Ended, Work
from worker.engines.claude.agent import Agent, Answer
from worker.engines.claude.config import StageConfig
from worker.engines.claude.history import History
from worker.engines.claude.reply import Call, Reply
from worker.errors import ThreadFailed, TooLong

# Sends a request for the work on a claim, which is asked for time and told the cost.
Ask = Callable[[Mapping[str, Any], Work], Reply]

_AGAIN = "That is the same call again: it was looked at before."


def converse(
    agent: Agent,
    stage: StageConfig,
    ask: Ask,
    work: Work,
    *,
    turns: int,
    cached: bool,
) -> Ended:
    """Talk until the model is done, says nothing new, or has used its turns.

    Raises what `ask` raises, and ThreadFailed when nothing was taken and nothing will be. After
    something was taken, a failure of the thread's own only cuts the conversation short.
    """
    request = frame(agent, stage, cached=cached)
    talk = _Talk(agent)
    try:
        for _ in range(turns):
            reply = ask({**request, "messages": list(talk.history.messages)}, work)
            ended = talk.hears(reply)
            if ended is not None:
                return ended
        raise ThreadFailed(f"the model was not done after {turns} requests: {talk.came_to}")
    except ThreadFailed as error:
        if not talk.accepted:
            raise
        log.get().warning("stage.cut_short", tool=agent.tool["name"], error=str(error))
        return Ended.PARTIAL


def frame(agent: Agent, stage: StageConfig, *, cached: bool) -> dict[str, Any]:
    """A request without its messages. The tool is never forced: some models refuse that."""
    system: dict[str, Any] = {"type": "text", "text": agent.system}
    if cached:
        # What stands before it, the tool, is cached along with it.
        system["cache_control"] = {"type": "ephemeral"}
    effort = {"output_config": {"effort": stage.effort}} if stage.effort else {}
    return {
        "model": stage.model,
        "max_tokens": stage.output_tokens,
        "system": [system],
        "tools": [dict(agent.tool)],
        "tool_choice": {"type": "auto"},
        **effort,
    }


class _Talk:
    """How far a conversation has come."""

    def __init__(self, agent: Agent) -> None:
        self.history = History(agent.shown)
        self.accepted = 0
        self._handed = 0
        self._asked_again = False
        self._agent = agent
        self._heard: set[str] = set()

    @property
    def came_to(self) -> str:
        """What was handed in so far, for an error."""
        if self._handed:
            return f"{self._handed} handed in through its tool, {self.accepted} taken"
        return "it said nothing through its tool"

    def hears(self, reply: Reply) -> Ended | None:
        """Make of a reply what can be made of it; how it all ended, or None to ask once more."""
        if reply.stop_reason == "refusal":
            # What there is of a refused reply is not meant to be used.
            raise ThreadFailed(f"the model refused it: {reply.category or 'it did not say why'}")
        calls = self.history.replied(reply.parts)
        ended = self._answered(calls, reply) if calls else self._silent(reply)
        if ended is None and reply.stop_reason == "model_context_window_exceeded":
            raise TooLong("it is too long for the model: the reply found no room beside it")
        return ended

    def _answered(self, calls: Sequence[tuple[str, Call]], reply: Reply) -> Ended | None:
        before = frozenset(self._heard)
        answers: list[Answer] = []
        results: list[tuple[str, str, bool]] = []
        for place, (own_id, call) in enumerate(calls):
            said = json.dumps([call.name, call.given], sort_keys=True)
            if said in self._heard:
                results.append((own_id, _AGAIN, False))
                continue
            self._heard.add(said)
            is_last = place == len(calls) - 1
            answers.append(self._take(call, cut_off=reply.cut_off and (is_last or not call.whole)))
            results.append((own_id, answers[-1].text, answers[-1].is_error))
        if self._heard == before:
            return self._stuck(reply)
        done = any(answer.done for answer in answers)
        mendable = any(answer.mendable or answer.is_error for answer in answers)
        if done and not mendable and not reply.cut_off:
            return Ended.RECORDED if self.accepted else Ended.EMPTY
        self.history.answered(results, _said("cut_off") if reply.cut_off else "")
        return None

    def _take(self, call: Call, *, cut_off: bool) -> Answer:
        name = self._agent.tool["name"]
        if call.name != name:
            return Answer(f"There is no such tool. Call {name}.", is_error=True)
        answer = self._agent.answer(call.given, cut_off=cut_off)
        self.accepted += answer.accepted
        self._handed += answer.handed
        return answer

    def _stuck(self, reply: Reply) -> Ended:
        """It only repeats itself: what it had to say was said, unless that was cut off."""
        if self.accepted and not reply.cut_off:
            return Ended.RECORDED
        raise ThreadFailed(f"the model repeated itself: {self.came_to}")

    def _silent(self, reply: Reply) -> Ended | None:
        """A reply without a call ends it where something was taken; else it is asked once more."""
        paused = reply.stop_reason == "pause_turn"
        if self.accepted and not reply.cut_off and not paused:
            return Ended.RECORDED
        if self._asked_again and not paused:
            raise ThreadFailed(f"the model went silent: {self.came_to}")
        self._asked_again = self._asked_again or not paused
        after = "cut_off" if self.accepted else "silence"
        self.history.answered((), _said("go_on" if paused else after))
        return None


def _said(name: str) -> str:
    path = resources.files(__package__).joinpath(f"{name}.md")
    return path.read_text(encoding="utf-8").strip()
