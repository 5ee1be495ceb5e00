"""Whether something lasting was learned of a user, so that it is worth being worked into notes."""

from collections.abc import Iterable
from unicodedata import normalize

from worker.judge.lasting_words import LASTING
from worker.judge.sources import is_hearsay
from worker.records import Known, Relevance

# What an observer calls what holds for long.
LASTING_CATEGORIES = frozenset(["preference", "decision", "remember", "style"])
_WEIGHTY = frozenset([Relevance.HIGH, Relevance.CRITICAL])
_READ = 2_000


def is_lasting(learned: Iterable[Known]) -> bool:
    """Whether one of these holds for long: by its relevance, its category, or its words.

    What no user said does not count, since no note can rest on that alone.
    """
    return any(
        one.relevance in _WEIGHTY or one.category in LASTING_CATEGORIES or says_lasting(one.content)
        for one in learned
        if not is_hearsay(one)
    )


def says_lasting(content: str) -> bool:
    """Whether words say what somebody is, has, likes, decided or always does."""
    text = normalize("NFKC", normalize("NFKC", content[:_READ]).casefold()).replace("’", "'")
    return LASTING.search(text) is not None
