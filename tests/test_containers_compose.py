"""docker-compose.yml, run for real where a Docker engine and Compose are."""

import json
import os
import subprocess
import uuid
from collections.abc import Iterator
from typing import Any

import containers
import psycopg
import pytest
from containers import IMAGE, call, docker
from exports import a_message, a_thread
from manifests import ROOT
from product import one
from psycopg.conninfo import make_conninfo

PASSWORD = "p@ss: 'word'/%"
SAID = ("I prefer green tea.", "Remember that I am allergic to nuts.")
THREAD = a_thread(*(a_message(id=said, content=said) for said in SAID), user_id="ada")


class Project:
    """The compose file under a name of its own."""

    def __init__(self, compose: tuple[str, ...]) -> None:
        self.name = f"reflection-test-{uuid.uuid4().hex[:12]}"
        self._compose = compose
        kept = {name: value for name, value in os.environ.items() if "POSTGRES" not in name}
        self._environment = kept | {"WORKER_IMAGE": IMAGE, "POSTGRES_PASSWORD": PASSWORD}

    def call(self, *words: str, **how: Any) -> subprocess.CompletedProcess[str]:
        file = str(ROOT / "docker-compose.yml")
        named = (*self._compose, "--file", file, "--project-name", self.name)
        return call(*named, *words, env=self._environment, **how)

    def __call__(self, *words: str, **how: Any) -> str:
        """What a command of Compose prints; it has to succeed."""
        done = self.call(*words, **how)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def connect(self) -> psycopg.Connection[Any]:
        """A connection from this machine, where and as the file says."""
        host, port = self("port", "postgres", "5432").strip().split(":")
        url = f"host={host} port={port} user=reflection dbname=reflection"
        return psycopg.connect(make_conninfo(url, password=PASSWORD), autocommit=True)


@pytest.fixture(scope="module")
def image() -> str:
    return containers.build()


@pytest.fixture
def project(image: str) -> Iterator[Project]:
    compose = containers.compose()
    if compose is None:
        pytest.skip("Compose is not here: install the plugin docker compose, or docker-compose 2")
    containers.require_image(containers.POSTGRES)
    made = Project(compose)
    try:
        yield made
    finally:
        made.call("down", "--volumes", "--timeout", "5")


def test_compose_brings_everything_up_imports_drains_and_takes_it_all_away(
    project: Project,
) -> None:
    project("up", "--detach", "--no-build")
    assert docker("wait", project("ps", "--all", "--quiet", "worker").strip()) == "0"
    with project.connect() as connection:
        assert one(connection, "select stop_reason from reflection.runs") == "empty"
        # Nothing is there that nobody asked for.
        assert one(connection, "select count(*) from chat.threads") == 0
    again = ("run", "--rm", "-T", "--no-deps", "worker")
    assert "Imported 2 messages" in project(*again, "import", "-", input=json.dumps(THREAD) + "\n")
    assert "1 claimed: 1 reflected" in project(*again)
    assert "allergic to nuts" in project(*again, "memory", "ada")

    project("down", "--timeout", "5")
    assert "allergic to nuts" in project("run", "--rm", "-T", "worker", "memory", "ada")
    project("down", "--volumes", "--timeout", "5")
    mine = ("--quiet", "--filter", f"label=com.docker.compose.project={project.name}")
    for kind in (("container", "ls", "--all"), ("volume", "ls"), ("network", "ls")):
        assert docker(*kind, *mine) == "", kind


def test_compose_adds_sample_threads_when_asked_to_and_drains_them(project: Project) -> None:
    assert "Added 25 sample threads" in project("run", "--rm", "-T", "sample")
    drained = project("run", "--rm", "-T", "worker", "drain", "--max-threads", "2")
    assert "2 claimed: 2 reflected" in drained
