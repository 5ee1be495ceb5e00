"""What became of an engine's proposals, and why."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from worker.judge.dates import date_meant
from worker.judge.duplicates import content_hash
from worker.judge.secrets import redact
from worker.judge.sources import cited, has_user, is_user_assertion
from worker.judge.wording import LONGEST, is_instruction, objection, one_line, quoted, shortened
from worker.records import Known, Message, Observation, Proposal, Relevance
from worker.text import clean

_WEIGHT = {Relevance.LOW: 0, Relevance.MEDIUM: 1, Relevance.HIGH: 2, Relevance.CRITICAL: 3}
_LONGEST_CATEGORY = 40
_LONGEST_ID = 80


@dataclass(frozen=True, slots=True)
class Verdict:
    """What of the proposals is kept, how many were known already, and why the others are not kept.

    What memory knew already is accepted again, for its sources, and counted under `duplicates`;
    `recorded` counts the rest. `unknown_sources` are ids that named no message and were left out of
    what was kept all the same.
    """

    accepted: tuple[Observation, ...]
    recorded: int = 0
    duplicates: int = 0
    rejected: tuple[str, ...] = ()
    unknown_sources: tuple[str, ...] = ()

    def __str__(self) -> str:
        """What the engine is told: "Recorded 3; 1 already known; 1 rejected: unknown source m9"."""
        parts = [f"Recorded {self.recorded}"]
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
    proposals: Iterable[Proposal],
    messages: Sequence[Message],
    timezone: str = "UTC",
    known: Iterable[Known] = (),
) -> Verdict:
    """Accept what rests on the messages, worded so that it can be read at any later time.

    `timezone` is the user's, in which "yesterday" is a date. What is known already and is said
    again is accepted once more, for its sources. Two proposals that say the same become one
    observation with the sources of both.
    """
    accepted: dict[str, Observation] = {}
    memory: dict[str, Known | Observation] = {content_hash(one.content): one for one in known}
    proposed: dict[str, str] = {}
    recorded = duplicates = 0
    rejected: list[str] = []
    unknown: dict[str, None] = {}
    for proposal in proposals:
        sources, missing = cited(proposal.source_ids, messages)
        observation = _observation(proposal, sources, missing, messages, timezone)
        if isinstance(observation, str):
            rejected.append(observation)
            continue
        unknown.update(dict.fromkeys(_shown(one) for one in missing))
        replaced = [proposed.get(one) or content_hash(one) for one in proposal.supersedes]
        observation = replace(
            observation,
            supersedes=tuple(
                one for one in dict.fromkeys(replaced) if _replaces(observation, memory.get(one))
            ),
        )
        if observation.content_hash in memory:
            duplicates += 1
        else:
            recorded += 1
        if twin := accepted.get(observation.content_hash):
            observation = _together(twin, observation, messages)
        accepted[observation.content_hash] = observation
        memory.setdefault(observation.content_hash, observation)
        proposed[proposal.content] = observation.content_hash
    return Verdict(tuple(accepted.values()), recorded, duplicates, tuple(rejected), tuple(unknown))


def _observation(
    proposal: Proposal,
    sources: Sequence[Message],
    missing: Sequence[str],
    messages: Sequence[Message],
    timezone: str,
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
    at = _within(proposal.observed_at, messages)
    day = date_meant(content, at, timezone)
    content = shortened(content, LONGEST - len(day)) + day
    return Observation(
        content=content,
        relevance=proposal.relevance,
        category=category,
        observed_at=at,
        source_ids=tuple(message.id for message in sources),
        origin=proposal.origin,
        content_hash=content_hash(content),
    )


def _replaces(new: Observation, old: Known | Observation | None) -> bool:
    """Whether something known can give way: it is not the newer of the two, nor critical alone."""
    return (
        old is not None
        and old.content != new.content
        and old.observed_at <= new.observed_at
        and (old.relevance is not Relevance.CRITICAL or new.relevance is Relevance.CRITICAL)
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
        supersedes=tuple(dict.fromkeys(first.supersedes + second.supersedes)),
    )


def _shown(source_id: str) -> str:
    return clean(" ".join(source_id.split()))[:_LONGEST_ID]
