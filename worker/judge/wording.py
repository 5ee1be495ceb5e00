"""The form in which a content is kept: one line, of bounded length, commands in quotes."""

import re

from worker.judge.dates import ADDED
from worker.text import clean, is_inside

LONGEST = 10_000
# Nothing further in is looked at, however long a content is.
_READ = 4 * LONGEST
# What a cut may have split, so that it is no longer known for a secret.
_SPLIT = 600
SAID = 'User said: "'
LABEL = re.compile(r"user: ?", re.IGNORECASE)
# The day that an engine wrote after what was said, which is not part of it.
_DAY = re.compile(rf"(?:{ADDED})?$")
# What could be read as the end of a quotation.
_QUOTES = '"“”„‟〝〞＂'
_OPENED = re.compile(rf"User said: ?[{_QUOTES}]?")
_QUOTED = re.compile(rf'User said: "[^{_QUOTES}]*"{_DAY.pattern}')
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Unseen by a reader and read by a model: tags outside a flag, marks of width and direction, blanks
# that count as letters, and more than one variation of a character.
_UNSEEN = re.compile(
    "(\U0001f3f4[\U000e0020-\U000e007e]{1,8}\U000e007f)"
    "|[\u00ad\u115f\u1160\u180e\u200b\u2800\u3164\uffa0\u2060-\u2064\u2066-\u2069\u202a-\u202e\ufeff\U000e0000-\U000e007f]"
    "|(?<=[\ufe00-\ufe0f\U000e0100-\U000e01ef])[\ufe00-\ufe0f\U000e0100-\U000e01ef]+"
)
# Before "User" it would hide who is meant.
_BULLET = re.compile(r"(?:[-*•·‣▪◦–—] )+")


def one_line(content: str) -> str:
    """The content cleaned, every run of white space one space, and nothing in it that is not seen.

    So long a content that most of it will be cut off is read only as far as may be kept.
    """
    folded = " ".join(clean(content.lstrip()[:_READ]).split())
    folded = " ".join(_UNSEEN.sub(r"\1", _CONTROL.sub("", folded)).split())
    bullet = _BULLET.match(folded)
    return folded[bullet.end() :] if bullet else folded


def unread(content: str) -> int:
    """How many characters of a content `one_line` passes over."""
    return max(0, len(content.lstrip()) - _READ)


def before_cut(line: str) -> str:
    """A redacted line without its end, where the cut may have split a secret in two."""
    return line[: max(0, len(line) - _SPLIT)]


def quoted(content: str, longest: int = LONGEST, missing: int = 0) -> str:
    """The content as what the user said: `User said: "..."`, which its own words cannot end."""
    if _QUOTED.fullmatch(content) and len(content) <= longest:
        return content
    label = LABEL.match(content)
    said = content[label.end() :] if label else content
    day = _DAY.search(said)
    after = day[0] if day else ""
    said = said[: len(said) - len(after)]
    if opened := _OPENED.match(said):
        said = said[opened.end() :].rstrip(_QUOTES)
    room = longest - len(SAID) - 1 - len(after)
    said = re.sub(f"[{_QUOTES}]", "'", said)
    return SAID + shortened(said, room, missing) + '"' + after


def shortened(content: str, longest: int = LONGEST, missing: int = 0) -> str:
    """The content if it is no longer than `longest`, else its beginning and how much was cut.

    `missing` characters of it were cut off before.
    """
    if len(content) <= longest and not missing:
        return content
    room = min(longest - len(f"… [cut {len(content) + missing} characters]"), len(content))
    at = content.rfind(" ", room - 200, room + 1)
    if at <= 0:
        at = room
        while at > 0 and is_inside(content, at):
            at -= 1
    at = at or room
    return f"{content[:at]}… [cut {len(content) - at + missing} characters]"
