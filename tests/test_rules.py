"""The rule engine: what it finds in what users say, and what it must leave alone."""

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.engines.rules import RuleEngine
from worker.engines.rules.dates import dated
from worker.engines.rules.engine import PER_CHUNK, PER_MESSAGE
from worker.engines.rules.excerpt import LIMIT, excerpt, is_inside
from worker.engines.rules.sentences import sentences
from worker.records import ActiveObservation, Chunk, Engine, Message, Proposal, Relevance, Role

# In Seoul it is noon of the same day.
AT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)


def said(text: str, role: Role = Role.USER, message_id: str = "m1") -> Message:
    return Message(id=message_id, ordinal=1, role=role, text=text, at=AT, content_hash="h")


def observe(*messages: Message | str, timezone: str = "Asia/Seoul") -> list[Proposal]:
    whole = tuple(said(one) if isinstance(one, str) else one for one in messages)
    return RuleEngine().observe(Chunk("t", "u", timezone, whole))


def contents(*messages: Message | str) -> list[str]:
    return [proposal.content.removeprefix("User: ") for proposal in observe(*messages)]


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
    assert RuleEngine().observe(chunk) == []


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Salem yesterday", "I moved to Salem yesterday [2026-11-29]"),
        ("I moved to Salem two days ago", "I moved to Salem two days ago [2026-11-28]"),
        ("I moved to Salem last week", "I moved to Salem last week [said 2026-11-30]"),
        ("I moved to Salem last Fri", "I moved to Salem last Fri [said 2026-11-30]"),
        ("I moved to Salem few days ago", "I moved to Salem few days ago [said 2026-11-30]"),
        ("I moved to Salem last month", "I moved to Salem last month [2026-10]"),
        ("I moved to Salem last year", "I moved to Salem last year [2025]"),
        ("I moved to Salem on Monday", "I moved to Salem on Monday [said 2026-11-30]"),
        ("I moved to Salem in May", "I moved to Salem in May"),
        ("어제 부산으로 이사했어", "어제 부산으로 이사했어 [2026-11-29]"),
        ("3일 전에 부산으로 이사했어", "3일 전에 부산으로 이사했어 [2026-11-27]"),
        ("지난주에 부산으로 이사했어", "지난주에 부산으로 이사했어 [said 2026-11-30]"),
        ("작년에 부산으로 이사했어", "작년에 부산으로 이사했어 [2025]"),
    ],
)
def test_a_relative_date_is_resolved_or_dated(text: str, expected: str) -> None:
    assert contents(text) == [expected]


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


def kept(
    number: int,
    content: str = "",
    relevance: Relevance = Relevance.MEDIUM,
    coverage: int = 0,
    day: int = 1,
) -> ActiveObservation:
    at = datetime(2026, 1, day, tzinfo=UTC)
    return ActiveObservation(
        number, content or f"User: fact {number}", relevance, "fact", at, 10, coverage
    )


def dropped(*pool: ActiveObservation) -> list[int]:
    return [drop.observation_id for drop in RuleEngine().propose_drops(pool)]


def test_drops_go_by_coverage_then_relevance_then_redundancy_then_age() -> None:
    pool = [
        kept(1, relevance=Relevance.HIGH),
        kept(2, day=2),
        kept(3, day=1),
        kept(4, relevance=Relevance.LOW),
        kept(5, relevance=Relevance.HIGH, coverage=2),
        kept(6, relevance=Relevance.LOW, coverage=1),
        kept(7, "User: I live in Oslo.", day=3),
        kept(8, "User: I live in oslo", day=4),
    ]
    assert dropped(*pool) == [5, 6, 4, 7, 3, 2, 8, 1]
    assert dropped(*reversed(pool)) == dropped(*pool)


def test_a_critical_observation_is_never_proposed_for_dropping() -> None:
    assert dropped(kept(1, relevance=Relevance.CRITICAL, coverage=9)) == []


def test_a_changed_number_or_a_negation_is_no_redundancy() -> None:
    pool = (kept(1, "User: I use Postgres 15"), kept(2, "User: I use Postgres 16", day=2))
    assert "same" not in RuleEngine().propose_drops(pool)[0].reason
    pool = (kept(1, "User: I eat meat"), kept(2, "User: I don't eat meat", day=2))
    assert "same" not in RuleEngine().propose_drops(pool)[0].reason


def test_each_drop_says_why() -> None:
    reasons = [
        drop.reason
        for drop in RuleEngine().propose_drops(
            [kept(1, coverage=3), kept(2, "User: x y"), kept(3, "User: x y", day=2)]
        )
    ]
    assert reasons == [
        "held by 3 reflections",
        "says the same as #3",
        "medium relevance, of 2026-01-02",
    ]
