"""Where the conversations of an export are: in a file, a zip as it was downloaded, or a folder."""

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from worker.errors import UsageError

STDIN = Path("-")
# conversations.json, or the pieces conversations-000.json and so on; never the "._" files of a Mac.
_CONVERSATIONS = re.compile(r"conversations(?:[-_ ]?\d+)?\.json", re.IGNORECASE)
_NAMES_SHOWN = 5
_DEPTHS = ("*", "*/*", "*/*/*")


@dataclass(frozen=True, slots=True)
class ExportFile:
    """One file of an export, its name within it, and its size where that is known."""

    name: str
    size: int | None
    open: Callable[[], AbstractContextManager[io.BufferedIOBase]]


@contextmanager
def export_files(path: Path, stdin: BinaryIO) -> Iterator[list[ExportFile]]:
    """The files with conversations, by name; `-` is standard input. A zip is not unpacked.

    Raises UsageError where there is none, or it cannot be opened.
    """
    if path == STDIN:
        yield [
            ExportFile(
                "standard input", None, lambda: nullcontext(cast("io.BufferedIOBase", stdin))
            )
        ]
        return
    with ExitStack() as opened:
        try:
            files = _found(path, opened)
        except zipfile.BadZipFile as error:
            raise UsageError(f"{path} is a zip that cannot be read: download it again") from error
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror or error}") from error
        yield files


def _found(path: Path, opened: ExitStack) -> list[ExportFile]:
    if path.is_dir():
        return _in_folder(path)
    if zipfile.is_zipfile(path):
        return _in_zip(path, opened.enter_context(zipfile.ZipFile(path)))
    with path.open("rb") as file:
        if file.read(4) == b"PK\x03\x04":
            raise UsageError(f"{path} is a zip that breaks off: download it again")
    return [_plain(path, path.name)]


def _plain(path: Path, name: str) -> ExportFile:
    return ExportFile(name, path.stat().st_size, lambda: path.open("rb"))


def _in_folder(folder: Path) -> list[ExportFile]:
    found = sorted(
        path
        for pattern in _DEPTHS
        for path in folder.glob(pattern)
        if _CONVERSATIONS.fullmatch(path.name) and path.is_file()
    )
    if not found:
        raise _nothing_in(folder, sorted(path.name for path in folder.iterdir()))
    return [_plain(path, path.relative_to(folder).as_posix()) for path in found]


def _in_zip(path: Path, archive: zipfile.ZipFile) -> list[ExportFile]:
    names = sorted(
        name
        for name in archive.namelist()
        if _CONVERSATIONS.fullmatch(PurePosixPath(name).name) and "__MACOSX" not in name
    )
    if not names:
        raise _nothing_in(path, archive.namelist())
    if any(archive.getinfo(name).flag_bits & 1 for name in names):
        raise UsageError(f"{path} is protected by a password: unpack it and import the folder")
    return [_zipped(archive, name) for name in names]


def _zipped(archive: zipfile.ZipFile, name: str) -> ExportFile:
    def opened() -> io.BufferedIOBase:
        try:
            return cast("io.BufferedIOBase", archive.open(name))
        except zipfile.BadZipFile as error:
            raise UsageError(f"{name} is damaged inside the zip: download it again") from error
        except NotImplementedError as error:
            raise UsageError(f"{name} is packed in a way that is not known: unpack it") from error

    return ExportFile(name, archive.getinfo(name).file_size, opened)


def _nothing_in(path: Path, names: list[str]) -> UsageError:
    shown = ", ".join(names[:_NAMES_SHOWN]) + (", ..." if names[_NAMES_SHOWN:] else "")
    return UsageError(
        f"{path} holds no conversations.json and no conversations-000.json, but "
        f"{shown or 'nothing'}: name the zip or the folder of a ChatGPT or Claude data export, "
        "or a file of JSONL"
    )
