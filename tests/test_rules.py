"""The rule engine: what it finds in what users say, and what it must leave alone."""

from dataclasses import replace

import pytest
from speech import AT, contents, observe, said

from worker.engine import Engine  # noqa: TC001
from worker.engines.rules import RuleEngine
from worker.records import Chunk, Relevance, Role


def test_the_rule_engine_is_an_engine_without_a_model() -> None:
    engine: Engine = RuleEngine()
    assert (engine.name, engine.model) == ("rules", None)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("I prefer tabs", "preference"),
        ("I like tabs better than spaces", "preference"),
        ("I’d rather use Postgres.", "preference"),
        ("My favourite colour is green.", "preference"),
        ("Ratatouille is one of my favorites!", "preference"),
        ("I don't like coriander", "preference"),
        ("I prefer `tabs` over `spaces`", "preference"),
        ("- I prefer tabs", "preference"),
        ("**I prefer tabs**", "preference"),
        ("Always answer in Korean.", "preference"),
        ("앞으로 한국어로 답해줘", "preference"),
        ("Remember that my wife is vegan", "remember"),
        ("please remember the deploy is on Friday", "remember"),
        ("remember: deploys are on Friday", "remember"),
        ("Don't forget that I work from home on Fridays", "remember"),
        ("Can you remember that I eat no meat?", "remember"),
        ("My name is Kim", "fact"),
        ("I'm Kim.", "fact"),
        ("I am allergic to nuts", "fact"),
        ("I work at Acme.", "fact"),
        ("Hey Claude, I live in Oslo", "fact"),
        ("I moved to Salem", "fact"),
        ("I'm a nurse", "fact"),
        ("my daughter is called Mina", "fact"),
        ("we use Postgres 15", "fact"),
        ("I no longer live in Oslo", "fact"),
        ("I finished the report", "completion"),
        ("the migration is done", "completion"),
        ("deployed to prod", "completion"),
        ("I fixed the login bug", "resolution"),
        ("the bug is solved", "resolution"),
        ("The issue has been resolved now.", "resolution"),
        ("We decided to use Rust", "decision"),
        ("let's go with Postgres", "decision"),
        ("저는 다크 모드를 선호해요", "preference"),
        ("난 커피를 좋아해", "preference"),
        ("제 취향은 미니멀한 디자인이에요", "preference"),
        ("저는 오이가 싫어요", "preference"),
        ("배포는 금요일이라는 거 기억해줘", "remember"),
        ("기억해: 배포는 금요일이야", "remember"),
        ("회의는 10시라고 메모해 둬", "remember"),
        ("저는 서울에 살아요", "fact"),
        ("제 이름은 김철수입니다", "fact"),
        ("저는 땅콩 알레르기가 있어요", "fact"),
        ("우리 딸 이름은 미나예요", "fact"),
        ("우리는 Postgres 15를 써요", "fact"),
        ("보고서 완료했어", "completion"),
        ("마이그레이션 다 끝냈어요", "completion"),
        ("버그 해결됐어", "resolution"),
        ("로그인 버그 고쳤어", "resolution"),
        ("Postgres를 쓰기로 결정했어", "decision"),
    ],
)
def test_what_a_user_says_plainly_is_found(text: str, category: str) -> None:
    (found,) = observe(text)
    assert found.category == category
    assert found.source_ids == ("m1",)
    assert found.observed_at == AT


@pytest.mark.parametrize(
    "text",
    [
        # What the keyword rules of TARS took for facts.
        "I have not completed the form",
        "The form is uncompleted",
        "It is still unresolved",
        "That is a fixed-width font",
        "Which do you prefer?",
        "clowns",
        "browns",
        "The island is inhabited",
        "preferably today",
        "I would prefer not to say",
        # Questions, suppositions, negations.
        "Do I live in Oslo?",
        "should I say I prefer tabs",
        "Is the migration done?",
        "if I moved to Oslo, I would be cold",
        "Suppose I live in Oslo and I work at Acme",
        "I might finish the report",
        "I almost finished the report",
        "I haven't finished the report",
        "not resolved yet",
        "The bug is not fixed",
        "The bug isn't solved yet",
        "When the migration is done, tell me",
        "Make sure the bug is fixed",
        "I fixed the bug but it still fails",
        "The task is done by a cron job",
        "I wish I lived in Oslo",
        "I think the bug is fixed",
        "버그 고쳤는데 다시 나요",
        "I use the following code:",
        "I am allergic to cats?",
        "My name is not Kim",
        "I remember that day",
        "Do you remember that I live in Oslo?",
        "I love it!",
        "I like your idea",
        "Never mind",
        "아직 안 끝났어",
        "완료하지 못했어",
        "아직 해결됐다고 못 하겠어",
        "미해결",
        "끝나면 알려줘",
        "어떤 걸 선호하세요?",
        "커피 좋아하세요?",
        "커피 좋아해?",
        "알레르기가 있으면 어떻게 해?",
        "나는 그날을 기억해",
        "기억해줘서 고마워",
        "기억해?",
        "오늘 날씨가 좋아요",
        # Other people's words and deeds.
        "my boss said 'I prefer tabs'",
        "My boss said ‘I prefer tabs’",
        'My boss said "I prefer tabs. I live in Oslo."',
        "My boss said “I prefer tabs”",
        "My boss said, I prefer tabs",
        "My boss said I prefer tabs",
        "He thinks I prefer tabs",
        'My boss wrote: "I prefer tabs.',
        "Bob: I prefer tabs",
        "> I prefer tabs",
        "On 3 May 2026 Bob wrote:\nI prefer tabs",
        "민수는 커피를 좋아해",
        "상사가 탭을 선호한다고 했어",
        '상사가 "저는 탭을 선호해요"라고 했어',
        "민수가 배포를 완료했어",
        # Code, and material to work on.
        "`I prefer tabs`",
        "```\nI prefer tabs\n```",
        "```python\nI prefer tabs",
        "~~~\nI prefer tabs\n~~~",
        "See:\n\n    I prefer tabs",
        "https://example.com/I-prefer-tabs",
        "Translate this into Korean:\n\nI live in Oslo.",
        "Translate to Korean: I live in Oslo",
        "I live in Oslo. I work at Acme.\n\nTranslate the above into Korean.",
        "Example:\nI live in Oslo.",
        "다음 문장을 영어로 번역해줘.\n저는 서울에 살아요.",
        # Asked to be forgotten.
        "Please don't remember this. I live in Oslo.",
        "저는 서울에 살아요. 이건 기억하지 마.",
    ],
)
def test_what_is_not_the_users_own_plain_word_is_left_alone(text: str) -> None:
    assert observe(text) == []


