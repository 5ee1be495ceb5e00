"""What the stand-in for the Messages API refuses, as the API would, and what it takes."""

import http.client
import json
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest
from messages_api import Reply, Server
from messages_api.asking import TOOL, answered, ask, called, client_of, create, good, said
from messages_api.schemas import schema_faults

FIRST = said("user", "m1 I live in Oslo.")
MARK = {"cache_control": {"type": "ephemeral"}}


@pytest.fixture(scope="module")
def api() -> Iterator[Server]:
    with Server() as server:
        server.script.always(Reply().text("Noted."))
        yield server


@pytest.fixture(scope="module")
def client(api: Server) -> Iterator[anthropic.Anthropic]:
    with client_of(api) as opened:
        yield opened


def tool(**changes: Any) -> dict[str, Any]:
    """The request's tool with these fields in place of its own."""
    return {"tools": [{**TOOL, **changes}]}


def schema(**properties: Any) -> dict[str, Any]:
    """A strict tool whose input has these properties."""
    return tool(input_schema=_object(**properties))


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def talk(*turns: dict[str, Any]) -> dict[str, Any]:
    return {"messages": list(turns)}


def thought(text: str, signature: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": text, "signature": signature}


def test_what_the_worker_sends_is_taken(api: Server, client: anthropic.Anthropic) -> None:
    turns = talk(
        FIRST,
        said("assistant", thought("Hm.", "c2ln"), called("a")),
        said("user", answered("a"), "Go on."),
        said("assistant", "More.", called("b", {"done": True}), called("c")),
        said("user", answered("c", [{"type": "text", "text": "ok"}]), answered("b", "")),
    )
    marked = [{"type": "text", "text": "Observe.", **MARK}]
    before = api.record.violations
    api.script.then(Reply().thinking("Hm.", signature="c2ln").tool(TOOL["name"], {}))
    ask(client)
    ask(client, system=marked, thinking={"type": "adaptive"}, **turns)
    create(client, system="Observe.", tool_choice=None, metadata=None, output_config=None)
    assert api.record.violations == before


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"extra_body": {"temperature": 0}}, "temperature: Extra inputs"),
        ({"extra_body": {"max_tokens": "9"}}, "max_tokens: Input should be a positive"),
        ({"max_tokens": 0}, "max_tokens: Input should be a positive"),
        ({"max_tokens": 64_001}, "max_tokens: 64001 > 64000"),
        ({"messages": []}, "at least one message"),
        (talk(said("assistant", "Hi.")), "first message must use the user role"),
        (talk({"role": "system", "content": "x"}), 'Unexpected role "system"'),
        (talk({**FIRST, "name": "Ann"}), "role and content, and nothing else"),
        (talk(said("user")), "must have non-empty content"),
        (talk(said("user", " ")), "text content blocks must be non-empty"),
        ({"system": [{"type": "text", "text": ""}]}, "system.0: text content blocks"),
        (talk(said("user", {"type": "mystery"})), "does not match any of the expected tags"),
        (talk(said("user", {"type": "text", "text": "x", "id": 1})), "text.id: Extra inputs"),
        (talk(said("user", called("a"))), "not for the user role"),
        (talk(FIRST, said("assistant", "I")), "does not support assistant message prefill"),
        (talk(FIRST, said("assistant", called("a")), FIRST), "ids were found without"),
        (talk(said("user", answered("a"))), "unexpected `tool_use_id`"),
        (
            talk(FIRST, said("assistant", called("a")), said("user", answered("a"), answered("a"))),
            "must have a single result",
        ),
        (
            talk(FIRST, said("assistant", called("a")), said("user", "So", answered("a"))),
            "blocks must come first",
        ),
        (
            talk(FIRST, said("assistant", called("a"), called("a")), said("user", answered("a"))),
            "ids must be unique",
        ),
        (
            talk(
                FIRST,
                said("assistant", called("a")),
                said("user", answered("a")),
                said("assistant", called("a")),
                said("user", answered("a")),
            ),
            "ids must be unique",
        ),
        (
            talk(FIRST, said("assistant", called("a", '{"x": 1}')), said("user", answered("a"))),
            "tool_use.input: Input should be a valid dictionary",
        ),
        (
            talk(FIRST, said("assistant", thought("Hm.", "never sent"), "Yes."), FIRST),
            "Invalid `signature`",
        ),
        (
            talk(FIRST, said("assistant", thought("Hm.", "c2ln")), FIRST),
            "The final block cannot be `thinking`",
        ),
        (
            talk(FIRST, said("assistant", called("a b")), said("user", answered("a b"))),
            "tool_use.id: String should match",
        ),
        (tool(name="record observations"), "name: String should match pattern"),
        (tool(name="r" * 65), "name: String should match pattern"),
        (tool(color="red"), "tools.0.color: Extra inputs"),
        ({"tools": [TOOL, TOOL]}, "Tool names must be unique"),
        ({"tool_choice": {"type": "maybe"}}, "tool_choice.type"),
        ({"tool_choice": {"type": "tool", "name": "other"}}, "not found in provided tools"),
        ({"tools": None}, "only be specified while providing tools"),
        ({"tool_choice": {"type": "any"}, "model": "claude-sonnet-5-5"}, "forced tool use"),
        (
            {"tool_choice": {"type": "any"}, "thinking": {"type": "adaptive"}},
            "Thinking may not be enabled when tool_choice forces",
        ),
        ({"thinking": {"type": "enabled", "budget_tokens": 9}}, "at least 1024"),
        ({"thinking": {"type": "enabled", "budget_tokens": 1024}}, "must be greater than"),
        ({"output_config": {"effort": "none"}}, "output_config.effort: Input should be"),
        ({"model": "claude-haiku-4-5"}, "does not support the effort parameter"),
        ({"output_config": {"depth": 1}}, "output_config.depth: Extra inputs"),
        ({"metadata": {"user_id": "u" * 257}}, "at most 256 characters"),
        ({"metadata": {"user_id": "ann@example.org"}}, "email address or phone number"),
        ({"metadata": {"user_id": "+47 22 33 44 55"}}, "email address or phone number"),
        ({"metadata": {"name": "Ann"}}, "metadata.name: Extra inputs"),
        ({"system": [{"type": "text", "text": "x", **MARK}] * 5}, "A maximum of 4 blocks"),
        (
            {"system": [{"type": "text", "text": "x", "cache_control": {"type": "long"}}]},
            "cache_control.type",
        ),
        (talk(said("user", "a\0b")), "NUL"),
    ],
)
def test_what_the_api_would_refuse_is_a_bad_request_and_stands_in_the_record(
    api: Server, client: anthropic.Anthropic, changes: dict[str, Any], told: str
) -> None:
    with pytest.raises(anthropic.BadRequestError) as raised:
        ask(client, **changes)
    assert raised.value.type == "invalid_request_error"
    assert told in str(raised.value.api_message)
    assert any(told in one for one in api.record.all[-1].violations)
    assert len(api.record.all[-1].violations) <= 2


