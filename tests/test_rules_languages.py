"""The rule engine between languages: each reads its own sentences and no other's."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sayings import changed, kept
from speech import contents, observe, said

from worker.engines.rules import english, german, korean, spanish
from worker.engines.rules.engine import PER_MESSAGE
from worker.engines.rules.excerpt import LIMIT
from worker.engines.rules.language import Language, language_of

ENGLISH = (
    "I live in Oslo",
    "I moved from Oslo to Salem",
    "I'm a nurse at a hospital in Leeds",
    "I am allergic to nuts",
    "My name is Kim",
    "My sister Ana lives in Bergen",
    "I prefer tabs over spaces",
    "I don't like coriander",
    "I no longer use vim",
    "Please remember that my wife is vegan",
    "Don't forget that I work from home on Fridays",
    "We decided to use Rust",
    "I fixed the login bug",
    "I finished the report",
    "Always answer in Spanish",
    "I went to a concert in Madrid with my son",
    "I bought a car last week",
    "I used to live in Quito",
    "I speak German and Spanish",
    "I have two dogs",
)
KOREAN = (
    "저는 서울에 살아요",
    "제 이름은 김철수입니다",
    "저는 땅콩 알레르기가 있어요",
    "저는 다크 모드를 선호해요",
    "우리는 Postgres 15를 써요",
    "배포는 금요일이라는 거 기억해줘",
    "어제 부산으로 이사했어",
    "Rust를 쓰기로 결정했어",
    "로그인 버그 고쳤어",
    "보고서 완료했어",
)
# Languages that no rule reads, each as near as it gets to one that is read.
NEIGHBOURS = (
    "Moro em Lisboa e trabalho numa padaria",
    "Eu sou alérgico a amendoim",
    "Meu nome é João",
    "Prefiro chá, não gosto de café",
    "Uso Linux em casa com o meu irmão",
    "Ontem comprei um carro com a minha mãe",
    "Detesto o frio",
    "Vivo a Roma con mia sorella",
    "Mi piace il caffè",
    "Mi chiamo Anna",
    "Sono allergico alle noci",
    "Ho comprato una macchina",
    "Visc a Girona amb els meus pares",
    "J'habite à Lyon et je travaille chez Renault",
    "Je m'appelle Anne",
    "Je suis allergique aux noix",
    "J'ai acheté une voiture hier",
    "Ik woon in Gent en ik werk bij een bakker",
    "Ik ben allergisch voor noten",
    "Ik heb een auto gekocht",
    "Mijn naam is Jan",
    "Ik hou van koffie",
    "Jeg bor i Bergen",
    "Mieszkam w Krakowie",
)
# Words of one language that are others in another.
FALSE_FRIENDS = (
    "Die Hard is what my friends like",
    "The gift was also fast",
    "No sin is worse, so come once",
    "Red son, once dice on me",
    "Soy sauce and soy milk, please",
    "Soy Sauce.",
    "USO tour dates",
    "Me and my arm hat",
    "Man, I was in the bin",
    "In bin is a note",
    "War in the Rat is fast",
    "Am Ende also hat he a hut",
    "Mag. Bin. Die. Gut.",
    "Bad art, gut rot, hell so brave",
    "Vi and vim are editors",
    "Como is a lake",
    "Once upon a time a son sin red",
    "Der Gin ist also in the bar",
    "Casa and taco are words I know",
    "Ich is German for a pronoun",
)
MODULES = {
    Language.ENGLISH: english,
    Language.SPANISH: spanish,
    Language.GERMAN: german,
    "korean": korean,
}
SAID = {
    Language.ENGLISH: ENGLISH,
    Language.SPANISH: tuple(one.text for one in kept("spanish") + changed("spanish")),
    Language.GERMAN: tuple(one.text for one in kept("german") + changed("german")),
    "korean": KOREAN,
    "neighbours": NEIGHBOURS,
    "false friends": FALSE_FRIENDS,
}


@pytest.mark.parametrize("language", MODULES)
@pytest.mark.parametrize("others", SAID)
def test_the_rules_of_a_language_find_nothing_in_another(language: str, others: str) -> None:
    find = MODULES[language].find
    found = [text for text in SAID[others] if find(text)]
    if language == others:
        assert found == list(SAID[others])
    elif others != "false friends" or language != Language.ENGLISH:
        assert found == []


@pytest.mark.parametrize("language", [Language.ENGLISH, Language.SPANISH, Language.GERMAN])
def test_what_a_language_finds_is_in_that_language(language: Language) -> None:
    assert {language_of(text) for text in SAID[language]} == {language}


@pytest.mark.parametrize(
    ("spoken", "language"),
    [
        ("Vivo en Madrid", Language.SPANISH),
        ("soy vegana", Language.SPANISH),
        ("Ich mag Tee", Language.GERMAN),
        ("Wohne in Graz", Language.GERMAN),
        ("I live in Oslo", Language.ENGLISH),
        ("", None),
        ("123 ...", None),
        ("Postgres", None),
        ("no", None),
        ("die in", None),
        ("Eu moro em Lisboa", None),
        ("Ik woon in Gent", None),
        ("저는 서울에 살아요", None),
    ],
)
def test_a_language_is_told_by_its_small_words(spoken: str, language: Language | None) -> None:
    assert language_of(spoken) is language


def test_each_sentence_of_a_mixed_message_is_read_in_its_own_language() -> None:
    text = "I live in Oslo. Me gusta el café. Ich habe zwei Kinder. 저는 땅콩 알레르기가 있어요."
    assert len(contents(text)) == 4
    assert contents("Hi! Me mudé a Salem. Danke, ich wohne jetzt in Graz. OK?") == [
        "Me mudé a Salem.",
        "Danke, ich wohne jetzt in Graz.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Übersetze ins Spanische: Vivo en Oslo. Trabajo en Acme.",
        "Translate this text into German: Vivo en Oslo. Trabajo en Acme.",
        "Traduce al alemán este texto:\n\nI live in Oslo.",
        "No recuerdes esto. I live in Oslo.",
        "Merk dir das nicht. Vivo en Oslo.",
        "I live in Oslo. Ich wohne in Graz. Don't remember this.",
        'Mein Chef sagte: "I live in Oslo. Vivo en Lima."',
    ],
)
def test_a_request_in_one_language_covers_what_is_said_in_another(text: str) -> None:
    assert observe(text) == []


@pytest.mark.parametrize(
    "unit",
    [
        "vivo en ",
        "me gusta ",
        "recuerda que ",
        "el a ",
        "ayer ",
        "y ",
        "¿",
        "mi hermana ",
        "no puedo ",
        "ich habe ",
        "ich bin in ",
        "merk dir ",
        "seit a ",
        "der a ",
        "und ",
        "gekauft ",
        "mein ",
        "habe ich ",
        "als ich ",
        "ß",
        "ñ",
        "o\u0308",
        "z. ",
        "1. ",
        "‚",
        "—a ",
    ],
)
def test_megabytes_of_spanish_or_german_end(unit: str) -> None:
    # A pattern that backtracks would not come back from these.
    text = unit * (2_000_000 // len(unit))
    assert len(observe(text)) <= PER_MESSAGE
    assert len(observe((text[:1990] + ". ") * 50)) <= PER_MESSAGE
    for begins in ("ich habe ", "mi hermana ", "me gusta ", "ayer ", "gestern habe ich "):
        assert len(observe(begins + text[:20_000])) <= PER_MESSAGE


@pytest.mark.parametrize("begins", ["Vivo en Lima y ", "Ich wohne in Graz und "])
def test_a_question_is_one_however_long_it_is(begins: str) -> None:
    assert observe(begins + "xx yy " * 1_000 + ".") != []
    assert observe(begins + "xx yy " * 1_000 + "?") == []


_WORDS = st.sampled_from(
    sorted(
        {word for said_in in SAID.values() for text in said_in for word in text.split()}
        | {
            ", ",
            ". ",
            ": ",
            "? ",
            "¿",
            "\n",
            '"',
            "„",
            "“",
            "«",
            "»",
            "‚",
            "‘",
            "—",
            "`",
            "1. ",
            "\ud800",
        }
        | {"\x00", "\u0301", "\u0308", "…", "(", ")", "x" * 450}
    )
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(_WORDS, st.text(max_size=8)), max_size=40), st.sampled_from([" ", ""]))
def test_any_words_give_single_lines_that_cite_their_message(words: list[str], gap: str) -> None:
    text = gap.join(words)
    for found in observe(said(text)):
        assert found.source_ids == ("m1",)
        assert found.content.splitlines() == [found.content]
        assert len(found.content) < LIMIT + 40


@settings(max_examples=300, deadline=None)
@given(st.lists(_WORDS, max_size=30))
def test_no_sentence_is_read_in_two_languages_that_are_told_apart(words: list[str]) -> None:
    spoken = " ".join(words)
    read = {Language.SPANISH: spanish, Language.GERMAN: german}
    found = [language for language, module in read.items() if module.find(spoken)]
    assert found in ([], [language_of(spoken)])


def test_the_rules_of_a_language_are_loaded_only_for_a_sentence_in_it() -> None:
    told = (
        "import sys; from worker.engines.rules import RuleEngine, english, spanish\n"
        "loaded = lambda: [name[21:] for name in sys.modules if name.endswith('_grammar')]\n"
        "print(loaded()); english.find('I live in Oslo'); spanish.find('I live in Oslo')\n"
        "print(loaded()); spanish.find('Vivo en Lima'); print(loaded())"
    )
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == ["[]", "[]", "['spanish_grammar']"]
