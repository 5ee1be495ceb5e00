"""Whether the API would take a request: everything that it refuses, said at once."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from messages_api.models import EFFORTS, Model
from messages_api.schemas import schema_faults
from messages_api.tokens import prompt_tokens
from messages_api.turns import block_faults, turn_faults

COUNTED = frozenset(
    [
        "messages",
        "model",
        "cache_control",
        "output_config",
        "speed",
        "system",
        "thinking",
        "tool_choice",
        "tools",
    ]
)
FIELDS = COUNTED | frozenset(
    [
        "max_tokens",
        "container",
        "diagnostics",
        "inference_geo",
        "metadata",
        "service_tier",
        "stop_sequences",
        "stream",
    ]
)
TOOL = frozenset(
    [
        "name",
        "description",
        "input_schema",
        "strict",
        "type",
        "cache_control",
        "input_examples",
        "allowed_callers",
        "defer_loading",
        "eager_input_streaming",
    ]
)
NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
E_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
PHONE = re.compile(r"\+?[\d\s().-]{7,20}")
VERSIONS = ("2023-06-01", "2026-10-21")
MARKS = 4


def header_faults(headers: Mapping[str, str]) -> list[str]:
    """What is wrong with the headers, but for who asks."""
    version = headers.get("anthropic-version")
    if version not in VERSIONS:
        return [f"anthropic-version: {version!r} is not a version"]
    return []


def text_faults(raw: bytes, body: Any) -> list[str]:
    """What no JSON of the API may hold."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return ["The request body is not valid UTF-8"]
    faults: list[str] = []
    for text in _texts(body):
        if "\0" in text:
            faults.append("The request body holds a NUL character")
        if re.search(r"[\ud800-\udfff]", text):
            faults.append("The request body is not valid JSON: no low surrogate in string")
    return faults


def body_faults(body: dict[str, Any], model: Model) -> list[str]:
    """What the API would refuse in the body of a request for a message."""
    limit = body.get("max_tokens")
    faults = _unknown(body, FIELDS, "")
    if type(limit) is not int or limit < 1:
        faults.append("max_tokens: Input should be a positive integer")
    elif limit > model.output_tokens:
        faults.append(f"max_tokens: {limit} > {model.output_tokens}, the maximum of this model")
    if not isinstance(body.get("stream", False), bool):
        faults.append("stream: Input should be a valid boolean")
    return faults + _metadata(body.get("metadata")) + prompt_faults(body, model)


def prompt_faults(body: dict[str, Any], model: Model) -> list[str]:
    """What the API would refuse in what a model is to read, and in how it is to answer."""
    faults = turn_faults(body.get("messages"), prefill=model.prefill)
    system = body.get("system", "")
    for place, block in enumerate(system if isinstance(system, list) else []):
        faults += block_faults(block, f"system.{place}")
    if not isinstance(system, str | list):
        faults.append("system: Input should be a valid list")
    faults += _tools(body, model) + _output(body.get("output_config"), model)
    faults += _thinking(body.get("thinking"), body.get("max_tokens"))
    marks = list(_marks(body))
    if len(marks) > MARKS:
        faults.append(f"A maximum of {MARKS} blocks with cache_control may be provided")
    for mark in marks:
        if not isinstance(mark, dict) or mark.get("type") != "ephemeral":
            faults.append("cache_control.type: Input should be 'ephemeral'")
        elif mark.get("ttl", "5m") not in ("5m", "1h"):
            faults.append("cache_control.ttl: Input should be '5m' or '1h'")
    return faults


def counted_faults(body: dict[str, Any], model: Model) -> list[str]:
    """What the API would refuse in the body of a request that counts tokens."""
    return _unknown(body, COUNTED, "") + prompt_faults(body, model)


def length_fault(body: dict[str, Any], window: int) -> str | None:
    """What the API says of a prompt that does not fit."""
    tokens = prompt_tokens(body)
    return f"prompt is too long: {tokens} tokens > {window} maximum" if tokens > window else None


def _unknown(given: Mapping[str, Any], known: frozenset[str], place: str) -> list[str]:
    return [f"{place}{name}: Extra inputs are not permitted" for name in given.keys() - known]


