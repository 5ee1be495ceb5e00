"""What became of the reflections that an engine proposed, and why."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worker.judge.dates import date_meant
from worker.judge.duplicates import content_hash
from worker.judge.instructions import is_instruction
from worker.judge.objections import objection
from worker.judge.verdict import counted, listed, readable, shown
from worker.judge.wording import LONGEST, shortened
from worker.records import ActiveObservation, ActiveReflection, Reflection, ReflectionProposal


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

    What it supersedes must be known, or have been proposed before it, and say something else.
    """
    observations = {content_hash(one.content): one for one in pool}
    remembered = {content_hash(one.content) for one in known}
    accepted: dict[str, Reflection] = {}
    proposed: dict[str, str] = {}
    recorded = duplicates = 0
    rejected: list[str] = []
    unknown: dict[str, None] = {}
    for proposal in proposals:
        named = {content: content_hash(content[:LONGEST]) for content in proposal.support}
        support = tuple(dict.fromkeys(one for one in named.values() if one in observations))
        missing = [shown(content) for content, one in named.items() if one not in observations]
        content, cut = readable(proposal.content)
        if not support:
            rejected.append(
                f"unknown observation {listed(missing)}"
                if missing
                else "it rests on no observation"
            )
            continue
        if reason := objection(content) or (
            "an instruction to the assistant" if is_instruction(content) else None
        ):
            rejected.append(reason)
            continue
        unknown.update(dict.fromkeys(missing))
        day = date_meant(content, max(observations[one].observed_at for one in support), timezone)
        content = shortened(content, LONGEST - len(day), cut) + day
        hashed = content_hash(content)
        is_new = hashed not in remembered and hashed not in accepted
        recorded += is_new
        duplicates += not is_new
        replaced = [proposed.get(one) or content_hash(one[:LONGEST]) for one in proposal.supersedes]
        first = accepted.get(hashed)
        accepted[hashed] = Reflection(
            content,
            hashed,
            tuple(dict.fromkeys((*(first.support if first else ()), *support))),
            tuple(
                one
                for one in dict.fromkeys((*(first.supersedes if first else ()), *replaced))
                if one != hashed and (one in remembered or one in accepted)
            ),
        )
        proposed[proposal.content] = hashed
    return ReflectionVerdict(
        tuple(accepted.values()), recorded, duplicates, tuple(rejected), tuple(unknown)
    )
