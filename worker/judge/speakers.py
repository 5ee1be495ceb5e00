"""Of whom an observation is told, by the names of those who wrote in the thread."""

import re
from collections import defaultdict
from collections.abc import Sequence
from unicodedata import normalize

from worker.judge.support import is_empty
from worker.records import Message, Role

# A name of these letters may be followed by a particle without a space.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff가-힣]$")
_AND = re.compile(
    r"(?: and | & | y | e | et | und | en | och | og | и | та | ve | dan |, ?(?:and |und |y |et )?"
    r"|와 ?|과 ?|랑 ?|하고 ?|と|、|和|跟|与|與)"
)
_SHORTEST = 2
# Nobody's name is longer.
_LONGEST = 100


class Speakers:
    """Who wrote the messages of a thread, by name; one of one word, or by its first word."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._by_name: defaultdict[str, set[str]] = defaultdict(set)
        for message in messages:
            # The name of a tool is no person's.
            if message.name and message.role in (Role.USER, Role.ASSISTANT):
                for name in _spellings(message.name[:_LONGEST]):
                    self._by_name[name].add(message.id)
        self._longest_first = sorted(self._by_name, key=len, reverse=True)

    def named_first(self, content: str) -> frozenset[str]:
        """The messages by those with whose names a content begins; none, if with nobody's."""
        found: set[str] = set()
        rest = _folded(content[: 4 * _LONGEST])
        while name := next((one for one in self._longest_first if _begins(rest, one)), None):
            found |= self._by_name[name]
            joined = _AND.match(rest, len(name))
            if not joined:
                break
            rest = rest[joined.end() :]
        return frozenset(found)


def _spellings(name: str) -> set[str]:
    whole = _folded(name)
    first = whole.split(" ")[0]
    able = {whole, first} if not is_empty(first) else {whole}
    return {one for one in able if len(one) >= _SHORTEST and any(map(str.isalpha, one))}


def _begins(content: str, name: str) -> bool:
    if not content.startswith(name):
        return False
    after = content[len(name) : len(name) + 1]
    return not (after.isalnum() or after == "_") or _UNSPACED.search(name) is not None


def _folded(text: str) -> str:
    return " ".join(normalize("NFKC", text).casefold().split())
