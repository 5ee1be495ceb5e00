"""The rule engine: a line that says several things does not go when one of them changes."""

import pytest
from test_rules_changes import proposed, replaced, talk


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("I'm Robin, I live in Leeds and I work as a nurse.", "I live in Bristol now."),
        ("I work as a nurse and I have two kids, Ann and Ben.", "I work as a teacher now."),
        ("I live in Leeds and my dog is called Rex.", "I live in Bristol, and my cat is Tom."),
        ("I live in Leeds and my dog is called Rex.", "I live in Bristol now, my cat is Tom."),
        ("I live in Leeds with my wife Ann.", "I moved to Bristol."),
        ("I live in Leeds, allergic to nuts.", "I moved to Bristol."),
        ("I live in Leeds, I'm Robin.", "I moved to Bristol."),
        ("I live in Leeds (my dog is Rex).", "I moved to Bristol."),
        ("I'm vegan because I have a milk allergy", "I'm vegetarian now"),
        ("I use vim because I have a bad wrist", "I no longer use vim"),
        ("I love coffee, my sister Ana loves tea", "I no longer love coffee"),
        ("Remember that I live in Leeds and my dog is Rex", "I live in Bristol now"),
        ("저는 서울에 살고 있고 소프트웨어 엔지니어로 일해요.", "저는 부산에 살아요."),
        ("저는 서울에 살고 있고 소프트웨어 엔지니어로 일해요.", "이제 저는 부산에 살아요."),
        ("저는 서울에 살고 강아지 이름은 초코예요.", "부산으로 이사했어요."),
        ("저는 삼성에서 일하는데 땅콩 알레르기가 있어요.", "네이버로 이직했어요."),
        ("Vivo en Madrid y trabajo como enfermera.", "Ahora vivo en Sevilla."),
        ("Me llamo Ana, vivo en Madrid y soy celíaca.", "Ahora me llamo Eva."),
        ("Vivo en Madrid con mi hija Eva.", "Nos mudamos a Sevilla."),
        ("Ich wohne in Berlin und arbeite als Krankenpfleger.", "Ich wohne jetzt in Hamburg."),
        ("Ich wohne in Berlin, mein Hund heißt Rex.", "Ich wohne jetzt in Hamburg."),
        ("Ich heiße Jana und bin Ärztin.", "Ich heiße jetzt Eva."),
    ],
)
def test_what_else_a_line_says_keeps_it(known: str, text: str) -> None:
    assert replaced(text, known) == []


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("I live in Portland, Oregon.", "I live in Bristol now."),
        ("Hi, I live in Leeds.", "I live in Bristol now."),
        ("I live in Leeds.", "I live in Bristol now, and my cat is called Tom."),
        ("I live in Leeds and I work as a nurse.", "I live in Bristol now, I work as a teacher."),
        ("I live in Leeds and I love jazz.", "I live in Bristol now and I still love jazz."),
        ("저는 서울에 살고 있어요.", "이제 저는 부산에 살아요."),
        ("저는 서울에서 살고 있습니다.", "부산으로 이사했고 강아지 이름은 초코예요."),
        ("Vivo en Madrid.", "Ahora vivo en Sevilla y trabajo como enfermera."),
        ("Hola, vivo en Madrid.", "Ahora vivo en Sevilla."),
        ("Ich wohne in Berlin.", "Ich wohne jetzt in Hamburg und arbeite als Koch."),
        ("Ja, ich wohne in Berlin.", "Ich wohne jetzt in Hamburg."),
    ],
)
def test_a_line_that_says_nothing_else_gives_way(known: str, text: str) -> None:
    assert replaced(text, known) == [known]


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Correction: I live in Bristol now, not Leeds.", "fact"),
        ("Correction: My wife is called Ann.", "fact"),
        ("Sorry, I meant I live in Bristol.", "fact"),
        ("I meant to say that my wife is called Ann.", "fact"),
        ("From now on I prefer meetings in the afternoon.", "preference"),
    ],
)
def test_a_correction_that_is_a_statement_is_kept_as_one(text: str, category: str) -> None:
    (kept,) = proposed(talk(text))
    assert (kept.content, kept.category) == (f"User: {text}", category)


@pytest.mark.parametrize(
    "text",
    ["I live in Bristol, sorry.", "Correction: I live in Bristol now.", "I meant I live in Bath."],
)
def test_a_correction_said_in_full_is_never_lost(text: str) -> None:
    assert proposed(talk("I live in Leeds.", text))[-1].content == f"User: {text}"


@pytest.mark.parametrize("text", ["Correction: I live in Bristol.", "I meant I live in Ely."])
def test_a_correction_said_in_full_takes_the_place_of_what_was_wrong(text: str) -> None:
    assert replaced(text, "I live in Leeds") == ["I live in Leeds"]


@pytest.mark.parametrize(
    "text", ["I meant to buy milk.", "Correction of exams is dull.", "What I meant was fine."]
)
def test_what_only_begins_like_a_correction_is_nothing(text: str) -> None:
    assert proposed(talk(text)) == []
