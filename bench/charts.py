"""The scorecard as pictures: bars for a terminal, and lines over the budget in PNG files.

The colours are those of Okabe and Ito, which people of any colour vision tell apart; each line has
a mark of its own as well. A picture is drawn twice, for pages that are light and that are dark.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.bar import Bar
from rich.console import Console
from rich.table import Table

from bench.tables import title

matplotlib.use("Agg")

Found = Mapping[str, Any]
_WIDTH = 40
# What a picture holds of all that is measured: ours first, and of the others the best known.
PANELS = (
    (
        "Memory that knows no question",
        ("rules", "replay", "recorded_idf_mean", "keyword_idf", "idf_mean", "last_n", "random",
         "oracle"),
    ),
    (
        "Search, which is given the question",
        ("search", "search_rules", "bm25_with_observations", "bm25_smoothed", "bm25",
         "bm25_observations", "bm25_sessions"),
    ),
)  # fmt: skip
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#888888", "#F0E442")
_MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
# Those of ours are drawn as whole and thick lines.
_OURS = frozenset(["rules", "replay", "search", "search_rules"])


@dataclass(frozen=True, slots=True)
class _Paper:
    name: str
    ground: str
    ink: str
    grid: str


_PAPERS = (
    _Paper("memory.png", "#ffffff", "#1f1f1f", "#d0d0d0"),
    _Paper("memory-dark.png", "#15181d", "#e6e6e6", "#3b4048"),
)


def text(found: Found) -> str:
    """Bars of the evidence that is cited, for a terminal and in no colour."""
    drawn = io.StringIO()
    console = Console(file=drawn, width=100, color_system=None, force_terminal=False)
    for budget, (heading, names) in zip(("4000", "1000"), PANELS, strict=True):
        rows = Table(
            box=None, title=f"\n{heading}: ETR at {int(budget):,} tokens", show_header=False
        )
        for _, name in _there(found, names):
            share = found["etr"][name][budget]
            rows.add_row(title(name), Bar(1.0, 0.0, share, width=_WIDTH), f"{share:.3f}")
        console.print(rows)
    return drawn.getvalue().rstrip()


def draw(found: Found, folder: Path) -> Iterator[Path]:
    """Write the pictures into a folder, and give the path of each."""
    folder.mkdir(parents=True, exist_ok=True)
    for paper in _PAPERS:
        path = folder / paper.name
        _figure(found, paper).savefig(path, dpi=120, facecolor=paper.ground)
        yield path


def _figure(found: Found, paper: _Paper) -> Figure:
    figure = Figure(figsize=(12, 6), facecolor=paper.ground, layout="constrained")
    figure.suptitle("Share of the evidence that is cited within a budget", color=paper.ink)
    panels = figure.subplots(1, 2, sharey=True)
    for axes, (heading, names) in zip(panels, PANELS, strict=True):
        _panel(axes, heading, found, names, paper)
    panels[0].set_ylabel("evidence-turn recall (ETR)", color=paper.ink)
    return figure


def _panel(axes: Axes, heading: str, found: Found, names: Sequence[str], paper: _Paper) -> None:
    axes.set_facecolor(paper.ground)
    axes.set_title(heading, color=paper.ink)
    axes.set_xscale("log", base=2)
    for place, name in _there(found, names):
        row = found["etr"][name]
        ours = name in _OURS
        axes.plot(
            [int(budget) for budget in row],
            list(row.values()),
            label=title(name),
            color=paper.ink if name == "oracle" else _COLOURS[place],
            marker=_MARKS[place],
            linewidth=2.8 if ours else 1.4,
            linestyle="-" if ours else ":" if name == "oracle" else "--",
            markersize=7 if ours else 5,
        )
    budgets = [int(budget) for budget in next(iter(found["etr"].values()))]
    axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets])
    axes.minorticks_off()
    axes.set_ylim(0, 1)
    axes.set_xlabel("tokens shown", color=paper.ink)
    axes.tick_params(colors=paper.ink)
    axes.grid(color=paper.grid, linewidth=0.7)
    for side in axes.spines.values():
        side.set_color(paper.grid)
    legend = axes.legend(facecolor=paper.ground, edgecolor=paper.grid, fontsize=9)
    for label in legend.get_texts():
        label.set_color(paper.ink)


def _there(found: Found, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The names that were measured, each with its place among all."""
    return ((place, name) for place, name in enumerate(names) if name in found["etr"])
