"""The lint: what of the accepted is doubted, in any language, and what is not."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import AT, proposal
from tellings import TELLINGS

from worker.judge import ObservationDesk, content_hash, judge
from worker.judge.lint import Flag, Lint
from worker.records import Message, Observation, Origin, Relevance, Role


def wrote(number: int, text: str, role: Role = Role.USER, name: str | None = None) -> Message:
    at = AT + timedelta(minutes=number)
    return Message(f"m{number}", number, role, text, at, "h", name)


def by_turns(*texts: str) -> tuple[Message, ...]:
    roles = (Role.USER, Role.ASSISTANT)
    return tuple(wrote(place, text, roles[place % 2]) for place, text in enumerate(texts))


def doubts(
    thread: tuple[Message, ...], content: str, *cited: str, category: str = "observation"
) -> set[str]:
    """The flags of a line of memory that cites these messages."""
    made = Observation(
        content, Relevance.LOW, category, AT, cited, Origin.AGENT, content_hash(content)
    )
    return set(Lint(thread).flags(made))


@pytest.mark.parametrize("language", TELLINGS)
def test_a_source_is_told_from_every_other_message_of_its_thread(language: str) -> None:
    telling = TELLINGS[language]
    thread = by_turns(*telling.said)
    for content, place in telling.observed:
        for message in thread:
            is_wrong = message is not thread[place]
            assert (Flag.SOURCES in doubts(thread, content, message.id)) is is_wrong, content


def test_an_answer_with_its_question_is_a_source_and_so_is_what_is_said_twice() -> None:
    thread = by_turns(
        "Hello!", "In which town do you live, and since when?", "Bergen, four years now.",
        "A town with much rain.", "I do live in Bergen, yes.",
    )  # fmt: skip
    assert doubts(thread, "User lives in the town of Bergen since four years", "m1", "m2") == set()
    assert doubts(thread, "User lives in Bergen", "m2") == set()
    assert doubts(thread, "User lives in Bergen", "m4") == set()
    assert doubts(thread, "User lives in Bergen", "m0") == {"sources"}


def test_a_long_message_outdoes_a_short_one_only_by_more_than_its_length() -> None:
    short = "Can you make the parser faster? Logs of a day take an hour."
    code = " ".join(f"step {n} reads value {n} of table {n * 7}" for n in range(200))
    long = f"Here is a parser in Python. It splits logs by day, faster, in an hour. {code}"
    thread = by_turns(short, long, "Thanks, that looks right.")
    asked = "User asked to make a Python parser of logs by day faster"
    assert doubts(thread, asked, "m0") == set()
    assert doubts(thread, asked, "m2") == {"sources"}


def test_a_thread_of_one_message_and_a_translation_are_not_doubted() -> None:
    alone = by_turns("We walked along the river in Bergen")
    assert doubts(alone, "User took the dogs out by the river", "m0") == set()
    korean = by_turns("저는 녹차를 좋아해요", "nginx 설정을 바꿨어요.", "감사합니다")
    assert doubts(korean, "User likes green tea", "m0") == set()


CHAT = (
    wrote(1, "I went camping with Mel.", Role.USER, "Caroline Weiss"),
    wrote(2, "Yes, and you were brave about the bear.", Role.ASSISTANT, "Melanie"),
    wrote(3, "서울에 살아요.", Role.USER, "민준"),
    wrote(4, "3 passed", Role.TOOL, "pytest"),
    wrote(5, "An apple a day.", Role.USER, "An Nguyen"),
)


@pytest.mark.parametrize(
    ("content", "cited", "is_doubted"),
    [
        ("Caroline went camping", "m1", False),
        ("Caroline Weiss went camping", "m1", False),
        ("CAROLINE's bear was small", "m1", False),
        ("Caroline was brave about the bear", "m2", True),
        ("Melanie and Caroline went camping", "m1", False),
        ("Caroline, Melanie went camping", "m2", False),
        ("Carolines of the world unite", "m2", False),
        ("The bear was afraid of Caroline", "m2", False),
        ("민준은 서울에 산다", "m3", False),
        ("민준은 용감했다", "m2", True),
        ("Pytest passed three times", "m2", False),
        ("An apple was eaten", "m2", False),
        ("An Nguyen ate an apple", "m2", True),
        ("Assistant praised the bear", "m2", False),
        ("Assistant ran pytest", "m4", False),
        ("Assistant went camping", "m1", True),
        ("El asistente fue de acampada", "m1", True),
        ("Assistants are useful", "m1", False),
    ],
)
def test_what_begins_with_somebody_should_cite_what_they_wrote(
    content: str, cited: str, is_doubted: bool
) -> None:
    assert (Flag.SPEAKER in doubts(CHAT, content, cited)) is is_doubted


@pytest.mark.parametrize(
    "content",
    [
        "User moved yesterday",
        "L'utilisateur a déménagé la semaine dernière",
        "L'utilisateur est arrivé hier",
        "L'utente parte domani",
        "O utilizador chegou ontem",
        "De gebruiker verhuist volgende week",
        "Użytkownik był wczoraj u lekarza",
        "Пользователь переехал на прошлой неделе",
        "Kullanıcı geçen hafta taşındı",
        "ユーザーは先週引っ越した",
        "用户三天前搬家了",
        "用户昨天去了医院",
        "المستخدم سافر أمس",
        "Người dùng chuyển nhà hôm qua",
        "Användaren flyttade förra veckan",
        "उपयोगकर्ता परसों आएगा",
        "ผู้ใช้ย้ายบ้านเมื่อวาน",
    ],
)
def test_a_date_that_no_later_reader_can_place_is_doubted_until_it_is_resolved(
    content: str,
) -> None:
    thread = by_turns(content)
    assert doubts(thread, content, "m0") == {"date"}
    assert doubts(thread, f"{content} [2026-11-29]", "m0") == set()
    assert doubts(thread, f"{content} [said 2026-11-30]", "m0") == set()


@pytest.mark.parametrize(
    "content",
    [
        "Nutzer wohnt hier in Bonn",
        "Der Nutzer arbeitet hier",
        "User likes the song “Ieri”",
        "User read 『昨日』 twice",
        "用户昨天（2026-11-29）搬家了",
        "Gebruiker heeft een hond",
        "User works in Dünkirchen",
        "Пользователь любит завтраки",
        "User was born in 1990",
    ],
)
def test_what_only_looks_like_a_relative_date_is_not_doubted(content: str) -> None:
    assert doubts(by_turns(content), content, "m0") == set()


@pytest.mark.parametrize("content", ["User flew out yesterday", "Nutzer reist nächste Woche ab"])
def test_what_the_judge_let_through_has_no_date_left(content: str) -> None:
    (kept,) = judge([proposal(content, "m0")], by_turns(content)).accepted
    assert kept.content != content
    assert kept.flags == ()


@pytest.mark.parametrize(
    ("texts", "cited", "is_doubted"),
    [
        (("I live in Oslo", "You live in Oslo, then."), ("m0",), False),
        (("I live in Oslo", "You live in Oslo, then."), ("m1",), True),
        # He says yes to it.
        (("Hi", "So you live in Oslo?", "Yes, right."), ("m1", "m2"), False),
        # He says it of something else, before.
        (("Yes, right.", "Fine.", "Hm", "You live in Oslo, it seems."), ("m0", "m3"), True),
        (("I live in Oslo", "Oslo is where you live."), ("m0", "m1"), False),
    ],
)
def test_what_is_told_of_the_user_should_be_told_by_the_user(
    texts: tuple[str, ...], cited: tuple[str, ...], is_doubted: bool
) -> None:
    thread = by_turns(*texts)
    assert (Flag.USER in doubts(thread, "User lives in Oslo", *cited)) is is_doubted
    assert (Flag.USER in doubts(thread, "Lives in Oslo", *cited, category="fact")) is is_doubted
    assert Flag.USER not in doubts(thread, "Lives in Oslo", *cited, category="advice")


def test_one_of_two_that_say_the_same_is_enough_to_end_a_doubt_also_at_the_desk() -> None:
    thread = by_turns("I play chess on Sundays", "Nice.", "And how is the weather?")
    right, wrong = (proposal("Chess on Sundays", one) for one in ("m0", "m2"))
    assert judge([wrong], thread).accepted[0].flags == ("sources",)
    assert judge([wrong, right], thread).accepted[0].flags == ()
    desk = ObservationDesk(thread, "UTC", ())
    desk.hand_in([wrong])
    assert desk.flagged == {"sources": 1}
    desk.hand_in([right])
    assert desk.flagged == {}


def test_nothing_is_refused_for_a_doubt() -> None:
    thread = by_turns("I play chess", "Good.", "It rains in Bergen")
    verdict = judge([proposal("User plays chess", "m2"), proposal("Moved hier soir", "m0")], thread)
    assert (verdict.recorded, verdict.rejected) == (2, ())
    assert all(one.flags for one in verdict.accepted)


TEXTS = st.text(min_size=1, max_size=60).filter(lambda text: any(map(str.isalnum, text)))


@settings(max_examples=150, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6), st.data())
def test_what_quotes_its_source_is_never_doubted_for_it(
    texts: list[str], data: st.DataObject
) -> None:
    thread = by_turns(*texts)
    one = data.draw(st.sampled_from(thread))
    assert Flag.SOURCES not in doubts(thread, one.text, one.id)


@settings(max_examples=150, deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=6), TEXTS, st.data())
def test_flags_are_of_the_known_words_each_once_and_the_same_again(
    texts: list[str], content: str, data: st.DataObject
) -> None:
    thread = tuple(
        replace(one, name=data.draw(st.none() | st.text(max_size=5))) for one in by_turns(*texts)
    )
    cited = data.draw(st.sets(st.sampled_from([one.id for one in thread]), min_size=1))
    made = Observation(
        content, Relevance.LOW, "fact", AT, tuple(cited), Origin.AGENT, content_hash(content)
    )
    flags = Lint(thread).flags(made)
    assert set(flags) <= {"sources", "speaker", "date", "user"}
    assert len(flags) == len(set(flags))
    assert Lint(thread).flags(made) == flags
