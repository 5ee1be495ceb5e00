"""What stands in a message and was said by nobody in it: recalled memory, a product's reminders,
a model's thinking. None of it is evidence, so none of it is shown.
"""

import re
from collections.abc import Iterator

from worker.engines.claude.encoded import GAP

RECALLED = "[recalled memory left out]"
INSERTED = "[inserted by the product, left out]"
THINKING = "[thinking left out]"
_LABELS = re.compile("|".join(map(re.escape, (RECALLED, INSERTED))))

_MEMORY = r"[\w.-]{0,40}(?:memor(?:y|ies)|recall(?:ed)?|remembered)[\w.-]{0,40}"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>(?P<memory>{_MEMORY}|observations?|reflections?|facts)"
    r"|[\w.-]{0,40}reminders?|system(?:[_ .-]?(?:prompt|instructions?|message|context))?"
    r"|environment[_-](?:context|details))(?:\s[^<>]{0,300})?>",
    re.IGNORECASE,
)
_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning)>.*?</\1>"
    r"|<details[^<>]{0,200}type=\"reasoning\"[^<>]{0,200}>.*?</details>",
    re.IGNORECASE | re.DOTALL,
)
# One that never ends is thinking only where the message begins with it; one that never began, only
# where its end stands on a line of its own.
_BEGUN = re.compile(r"\s*<(?:think|thinking|reasoning)>[^\0]*", re.IGNORECASE)
_ENDED = re.compile(r"\A.*?^[ \t]*</(?:think|thinking|reasoning)>[ \t]*$", re.I | re.S | re.M)
# As memory_for writes it, and as others list it.
_RENDERED = re.compile(
    r"^## (?:Reflections|Observations)\n"
    r"(?:(?:#r?[0-9]+ [^\n\0]*|### [0-9-]{10}|## (?:Reflections|Observations)|)(?:\n|$))*"
    r"#r?[0-9]+ [^\n\0]*",
    re.MULTILINE,
)
_LISTED = re.compile(
    r"^\W{0,6}(?:(?:here are|these are|the|your|some)\s){0,2}"
    r"(?:(?:relevant|user|recalled|stored|saved|long-term|retrieved)\s){1,3}memories\b[^\n]{0,60}\n"
    r"(?:[ \t]*(?:[-*•]|[0-9]{1,3}[.)])[ \t][^\n\0]*(?:\n|$))+",
    re.IGNORECASE | re.MULTILINE,
)


def without_inserted(text: str) -> str:
    """The text with a label in the place of what a product put in."""
    text = _RENDERED.sub(RECALLED, text)
    text = _LISTED.sub(f"{RECALLED}\n", text)
    parts, at = list[str](), 0
    for start, end, label in _blocks(text):
        parts += [text[at:start], label]
        at = end
    return "".join(parts) + text[at:]


def without_thinking(text: str) -> str:
    """What an assistant wrote, without what it only thought."""
    text = _THOUGHT.sub(THINKING, text)
    if begun := _BEGUN.match(text):
        return THINKING + text[begun.end() :]
    ended = _ENDED.match(text)
    return THINKING + text[ended.end() :] if ended else text


def is_said(text: str) -> bool:
    """Whether there is anything in a shown text beside what was inserted."""
    return bool(_LABELS.sub("", text).strip())


def _blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Where each block in tags begins and ends, and what stands for it."""
    tags = list(_TAG.finditer(text))
    at = reached = 0
    while at < len(tags):
        opened = tags[at]
        at += 1
        if opened.start() < reached:
            continue
        label = RECALLED if opened["memory"] else INSERTED
        if opened["close"]:
            # Its beginning was left out with the middle of a long message.
            gap = text.rfind(GAP, reached, opened.start())
            if gap >= 0:
                yield gap + 1, opened.end(), label
                reached = opened.end()
            continue
        end = _end(text, tags, at, opened)
        if end is not None:
            yield opened.start(), end, label
            reached = end


def _end(text: str, tags: list[re.Match[str]], after: int, opened: re.Match[str]) -> int | None:
    """Where a block ends: at its own closing tag, else with the paragraph that it begins."""
    depth, name = 1, opened["name"].lower()
    for tag in tags[after:]:
        if tag["name"].lower() == name:
            depth += -1 if tag["close"] else 1
            if not depth:
                return tag.end()
    line = text[text.rfind("\n", 0, opened.start()) + 1 : opened.start()]
    if line.strip(" \t>"):
        # Somebody writes about a tag.
        return None
    ends = (text.find("\n\n", opened.end()), text.find(GAP, opened.end()))
    return min((end for end in ends if end >= 0), default=len(text))
