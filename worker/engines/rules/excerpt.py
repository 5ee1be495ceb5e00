"""A part of a text that ends where a word does, and never inside a character."""

from worker.text import is_inside

LIMIT = 400
# A cut looks no further back than this for a space or for the edge of a character.
_BACK = 80


def excerpt(text: str, start: int, said: int, end: int) -> str:
    """`text[start:end]` on one line of at most LIMIT characters, "…" where something is left out.

    The words before `start` are kept when everything fits, or when the words that matter, which
    end at `said`, are near enough to the beginning.
    """
    text = text[:end].rstrip()
    if len(text) <= LIMIT:
        return text
    lead = ""
    if start and said > LIMIT - _BACK:
        lead, text = "…", text[start:].lstrip()
    return lead + _shortened(text, LIMIT - len(lead))


def _shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    at = limit - 1
    lowest = max(1, at - _BACK)
    for candidate in range(at, lowest, -1):
        if text[candidate].isspace() and not is_inside(text, candidate):
            return text[:candidate].rstrip() + "…"
    while at > 0 and is_inside(text, at):
        at -= 1
    return text[:at] + "…" if at else ""