@pytest.mark.parametrize(
    ("properties", "told"),
    [
        ({"a": {"type": "string", "minLength": 1}}, "'minLength' is not supported"),
        ({"a": {"type": "string", "maxLength": 9}}, "'maxLength' is not supported"),
        ({"a": {"type": "string", "pattern": "^a"}}, "'pattern' is not supported"),
        ({"a": {"type": "integer", "minimum": 1}}, "'minimum' is not supported"),
        ({"a": {"type": "integer", "maximum": 1}}, "'maximum' is not supported"),
        ({"a": {"type": "array", "items": {"type": "string"}, "maxItems": 3}}, "'maxItems'"),
        ({"a": {"type": "array", "items": {"type": "string"}, "minItems": 2}}, "other than 0 or 1"),
        ({"a": {"type": "array"}}, "what its items are"),
        ({"a": {"type": "text"}}, "not one of JSON's"),
        ({"a": {}}, "should have a type"),
        ({"a": {**_object(b={"type": "string"}), "required": []}}, "'required' should name every"),
        ({"a": {"type": "object", "properties": {}}}, "must be explicitly set to false"),
        ({f"p{n}": {"type": "string"} for n in range(250)}, "grammar is too large"),
    ],
)
def test_a_strict_schema_holds_only_what_is_supported(
    api: Server, client: anthropic.Anthropic, properties: dict[str, Any], told: str
) -> None:
    with pytest.raises(anthropic.BadRequestError):
        ask(client, **schema(**properties))
    assert any(told in one for one in api.record.all[-1].violations)


def test_a_schema_may_not_be_nested_without_end() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(9):
        deep = _object(a=deep)
    assert any("nested too deeply" in told for told in schema_faults(deep))
    assert schema_faults(TOOL["input_schema"]) == []


def test_what_does_not_fit_the_window_is_told_as_the_api_tells_it() -> None:
    with Server(context_window=500) as api, client_of(api) as client:
        api.script.always(Reply().text("Noted."))
        ask(client)
        with pytest.raises(anthropic.BadRequestError) as raised:
            ask(client, messages=[said("user", "word " * 500)])
        assert "prompt is too long" in str(raised.value.api_message)
        assert "> 500 maximum" in str(raised.value.api_message)
        assert api.record.violations == ()


def test_who_has_no_key_or_another_is_not_let_in(api: Server, client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.AuthenticationError) as raised:
        ask(client.with_options(api_key="another"))
    assert raised.value.type == "authentication_error"
    assert "Bearer" in api.record.all[-1].violations[0]
    assert _posted(api, good(), authorization="")[0] == 401


def test_a_request_names_a_version_of_the_api(api: Server) -> None:
    assert _posted(api, good()) == (200, "")
    status, told = _posted(api, good(), **{"anthropic-version": "2020-01-01"})
    assert (status, "anthropic-version" in told) == (400, True)


def test_a_model_that_there_is_not_is_not_found(api: Server, client: anthropic.Anthropic) -> None:
    with pytest.raises(anthropic.NotFoundError) as raised:
        ask(client, model="claude-none")
    assert raised.value.type == "not_found_error"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (json.dumps(good(messages=[said("user", "half \ud83d")])).encode(), "no low surrogate"),
        (json.dumps(good()).encode().replace(b"Oslo", b"Osl\xf8"), "not a JSON object"),
        (b"[1]", "not a JSON object"),
        (b'{"model": "claude-haiku-5-5", "max_tokens": NaN}', "not a JSON object"),
        (b'{"model": ', "not a JSON object"),
    ],
)
def test_what_is_no_proper_json_is_refused(api: Server, raw: bytes, told: str) -> None:
    status, message = _posted(api, raw)
    assert status == 400
    assert told in message


def _posted(api: Server, body: Any, **headers: str) -> tuple[int, str]:
    """The status and the message that a request gets which no SDK would send."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    sent = {"authorization": f"Bearer {api.key}", "anthropic-version": "2026-10-21", **headers}
    connection = http.client.HTTPConnection("127.0.0.1", int(api.url.rpartition(":")[2]))
    try:
        connection.request("POST", "/v1/messages", raw, sent)
        response = connection.getresponse()
        told = json.loads(response.read())
    finally:
        connection.close()
    return response.status, told.get("error", {}).get("message", "")
