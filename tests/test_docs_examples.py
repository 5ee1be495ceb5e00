"""Every example in README.md, in docs/ and in the help of a command, run as it stands."""

import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest
from chatgpt_exports import chatgpt_zip
from conftest import Server
from console import SCRIPT, environment, shell
from pages import Block, every_block
from psycopg import errors, sql
from test_commands import LEAVES
from test_docs_commands import example

from worker.store.embedded.binaries import find_binaries

# What a line may begin with and is not run here, with the reason.
NOT_RUN = {
    r"make drain$": "sets up the project itself; its commands are run here one by one",
    r"make (test|check|env|fix|help|lock|clean)\b": "is about the checkout, not the program",
    r"make revision\b": "writes a migration",
    r"make psql\b": "opens a prompt",
    r"make (up|down|image|kind|deploy|bench|chaos|crash)[\w-]*\b": "needs what is not here",
    r"(docker|docker-compose|kubectl|kustomize|helm|kind|minikube|k3s|k3d|podman)\b": (
        "needs a container engine or a cluster"
    ),
    r"(git|curl|apt-get|brew|pip|pipx|uv|cd) ": "is about the machine, not the program",
    r"(createdb|createuser|pg_dump|pg_restore)\b": "needs a server of one's own",
    r"(\.venv/bin/)?reflection-worker shadow (show|discard) 3f2a\b": "its claim's id is chance",
    r"(\.venv/bin/)?reflection-worker (notes|forget) seed-maya salem\b": "needs notes: a model",
    r"export DATABASE_URL=['\"]?postgres(ql)?://": "names a server that is not here",
}
# What begins a line that is run.
RUN = re.compile(r"^(\w+=\S* )*(\.venv/bin/)?(reflection-worker|psql)\b|^export \w+=")
# More than words: this needs a real shell.
OF_THE_SHELL = re.compile(r"[|<>&;$`*]|^\w+=|^export |^(\.venv/bin/)?psql")
# Ends so when it finds something, and among the samples is a user whose zone is none.
FINDS = re.compile(r"(\.venv/bin/)?reflection-worker doctor\b")
EMBEDDED = re.compile(r"reflection-worker db (start|stop|status|reset|psql)\b")

PAGES = every_block("sh", "bash", "shell", "console")
THREADS = '{"thread_id": "t1", "user_id": "ada", "messages": []}\n'


def lines(block: Block) -> list[str]:
    """The commands of a block: continued lines joined, comments and empty ones left out."""
    joined = re.sub(r"\\\n\s*", " ", block.text)
    stripped = [line.strip().removeprefix("$ ") for line in joined.splitlines()]
    return [line for line in stripped if line and not line.startswith("#")]


# Of the examples in the help, those that stand on no page: the others are run there.
SHOWN = {line.replace(".venv/bin/", "") for block in PAGES for line in lines(block)}
BLOCKS = PAGES + [
    Block("help of " + " ".join(path), 0, "", "sh", "\n".join(example(path)))
    for path in LEAVES
    if not set(example(path)) <= SHOWN
]


@dataclass
class Home:
    """A place to try commands in: a folder, a database with all samples, and an embedded one."""

    folder: Path
    url: str
    exported: dict[str, str] = field(default_factory=dict)

    def run(self, line: str) -> tuple[int, str]:
        """The exit code of a line, and what it printed."""
        words = line.replace(".venv/bin/reflection-worker", "reflection-worker")
        url = None if EMBEDDED.search(words) else self.url
        settings = {
            "HOME": str(self.folder),
            "REFLECTION_DATA_DIR": str(self.folder / "data"),
            "REFLECTION_LOG_LEVEL": "warning",
            **self.exported,
        }
        if OF_THE_SHELL.search(re.sub(r"'[^']*'|\"[^\"$`]*\"", "", words.partition(" # ")[0])):
            return self._in_bash(words, url, settings)
        done = shell(url, *shlex.split(words, comments=True)[1:], folder=self.folder, **settings)
        return done.returncode, done.stdout + done.stderr

    def _in_bash(self, words: str, url: str | None, settings: dict[str, str]) -> tuple[int, str]:
        programs = [SCRIPT.parent, find_binaries().program("psql").parent]
        path = os.pathsep.join([*map(str, programs), os.environ["PATH"]])
        exporting = re.match(r"export (\w+)=", words)
        told = f'{words}\nprintf "%s" "${exporting[1]}"' if exporting else words
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", told],
            env=environment(url, **settings) | {"PATH": path},
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert "Traceback" not in done.stderr, done.stderr
        if exporting and done.returncode == 0:
            assert done.stdout, f"nothing to export: {words}"
            self.exported[exporting[1]] = done.stdout
        return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def place(
    server: Server, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Home]:
    name = server.create(template)
    home = Home(tmp_path_factory.mktemp("home"), server.url_of(name))
    given = [block.text for block in every_block("json") if '"thread_id"' in block.text]
    written = [
        json.dumps(value, ensure_ascii=False) + "\n" for text in given for value in values(text)
    ]
    (home.folder / "threads.jsonl").write_text("".join(written) or THREADS, encoding="utf-8")
    chatgpt_zip(home.folder).rename(home.folder / "chatgpt-export.zip")
    for line in ("dev seed", "drain --until-empty"):
        code, told = home.run(f"reflection-worker {line}")
        assert code == 0, told
    yield home
    server.drop(name)
    if (home.folder / "data").exists():
        home.exported.clear()
        home.run("reflection-worker db reset --yes")


