"""What is wrong with a manifest is found: each fault is put into the real ones."""

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from manifest_faults import kustomization_problems, problems
from manifests import (
    DEPLOY,
    MIGRATION,
    TICK,
    VERSIONS,
    Facts,
    Resource,
    applied,
    at,
    facts,
    jobs,
    refused,
)

# Maps whose keys are anybody's.
FREE = {"labels", "matchLabels", "data", "requests", "limits"}

Change = Callable[[dict[str, Resource]], Any]


def job(*path: str, **values: Any) -> Change:
    """Set values in the CronJob's Job, at a path."""
    return cronjob("jobTemplate", "spec", *path, **values)


def pod(*path: str, **values: Any) -> Change:
    return job("template", "spec", *path, **values)


def container(*path: str, **values: Any) -> Change:
    def change(by_kind: dict[str, Resource]) -> None:
        spec = at(by_kind["CronJob"], "spec", "jobTemplate", "spec", "template", "spec")
        at(spec["containers"][0], *path).update(values)

    return change


def cronjob(*path: str, **values: Any) -> Change:
    return lambda by_kind: at(by_kind["CronJob"], "spec", *path).update(values)


def variable(name: str, **values: Any) -> Change:
    def change(by_kind: dict[str, Resource]) -> None:
        (spec,) = jobs(by_kind["CronJob"])
        spec["template"]["spec"]["containers"][0]["env"].append({"name": name} | values)

    return change


def changed(change: Change) -> list[Resource]:
    resources = deepcopy(applied(TICK))
    change({one["kind"]: one for one in resources})
    return resources


@pytest.fixture(scope="module")
def known() -> Facts:
    return facts()


