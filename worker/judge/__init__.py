"""What decides whether a proposal becomes memory: pure, and the same for every engine."""

from worker.judge.drops import (
    DropVerdict,
    judge_drops,
    max_drops,
    over_by_critical,
    select_drops,
)
from worker.judge.duplicates import content_hash
from worker.judge.verdict import Verdict, judge

__all__ = [
    "DropVerdict",
    "Verdict",
    "content_hash",
    "judge",
    "judge_drops",
    "max_drops",
    "over_by_critical",
    "select_drops",
]