def _metadata(metadata: Any) -> list[str]:
    if metadata is None:
        return []
    if not isinstance(metadata, dict):
        return ["metadata: Input should be an object"]
    faults = _unknown(metadata, frozenset({"user_id"}), "metadata.")
    user = metadata.get("user_id")
    if user is None:
        return faults
    if not isinstance(user, str) or len(user) > 256:
        faults.append("metadata.user_id: Input should be a string of at most 256 characters")
    elif E_MAIL.search(user) or PHONE.fullmatch(user):
        faults.append("metadata.user_id appears to contain an email address or phone number")
    return faults


def _tools(body: dict[str, Any], model: Model) -> list[str]:
    tools, choice = body.get("tools", []), body.get("tool_choice")
    if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
        return ["tools: Input should be a valid list"]
    faults: list[str] = []
    names = [tool.get("name") for tool in tools]
    for place, tool in enumerate(tools):
        faults += _unknown(tool, TOOL, f"tools.{place}.")
        if not isinstance(tool.get("name"), str) or not NAME.fullmatch(tool["name"]):
            faults.append(f"tools.{place}.name: String should match pattern '{NAME.pattern}'")
        if "input_schema" not in tool:
            faults.append(f"tools.{place}.input_schema: Field required")
        elif tool.get("strict"):
            faults += [f"tools.{place}: {told}" for told in schema_faults(tool["input_schema"])]
    if len(names) != len({str(name) for name in names}):
        faults.append("tools: Tool names must be unique")
    return faults + _choice(choice, names, body, model)


def _choice(choice: Any, names: list[Any], body: dict[str, Any], model: Model) -> list[str]:
    if choice is None:
        return []
    kind = choice.get("type") if isinstance(choice, dict) else None
    if kind not in ("auto", "any", "tool", "none"):
        return ["tool_choice.type: Input should be 'auto', 'any', 'tool' or 'none'"]
    faults = []
    allowed = {"type"} | (set() if kind == "none" else {"disable_parallel_tool_use"})
    allowed |= {"name"} if kind == "tool" else set()
    faults += _unknown(choice, frozenset(allowed), "tool_choice.")
    if not names:
        faults.append("tool_choice may only be specified while providing tools")
    if kind == "tool" and choice.get("name") not in names:
        faults.append(f"Tool '{choice.get('name')}' not found in provided tools")
    if kind in ("any", "tool"):
        thinking = body.get("thinking")
        if isinstance(thinking, dict) and thinking.get("type") in ("enabled", "adaptive"):
            faults.append("Thinking may not be enabled when tool_choice forces tool use.")
        if not model.forced_tools:
            faults.append("tool_choice: this model does not support forced tool use")
    return faults


def _output(config: Any, model: Model) -> list[str]:
    if config is None:
        return []
    if not isinstance(config, dict):
        return ["output_config: Input should be an object"]
    faults = _unknown(config, frozenset({"effort", "format"}), "output_config.")
    effort = config.get("effort")
    if effort is not None and effort not in EFFORTS:
        faults.append(f"output_config.effort: Input should be one of {', '.join(EFFORTS)}")
    elif effort is not None and effort not in model.efforts:
        faults.append("output_config.effort: this model does not support the effort parameter")
    return faults


def _thinking(thinking: Any, limit: Any) -> list[str]:
    if thinking is None:
        return []
    kind = thinking.get("type") if isinstance(thinking, dict) else None
    if kind not in ("adaptive", "enabled", "disabled", "between_tools"):
        return ["thinking.type: Input should be 'adaptive', 'enabled' or 'disabled'"]
    if kind == "enabled":
        budget = thinking.get("budget_tokens")
        if type(budget) is not int or budget < 1024:
            return ["thinking.enabled.budget_tokens: Input should be at least 1024"]
        if isinstance(limit, int) and budget >= limit:
            return ["max_tokens must be greater than thinking.budget_tokens"]
    return []


def _marks(node: Any) -> Iterator[Any]:
    """Every cache_control in a request, wherever it is."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "cache_control" and value is not None:
                yield value
            elif name not in ("input", "input_schema"):
                yield from _marks(value)
    elif isinstance(node, list):
        for one in node:
            yield from _marks(one)


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for name, value in node.items():
            yield name
            yield from _texts(value)
    elif isinstance(node, list):
        for one in node:
            yield from _texts(one)
