"""What is wrong with manifests that no schema finds."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click
import cron_expression
import yaml
from manifests import Facts, Resource, at, environment, jobs, settings

from worker.cli import cli
from worker.errors import UsageError
from worker.settings import all_settings, read_settings

# A pod of ours may not be less guarded than this.
POD = {
    ("restartPolicy",): "Never",
    ("automountServiceAccountToken",): False,
    ("enableServiceLinks",): False,
    ("securityContext", "runAsNonRoot"): True,
    ("securityContext", "seccompProfile", "type"): "RuntimeDefault",
}
CONTAINER = {
    ("imagePullPolicy",): "IfNotPresent",
    ("securityContext", "allowPrivilegeEscalation"): False,
    ("securityContext", "readOnlyRootFilesystem"): True,
    ("securityContext", "capabilities"): {"drop": ["ALL"]},
}
FORBIDDEN = {"hostNetwork", "hostPID", "hostIPC", "hostPath", "privileged", "hostPort"}
PROTOCOLS = {"TCP", "UDP", "SCTP"}
MEMORY = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
# What the SDK of the model's maker reads by itself.
OF_THE_SDK = {"ANTHROPIC_API_KEY"}
# What a worker may take to end once it is told to, and what a pod may take to start.
STOP_SECONDS, START_SECONDS = 10, 300
HOUR = 3600
KUSTOMIZATION = {
    *("apiVersion", "kind", "namespace", "resources", "components", "patches", "images"),
}


def problems(resources: Sequence[Resource], facts: Facts) -> list[str]:
    """Everything that is wrong with resources that are applied together."""
    found = [*_of_the_whole(resources)]
    for resource in resources:
        found += _of_one(resource)
        for job in jobs(resource):
            template = job["template"]
            found += _of_a_job(job)
            found += _of_a_pod(template["spec"], resources, facts)
            for container in template["spec"]["containers"]:
                found += _of_a_container(container, template["spec"], resources, facts)
        if resource["kind"] == "CronJob":
            found += _of_a_schedule(resource["spec"], resources)
    return found


def _of_the_whole(resources: Sequence[Resource]) -> Iterator[str]:
    labelled = [at(job, "template", "metadata", "labels") for one in resources for job in jobs(one)]
    for resource in resources:
        if resource["kind"] == "NetworkPolicy":
            wanted = at(resource, "spec", "podSelector", "matchLabels") or {}
            if not all(wanted.items() <= (labels or {}).items() for labels in labelled):
                yield f"the policy {resource['metadata']['name']} does not select every pod"
            if set(at(resource, "spec", "policyTypes") or ()) != {"Ingress", "Egress"}:
                yield "the policy leaves a direction open"
    names = [(one["kind"], one["metadata"]["name"]) for one in resources]
    if len(set(names)) != len(names):
        yield "two resources have one name"


def _of_one(resource: Resource) -> Iterator[str]:
    name = resource["metadata"]["name"]
    # A CronJob appends eleven characters to its name.
    if not re.fullmatch(r"[a-z]([-a-z0-9]{0,50}[a-z0-9])?", name):
        yield f"{name} cannot be a name"
    if resource["kind"] == "Secret":
        yield "a secret stands in a file"
    for key, value in _pairs(resource):
        if key in FORBIDDEN:
            yield f"{key} is used"
        if key == "protocol" and value not in PROTOCOLS:
            yield f"protocol cannot be {value!r}"
    labels = at(resource, "metadata", "labels") or {}
    for job in jobs(resource):
        if at(job, "template", "metadata", "labels") != labels:
            yield f"the pods of {name} are not labelled as it is"


def _pairs(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from _pairs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _pairs(inner)


def _of_a_job(job: Resource) -> Iterator[str]:
    for limit in ("activeDeadlineSeconds", "ttlSecondsAfterFinished"):
        if not job.get(limit, 0) > 0:
            yield f"a Job without {limit}"
    if "backoffLimit" not in job:
        yield "a Job that is tried six times again by default"


def _of_a_pod(pod: Resource, resources: Sequence[Resource], facts: Facts) -> Iterator[str]:
    for path, value in POD.items():
        if at(pod, *path) != value:
            yield f"{'.'.join(path)} is {at(pod, *path)!r}, not {value!r}"
    for key in ("runAsUser", "runAsGroup"):
        if at(pod, "securityContext", key) != facts.uid:
            yield f"{key} is not the image's {facts.uid}"
    if not pod.get("terminationGracePeriodSeconds", 30) > STOP_SECONDS:
        yield "the pod is killed before the worker can have released its claim"
    accounts = {one["metadata"]["name"] for one in resources if one["kind"] == "ServiceAccount"}
    if pod.get("serviceAccountName") not in accounts:
        yield f"no account is called {pod.get('serviceAccountName')}"


def _of_a_container(
    container: Resource, pod: Resource, resources: Sequence[Resource], facts: Facts
) -> Iterator[str]:
    for path, value in CONTAINER.items():
        if at(container, *path) != value:
            yield f"{'.'.join(path)} is {at(container, *path)!r}, not {value!r}"
    if container["image"] != facts.image:
        yield f"the image is {container['image']}, not {facts.image}"
    if "command" in container:
        yield "the image's own entrypoint is not used"
    yield from refused_command(container.get("args", []))
    mounted = {one["name"] for one in container.get("volumeMounts", ())}
    if mounted != {one["name"] for one in pod.get("volumes", ())}:
        yield "volumes and mounts differ"
    if any(one.keys() != {"name", "emptyDir"} for one in pod.get("volumes", ())):
        yield "a volume that is not an empty folder"
    wanted, most = (
        _bytes(at(container, "resources", kind, "memory")) for kind in ("requests", "limits")
    )
    if not 128 * MEMORY["Mi"] <= wanted <= most:
        yield "the memory asked for is less than a tick needs, or more than its limit"
    names = {one["name"] for one in container.get("env", ())}
    known = {setting.metadata["variable"] for setting in all_settings()}
    if unknown := names - known - OF_THE_SDK:
        yield f"no setting is called {', '.join(sorted(unknown))}"
    try:
        # Each secret's values are its keys: what matters is that they are there.
        values = {name: {key: key for key in keys} for name, keys in facts.secrets.items()}
        read_settings(environment(container, resources, values))
    except KeyError as missing:
        yield f"nothing makes {missing}"
    except UsageError as error:
        yield str(error)


def _bytes(quantity: str | None) -> int:
    found = re.fullmatch(r"(\d+)(Ki|Mi|Gi)", quantity or "")
    return int(found[1]) * MEMORY[found[2]] if found else 0


def refused_command(arguments: Sequence[str]) -> Iterator[str]:
    """Why the command line would not take these arguments, if it would not."""
    command: click.Command = cli
    context, rest = click.Context(cli, info_name="reflection-worker"), list(arguments)
    try:
        while isinstance(command, click.Group):
            if not rest:
                raise click.UsageError("no command is named", context)
            name, found, rest = command.resolve_command(context, rest)
            assert found is not None
            context, command = click.Context(found, info_name=name, parent=context), found
        command.parse_args(context, rest)
    except click.UsageError as error:
        yield f"reflection-worker {' '.join(arguments)}: {error.format_message()}"


def _of_a_schedule(cronjob: Resource, resources: Sequence[Resource]) -> Iterator[str]:
    yield from cron_expression.refused(cronjob["schedule"])
    try:
        ZoneInfo(cronjob.get("timeZone", ""))
    except (ValueError, OSError, ZoneInfoNotFoundError):
        yield f"no zone is called {cronjob.get('timeZone')!r}"
    if cronjob.get("concurrencyPolicy") != "Forbid":
        yield f"concurrencyPolicy is {cronjob.get('concurrencyPolicy')!r}, not 'Forbid'"
    if not 60 <= cronjob.get("startingDeadlineSeconds", 0) < HOUR:
        yield "a late tick is not started, or is when the next one is due"
    job = cronjob["jobTemplate"]["spec"]
    if job.get("backoffLimit") != 0:
        yield "a tick that failed is repeated before the next"
    for container in job["template"]["spec"]["containers"]:
        try:
            limits = settings(container, resources)
        except (KeyError, UsageError):
            continue  # told of the container
        if limits.trigger != "cron":
            yield "the run history does not say that cron started it"
        # A thread that is under way when its time is over ends with its last call to the model.
        longest = limits.claim_seconds + limits.thread_seconds + limits.lease_seconds
        if not longest + START_SECONDS <= job.get("activeDeadlineSeconds", 0):
            yield f"a tick may take {longest:g} s, and {START_SECONDS} to start: it would be cut"
    grace = job["template"]["spec"].get("terminationGracePeriodSeconds", 30)
    if job.get("activeDeadlineSeconds", HOUR) + grace >= HOUR:
        yield "a tick that hangs holds up the next"


def kustomization_problems(folder: Path) -> list[str]:
    """What a kustomization lists that is not there, and what is there that it does not list."""
    said = yaml.safe_load((folder / "kustomization.yaml").read_text(encoding="utf-8"))
    component = said["kind"] == "Component"
    version = f"kustomize.config.k8s.io/{'v1alpha1' if component else 'v1beta1'}"
    found = [] if said["apiVersion"] == version else [f"{said['apiVersion']} is not {version}"]
    unknown = said.keys() - KUSTOMIZATION
    found += [f"kustomize knows no {key}" for key in sorted(unknown)]
    patches = [one["path"] for one in said.get("patches", ())]
    listed = [*said.get("resources", ()), *said.get("components", ()), *patches]
    for name in listed:
        there = folder / name
        if not (there.is_file() or (there / "kustomization.yaml").is_file()):
            found.append(f"{name} is not there")
    for name in said.get("components", ()):
        if (inner := folder / name / "kustomization.yaml").is_file() and (
            yaml.safe_load(inner.read_text(encoding="utf-8"))["kind"] != "Component"
        ):
            found.append(f"{name} is no component")
    files = {path.name for path in folder.glob("*.yaml")} - {"kustomization.yaml"}
    found += [f"{name} is not listed" for name in sorted(files - set(listed))]
    return found
