"""How much of what would be remembered stands in the messages that it cites.

A low share is a doubt, not a proof: people say things in other words. What is doubted for it is
flagged, and nothing is refused.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from math import log, sqrt
from unicodedata import name

from worker.judge.dates import ADDED
from worker.records import Message
from worker.words import words

# Below this share of its words a content's sources are doubtful.
DOUBT = 0.1
# With less than this share of a content's words a message could not be meant for another.
RIVAL = 0.25
_LONGEST = 20_000
_AROUND = re.compile(rf"^user(?: said)?:|{ADDED}$|\[secret\]|… \[cut [0-9]+ characters\]", re.I)
# Words that say nothing of the source, and those with which an observer speaks of the user.
_EMPTY = frozenset([
    "the", "a", "an", "and", "or", "but", "of", "to", "in", "on", "at", "by", "for", "from",
    "with", "as", "is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did",
    "has", "have", "had", "having", "will", "would", "can", "could", "should", "may", "might",
    "must", "not", "no", "it", "its", "this", "that", "these", "those", "there", "here", "he",
    "she", "they", "them", "his", "her", "their", "i", "me", "my", "mine", "we", "us", "our",
    "you", "your", "who", "whom", "whose", "which", "what", "when", "where", "why", "how", "if",
    "so", "than", "then", "also", "very", "really", "just", "about", "into", "user", "users",
    "assistant", "said", "says", "mentioned", "stated", "el", "la", "los", "las", "un", "una",
    "de", "del", "que", "en", "con", "por", "para", "es", "son", "y", "o", "su", "sus", "se",
    "lo", "al", "usuario", "der", "die", "das", "den", "dem", "des", "ein", "eine", "einen",
    "und", "oder", "ist", "sind", "war", "im", "zu", "von", "mit", "auf", "für", "nutzer",
    "nutzerin",
])  # fmt: skip
_ENDINGS = ("ing", "ies", "ied", "ed", "es", "er", "ly", "en", "e", "s", "y")


class Citations:
    """What share of contents stands in messages, of which each is read once."""

    def __init__(self) -> None:
        self._read: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def support(self, content: str, messages: Iterable[Message]) -> float | None:
        """The share of a content's words that its messages have; None where it says nothing.

        That is where a content has no words that matter, or shares no script with the messages: a
        translation has none of the words that it translates.
        """
        wanted = words_of(content)
        if not wanted:
            return None
        words: frozenset[str] = frozenset()
        scripts: frozenset[str] = frozenset()
        for message in messages:
            said, written_in = self.read(message)
            words |= said
            scripts |= written_in
        own = _scripts(wanted)
        if own and scripts and not own & scripts:
            return None
        return len(wanted & words) / len(wanted)

    def is_doubtful(self, content: str, messages: Iterable[Message]) -> bool:
        """Whether the messages hardly have a word of the content."""
        share = self.support(content, messages)
        return share is not None and share < DOUBT

    def read(self, message: Message) -> tuple[frozenset[str], frozenset[str]]:
        """The words of a message, and their scripts."""
        if message.id not in self._read:
            said = _words(" ".join(_parts(message)))
            self._read[message.id] = said, _scripts(said)
        return self._read[message.id]


class Rivals:
    """How well contents stand in messages beside how well they stand in others of the thread.

    A word weighs the more the fewer of the messages have it, and one that none of them has weighs
    nothing: it does not tell them apart.
    """

    def __init__(self, messages: Sequence[Message], citations: Citations) -> None:
        self._messages = messages
        self._citations = citations
        self._having: defaultdict[str, list[str]] = defaultdict(list)
        self._lengths: dict[str, int] = {}

    def share(self, content: str, cited: Collection[Message]) -> float:
        """The weight of the words in the messages cited, beside that in the best of the others.

        1 where they have as much, and where no other message has so much of the content that it
        could be meant instead.
        """
        wanted = words_of(content)
        having = self._index()
        ids = frozenset(message.id for message in cited)
        weights = {word: self._weight(word) for word in wanted if word in having}
        own = sum(weight for word, weight in weights.items() if not ids.isdisjoint(having[word]))
        if own >= sum(weights.values()):
            return 1.0
        others: defaultdict[str, float] = defaultdict(float)
        shared: defaultdict[str, int] = defaultdict(int)
        for word, weight in weights.items():
            for one in having[word]:
                others[one] += weight
                shared[one] += 1
        length = max(1, sum(self._lengths[one] for one in ids))
        best = max(
            (
                # The longer a message, the likelier any word stands in it.
                weight / sqrt(max(1.0, self._lengths[one] / length))
                for one, weight in others.items()
                if one not in ids and shared[one] >= RIVAL * len(wanted)
            ),
            default=0.0,
        )
        return own / best if own < best else 1.0

    def _weight(self, word: str) -> float:
        return log((len(self._messages) + 1) / (len(self._having[word]) + 0.5))

    def _index(self) -> dict[str, list[str]]:
        """Which messages have a word; made once something needs it."""
        for message in self._messages if not self._lengths else ():
            words = self._citations.read(message)[0]
            self._lengths[message.id] = len(words)
            for word in words:
                self._having[word].append(message.id)
        return self._having


def is_empty(word: str) -> bool:
    """Whether a folded word says nothing of a source."""
    return word in _EMPTY


def words_of(content: str) -> frozenset[str]:
    """The words of a content that its source should have."""
    return _words(_AROUND.sub(" ", content))


def _parts(message: Message) -> Iterable[str]:
    parts = (message.name, message.text, message.tail, message.tool_calls)
    return (part[:_LONGEST] for part in parts if part)


def _words(text: str) -> frozenset[str]:
    return frozenset(map(_stem, words(text))) - _EMPTY


def _stem(word: str) -> str:
    if word in _EMPTY or len(word) < 5 or not word.isalpha():
        return word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word.removesuffix(ending)
    return word


def _scripts(words: Iterable[str]) -> frozenset[str]:
    """The scripts of words by the first word of a letter's name; numbers are of every script."""
    first = {word[0] for word in words}
    return frozenset(name(letter, "").split(" ")[0] for letter in first if letter.isalpha())
