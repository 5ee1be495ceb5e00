"""What became of an engine's proposals, and why."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from worker.judge.duplicates import content_hash
from worker.judge.secrets import redact
from worker.judge.sources import cited, has_user, is_user_assertion
from worker.judge.wording import is_instruction, objection, one_line, quoted, shortened
from worker.records import Message, Observation, Proposal, Relevance
from worker.text import clean

_WEIGHT = {Relevance.LOW: 0, Relevance.MEDIUM: 1, Relevance.HIGH: 2, Relevance.CRITICAL: 3}
_LONGEST_CATEGORY = 40
_LONGEST_ID = 80


@dataclass(frozen=True, slots=True)
class Verdict:
    """What of the proposals is kept, how many were known already, and why the others are not kept.

    `unknown_sources` are ids that named no message and were left out of what was kept all the same.
    """

    accepted: tuple[Observation, ...]
    duplicates: int = 0
    rejected: tuple[str, ...] = ()
    unknown_sources: tuple[str, ...] = ()

    def __str__(self) -> str:
        """What the engine is told: "Recorded 3; 1 already known; 1 rejected: unknown source m9"."""
        parts = [f"Recorded {len(self.accepted)}"]
        if self.duplicates:
            parts.append(f"{self.duplicates} already known")
        if self.rejected:
            reasons = ", ".join(
                reason if count == 1 else f"{reason} ({count} times)"
                for reason, count in Counter(self.rejected).items()
            )
            parts.append(f"{len(self.rejected)} rejected: {reasons}")
        if self.unknown_sources:
            parts.append(f"unknown sources left out: {', '.join(self.unknown_sources)}")
        return "; ".join(parts)


def judge(
    proposals: Iterable[Proposal], messages: Sequence[Message], known: Collection[str] = ()
) -> Verdict:
    """Accept what rests on the messages and says something that is not among `known`.

    `known` are content hashes. Two proposals that say the same become one observation with the
    sources of both.
    """
    accepted: dict[str, Observation] = {}
    duplicates = 0
    rejected: list[str] = []
    unknown: dict[str, None] = {}
    for proposal in proposals:
        sources, missing = cited(proposal.source_ids, messages)
        observation = _observation(proposal, sources, missing, messages)
        if isinstance(observation, str):
            rejected.append(observation)
            continue
        unknown.update(dict.fromkeys(_shown(one) for one in missing))
        if observation.content_hash in known:
            duplicates += 1
        elif twin := accepted.get(observation.content_hash):
            duplicates += 1
            accepted[twin.content_hash] = _together(twin, observation, messages)
        else:
            accepted[observation.content_hash] = observation
    return Verdict(tuple(accepted.values()), duplicates, tuple(rejected), tuple(unknown))


def _observation(
    proposal: Proposal,
    sources: Sequence[Message],
    missing: Sequence[str],
    messages: Sequence[Message],
) -> Observation | str:
    """What a proposal becomes, or why it becomes nothing."""
    if not sources:
        return f"unknown source {', '.join(map(_shown, missing))}" if missing else "no source"
    content = redact(one_line(proposal.content))
    category = one_line(proposal.category).lower()[:_LONGEST_CATEGORY].strip() or "fact"
    # Asked of what will be kept: a control character before "User" hides nothing.
    if is_user_assertion(proposal.origin, category, content) and not has_user(sources):
        return "says something of the user without a message by the user"
    if reason := objection(content):
        return reason
    if is_instruction(content):
        if not has_user(sources):
            return "an instruction that no user gave"
        content = quoted(content)
    content = shortened(content)
    return Observation(
        content=content,
        relevance=proposal.relevance,
        category=category,
        observed_at=_within(proposal.observed_at, messages),
        source_ids=tuple(message.id for message in sources),
        origin=proposal.origin,
        content_hash=content_hash(content),
    )


def _within(at: datetime, messages: Sequence[Message]) -> datetime:
    """The time, or the nearest one at which the thread was going on."""
    times = [message.at for message in messages]
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return min(max(at, min(times)), max(times))


def _together(first: Observation, second: Observation, messages: Sequence[Message]) -> Observation:
    ids = {*first.source_ids, *second.source_ids}
    return replace(
        first,
        source_ids=tuple(message.id for message in messages if message.id in ids),
        relevance=max(first.relevance, second.relevance, key=_WEIGHT.__getitem__),
    )


def _shown(source_id: str) -> str:
    return clean(" ".join(source_id.split()))[:_LONGEST_ID]
