"""The rule engine: any text is read to its end, dated, and cut only between characters."""

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speech import AT, contents, observe, remembered, said

from worker.engines.rules.engine import PER_CHUNK, PER_MESSAGE
from worker.engines.rules.excerpt import LIMIT, excerpt
from worker.engines.rules.sentences import sentences
from worker.judge.dates import dated
from worker.records import Relevance
from worker.text import is_inside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Salem yesterday", "I moved to Salem yesterday [2026-11-29]"),
        ("I moved to Salem two days ago", "I moved to Salem two days ago [2026-11-28]"),
        ("I moved to Salem last week", "I moved to Salem last week [week of 2026-11-23]"),
        ("I moved to Salem last Fri", "I moved to Salem last Fri [2026-11-27]"),
        ("I moved to Salem few days ago", "I moved to Salem few days ago [said 2026-11-30]"),
        ("I moved to Salem last month", "I moved to Salem last month [2026-10]"),
        ("I moved to Salem last year", "I moved to Salem last year [2025]"),
        ("I moved to Salem on Monday", "I moved to Salem on Monday [said 2026-11-30]"),
        ("I moved to Salem in May", "I moved to Salem in May"),
        ("어제 부산으로 이사했어", "어제 부산으로 이사했어 [2026-11-29]"),
        ("3일 전에 부산으로 이사했어", "3일 전에 부산으로 이사했어 [2026-11-27]"),
        ("지난주에 부산으로 이사했어", "지난주에 부산으로 이사했어 [week of 2026-11-23]"),
        ("작년에 부산으로 이사했어", "작년에 부산으로 이사했어 [2025]"),
    ],
)
def test_a_relative_date_is_resolved_or_dated(text: str, expected: str) -> None:
    assert remembered(text) == [expected]


def test_yesterday_is_of_the_users_own_day() -> None:
    late = datetime(2026, 11, 30, 16, 0, tzinfo=UTC)
    assert dated("yesterday", late, "Asia/Seoul") == "yesterday [2026-11-30]"
    assert dated("yesterday", late, "America/New_York") == "yesterday [2026-11-29]"


def test_a_date_out_of_the_calendar_is_not_resolved() -> None:
    assert dated("yesterday", datetime.min.replace(tzinfo=UTC), "UTC") == (
        "yesterday [said 0001-01-01]"
    )
    assert dated("tomorrow", datetime.max.replace(tzinfo=UTC), "Asia/Seoul").startswith(
        "tomorrow ["
    )
    assert dated("yesterday", AT, "No/Such") == "yesterday [2026-11-29]"


def test_a_long_sentence_ends_at_a_word_with_the_words_that_matter_in_it() -> None:
    (content,) = contents("I live in Oslo " + "and the weather is cold " * 60)
    assert len(content) <= LIMIT
    assert content.startswith("I live in Oslo")
    assert content.endswith(("cold…", "is…", "and…", "the…", "weather…"))
    (content,) = contents("The weather here was cold " * 40 + ", I live in Oslo.")
    assert content == "…I live in Oslo."


@pytest.mark.parametrize("character", ["한", "👩‍👩‍👧‍👦", "é", "🇰🇷", "👍🏽", "각"])
def test_a_cut_never_falls_inside_a_character(character: str) -> None:
    for shift in range(8):
        text = "x" * shift + character * 300
        cut = excerpt(text, 0, 0, len(text))
        assert len(cut) <= LIMIT
        kept = cut.removesuffix("…")
        assert text.startswith(kept)
        assert (len(kept) - shift) % len(character) == 0


def test_sentences_at_an_omission_are_left_out() -> None:
    head = "I prefer tabs. I live in "
    tail = " moved to Salem. I work at Acme."
    message = replace(said(head), tail=tail, omitted=5_000)
    assert contents(message) == ["I prefer tabs.", "I work at Acme."]


