"""What is found for a question by ranking a user's messages, or what was observed of them.

BM25 with its usual constants, over stems without stop words; each way gives the user's lines, the
best first, of which those fit that `within` takes.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from bench.lines import Line, Noted, Session, Turn
from bench.recall import stems

K1, B = 1.2, 0.75
# What a message gets of the score of each one beside it in its thread.
BESIDE = 0.5


class Bm25:
    """An index of texts, each as its words, by their numbers."""

    def __init__(self, texts: Sequence[Iterable[str]]) -> None:
        self._holds: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        self._lengths: list[int] = []
        for number, text in enumerate(texts):
            words = Counter(text)
            self._lengths.append(words.total())
            for word, times in words.items():
                self._holds[word].append((number, times))
        self._mean = sum(self._lengths) / max(len(self._lengths), 1) or 1.0

    def scores(self, query: str) -> list[float]:
        """The score of every text; 0 where it has no word of the query."""
        found = [0.0] * len(self._lengths)
        for word in dict.fromkeys(stems(query)):
            held = self._holds.get(word, ())
            weight = math.log(1 + (len(found) - len(held) + 0.5) / (len(held) + 0.5))
            for number, times in held:
                length = 1 - B + B * self._lengths[number] / self._mean
                found[number] += weight * times * (K1 + 1) / (times + K1 * length)
        return found


class Conversations:
    """A user's messages in the order of time, and what was observed of them, ready to be asked."""

    def __init__(self, turns: Sequence[Turn], observed: Sequence[Noted] = ()) -> None:
        self._turns = turns
        self._observed = observed
        self._place = {turn.id: number for number, turn in enumerate(turns)}
        threads: defaultdict[str, list[Turn]] = defaultdict(list)
        for turn in turns:
            threads[turn.thread].append(turn)
        self._whole = [Session(tuple(said)) for said in threads.values()]
        citing: defaultdict[str, list[str]] = defaultdict(list)
        for one in observed:
            for cited in one.cites:
                citing[cited] += one.said
        self._bare = Bm25([turn.said for turn in turns])
        self._sessions = Bm25([one.said for one in self._whole])
        self._notes = Bm25([one.said for one in observed])
        self._with_notes = Bm25([(*turn.said, *citing[turn.id]) for turn in turns])

    def messages(self, query: str) -> list[Line]:
        return self._best(self._bare.scores(query))

    def with_neighbours(self, query: str) -> list[Line]:
        """Each message with the one before and the one after it, then the next best."""
        order: dict[int, None] = {}
        for number in _ranked(self._bare.scores(query)):
            order.update(dict.fromkeys((number, *self._beside(number))))
        return [self._turns[number] for number in order]

    def smoothed(self, query: str) -> list[Line]:
        return self._best(self._shared(self._bare.scores(query)))

    def sessions(self, query: str) -> list[Line]:
        """Whole threads, by the score of all that was said in them."""
        return [self._whole[number] for number in _ranked(self._sessions.scores(query))]

    def observations(self, query: str) -> list[Line]:
        return [self._observed[number] for number in _ranked(self._notes.scores(query))]

    def cited(self, query: str) -> list[Line]:
        """The messages that the best observations cite."""
        found: dict[int, None] = {}
        for number in _ranked(self._notes.scores(query)):
            cites = sorted(self._place[one] for one in self._observed[number].cites)
            found.update(dict.fromkeys(cites))
        return [self._turns[number] for number in found]

    def with_observations(self, query: str) -> list[Line]:
        """Messages indexed with what observations say of them, shared with those beside them."""
        return self._best(self._shared(self._with_notes.scores(query)))

    def _best(self, scores: Sequence[float]) -> list[Line]:
        return [self._turns[number] for number in _ranked(scores)]

    def _beside(self, number: int) -> list[int]:
        thread = self._turns[number].thread
        near = (number - 1, number + 1)
        turns = self._turns
        return [n for n in near if 0 <= n < len(turns) and turns[n].thread == thread]

    def _shared(self, scores: Sequence[float]) -> list[float]:
        return [
            score + BESIDE * sum(scores[near] for near in self._beside(number))
            for number, score in enumerate(scores)
        ]


def _ranked(scores: Sequence[float]) -> list[int]:
    found = (number for number, score in enumerate(scores) if score > 0)
    return sorted(found, key=lambda number: (-scores[number], number))
