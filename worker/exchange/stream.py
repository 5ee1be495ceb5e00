"""The bytes of a file, looked at before they are read, and mended for the parser of JSON."""

import codecs
import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

# The parser looks at a string anew with each block that it goes on in.
BLOCK = 1024 * 1024

# Of a run of backslashes, two and two are one character; what is left over begins an escape.
_SURROGATE = re.compile(
    r"(?<!\\)((?:\\\\)*+)"
    r"(?:\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}"
    r"|(?P<alone>\\u[dD][89a-fA-F][0-9A-Fa-f]{2}))"
)
# The beginning of an escape at the end of a block, or half a pair that may still be completed.
_CUT = re.compile(
    r"(?<!\\)(?:\\\\)*+(?P<cut>\\(?:u(?:[0-9A-Fa-f]{0,3}"
    r"|[dD][89abAB][0-9A-Fa-f]{2}(?:\\(?:u[0-9A-Fa-f]{0,3})?)?))?)\Z"
)
_LONGEST_CUT = len(r"\ud83d\ude0")


class Source(io.RawIOBase):
    """A file whose beginning can be looked at before it is read; `taken` bytes were read.

    One that cannot be read to its end (a damaged archive) ends there, and `broken` is true.
    """

    def __init__(self, file: io.BufferedIOBase) -> None:
        super().__init__()
        self._file = file
        self._ahead = b""
        self.taken = 0
        self.broken = False

    def head(self, size: int) -> bytes:
        """The first `size` bytes, or all if there are fewer; they are read again afterwards."""
        while len(self._ahead) < size and (more := self._more(size - len(self._ahead))):
            self._ahead += more
        return self._ahead

    def blocks(self) -> Iterator[bytes]:
        """All that is left to read, a block at a time."""
        while block := self.read(BLOCK):
            yield block

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._ahead[: len(buffer)] or self._more(len(buffer))
        self._ahead = self._ahead[len(data) :]
        buffer[: len(data)] = data
        self.taken += len(data)
        return len(data)

    def _more(self, size: int) -> bytes:
        try:
            return self._file.read1(size)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError):
            self.broken = True
            return b""


def mended(blocks: Iterable[bytes], replaced: list[int]) -> Iterator[bytes]:
    """The same JSON without a byte order mark, and with U+FFFD for what is no character.

    That is a byte that is not UTF-8, and the escape of a surrogate that has no partner: the parser
    would end at one and make up a character of the other. `replaced` is told where blocks begin
    that had such a byte.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    held, at, started = "", 0, False
    for block in chain(blocks, [b""]):
        before = decoder.getstate()[0]
        text = decoder.decode(block, final=not block)
        if text.encode() + decoder.getstate()[0] != before + block:
            replaced.append(at)
        at += len(block)
        if not started:
            text = text.removeprefix("\ufeff")
            started = bool(text)
        text, held = _paired(held + text, last=not block)
        if text:
            yield text.encode()


def _paired(text: str, *, last: bool) -> tuple[str, str]:
    """The text with each lone surrogate replaced, and what has to wait for the next block."""
    held = ""
    if not last and "\\" in text[-_LONGEST_CUT:]:
        start = max(0, len(text) - _LONGEST_CUT)
        while start and text[start - 1] == "\\":
            start -= 1
        if cut := _CUT.search(text, start):
            text, held = text[: cut.start("cut")], cut["cut"]
    if "\\ud" in text or "\\uD" in text:
        text = _SURROGATE.sub(_replaced, text)
    return text, held


def _replaced(escape: re.Match[str]) -> str:
    return f"{escape[1]}\\ufffd" if escape["alone"] else escape[0]
