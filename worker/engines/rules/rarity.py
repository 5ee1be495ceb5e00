"""How much each observation of a pool tells for its length, beside the others.

`memory_for` chooses what it shows by the same measure (sql/memory.sql), so that what is kept here
is what would be shown there. The words there are those that search finds an observation by; here,
where the database has no say, they are whole.
"""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from math import log

from worker.records import ActiveObservation
from worker.words import words

# What is told is worth half as much when it lies so far behind the newest.
HALF_LIFE = timedelta(days=730)
_DIGITS = re.compile(r"[0-9]+")
_SPACED = re.compile(r"(?<= )\w")
# The bytes of a line that its content does not fill: the id, and what every line costs a reader.
_AROUND = 17


def told(pool: Sequence[ActiveObservation]) -> dict[int, float]:
    """What each observation is worth, by id: how rare its words are in the pool, with a word more
    for each name and number, for its length and its age.
    """
    if not pool:
        return {}
    said = {one.id: frozenset(words(one.content)) for one in pool}
    held = Counter(word for own in said.values() for word in own)
    newest = max(one.observed_at for one in pool)
    worth = {}
    for one in pool:
        # Sorted, or the last digits of a sum would go by the order of a set.
        rare = sum(sorted(log((len(pool) + 1) / held[word]) for word in said[one.id]))
        length = len(one.content.encode()) + _AROUND
        age = min((newest - one.observed_at) / HALF_LIFE, 1000)
        worth[one.id] = (rare + _names_and_numbers(one.content)) / length * 0.5**age
    return worth


def _names_and_numbers(content: str) -> int:
    names = sum(map(str.isupper, _SPACED.findall(content)))
    return names + len(_DIGITS.findall(content))
