"""Docker as the tests drive it: the engine, the image, a Postgres, and pods run as manifests say.

Whatever is missing is a reason to skip that says what to install. Everything that is started has a
name of its own and is removed.
"""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
from manifest_faults import MEMORY
from manifests import ROOT, Resource, at, environment
from psycopg.conninfo import make_conninfo

PYTHON, POSTGRES = "python:3.12-slim", "postgres:18-alpine"
IMAGE = "reflection-worker:test"
PASSWORD = "a word"
SLOW, QUICK = 900, 120


def call(
    *words: str | Path, timeout: float = QUICK, **how: Any
) -> subprocess.CompletedProcess[str]:
    """A command, whatever came of it."""
    return subprocess.run(
        [str(word) for word in words], capture_output=True, text=True, timeout=timeout, **how
    )


def docker(*words: str | Path, **how: Any) -> str:
    """What a docker command prints; it has to succeed."""
    done = call("docker", *words, **how)
    assert done.returncode == 0, f"docker {words[0]}: {done.stderr}"
    return done.stdout.strip()


@cache
def lacking_engine() -> str | None:
    """Why there is no Docker engine, if there is none."""
    if shutil.which("docker") is None:
        return "no docker on PATH: install Docker Engine to have the image and compose file run"
    try:
        done = call("docker", "version", "--format", "{{.Server.Version}}", timeout=30)
    except subprocess.TimeoutExpired:
        return "the Docker engine does not answer: start it to have the image and compose file run"
    if done.returncode:
        return "no Docker engine answers: start dockerd to have the image and compose file run"
    return None


@cache
def builder() -> str | None:
    """A docker client that can build with BuildKit: the plugin buildx, or it is old enough."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    found = (shutil.which("docker", path=folder) for folder in folders)
    for client in filter(None, found):
        version = call(client, "version", "--format", "{{.Client.Version}}").stdout
        if call(client, "buildx", "version").returncode == 0 or int(version.split(".")[0]) < 23:
            return client
    return None


@cache
def compose() -> tuple[str, ...] | None:
    """How Compose is called here, if it is here: version 2 or newer, as plugin or by itself."""
    for words in (("docker", "compose"), ("docker-compose",)):
        if shutil.which(words[0]):
            said = call(*words, "version", "--short").stdout.strip().lstrip("v")
            if said and int(said.split(".")[0]) >= 2:
                return words
    return None


def require_image(name: str) -> None:
    """Have an image, pulled if it must be, or skip."""
    if call("docker", "image", "inspect", name).returncode:
        done = call("docker", "pull", "--quiet", name, timeout=SLOW)
        if done.returncode:
            pytest.skip(f"{name} is not there and cannot be pulled: {done.stderr.strip()[-200:]}")


def build() -> str:
    """The worker's image, built from the Dockerfile; skips where it cannot be."""
    if reason := lacking_engine():
        pytest.skip(reason)
    client = builder()
    if client is None:
        pytest.skip("docker cannot build with BuildKit: install its plugin buildx")
    require_image(PYTHON)
    turn_of = Path(tempfile.gettempdir()) / f"reflection-worker-build-{os.getuid()}"
    with tempfile.TemporaryDirectory() as folder, turn_of.open("w") as turn:
        # Tests run side by side, each process with an image to build: the first does it.
        fcntl.flock(turn, fcntl.LOCK_EX)
        command = [client, "build", "--tag", IMAGE, *_secrets(Path(folder)), "."]
        done = call(*command, timeout=SLOW, cwd=ROOT, env=os.environ | {"DOCKER_BUILDKIT": "1"})
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return IMAGE


def _secrets(folder: Path) -> list[str]:
    """What pip needs to reach its index from here, where it needs something."""
    lines = ["[global]"]
    given = []
    if authority := os.environ.get("PIP_CERT"):
        given += ["--secret", f"id=ca,src={authority}"]
        lines.append("cert = /run/secrets/ca")
    if index := os.environ.get("PIP_INDEX_URL"):
        lines.append(f"index-url = {index}")
    if len(lines) > 1:
        (folder / "pip.conf").write_text("\n".join(lines) + "\n")
        given += ["--secret", f"id=pip,src={folder / 'pip.conf'}"]
    return given


