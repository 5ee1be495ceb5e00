"""A Messages API on loopback: real HTTP, scripted replies, every request checked and recorded."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import unquote

from messages_api.checks import (
    body_faults,
    counted_faults,
    header_faults,
    length_fault,
    text_faults,
)
from messages_api.faults import Raw, Refused, no_model, send
from messages_api.models import MODELS, Model
from messages_api.record import Received, Record
from messages_api.script import Answer, Script, nothing_scripted
from messages_api.tokens import PromptCache, prompt_tokens
from messages_api.turns import thought_faults
from messages_api.wire import HungUp, Wire, json_bytes

KEY = "key-of-the-tests"
MOST_BYTES = 32 * 2**20


class Server:
    """Answers as `script` says, and keeps what came in `record`; a context manager.

    A request that the API would refuse gets its 400 and stands in `record.violations`. The size of
    the context window is the model's, unless `context_window` says another. `cache_least` is the
    shortest beginning of a prompt that is cached, and `clock` the time by which that ends.
    """

    def __init__(
        self,
        key: str = KEY,
        *,
        models: Iterable[Model] = MODELS,
        context_window: int | None = None,
        cache_least: int = 1024,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.key = key
        self.models = {model.id: model for model in models}
        self.context_window = context_window
        self.script = Script()
        self.record = Record()
        self.cache = PromptCache(clock, cache_least)
        self._lock = threading.Lock()
        self._numbers = 0
        self._thoughts: set[tuple[str, str]] = set()
        self._ends, self._ended = socket.socketpair()
        self._http = _Http(self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        """Where it is, without a path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> "Server":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ends.close()
        self._http.shutdown()
        self._http.hang_up()
        self._http.server_close()
        self._thread.join()
        self._ended.close()

    def receive(self, handler: "_Handler", raw: bytes) -> Received:
        """A request as it stands in the record from now on."""
        try:
            body = json.loads(raw, parse_constant=_no_constant) if raw else {}
        except ValueError:
            body = None
        with self._lock:
            self._numbers += 1
            request = Received(
                number=self._numbers,
                at=time.monotonic(),
                connection=handler.number,
                method=handler.command,
                path=handler.path.partition("?")[0].rstrip("/"),
                headers={name.lower(): value for name, value in handler.headers.items()},
                raw=raw,
                body=body if isinstance(body, dict) else {},
                cache=self.cache,
                thoughts=self._thoughts,
            )
        if not isinstance(body, dict):
            request.violations.append("The request body is not a JSON object")
        self.record.add(request)
        return request

    def answer(self, request: Received) -> Answer:
        """What a request gets: a refusal where the API would refuse it, else what is scripted."""
        try:
            return self._answer(request)
        except Exception as error:
            # Whoever scripts a function wants to know that it failed, not how HTTP went.
            request.violations.append(f"to answer it failed: {error!r}")
            return Refused(500, "the server failed")

    def _answer(self, request: Received) -> Answer:
        if request.headers.get("authorization") != f"Bearer {self.key}":
            request.violations.append("authorization: not the Bearer token of this server")
            return Refused(401, "invalid x-api-key")
        if len(request.raw) > MOST_BYTES:
            request.violations.append("the request is larger than the API takes")
            return Refused(413, "Request exceeds the maximum size")
        if not request.violations:
            request.violations += header_faults(request.headers)
        routes = {
            ("POST", "/v1/messages"): self._message,
            ("POST", "/v1/messages/count_tokens"): self._count,
        }
        route = routes.get((request.method, request.path))
        if route is None and request.method == "GET" and request.path.startswith("/v1/models/"):
            route = self._model
        if route is None:
            request.violations.append(f"{request.method} {request.path} is not there")
            return Refused(404, "Not found")
        if request.violations:
            return Refused(400, "; ".join(request.violations))
        return route(request)

    def _message(self, request: Received) -> Answer:
        if refused := self._refusal(request, body_faults):
            return refused
        window = self.context_window or self.models[request.body["model"]].context_window
        if told := length_fault(request.body, window):
            # A worker may find out so that its prompt is too long: no fault of its request.
            return Refused(400, told)
        return self._scripted(request)

    def _count(self, request: Received) -> Answer:
        if refused := self._refusal(request, counted_faults):
            return refused
        counted = Raw(json_bytes({"input_tokens": prompt_tokens(request.body)}))
        return self.script.answer(request) or counted

    def _model(self, request: Received) -> Answer:
        if scripted := self.script.answer(request):
            return scripted
        name = unquote(request.path.removeprefix("/v1/models/"))
        model = self.models.get(name)
        return Raw(json_bytes(model.as_json())) if model else no_model(name)

    def _refusal(
        self, request: Received, faults: Callable[[dict[str, Any], Model], list[str]]
    ) -> Refused | None:
        request.violations += text_faults(request.raw, request.body)
        name = request.body.get("model")
        model = self.models.get(str(name))
        if model is None:
            return no_model(str(name))
        request.violations += faults(request.body, model)
        if not request.violations:
            messages = request.body["messages"]
            request.violations += thought_faults(messages, self._thoughts)
        if request.violations:
            return Refused(400, "; ".join(request.violations))
        return None

    def _scripted(self, request: Received) -> Answer:
        answer = self.script.answer(request)
        if answer is None:
            request.violations.append("nothing is scripted for it")
            return nothing_scripted(request)
        return answer

    def serve(self, request: Received, connection: socket.socket) -> Wire:
        """Answer a request on its connection; the wire says what became of that."""
        wire = Wire(connection, self._ended)
        hung_up = False
        try:
            send(wire, self.answer(request), request)
        except HungUp:
            hung_up = True
        finally:
            request.end(wire.status, hung_up=hung_up)
        return wire


def _no_constant(name: str) -> None:
    # What Python takes for a number beside those of JSON.
    raise ValueError(name)


class _Http(ThreadingHTTPServer):
    """The connections, each in a thread of its own."""

    daemon_threads = False

    def __init__(self, api: Server) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.api = api
        self.torn: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._connections = 0

    def opened(self, connection: socket.socket) -> int:
        """Keep a connection in mind, and number it."""
        with self._lock:
            self._open.add(connection)
            self._connections += 1
            return self._connections

    def hang_up(self) -> None:
        """End what is still open, so that no thread waits for a next request."""
        with self._lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.discard(request)
        if request in self.torn:
            # A farewell before it would turn the reset into a regular end.
            request.close()
        else:
            super().shutdown_request(request)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http
    number = 0

    def setup(self) -> None:
        super().setup()
        self.number = self.server.opened(self.connection)

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            # A client that goes in between two requests is no news.
            self.close_connection = True

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        try:
            raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        except OSError:
            self.close_connection = True
            return
        wire = self.server.api.serve(self.server.api.receive(self, raw), self.connection)
        if wire.torn:
            self.server.torn.add(self.connection)
        self.close_connection = wire.lost or not wire.finished

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing: the record holds it all."""
