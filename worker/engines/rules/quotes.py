"""Words inside a sentence that are not said by its writer: quoted speech and inline code."""

import re

# Stands for one character that no pattern may look at.
MASK = "\ufffc"

_RUN = re.compile("`+")
_MARK = re.compile(r'["“”„«»「」『』]')
_SINGLE = re.compile(r"['‘’‚]")
_CLOSES = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "「": "」", "『": "』"}
# An apostrophe at the start of a word that has lost its first letters opens nothing.
_CLIPPED = re.compile(r"['’](?:cause|em|til|till|tis|twas|bout|round|n|\d\ds?)\b", re.IGNORECASE)
_URL = re.compile(r"(?:https?://|www\.)\S+")


def masked(text: str) -> str:
    """The text at the same length, with quotations, inline code and addresses masked.

    Apostrophes come out straight, so that a pattern spells each word once.
    """
    spans = code_spans(text)
    text = _cover(text, spans)
    text = _cover(text, _quotations(text))
    text = _cover(text, _single_quotations(text))
    text = _cover(text, [found.span() for found in _URL.finditer(text)])
    return text.replace("’", "'").replace("‘", "'")


def code_spans(text: str) -> list[tuple[int, int]]:
    """Where inline code is: a run of backticks to the next run as long, in one paragraph."""
    if "`" not in text:
        return []
    spans: list[tuple[int, int]] = []
    for start, end in _paragraphs(text):
        runs = [run.span() for run in _RUN.finditer(text, start, end)]
        later: dict[int, list[int]] = {}
        for index in range(len(runs) - 1, -1, -1):
            later.setdefault(runs[index][1] - runs[index][0], []).append(index)
        index = 0
        while index < len(runs):
            length = runs[index][1] - runs[index][0]
            same = later[length]
            while same and same[-1] <= index:
                same.pop()
            if same:
                spans.append((runs[index][0], runs[same[-1]][1]))
                index = same[-1] + 1
            elif length >= 3:
                spans.append((runs[index][0], end))
                break
            else:
                index += 1
    return spans


def _quotations(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for start, end in _paragraphs(text):
        opened = -1
        for mark in _MARK.finditer(text, start, end):
            if opened >= 0:
                if mark[0] in _CLOSES[text[opened]]:
                    spans.append((opened, mark.end()))
                    opened = -1
            elif _opens(text, mark.start()):
                opened = mark.start()
        if opened >= 0:
            # Never closed: better to lose the rest of a paragraph than to keep another's words.
            spans.append((opened, end))
    return spans


def _single_quotations(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    opened = -1
    line_end = 0
    for mark in _SINGLE.finditer(text):
        at = mark.start()
        if at >= line_end:
            opened = -1
            line_end = text.find("\n", at)
            line_end = len(text) if line_end < 0 else line_end
        before = text[at - 1] if at else " "
        after = text[at + 1] if at + 1 < len(text) else " "
        if opened < 0:
            if not before.isalnum() and not after.isspace() and not _CLIPPED.match(text, at):
                opened = at
        elif not before.isspace() and not after.isalnum():
            spans.append((opened, at + 1))
            opened = -1
    return spans


def _opens(text: str, at: int) -> bool:
    if text[at] not in _CLOSES:
        return False
    if text[at] != '"':
        return True
    before = text[at - 1] if at else " "
    # A digit before it makes it an inch or a second.
    return not before.isalnum() and at + 1 < len(text)


def _paragraphs(text: str) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    start = 0
    while True:
        end = text.find("\n\n", start)
        if end < 0:
            bounds.append((start, len(text)))
            return bounds
        bounds.append((start, end))
        start = end + 2


def _cover(text: str, spans: list[tuple[int, int]]) -> str:
    if not spans:
        return text
    parts: list[str] = []
    at = 0
    for start, end in spans:
        parts += [text[at:start], MASK * (end - start)]
        at = end
    parts.append(text[at:])
    return "".join(parts)
