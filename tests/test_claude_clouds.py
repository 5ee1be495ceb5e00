"""Claude through Bedrock and Vertex, and with the identity that the environment brings."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clouds import Cloud, serving
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from talks import QUICK, Account, failing, request

from worker.engines.claude.call import Caller
from worker.engines.claude.config import Config
from worker.engines.claude.prices import Prices
from worker.errors import DependencyFailed, Misconfigured

AMBIENT = ("ANTHROPIC_", "AWS_", "GOOGLE_", "CLOUD_")
FEDERATION = {
    "ANTHROPIC_FEDERATION_RULE_ID": "fdrl_1",
    "ANTHROPIC_ORGANIZATION_ID": "org_1",
    "ANTHROPIC_API_KEY": " ",
}


@pytest.fixture
def cloud() -> Iterator[Cloud]:
    with serving() as server:
        yield server


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """An environment that brings nothing by itself."""
    import os

    for name in [name for name in os.environ if name.startswith(AMBIENT)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return monkeypatch


def caller(cloud: Cloud, **given: Any) -> Caller:
    return Caller(Config(base_url=cloud.url, **given), Prices(), pace=QUICK)


def answered(call: Caller, model: str = "claude-haiku-5-5") -> Account:
    account = Account()
    (one,) = call(request(model=model), account).calls
    assert one.given == {"words": ["Oslo"], "done": True}
    assert account.total.tokens_in == 500 * account.total.requests
    assert account.total.usd > 0
    return account


def test_bedrock_is_asked_with_a_signature_and_read_as_a_stream(
    cloud: Cloud, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("AWS_REGION", "us-east-1")
    environment.setenv("AWS_ACCESS_KEY_ID", "AKIATEST")
    environment.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    answered(caller(cloud, provider="bedrock"), "us.anthropic.claude-haiku-5-5-v1:0")
    ((path, headers, body),) = cloud.came
    assert path == "/model/us.anthropic.claude-haiku-5-5-v1:0/invoke-with-response-stream"
    assert headers["authorization"].startswith("AWS4-HMAC-SHA256 Credential=AKIATEST/")
    sent = json.loads(body)
    assert sent["tool_choice"] == {"type": "auto"}
    assert "model" not in sent


def test_bedrock_with_a_key_of_its_own_is_tried_again_when_it_throttles_in_the_stream(
    cloud: Cloud, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("AWS_REGION", "us-east-1")
    environment.setenv("AWS_BEARER_TOKEN_BEDROCK", "bearer")
    cloud.throttles = 1
    account = Account()
    call = caller(cloud, provider="bedrock")
    call(request(model="anthropic.claude-haiku-5-5-v1:0"), account)
    assert [usage.tokens_in for usage in account.entered] == [0, 500]
    assert cloud.came[0][1]["authorization"] == "Bearer bearer"


def test_bedrock_without_credentials_says_what_to_give_it(
    cloud: Cloud, environment: pytest.MonkeyPatch
) -> None:
    # A region of its own: the SDK keeps a session for each.
    environment.setenv("AWS_REGION", "eu-north-1")
    error = failing(caller(cloud, provider="bedrock"), Account())
    assert isinstance(error, Misconfigured)
    assert "AWS_ACCESS_KEY_ID" in error.to_do
    assert cloud.came == []


def test_a_client_that_cannot_be_set_up_says_what_to_set(cloud: Cloud) -> None:
    for provider, name in (("bedrock", "AWS_REGION"), ("vertex", "CLOUD_ML_REGION")):
        error = failing(caller(cloud, provider=provider), Account())
        assert isinstance(error, Misconfigured)
        assert name in error.to_do
    error = failing(caller(cloud), Account())
    assert isinstance(error, Misconfigured)
    assert "ANTHROPIC_API_KEY" in error.to_do


def on_vertex(cloud: Cloud, environment: pytest.MonkeyPatch, folder: Path) -> None:
    """A service account of Google's, with a key made for it."""
    key = rsa.generate_private_key(65537, 2048)
    written = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    account = {
        "type": "service_account",
        "client_email": "worker@example.com",
        "private_key": written.decode(),
        "token_uri": f"{cloud.url}/token",
    }
    file = folder / "account.json"
    file.write_text(json.dumps(account), encoding="utf-8")
    environment.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(file))
    environment.setenv("CLOUD_ML_REGION", "global")
    environment.setenv("ANTHROPIC_VERTEX_PROJECT_ID", "project-1")


def test_vertex_is_asked_with_a_token_for_the_service_account(
    cloud: Cloud, environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    on_vertex(cloud, environment, tmp_path)
    account = answered(caller(cloud, provider="vertex"), "claude-haiku-5-5@20261007")
    assert account.total.requests == 1
    ((headers, body),) = cloud.asked(
        "/projects/project-1/locations/global/publishers/anthropic/models/"
        "claude-haiku-5-5@20261007:streamRawPredict"
    )
    assert headers["authorization"] == "Bearer exchanged"
    assert json.loads(body)["stream"] is True


def test_vertex_with_an_account_that_is_refused_says_what_to_give_it(
    cloud: Cloud, environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    on_vertex(cloud, environment, tmp_path)
    cloud.token_status = 400
    account = Account()
    error = failing(caller(cloud, provider="vertex"), account)
    assert isinstance(error, Misconfigured)
    assert "GOOGLE_APPLICATION_CREDENTIALS" in error.to_do
    assert account.entered == []


def test_an_identity_token_is_exchanged_and_lets_in_without_a_key(
    cloud: Cloud, environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("identity", encoding="utf-8")
    for name, value in FEDERATION.items():
        environment.setenv(name, value)
    environment.setenv("ANTHROPIC_IDENTITY_TOKEN_FILE", str(tmp_path / "token"))
    assert answered(caller(cloud)).total.requests == 1
    ((headers, _),) = cloud.asked("/v1/messages")
    assert headers["authorization"] == "Bearer exchanged"


@pytest.mark.parametrize(("status", "kind"), [(400, Misconfigured), (503, DependencyFailed)])
def test_an_identity_token_that_is_not_exchanged_is_told_from_a_server_that_is_down(
    cloud: Cloud, environment: pytest.MonkeyPatch, status: int, kind: type[Exception]
) -> None:
    for name, value in {**FEDERATION, "ANTHROPIC_IDENTITY_TOKEN": "identity"}.items():
        environment.setenv(name, value)
    cloud.token_status = status
    account = Account()
    assert type(failing(caller(cloud), account)) is kind
    assert account.entered == []
    assert cloud.asked("/v1/messages") == []
