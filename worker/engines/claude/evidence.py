"""What of a message is shown to a model: what was said, bounded, and labels for the rest."""

import json
import re

from worker.engines.claude.encoded import GAP, without_encoded
from worker.engines.claude.inserted import without_inserted, without_thinking
from worker.records import Message, Role
from worker.text import clean, is_inside

_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n){2,}")
# What a tool or a product says is told from less of it than what people say.
_MOST = {Role.TOOL: 1_200, Role.SYSTEM: 1_200}
_MOST_SAID = 16_000
_MOST_READ = 64_000
_MOST_CALLS = 5
_LONGEST_CHARACTER = 64
_MOST_OF_A_CALL = 160


def plain(text: str) -> str:
    """A text as it may go into a request, its lines ended by line feeds alone."""
    return _BREAK.sub("\n", clean(text))


def evidence(message: Message) -> str:
    """What is shown of a message."""
    text = plain(message.text) + (GAP if message.omitted else "") + plain(message.tail)
    text = without_encoded(text, message.omitted)
    text, omitted = _bounded(text, message.omitted, _MOST_READ)
    is_users = message.role is Role.USER
    if not is_users:
        text = without_thinking(text)
    text = _BLANK_LINES.sub("\n\n", without_inserted(text, is_users=is_users)).strip()
    text = _told(*_bounded(text, omitted, _MOST.get(message.role, _MOST_SAID)))
    calls = _calls(message.tool_calls)
    return "\n".join(part for part in (text, calls) if part)


def excerpt(text: str, most: int) -> str:
    """The text if it has no more than `most` characters, else its head, its tail, and how many
    characters were left out between them.
    """
    return _told(*_bounded(text, 0, most))


def _bounded(text: str, omitted: int, most: int) -> tuple[str, int]:
    """The text with no more than `most` characters around its gap, and what the gap stands for."""
    head, gap, tail = text.partition(GAP)
    missing = omitted if gap else 0
    if len(head) + len(tail) <= most:
        return text, missing
    if not gap:
        head = tail = text
    room = max(most * 2 // 3, most - len(tail))
    begin = head[: _place(head, room)]
    end = tail[_place(tail, len(tail) - (most - min(room, len(head)))) :]
    left_out = (len(head) + len(tail) if gap else len(text)) - len(begin) - len(end)
    return begin + GAP + end, missing + left_out


def _place(text: str, at: int) -> int:
    """The nearest place, at `at` or before it, where no character is split."""
    near = (place for place in range(at, at - _LONGEST_CHARACTER, -1) if not is_inside(text, place))
    return next(near, at)


def _told(text: str, omitted: int) -> str:
    return text.replace(GAP, f"[… {omitted:,} characters left out …]")


def _calls(raw: str | None) -> str:
    """Which tools a message calls, and with what."""
    try:
        given = json.loads(raw or "[]")
        calls = given if isinstance(given, list) else [given]
        told = [_call(one) for one in calls[:_MOST_CALLS] if one]
    except (ValueError, RecursionError):
        # The database cuts what is long.
        calls, told = [], [_argument(raw)]
    if len(calls) > _MOST_CALLS:
        told.append(f"{len(calls) - _MOST_CALLS} more")
    return f"[calls {'; '.join(told)}]" if told else ""


def _call(call: object) -> str:
    if not isinstance(call, dict):
        return _argument(call)
    inner = call.get("function")
    function = inner if isinstance(inner, dict) else call
    name = function.get("name") or call.get("toolName") or call.get("tool_name")
    given = next((function[key] for key in ("arguments", "input", "args") if key in function), None)
    if not isinstance(name, str):
        return _argument(call)
    return f"{_argument(name)} {_argument(given)}" if given else _argument(name)


def _argument(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return excerpt(" ".join(without_encoded(plain(text)).split()), _MOST_OF_A_CALL)