def objects(value: Any, key: str = "") -> Iterator[dict[str, Any]]:
    """Every object in a resource whose keys are not free."""
    if isinstance(value, dict) and key not in FREE:
        yield value
        for name, inner in value.items():
            yield from objects(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from objects(inner)


@pytest.mark.parametrize("version", [VERSIONS[0], VERSIONS[-1]])
def test_a_misspelt_field_is_found_wherever_it_stands(version: str) -> None:
    tried = 0
    for resource in applied(TICK) + applied(MIGRATION):
        for one in objects(resource):
            one["misspelt"] = "x"
            assert refused(resource, version) is not None
            del one["misspelt"]
            tried += 1
    assert tried > 50


@pytest.mark.parametrize(
    "change",
    [
        cronjob(schedule=5),
        job(backoffLimit="none"),
        container(args="drain"),
        variable("REFLECTION_MAX_THREADS", value=5),
        lambda by_kind: by_kind["ConfigMap"]["data"].update(REFLECTION_MAX_THREADS=5),
    ],
)
def test_a_value_of_the_wrong_type_is_found_by_the_schemas(change: Change) -> None:
    for version in (VERSIONS[0], VERSIONS[-1]):
        assert len([one for one in changed(change) if refused(one, version)]) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (cronjob(concurrencyPolicy="Forbidden"), "concurrencyPolicy is 'Forbidden'"),
        (pod(restartPolicy="OnFail"), "restartPolicy is 'OnFail'"),
        (container(imagePullPolicy="Sometimes"), "imagePullPolicy is 'Sometimes'"),
        (pod("securityContext", "seccompProfile", type="Default"), "seccompProfile.type is"),
        (cronjob(schedule="99 * * * *"), "'99' cannot be a minute"),
        (cronjob(timeZone="Etc/Nowhere"), "no zone is called 'Etc/Nowhere'"),
        (cronjob(startingDeadlineSeconds=5), "a late tick is not started"),
        (job(activeDeadlineSeconds=1680), "it would be cut"),
        (job(activeDeadlineSeconds=3590), "a tick that hangs holds up the next"),
        (job(backoffLimit=6), "is repeated before the next"),
        (pod(terminationGracePeriodSeconds=10), "killed before the worker can have released"),
        (pod(serviceAccountName="default"), "no account is called default"),
        (pod(automountServiceAccountToken=True), "automountServiceAccountToken is True"),
        (pod(hostNetwork=True), "hostNetwork is used"),
        (pod("securityContext", runAsUser=1000), "runAsUser is not the image's 10001"),
        (container("securityContext", readOnlyRootFilesystem=False), "readOnlyRootFilesystem"),
        (container("securityContext", capabilities={"drop": ["NET_RAW"]}), "capabilities"),
        (container(image="reflection-worker:latest"), "the image is reflection-worker:latest"),
        (container(image="reflection-worker"), "the image is reflection-worker,"),
        (container(command=["sh", "-c", "reflection-worker drain"]), "entrypoint is not used"),
        (container(args=["drian"]), "No such command 'drian'"),
        (container(args=["drain", "--until-emtpy"]), "No such option"),
        (container(args=["drain", "--max-threads", "0"]), "Invalid value for '--max-threads'"),
        (container(args=[]), "no command is named"),
        (container("resources", limits={"memory": "64Mi"}), "more than its limit"),
        (container(volumeMounts=[]), "volumes and mounts differ"),
        (container(envFrom=[{"configMapRef": {"name": "other"}}]), "nothing makes 'other'"),
        (variable("REFLECTION_THREADS", value="5"), "no setting is called REFLECTION_THREADS"),
        (variable("REFLECTION_MAX_THREADS", value="five"), "cannot be 'five'"),
        (variable("REFLECTION_CLAIM_SECONDS", value="900"), "a tick may take 3000 s"),
        (variable("REFLECTION_TRIGGER", value="manual"), "does not say that cron started it"),
        (
            variable(
                "REFLECTION_WORKER",
                valueFrom={"secretKeyRef": {"name": "reflection-worker", "key": "DATABASE"}},
            ),
            "nothing makes 'DATABASE'",
        ),
        (
            lambda by_kind: by_kind["ConfigMap"]["data"].update(REFLECTION_LOG_LEVEL="loud"),
            "REFLECTION_LOG_LEVEL cannot be 'loud'",
        ),
        (
            lambda by_kind: by_kind["NetworkPolicy"]["spec"]["podSelector"].update(
                matchLabels={"app": "reflection-worker"}
            ),
            "does not select every pod",
        ),
        (
            lambda by_kind: by_kind["NetworkPolicy"]["spec"]["egress"][0]["ports"][0].update(
                protocol="udp"
            ),
            "protocol cannot be 'udp'",
        ),
        (
            lambda by_kind: by_kind["NetworkPolicy"]["spec"].update(policyTypes=["Ingress"]),
            "leaves a direction open",
        ),
        (
            job("template", "metadata", labels={"app.kubernetes.io/name": "other"}),
            "the pods of reflection-worker are not labelled as it is",
        ),
        (
            lambda by_kind: by_kind["CronJob"]["metadata"].update(name="Reflection_Worker"),
            "cannot be a name",
        ),
        (lambda by_kind: by_kind["ConfigMap"].update(kind="Secret"), "a secret stands in a file"),
    ],
)
def test_what_a_schema_lets_through_is_found_all_the_same(
    change: Change, told: str, known: Facts
) -> None:
    assert [one for one in problems(changed(change), known) if told in one] != []


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda folder: (folder / "more.yaml").touch(), "more.yaml is not listed"),
        (lambda folder: (folder / "settings.yaml").unlink(), "settings.yaml is not there"),
        (
            lambda folder: (folder / "kustomization.yaml").write_text(
                "apiVersion: v1\nkind: Kustomization\nresource: []\n"
            ),
            "kustomize knows no resource",
        ),
    ],
)
def test_a_kustomization_that_lists_something_else_is_found(
    change: Callable[[Path], object], told: str, tmp_path: Path
) -> None:
    folder = tmp_path / "base"
    shutil.copytree(DEPLOY / "base", folder)
    assert kustomization_problems(folder) == []
    change(folder)
    assert told in kustomization_problems(folder)
