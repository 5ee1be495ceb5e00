"""The SDK's client as it is set up here, and a way to hang up on whoever it talks to."""

import logging
import os
import socket
import warnings
import weakref
from collections import deque
from collections.abc import Mapping
from typing import Any

import anthropic

from worker.engines.claude.config import Config
from worker.engines.claude.credentials import LET_IN
from worker.errors import Misconfigured

Sdk = anthropic.Anthropic | anthropic.AnthropicBedrock | anthropic.AnthropicVertex

CONNECT_SECONDS = 10.0
OWN_ADDRESS = "https://api.anthropic.com"
_SURROUNDINGS = (
    "See that HTTPS_PROXY, HTTP_PROXY and ALL_PROXY, SSL_CERT_FILE and SSL_CERT_DIR, and "
    "ANTHROPIC_BASE_URL are right where they are set."
)


class Line:
    """The connections of one client, so that another thread can hang up.

    `sent` tells whether a request went out since it was last set to False.
    """

    def __init__(self) -> None:
        self.sent = False
        self.hung_up = False
        # A client talks to one server at a time: older connections are gone.
        self._sockets: deque[socket.socket] = deque(maxlen=4)

    def watch(self, request: Any) -> None:
        """Be told of what becomes of a request; a hook of the HTTP client."""
        request.extensions["trace"] = self._told

    def hang_up(self) -> None:
        """Shut every connection, and each that opens from now on.

        To close it would not wake a thread that waits on it, nor tell the server.
        """
        self.hung_up = True
        for one in tuple(self._sockets):
            _shut(one)

    def _told(self, event: str, facts: Mapping[str, Any]) -> None:
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            opened = facts["return_value"].get_extra_info("socket")
            self._sockets.append(opened)
            if self.hung_up:
                _shut(opened)
        elif event.endswith(".send_request_headers.started"):
            # Neither what a proxy is asked to connect to, nor a model that is looked up.
            self.sent = self.sent or facts["request"].method == b"POST"


class Client:
    """One client of the SDK and its line. Raises Misconfigured when it cannot be set up."""

    def __init__(self, config: Config, read_seconds: float) -> None:
        self.line = Line()
        _quieten()
        told = f"The client for {config.provider} cannot be set up"
        try:
            http = anthropic.DefaultHttpxClient(event_hooks={"request": [self.line.watch]})
        except Exception as error:
            # Of any kind: it reads files and addresses that the environment names.
            raise Misconfigured(f"{told}: {type(error).__name__}.", _SURROUNDINGS) from error
        try:
            self.sdk = _sdk(config, http, read_seconds)
        except Exception as error:
            to_do = f"{LET_IN[config.provider]} {_SURROUNDINGS}"
            raise Misconfigured(f"{told}: {type(error).__name__}.", to_do) from error
        # Nobody says when an engine is not needed any more.
        weakref.finalize(self, self.sdk.close)


def _sdk(config: Config, http: anthropic.DefaultHttpxClient, read_seconds: float) -> Sdk:
    settings: dict[str, Any] = {
        "base_url": config.base_url,
        # The SDK would wait as long as a server asks, and for ten minutes.
        "max_retries": 0,
        "timeout": anthropic.Timeout(read_seconds, connect=CONNECT_SECONDS),
        "open_telemetry": False,
        "http_client": http,
    }
    if config.provider == "bedrock":
        return anthropic.AnthropicBedrock(**settings)
    if config.provider == "vertex":
        return anthropic.AnthropicVertex(**settings)
    if config.api_key or config.auth_token:
        settings["base_url"] = config.base_url or OWN_ADDRESS
        # The key goes before the token, as with the SDK.
        token = None if config.api_key else config.auth_token
        return anthropic.Anthropic(api_key=config.api_key, auth_token=token, **settings)
    _forget_what_is_blank()
    sdk = anthropic.Anthropic(**settings)
    if not (sdk.api_key or sdk.auth_token or sdk.credentials):
        raise anthropic.AnthropicError("no credentials")
    return sdk


def _forget_what_is_blank() -> None:
    """A variable set to nothing counts as unset here; to the SDK it is a value."""
    for name, value in list(os.environ.items()):
        if name.startswith("ANTHROPIC_") and not value.strip():
            del os.environ[name]


def _quieten() -> None:
    """What the SDK logs holds what people wrote, and its warnings are no lines of our log."""
    for name in ("anthropic", "httpx2", "httpcore2"):
        logging.getLogger(name).setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", r"The model '", DeprecationWarning)


def _shut(opened: socket.socket) -> None:
    try:
        opened.shutdown(socket.SHUT_RDWR)
    except OSError:
        # It was closed, or became the socket of a TLS connection, which is shut by itself.
        return
