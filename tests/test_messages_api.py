"""The stand-in for the Messages API, asked by the real SDK: replies, costs, and the record."""

import threading
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from messages_api import Received, Reply, Server, faults
from messages_api.asking import TOOL, answered, ask, client_of, create, good, said

NAME = str(TOOL["name"])
OTHER = {**TOOL, "name": "drop_observations"}
TEXT = st.text(st.characters(codec="utf-8"), max_size=9)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
ONE_SERVER = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture
def api() -> Iterator[Server]:
    with Server() as server:
        yield server


@pytest.fixture(scope="module")
def web() -> Iterator[httpx2.Client]:
    """Connections for every client, since to make them ready is what takes time."""
    with anthropic.DefaultHttpxClient() as opened:
        yield opened


@pytest.fixture
def client(api: Server, web: httpx2.Client) -> anthropic.Anthropic:
    return client_of(api, http_client=web)


@pytest.mark.parametrize("asked", [ask, create])
def test_a_reply_arrives_block_for_block_streamed_or_not(
    api: Server, client: anthropic.Anthropic, asked: Any
) -> None:
    recorded = {"observations": [{"content": "Oslo, é, 東京", "relevance": "high"}], "done": True}
    api.script.then(Reply().thinking("Hm.").text("Noted.").tool(NAME, recorded, id="toolu_7"))
    message = asked(client)
    thought, text, call = message.content
    assert (thought.thinking, thought.signature) == ("Hm.", "c2lnbmF0dXJl")
    assert text.text == "Noted."
    assert (call.id, call.name, call.input) == ("toolu_7", NAME, recorded)
    assert message.stop_reason == "tool_use"
    assert api.record.violations == ()


@ONE_SERVER
@given(recorded=st.dictionaries(TEXT, JSON, max_size=4), pieces=st.integers(1, 9))
def test_what_a_tool_is_given_survives_any_cutting_of_the_stream(
    api: Server, client: anthropic.Anthropic, recorded: dict[str, Any], pieces: int
) -> None:
    api.script.then(Reply(pieces=pieces).tool(NAME, recorded))
    (call,) = ask(client).content
    assert call.type == "tool_use"
    assert call.input == recorded


def test_a_stream_has_the_events_of_the_api_in_their_order(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(Reply(pieces=2).text("Yes.").tool(NAME, {"done": True}))
    stream = client.messages.create(**good(stream=True))
    block = ["content_block_start", *["content_block_delta"] * 2, "content_block_stop"]
    call = ["content_block_start", *["content_block_delta"] * 3, "content_block_stop"]
    assert [event.type for event in stream] == [
        "message_start",
        *block,
        *call,
        "message_delta",
        "message_stop",
    ]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply().text("Done."), "end_turn"),
        (Reply().tool(NAME, {}), "tool_use"),
        (Reply().text("Wait.").stop("pause_turn"), "pause_turn"),
        (
            Reply().text("Full").stop("model_context_window_exceeded"),
            "model_context_window_exceeded",
        ),
        (Reply().text("New.").stop("brand_new"), "brand_new"),
        (Reply().refuse("bio"), "refusal"),
    ],
)
def test_a_reply_says_why_it_stopped(
    api: Server, client: anthropic.Anthropic, reply: Reply, reason: str
) -> None:
    api.script.then(reply)
    message = ask(client)
    assert message.stop_reason == reason
    assert len(message.content) == len(reply.blocks)
    assert (message.stop_details is not None) == (reason == "refusal")


@pytest.mark.parametrize(
    ("written", "reads_as"),
    [
        ('"{\\"observations\\": []}"', '{"observations": []}'),
        ("null", None),
        ('["a"]', ["a"]),
        ('{"observations": [{"content": "I li', {"observations": [{}]}),
    ],
)
def test_a_tool_may_be_given_what_its_schema_forbids(
    api: Server, client: anthropic.Anthropic, written: str, reads_as: Any
) -> None:
    api.script.then(Reply(pieces=1).raw_tool(NAME, written))
    (call,) = ask(client).content
    assert call.type == "tool_use"
    assert call.input == reads_as


@pytest.mark.parametrize("written", ['"{\\"observations\\": []}"', "null", '{"done": True}'])
def test_what_a_tool_is_given_may_be_beyond_the_sdk_s_reading(
    api: Server, client: anthropic.Anthropic, written: str
) -> None:
    api.script.then(Reply(pieces=3).raw_tool(NAME, written))
    with pytest.raises(ValueError, match="Unable to parse tool parameter JSON"):
        ask(client)


