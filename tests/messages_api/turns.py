"""Whether the messages of a request form a conversation that the API accepts."""

import re
from collections import Counter
from collections.abc import Collection
from typing import Any

# The fields that a block of each type may have in a request.
BLOCKS = {
    "text": {"type", "text", "cache_control", "citations"},
    "tool_use": {"type", "id", "name", "input", "cache_control", "caller", "toolset_name"},
    "tool_result": {
        "type", "tool_use_id", "content", "is_error", "cache_control", "toolset_name"
    },
    "thinking": {"type", "thinking", "signature"},
    "redacted_thinking": {"type", "data"},
}  # fmt: skip
SAID_BY = {"user": {"text", "tool_result"}, "assistant": BLOCKS.keys() - {"tool_result"}}
CALL_ID = re.compile(r"[a-zA-Z0-9_-]+")
CALL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,200}")
Turn = tuple[str, list[dict[str, Any]]]


def turn_faults(messages: Any, *, prefill: bool) -> list[str]:
    """What the API would refuse in a list of messages, each as its own sentence."""
    if not isinstance(messages, list) or not messages:
        return ["messages: at least one message is required"]
    faults: list[str] = []
    turns: list[Turn] = []
    for place, message in enumerate(messages):
        where = f"messages.{place}"
        if not isinstance(message, dict) or message.keys() != {"role", "content"}:
            faults.append(f"{where}: a message should have a role and content, and nothing else")
        elif message["role"] not in SAID_BY:
            faults.append(f'{where}: Unexpected role "{message["role"]}"')
        else:
            blocks = _blocks(message["content"], message["role"], where, faults)
            # The API takes neighbours of one role for one turn.
            if turns and turns[-1][0] == message["role"]:
                turns[-1][1].extend(blocks)
            else:
                turns.append((message["role"], list(blocks)))
    if turns and turns[0][0] != "user":
        faults.append("messages: first message must use the user role")
    if turns and turns[-1][0] == "assistant" and not prefill:
        faults.append("messages: this model does not support assistant message prefill")
    return faults + _pairing(turns)


def block_faults(block: Any, where: str) -> list[str]:
    """What the API would refuse in one block."""
    if not isinstance(block, dict) or block.get("type") not in BLOCKS:
        return [f"{where}: Input tag does not match any of the expected tags"]
    kind = str(block["type"])
    faults = [
        f"{where}.{kind}.{name}: Extra inputs are not permitted"
        for name in block.keys() - BLOCKS[kind]
    ]
    if kind == "text":
        text = block.get("text")
        if not isinstance(text, str):
            faults.append(f"{where}.text.text: Input should be a valid string")
        elif not text.strip():
            faults.append(f"{where}: text content blocks must be non-empty")
    if kind == "tool_use":
        if not isinstance(block.get("input"), dict):
            faults.append(f"{where}.tool_use.input: Input should be a valid dictionary")
        faults += [
            f"{where}.tool_use.{name}: String should match pattern '{pattern.pattern}'"
            for name, pattern in (("id", CALL_ID), ("name", CALL_NAME))
            if not pattern.fullmatch(str(block.get(name, "")))
        ]
    if kind == "tool_result":
        content = block.get("content", "")
        if isinstance(content, list):
            for place, one in enumerate(content):
                faults += block_faults(one, f"{where}.content.{place}")
        elif not isinstance(content, str):
            faults.append(f"{where}.tool_result.content: Input should be a valid string")
    if kind == "thinking" and not block.get("signature"):
        faults.append(f"{where}.thinking.signature: Field required")
    return faults


def thought_faults(messages: Any, thoughts: Collection[tuple[str, str]]) -> list[str]:
    """What thoughts come back otherwise than as they were sent, each with its signature."""
    return [
        f"messages.{place}: Invalid `signature` in `thinking` block"
        for place, message in enumerate(messages)
        for block in message["content"]
        if isinstance(block, dict) and block.get("type") == "thinking"
        if (block.get("thinking"), block["signature"]) not in thoughts
    ]


def _blocks(content: Any, role: str, where: str, faults: list[str]) -> list[dict[str, Any]]:
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    if not isinstance(content, list):
        faults.append(f"{where}.content: Input should be a valid list")
        return []
    if not content:
        faults.append(f"{where}: all messages must have non-empty content")
    for place, block in enumerate(content):
        found = block_faults(block, f"{where}.content.{place}")
        faults += found
        if not found and block["type"] not in SAID_BY[role]:
            faults.append(f"{where}: `{block['type']}` blocks are not for the {role} role")
    return [block for block in content if isinstance(block, dict)]


def _pairing(turns: list[Turn]) -> list[str]:
    """Each call is answered once, in the next turn and before anything else is said there."""
    faults: list[str] = []
    called: Counter[Any] = Counter()
    for place, (role, blocks) in enumerate(turns):
        before = turns[place - 1][1] if place else []
        asked = [one.get("id") for one in before if one.get("type") == "tool_use"]
        answered = [one.get("tool_use_id") for one in blocks if one.get("type") == "tool_result"]
        if role == "assistant":
            if blocks and blocks[-1].get("type") in ("thinking", "redacted_thinking"):
                faults.append(f"turn {place}: The final block cannot be `{blocks[-1]['type']}`")
            called.update(one.get("id") for one in blocks if one.get("type") == "tool_use")
            continue
        if missing := [one for one in asked if one not in answered]:
            faults.append(
                f"turn {place}: `tool_use` ids were found without `tool_result` blocks"
                f" immediately after: {missing}"
            )
        if unknown := [one for one in answered if one not in asked]:
            faults.append(f"turn {place}: unexpected `tool_use_id` in `tool_result`: {unknown}")
        if twice := [one for one, count in Counter(answered).items() if count > 1]:
            faults.append(f"turn {place}: each tool_use must have a single result: {twice}")
        kinds = [one.get("type") == "tool_result" for one in blocks]
        if kinds != sorted(kinds, reverse=True):
            faults.append(f"turn {place}: `tool_result` blocks must come first")
    if twice := [one for one, count in called.items() if count > 1]:
        faults.append(f"messages: `tool_use` ids must be unique: {twice}")
    return faults
