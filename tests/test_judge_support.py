"""The judge: whether the words of an observation stand in the messages that it cites."""

from dataclasses import replace

import pytest
import speech
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, proposal

from worker.judge import content_hash, judge
from worker.judge.support import Citations
from worker.records import Message

WALK = "We walked the dogs along the river in Bergen"


def said(text: str, **changes: object) -> Message:
    return replace(THREAD[0], text=text, **changes)  # type: ignore[arg-type]


def support(content: str, *messages: Message) -> float | None:
    return Citations().support(content, messages)


@pytest.mark.parametrize(
    ("content", "share"),
    [
        ("User walks dogs", 1.0),
        ("User: We walked the dogs along the river in Bergen", 1.0),
        ("User walked dogs [2026-11-29]", 1.0),
        ("User walked cats", 0.5),
        ("User plays chess at school", 0.0),
    ],
)
def test_support_is_the_share_of_words_that_the_message_has(content: str, share: float) -> None:
    assert support(content, said(WALK)) == share


def test_what_counts_is_every_cited_message_its_end_and_who_wrote_it() -> None:
    other = replace(THREAD[2], text="nothing here", tail="and chess at the end", name="Kim")
    assert support("Kim walked dogs and plays chess", said(WALK), other) == pytest.approx(4 / 5)
    tool = said("ok", tool_calls='[{"name": "pytest"}]')
    assert support("Assistant ran pytest", tool) == 0.5


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("User: 저는 커피를 좋아해요", "커피는 정말 좋아해요"),
        ("사용자는 서울에 산다", "저는 서울에서 살고 있어요"),
        ("用户喜欢绿茶", "我很喜欢喝绿茶"),
        ("ユーザーは京都に住んでいる", "京都に住んでいます"),
        ("Пользователь живёт в Москве", "Я живу в Москве"),
        ("El usuario vive en Málaga", "vivo en Málaga"),
    ],
)
def test_words_are_found_in_any_script(content: str, text: str) -> None:
    share = support(content, said(text))
    assert share is not None
    assert share >= 0.3
    assert Citations().is_doubtful(content, [said("0")])


def test_a_translation_tells_nothing_of_its_source() -> None:
    assert support("User likes green tea", said("저는 녹차를 좋아해요")) is None
    assert not Citations().is_doubtful("User likes green tea", [said("저는 녹차를 좋아해요")])


def test_a_doubtful_source_is_named_and_the_observation_kept() -> None:
    thread = (said(WALK), *THREAD[1:])
    made = [proposal("User plays chess on Sundays"), proposal("User walks dogs")]
    verdict = judge(made, thread)
    assert len(verdict.accepted) == 2
    assert verdict.doubtful == (content_hash("User plays chess on Sundays"),)
    assert str(verdict) == "Recorded 2"


def test_a_second_source_that_has_the_words_ends_the_doubt() -> None:
    thread = (said("Hello there"), THREAD[1], replace(THREAD[2], text="I play chess"), THREAD[3])
    made = [proposal("User plays chess on Sundays"), proposal("User plays chess on Sundays", "m3")]
    # The judge adds the message that says it; the one that was named is wrong all the same.
    (mended,) = judge(made[:1], thread).accepted
    assert (mended.source_ids, mended.flags) == (("m1", "m3"), ("sources",))
    assert judge(made, thread).doubtful == ()
    thread = (*thread[:2], replace(THREAD[2], text="Sundays, as I said"), THREAD[3])
    assert judge(made[:1], thread).doubtful
    assert judge(made, thread).doubtful == ()


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Salem yesterday.",
        "Remember that my wife is vegan!",
        "저는 어제 서울로 이사했어요.",
        "My password is hunter2 and I live in Oslo.",
        "I live in Oslo " + "and the weather is cold " * 60,
    ],
)
def test_what_the_rule_engine_quotes_is_never_doubtful(text: str) -> None:
    verdict = judge(speech.observe(text), [speech.said(text)])
    assert len(verdict.accepted) == 1
    assert verdict.doubtful == ()


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80), st.text(max_size=80))
def test_a_quotation_is_fully_supported_and_a_share_is_a_share(text: str, other: str) -> None:
    own = support(f"User: {text}", said(f"{other} {text}"))
    assert own is None or own == 1.0 or not text.isascii()
    share = support(text, said(other))
    assert share is None or 0 <= share <= 1
    if share is not None:
        assert support(text, said(other), replace(THREAD[2], text=text)) == 1.0