def test_ids_may_come_twice_and_blocks_be_empty_or_of_no_known_type(
    api: Server, client: anthropic.Anthropic
) -> None:
    twice = Reply().text("").tool(NAME, {}, id="toolu_1").tool(NAME, {}, id="toolu_1")
    api.script.then(twice.block({"type": "mystery", "matter": "dark"}))
    blocks = ask(client).content
    assert [block.type for block in blocks] == ["text", "tool_use", "tool_use", "mystery"]
    assert getattr(blocks[1], "id", 1) == getattr(blocks[2], "id", 2)


def test_a_reply_longer_than_was_allowed_is_cut_off_inside_its_tool(
    api: Server, client: anthropic.Anthropic
) -> None:
    items = [{"content": "I live in Oslo. " * 4, "relevance": "low"} for _ in range(20)]
    api.script.always(Reply().tool(NAME, {"observations": items, "done": True}))
    short, whole = ask(client, max_tokens=200), ask(client)
    assert (short.stop_reason, whole.stop_reason) == ("max_tokens", "tool_use")
    assert short.usage.output_tokens <= 200
    given_ = getattr(short.content[0], "input", {})
    assert 0 < len(given_["observations"]) < 20
    assert "done" not in given_


def test_an_answer_goes_to_its_tool_to_its_number_or_to_whoever_asks(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.always(Reply().text("any")).always(Reply().text("drop"), to="drop_observations")
    api.script.then(
        Reply().text("first"), lambda asked: Reply().text(f"turn {asked.turn}"), to=NAME
    )
    api.script.nth(2, Reply().text("third of all"), to="drop_observations")

    def heard(tool: dict[str, Any]) -> str:
        return str(getattr(ask(client, tools=[tool]).content[0], "text", None))

    assert [heard(TOOL) for _ in range(3)] == ["first", "turn 1", "any"]
    assert [heard(OTHER) for _ in range(3)] == ["drop", "third of all", "drop"]
    assert api.record.counts == {NAME: 3, "drop_observations": 3}
    assert api.script.left == 0


def test_a_request_that_nobody_scripted_is_a_violation(
    api: Server, client: anthropic.Anthropic
) -> None:
    with pytest.raises(anthropic.InternalServerError):
        ask(client)
    assert api.record.violations == ("request 1: nothing is scripted for it",)


def test_a_script_that_raises_is_a_violation(api: Server, client: anthropic.Anthropic) -> None:
    def fail(asked: Received) -> Reply:
        raise LookupError(asked.about)

    api.script.then(fail)
    with pytest.raises(anthropic.InternalServerError):
        ask(client)
    assert api.record.violations == (f"request 1: to answer it failed: LookupError('{NAME}')",)


def test_the_record_holds_each_request_and_what_it_cost(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(Reply().tool(NAME, {}, id="toolu_1").costing(input_tokens=70, output_tokens=9))
    api.script.then(Reply().text("Done.").costing(input_tokens=5, cache_read=70, output_tokens=1))
    first = ask(client)
    turns = [
        said("user", "m1 I live in Oslo."),
        said("assistant"),
        said("user", answered("toolu_1")),
    ]
    turns[1]["content"] = first.content
    ask(client, messages=turns)
    one, two = api.record.of(NAME)
    assert (one.turn, two.turn) == (1, 2)
    assert (one.shown, one.system) == ("m1 I live in Oslo.", "Observe.")
    assert [receipt["content"] for receipt in two.receipts] == ["Recorded 1."]
    assert one.connection == two.connection
    assert api.record.usage.prompt_tokens == 145
    assert (api.record.usage.output_tokens, api.record.usage.cache_read) == (10, 70)
    assert api.record.violations == ()


def test_a_client_that_hangs_up_is_noticed_at_once(
    api: Server, client: anthropic.Anthropic
) -> None:
    api.script.then(faults.Pings(Reply().text("Well"), after=3))
    with client.messages.stream(**good()) as stream:
        next(iter(stream))
    left = api.record.requests[0].wait()
    assert left.hung_up
    assert left.seconds < 2


def test_requests_are_answered_side_by_side(api: Server, client: anthropic.Anthropic) -> None:
    met = threading.Barrier(3, timeout=5)

    def meet(asked: Received) -> Reply:
        met.wait()
        return Reply().text("Met.")

    api.script.always(meet)
    asking = [threading.Thread(target=ask, args=(client,)) for _ in range(3)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert {one.stop_reason for one in api.record.requests} == {"end_turn"}
