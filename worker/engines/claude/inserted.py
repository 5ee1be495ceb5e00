"""What stands in a message and was said by nobody in it: recalled memory, a product's reminders,
a model's thinking. None of it is evidence, so none of it is shown.

Everything here looks at each tag and each line once, however many there are.
"""

import re
from collections.abc import Callable, Iterator

from worker.engines.claude.encoded import GAP

RECALLED = "[recalled memory left out]"
INSERTED = "[inserted by the product, left out]"
THINKING = "[thinking left out]"
_LABELS = re.compile("|".join(map(re.escape, (RECALLED, INSERTED, THINKING))))

_MEMORY = (
    r"[\w.-]{0,40}(?:memor(?:y|ies)|recall(?:ed)?|remembered)[\w.-]{0,40}"
    r"|observations?|reflections?|facts"
)
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>(?P<memory>{_MEMORY})|[\w.-]{{0,40}}reminders?"
    r"|system(?:[_ .-]?(?:prompt|instructions?|message|context))?"
    r"|environment[_-](?:context|details))(?:\s[^<>]{0,300})?>",
    re.IGNORECASE,
)
_THOUGHT = re.compile(
    r"<(?P<close>/?)(?P<name>think(?:ing)?|thought|reasoning"
    r"|(?:(?<=/)|(?=details\s[^<>]{0,200}type=\"reasoning\"))details)(?:\s[^<>]{0,300})?>",
    re.IGNORECASE,
)
# As memory_for writes it, and as others list it.
_HEADING = re.compile(r"## (?:Reflections|Observations)")
_UNDER_HEADING = re.compile(
    r"### [0-9]{4}-[0-9]{2}-[0-9]{2}|## (?:Reflections|Observations)|\s*|\[.* left out\]"
)
_REMEMBERED = re.compile(r"#r?[0-9]+ .+")
_LISTING = re.compile(
    r"\W{0,6}(?:(?:here are|these are|the|your|some)\s){0,2}"
    r"(?:(?:relevant|user|recalled|stored|saved|long-term|retrieved)\s){1,3}memories\b.{0,60}",
    re.IGNORECASE,
)
_LISTED = re.compile(r"[ \t]*(?:[-*•]|[0-9]{1,3}[.)])[ \t].*")


def without_inserted(text: str) -> str:
    """The text with a label in the place of what a product put in."""
    text = _without_blocks(text, _TAG, _after_gap, _paragraph)
    return "\n".join(_without_listings(text.split("\n")))


def without_thinking(text: str) -> str:
    """What an assistant wrote, without what it only thought."""
    return _without_blocks(text, _THOUGHT, _thought_before, _thought_alone)


def is_said(text: str) -> bool:
    """Whether there is anything in a shown text beside what was inserted."""
    return bool(_LABELS.sub("", text).strip())


def _without_listings(lines: list[str]) -> Iterator[str]:
    """The lines without those that list what is remembered."""
    at = 0
    while at < len(lines):
        looked, end = at + 1, at
        if _HEADING.fullmatch(lines[at]):
            end, looked = _listing(lines, at + 1, _REMEMBERED, _UNDER_HEADING)
        elif _LISTING.fullmatch(lines[at]):
            end, looked = _listing(lines, at + 1, _LISTED, None)
        if end <= at:
            yield from lines[at:looked]
            at = looked
            continue
        yield RECALLED
        # What comes after a gap may be something else.
        _, gap, after = lines[end - 1].partition(GAP)
        if gap:
            yield gap + after
        at = end


def _listing(
    lines: list[str], at: int, item: re.Pattern[str], between: re.Pattern[str] | None
) -> tuple[int, int]:
    """The place after the last item of a list that begins at `at`, 0 if it has none, and the place
    of the first line that does not belong to it.
    """
    end = 0
    while at < len(lines):
        if item.fullmatch(lines[at]):
            end = at + 1
        elif between is None or not between.fullmatch(lines[at]):
            break
        at += 1
        if GAP in lines[at - 1]:
            break
    return end, at


def _without_blocks(
    text: str,
    tag: re.Pattern[str],
    begun: Callable[[str, re.Match[str]], int | None],
    ends: Callable[[str, re.Match[str]], int | None],
) -> str:
    """The text with a label for each block between tags.

    `begun` says where one began of which only the end is there, `ends` where one ends of which
    there is only the beginning; None where a tag is just written about.
    """
    tags = list(tag.finditer(text))
    closing = _closing(tags)
    parts: list[str] = []
    reached = 0
    for place, found in enumerate(tags):
        if found.start() < reached:
            continue
        start: int | None = found.start()
        end: int | None = found.end()
        if found["close"]:
            start = begun(text, found)
        else:
            end = closing[place].end() if place in closing else ends(text, found)
        if start is not None and end is not None and start >= reached:
            # What begins inside ends with it, or its rest would be left.
            for inner in range(place + 1, len(tags)):
                if tags[inner].start() >= end:
                    break
                end = max(end, closing[inner].end() if inner in closing else end)
            parts += [text[reached:start], _label(found)]
            reached = end
    return "".join(parts) + text[reached:]


def _label(tag: re.Match[str]) -> str:
    if tag.re is _THOUGHT:
        return THINKING
    return RECALLED if tag["memory"] else INSERTED


def _closing(tags: list[re.Match[str]]) -> dict[int, re.Match[str]]:
    """The closing tag of each opening one that has one, by its place."""
    closing: dict[int, re.Match[str]] = {}
    opened: dict[str, list[int]] = {}
    for place, tag in enumerate(tags):
        waiting = opened.setdefault(tag["name"].lower(), [])
        if not tag["close"]:
            waiting.append(place)
        elif waiting:
            closing[waiting.pop()] = tag
    return closing


def _after_gap(text: str, tag: re.Match[str]) -> int | None:
    """What lies before a closing tag was left out of a long message."""
    return text.rfind(GAP, 0, tag.start()) + 1 or None


def _paragraph(text: str, tag: re.Match[str]) -> int | None:
    before = text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()]
    if before.strip(" \t>" + GAP):
        return None
    ends = (text.find("\n\n", tag.end()), text.find(GAP, tag.end()))
    return min((end for end in ends if end >= 0), default=len(text))


def _thought_before(text: str, tag: re.Match[str]) -> int | None:
    """Some models begin to think before their first word, and only the end is written."""
    before = text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()]
    alone = not before.strip() and text[tag.end() : tag.end() + 1] in ("", "\n")
    if tag["name"].lower() == "details" or not alone:
        return None
    return text.rfind(GAP, 0, tag.start()) + 1


def _thought_alone(text: str, tag: re.Match[str]) -> int | None:
    if text[: tag.start()].strip():
        return None
    gap = text.find(GAP, tag.end())
    return gap if gap >= 0 else len(text)
