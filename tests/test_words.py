"""Words of any script, for comparing texts by what they share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Caroline's tea, 2026!", ["caroline", "s", "tea", "2026"]),
        ("ＡＢＣ straße_STRASSE", ["abc", "strasse", "strasse"]),
        ("서울에서", ["서울", "울에", "에서"]),
        ("東京へ行く", ["東京", "京へ", "へ行", "行く"]),
        ("the 犬 abc犬def", ["the", "犬", "abc", "犬", "def"]),
        ("Мой дом", ["мой", "дом"]),
        (" …!? ", []),
    ],
)
def test_words_are_folded_and_pairs_where_nothing_stands_between(
    text: str, expected: list[str]
) -> None:
    assert list(words(text)) == expected


@given(st.text(max_size=60))
def test_no_word_is_empty_and_case_tells_none_apart(text: str) -> None:
    found = list(words(text))
    assert all(found)
    assert [word.casefold() for word in found] == found
