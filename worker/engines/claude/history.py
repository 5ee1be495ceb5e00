"""What was said so far, as the API takes it back: each call answered, no id twice, no blank."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from worker.engines.claude.reply import Call, Part, Said, Thought
from worker.text import clean

_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")

Block = dict[str, Any]


class History:
    """The messages of one conversation, which begins with what is shown."""

    def __init__(self, shown: str) -> None:
        self.messages: list[dict[str, Any]] = []
        self._ids: set[str] = set()
        self._add("user", [_text(shown)])

    def replied(self, parts: Sequence[Part]) -> list[tuple[str, Call]]:
        """Take down a reply; its calls, each with an id that no other has."""
        calls: list[tuple[str, Call]] = []
        blocks: list[Block] = []
        for part in parts:
            if isinstance(part, Said):
                blocks.append(_text(part.text))
            elif isinstance(part, Thought):
                blocks.append(dict(part.block))
            else:
                calls.append((self._own_id(part.id), part))
                blocks.append(_called(*calls[-1]))
        while blocks and blocks[-1]["type"] not in ("text", "tool_use"):
            # The API takes no turn that ends with a thought.
            blocks.pop()
        if blocks:
            self._add("assistant", blocks)
        return calls

    def answered(self, results: Iterable[tuple[str, str, bool]], then: str = "") -> None:
        """Answer each call of the last reply (id, text, whether it is an error); then say more."""
        blocks = [_result(*result) for result in results]
        self._add("user", [*blocks, _text(then)] if then else blocks)

    def _own_id(self, given: str) -> str:
        number, own = len(self._ids), given
        while not _ID.fullmatch(own) or own in self._ids:
            number += 1
            own = f"call_{number}"
        self._ids.add(own)
        return own

    def _add(self, role: str, blocks: list[Block]) -> None:
        if self.messages and self.messages[-1]["role"] == role:
            # There was nothing in the reply that could be sent back.
            self.messages[-1]["content"] += blocks
        else:
            self.messages.append({"role": role, "content": blocks})


def _text(text: str) -> Block:
    return {"type": "text", "text": clean(text)}


def _called(own_id: str, call: Call) -> Block:
    given = call.given if isinstance(call.given, dict) else {}
    name = call.name if _NAME.fullmatch(call.name) else "unknown"
    return {"type": "tool_use", "id": own_id, "name": name, "input": given}


def _result(call_id: str, text: str, is_error: bool) -> Block:
    block = {"type": "tool_result", "tool_use_id": call_id, "content": clean(text)}
    return {**block, "is_error": True} if is_error else block
