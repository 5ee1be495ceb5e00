"""docs/deploying.md: each of its commands is one, and its SQL makes logins that do what it says."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import deploy_guide
import psycopg
import pytest
import yaml
from manifest_faults import refused_command
from manifests import MIGRATION, ROOT, TICK, applied, facts, jobs
from product import add_thread, add_user, one
from psycopg.conninfo import make_conninfo

from worker import app, migrate
from worker.records import StopReason
from worker.settings import Settings
from worker.stop import Stop
from worker.store.embedded import Cluster

VERBS = {"apply", "create", "delete", "get", "logs", "patch", "wait"}
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
NAMES = {
    f"{resource['kind'].lower()}/{resource['metadata']['name']}"
    for resource in applied(TICK) + applied(MIGRATION)
}


def test_every_page_folder_and_version_that_the_guide_names_is_there() -> None:
    text = deploy_guide.GUIDE.read_text(encoding="utf-8")
    named = re.findall(
        r"(?:deploy/|docs/)[\w/.-]+[\w]|requirements\.lock|docker-compose\.yml", text
    )
    assert len(named) > 5
    assert [name for name in named if not (ROOT / name).exists()] == []
    versions = re.findall(r"reflection-worker:\d[\w.]*", text)
    assert set(versions) == {facts().image}
    pages = re.findall(r"\]\(([\w.]+)\)", text)
    assert [page for page in pages if not (ROOT / "docs" / page).is_file()] == []


def test_every_kubectl_command_speaks_of_what_the_manifests_make() -> None:
    commands = deploy_guide.commands("kubectl")
    assert len(commands) > 10
    made = set[str]()
    for words in commands:
        line = " ".join(words)
        if "-k" in words:
            folder = Path(words[words.index("-k") + 1])
            assert (ROOT / folder / "kustomization.yaml").is_file(), line
            continue
        if words[:2] != ["create", "namespace"]:
            assert words[:2] == ["--namespace", "reflection"], line
        if "create" in words and "job" in words:
            made.add(f"job/{words[words.index('job') + 1]}")
        named = re.findall(r"\b(?:cronjob|job)[/ ][\w-]+", line)
        assert {name.replace(" ", "/") for name in named} <= NAMES | made, line
        for key, value in re.findall(r"--selector (\S+)=(\S+)", line):
            labels = [
                job["template"]["metadata"]["labels"] for one in applied(TICK) for job in jobs(one)
            ]
            assert [one[key] for one in labels] == [value], line


def test_every_secret_of_the_guide_is_used_and_leads_to_a_login_that_it_makes() -> None:
    made = deploy_guide.secrets()
    assert set(made) == {"reflection-migrate", "reflection-worker"}
    used = [
        (one["valueFrom"]["secretKeyRef"]["name"], one["valueFrom"]["secretKeyRef"]["key"])
        for resource in applied(TICK) + applied(MIGRATION)
        for job in jobs(resource)
        for one in job["template"]["spec"]["containers"][0]["env"]
        if "valueFrom" in one
    ]
    assert sorted(used) == sorted((name, key) for name in made for key in made[name])
    for name, login in (
        ("reflection-migrate", "migrate_login"),
        ("reflection-worker", "cron_login"),
    ):
        read = psycopg.conninfo.conninfo_to_dict(made[name]["DATABASE_URL"])
        assert (read["user"], read["dbname"]) == (login, "app")


def test_every_compose_command_names_a_service_and_a_command_line_that_is_one() -> None:
    commands = deploy_guide.commands("docker compose")
    run = [words for words in commands if words[0] == "run"]
    assert len(run) > 4
    for words in run:
        rest = words[1:]
        while rest[0].startswith("-"):
            rest = rest[2:] if rest[0] == "-e" else rest[1:]
        service, *arguments = rest[: rest.index("<")] if "<" in rest else rest
        arguments = arguments or COMPOSE["services"][service]["command"]
        assert list(refused_command(arguments)) == []
    assert {words[0] for words in commands} <= {"run", "up", "down", "port"}


def test_every_make_target_and_setting_of_the_guide_is_one() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for words in deploy_guide.commands("make"):
        assert re.search(rf"^{words[0]}:.*## ", makefile, re.MULTILINE), words
    text = deploy_guide.GUIDE.read_text(encoding="utf-8")
    page = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    assert [name for name in re.findall(r"REFLECTION_\w+", text) if f"`{name}`" not in page] == []


def test_the_limits_that_the_guide_lists_are_those_in_force() -> None:
    text = deploy_guide.GUIDE.read_text(encoding="utf-8")
    table = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", text, re.MULTILINE))
    (cronjob,) = [one["spec"] for one in applied(TICK) if one["kind"] == "CronJob"]
    job, default = cronjob["jobTemplate"]["spec"], Settings()
    assert {name: float(value) for name, value in table.items()} == {
        "REFLECTION_CLAIM_SECONDS": default.claim_seconds,
        "REFLECTION_LEASE_SECONDS": default.lease_seconds,
        "REFLECTION_THREAD_SECONDS": default.thread_seconds,
        "activeDeadlineSeconds": job["activeDeadlineSeconds"],
        "terminationGracePeriodSeconds": job["template"]["spec"]["terminationGracePeriodSeconds"],
        "startingDeadlineSeconds": cronjob["startingDeadlineSeconds"],
    }


@pytest.fixture
def app_url(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database `app` on a server on which none of our roles exists."""
    cluster = Cluster(tmp_path / "data", options=("fsync=off",))
    try:
        url = make_conninfo(cluster.start(), dbname="postgres")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("create database app")
        yield make_conninfo(url, dbname="app")
    finally:
        cluster.stop()


