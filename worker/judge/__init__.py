"""What decides whether a proposal becomes memory: pure, and the same for every engine."""

from worker.judge.drops import max_drops, select_drops
from worker.judge.duplicates import content_hash
from worker.judge.verdict import Verdict, judge

__all__ = ["Verdict", "content_hash", "judge", "max_drops", "select_drops"]
