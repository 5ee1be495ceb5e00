"""The judge: what says nothing, refuses, or was only read back from memory is no observation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import accepted, proposal, reasons

from worker.judge.objections import objection

NOTHING, REFUSAL = "says nothing", "a refusal"
RECALLED = "recalled memory, which nobody said"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "blank"),
        (" \n\x00 ", "blank"),
        ("User: ", "blank"),
        ("\u200b\ufeff", "blank"),
        ("User: \u3164\u3164\u3164\u2800", "blank"),
        ('User said: "ok"', NOTHING),
        ('User said: ""', "blank"),
        ("...", "only punctuation"),
        ("👍", "only punctuation"),
        ("🎉🎉 😀", "only punctuation"),
        ("User: ?!", "only punctuation"),
        *(
            (content, NOTHING)
            for content in (
                "a", "42", "ok", "User: Thank you!", "N/A", "undefined", "null", "NaN",
                "[object Object]", "TBD", "test", "Not applicable.", "{{name}}", "${user}",
                "<content>", "2026-11-29", "User: 010-1234-5678", "User: m12",
                "d9428888-122b-11e1-b85c-61cd3cbb3210",
                "0f343b0931126a20f133d67c2b018a3b", "https://example.com/a?b=c",
                "User: <https://example.com> https://example.org", "User: [secret]", "A" * 64,
                "data:image/png;base64,iVBORw0KGgo=",
                "User: gracias", "Vale.", "User: ¡Hola!", "User: buenos días", "User: danke schön",
                "Guten Morgen!", "User: nein", "User: 감사합니다.", "User: 네네", "User: ㅋㅋㅋ",
                "User: 안녕하세요", "User: 고맙습니다", "User: ありがとう", "User: 谢谢",
            )
        ),
        *(
            (content, REFUSAL)
            for content in (
                "I'm sorry, but I can't help with that.",
                "I cannot assist with this request",
                "As an AI language model, I have no memory",
                "I don't have enough context to say",
                "No new observations.",
                "Nothing worth recording",
                "There are no durable facts here.",
                "The conversation contains no information worth keeping",
                "The user did not share any preferences",
                "Lo siento, no puedo ayudar con eso",
                "No puedo responder a esa pregunta",
                "Como modelo de lenguaje, no tengo recuerdos",
                "No hay nuevas observaciones",
                "Es tut mir leid, dabei kann ich nicht helfen",
                "Leider kann ich das nicht beantworten",
                "Als KI-Sprachmodell habe ich keine Erinnerung",
                "Keine neuen Beobachtungen",
                "죄송하지만 도와드릴 수 없습니다",
                "AI 언어 모델로서 기억이 없습니다",
                "새로운 정보가 없습니다.",
                "申し訳ありませんが、お手伝いできません",
                "对不起，我无法帮助你",
            )
        ),
        *(
            (content, RECALLED)
            for content in (
                "<memory>User: I live in Oslo</memory>",
                "User: <memory>I live in Oslo",
                "</memories> I live in Oslo",
                "<recalled-facts>I live in Oslo</recalled-facts>",
                "## Observations #12 User: I live in Oslo",
                "#1000000 User: I live in Oslo",
                "#7 The user lives in Oslo",
            )
        ),
        ('{"observations": [{"content": "User likes tea"}]}', "data, not a sentence"),
        ('User: ["likes tea", "lives in Oslo"]', "data, not a sentence"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_rejected(content: str, reason: str) -> None:
    assert reasons(proposal(content)) == (reason,)


@pytest.mark.parametrize(
    "content",
    [
        "User: I'm sorry but I can't help with the move",
        "User: No puedo ayudar con la mudanza",
        "Works on an AI language model at Acme",
        "User: okay is my favourite word",
        "User: 한국어로 일해요",
        "C++ is what the user writes",
        "No deploys on Fridays",
        "No information security audit is due",
        "User: #1 fan of Liverpool",
        "User: I use uuid d9428888-122b-11e1-b85c-61cd3cbb3210",
        "User: my site is https://example.com",
        "User: null pointers are my field",
        "User: Gracias is the name of my dog",
        "User: [draft] the plan is to move",
        "User: {name} is how my templates look",
        "User: my number is 42",
        "Nothing Phone is what the user has",
        "Sorry Day is when the user was born",
        "User: the answer is [maybe]",
        "User: Als Kind wohnte ich in Bonn",
        "User: 좋아요를 누르는 게 취미예요",
    ],
)
def test_what_only_looks_like_nothing_is_kept(content: str) -> None:
    assert accepted(proposal(content)).content == content


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["", "User: "]))
def test_what_has_no_letter_and_no_figure_is_always_refused(text: str, label: str) -> None:
    bare = "".join(one for one in text if not one.isalnum())
    assert objection(f"{label}{bare}".strip()) in ("blank", "only punctuation")


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 3_000), st.sampled_from("[{"))
def test_nested_data_of_any_depth_is_only_refused(depth: int, opens: str) -> None:
    closes = {"[": "]", "{": "}"}[opens]
    text = "User: " + opens * depth + "x1y2" + closes * depth
    assert objection(text) in (None, "says nothing", "data, not a sentence")
