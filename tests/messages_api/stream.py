"""A reply as server-sent events, in the order and shape in which the API sends them."""

from collections.abc import Iterator
from typing import Any

from messages_api.record import Received
from messages_api.reply import Block, Reply
from messages_api.wire import Wire, json_bytes

PING: dict[str, Any] = {"type": "ping"}


def event(data: dict[str, Any]) -> bytes:
    """One event, named as its data are."""
    return b"event: %b\ndata: %b\n\n" % (str(data["type"]).encode(), json_bytes(data))


def open_stream(wire: Wire, request: Received, headers: dict[str, str] | None = None) -> None:
    """The head of a stream that goes well."""
    kind = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"}
    wire.head(200, {**kind, **request.headers_back, **(headers or {})})


def send_reply(wire: Wire, reply: Reply, request: Received) -> None:
    """Send a reply as the request asked for it: in one piece or as a stream."""
    sent = reply.metered(request)
    if not request.streams:
        headers = {**request.headers_back, **sent.headers}
        wire.whole(200, headers, json_bytes(sent.message(request)))
        return
    open_stream(wire, request, sent.headers)
    send_events(wire, sent, request)
    wire.end()


def send_events(wire: Wire, reply: Reply, request: Received, most: int | None = None) -> bool:
    """Send the events of a reply, at most so many; says whether those were all."""
    for sent, data in enumerate(events(reply, request)):
        if most is not None and sent >= most:
            return False
        if reply.pause:
            wire.wait(reply.pause)
        wire.chunk(event(data))
    return True


def events(reply: Reply, request: Received) -> Iterator[dict[str, Any]]:
    """All events of a reply."""
    yield {"type": "message_start", "message": reply.started(request)}
    yield PING
    for index, block in enumerate(reply.blocks):
        yield from _block(index, block, reply.pieces)
    yield {
        "type": "message_delta",
        "delta": {
            "stop_reason": reply.reason,
            "stop_sequence": None,
            "stop_details": reply.stop_details,
        },
        "usage": request.usage.as_json(),
    }
    yield {"type": "message_stop"}


def _block(index: int, block: Block, pieces: int) -> Iterator[dict[str, Any]]:
    empty = dict(block.value)
    deltas: list[dict[str, Any]] = []
    if block.written is not None:
        deltas = [
            {"type": "input_json_delta", "partial_json": part}
            for part in ["", *_split(block.written, pieces)]
        ]
    elif empty["type"] == "text" and isinstance(empty.get("text"), str):
        deltas = [{"type": "text_delta", "text": part} for part in _split(empty["text"], pieces)]
        empty["text"] = ""
    elif empty["type"] == "thinking":
        said, signature = empty["thinking"], empty["signature"]
        deltas = [{"type": "thinking_delta", "thinking": part} for part in _split(said, pieces)]
        deltas.append({"type": "signature_delta", "signature": signature})
        empty |= {"thinking": "", "signature": ""}
    yield {"type": "content_block_start", "index": index, "content_block": empty}
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _split(text: str, pieces: int) -> list[str]:
    size = max(1, -(-len(text) // max(1, pieces)))
    return [text[start : start + size] for start in range(0, len(text), size)]
