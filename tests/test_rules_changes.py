"""The rule engine: what a new statement takes the place of, and what it leaves alone."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from speech import AT, said

from worker.engines.rules import RuleEngine
from worker.judge import judge
from worker.records import Chunk, Known, Message, Proposal, Relevance, Role


def knew(*contents: str) -> list[Known]:
    """What was kept of such sentences said a day apart, the last one yesterday."""
    return [
        Known(_kept(text), Relevance.MEDIUM, "fact", AT - timedelta(days=len(contents) - place))
        for place, text in enumerate(contents)
    ]


def _kept(text: str) -> str:
    return text if text.startswith("User said: ") else f"User: {text}"


def talk(*texts: str) -> tuple[Message, ...]:
    return tuple(said(text, message_id=f"m{place}") for place, text in enumerate(texts))


def proposed(messages: Sequence[Message], known: Sequence[Known] = ()) -> list[Proposal]:
    return RuleEngine().propose(Chunk("t", "u", "UTC", tuple(messages)), known)


def replaced(text: str, *known: str) -> list[str]:
    """What of the known sentences a new one takes the place of."""
    return [
        content.removeprefix("User: ")
        for proposal in proposed(talk(text), knew(*known))
        for content in proposal.supersedes
    ]


@pytest.mark.parametrize(
    ("known", "text"),
    [
        # One at a time: the home, the work, the name.
        ("I live in Oslo", "I moved to Salem"),
        ("I live in Oslo", "No, I moved to Salem"),
        ("I live in Oslo", "Actually, I live in Bergen now"),
        ("I moved to Salem last year [2025]", "I'm living in Bergen now"),
        ("I'm based in Oslo", "We moved from Oslo to Bergen"),
        ("We moved to Oslo", "I've just relocated to New York"),
        ("I live in Oslo with my two cats", "I recently moved back to Ghent with my cats"),
        ('User said: "Remember that I live in Oslo"', "I moved to Salem"),
        ('User said: "Remember that I use vim" [said 2026-01-01]', "I no longer use vim"),
        ("I live in Oslo", "Remember that I live in Salem"),
        ("I live in Oslo", "I no longer live in Oslo"),
        ("I live in Oslo", "I don't live in Oslo anymore"),
        ("I work at Acme", "I work at Globex now"),
        ("I work for Acme", "I started a new job at Globex"),
        ("I work at Acme", "I quit my job at Acme"),
        ("I work at Acme", "I got fired from Acme"),
        ("I work at Acme", "I quit my job"),
        ("I work at a brewery", "I no longer work at the brewery"),
        ("I work as a nurse", "I work as a teacher now"),
        ("My name is Kim", "My name is Alex now"),
        ("Call me Bob", "Please call me Rob"),
        ("I'm 34", "I just turned 35"),
        ("I'm 34 years old", "I'm 35 now"),
        ("I'm single", "I got engaged to Tom in May"),
        ("I'm engaged", "I got married on Saturday"),
        ("I'm vegetarian", "I'm vegan now"),
        ("I'm a vegetarian", "I went vegan"),
        ("My favourite book is Middlemarch", "My favourite book is Emma now"),
        ("My favorite color is green.", "Blue is my favorite color now."),
        ("My email is a@example.org", "My new email is b@example.org"),
        ("My boss is called Kim", "My boss is Ana now"),
        ("My editor is vim", "My editor is Helix now"),
        ("My budget is 500 euros", "My budget is now 700 euros"),
        # Named as no longer so.
        ("I use vim for everything", "I switched from vim to Helix"),
        ("I prefer vim", "I switched from vim to Helix"),
        ("I use Postgres", "We migrated from Postgres to SQLite"),
        ("I drink coffee", "I switched from coffee to green tea"),
        ("I love coffee", "I stopped drinking coffee in May"),
        ("I use Notion", "I no longer use Notion"),
        ("I use Notion for my notes", "I don't use Notion any more"),
        ("I eat meat", "I gave up meat in January"),
        ("I play the cello", "I no longer play the cello"),
        ("I drive a Golf", "I replaced my Golf with a bicycle"),
        ("I use vim", "I used to use vim, now I use Helix"),
        ("I'm dating Daniel", "I broke up with Daniel in June"),
        ("저는 서울에 살아요", "부산으로 이사했어요"),
        ("저는 서울에 살아요", "지금은 부산에 살아요"),
        ("제 이름은 김철수입니다", "이제 제 이름은 이영희예요"),
        ("저는 삼성에서 일해요", "저는 이제 네이버에서 일해요"),
        ("저는 삼성에서 일해요", "네이버로 이직했어요"),
        ("저는 vim을 써요", "vim에서 Helix로 바꿨어요"),
        ("저는 Notion을 사용해요", "저는 이제 Notion을 안 써요"),
    ],
)
def test_what_is_no_longer_so_gives_way(known: str, text: str) -> None:
    assert replaced(text, known) == [known]


@pytest.mark.parametrize(
    ("known", "text"),
    [
        # Not the home, or not the only one.
        ("I live in Oslo", "I lived in Rome in 2010"),
        ("I live in Oslo", "I moved to Rome in 2010"),
        ("I live in Oslo", "When I was a child we moved to Rome"),
        ("I live in Oslo", "I also live in Rome for part of the year"),
        ("I live in Oslo", "I'm staying in Rome for a week"),
        ("I live in Oslo", "I have a holiday home in Rome"),
        ("I live in Oslo", "My sister lives in Rome"),
        ("I live in Oslo", "My parents moved to Rome"),
        ("I live in Oslo", "We moved to Kubernetes last month"),
        ("I live in Oslo", "I moved to Linux"),
        ("I live in Oslo", "We moved from AWS to GCP"),
        ("I live in Oslo", "I moved to the marketing team"),
        ("I live in Oslo", "I'm planning to move to Rome in May"),
        ("I live in Oslo", "I might move to Rome"),
        ("I live in Oslo", "I don't think I'll move to Rome"),
        ("I live in Oslo", "I visited Rome with my sister in May"),
        ("I live in Oslo", "I grew up in Rome"),
        ("I live in Oslo", "I work in Rome"),
        ("I live in Oslo", "If I moved to Rome, I'd be warm"),
        ("I live in Oslo", "Tom said I live in Rome"),
        # Two jobs, and other people's.
        ("I work at Acme", "I also work at a bar on weekends"),
        ("I work at Acme", "I have a second job at Globex"),
        ("I work at Acme", "I used to work at Globex"),
        ("I work at Acme", "I volunteer at Globex"),
        ("I work at Acme", "My wife works at Globex"),
        ("I work at Acme", "I quit my side job at the bar"),
        ("I work at Acme", "I work at home on Fridays, part-time"),
        # Another thing, another person.
        ("My favourite books are Emma and Ulysses", "My favourite books are Emma and Dracula"),
        ("My favourite book is Emma", "My favourite film is Alien"),
        ("My favourite book is Emma", "My favourite book was Dracula as a child"),
        ("My work email is a@example.org", "My private email is b@example.org"),
        ("My boss is called Kim", "My boss is away this week"),
        ("My boss is called Kim", "My old boss was called Ana"),
        ("My dog is called Rex", "My other dog is called Milo"),
        ("My brother Tom lives in Rome", "My brother Ben lives in Ghent"),
        ("I use vim and tmux", "I switched from vim to Helix"),
        ("I use vim", "I switched from Atom to Helix"),
        ("I use Vimeo", "I no longer use vim"),
        ("I love tea", "I switched from coffee to tea"),
        ("I use Postgres 15", "I no longer use Postgres 9"),
        ("I don't eat meat", "I gave up meat in January"),
        ("I'm 34", "My son turned 4 in May"),
        ("My name is Kim", "My name day is in May"),
        ("My name is Robert", "Please call me Bob"),
        ("I prefer trains to planes", "I prefer tea"),
        ("저는 서울에 살아요", "저는 서울에서 일해요"),
        ("저는 서울에 살아요", "동생이 부산으로 이사했어요"),
        ("저는 서울에 살아요", "부산에 여행 갔어요"),
        ("제 이름은 김철수입니다", "제 동생 이름은 영희예요"),
    ],
)
def test_weak_evidence_takes_nothings_place(known: str, text: str) -> None:
    assert replaced(text, known) == []


def test_of_several_only_what_is_no_longer_so_gives_way() -> None:
    known = ("I live in Oslo", "I work at Acme", "My sister Ana lives in Bergen", "I like jazz")
    assert replaced("I moved to Salem", *known) == ["I live in Oslo"]


def test_a_later_sentence_of_the_same_talk_takes_an_earlier_ones_place() -> None:
    first, second = proposed(talk("I live in Oslo.", "Sorry, I live in Bergen."))
    assert first.supersedes == ()
    assert second.supersedes == (first.content,)


@pytest.mark.parametrize(
    ("first", "then", "content"),
    [
        (
            "Remember that the deploy is on Wednesday.",
            "Sorry, I meant Thursday.",
            "Remember that the deploy is on Wednesday. (corrected: Sorry, I meant Thursday.)",
        ),
        (
            "My sister Eva lives in Bergen.",
            "Actually it's Ana, not Eva.",
            "My sister Eva lives in Bergen. (corrected: Actually it's Ana, not Eva.)",
        ),
        (
            "I have three cats and my budget is 500 euros.",
            "Correction: 600.",
            "I have three cats and my budget is 500 euros. (corrected: Correction: 600.)",
        ),
        (
            "Remember that we meet on 5 May.",
            "Oops, make that 6 May.",
            "Remember that we meet on 5 May. (corrected: Oops, make that 6 May.)",
        ),
    ],
)
def test_a_correction_stands_beside_what_it_puts_right_and_in_its_place(
    first: str, then: str, content: str
) -> None:
    before, corrected = proposed(talk(first, then))
    assert corrected.content == f"User: {content}"
    assert corrected.supersedes == (before.content,)
    assert corrected.source_ids == ("m0", "m1")
    assert (corrected.relevance, corrected.category) == (before.relevance, before.category)


def test_a_correction_in_the_same_message_is_one_too() -> None:
    before, corrected = proposed(talk("I'm allergic to almonds. Sorry, I meant Brazil nuts."))
    assert corrected.relevance is Relevance.CRITICAL
    assert corrected.supersedes == (before.content,)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("I like jazz.", "Sorry, I meant Thursday."),
        ("What is the capital of Peru?", "Sorry, I meant Chile."),
        ("I live in Oslo.", "Actually it's fine."),
        ("I live in Oslo.", "No worries!"),
        ("I live in Oslo.", "Sorry for the delay."),
        ("My sister Eva lives in Bergen.", "Actually it's Tuesday, not Monday."),
    ],
)
def test_a_correction_of_nothing_said_is_nothing(first: str, then: str) -> None:
    assert not any(one.supersedes for one in proposed(talk(first, then)))
    assert len(proposed(talk(first, then))) == len(proposed(talk(first)))


def test_a_correction_reaches_no_further_back_than_the_message_before() -> None:
    texts = (
        "My deadline is on Wednesday.",
        "I like jazz.",
        "Tell me a joke.",
        "Sorry, I meant Thursday.",
    )
    assert not any(one.supersedes for one in proposed(talk(*texts)))


def test_what_was_put_right_gives_way_to_what_is_said_later() -> None:
    known = "I live in Oslo. (corrected: Sorry, I meant Bergen.)"
    assert replaced("I moved to Salem", known) == [known]


def test_an_assistants_correction_changes_nothing() -> None:
    told = (
        said("I live in Oslo.", message_id="a"),
        said("You moved to Salem.", Role.ASSISTANT, "b"),
    )
    assert [one.supersedes for one in proposed(told)] == [()]


def test_the_judge_lets_the_older_one_go() -> None:
    known = knew("I live in Oslo")
    messages = talk("No, I moved to Salem.")
    verdict = judge(proposed(messages, known), messages, "UTC", known)
    (kept,) = verdict.accepted
    assert len(kept.supersedes) == 1


_SAID = st.sampled_from(
    [
        "I live in Oslo.", "I moved to Salem.", "I'm based in Rome now.", "I work at Acme.",
        "I quit my job at Acme.", "I use vim.", "I switched from vim to Helix.", "I'm 34.",
        "I'm 35 now.", "My name is Kim.", "Sorry, I meant Thursday.", "Actually it's Ana, not Kim.",
        "Remember that we meet on Wednesday.", "I no longer use vim.", "My favourite book is Emma.",
        "저는 서울에 살아요.", "부산으로 이사했어요.", "I like jazz.",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(_SAID, max_size=8), st.lists(_SAID, max_size=6))
def test_nothing_takes_its_own_place_or_that_of_something_newer(
    known: list[str], now: list[str]
) -> None:
    before = knew(*known)
    earlier = {one.content for one in before}
    for proposal in proposed(talk(*now), before):
        assert proposal.content not in proposal.supersedes
        assert set(proposal.supersedes) <= earlier
        earlier.add(proposal.content)
