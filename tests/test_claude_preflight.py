"""The models are looked up before the first request, where that tells something."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from messages_api import MODELS, Model, Server, faults
from structlog.testing import capture_logs
from talks import Account, called, caller_of, failing, request

from worker.engines.claude.call import Pace
from worker.engines.claude.config import StageConfig
from worker.errors import Misconfigured

SOON = (datetime.now(UTC) + timedelta(days=20)).isoformat()
LATER = (datetime.now(UTC) + timedelta(days=400)).isoformat()


@pytest.fixture
def api() -> Iterator[Server]:
    ending = (
        Model("retiring", retires_at=SOON),
        Model("staying", retires_at=LATER),
        Model("retired", lifecycle="retired"),
        Model("deprecated", lifecycle="deprecated", retires_at=LATER),
    )
    with Server(models=(*MODELS, *ending)) as server:
        server.script.always(called(["Oslo"]))
        yield server


def warned(api: Server, model: str) -> list[dict[str, object]]:
    call = caller_of(api, is_own=True, observer=StageConfig(model))
    with capture_logs() as lines:
        for _ in range(2):
            assert call(request(model=model), Account()).calls
    assert len(api.record.requests) == 2
    return [dict(line) for line in lines if line["event"] == "model.retires"]


def test_each_model_is_looked_up_once(api: Server) -> None:
    call = caller_of(api, is_own=True, reflector=StageConfig("claude-sonnet-5-5"))
    for _ in range(3):
        call(request(), Account())
    looked_up = [one.path.rpartition("/")[2] for one in api.record.of("models")]
    assert looked_up == ["claude-haiku-5-5", "claude-sonnet-5-5"]


def test_a_gateway_is_not_asked_for_its_models(api: Server) -> None:
    caller_of(api)(request(), Account())
    assert api.record.of("models") == ()


def test_a_model_that_is_not_there_is_named_before_anything_is_asked_of_it(api: Server) -> None:
    call = caller_of(api, is_own=True, dropper=StageConfig("claude-hiaku"))
    account = Account()
    error = failing(call, account)
    assert isinstance(error, Misconfigured)
    assert "claude-hiaku" in str(error)
    assert "REFLECTION_MODEL" in error.to_do
    assert api.record.requests == ()
    assert account.entered == []


def test_a_refused_key_is_found_before_anything_is_asked(api: Server) -> None:
    error = failing(caller_of(api, is_own=True, api_key="another"), Account())
    assert isinstance(error, Misconfigured)
    assert "ANTHROPIC_API_KEY" in error.to_do
    assert api.record.requests == ()


def test_a_model_that_is_retired_is_not_asked(api: Server) -> None:
    error = failing(caller_of(api, is_own=True, observer=StageConfig("retired")), Account())
    assert isinstance(error, Misconfigured)
    assert "retired" in str(error)


@pytest.mark.parametrize("model", ["claude-sonnet-4-5", "retiring", "deprecated"])
def test_a_model_that_goes_soon_is_warned_of_once(api: Server, model: str) -> None:
    (line,) = warned(api, model)
    assert (line["model"], line["log_level"]) == (model, "warning")


@pytest.mark.parametrize("model", ["claude-haiku-5-5", "staying"])
def test_a_model_that_stays_is_not_warned_of(api: Server, model: str) -> None:
    assert warned(api, model) == []


@pytest.mark.parametrize(
    "fault",
    [
        faults.Refused(403),
        faults.Refused(500),
        faults.rate_limited(60),
        faults.Reset(),
        faults.Raw(b"no JSON"),
        faults.Raw(b"[]"),
        faults.Raw(b'{"id": 5, "lifecycle": null, "retires_at": "soon"}'),
    ],
)
def test_a_look_up_that_fails_otherwise_stops_nothing(api: Server, fault: faults.Fault) -> None:
    api.script.always(fault, to="models")
    assert caller_of(api, is_own=True)(request(), Account()).calls


def test_a_look_up_that_is_not_answered_takes_no_longer_than_its_time(api: Server) -> None:
    api.script.always(faults.Silence(), to="models")
    call = caller_of(api, Pace(look_up_seconds=0.3), is_own=True)
    began = time.monotonic()
    assert call(request(), Account()).calls
    assert time.monotonic() - began < 1.5
    (asked,) = api.record.of("models")
    assert asked.wait(1.0).hung_up
