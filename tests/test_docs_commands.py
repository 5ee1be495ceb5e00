"""docs/commands.md has every command and option there is, and none that is not."""

import re

import click
import pytest
from pages import ROOT
from test_commands import LEAVES, commands, found

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^### `(.+?)`\n(.*?)(?=^##|\Z)", PAGE, re.M | re.S))


def usage(path: tuple[str, ...]) -> str:
    """A command with its arguments: show THREAD."""
    arguments = [
        one.make_metavar(click.Context(found(path)))
        for one in found(path).params
        if isinstance(one, click.Argument)
    ]
    return " ".join([*path, *arguments])


def options(path: tuple[str, ...]) -> list[str]:
    """The lines of a command's table, as they have to stand."""
    told = []
    for one in found(path).params:
        if isinstance(one, click.Option):
            value = "" if one.is_flag else f" {one.metavar}"
            default = f" Default: {one.default}." if one.show_default else ""
            told.append(f"| `{', '.join(one.opts)}{value}` | {one.help}{default} |")
    return told


def example(path: tuple[str, ...]) -> list[str]:
    """The lines of the example in a command's help."""
    _, _, lines = (found(path).help or "").partition("Example:\n")
    return [line.strip() for line in lines.splitlines() if line.strip()]


def test_every_command_has_a_section_and_no_section_is_of_one_that_is_gone() -> None:
    assert sorted(SECTIONS) == sorted(usage(path) for path in LEAVES)


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_a_section_has_each_option_as_its_help_says_it_and_no_other(path: tuple[str, ...]) -> None:
    lines = SECTIONS[usage(path)].splitlines()
    assert [line for line in lines if line.startswith("| `")] == options(path)


@pytest.mark.parametrize("path", LEAVES, ids=" ".join)
def test_a_section_shows_the_example_of_the_help(path: tuple[str, ...]) -> None:
    shown = re.findall(r"^```sh\n(.*?)^```$", SECTIONS[usage(path)], re.M | re.S)
    lines = [line.replace(".venv/bin/", "").strip() for line in "".join(shown).splitlines()]
    assert example(path) != []
    assert [line for line in example(path) if line not in lines] == []


def test_the_page_names_no_command_that_there_is_not() -> None:
    there = {" ".join(path) for path in commands()}
    named = re.findall(r"reflection-worker ((?:db |dev )?[a-z]+)", PAGE)
    assert {name for name in named if name not in there} == set()
