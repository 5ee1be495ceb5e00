"""The manifests in deploy/, and what they have to agree with."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import deploy_guide
import kubernetes_validate  # type: ignore[import-untyped]
import yaml

from worker.settings import Settings, read_settings

Resource = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
# What is applied together.
TICK, MIGRATION = ("base", "network-policy"), ("migrate",)
NEWEST = int(kubernetes_validate.latest_version().split(".")[1])
VERSIONS = [f"1.{minor}" for minor in range(29, NEWEST + 1)]


@dataclass(frozen=True)
class Facts:
    """What the manifests have to agree with: the image, and the secrets that the guide makes."""

    uid: int
    image: str
    secrets: Mapping[str, set[str]]


def read(folder: Path) -> list[Resource]:
    """The resources of a folder, in the order of their files."""
    files = sorted(set(folder.glob("*.yaml")) - {folder / "kustomization.yaml"})
    return [one for file in files for one in yaml.safe_load_all(file.read_text(encoding="utf-8"))]


def at(value: Any, *path: str) -> Any:
    """What is at a path of keys, or None."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def jobs(resource: Resource) -> list[Resource]:
    """The specification of the Job that a Job or a CronJob is about."""
    found = {"Job": ("spec",), "CronJob": ("spec", "jobTemplate", "spec")}.get(resource["kind"])
    return [at(resource, *found)] if found else []


def environment(
    container: Resource, resources: Sequence[Resource], secrets: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """What a container's process sees. Raises KeyError for what is named and is not there."""
    maps = {one["metadata"]["name"]: one["data"] for one in resources if one["kind"] == "ConfigMap"}
    given: dict[str, str] = {}
    for source in container.get("envFrom", ()):
        given |= maps[source["configMapRef"]["name"]]
    for one in container.get("env", ()):
        if "value" in one:
            given[one["name"]] = one["value"]
            continue
        reference = one["valueFrom"]["secretKeyRef"]
        secret = secrets[reference["name"]]
        if not reference.get("optional") or reference["key"] in secret:
            given[one["name"]] = secret[reference["key"]]
    return given


def settings(container: Resource, resources: Sequence[Resource]) -> Settings:
    """The settings that a container starts with, its secrets aside."""
    public = container | {"env": [one for one in container.get("env", ()) if "value" in one]}
    return read_settings(environment(public, resources, {}))


def applied(folders: Sequence[str]) -> list[Resource]:
    """The resources of several folders of deploy/."""
    return [resource for folder in folders for resource in read(DEPLOY / folder)]


def facts() -> Facts:
    """What the Dockerfile, the project and the guide say."""
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    user = re.search(r"^USER (\d+):\1$", dockerfile, re.MULTILINE)
    version = re.search(r'^version = "(.+)"$', project, re.MULTILINE)
    assert user is not None
    assert version is not None
    made = {name: set(values) for name, values in deploy_guide.secrets().items()}
    return Facts(int(user[1]), f"reflection-worker:{version[1]}", made)


def refused(resource: Resource, version: str) -> str | None:
    """What the schema of a Kubernetes version says against a resource."""
    try:
        kubernetes_validate.validate(resource, version, strict=True)
    except kubernetes_validate.ValidationError as error:
        return str(error.message)
    return None
