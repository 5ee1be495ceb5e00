"""The threads of a file, whatever it is: JSONL, a ChatGPT export or a Claude export."""

import io
from collections.abc import Callable, Iterator

from worker.errors import UsageError
from worker.exchange import chatgpt, claude
from worker.exchange.archive import ExportFile
from worker.exchange.conversation import Export
from worker.exchange.elements import MAX_DEPTH, CutOff, TooDeep, elements
from worker.exchange.fields import Report, Unusable, kind_of
from worker.exchange.formats import KNOWN, Format, Seen, recognised
from worker.exchange.jsonl import read_threads
from worker.exchange.remarks import Noticed, Refused
from worker.exchange.stream import BLOCK, Source, mended
from worker.source import SourceThread

_CONVERSATIONS = {
    Format.CHATGPT: chatgpt.read_conversation,
    Format.CLAUDE: claude.read_conversation,
}


def read_files(
    files: list[ExportFile],
    export: Export,
    check: Callable[[Format], None],
    told: Callable[[int], None],
    wanted: Format | None = None,
) -> Iterator[SourceThread | Refused | Noticed]:
    """Each thread as soon as it is read, then what there is to say about it.

    `check` is asked once the format of a file is known, and `told` how many bytes were read by
    then. Raises UsageError when the only file is of no format that is known.
    """
    done = 0
    for number, file in enumerate(files, 1):
        name = file.name if len(files) > 1 else None
        with file.open() as opened:
            source = Source(opened)
            seen = Seen(wanted) if wanted else recognised(source)
            format_ = seen.format
            if format_ is None:
                if seen.empty:
                    continue
                reason = f"{seen.what}. Known are {KNOWN}. If it is one of these, say so: --format"
                if name is None:
                    raise UsageError(f"{file.name} is {reason}")
                yield Refused(number, f"it is {reason}", place=name)
                continue
            check(format_)
            for item in _read(source, format_, name, export):
                told(done + source.taken)
                yield item
            if source.broken:
                yield Refused(number, "damaged: download the export again", place=file.name)
            done += source.taken


def _read(
    source: Source, format_: Format, name: str | None, export: Export
) -> Iterator[SourceThread | Refused | Noticed]:
    if format_ is Format.JSONL:
        yield from read_threads(io.BufferedReader(source, BLOCK))
    else:
        yield from _read_conversations(source, format_, name, export)


def _read_conversations(
    source: Source, format_: Format, name: str | None, export: Export
) -> Iterator[SourceThread | Refused | Noticed]:
    read = _CONVERSATIONS[format_]
    where = f"{name}, conversation" if name else "conversation"
    number = 0
    replaced: list[int] = []
    try:
        for number, value in enumerate(elements(mended(source.blocks(), replaced)), 1):
            report = Report(number, f"{where} {number}")
            try:
                yield read(_object(value), report, export)
            except Unusable as unusable:
                report.refuse(str(unusable))
            yield from report.said
    except CutOff:
        at = number + 1
        reason = "the file breaks off here, or is no JSON: nothing from here on was read"
        yield Refused(at, reason, place=f"{where} {at}")
    if replaced:
        reason = f"bytes that are not UTF-8, the first after byte {replaced[0]}, became U+FFFD"
        yield Noticed(number, reason, place=name or "the file")


def _object(value: object) -> dict[str, object]:
    if value is TooDeep:
        raise Unusable(f"nested more than {MAX_DEPTH} deep: it is not read")
    if not isinstance(value, dict):
        raise Unusable(f"it is {kind_of(value)}: a conversation is an object")
    return value
