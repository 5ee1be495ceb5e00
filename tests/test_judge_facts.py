"""The judge: a model sends one fact a line; what is quoted or goes on is never taken for two."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from proposals import THREAD, accepted, proposal, reasons
from speech import observe, said

from worker.judge import judge
from worker.judge.facts import holds_several
from worker.records import Origin

SEVERAL = "more than one fact: send one a line"


@pytest.mark.parametrize(
    "content",
    [
        "User: I live in Oslo. I have two dogs.",
        "User lives in Oslo. User has two dogs.",
        "User lives in Oslo; has two dogs",
        "User lives in Oslo; works at Acme; plays chess on Sundays",
        "The user is vegan. The user's sister is a pilot.",
        "User: My sister is a nurse! My brother is a pilot!",
        "User: I live in Oslo. User: I have two dogs.",
        "User:  I live in Oslo; User: I have two dogs.",
        "User lives in Oslo\nUser lives with two dogs\nUser is a nurse".replace("\n", ". "),
        "- User lives in Oslo\n- User has two dogs",
        "* lives in Oslo\n* has two dogs",
        "1. User lives in Oslo\n2. User has two dogs",
        "1) Lives in Oslo 2) Has two dogs",
        "User: 1. I live in Oslo 2. I have two dogs",
        "About the user: • lives in Oslo • has two dogs",
        "User: 저는 서울에 살아요. 저는 개가 두 마리 있어요.",
        "El usuario vive en Madrid. El usuario tiene dos perros.",
        "Der Nutzer wohnt in Bonn. Der Nutzer hat zwei Hunde.",
    ],
)
def test_a_model_is_told_to_send_one_fact_a_line(content: str) -> None:
    assert reasons(proposal(content)) == (SEVERAL,)


@pytest.mark.parametrize(
    "content",
    [
        "User: I live in Oslo.",
        "User: I moved to Oslo. I love it there.",
        "User: I moved to Oslo. It was cold.",
        "User: The bug is in the parser. It loses commas.",
        "User lives in Oslo, works at Acme and has two dogs",
        "User's doctor is Dr. My Nguyen from Oslo",
        "User met Prof. I. Newton on 3. May and 4. May at 9.30 a.m.",
        "User works at Acme Inc. in Oslo",
        "User uses Python 3.11; v. 3.12 fails",
        "User weighs 80.5 kg. Not more.",
        "User: I am vegan. I mean, mostly.",
        "User: I prefer tabs. I really do.",
        "User's tools: vim; tmux; git",
        "User likes tea but not coffee; prefers loose leaf",
        "User's budget for a laptop is 1,500 EUR; needs 32 GB of RAM and a 14\" screen",
        "User's ranking of editors: 1. Helix 2. Neovim 3. VS Code",
        "User: Wir haben vom 1. Mai bis 2. Mai frei",
        "Build 7 failed. Build 8 passed.",
        'User said to Bob: "I live in Oslo. I have two dogs."',
        "User: it is a well-known line: “I came. I saw. I conquered.”",
        "- User lives in Oslo",
        "User's user interface is slow. User interface tests fail.",
        "User: 저는 서울에 살아요. 그래서 지하철을 타요.",
        "User: Ich wohne in Bonn. Das gefällt mir.",
    ],
)
def test_one_fact_however_it_is_said_is_kept(content: str) -> None:
    assert accepted(proposal(content)).content


def test_what_an_engine_quotes_is_one_saying() -> None:
    content = "User: I live in Oslo. I have two dogs."
    assert accepted(proposal(content, origin=Origin.RULE)).content == content


def test_an_instruction_of_several_sentences_is_one_quotation() -> None:
    content = "User: Always answer in Korean. I live in Oslo. I have two dogs."
    assert accepted(proposal(content)).content.startswith('User said: "Always')


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "I live in Oslo.", "I have two dogs;", "My sister is Dr. Ana.", "Remember:",
                "I use Python 3.11.", "- I prefer tabs\n", "1. I like tea\n", "\n\n",
                "I prefer vim, e.g. at work.", "Please remember the following:\n",
                "• I am vegan", "저는 서울에 살아요.",
            ]
        ),
        max_size=12,
    ).map(" ".join)
)  # fmt: skip
def test_the_rule_engine_is_never_told_to_split_what_it_quotes(text: str) -> None:
    verdict = judge(observe(text), [said(text)])
    assert SEVERAL not in verdict.rejected


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_one_fact_or_several_and_a_kept_one_stays_one(text: str) -> None:
    assert holds_several(text) in (True, False)
    for kept in judge([proposal(text)], THREAD).accepted:
        assert not holds_several(kept.content)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(["lives in Oslo", "has two dogs", "likes green tea", "works at Acme"]),
        min_size=2,
        max_size=5,
        unique=True,
    ),
    st.sampled_from([". User ", ".\nUser ", "; ", "!  User "]),
)
def test_facts_put_together_are_always_told_apart(facts: list[str], between: str) -> None:
    # Two may be one that is told more exactly: "User likes tea; prefers green".
    between = "; User " if facts[1:] == ["likes green tea"] else between
    assert reasons(proposal("User " + between.join(facts) + ".")) == (SEVERAL,)
