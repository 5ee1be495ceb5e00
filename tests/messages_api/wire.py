"""One connection, as an answer writes to it."""

import json
import select
import socket
import struct
from typing import Any


class HungUp(Exception):  # noqa: N818
    """The client is gone, or the server ends."""


class Wire:
    """Writes one response to a client, and says when nobody listens any more.

    `ended` becomes readable when the server ends, so that nothing waits longer than that.
    """

    def __init__(self, connection: socket.socket, ended: socket.socket) -> None:
        self._connection = connection
        self._ended = ended
        self._chunked = False
        self.status: int | None = None
        self.finished = False
        self.lost = False
        self.torn = False

    def head(self, status: int, headers: dict[str, str], length: int | None = None) -> None:
        """The status line and the headers; without a length the body comes in chunks."""
        self._chunked = length is None
        framing = "transfer-encoding: chunked" if length is None else f"content-length: {length}"
        lines = [f"HTTP/1.1 {status} {_reason(status)}", framing]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.status = status
        self._write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    def whole(
        self, status: int, headers: dict[str, str], body: bytes, kind: str = "application/json"
    ) -> None:
        """A response that is known in full."""
        self.finished = True
        try:
            self.head(status, {"content-type": kind, **headers}, len(body))
            self._write(body)
        except HungUp:
            self.finished = False
            raise

    def chunk(self, data: bytes) -> None:
        """A part of a body that comes in chunks, unless the client hung up."""
        self.wait(0)
        self._write(b"%x\r\n%b\r\n" % (len(data), data))

    def end(self) -> None:
        """The regular end of a body that comes in chunks."""
        self.finished = True
        self._write(b"0\r\n\r\n")

    def reset(self) -> None:
        """Tear the connection, so that the client reads a reset."""
        self.lost = self.torn = True
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def drop(self) -> None:
        """Close in the middle of the body."""
        self.lost = True

    def wait(self, seconds: float | None) -> None:
        """Let time pass, or wait for ever; raises HungUp as soon as the client goes."""
        readable, _, _ = select.select([self._connection, self._ended], [], [], seconds)
        if not readable:
            return
        self.lost = True
        raise HungUp

    def _write(self, data: bytes) -> None:
        try:
            self._connection.sendall(data)
        except OSError as error:
            self.lost = True
            raise HungUp from error


def json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _reason(status: int) -> str:
    # What a status is called is shown to nobody: the number decides.
    return "OK" if status == 200 else "Error"
