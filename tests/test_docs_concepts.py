"""docs/concepts.md: the picture has the states that there are, and goes where threads can go."""

import re

import pytest
from pages import ROOT, blocks
from product import Connection

PAGE = ROOT / "docs" / "concepts.md"


@pytest.fixture(scope="module")
def picture() -> set[tuple[str, str]]:
    """The ways from state to state, by the names of the states."""
    (block,) = blocks(PAGE, "mermaid")
    assert block.text.startswith("stateDiagram-v2\n")
    names = {short: name for name, short in re.findall(r'state "(.+?)" as (\w+)', block.text)}
    ways = re.findall(r"^ +(\S+) --> (\S+)(?: : .+)?$", block.text, re.M)
    drawn = [line for line in block.text.splitlines() if "-->" in line]
    assert len(ways) == len(drawn)
    return {(names.get(start, start), names.get(end, end)) for start, end in ways}


def test_the_picture_and_the_table_have_every_state_and_no_other(
    connection: Connection, picture: set[tuple[str, str]]
) -> None:
    there = {
        row[0] for row in connection.execute("select state from reflection.queue_totals").fetchall()
    }
    assert {state for way in picture for state in way} - {"[*]"} == there
    assert set(re.findall(r"^\| ([a-z ]+) \| ", PAGE.read_text(), re.M)) >= there


def test_every_state_is_reached_and_left(picture: set[tuple[str, str]]) -> None:
    starts, ends = {start for start, _ in picture}, {end for _, end in picture}
    assert starts == ends
