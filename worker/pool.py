"""A user's pool as it will be once what a claim found is stored."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from worker.judge import content_hash
from worker.records import ActiveObservation, Known, Observation, Reflection
from worker.text import tokens


def rendered_tokens(content: str) -> int:
    """Tokens of an observation as memory_for shows it."""
    return tokens(f"#1000000 {content}")


def with_coverage(
    pool: Sequence[ActiveObservation], new: Sequence[Reflection]
) -> tuple[ActiveObservation, ...]:
    """The pool with its coverage as it will be once what was distilled is stored."""
    more = Counter(one for reflection in new for one in reflection.support)
    return tuple(
        replace(one, coverage=one.coverage + more[content_hash(one.content)]) for one in pool
    )


def with_new(
    pool: Sequence[ActiveObservation], new: Sequence[Observation]
) -> tuple[ActiveObservation, ...]:
    """The pool as it will be once what is new is stored."""
    replaced = {content for one in new for content in one.supersedes}
    stored = {content_hash(one.content): one for one in pool}
    coming = (
        ActiveObservation(
            0,
            one.content,
            one.relevance,
            one.category,
            one.observed_at,
            rendered_tokens(one.content),
            0,
        )
        for one in new
        if one.content_hash not in stored and one.duplicate_of is None and not one.replaced_by
    )
    return (*(one for key, one in stored.items() if key not in replaced), *coming)


def learned(
    before: Sequence[Known], after: Sequence[Known], observed: Collection[str]
) -> tuple[Known, ...]:
    """What of memory as it is `after` was not in it `before`, of the content hashes observed."""
    new = set(observed) - {content_hash(one.content) for one in before}
    return tuple(one for one in after if content_hash(one.content) in new) if new else ()
