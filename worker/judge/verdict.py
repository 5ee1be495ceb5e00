"""What became of an engine's proposals, and why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from worker.judge.dates import date_meant
from worker.judge.duplicates import content_hash
from worker.judge.facts import holds_several
from worker.judge.hearsay import Hearsay
from worker.judge.instructions import is_instruction
from worker.judge.links import WEIGHT, Links
from worker.judge.lint import Flag, Lint
from worker.judge.objections import objection
from worker.judge.secrets import redact
from worker.judge.sources import cited, has_user, is_user_assertion
from worker.judge.support import Citations
from worker.judge.wording import LONGEST, before_cut, one_line, quoted, shortened, unread
from worker.records import Known, Message, Observation, Origin, Proposal, Relevance
from worker.text import clean

_LONGEST_CATEGORY = 40
_LONGEST_ID = 80
# A receipt names no more unknown sources than these.
_MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class Verdict:
    """What of the proposals is kept, how many were known already, and why the others are not kept.

    What memory knew already is accepted again, for its sources, and counted under `duplicates`;
    `recorded` counts the rest, and `linked` those of them that say the same as something remembered
    in other words. `unknown_sources` are ids that named no message and were left out of what was
    kept all the same.
    """

    accepted: tuple[Observation, ...]
    recorded: int = 0
    duplicates: int = 0
    rejected: tuple[str, ...] = ()
    unknown_sources: tuple[str, ...] = ()
    linked: int = 0

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The content hashes of what was kept although another message is likelier its source."""
        return tuple(one.content_hash for one in self.accepted if Flag.SOURCES in one.flags)

    @property
    def taken(self) -> int:
        return self.recorded + self.duplicates

    @property
    def mendable(self) -> bool:
        return bool(self.rejected)

    def __str__(self) -> str:
        """What the engine is told: "Recorded 3; 1 already known; 1 rejected: unknown source m9"."""
        parts = [f"Recorded {self.recorded}"]
        if self.linked:
            parts.append(f"{self.linked} of them known in other words")
        if self.duplicates:
            parts.append(f"{self.duplicates} already known")
        if self.rejected:
            parts.append(f"{len(self.rejected)} rejected: {counted(self.rejected)}")
        if self.unknown_sources:
            parts.append(f"unknown sources left out: {listed(self.unknown_sources)}")
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
    observation with the sources of both; what says the same as another in other words is linked to
    it, unless it takes its place or matters more.
    """
    accepted: dict[str, Observation] = {}
    remembered = {content_hash(one.content): one for one in known}
    memory: dict[str, Known | Observation] = dict(remembered)
    links = Links(remembered)
    citations = Citations()
    hearsay = Hearsay(messages, citations)
    lint = Lint(messages, citations)
    proposed: dict[str, str] = {}
    recorded = duplicates = 0
    rejected: list[str] = []
    unknown: dict[str, None] = {}
    for given in proposals:
        named_sources, missing = cited(given.source_ids, messages)
        proposal, sources = hearsay.told(given, named_sources)
        observation = _observation(proposal, sources, missing, messages, timezone, hearsay)
        if isinstance(observation, str):
            rejected.append(observation)
            continue
        unknown.update(dict.fromkeys(map(shown, missing)))
        added = {message.id for message in sources} - {message.id for message in named_sources}
        observation = replace(observation, flags=lint.flags(observation, added))
        named = [_hash_of(one, proposed) for one in proposal.supersedes]
        observation = replace(
            observation,
            supersedes=tuple(
                one for one in links.with_targets(named) if _replaces(observation, memory.get(one))
            ),
        )
        links.replace(observation.supersedes)
        later = [_hash_of(one, {}) for one in proposal.replaced_by]
        observation = replace(
            observation,
            replaced_by=tuple(
                one for one in dict.fromkeys(later) if _is_past(observation, remembered.get(one))
            ),
        )
        is_new = observation.content_hash not in memory
        recorded += is_new
        duplicates += not is_new
        if twin := accepted.get(observation.content_hash):
            if links.is_replaced(twin.content_hash):
                # Said again after something newer took its place: it is the newest now.
                accepted.pop(twin.content_hash)
                twin = replace(twin, observed_at=observation.observed_at, replaced_by=())
            observation = together(twin, observation, messages)
        if is_new or observation.duplicate_of:
            observation = replace(observation, duplicate_of=links.target(observation))
        links.add(observation)
        if is_new and observation.replaced_by:
            links.replace([observation.content_hash])
        accepted[observation.content_hash] = observation
        memory.setdefault(observation.content_hash, observation)
        proposed[given.content] = observation.content_hash
    return Verdict(
        tuple(accepted.values()),
        recorded,
        duplicates,
        tuple(rejected),
        tuple(unknown),
        linked=sum(one.duplicate_of is not None for one in accepted.values()),
    )


def _observation(
    proposal: Proposal,
    sources: Sequence[Message],
    missing: Sequence[str],
    messages: Sequence[Message],
    timezone: str,
    hearsay: Hearsay,
) -> Observation | str:
    """What a proposal becomes, or why it becomes nothing."""
    if not sources:
        return f"unknown source {listed(map(shown, missing))}" if missing else "no source"
    ids = tuple(message.id for message in sources)
    if not set(proposal.needs) <= set(ids):
        return "a source is missing that it cannot be without"
    content, cut = readable(proposal.content)
    content = hearsay.redacted(content, sources)
    category = one_line(proposal.category[:LONGEST]).lower()[:_LONGEST_CATEGORY].strip() or "fact"
    # Asked of what will be kept: a control character before "User" hides nothing.
    if is_user_assertion(proposal.origin, category, content) and not has_user(sources):
        return "says something of the user without a message by the user"
    if reason := objection(content):
        return reason
    is_told = is_instruction(content)
    if is_told and not has_user(sources):
        return "an instruction that no user gave"
    if (
        proposal.origin is Origin.AGENT
        and not is_told
        and holds_several(proposal.content[:LONGEST])
    ):
        return "more than one fact: send one a line"
    at = _within(proposal.observed_at, messages)
    day = date_meant(content, at, timezone)
    worded = quoted if is_told else shortened
    content = worded(content, LONGEST - len(day), cut) + day
    return Observation(
        content=content,
        relevance=proposal.relevance,
        category=category,
        observed_at=at,
        source_ids=ids,
        origin=proposal.origin,
        content_hash=content_hash(content),
        needs=tuple(one for one in ids if one in proposal.needs),
    )


def readable(proposed: str) -> tuple[str, int]:
    """What of a content may be kept, on one line and without secrets, and how much was cut off."""
    line = redact(one_line(proposed))
    cut = unread(proposed)
    if cut:
        whole = before_cut(line)
        cut += len(line) - len(whole)
        line = whole
    kept = line[: LONGEST + 1]
    return kept, cut + len(line) - len(kept)


def _hash_of(content: str, proposed: Mapping[str, str]) -> str:
    """The content hash by which something proposed or known is remembered."""
    # What is longer than any memory is none, and need not be folded to know it.
    return proposed.get(content) or (content_hash(content) if len(content) <= LONGEST else "")


def _replaces(new: Observation, old: Known | Observation | None) -> bool:
    """Whether something known can give way: it is not the newer of the two, nor critical alone."""
    return (
        old is not None
        and old.content != new.content
        and old.observed_at <= new.observed_at
        and (old.relevance is not Relevance.CRITICAL or new.relevance is Relevance.CRITICAL)
    )


def _is_past(new: Observation, known: Known | None) -> bool:
    """Whether something known can have taken the place of what is only now read, but was said
    before it.
    """
    return (
        known is not None
        and known.content != new.content
        and known.observed_at > new.observed_at
        and (new.relevance is not Relevance.CRITICAL or known.relevance is Relevance.CRITICAL)
    )


def _within(at: datetime, messages: Sequence[Message]) -> datetime:
    """The time, or the nearest one at which the thread was going on."""
    times = [message.at for message in messages]
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return min(max(at, min(times)), max(times))


def together(first: Observation, second: Observation, messages: Sequence[Message]) -> Observation:
    """One observation for two of the same content: the first, with what the second adds.

    What is doubted of only one of the two is doubted no more.
    """
    ids, needs = {*first.source_ids, *second.source_ids}, first.needs
    if first.needs != second.needs:
        # One that stands is enough, so neither may lean on what only the other needs.
        alone = [_alone(one) for one in (first, second)]
        ids, needs = {one for part in alone for one in part}, ()
        if not ids:
            ids, needs = set(first.source_ids), first.needs
    return replace(
        first,
        source_ids=tuple(message.id for message in messages if message.id in ids),
        needs=needs,
        flags=tuple(flag for flag in first.flags if flag in second.flags),
        relevance=max(first.relevance, second.relevance, key=WEIGHT.__getitem__),
        supersedes=tuple(dict.fromkeys(first.supersedes + second.supersedes)),
        replaced_by=tuple(dict.fromkeys(first.replaced_by + second.replaced_by)),
    )


def _alone(one: Observation) -> tuple[str, ...]:
    """The sources of which each by itself is enough for an observation; none, if it has no such."""
    if not one.needs:
        return one.source_ids
    return one.needs if len(one.needs) == 1 else ()


def shown(source_id: str) -> str:
    """An id that an engine named, as a receipt may repeat it."""
    return clean(" ".join(source_id[:LONGEST].split()))[:_LONGEST_ID]


def counted(reasons: Iterable[str]) -> str:
    """The reasons, each once, with how often it was given."""
    return ", ".join(
        reason if count == 1 else f"{reason} ({count} times)"
        for reason, count in Counter(reasons).items()
    )


def listed(names: Iterable[str]) -> str:
    """A few of the names, and how many more there are."""
    every = list(names)
    more = len(every) - _MOST_NAMED
    return ", ".join(every[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
