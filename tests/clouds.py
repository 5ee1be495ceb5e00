"""Where Claude can be called beside Anthropic's own API: Bedrock, Vertex, and by identity."""

import base64
import json
import struct
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from talks import NAME

EVENTS: tuple[dict[str, Any], ...] = (
    {"type": "message_start", "message": {"usage": {"input_tokens": 500, "output_tokens": 1}}},
    {
        "type": "content_block_start",
        "index": 0,
        "content_block": {"type": "tool_use", "id": "toolu_1", "name": NAME, "input": {}},
    },
    {
        "type": "content_block_delta",
        "index": 0,
        "delta": {"type": "input_json_delta", "partial_json": '{"words": ["Oslo"], "done": true}'},
    },
    {"type": "content_block_stop", "index": 0},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use"},
        "usage": {"output_tokens": 40},
    },
    {"type": "message_stop"},
)


@dataclass
class Cloud:
    """A server on loopback; `came` holds the path, the headers and the body of each request.

    `throttles`: so many streams of Bedrock end with an exception before one goes well.
    """

    url: str = ""
    came: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    throttles: int = 0
    token_status: int = 200

    def asked(self, path: str) -> list[tuple[dict[str, str], bytes]]:
        return [(headers, body) for came, headers, body in self.came if path in came]

    def answer(self, path: str) -> tuple[int, str, bytes]:
        if path.endswith("token"):
            given = {"access_token": "exchanged", "expires_in": 3600, "token_type": "Bearer"}
            return self.token_status, "application/json", json.dumps(given).encode()
        if path.endswith("/invoke-with-response-stream"):
            return 200, "application/vnd.amazon.eventstream", b"".join(self._frames())
        if path.endswith(("/v1/messages", ":streamRawPredict")):
            told = (f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in EVENTS)
            return 200, "text/event-stream", "".join(told).encode()
        return 404, "application/json", b"{}"

    def _frames(self) -> Iterator[bytes]:
        if self.throttles:
            self.throttles -= 1
            yield _frame({"message": "slow down"}, "exception", "throttlingException")
            return
        for event in EVENTS:
            yield _frame({"bytes": base64.b64encode(json.dumps(event).encode()).decode()})


def _frame(payload: dict[str, str], kind: str = "event", name: str = "chunk") -> bytes:
    """A message of Amazon's event stream: lengths, headers and payload, each with its checksum."""
    named = {f":{kind}-type": name, ":content-type": "application/json", ":message-type": kind}
    headers = b"".join(
        bytes((len(key),)) + key.encode() + struct.pack("!BH", 7, len(value)) + value.encode()
        for key, value in named.items()
    )
    body = json.dumps(payload).encode()
    prelude = struct.pack("!II", 16 + len(headers) + len(body), len(headers))
    message = prelude + struct.pack("!I", zlib.crc32(prelude)) + headers + body
    return message + struct.pack("!I", zlib.crc32(message))


@contextmanager
def serving() -> Iterator[Cloud]:
    """A cloud that answers for as long as this lasts."""
    cloud = Cloud()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            named = {name.lower(): value for name, value in self.headers.items()}
            cloud.came.append((self.path, named, body))
            status, kind, answer = cloud.answer(self.path)
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    cloud.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield cloud
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
