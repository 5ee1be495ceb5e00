"""Whether there is a way to be let in is found before any claim, without asking anybody."""

from pathlib import Path
from typing import Any

import pytest

from worker.engines.claude.config import Config
from worker.engines.claude.credentials import check
from worker.errors import UsageError

FEDERATION = {
    "ANTHROPIC_FEDERATION_RULE_ID": "fdrl_1",
    "ANTHROPIC_ORGANIZATION_ID": "org_1",
    "ANTHROPIC_IDENTITY_TOKEN": "token",
}
BEDROCK = Config(provider="bedrock")
VERTEX = Config(provider="vertex")
ON_VERTEX = {"CLOUD_ML_REGION": "global", "ANTHROPIC_VERTEX_PROJECT_ID": "p"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def profile(home: Path, name: str) -> Path:
    """A folder of the SDK's with a profile of this name."""
    folder = home / ".config" / "anthropic"
    (folder / "configs").mkdir(parents=True, exist_ok=True)
    (folder / "configs" / f"{name}.json").write_text("{}", encoding="utf-8")
    return folder


def told(config: Config, home: Path, **environment: str) -> str:
    """What is wrong and what to do; empty if there is a way in."""
    try:
        check(config, {"HOME": str(home), **environment}, installed=lambda _: True)
    except UsageError as error:
        return f"{error} {error.to_do}"
    return ""


@pytest.mark.parametrize("given", [{"api_key": "key-1"}, {"auth_token": "a.b-c_d"}])
def test_a_key_or_a_token_is_a_way_in(home: Path, given: dict[str, str]) -> None:
    assert told(Config(**given), home) == ""  # type: ignore[arg-type]


@pytest.mark.parametrize("secret", ["key-1\n", "key 1", "schlüssel", "\tkey-1"])
@pytest.mark.parametrize(
    ("field", "name"), [("api_key", "ANTHROPIC_API_KEY"), ("auth_token", "ANTHROPIC_AUTH_TOKEN")]
)
def test_a_key_that_no_header_takes_is_refused_without_being_shown(
    home: Path, field: str, name: str, secret: str
) -> None:
    given: dict[str, Any] = {field: secret}
    said = told(Config(**given), home)
    assert name in said
    assert secret.strip() not in said


def test_nothing_at_all_says_what_to_set(home: Path) -> None:
    said = told(Config(), home)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_PROFILE", "REFLECTION_ENGINE=rules"):
        assert name in said
    assert told(Config(), home, ANTHROPIC_PROFILE="  ") == said


def test_a_profile_is_a_way_in_if_it_is_there(home: Path) -> None:
    folder = profile(home, "work")
    assert told(Config(), home, ANTHROPIC_PROFILE="work") == ""
    assert "'play'" in told(Config(), home, ANTHROPIC_PROFILE="play")
    elsewhere = {"ANTHROPIC_PROFILE": "work", "ANTHROPIC_CONFIG_DIR": str(home / "elsewhere")}
    assert "'work'" in told(Config(), home, **elsewhere)
    assert (
        told(Config(), home / "x", ANTHROPIC_PROFILE="work", ANTHROPIC_CONFIG_DIR=str(folder)) == ""
    )


@pytest.mark.parametrize("name", ["../configs/work", "/etc/passwd", ".work", "configs/work"])
def test_a_profile_is_a_name_and_no_path(home: Path, name: str) -> None:
    profile(home, "work")
    assert "There is no profile" in told(Config(), home, ANTHROPIC_PROFILE=name)


def test_the_profile_that_is_active_is_a_way_in(home: Path) -> None:
    folder = profile(home, "default")
    assert told(Config(), home) == ""
    (folder / "active_config").write_text("work\n", encoding="utf-8")
    assert "'work'" in told(Config(), home)
    profile(home, "work")
    assert told(Config(), home) == ""


def test_identity_federation_is_a_way_in_if_all_of_it_is_set(home: Path) -> None:
    assert told(Config(), home, **FEDERATION) == ""
    for missing in FEDERATION:
        part = {name: value for name, value in FEDERATION.items() if name != missing}
        expected = "ANTHROPIC_IDENTITY_TOKEN_FILE" if "TOKEN" in missing else missing
        assert f"{expected} is missing" in told(Config(), home, **part)


def test_the_file_of_an_identity_token_must_be_there(home: Path) -> None:
    file = home / "token"
    given = {**FEDERATION, "ANTHROPIC_IDENTITY_TOKEN_FILE": str(file)}
    assert "names no file" in told(Config(), home, **given)
    file.write_text("token", encoding="utf-8")
    assert told(Config(), home, **given) == ""


def test_a_profile_that_is_active_lets_in_beside_a_part_of_a_federation(home: Path) -> None:
    profile(home, "default")
    assert told(Config(), home, ANTHROPIC_ORGANIZATION_ID="org_1") == ""


def test_bedrock_needs_a_region(home: Path) -> None:
    assert "AWS_REGION" in told(BEDROCK, home)
    assert told(BEDROCK, home, AWS_REGION="us-east-1") == ""
    assert told(BEDROCK, home, AWS_DEFAULT_REGION="us-east-1") == ""
    (home / ".aws").mkdir()
    (home / ".aws" / "config").write_text("[default]\nregion = eu-west-1\n", encoding="utf-8")
    assert told(BEDROCK, home) == ""


def test_vertex_needs_a_region_and_a_project(home: Path) -> None:
    assert told(VERTEX, home, **ON_VERTEX) == ""
    for missing in ON_VERTEX:
        part = {name: value for name, value in ON_VERTEX.items() if name != missing}
        assert f"needs to know {missing}" in told(VERTEX, home, **part)
    absent = {**ON_VERTEX, "GOOGLE_APPLICATION_CREDENTIALS": str(home / "none.json")}
    assert "names no file" in told(VERTEX, home, **absent)


@pytest.mark.parametrize(
    ("config", "lacking"), [(BEDROCK, "boto3 and botocore"), (VERTEX, "google.auth")]
)
def test_an_extra_that_is_not_installed_says_how_to_install_it(
    config: Config, lacking: str
) -> None:
    with pytest.raises(UsageError, match=f"needs {lacking}, not installed") as raised:
        check(config, {"AWS_REGION": "x", **ON_VERTEX}, installed=lambda _: False)
    assert raised.value.to_do == f"Install it: pip install 'reflection-worker[{config.provider}]'"


def test_what_a_configuration_shows_of_itself_holds_no_secret() -> None:
    config = Config(api_key="key-1", auth_token="token-1", base_url="https://u:pw@gateway")
    assert not {"key-1", "token-1", "pw"} & set(repr(config).replace("'", " ").split())
    assert "key-1" not in repr(config)
    assert "gateway" not in repr(config)
