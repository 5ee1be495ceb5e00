"""The rule engine: what is kept of a sentence is a quote that means what was said."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speech import contents, observe, said

from worker.engines.rules.excerpt import LIMIT, LONG, MATTERS, excerpt
from worker.records import Role

_ADDED = re.compile(r" \((?:asked|corrected): .*\)$")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Hey Ana, I moved to Salem.", "I moved to Salem."),
        ("Yeah, Tom, I moved to Salem!", "I moved to Salem!"),
        ("Thanks! Well, I moved to Salem.", "I moved to Salem."),
        ("So I moved to Salem.", "I moved to Salem."),
        ("No, I moved to Salem.", "No, I moved to Salem."),
        ("Thanks to Ana, I moved to Salem.", "Thanks to Ana, I moved to Salem."),
        ("Actually, I moved to Salem.", "Actually, I moved to Salem."),
        ("Last May I moved to Salem.", "Last May I moved to Salem."),
        ("I love tea, especially in winter.", "I love tea, especially in winter."),
    ],
)
def test_words_that_only_open_a_sentence_go(text: str, kept: str) -> None:
    assert contents(text)[-1:] == [kept]


def test_of_a_long_sentence_what_stands_by_itself_goes() -> None:
    before = (
        "The weather was lovely and everybody in the whole street was out and about with ice cream"
    )
    after = "and the evening ended with a big fire and songs that everybody there knew by heart"
    text = f"{before}; I moved to Salem with my sister Ana, {after}."
    (kept,) = contents(text)
    assert kept == "…I moved to Salem with my sister Ana…"


@pytest.mark.parametrize(
    "tail",
    [
        "but only until the end of the summer and with all my things still in boxes at my aunt's",
        "and I may go back to Oslo as soon as my brother has found a flat that is big enough",
        "and it is not for good, since the company will send me back to the old office one day",
    ],
)
def test_no_doubt_limit_or_negation_is_cut_off(tail: str) -> None:
    (kept,) = contents(f"I moved to Salem with my sister Ana, {tail}.")
    assert kept.endswith(tail + ".")


@pytest.mark.parametrize(
    "text",
    [
        "I don't think I'll move to Oslo.",
        "I would never move to Oslo.",
        "I'm not sure I moved to the right town.",
        "I doubt that I live in the best house.",
        "If I get the job, I'll move to Oslo with my sister.",
        "Maybe I'm going to adopt a cat.",
        "I almost adopted a cat.",
    ],
)
def test_what_is_doubted_or_denied_is_never_kept_as_a_fact(text: str) -> None:
    for kept in contents(text):
        assert kept == text


_OPENERS = st.sampled_from(["", "Hey Ana, ", "Yeah, ", "Well, ", "Thanks, Tom! ", "So ", "Wow! "])
_LEADS = st.sampled_from(
    [
        "",
        "the whole town was out in the sun and everybody had a very good time, and ",
        "it was a long and rather cold winter with much snow; ",
        "the bus was late – ",
        "when I was ten, ",
        "if all goes well, ",
        "I didn't plan to, but ",
        "maybe it was luck, and ",
        "I was never good at it, so ",
    ]
)
_MAINS = st.sampled_from(
    [
        "I moved to Salem with my sister",
        "I adopted a greyhound called Pepper",
        "I no longer eat meat",
        "I went to Turin with Ines last summer",
        "we're getting married in June",
        "I can't eat gluten",
        "I prefer trains to planes",
        "my brother Tom lives in Ghent",
    ]
)
_TAILS = st.sampled_from(
    [
        "",
        " because the rent was too high",
        ", and the neighbours gave us a warm welcome with cake and coffee on the first day",
        " - it was a wonderful time for all of us and for the whole family in the end",
        ", but only for a year",
        ", unless they change their minds",
        " and I'm not sure about it",
        ", which I hope was right",
        "; nobody knows it yet",
    ]
)


@settings(max_examples=300, deadline=None)
@given(_OPENERS, _LEADS, _MAINS, _TAILS, st.sampled_from([".", "!", "..."]))
def test_what_is_kept_stands_in_what_was_said_with_every_word_that_matters(
    opener: str, lead: str, main: str, tail: str, end: str
) -> None:
    sentence = f"{lead}{main}{tail}{end}"
    text = opener + sentence
    for kept in contents(text):
        at = 0
        for part in kept.split("…"):
            found = text.find(part, at)
            assert found >= 0, (kept, text)
            at = found + len(part)
        if len(text) <= LIMIT:
            # The opener ends a sentence of its own or says nothing of this one.
            assert _matters(kept) == _matters(sentence)


def _matters(text: str) -> list[str]:
    return [found[0].lower() for found in MATTERS.finditer(text)]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=LONG * 3), st.data())
def test_any_text_is_excerpted_in_order(text: str, data: st.DataObject) -> None:
    text = " ".join(text.split())
    start = data.draw(st.integers(0, len(text)))
    kept = excerpt(text, start, data.draw(st.integers(start, len(text))), len(text))
    assert len(kept) <= LIMIT
    at = 0
    for part in kept.split("…"):
        found = text.find(part, at)
        assert found >= 0
        at = found + len(part)


def test_a_question_is_quoted_as_it_was_asked() -> None:
    asked = said("Nice, Ana! How long have you played the cello?", Role.ASSISTANT, "q")
    (found,) = observe(asked, said("Oh, since 2019.", message_id="a"))
    assert found.content == "User: since 2019. (asked: How long have you played the cello?)"
    assert _ADDED.search(found.content)
