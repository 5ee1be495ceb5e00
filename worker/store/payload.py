"""Memory and money as the SQL functions take them: JSON."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from worker.engine import Stage
from worker.records import Memory
from worker.usage import Usage
from worker.work import StageReport


def payload(
    memory: Memory, *, engine: str, model: str | None, prompt_hash: str | None
) -> dict[str, Any]:
    """A memory as commit_reflection takes it."""
    return {
        "outcome": memory.outcome.value,
        "engine": engine,
        "model": model,
        "prompt_hash": prompt_hash,
        "error": memory.error,
        "observations": [
            {
                "content": observation.content,
                "relevance": observation.relevance.value,
                "category": observation.category,
                "observed_at": observation.observed_at.isoformat(),
                "origin": observation.origin.value,
                "content_hash": observation.content_hash,
                "sources": list(observation.source_ids),
                "duplicate_of": observation.duplicate_of,
                "supersedes": list(observation.supersedes),
                "replaced_by": list(observation.replaced_by),
                "needs": list(observation.needs),
                "flags": list(observation.flags),
            }
            for observation in memory.observations
        ],
        "coverage": [
            {
                "message_id": covered.message_id,
                "content_hash": covered.content_hash,
                "skipped": covered.skipped,
            }
            for covered in memory.coverage
        ],
        "reflections": [
            {
                "content": reflection.content,
                "content_hash": reflection.content_hash,
                "support": list(reflection.support),
                "supersedes": list(reflection.supersedes),
            }
            for reflection in memory.reflections
        ],
        "notes": [asdict(note) for note in memory.notes],
        "drops": [
            {"observation_id": drop.observation_id, "reason": drop.reason} for drop in memory.drops
        ],
    }


def account(total: Usage, stages: Mapping[Stage, StageReport]) -> dict[str, Any]:
    """What a claim has cost so far, all of it and by stage, as enter_spending takes it."""
    return asdict(total) | {
        "stages": {
            stage.value: {
                "ended": report.ended.value if report.ended else None,
                "error": report.error,
                **asdict(report.usage),
            }
            for stage, report in stages.items()
        }
    }
