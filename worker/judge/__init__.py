"""What decides whether a proposal becomes memory: pure, and the same for every engine."""

from worker.judge.desk import DropDesk, NoteDesk, ObservationDesk, ReflectionDesk, as_known, grown
from worker.judge.drops import (
    DropVerdict,
    judge_drops,
    max_drops,
    over_by_critical,
    select_drops,
)
from worker.judge.duplicates import content_hash
from worker.judge.gate import is_lasting
from worker.judge.notes import NoteVerdict, judge_notes
from worker.judge.reflections import ReflectionVerdict, judge_reflections
from worker.judge.verdict import Verdict, judge

__all__ = [
    "DropDesk",
    "DropVerdict",
    "NoteDesk",
    "NoteVerdict",
    "ObservationDesk",
    "ReflectionDesk",
    "ReflectionVerdict",
    "Verdict",
    "as_known",
    "content_hash",
    "grown",
    "is_lasting",
    "judge",
    "judge_drops",
    "judge_notes",
    "judge_reflections",
    "max_drops",
    "over_by_critical",
    "select_drops",
]