@pytest.mark.parametrize("roles_made_before", [False, True])
def test_the_logins_of_the_guide_migrate_and_drain_and_the_second_reads_no_table(
    app_url: str, roles_made_before: bool
) -> None:
    logins, right, operating = (deploy_guide.statements(number) for number in range(3))
    with psycopg.connect(app_url, autocommit=True) as admin:
        if roles_made_before:
            logins = logins.replace(" createrole", "")
            for role in ("owner", "worker", "service", "reader"):
                admin.execute(f"create role reflection_{role} nologin")
        admin.execute(logins)
        if roles_made_before:
            admin.execute("grant reflection_owner to migrate_login")
        for _ in range(2):
            migrate.upgrade(
                app.migrations_directory(), make_conninfo(app_url, user="migrate_login")
            )
        owner = "select proowner::regrole::text from pg_proc where proname = 'claim_next_thread'"
        assert one(admin, owner) == "reflection_owner"
        admin.execute(right)
        add_user(admin, "user")
        add_thread(admin, "t")
        cron = make_conninfo(app_url, user="cron_login")
        summary, _, code = app.run_drain(
            Settings(database_url=cron), max_threads=5, claim_seconds=60, stop=Stop()
        )
        assert (code, summary.cycles, summary.stop_reason) == (0, 1, StopReason.EMPTY)
        with psycopg.connect(cron) as reading, pytest.raises(psycopg.errors.InsufficientPrivilege):
            reading.execute("select from reflection.claims")
        for statement in operating.strip().splitlines():
            admin.execute(statement)


@cache
def told(*words: str) -> str:
    """What kubectl says of itself."""
    return subprocess.run(["kubectl", *words], capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(
    shutil.which("kubectl") is None,
    reason="kubectl is not on PATH: install it to have the guide's options checked",
)
def test_kubectl_knows_every_option_of_the_guide() -> None:
    for words in deploy_guide.commands("kubectl"):
        verb = next(word for word in words if word in VERBS)
        after = words.index(verb) + 1
        what = words[after : after + 2] if verb == "create" else []
        known = told(verb, *what, "--help") + told("options")
        for word in words:
            if word.startswith("-"):
                option = word.partition("=")[0]
                assert re.search(rf"(^|\s){option}(=|, )", known), f"{verb} {word}"
