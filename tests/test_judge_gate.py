"""The gate: what lasts opens it in any language, and no piece of another word does."""

import pytest
from compilers import learned
from hypothesis import given
from hypothesis import strategies as st

from worker.judge import is_lasting
from worker.judge.gate import LASTING_CATEGORIES, says_lasting
from worker.records import Relevance


@pytest.mark.parametrize("relevance", Relevance)
def test_high_and_critical_relevance_open_it_by_themselves(relevance: Relevance) -> None:
    weighty = relevance in (Relevance.HIGH, Relevance.CRITICAL)
    assert is_lasting([learned("User saw a film", relevance)]) is weighty


@pytest.mark.parametrize("category", [*sorted(LASTING_CATEGORIES), "fact", "plan", "experience"])
def test_a_lasting_category_opens_it_by_itself(category: str) -> None:
    lasts = category in LASTING_CATEGORIES
    assert is_lasting([learned("User saw a film", Relevance.LOW, category)]) is lasts


def test_one_of_many_is_enough_and_nothing_opens_nothing() -> None:
    passing = [learned(f"User saw film {n}", Relevance.LOW) for n in range(9)]
    assert not is_lasting(passing)
    assert is_lasting([*passing, learned("User is allergic to nuts", Relevance.LOW)])
    assert not is_lasting([])


def test_what_no_user_said_does_not_open_it() -> None:
    said = "Assistant said: User prefers tabs"
    assert not is_lasting([learned(said, Relevance.HIGH, "advice")])
    pasted = 'User pasted a text that says: "User prefers tabs"'
    assert not is_lasting([learned(pasted, Relevance.LOW, "preference")])


@pytest.mark.parametrize(
    "content",
    [
        "My name is Kim",
        "I am allergic to nuts",
        "User PREFERS tabs",
        "User likes the sea",
        "we don't like cash",
        "The team's policy: no deploys on Friday",
        "User owns two bikes",
        "Ich heiße Jörg",
        "Nutzer ist Veganer",
        "Nutzerin hat eine Vorliebe für Tee",
        "El usuario prefiere el té",
        "Me llamo Inés",
        "L’utilisateur préfère le thé",
        "Je m’appelle Zoé",
        "Preferisce il tè",
        "Mi chiamo Ugo",
        "O utilizador prefere chá",
        "Ele é alérgico a nozes",
        "Gebruiker heeft een voorkeur voor thee",
        "Jeg hedder Kim",
        "Käyttäjä on allerginen pähkinöille",
        "Uživatel je alergický na ořechy",
        "Мене звати Кім",
        "Mă numesc Kim",
        "A felhasználó allergiás a dióra",
        "Είμαι αλλεργικός στα καρύδια",
        "Με λένε Κιμ",
        "Tôi bị dị ứng với đậu phộng",
        "שמי קים",
        "אני אלרגי לאגוזים",
        "من به گردو حساسیت دارم",
        "আমার নাম কিম",
        "Ik heet Jan",
        "Пользователь предпочитает чай",
        "Меня зовут Аня",
        "Użytkownik preferuje herbatę",
        "Användaren föredrar te",
        "Kullanıcı çay tercih ediyor",
        "Pengguna lebih suka teh",
        "المستخدم يفضل الشاي",
        "사용자는 녹차를 좋아한다",
        "내 이름은 김민지예요",
        "땅콩 알레르기가 있다",
        "식습관을 바꿨다",
        "부산에 산다",
        "私の名前は健です",
        "お茶が好きです",
        "毎朝走る習慣がある",
        "我叫小明",
        "他对花生过敏",
        "养成了早起的习惯",
        "她有早起的習慣",
        "मुझे चाय पसंद है",
        "मेरा नाम आशा है",
        "ผมชื่อสมชาย",
        "เขาแพ้ถั่ว",
    ],
)
def test_what_somebody_is_has_likes_or_decided_opens_it_in_any_language(content: str) -> None:
    assert says_lasting(content)


@pytest.mark.parametrize(
    "content",
    [
        "The clowns came late",
        "It browns in the oven",
        "The vane on the roof turned",
        "È caduta la neve",
        "User took the stairs to place an order",
        "User laughed at a hater",
        "The island is inhabited",
        "preferably today",
        "The police came",
        "User was in rehabilitation",
        "a decisive goal",
        "It looks like rain",
        "on his own",
        "User wore costumes",
        "sever the cable",
        "Das Haus ist bewohnt",
        "in der Regel abends",
        "Er ist gewöhnlich müde",
        "una habitación doble",
        "preferentemente hoy",
        "les habitants du village",
        "la préfecture est fermée",
        "Marie arrive demain",
        "gli abitanti della città",
        "o habitante da vila",
        "gewoon een dag",
        "heet water",
        "привычный шум",
        "정보유출 사고가 있었다",
        "소금 결정체를 봤다",
        "규칙적으로 걸었다",
        "学习惯例很重要",
        "学習慣行を調べた",
        "决定性的一球",
        "वियतनाम की यात्रा",
        "เขารับผิดชอบงาน",
        "ฉันเชื่อเธอ",
    ],
)
def test_a_piece_of_another_word_does_not_open_it(content: str) -> None:
    assert not says_lasting(content)


@pytest.mark.parametrize(
    "content",
    ["Ｕｓｅｒ ｐｒｅｆｅｒｓ tea", "L'utilisateur pre\u0301fe\u0300re le thé", "USER LOVES TEA"],
)
def test_how_a_letter_is_encoded_does_not_matter(content: str) -> None:
    assert says_lasting(content)


@given(st.text(max_size=200))
def test_any_text_has_an_answer(content: str) -> None:
    assert says_lasting(content) in (True, False)
