"""What the image is made of, and how docker-compose.yml runs it. No engine is needed for this."""

import base64
import hashlib
import json
import os
import re
import subprocess
import venv
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pip
import pytest
import yaml
from manifest_faults import STOP_SECONDS, refused_command
from manifests import ROOT, facts

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
WORKERS = ("migrate", "worker", "sample")


def instructions(name: str) -> list[str]:
    """What follows an instruction of the Dockerfile, each time that it stands there."""
    lines = DOCKERFILE.replace("\\\n", " ")
    return re.findall(rf"^{name} +(.*)$", lines, re.MULTILINE)


def test_the_worker_is_process_1_itself_and_a_tick_is_what_it_does() -> None:
    assert [json.loads(one) for one in instructions("ENTRYPOINT")] == [["reflection-worker"]]
    assert [json.loads(one) for one in instructions("CMD")] == [["drain"]]
    assert instructions("HEALTHCHECK") == []
    assert facts().uid != 0


def test_the_dockerfile_knows_no_index_and_copies_what_the_context_lets_through() -> None:
    assert not re.search(r"https?://|index-url|trusted-host|find-links", DOCKERFILE)
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignored
    through = [line[1:] for line in ignored if line.startswith("!")]
    copied = [one.split()[:-1] for one in instructions("COPY") if "--from" not in one]
    for name in (name for names in copied for name in names):
        assert (ROOT / name).exists(), name
        assert any(Path(name).is_relative_to(one) for one in through), name


# --- what is installed


def wheel(folder: Path, name: str, *needs: str) -> str:
    """Make a wheel of a package that needs others; its line in a lock."""
    file = folder / f"{name}-1-py3-none-any.whl"
    kind = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\nProvides-Extra: more\n"
    written = {
        f"{name}.py": "",
        f"{name}-1.dist-info/METADATA": head + "".join(f"Requires-Dist: {one}\n" for one in needs),
        f"{name}-1.dist-info/WHEEL": kind,
    }
    record = f"{name}-1.dist-info/RECORD"
    with zipfile.ZipFile(file, "w") as archive:
        rows = [f"{record},,"]
        for path, text in written.items():
            archive.writestr(path, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=")
            rows.append(f"{path},sha256={digest.decode()},{len(text)}")
        archive.writestr(record, "\n".join(rows) + "\n")
    return f"{name}==1 \\\n    --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


PACKAGES: Mapping[str, Sequence[str]] = {
    "asked": ("deeper[more]>=1", "elsewhere; sys_platform == 'win32'", "testing; extra == 'more'"),
    "deeper": ("deepest", "richer ; extra == 'more'"),
    "deepest": ("asked",),
    "richer": (),
    "builder": (),
    "testing": (),
    "elsewhere": (),
}
PROJECT = '[build-system]\nrequires = ["builder"]\n[project]\ndependencies = ["asked>=1"]\n'
PROJECT += '[project.optional-dependencies]\ncloud = ["testing"]\n'


class Installing:
    """A folder with a lock, a project and an environment, as the image's first stage has them."""

    def __init__(self, folder: Path) -> None:
        self.lock, self._folder = folder / "requirements.lock", folder
        self.lock.write_text("".join(wheel(folder, *one) for one in flat(PACKAGES)))
        (folder / "pyproject.toml").write_text(PROJECT)
        venv.create(folder / "env")
        (self._packages,) = (folder / "env").glob("lib/python*/site-packages")
        # pip is the one that this test runs with: it takes seconds to unpack another.
        for part in Path(pip.__file__).parent.parent.glob("pip*"):
            (self._packages / part.name).symlink_to(part)

    def run(self, *words: str) -> tuple[int, str]:
        """The exit code of installing, and what was said."""
        environment = {
            "PATH": os.environ["PATH"],
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self._folder),
        }
        done = subprocess.run(
            [str(self._folder / "env/bin/python"), str(ROOT / "deploy/image/install.py"), *words],
            cwd=self._folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr

    def there(self) -> set[str]:
        found = {path.name.partition("-")[0] for path in self._packages.glob("*.dist-info")}
        return found - {"pip"}


def flat(packages: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    return [(name, *needs) for name, needs in packages.items()]


@pytest.fixture
def installing(tmp_path: Path) -> Installing:
    return Installing(tmp_path)


def test_what_is_needed_is_installed_with_its_extras_and_nothing_else(
    installing: Installing,
) -> None:
    assert installing.run("run")[0] == 0
    assert installing.there() == {"asked", "deeper", "deepest", "richer"}
    assert installing.run("build")[0] == 0
    assert "builder" in installing.there()


def test_an_extra_is_installed_where_it_is_asked_for_and_an_unknown_one_is_named(
    installing: Installing,
) -> None:
    assert installing.run("run", "clouds") == (1, "no such extra: clouds; there are cloud\n")
    assert installing.run("run", "cloud")[0] == 0
    assert "testing" in installing.there()


def test_a_file_that_is_not_the_one_in_the_lock_is_not_installed(installing: Installing) -> None:
    lock = installing.lock.read_text()
    installing.lock.write_text(re.sub(r"(richer==1 .*\n.*sha256:)\w{8}", r"\g<1>00000000", lock))
    code, said = installing.run("run")
    assert code != 0
    assert "DO NOT MATCH THE HASHES" in said
    assert installing.there() == {"asked", "deeper"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (r"deepest==1 .*\n.*\n", "", "requirements.lock lacks deepest: run make lock"),
        (r"(asked==1) .*\n.*\n", r"\1\n", "Hashes are required"),
    ],
)
def test_a_lock_that_lacks_something_is_told(
    installing: Installing, old: str, new: str, told: str
) -> None:
    installing.lock.write_text(re.sub(old, new, installing.lock.read_text()))
    code, said = installing.run("run")
    assert code != 0
    assert told in said


# --- how compose runs it


@pytest.mark.parametrize("name", WORKERS)
def test_a_worker_of_compose_is_as_guarded_as_a_pod_and_ends_by_itself(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert [mount.partition(":")[0] for mount in service["tmpfs"]] == ["/tmp"]
    assert int(service["stop_grace_period"].removesuffix("s")) > STOP_SECONDS
    assert service["restart"] == "no"
    assert {
        "ports",
        "volumes",
        "user",
        "privileged",
        "entrypoint",
        "init",
    } & service.keys() == set()
    assert list(refused_command(service["command"])) == []
    assert service["environment"]["DATABASE_URL"].startswith("postgresql://reflection@postgres:")


def test_compose_waits_for_postgres_then_for_its_tables() -> None:
    waits = {name: COMPOSE["services"][name]["depends_on"] for name in WORKERS}
    assert waits["migrate"] == {"postgres": {"condition": "service_healthy"}}
    migrated = {"migrate": {"condition": "service_completed_successfully"}}
    assert waits["worker"] == waits["sample"] == migrated
    assert [name for name in WORKERS if "profiles" in COMPOSE["services"][name]] == ["sample"]


def test_postgres_of_compose_is_seen_from_this_machine_alone_and_keeps_its_data() -> None:
    postgres = COMPOSE["services"]["postgres"]
    assert all(port.startswith("127.0.0.1:") for port in postgres["ports"])
    assert postgres["volumes"] == ["data:/var/lib/postgresql"]
    assert list(COMPOSE["volumes"]) == ["data"]
    check = postgres["healthcheck"]["test"]
    assert check[:2] == ["CMD", "pg_isready"]
    assert "--host=127.0.0.1" in check
