"""What goes wrong on the way: error responses, torn connections, streams that end badly."""

from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from messages_api.record import Received
from messages_api.reply import Reply
from messages_api.stream import PING, event, events, open_stream, send_events, send_reply
from messages_api.wire import Wire, json_bytes

# The types of errors, by status, as the API gives them.
TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    408: "timeout_error",
    409: "conflict_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    503: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


class Fault(Protocol):
    """Something other than a reply, sent in its place."""

    def send(self, wire: Wire, request: Received) -> None: ...


@dataclass(frozen=True, slots=True)
class Refused:
    """An error response in the API's form."""

    status: int
    message: str = "scripted"
    kind: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    details: dict[str, Any] | None = None

    def send(self, wire: Wire, request: Received) -> None:
        kind = self.kind or TYPES.get(self.status, "api_error")
        body = error_body(kind, self.message, request, self.details)
        wire.whole(self.status, {**request.headers_back, **self.headers}, json_bytes(body))


@dataclass(frozen=True, slots=True)
class Raw:
    """A response whose body is this, whatever it is: not JSON, a list, a page of a proxy."""

    body: bytes
    status: int = 200
    kind: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)

    def send(self, wire: Wire, request: Received) -> None:
        wire.whole(self.status, {**request.headers_back, **self.headers}, self.body, self.kind)


@dataclass(frozen=True, slots=True)
class Reset:
    """The connection is reset: before the headers, or after some events of a reply."""

    reply: Reply | None = None
    after: int = 0

    def send(self, wire: Wire, request: Received) -> None:
        if self.reply is not None:
            _send_some(wire, self.reply, request, self.after)
            # A reset throws away what the client has not read yet.
            _let_it_arrive(wire)
        wire.reset()


@dataclass(frozen=True, slots=True)
class Cut:
    """A stream that ends after some events of a reply, without `message_stop`.

    `clean`: the response ends as it should; else the connection is closed in the middle of it.
    """

    reply: Reply
    after: int
    clean: bool = True

    def send(self, wire: Wire, request: Received) -> None:
        _send_some(wire, self.reply, request, self.after)
        if self.clean:
            wire.end()
        else:
            wire.drop()


@dataclass(frozen=True, slots=True)
class ErrorEvent:
    """A stream that goes well for some events of a reply, and then says that it failed."""

    reply: Reply = field(default_factory=Reply)
    after: int = 2
    kind: str = "overloaded_error"
    message: str = "Overloaded"

    def send(self, wire: Wire, request: Received) -> None:
        _send_some(wire, self.reply, request, self.after)
        body = error_body(self.kind, self.message, request)
        wire.chunk(event(body))
        wire.end()


@dataclass(frozen=True, slots=True)
class Drip:
    """A reply as a stream that arrives a byte at a time."""

    reply: Reply
    seconds: float = 0.01

    def send(self, wire: Wire, request: Received) -> None:
        sent = self.reply.metered(request)
        open_stream(wire, request)
        for data in events(sent, request):
            for byte in event(data):
                wire.wait(self.seconds)
                wire.chunk(bytes((byte,)))
        wire.end()


@dataclass(frozen=True, slots=True)
class Pings:
    """A stream that begins well and then only says that it is alive, for ever."""

    reply: Reply = field(default_factory=Reply)
    after: int = 1
    seconds: float = 0.02

    def send(self, wire: Wire, request: Received) -> None:
        _send_some(wire, self.reply, request, self.after)
        while True:
            wire.wait(self.seconds)
            wire.chunk(event(PING))


@dataclass(frozen=True, slots=True)
class Silence:
    """Nothing is answered: at all, or after some events of a reply."""

    reply: Reply | None = None
    after: int = 0

    def send(self, wire: Wire, request: Received) -> None:
        if self.reply is not None:
            _send_some(wire, self.reply, request, self.after)
        wire.wait(None)


@dataclass(frozen=True, slots=True)
class Slow:
    """An answer that comes only after so many seconds."""

    seconds: float
    answer: "Reply | Fault"

    def send(self, wire: Wire, request: Received) -> None:
        wire.wait(self.seconds)
        send(wire, self.answer, request)


def send(wire: Wire, answer: Reply | Fault, request: Received) -> None:
    """Send an answer of either kind."""
    if isinstance(answer, Reply):
        send_reply(wire, answer, request)
    else:
        answer.send(wire, request)


def error_body(
    kind: str, message: str, request: Received, details: dict[str, Any] | None = None
) -> dict[str, Any]:
    """An error in the API's form."""
    error = {"type": kind, "message": message} | ({"details": details} if details else {})
    return {"type": "error", "error": error, "request_id": request.request_id}


def too_long(tokens: int = 1_000_001, most: int = 1_000_000) -> Refused:
    """The 400 of a prompt that does not fit."""
    return Refused(400, f"prompt is too long: {tokens} tokens > {most} maximum")


def rate_limited(retry_after: float | str | None = None) -> Refused:
    """A 429 that says, or does not say, for how many seconds to wait."""
    headers = {} if retry_after is None else {"retry-after": str(retry_after)}
    return Refused(429, "Number of requests has exceeded your rate limit", headers=headers)


def unavailable() -> Raw:
    """A 503 from a proxy, which speaks HTML."""
    return Raw(b"<html><body><h1>503 Service Unavailable</h1></body></html>", 503, "text/html")


def overloaded() -> Refused:
    return Refused(529, "Overloaded")


def no_model(name: str) -> Refused:
    """The 404 of a model that there is not."""
    return Refused(404, f"model: {name}")


def _send_some(wire: Wire, reply: Reply, request: Received, most: int) -> None:
    sent = replace(reply.metered(request), bound=False)
    open_stream(wire, request, sent.headers)
    send_events(wire, sent, request, most)


def _let_it_arrive(wire: Wire) -> None:
    wire.wait(0.05)
