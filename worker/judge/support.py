"""How much of what would be remembered stands in the messages that it cites.

On LoCoMo, where each observation's source is known, hardly any of its words are found in the right
message for one or two observations in a hundred, and in a random other message of the same thread
for about six in ten. So a low share is a doubt, not a proof: it is counted, and nothing is refused
for it.
"""

import re
from collections.abc import Iterable
from unicodedata import name, normalize

from worker.judge.dates import ADDED
from worker.records import Message

# Below this share of its words a content's sources are doubtful.
DOUBT = 0.1
_LONGEST = 20_000
_AROUND = re.compile(rf"^user(?: said)?:|{ADDED}$|\[secret\]|… \[cut [0-9]+ characters\]", re.I)
_WORD = re.compile(r"[^\W_]+")
# Scripts without spaces, and Korean with its particles, are read two characters at a time.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff가-힣]+"
)
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
        wanted = _words(_AROUND.sub(" ", content))
        if not wanted:
            return None
        words: frozenset[str] = frozenset()
        scripts: frozenset[str] = frozenset()
        for message in messages:
            if message.id not in self._read:
                said = _words(" ".join(_parts(message)))
                self._read[message.id] = said, _scripts(said)
            words |= self._read[message.id][0]
            scripts |= self._read[message.id][1]
        own = _scripts(wanted)
        if own and scripts and not own & scripts:
            return None
        return len(wanted & words) / len(wanted)

    def is_doubtful(self, content: str, messages: Iterable[Message]) -> bool:
        """Whether the messages hardly have a word of the content."""
        share = self.support(content, messages)
        return share is not None and share < DOUBT


def _parts(message: Message) -> Iterable[str]:
    parts = (message.name, message.text, message.tail, message.tool_calls)
    return (part[:_LONGEST] for part in parts if part)


def _words(text: str) -> frozenset[str]:
    found: set[str] = set()
    for word in _WORD.findall(normalize("NFKC", text).casefold()):
        at = 0
        for run in _UNSPACED.finditer(word):
            found.add(_stem(word[at : run.start()]))
            pairs = range(max(1, len(run[0]) - 1))
            found.update(run[0][place : place + 2] for place in pairs)
            at = run.end()
        found.add(_stem(word[at:]))
    return frozenset(found - _EMPTY - {""})


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
