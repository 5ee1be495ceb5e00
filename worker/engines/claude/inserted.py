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

# By themselves, after words such as "user_", or before words such as "_context": "<memory.limit>"
# and "<JavaMemory>" are somebody's own.
_MEMORY = (
    r"(?:[a-z0-9]{1,20}[_.-]){0,3}(?:(?:user|super|open|chat)?memor(?:y|ies)|recall(?:ed)?"
    r"|remembered)(?:[_.-](?:blocks?|context|bank|summary|items?|entr(?:y|ies)|notes?|list|store"
    r"|facts|data|results?|memor(?:y|ies)|observations?)){0,2}"
)
# Ordinary words too, under which people arrange what they write for a model.
_ORDINARY = r"observations?|reflections?|facts"
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>(?P<memory>{_MEMORY}|(?P<ordinary>{_ORDINARY}))"
    r"|(?:[a-z0-9]{1,20}[_.-]){1,4}reminders?"
    r"|system(?:[_ .-]?(?:(?P<own>prompt|instructions?)|message|context))?"
    r"|environment[_-](?:context|details))(?:\s[^<>]{0,299}(?<!/))?>",
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
    r"\W{0,6}(?:(?:here are|these are|the|your)\s){0,2}"
    r"(?:(?:relevant|user|recalled|stored|saved|long-term|retrieved)\s){1,3}memories"
    r"(?:\s(?:about|of|for|on)\s(?:(?:the|this)\s)?(?:user|you|me)\b)?\W{0,6}",
    re.IGNORECASE,
)
_LITTLE = 2_000
_WORD = re.compile(r"[^\W\d_]{3,}")
_ANY_TAG = re.compile(r"<[^<>]{0,200}>")
_OF_ONESELF = re.compile(r"(?:^|[.!?]\s)[\s*•-]{0,6}(?:I|I'm|I've|I’m|I’ve|My|We)\s", re.MULTILINE)
_LISTED = re.compile(r"[ \t]*(?:[-*•]|[0-9]{1,3}[.)])[ \t].*")


def without_inserted(text: str, *, is_users: bool = False) -> str:
    """The text with a label in the place of what a product put in.

    In what a user wrote, their own prompt and what they say of themselves under a heading of a few
    ordinary words stay.
    """
    stays = _is_users_own if is_users else _is_no_memory
    text = _without_blocks(text, _TAG, _after_gap, _paragraph, stays)
    return "\n".join(_without_listings(text.split("\n")))


def without_thinking(text: str) -> str:
    """What an assistant wrote, without what it only thought."""
    return _without_blocks(text, _THOUGHT, _thought_before, _thought_alone, lambda *_: False)


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
    stays: Callable[[re.Match[str], str], bool],
) -> str:
    """The text with a label for each block between tags.

    `begun` says where one began of which only the end is there, `ends` where one ends of which
    there is only the beginning; None where a tag is just written about. `stays` says of a block,
    by its tag and what is in it, that nobody inserted it.
    """
    tags = list(tag.finditer(text))
    closing = _closing(tags)
    parts: list[str] = []
    kept: set[int] = set()
    reached = 0
    for place, found in enumerate(tags):
        if found.start() < reached or found.start() in kept:
            continue
        start: int | None = found.start()
        end: int | None = found.end()
        if found["close"]:
            start = begun(text, found)
        else:
            close = closing.get(place)
            # No more of it than says whose it is.
            if close and stays(
                found, text[found.end() : min(close.start(), found.end() + _LITTLE + 1)]
            ):
                kept.add(close.start())
                continue
            end = close.end() if close else ends(text, found)
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


def _is_no_memory(tag: re.Match[str], inside: str) -> bool:
    """Whether a block holds no more than a word: "<memory><size>16 GB</size></memory>"."""
    is_system = tag["name"].lower() == "system"
    if len(inside) > _LITTLE or not (tag["memory"] or (is_system and _ANY_TAG.search(inside))):
        return False
    return len(_WORD.findall(_ANY_TAG.sub(" ", inside))) < 2


def _is_users_own(tag: re.Match[str], inside: str) -> bool:
    """Whether a user wrote a block: their prompt, or what they say of themselves."""
    return (
        tag["own"] is not None
        or (tag["ordinary"] is not None and _OF_ONESELF.search(inside) is not None)
        or _is_no_memory(tag, inside)
    )


def _paragraph(text: str, tag: re.Match[str]) -> int | None:
    before = text[text.rfind("\n", 0, tag.start()) + 1 : tag.start()]
    # What a product puts in begins at once, or on the next line: "<memory> is my tag" is written.
    if before.strip(" \t>" + GAP) or text[tag.end() : tag.end() + 1] in (" ", "\t"):
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