def test_an_end_that_began_in_code_or_a_quotation_is_not_speech() -> None:
    def end(text: str) -> list[str]:
        return contents(replace(said("Look. "), tail=text, omitted=5_000))

    assert end("x.\nI prefer tabs.\n```\nDone. I live in Oslo.") == ["I live in Oslo."]
    assert end('x. I prefer tabs." he said. I live in Oslo.') == ["I live in Oslo."]
    assert end("x. I prefer tabs.</doc> Ok. I live in Oslo.") == ["I live in Oslo."]


def test_a_message_gives_no_more_than_its_share_and_the_most_relevant_of_it() -> None:
    text = ". ".join(f"I like number {n}" for n in range(50)) + ". I am allergic to nuts."
    found = observe(text)
    assert len(found) == PER_MESSAGE
    assert found[-1].relevance is Relevance.CRITICAL
    many = [said(text.replace("number", f"{m} number"), message_id=f"m{m}") for m in range(9)]
    assert len(observe(*many)) == PER_CHUNK


def test_what_a_person_says_around_a_huge_paste_is_read() -> None:
    text = "I prefer tabs. Here is the log. " + "x y z. " * 300_000 + "I live in Oslo."
    assert contents(text) == ["I prefer tabs.", "I live in Oslo."]


def test_decomposed_hangul_is_read_as_composed() -> None:
    text = unicodedata.normalize("NFD", "저는 서울에 살아요")
    assert contents(text) == ["저는 서울에 살아요"]


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "I prefer ",
        "저는 ",
        '"',
        "'a ",
        "` a `` ",
        "<a>",
        "<memory ",
        "</memory>",
        ".",
        ".)",
        "\n",
        "```\n",
        "http://a ",
        "http://",
        "remember ",
        "the x ",
        "I really ",
        ", ",
        "\ud83d",
        "e\u0301\u0323",
        "\u1100\u1161",
        "\U0001f1f0",
        "\U0001f469\u200d",
        "data:a/b;c=d",
        "i am a-",
    ],
)
def test_ten_megabytes_of_anything_end(unit: str) -> None:
    # A pattern that backtracks would not come back from these.
    text = unit * (10_000_000 // len(unit))
    assert len(observe(text)) <= PER_MESSAGE
    assert len(observe((text[:1990] + ". ") * 50)) <= PER_MESSAGE


_PIECES = st.sampled_from(
    [
        "I prefer ",
        "remember ",
        "this",
        "기억해줘",
        "저는 ",
        "살아요",
        "allergic to ",
        "?",
        ". ",
        "\n",
        '"',
        "'",
        "`",
        "```\n",
        "<memory>",
        "</memory>",
        "> ",
        "- ",
        "\u200d",
        "한",
        "é",
        "👩‍👧",
        "yesterday",
        "\ud800",
        "\x00",
        "어제",
        ":",
        "I finished ",
        "the bug is ",
        "fixed",
        "data:a/b,",
        "x" * 450,
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(_PIECES, st.text(max_size=20)), max_size=40), st.text(max_size=60))
def test_any_text_gives_single_lines_that_cite_it(pieces: list[str], tail: str) -> None:
    text = "".join(pieces)
    for message in (said(text), replace(said(text), tail=tail, omitted=7)):
        for found in observe(message):
            assert found.source_ids == ("m1",)
            assert found.content.splitlines() == [found.content]
            assert found.content.strip() == found.content
            assert found.content.encode()
            assert len(found.content) < LIMIT + 40


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(_PIECES, st.text(max_size=20)), max_size=40))
def test_a_masked_sentence_is_as_long_as_what_was_said(pieces: list[str]) -> None:
    for sentence in sentences(said("".join(pieces))):
        assert len(sentence.text) == len(sentence.spoken)
        assert "\n" not in sentence.text


@settings(max_examples=150, deadline=None)
@given(st.text(min_size=LIMIT, max_size=LIMIT * 3, alphabet="a 한\u0301\u200d\U0001f469\U0001f1f0"))
def test_any_cut_is_between_characters(text: str) -> None:
    cut = excerpt(text, 0, 0, len(text))
    assert len(cut) <= LIMIT
    if cut.endswith("…"):
        assert text.startswith(cut[:-1])
        assert not is_inside(text, len(cut) - 1)
