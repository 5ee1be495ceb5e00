"""Desks: where an engine hands in what it proposes, and what was accepted stays."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from worker.judge.drops import DropVerdict, judge_drops
from worker.judge.duplicates import content_hash
from worker.judge.notes import NoteVerdict, judge_notes
from worker.judge.reflections import ReflectionVerdict, judge_reflections
from worker.judge.verdict import Verdict, judge, together
from worker.notes import ActiveNote, Note, NoteProposal
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Drop,
    Known,
    Message,
    Observation,
    Proposal,
    Reflection,
    ReflectionProposal,
)


class ObservationDesk:
    """Judges what is handed in of one chunk, against memory and what was handed in before."""

    def __init__(self, messages: Sequence[Message], timezone: str, known: Sequence[Known]) -> None:
        self._messages = messages
        self._timezone = timezone
        self._known = list(known)
        self._accepted: dict[str, Observation] = {}

    def hand_in(self, proposals: Sequence[Proposal]) -> Verdict:
        """What became of these."""
        verdict = judge(proposals, self._messages, self._timezone, self._known)
        for one in verdict.accepted:
            twin = self._accepted.pop(one.content_hash, None)
            self._accepted[one.content_hash] = together(twin, one, self._messages) if twin else one
        self._known = grown(self._known, verdict.accepted)
        return verdict

    @property
    def accepted(self) -> tuple[Observation, ...]:
        return tuple(self._accepted.values())

    @property
    def flagged(self) -> dict[str, int]:
        """How many of the accepted break each of the lint's rules that any breaks."""
        return dict(Counter(str(flag) for one in self.accepted for flag in one.flags))


class ReflectionDesk:
    """Judges what is distilled, against what was distilled before."""

    def __init__(
        self,
        pool: Sequence[ActiveObservation],
        known: Sequence[ActiveReflection],
        timezone: str,
    ) -> None:
        self._pool = pool
        self._known = known
        self._timezone = timezone
        self._proposals: list[ReflectionProposal] = []
        self.accepted: tuple[Reflection, ...] = ()

    def hand_in(self, proposals: Sequence[ReflectionProposal]) -> ReflectionVerdict:
        """What became of these."""
        before = judge_reflections(self._proposals, self._pool, self._known, self._timezone)
        self._proposals += proposals
        after = judge_reflections(self._proposals, self._pool, self._known, self._timezone)
        self.accepted = after.accepted
        return replace(
            after,
            recorded=after.recorded - before.recorded,
            duplicates=after.duplicates - before.duplicates,
            rejected=after.rejected[len(before.rejected) :],
        )


class NoteDesk:
    """Judges what is compiled, against the notes that there are."""

    def __init__(
        self, learned: Sequence[Known], notes: Sequence[ActiveNote], timezone: str
    ) -> None:
        self._learned = learned
        self._notes = notes
        self._timezone = timezone
        self._proposals: list[NoteProposal] = []
        self.accepted: tuple[Note, ...] = ()

    def hand_in(self, proposals: Sequence[NoteProposal]) -> NoteVerdict:
        """What became of these."""
        before = judge_notes(self._proposals, self._learned, self._notes, self._timezone)
        self._proposals += proposals
        after = judge_notes(self._proposals, self._learned, self._notes, self._timezone)
        self.accepted = after.accepted
        return replace(
            after,
            recorded=after.recorded - before.recorded,
            duplicates=after.duplicates - before.duplicates,
            rejected=after.rejected[len(before.rejected) :],
        )


class DropDesk:
    """Judges what a pool is to lose, all that was handed in together."""

    def __init__(self, pool: Sequence[ActiveObservation], target: int) -> None:
        self._pool = pool
        self._target = target
        self._proposed: dict[int, Drop] = {}
        self.chosen: tuple[Drop, ...] = ()
        self.refused: tuple[Drop, ...] = ()

    def hand_in(self, drops: Sequence[Drop]) -> DropVerdict:
        """What goes by now, and what of these stays."""
        named = {drop.observation_id for drop in drops}
        before = [one for number, one in self._proposed.items() if number not in named]
        verdict = judge_drops([*before, *drops], self._pool, self._target)
        self._proposed.update({drop.observation_id: drop for drop in drops})
        self.chosen, self.refused = verdict.chosen, verdict.refused
        taken = sum(drop.observation_id in named for drop in verdict.chosen)
        return replace(verdict, taken=taken)


def grown(known: Sequence[Known], new: Sequence[Observation]) -> list[Known]:
    """The memory after a chunk: without what gave way, and with what is not only said again."""
    before = {content_hash(one.content): one for one in known}
    memory = dict(before)
    for one in new:
        for replaced in one.supersedes:
            memory.pop(replaced, None)
        since = [before[later].observed_at for later in one.replaced_by if later in before]
        if not since:
            if one.duplicate_of is None:
                memory[one.content_hash] = as_known(one)
        elif one.content_hash in memory and memory[one.content_hash].observed_at <= max(since):
            memory.pop(one.content_hash)
    return list(memory.values())


def as_known(one: ActiveObservation | Observation) -> Known:
    """An observation as engines and the judge see what is known."""
    return Known(one.content, one.relevance, one.category, one.observed_at)
