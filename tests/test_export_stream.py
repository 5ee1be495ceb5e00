"""The bytes of an export on their way into the parser: any text, in blocks of any size."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.exchange.archive import export_files
from worker.exchange.elements import MAX_DEPTH, CutOff, TooDeep, elements
from worker.exchange.stream import BLOCK, Source, mended
from worker.text import clean, clean_all


def read(content: bytes, size: int = BLOCK) -> list[Any]:
    """The elements, and CutOff at the end where the JSON breaks off."""
    found: list[Any] = []
    blocks = (content[at : at + size] for at in range(0, len(content), size))
    try:
        found += elements(mended(blocks, []))
    except CutOff:
        found.append(CutOff)
    return found


ESCAPES = [
    r"\ud83d",
    r"\uD83D",
    r"\ude00",
    r"\uDE00",
    r"\u0041",
    r"\u0000",
    r"\\",
    r"\n",
    r"\"",
    "ud83d",
    "d8",
    "é",
    "😀",
]


@given(st.lists(st.sampled_from(ESCAPES)).map("".join), st.integers(1, 30))
def test_every_escape_means_what_it_means_elsewhere_wherever_a_block_ends(
    written: str, size: int
) -> None:
    content = f'["{written}"]'.encode()
    (text,) = read(content, size)
    assert clean(text) == clean(json.loads(content)[0])


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=20,
    ),
    st.integers(1, 50),
    st.booleans(),
)
def test_json_is_read_as_it_is_in_blocks_of_any_size(value: Any, size: int, ascii_: bool) -> None:
    content = json.dumps([value, 1], ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
    assert clean_all(read(content, size)) == clean_all([value, 1])


def test_lists_that_follow_each_other_are_one_list_and_values_may_stand_alone() -> None:
    assert read(b"[1, [2]]\n[3]") == [1, [2], 3]
    assert read(b'{"a": 1}\n{"b": [2]}\n') == [{"a": 1}, {"b": [2]}]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b'["a"] x', ["a", CutOff]),
        (b'[1, 2, "cu', [1, 2, CutOff]),
        (b'[1, {"a": [1', [1, CutOff]),
        (b"[1, NaN, 2]", [1, CutOff]),
        (b"[1, 123456789012345678901234567890, 2]", [1, CutOff]),
        (b"[" + b"9" * 9000 + b"]", [CutOff]),
        (b"\xef\xbb\xbf[1]", [1]),
        (b"", [CutOff]),
    ],
)
def test_all_before_the_place_where_it_is_no_json_is_read(content: bytes, found: Any) -> None:
    for size in (1, 7, BLOCK):
        assert read(content, size) == found


def test_what_is_nested_too_deeply_is_left_out_and_what_follows_is_read() -> None:
    deep = b"[" * MAX_DEPTH
    assert read(b"[1," + deep + b"]" * MAX_DEPTH + b',{"a":2}]') == [1, TooDeep, {"a": 2}]
    assert read(b"[" * 500_000) == [CutOff]


@pytest.mark.parametrize("size", [1, 2, 3, BLOCK])
def test_bytes_that_are_no_utf_8_are_replaced_and_where_they_stand_is_told(size: int) -> None:
    content = '["물", "'.encode() + b'\xff\xed\xa0\xbd", "end"]'
    blocks = (content[at : at + size] for at in range(0, len(content), size))
    replaced: list[int] = []
    assert list(elements(mended(blocks, replaced)))[::2] == ["물", "end"]
    assert replaced
    assert content[replaced[0] :].find(b"\xff") in range(size)


def test_a_string_of_sixty_megabytes_is_read() -> None:
    (text,) = elements(mended(Source(io.BytesIO(b'["' + b"x" * 60_000_000 + b'"]')).blocks(), []))
    assert len(text) == 60_000_000


def test_no_element_is_read_before_the_one_ahead_of_it_is_taken() -> None:
    taken: list[int] = []

    def blocks() -> Iterator[bytes]:
        for number in range(3):
            taken.append(number)
            yield b"[0" if number == 0 else b", %d" % number

    found = elements(blocks())
    assert next(found) == 0
    assert taken == [0, 1]


@settings(deadline=None)
@given(st.binary(min_size=1), st.integers(1, 40), st.integers(1, 40))
def test_looking_ahead_takes_nothing_away(content: bytes, ahead: int, size: int) -> None:
    source = Source(io.BytesIO(content))
    assert source.head(ahead) == content[:ahead]
    assert source.head(ahead + 3) == content[: ahead + 3]
    assert b"".join(iter(lambda: source.read(size) or b"", b"")) == content
    assert source.taken == len(content)


def test_a_damaged_archive_is_read_to_where_it_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([{"mapping": {}}] * 50))
    content = bytearray(path.read_bytes())
    content[200] ^= 0xFF
    path.write_bytes(content)
    with export_files(path, io.BytesIO()) as (file,), file.open() as opened:
        source = Source(opened)
        assert b"".join(source.blocks()) == b"" or source.broken
        assert source.broken
