"""The floors of the package: imports go down only, and each outside library has one place."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from os import environ
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# Bottom up. What stands on one floor does not import its neighbours.
FLOORS = (
    {"errors", "jsonable", "notes", "text", "usage", "words"},
    {"records", "slugs"},
    {"chunks", "engine", "settings", "stop", "source", "terminal"},
    {"work"},
    {"log", "progress"},
    {"engines", "judge", "store", "exchange"},
    {"pool"},
    {"reflect", "drain", "dev", "jobs", "preview"},
    {"run"},
    {"app", "migrate"},
    {"commands"},
    {"cli"},
)
FLOOR = {name: place for place, names in enumerate(FLOORS) for name in names}
# Who alone may import a library, by the beginning of its module's name.
HOMES = {
    "psycopg": ("worker.store.", "migrations."),
    "anthropic": ("worker.engines.claude.",),
    "sqlalchemy": ("worker.migrate", "migrations."),
    "alembic": ("worker.migrate", "migrations."),
    "click": ("worker.cli", "worker.commands."),
    "rich": ("worker.terminal.", "worker.progress."),
    "tenacity": ("worker.engines.claude.",),
    "ijson": ("worker.exchange.elements.",),
}
SQL = re.compile(
    r"\b(select\b.+\bfrom|insert\s+into|delete\s+from|update\s+[\w.]+\s+set"
    r"|(create|alter|drop|truncate)\s+(table|schema|function|view|role|index))\b",
    re.IGNORECASE | re.DOTALL,
)
WORDLESS = {"utils", "util", "helpers", "common_utils", "manager", "handler", "misc"}


def sources() -> Iterator[tuple[str, Path]]:
    """Every module of the package and of the migrations, by its full name."""
    for folder in ("worker", "migrations"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__"), path


MODULES = dict(sources())


def imports(name: str) -> set[str]:
    """The full names of what a module imports, at its top or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} has a relative import"
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {one if one in MODULES else str(node.module) for one in full}
    return found


def part(name: str) -> str:
    """What stands on a floor: `store` for worker.store.queue."""
    return name.split(".")[1]


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith("worker.")])
def test_a_module_imports_only_from_the_floors_below_its_own(name: str) -> None:
    assert part(name) in FLOOR, f"worker/{part(name)} has no floor yet: give it one in FLOORS"
    ours = [one for one in imports(name) if one.startswith("worker.")]
    wrong = {
        one for one in ours if part(one) != part(name) and FLOOR[part(one)] >= FLOOR[part(name)]
    }
    assert wrong == set()
    assert "worker" not in imports(name) or MODULES["worker"].read_text() == ""


def test_no_module_is_imported_by_what_it_imports() -> None:
    graph = {
        name: {one for one in imports(name) if one in MODULES and one != name} for name in MODULES
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


@pytest.mark.parametrize("library", HOMES)
def test_an_outside_library_is_imported_in_its_own_place_only(library: str) -> None:
    importing = {
        name for name in MODULES if any(one.split(".")[0] == library for one in imports(name))
    }
    assert {name for name in importing if not f"{name}.".startswith(HOMES[library])} == set()


def test_the_engines_and_the_judge_reach_neither_database_nor_settings() -> None:
    for name in MODULES:
        if name.startswith(("worker.engines", "worker.judge")):
            reached = {part(one) for one in imports(name) if one.startswith("worker.")}
            assert not reached & {"store", "settings", "exchange"}, name


def files(*suffixes: str) -> list[Path]:
    folders = ("worker", "sql", "migrations", "tests", "bench")
    every = (path for folder in folders for path in (ROOT / folder).rglob("*"))
    return [path for path in every if path.suffix in suffixes and "frozen" not in path.parts]


def test_no_file_is_longer_than_300_lines() -> None:
    def lines(path: Path) -> int:
        return path.read_text(encoding="utf-8").count("\n")

    long = {str(path.relative_to(ROOT)) for path in files(".py", ".sql") if lines(path) > 300}
    assert long == set()


def strings(path: Path) -> Iterator[str]:
    """The strings of a module, its docstrings aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_no_statement_of_sql_stands_in_python_outside_the_store_and_the_migrations() -> None:
    found = [
        (name, said)
        for name, path in MODULES.items()
        if not f"{name}.".startswith(("worker.store.", "migrations."))
        for said in strings(path)
        if SQL.search(said)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ('"""Select a thread from here."""', 0),
        ('QUERY = f"select 1\\n from {table}"', 1),
        ('QUERY = """\\n  insert\\n  into b"""', 1),
        ('say("update a.b set c = 1")', 1),
        ('say("drop table a")', 1),
        ('say("The settings in force, from the environment")', 0),
    ],
)
def test_sql_in_python_would_be_found(tmp_path: Path, written: str, found: int) -> None:
    module = tmp_path / "module.py"
    module.write_text(written)
    assert len([said for said in strings(module) if SQL.search(said)]) == found


def test_no_module_is_named_by_a_word_that_says_nothing() -> None:
    names = {word for path in files(".py", ".sql") for word in path.stem.split("_")}
    assert names & WORDLESS == set()


def test_an_empty_tick_never_imports_what_it_does_not_need(database_url: str) -> None:
    tick = (
        "import sys; from worker.cli import cli\n"
        "try: cli(['drain'])\n"
        "except SystemExit as ended: code = ended.code\n"
        "print(code, *sorted(name.split('.')[0] for name in sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", tick],
        env=environ | {"DATABASE_URL": database_url},
        capture_output=True,
        text=True,
        timeout=60,
    )
    code, *loaded = done.stderr.splitlines()[-1].split()
    assert code == "0"
    assert "psycopg" in loaded
    needless = {"anthropic", "alembic", "sqlalchemy", "httpx2", "tenacity", "importlib_metadata"}
    assert not (needless | {"rich", "ijson"}) & set(loaded)