def test_recalled_memory_in_a_message_is_no_evidence() -> None:
    assert observe("<memory>I live in Oslo</memory>") == []
    assert observe("<memory>\nI live in Oslo.\nI prefer tabs.") == []
    assert observe("I live in Oslo.</memory> I prefer tabs.")[0].content == "User: I prefer tabs."
    assert observe("<recalled-facts><x>I live in Oslo</x></recalled-facts>") == []


def test_a_products_own_words_in_a_user_message_are_no_wish_of_the_user() -> None:
    text = "<system-reminder>I prefer that you start no other task</system-reminder>I live in Oslo."
    assert contents(text) == ["I live in Oslo."]


def test_formatting_tags_do_not_hide_what_is_said() -> None:
    assert contents("<b>I prefer tabs</b>") == ["I prefer tabs"]


def test_encoded_data_is_never_part_of_an_observation() -> None:
    text = "data:image/png;base64," + "iVBORw0KGgo" * 50 + " I moved to Salem. " + "QUJD" * 60
    assert contents(text) == ["I moved to Salem."]


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.SYSTEM, Role.TOOL])
def test_only_users_give_facts(role: Role) -> None:
    assert observe(said("I implemented it and deployed it to prod. I prefer tabs.", role)) == []


def test_an_assistants_deed_is_not_the_users() -> None:
    asked = said("Explain LeetCode 25")
    answered = said("I fixed the bug and I finished the report", Role.ASSISTANT, "m2")
    assert observe(asked, answered) == []


def test_a_message_that_does_not_count_is_not_read() -> None:
    assert observe(replace(said("I prefer tabs"), counts=False)) == []


def test_what_came_before_the_chunk_is_not_cited() -> None:
    chunk = Chunk("t", "u", "UTC", (said("hello", message_id="m2"),), (said("I prefer tabs"),))
    assert RuleEngine().propose(chunk, ()) == []


@pytest.mark.parametrize(
    ("text", "relevance"),
    [
        ("I am allergic to nuts", Relevance.CRITICAL),
        ("My son is allergic to penicillin", Relevance.CRITICAL),
        ("I have a severe peanut allergy", Relevance.CRITICAL),
        ("I have type 1 diabetes", Relevance.CRITICAL),
        ("Remember that I'm allergic to nuts", Relevance.CRITICAL),
        ("저는 땅콩 알레르기가 있어요", Relevance.CRITICAL),
        ("땅콩 알레르기 있다는 거 기억해줘", Relevance.CRITICAL),
        ("Remember that deploys are on Friday", Relevance.HIGH),
        ("My name is Kim", Relevance.HIGH),
        ("I prefer tabs", Relevance.MEDIUM),
        ("the migration is done", Relevance.MEDIUM),
    ],
)
def test_relevance_follows_what_would_be_lost(text: str, relevance: Relevance) -> None:
    assert [found.relevance for found in observe(text)] == [relevance]


@pytest.mark.parametrize("text", ["Fixed!", "Shipped!", "Fixed, thanks!", "해결됐어"])
def test_what_does_not_say_what_was_done_is_not_worth_a_line(text: str) -> None:
    assert observe(text) == []


def test_a_joke_about_an_allergy_is_not_critical() -> None:
    assert observe("I'm allergic to Mondays") == []


def test_of_a_statement_with_a_question_the_statement_is_kept() -> None:
    assert contents("I'm allergic to nuts, what can I eat?") == ["I'm allergic to nuts"]
    assert len(contents("I am allergic to nuts and need to know what I can eat?")) == 1
    assert len(contents("저는 땅콩 알레르기가 있는데 뭐 먹을 수 있어요?")) == 1


def test_remember_this_means_the_sentence_beside_it() -> None:
    assert contents("Please remember this. The office opens at 9.") == ["The office opens at 9."]
    (found,) = observe("회의는 매주 월요일이야. 꼭 기억해줘.")
    assert (found.category, found.content) == ("remember", "User: 회의는 매주 월요일이야.")


def test_a_list_to_remember_is_remembered_line_by_line() -> None:
    text = "Please remember the following:\n- no emojis\n- two reviewers\n\nHow are you?"
    assert contents(text) == ["no emojis", "two reviewers"]
    assert {found.category for found in observe(text)} == {"remember"}


def test_a_sentence_said_twice_in_a_message_is_proposed_once() -> None:
    assert contents("I prefer tabs. I prefer tabs.") == ["I prefer tabs."]


def test_an_observation_is_one_line_even_of_a_wrapped_mail() -> None:
    text = "I moved to Salem because the rent in the city where I had been\nwas too high."
    (content,) = contents(text)
    assert "\n" not in content
    assert content.endswith("too high.")
