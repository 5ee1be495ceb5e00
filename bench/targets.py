"""What the memory must reach, and whether it does."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """A figure, its bar, and whether it may not be under it or not over it."""

    what: str
    bar: float
    least: bool
    of: Callable[[Figures], float]

    def met(self, figure: float) -> bool:
        return figure >= self.bar if self.least else figure <= self.bar


def _moved(found: Figures, name: str) -> float:
    """How far the recall at 4,000 tokens is off if every name is another."""
    return abs(float(found["etr"][name]["4000"]) - float(found["renamed"][name]["4000"]))


TARGETS = (
    Target("ETR of the rules at 4,000 tokens", 0.35, True, lambda f: f["etr"]["rules"]["4000"]),
    Target("tokens of the rules' largest memory", 4000, False, lambda f: f["largest"]["rules"]),
    Target("ETR of the replay at 4,000 tokens", 0.60, True, lambda f: f["etr"]["replay"]["4000"]),
    Target("ETR of the search at 1,000 tokens", 0.75, True, lambda f: f["etr"]["search"]["1000"]),
    Target("valid provenance of the rules", 1.0, True, lambda f: f["pv"]["rules"]),
    Target("valid provenance of the replay", 1.0, True, lambda f: f["pv"]["replay"]),
    Target("unresolved dates of the rules", 0.01, False, lambda f: f["rel"]["rules"]),
    Target("unresolved dates of the replay", 0.01, False, lambda f: f["rel"]["replay"]),
    Target("ETR of the rules, moved by names", 0.01, False, lambda f: _moved(f, "rules")),
    Target("ETR of the replay, moved by names", 0.01, False, lambda f: _moved(f, "replay")),
    Target("random sources that the lint flags", 0.80, True, lambda f: f["lint"]["caught"]["all"]),
    Target("true sources that the lint flags", 0.05, False, lambda f: f["lint"]["false"]["all"]),
)


def judged(found: Figures) -> Iterator[dict[str, Any]]:
    """Every target with its figure and whether it is met; None of both if it was not measured."""
    for target in TARGETS:
        try:
            figure = float(target.of(found))
        except KeyError:
            figure = None
        yield {
            "what": target.what,
            "bar": target.bar,
            "least": target.least,
            "figure": figure,
            "met": None if figure is None else target.met(figure),
        }
