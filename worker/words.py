"""The words of a text in any script, for comparing texts by what they share."""

import re
from collections.abc import Iterator
from unicodedata import normalize

_WORD = re.compile(r"[^\W_]+")
# Scripts without spaces, and Korean with its particles, are read two characters at a time.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff가-힣]+"
)


def words(text: str) -> Iterator[str]:
    """Each word, folded for case and width, in its order; where words are written together, each
    two neighbouring characters.
    """
    for word in _WORD.findall(normalize("NFKC", text).casefold()):
        at = 0
        for run in _UNSPACED.finditer(word):
            if run.start() > at:
                yield word[at : run.start()]
            yield from (run[0][place : place + 2] for place in range(max(1, len(run[0]) - 1)))
            at = run.end()
        if at < len(word):
            yield word[at:]
