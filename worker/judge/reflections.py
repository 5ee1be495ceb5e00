"""What became of the reflections that an engine proposed, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from worker.judge.dates import date_meant
from worker.judge.duplicates import content_hash
from worker.judge.instructions import is_instruction
from worker.judge.likeness import sense
from worker.judge.objections import objection
from worker.judge.sources import ADVICE, is_user_assertion
from worker.judge.verdict import counted, listed, readable, shown
from worker.judge.wording import LONGEST, shortened
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Origin,
    Reflection,
    ReflectionProposal,
)


@dataclass(frozen=True, slots=True)
class ReflectionVerdict:
    """What of the proposed reflections is kept, and why the others are not.

    What is known already and is said again is accepted once more, for its support, and counted
    under `duplicates`. `unknown` are contents that named no observation that was shown, and were
    left out of what was kept all the same.
    """

    accepted: tuple[Reflection, ...] = ()
    recorded: int = 0
    duplicates: int = 0
    rejected: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def taken(self) -> int:
        return self.recorded + self.duplicates

    @property
    def mendable(self) -> bool:
        return bool(self.rejected)

    def __str__(self) -> str:
        """What the engine is told: "Recorded 2; 1 rejected: it rests on no observation shown"."""
        parts = [f"Recorded {self.recorded}"]
        if self.duplicates:
            parts.append(f"{self.duplicates} already known")
        if self.rejected:
            parts.append(f"{len(self.rejected)} rejected: {counted(self.rejected)}")
        if self.unknown:
            parts.append(f"unknown observations left out: {listed(self.unknown)}")
        return "; ".join(parts)


def judge_reflections(
    proposals: Iterable[ReflectionProposal],
    pool: Sequence[ActiveObservation],
    known: Sequence[ActiveReflection],
    timezone: str = "UTC",
) -> ReflectionVerdict:
    """Accept what rests on observations of the pool and can be read at any later time.

    What says the same as a reflection there is, also in other words, is that reflection again. What
    one supersedes must be known, or have been proposed before it, and say something else; of two
    that supersede each other the later one stands.
    """
    observations = {content_hash(one.content): one for one in pool}
    remembered = {content_hash(one.content): one.content for one in known}
    by_sense = {plain: one.content for one in known if (plain := sense(one.content))}
    accepted: dict[str, Reflection] = {}
    proposed: dict[str, str] = {}
    recorded = duplicates = 0
    rejected: list[str] = []
    unknown: dict[str, None] = {}
    for proposal in proposals:
        named = {content: content_hash(content[:LONGEST]) for content in proposal.support}
        support = [one for one in dict.fromkeys(named.values()) if one in observations]
        missing = [shown(content) for content, one in named.items() if one not in observations]
        content = _content(proposal, [observations[one] for one in support], missing, timezone)
        if isinstance(content, _Refused):
            rejected.append(content.reason)
            continue
        unknown.update(dict.fromkeys(missing))
        replaced = [proposed.get(one) or content_hash(one[:LONGEST]) for one in proposal.supersedes]
        hashed = content_hash(content)
        plain = sense(content)
        twin = by_sense.get(plain, content) if plain else content
        if hashed not in remembered and content_hash(twin) not in replaced:
            content, hashed = twin, content_hash(twin)
        is_new = hashed not in remembered and hashed not in accepted
        recorded += is_new
        duplicates += not is_new
        first = accepted.pop(hashed, Reflection(content, hashed, ()))
        for key, other in accepted.items():
            # It is the newest now, so nothing said before takes its place.
            kept = tuple(one for one in other.supersedes if one != hashed)
            accepted[key] = replace(other, supersedes=kept)
        accepted[hashed] = replace(
            first,
            support=tuple(dict.fromkeys((*first.support, *support))),
            supersedes=tuple(
                one
                for one in dict.fromkeys((*first.supersedes, *replaced))
                if one != hashed and (one in remembered or one in accepted)
            ),
        )
        proposed[proposal.content] = hashed
        if plain:
            by_sense.setdefault(plain, content)
    return ReflectionVerdict(
        tuple(accepted.values()), recorded, duplicates, tuple(rejected), tuple(unknown)
    )


@dataclass(frozen=True, slots=True)
class _Refused:
    reason: str


def _content(
    proposal: ReflectionProposal,
    support: Sequence[ActiveObservation],
    missing: Sequence[str],
    timezone: str,
) -> str | _Refused:
    """What is kept of a proposal, or why nothing is."""
    if not support:
        unknown = f"unknown observation {listed(missing)}"
        return _Refused(unknown if missing else "it rests on no observation")
    content, cut = readable(proposal.content)
    if reason := objection(content):
        return _Refused(reason)
    if is_instruction(content):
        return _Refused("an instruction to the assistant")
    is_advice = all(one.category == ADVICE for one in support)
    if is_advice and is_user_assertion(Origin.AGENT, "", content):
        return _Refused("says something of the user that only the assistant said")
    day = date_meant(content, max(one.observed_at for one in support), timezone)
    return shortened(content, LONGEST - len(day), cut) + day