@pytest.fixture
def home(place: Home) -> Home:
    """The place, with nothing exported by an earlier block."""
    place.exported.clear()
    return place


def values(text: str) -> list[object]:
    """The JSON values of a text, one after the other."""
    decoder, found, at = json.JSONDecoder(), list[object](), 0
    while at < len(text):
        value, at = decoder.raw_decode(text, at)
        found.append(value)
        at += len(text[at:]) - len(text[at:].lstrip())
    return found


def reason(line: str) -> str | None:
    """Why a line is not run here, if there is a reason."""
    return next((why for begins, why in NOT_RUN.items() if re.match(begins, line)), None)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_every_line_of_an_example_runs(home: Home, block: Block) -> None:
    for line in lines(block):
        if reason(line):
            continue
        assert RUN.match(line), f"{block}: nobody knows how to run: {line}"
        # What an example stops or deletes may not have been started by another one.
        if "db psql" in line:
            url = home.run("reflection-worker db start")[1].strip()
            assert shell(url, "migrate").returncode == 0
        code, told = home.run(line)
        assert code == (1 if FINDS.match(line) else 0), f"{block}: {line}\n{told}"


def test_there_are_examples_and_most_of_them_are_run() -> None:
    every = [line for block in BLOCKS for line in lines(block)]
    assert len(every) > 30
    run = [line for line in every if not reason(line)]
    named = {word for line in run for word in re.findall(r"reflection-worker ([a-z]+)", line)}
    assert {path[0] for path in LEAVES} <= named


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ("reflection-worker queue", True),
        (".venv/bin/reflection-worker drain --show   # once", True),
        ("REFLECTION_ENGINE=rules reflection-worker drain", True),
        ("export DATABASE_URL=$(reflection-worker db start)", True),
        ("export DATABASE_URL=postgresql://app@db/app", True),
        ("make drain", True),
        ("make dinner", False),
        ("rm -rf /", False),
        ("python -m worker", False),
    ],
)
def test_a_line_that_nobody_knows_how_to_run_would_be_found(line: str, known: bool) -> None:
    assert bool(reason(line) or RUN.match(line)) is known


def test_an_example_that_does_not_run_would_be_found(home: Home) -> None:
    assert home.run("reflection-worker queue --state lost")[0] == 2
    assert home.run(".venv/bin/reflection-worker show nothing # not there")[0] == 2
    assert home.run("reflection-worker runs | grep nothing-of-the-kind")[0] == 1
    assert home.run('psql "$DATABASE_URL" -c "select nothing"')[0] == 1
    assert home.run('psql "$DATABASE_URL" -Atc "select 6 * 7"') == (0, "42\n")


# --- what is no command


@pytest.mark.parametrize("block", every_block("json"), ids=str)
def test_an_example_in_json_is_json_and_threads_are_taken_in(home: Home, block: Block) -> None:
    for value in values(block.text):
        if isinstance(value, dict) and "thread_id" in value:
            file = home.folder / "one.jsonl"
            file.write_text(json.dumps(value), encoding="utf-8")
            code, told = home.run("reflection-worker import one.jsonl")
            assert code == 0, told


# Those of operating.md must also show what they promise, and those of deploying.md make logins of a
# whole server: each has tests of its own.
ELSEWHERE = {"docs/operating.md", "docs/deploying.md"}
SQL = [block for block in every_block("sql") if block.page not in ELSEWHERE]
# Names that an example gives to what everybody has under a name of their own.
LOGINS = r"\b(\w+_login)\b"


@pytest.mark.parametrize("block", SQL, ids=str)
def test_an_example_in_sql_runs(place: Home, block: Block) -> None:
    with psycopg.connect(place.url) as connection:
        for login in sorted(set(re.findall(LOGINS, block.text))):
            try:
                with connection.transaction():
                    connection.execute(sql.SQL("create role {}").format(sql.Identifier(login)))
            except errors.DuplicateObject:
                pass
        here = sql.Identifier(connection.info.dbname).as_string(connection)
        text = re.sub(r"(?i)\b(database) (app|NAME)\b", rf"\1 {here}", block.text)
        connection.execute(text.encode())
        connection.rollback()
