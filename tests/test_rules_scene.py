"""What is said in a scene, handed over or not to be kept is no memory; what is a danger is."""

import pytest
from speech import contents, observe, said

from worker.records import Relevance, Role


@pytest.mark.parametrize(
    "begins",
    [
        "Let's roleplay. You are the captain.",
        "Please stay in character from here on.",
        "Hagamos un juego de rol.",
        "Wir machen ein Rollenspiel.",
        "우리 역할극 하자.",
    ],
)
def test_in_a_scene_nobody_speaks_of_themselves_until_it_is_ended(begins: str) -> None:
    scene = [begins, "I live in Tortuga.", "I hate the Navy.", "I'm allergic to gold."]
    assert contents(*scene) == []
    assert contents(*scene, "Let's end the scene.", "I live in Oslo.") == ["I live in Oslo."]


@pytest.mark.parametrize(
    "text",
    [
        "Translate to French. My name is Peter.",
        "Please don't store this. I was diagnosed with bipolar disorder.",
        "You don't need to remember this but my name is Bob.",
        "저장하지 마. 나는 45살이야.",
    ],
)
def test_what_is_handed_over_or_not_to_be_kept_is_left_alone(text: str) -> None:
    assert contents(text) == []


def test_a_gesture_between_asterisks_corrects_nothing() -> None:
    talk = contents("My sister is called Ines.", "*hugs you* I missed you so much, Anna")
    assert talk == ["My sister is called Ines."]


def test_an_allergy_that_is_an_answer_is_critical_and_a_no_is_not() -> None:
    question = said("Do you have any allergies?", Role.ASSISTANT, "q")
    (found,) = observe(said("I live in Oslo."), question, said("Yes, peanuts and shellfish."))[-1:]
    assert "peanuts" in found.content
    assert found.relevance is Relevance.CRITICAL
    assert found.needs == found.source_ids == ("q", said("x").id)
    none = observe(said("I live in Oslo."), question, said("No, none that I know of."))
    assert [one.content for one in none if one.relevance is Relevance.CRITICAL] == []


@pytest.mark.parametrize(
    "text",
    [
        "I've got asthma.",
        "My son Tim has type 1 diabetes.",
        "Our son's got a nut allergy.",
        "Both my kids are allergic to peanuts.",
        "My daughter has a severe egg allergy.",
    ],
)
def test_a_danger_to_the_user_or_the_family_is_critical(text: str) -> None:
    assert [one.relevance for one in observe(said(text))] == [Relevance.CRITICAL]
