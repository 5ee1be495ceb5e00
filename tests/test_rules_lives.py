"""The rule engine on everyday speech: what it keeps of lives, what it leaves of errands."""

import sys
from collections.abc import Callable

import pytest
from speech import contents, labelled, observe, said

from worker.records import Relevance, Role

LIVES = labelled("english", "lives")
ERRANDS = labelled("english", "errands")


def rate(sentences: dict[str, list[str]], of: Callable[[str], bool]) -> tuple[float, list[str]]:
    """Which share of the sentences is so, and those that are not."""
    every = [one for group in sentences.values() for one in group]
    others = [one for one in every if not of(one)]
    return 1 - len(others) / len(every), others


def test_nearly_all_that_people_tell_of_their_lives_is_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert sum(map(len, LIVES.values())) >= 150
    kept, missed = rate(LIVES, lambda sentence: bool(observe(sentence)))
    with capsys.disabled():
        sys.stdout.write(f"\n{kept:.1%} of what tells of lives is kept, not {missed}\n")
    assert kept >= 0.98


def test_nearly_nothing_of_everyday_errands_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert sum(map(len, ERRANDS.values())) >= 150
    left, kept = rate(ERRANDS, lambda sentence: not observe(sentence))
    with capsys.disabled():
        sys.stdout.write(f"\n{left:.1%} of errands leave nothing, only {kept} do\n")
    assert left >= 0.985


def test_the_same_holds_in_korean() -> None:
    lives, errands = labelled("korean", "lives"), labelled("korean", "errands")
    assert rate(lives, lambda sentence: bool(observe(sentence))) == (1.0, [])
    assert rate(errands, lambda sentence: not observe(sentence)) == (1.0, [])


@pytest.mark.parametrize("about", ERRANDS)
def test_a_whole_thread_of_errands_leaves_hardly_a_line(about: str) -> None:
    # In one thread, so that nothing weak becomes strong by its neighbours.
    thread = [said(text, message_id=f"m{place}") for place, text in enumerate(ERRANDS[about])]
    assert len(observe(*thread)) <= 1


def test_what_anybody_may_say_is_kept_only_in_a_talk_about_lives() -> None:
    weak = said("We carved pumpkins and roasted the seeds.", message_id="m9")
    assert observe(weak) == []
    talk = (said("My sister Ana visited us on Sunday."), said("I adopted a cat.", message_id="m2"))
    assert "We carved pumpkins and roasted the seeds." in contents(*talk, weak)
    chore = (said("Sort this list."), said("I need a table.", message_id="m2"))
    assert contents(*chore, weak) == []
    # Two facts of a life make no talk about lives of a bug hunt.
    broken = tuple(said(f"Error {n}: the server crashes.", message_id=f"e{n}") for n in range(4))
    assert weak.text not in contents(*talk, *broken, weak)


def test_three_things_that_may_be_of_a_life_stand_for_one_that_surely_is() -> None:
    told = ["We carved pumpkins and roasted the seeds.", "I repainted the rusty gate green."]
    told += ["I watched Solaris twice."]
    weak = [said(text, message_id=f"w{place}") for place, text in enumerate(told)]
    sure = said("I adopted a cat.", message_id="m2")
    assert contents(sure, *weak[:2]) == ["I adopted a cat."]
    assert contents(sure, *weak) == ["I adopted a cat.", *told]
    # Without one that surely is, however many they are, or among errands, they stand for nothing.
    assert contents(*weak, *weak) == []
    broken = said("Error 4: the server crashes.", message_id="e1")
    assert contents(sure, *weak, broken) == ["I adopted a cat."]


@pytest.mark.parametrize(
    "text",
    [
        "I'll keep pushing and do my best!",
        "I won't give up!",
        "It was an amazing experience.",
        "I'm so happy with how it turned out.",
        "Gonna keep trying new things.",
        "I'm really thankful for all the support.",
        "Taking breaks and walking in the park is healthy.",
        "Good friends keep us going.",
    ],
)
def test_pep_talk_tells_nothing_even_among_lives(text: str) -> None:
    talk = (said("My sister Ana visited us on Sunday."), said("I adopted a cat.", message_id="m2"))
    assert len(observe(*talk, said(text, message_id="m9"))) == 2


