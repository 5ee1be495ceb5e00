"""Encoded data in a text: what was attached, and how big, in the place of megabytes of letters.

The database replaces most of it before a worker reads it; this is for what it cannot see, such as
data without a prefix, or broken into lines.
"""

import re

# Stands where characters of a message were left out before it came here.
GAP = "\0"

_LETTERS = "[A-Za-z0-9+/_-]"
_ADDRESS = re.compile(
    r"data:(?P<kind>[a-z]{1,20})/[\w.+-]{1,80}(?:;(?!base64,)[\w=.+-]{1,80}){0,5}"
    rf"(?:;base64,(?P<encoded>{_LETTERS}*={{0,2}})|,(?P<plain>[^\s\"'<>)]{{100,}}))",
    re.IGNORECASE,
)
_LONG = re.compile(rf"{_LETTERS}{{64,}}+{GAP}{_LETTERS}{{64,}}={{0,2}}|{_LETTERS}{{256,}}={{0,2}}")
# Lines of 64 or 76 letters, as mail and certificates have them; run after _LONG, which bounds them.
_LINE = rf"\n[ \t]*{_LETTERS}"
_LINES = re.compile(
    rf"{_LETTERS}{{60,}}+(?:{_LINE}{{60,}}+(?![^\n])){{2,}}(?:{_LINE}+={{0,2}}(?![^\n]))?"
)
# So much in one piece was written by nobody.
_MOST_WRITTEN = 4_096
_HEX = re.compile(r"[0-9a-fA-F\s]+")
# Of the 64 letters a piece of 256 has nearly all; of a path, a rule or laughter few.
_FEWEST_LETTERS = 32
_IMAGE = ("iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy")
_FILE = ("JVBERi0", "UEsDB", "H4sI")


def without_encoded(text: str, omitted: int = 0) -> str:
    """The text with a label such as "[image 3.7 MB]" for each piece of encoded data in it.

    `omitted` characters were left out where the text has a GAP.
    """
    text = _ADDRESS.sub(_of_address, text)
    text = _LONG.sub(lambda found: _of_data(found[0], omitted), text)
    return _LINES.sub(lambda found: _of_data(found[0], omitted), text)


def _of_address(found: re.Match[str]) -> str:
    kind = found["kind"].lower()
    encoded = found["encoded"]
    size = len(found["plain"]) if encoded is None else _bytes(encoded)
    return _label(kind if kind in ("image", "audio", "video") else "file", size)


def _of_data(data: str, omitted: int) -> str:
    if GAP not in data and not _is_encoded(data):
        return data
    size = _bytes(data) + (omitted * 3 // 4 if GAP in data else 0)
    if data.startswith(_IMAGE):
        return _label("image", size)
    return _label("file" if data.startswith(_FILE) else "data", size)


def _is_encoded(data: str) -> bool:
    """Whether a long piece of letters is data, and no path, rule, sequence or laughter."""
    if len(data) > _MOST_WRITTEN or data.startswith((*_IMAGE, *_FILE)):
        return True
    letters = set(data)
    if _HEX.fullmatch(data):
        return len(letters) > 8
    return (
        len(letters) >= _FEWEST_LETTERS
        and any(map(str.isupper, letters))
        and any(map(str.islower, letters))
        and any(map(str.isdigit, letters))
    )


def _bytes(encoded: str) -> int:
    """Four letters encode three bytes."""
    return sum(not one.isspace() and one not in "=\0" for one in encoded) * 3 // 4


def _label(kind: str, size: int) -> str:
    # Cut, not rounded, as the database writes it.
    if size >= 1 << 20:
        return f"[{kind} {size * 10 // (1 << 20) / 10} MB]"
    return f"[{kind} {size >> 10} KB]" if size >= 1 << 10 else f"[{kind} {size} bytes]"