class Postgres:
    """A Postgres in a network of its own, with a database `app`."""

    def __init__(self, name: str) -> None:
        self.network = self.host = name
        published = docker("port", name, "5432").splitlines()[0]
        port = published.rpartition(":")[2]
        self._url = f"postgresql://postgres@127.0.0.1:{port}/app"

    def connect(self) -> psycopg.Connection[Any]:
        return psycopg.connect(make_conninfo(self._url, password=PASSWORD), autocommit=True)

    def url(self, login: str) -> str:
        """Where a login finds it from another container."""
        return f"postgresql://{login}:{PASSWORD.replace(' ', '%20')}@{self.host}:5432/app"


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A Postgres that answers, gone afterwards."""
    require_image(POSTGRES)
    name = f"reflection-test-{uuid.uuid4().hex[:12]}"
    docker("network", "create", name)
    try:
        docker(
            *("run", "--detach", "--name", name, "--network", name),
            *("--env", f"POSTGRES_PASSWORD={PASSWORD}", "--env", "POSTGRES_DB=app"),
            *("--publish", "127.0.0.1::5432", POSTGRES),
        )
        started = Postgres(name)
        deadline = time.monotonic() + 60
        while True:
            try:
                started.connect().close()
                break
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, call("docker", "logs", name).stderr
                time.sleep(0.2)
        yield started
    finally:
        call("docker", "rm", "--force", "--volumes", name)
        call("docker", "network", "rm", name)


class Pod:
    """A container that was started as a manifest says."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ends(self, within: float = 60) -> tuple[int, str]:
        """Its exit code and everything that it said."""
        code = docker("wait", self.name, timeout=within)
        said = call("docker", "logs", self.name)
        return int(code), said.stdout + said.stderr

    def is_told_to_stop(self, within: int) -> None:
        docker("stop", "-t", str(within), self.name)


@contextmanager
def pod(
    job: Resource,
    resources: Sequence[Resource],
    secrets: Mapping[str, Mapping[str, str]],
    image: str,
    network: str,
) -> Iterator[Pod]:
    """Run the pod of a Job as its manifest says, and remove it."""
    spec = job["template"]["spec"]
    (container,) = spec["containers"]
    name = f"reflection-test-{uuid.uuid4().hex[:12]}"
    given = environment(container, resources, secrets)
    docker(
        *("run", "--detach", "--name", name, "--network", network),
        *(f"--env={key}={value}" for key, value in given.items()),
        *guards(spec, container),
        image,
        *container["args"],
    )
    try:
        yield Pod(name)
    finally:
        call("docker", "rm", "--force", name)


def guards(spec: Resource, container: Resource) -> list[str]:
    """What a pod's security context, limits and volumes mean to Docker."""
    context, own = spec["securityContext"], container["securityContext"]
    given = [f"--user={context['runAsUser']}:{context['runAsGroup']}"]
    if own["readOnlyRootFilesystem"]:
        given.append("--read-only")
    if not own["allowPrivilegeEscalation"]:
        given.append("--security-opt=no-new-privileges")
    given += [f"--cap-drop={name}" for name in own["capabilities"]["drop"]]
    given.append(f"--memory={_number(at(container, 'resources', 'limits', 'memory'))}")
    sizes = {one["name"]: one["emptyDir"]["sizeLimit"] for one in spec["volumes"]}
    for mount in container["volumeMounts"]:
        given.append(f"--tmpfs={mount['mountPath']}:size={_number(sizes[mount['name']])}")
    return given


def _number(quantity: str) -> int:
    return int(quantity[:-2]) * MEMORY[quantity[-2:]]


def inspected(name: str) -> dict[str, Any]:
    """What Docker knows of an image or container."""
    found: dict[str, Any] = json.loads(docker("inspect", name))[0]
    return found
