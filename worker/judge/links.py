"""What says the same as something remembered, in other words, is linked to it."""

from collections.abc import Iterable, Mapping

from worker.judge.likeness import sense
from worker.records import Known, Observation, Relevance

WEIGHT = {Relevance.LOW: 0, Relevance.MEDIUM: 1, Relevance.HIGH: 2, Relevance.CRITICAL: 3}


class Links:
    """Which remembered content a new one says again.

    A link goes to a content that has none itself, so links never chain and never go round. The
    category does not matter, since two models name it differently for the same words; who says it
    does, and is part of what is compared.
    """

    def __init__(self, known: Mapping[str, Known]) -> None:
        """`known` is what is remembered, by its content hash."""
        self._known = known
        # What is said, and by which contents; read only once something new needs it.
        self._alike: dict[str, dict[str, Known | Observation]] | None = None
        self._linked: dict[str, str] = {}
        self._replaced: set[str] = set()

    def target(self, new: Observation) -> str | None:
        """The content hash of what says the same, is at least as relevant and was not replaced.

        Of several the most relevant, then the oldest. Never what `new` replaces itself: of two that
        replace and repeat each other neither would be shown.
        """
        plain = sense(new.content)
        if plain is None:
            return None
        able = [
            (_rank(key, one), key)
            for key, one in self._by_sense().get(plain, {}).items()
            if key not in self._replaced
            and key not in (new.content_hash, *new.supersedes)
            and WEIGHT[one.relevance] >= WEIGHT[new.relevance]
        ]
        return min(able)[1] if able else None

    def add(self, new: Observation) -> None:
        """Let what comes later be linked to `new`, or to what `new` is linked to."""
        self._replaced.discard(new.content_hash)
        if new.duplicate_of:
            self._linked[new.content_hash] = new.duplicate_of
            return
        self._linked.pop(new.content_hash, None)
        plain = sense(new.content)
        if plain is not None:
            self._by_sense().setdefault(plain, {})[new.content_hash] = new

    def with_targets(self, hashes: Iterable[str]) -> list[str]:
        """The hashes and, after each, what it is linked to: that speaks for it."""
        both = ((one, self._linked.get(one)) for one in hashes)
        return list(dict.fromkeys(one for pair in both for one in pair if one))

    def replace(self, hashes: Iterable[str]) -> None:
        """These gave way to something newer: nothing is linked to them any more."""
        self._replaced.update(hashes)

    def is_replaced(self, key: str) -> bool:
        """Whether something newer took the place of this content."""
        return key in self._replaced

    def _by_sense(self) -> dict[str, dict[str, Known | Observation]]:
        if self._alike is None:
            self._alike = {}
            for key, one in self._known.items():
                plain = sense(one.content)
                if plain is not None:
                    self._alike.setdefault(plain, {})[key] = one
        return self._alike


def _rank(key: str, one: Known | Observation) -> tuple[int, float, str]:
    return -WEIGHT[one.relevance], one.observed_at.timestamp(), key