@pytest.mark.parametrize(
    ("text", "relevance"),
    [
        ("I'm allergic to bees", Relevance.CRITICAL),
        ("I was diagnosed with epilepsy", Relevance.CRITICAL),
        ("My name is Kim", Relevance.HIGH),
        ("I work at a bakery in Leeds", Relevance.HIGH),
        ("I live in Oslo", Relevance.HIGH),
        ("My sister Ana lives in Bergen", Relevance.HIGH),
        ("Our cat Miso is fourteen", Relevance.HIGH),
        ("Oscar is my guinea pig", Relevance.HIGH),
        ("My boss is called Kim", Relevance.HIGH),
        ("We decided to homeschool our kids", Relevance.HIGH),
        ("I love hiking in the rain", Relevance.MEDIUM),
        ("My sister likes tea", Relevance.MEDIUM),
        ("I'm flying to Lisbon on Monday to see my brother", Relevance.MEDIUM),
        ("We're getting married on 12 June", Relevance.MEDIUM),
        ("I adopted a greyhound", Relevance.MEDIUM),
        ("I got promoted in May", Relevance.MEDIUM),
        ("We went to the zoo with the kids on Sunday", Relevance.LOW),
        ("I baked a rye loaf for my neighbours", Relevance.LOW),
        ("I'd love to visit Patagonia", Relevance.LOW),
    ],
)
def test_relevance_says_what_it_would_cost_to_forget(text: str, relevance: Relevance) -> None:
    assert [found.relevance for found in observe(text)] == [relevance]


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("I visited my aunt in Turin last summer", "experience"),
        ("Went to Turin with my brother last weekend", "experience"),
        ("Tom and I opened a small bakery on Mill Street", "experience"),
        ("I've been learning Portuguese for two years", "experience"),
        ("I was promoted to head chef last month", "experience"),
        ("I'm planning a trip to Japan in May", "plan"),
        ("Planning to visit my cousin in Quito over Easter", "plan"),
        ("My dream is to open a bookshop by the sea", "plan"),
        ("Painting helps me deal with stress", "preference"),
        ("I usually go swimming before work", "fact"),
    ],
)
def test_what_was_done_and_what_is_meant_are_told_apart(text: str, category: str) -> None:
    assert category in [found.category for found in observe(text)]


def test_of_the_small_things_in_a_message_the_most_telling_few_are_kept() -> None:
    text = (
        "We had lunch with the kids on Sunday. I saw my friend at the park. We watched a film with"
        " my dad. I met Ines from Lisbon at the harbour and she gave me 12 sea urchins. We went to"
        " the beach on Sunday."
    )
    found = contents(text)
    assert len(found) == 3
    assert any("12 sea urchins" in one for one in found)


def test_a_message_does_not_crowd_out_what_matters() -> None:
    text = "We went to the zoo with Ana on Sunday. " * 3 + "I'm allergic to bees. I live in Oslo."
    relevances = [found.relevance for found in observe(text)]
    assert Relevance.CRITICAL in relevances
    assert Relevance.HIGH in relevances


@pytest.mark.parametrize(
    ("asked", "answered", "kept"),
    [
        (
            "Nice! How long have you played the cello?",
            "Since 2019.",
            "Since 2019. (asked: How long have you played the cello?)",
        ),
        (
            "Do you have any pets?",
            "Two cats and a parrot called Pip.",
            "Two cats and a parrot called Pip. (asked: Do you have any pets?)",
        ),
        (
            "Where did you grow up?",
            "In a village near Cork, mostly.",
            "In a village near Cork, mostly. (asked: Where did you grow up?)",
        ),
    ],
)
def test_an_answer_that_says_nothing_alone_is_kept_with_its_question(
    asked: str, answered: str, kept: str
) -> None:
    (found,) = observe(said(asked, Role.ASSISTANT, "q"), said(answered, message_id="a"))
    assert found.content == f"User: {kept}"
    assert found.source_ids == ("q", "a")


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Which version of the compiler do you use?", "Version 3.2 on Windows."),
        ("How are you today?", "A bit tired, as on most Mondays."),
        ("What do you think?", "Sounds lovely, Tom."),
        ("Would you like an example?", "Yes, with two columns."),
        ("How long have you played the cello?", "Why do you ask?"),
        ("How long have you played the cello?", "Thanks, Ana!"),
        ("How long have you played the cello?", "You ask too many questions."),
        ("You played the cello since 2019.", "Since 2017."),
    ],
)
def test_what_answers_no_question_about_a_life_is_left(asked: str, answered: str) -> None:
    assert observe(said(asked, Role.ASSISTANT, "q"), said(answered, message_id="a")) == []


def test_what_can_stand_alone_is_kept_without_the_question() -> None:
    asked = said("Where do you live?", Role.ASSISTANT, "q")
    (found,) = observe(asked, said("I live in Oslo.", message_id="a"))
    assert (found.content, found.source_ids) == ("User: I live in Oslo.", ("a",))


def test_no_question_is_cited_but_the_one_just_before() -> None:
    asked = said("How long have you played the cello?", Role.ASSISTANT, "q")
    between = said("Tell me a joke first.", message_id="b")
    assert observe(asked, between, said("Since 2019.", message_id="a")) == []
