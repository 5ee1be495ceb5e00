"""What stands in a message but is nobody's speech: code, quoted mail, tag blocks, encoded data.

Everything here is one pass over the text, whatever the text is.
"""

import re
from collections.abc import Iterable, Iterator

from worker.engines.rules.quotes import code_spans

_NEWLINE = re.compile("\r\n?|[\v\f\x85\u2028\u2029]")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.{0,200})")
_QUOTED = re.compile(r" {0,3}>")
_INDENTED = re.compile(r"\t| {4}")
_URLS_ONLY = re.compile(r"\s*+(?:<?(?:https?://|www\.)\S++(?:\s++|$))+")
# Below these lines a mail program puts what somebody else wrote.
_FORWARDED = re.compile(
    r"\s*(?:-{2,}\s*(?:original|forwarded) message|on .{0,100}\d.{0,100} wrote:\s*$)", re.IGNORECASE
)
_TAG = re.compile(r"<(/?)([A-Za-z][\w:.-]{0,63})(?:\s[^<>]{0,2000})?(/?)>")
# A product puts its own words into a user's message between such tags. They stay out even when
# the other tag is missing.
_PRODUCT_TAG = re.compile(
    r"memor|system|remind|context|instruct|retriev|recall|observ|reflect|document|tool|prompt"
    r"|assistant|think",
    re.IGNORECASE,
)
_FORMATTING = frozenset(
    ["b", "i", "u", "s", "em", "strong", "small", "p", "span", "mark", "sub", "sup", "div", "font"]
)
_VOID = frozenset(["br", "hr", "img", "input", "wbr"])
_DATA_URI = re.compile(r"data:[\w.+-]{1,60}/[\w.+-]{1,80}(?:;[\w.=+-]{1,80}){0,5},[^\s\"')>]*")
_ENCODED = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{120,}")
_GAP = "\n\n"


def without_blocks(text: str) -> str:
    """The text with each block replaced by a paragraph break."""
    text = _NEWLINE.sub("\n", text)
    text = "\n".join(_spoken_lines(text.split("\n")))
    text = _without_tags(text)
    return _ENCODED.sub(_GAP, _DATA_URI.sub(_GAP, text))


def after_open_block(tail: str) -> str:
    """The end of a text without what may belong to a block that began before it.

    Only what follows its last code fence is surely not code, and only what follows a closing
    quotation mark or tag that nothing opened is surely not inside what it closes.
    """
    lines = _NEWLINE.sub("\n", tail).split("\n")
    for index in range(len(lines) - 1, -1, -1):
        if fence := _FENCE.match(lines[index]):
            lines = [] if fence[2].strip() else lines[index + 1 :]
            break
    tail = "\n".join(lines)
    mark = re.search(r"[\"“”«»「」『』]", tail)
    if mark and mark.start() and not tail[mark.start() - 1].isspace() and mark[0] not in "“«「『":
        tail = tail[mark.end() :]
    opened: dict[str, int] = {}
    since = 0
    for tag in _TAG.finditer(tail):
        name = tag[2].lower()
        if not tag[1]:
            opened[name] = opened.get(name, 0) + 1
        elif opened.get(name):
            opened[name] -= 1
        elif name not in _FORMATTING:
            since, opened = tag.end(), {}
    return tail[since:]


def _spoken_lines(lines: Iterable[str]) -> Iterator[str]:
    fence = ""
    blank, indented = True, False
    for line in lines:
        opening = _FENCE.match(line)
        if fence:
            if opening and opening[1].startswith(fence) and not opening[2].strip():
                fence = ""
            continue
        if _FORWARDED.match(line):
            return
        indented = (blank or indented) and bool(_INDENTED.match(line)) and bool(line.strip())
        blank = not line.strip()
        # With a backtick on the rest of the line it is inline code, which `quotes` masks.
        if opening and "`" not in opening[2]:
            fence = opening[1]
            yield ""
        elif indented or _QUOTED.match(line) or _URLS_ONLY.fullmatch(line):
            yield ""
        else:
            yield line


def _without_tags(text: str) -> str:
    if "<" not in text:
        return text
    kept: list[str] = []
    at = 0
    for start, end in _blocks(text):
        if end <= at:
            continue
        if start > at:
            kept.append(text[at:start])
        kept.append(_GAP)
        at = end
    kept.append(text[at:])
    return _TAG.sub(" ", "".join(kept))


def _blocks(text: str) -> list[tuple[int, int]]:
    """Where tag blocks are, by start."""
    found: list[tuple[int, int]] = []
    stack: list[tuple[str, int]] = []
    depth: dict[str, int] = {}
    spans = code_spans(text)
    span = 0
    for tag in _TAG.finditer(text):
        while span < len(spans) and spans[span][1] <= tag.start():
            span += 1
        name = tag[2].lower()
        in_code = span < len(spans) and spans[span][0] <= tag.start()
        if in_code or name in _FORMATTING or name in _VOID or tag[3]:
            continue
        if not tag[1]:
            stack.append((name, tag.start()))
            depth[name] = depth.get(name, 0) + 1
        elif depth.get(name):
            while stack:
                opened, start = stack.pop()
                depth[opened] -= 1
                if opened == name:
                    found.append((start, tag.end()))
                    break
        elif _PRODUCT_TAG.search(name):
            found.append((0, tag.end()))
    found += [(start, len(text)) for name, start in stack if _PRODUCT_TAG.search(name)]
    return sorted(found)
