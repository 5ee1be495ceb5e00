"""The engine that needs no model: what a person says plainly about themselves, found by rule."""

from worker.engines.rules.engine import RuleEngine

__all__ = ["RuleEngine"]
