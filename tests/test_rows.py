"""docs/rows.md holds what it says."""

import re
from pathlib import Path

import pytest

ROWS = [
    *(f"N{number}" for number in range(1, 21)),
    *(f"C{number}" for number in range(1, 17)),
    *(f"P{number}" for number in range(1, 12)),
    *(f"P{number}" for number in (*range(20, 31), *range(40, 48), *range(50, 60))),
    "P60",
    "P62",
    "P63",
    *(f"T{number}" for number in range(33, 44)),
    *(f"O{number}" for number in (*range(1, 27), *range(29, 32), 33, 35, 36)),
    *(f"X{number}" for number in range(1, 25)),
    *(f"Q{number}" for number in range(1, 49)),
]


@pytest.fixture(scope="module")
def told(root: Path) -> dict[str, str]:
    """What rows.md says of each row."""
    text = (root / "docs/rows.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([A-Z]\d+) \|.*?\| (.*) \|$", text, re.MULTILINE))


def test_every_row_is_listed_with_what_shows_it(told: dict[str, str]) -> None:
    assert sorted(told) == sorted(ROWS)
    assert [row for row, shown in told.items() if not shown.strip()] == []


def test_every_test_and_decision_that_a_row_names_is_there(
    root: Path, told: dict[str, str]
) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (root / "tests").glob("*.py"))
    there = set(re.findall(r"^def (test_\w+)", tests, re.MULTILINE))
    decisions = (root / "docs/decisions.md").read_text(encoding="utf-8")
    headings = set(re.findall(r"^## (.+)$", decisions, re.MULTILINE))
    shown = "\n".join(told.values())
    assert set(re.findall(r"`(test_\w+)`", shown)) - there == set()
    assert set(re.findall(r'decision "([^"]+)"', shown)) - headings == set()


def test_no_decision_is_longer_than_ten_lines(root: Path) -> None:
    text = (root / "docs/decisions.md").read_text(encoding="utf-8")
    entries = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    assert [
        entry.splitlines()[0] for entry in entries if len(entry.strip().splitlines()) > 11
    ] == []
