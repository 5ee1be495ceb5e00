"""The manifests in deploy/: what the schemas of Kubernetes say of them, and what they cannot."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import cron_expression
import deploy_guide
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from manifest_faults import kustomization_problems, problems
from manifests import DEPLOY, MIGRATION, TICK, VERSIONS, Facts, applied, facts, read, refused

needs_kubectl = pytest.mark.skipif(
    shutil.which("kubectl") is None,
    reason="kubectl is not on PATH: install it to have the kustomizations rendered",
)


@pytest.fixture(scope="module")
def known() -> Facts:
    return facts()


@pytest.mark.parametrize("version", VERSIONS)
def test_every_manifest_is_what_this_version_of_kubernetes_takes(version: str) -> None:
    resources = applied(TICK) + applied(MIGRATION)
    assert [one["kind"] for one in resources if refused(one, version)] == []
    kinds = {one["kind"] for one in resources}
    assert kinds == {"ConfigMap", "CronJob", "Job", "NetworkPolicy", "ServiceAccount"}


@pytest.mark.parametrize("folders", [TICK, MIGRATION, TICK + MIGRATION])
def test_there_is_nothing_wrong_that_a_schema_would_not_find(
    folders: tuple[str, ...], known: Facts
) -> None:
    assert problems(applied(folders), known) == []


@pytest.mark.parametrize("folder", sorted(DEPLOY.rglob("kustomization.yaml")), ids=str)
def test_a_kustomization_lists_what_is_there(folder: Path) -> None:
    assert kustomization_problems(folder.parent) == []


def test_every_manifest_is_part_of_a_kustomization() -> None:
    assert {path.parent for path in DEPLOY.rglob("*.yaml")} == {
        path.parent for path in DEPLOY.rglob("kustomization.yaml")
    }


def test_an_overlay_names_an_image_and_a_resource_that_are_there(known: Facts) -> None:
    version = yaml.safe_load((DEPLOY / "example/version/kustomization.yaml").read_text())
    (image,) = version["images"]
    assert f"{image['name']}:{image['newTag']}" == known.image
    patched = {(one["kind"], one["metadata"]["name"]) for one in read(DEPLOY / "example")}
    assert patched <= {(one["kind"], one["metadata"]["name"]) for one in applied(("base",))}


# --- cron expressions

numbers = st.integers(0, 99)
LOWEST_AND_HIGHEST = {name: (low, high) for name, (low, high, _) in cron_expression.FIELDS.items()}


@pytest.mark.parametrize(
    "expression", ["17 * * * *", "*/5 0-6,22 1 JAN-mar Sun", "0 0 31 12 6", "5/10 * * * *"]
)
def test_what_cron_takes_is_taken(expression: str) -> None:
    assert list(cron_expression.refused(expression)) == []


@pytest.mark.parametrize(
    "expression",
    [
        *("", "* * * *", "* * * * * *", "@hourly", "* * * * 7", "* * 0 * *", "* * * 13 *"),
        *("60 * * * *", "* 24 * * *", "-1 * * * *", "1- * * * *", "*/0 * * * *", "9-3 * * * *"),
        *("* * * * SON", "a * * * *", "1,,2 * * * *", "* * * * MON-7", "١ * * * *"),
    ],
)
def test_what_cron_does_not_take_is_refused(expression: str) -> None:
    assert list(cron_expression.refused(expression)) != []


@given(st.sampled_from(sorted(LOWEST_AND_HIGHEST)), numbers, numbers)
def test_a_range_is_taken_where_it_lies_within_the_field_and_runs_upwards(
    name: str, first: int, last: int
) -> None:
    low, high = LOWEST_AND_HIGHEST[name]
    field = f"{first}-{last}"
    expression = " ".join(field if one == name else "*" for one in cron_expression.FIELDS)
    assert (not list(cron_expression.refused(expression))) == (low <= first <= last <= high)


# --- rendered


@needs_kubectl
@pytest.mark.parametrize("folder", ["base", "migrate", "example", "example/migrate"])
def test_what_kustomize_renders_is_valid_and_right(folder: str, known: Facts) -> None:
    done = subprocess.run(
        ["kubectl", "kustomize", DEPLOY / folder], capture_output=True, text=True, check=True
    )
    rendered = list(yaml.safe_load_all(done.stdout))
    assert [one["kind"] for one in rendered if refused(one, VERSIONS[-1])] == []
    if folder.startswith("example"):
        known = replace(known, image=f"registry.example/{known.image}")
        assert {one["metadata"]["namespace"] for one in rendered} == {"reflection"}
    assert problems(rendered, known) == []
    assert {"CronJob", "Job"} & {one["kind"] for one in rendered}


@needs_kubectl
def test_kubectl_makes_the_secrets_of_the_guide() -> None:
    made = {}
    for words in deploy_guide.commands("kubectl"):
        if "secret" in words:
            command = ["kubectl", *words, "--dry-run=client", "--output=yaml"]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            secret = yaml.safe_load(done.stdout)
            assert refused(secret, VERSIONS[-1]) is None
            made[secret["metadata"]["name"]] = set(secret["data"])
    assert made == {name: set(values) for name, values in deploy_guide.secrets().items()}
    assert len(made) == 2
