"""What is no evidence: encoded data, recalled memory, and what a product put into a message."""

import time
from base64 import b64encode
from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.engines.claude.evidence import evidence
from worker.engines.claude.inserted import INSERTED, RECALLED
from worker.engines.claude.transcript import NO_ID, transcript
from worker.records import Chunk, Message, Role

AT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)
PNG = "iVBORw0KGgo" + "A" * 4_000
ENCODED = b64encode(Random(7).randbytes(3_000)).decode()
LINES = [ENCODED[place : place + 76] for place in range(0, 1_520, 76)]


def message(text: str, role: Role = Role.USER, tail: str = "", omitted: int = 0) -> Message:
    return Message("m7", 1, role, text, AT, "h", tail=tail, omitted=omitted)


def said(text: str, role: Role = Role.USER, tail: str = "", omitted: int = 0) -> str:
    return evidence(message(text, role, tail, omitted))


# Encoded data (O04).


def test_an_image_of_five_million_letters_is_a_label() -> None:
    data = "data:image/png;base64," + "A" * (5 << 20)
    assert said(f"Look: {data}") == "Look: [image 3.7 MB]"
    assert said(f"Look: {data.upper()} end") == "Look: [image 3.7 MB] end"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see data:audio/mpeg;base64,AAAA now", "see [audio 3 bytes] now"),
        ("data:application/pdf;name=a.pdf;base64,AAAA", "[file 3 bytes]"),
        ("data:image/svg+xml;utf8,<svg>" + "a" * 200, "data:image/svg+xml;utf8,<svg>" + "a" * 200),
        ("data:image/svg+xml,%3Csvg" + "a" * 2_100, "[image 2 KB]"),
        ('{"image": "' + PNG + '"}', '{"image": "[image 2 KB]"}'),
        ("x" * 255, "x" * 255),
        (ENCODED[:400] + "== and tea", "[data 300 bytes] and tea"),
        (Random(7).randbytes(200).hex() + " and tea", "[data 300 bytes] and tea"),
        ("x" * 5_000 + " and tea", "[data 3 KB] and tea"),
        ("\n".join([*LINES, "Zg==", "bye"]), "[data 1 KB]\nbye"),
        ("\r\n".join([*LINES, "", "bye"]), "[data 1 KB]\n\nbye"),
        ("\n".join([*LINES, "Thanks a lot"]), "[data 1 KB]\nThanks a lot"),
        ("\n".join(["-----BEGIN X-----", *LINES, "-----END X-----"]), None),
        ("한국어 " * 200, ("한국어 " * 200).strip()),
        ("https://example.com/" + "a/b-c_d" * 20, "https://example.com/" + "a/b-c_d" * 20),
    ],
)
def test_encoded_data_is_a_label_wherever_it_stands(text: str, shown: str | None) -> None:
    found = said(text)
    assert found == shown if shown else LINES[0] not in found


@pytest.mark.parametrize(
    "text",
    [
        "-" * 300 + "\nI moved to Bergen\n" + "=" * 300,
        "_" * 300 + " signed: Ola",
        "ha" * 200 + ", I love puns",
        "A" * 300 + " I got the job",
        "see /home/ola/" + "/".join(f"folder{number}" for number in range(40)) + "/main.py",
        "test_that_a_name_may_be_long_" * 10 + "is a test of mine",
        "ACGT" * 100 + " is the gene I cloned",
        "\n".join(["ACGTACGTAC" * 6] * 5) + "\nFASTA of my sample",
    ],
)
def test_what_is_long_and_no_data_stays_as_it_was_written(text: str) -> None:
    assert said(text) == text


def test_data_that_the_database_cut_in_two_is_one_label_of_its_whole_size() -> None:
    found = said("Look: " + PNG, tail="A" * 4_000 + " please", omitted=5_000_000)
    assert found == "Look: [image 3.5 MB] please"


# Recalled memory and insertions (O16, O17).


@pytest.mark.parametrize(
    "block",
    [
        "<memory>User lives in Oslo</memory>",
        "<memories>\n- User lives in Oslo\n</memories>",
        '<recalled-memory id="4">\n\nUser lives in Oslo\n\n</recalled-memory>',
        "<relevant_memories>User lives in Oslo</relevant_memories>",
        "<MEMORY>User <memory>lives</memory> in Oslo</MEMORY>",
        "<working_memory>User lives in Oslo</working_memory>",
        "<observations>User lives in Oslo</observations>",
        "## Reflections\n#r4 User in Oslo\n\n## Observations\n### 2026-11-29\n#12 x Oslo",
        "## Observations\n### 2026-11-29\n#12 User lives in Oslo",
        "Relevant memories:\n- User lives in Oslo\n- User has a dog in Oslo",
        "**Here are the retrieved memories about the user:**\n1. User lives in Oslo\n2) x Oslo",
    ],
)
@pytest.mark.parametrize("role", list(Role))
def test_recalled_memory_is_cut_from_a_message_of_any_role(block: str, role: Role) -> None:
    found = said(f"Before.\n\n{block}\n\nAfter.", role)
    assert "Oslo" not in found
    assert found.startswith(f"Before.\n\n{RECALLED}")
    assert found.endswith("After.")


@pytest.mark.parametrize(
    "text",
    [
        "<facts>\nI am 34 and live in Oslo\n</facts>\nMake a plan",
        "<reflection>I was too harsh with my son today</reflection>",
        "<memory>\n  <size>16 GB</size>\n</memory>\nI have three of these",
        "<memory unit='KiB'>4096</memory> is what I gave it",
        "<system>\n  <name>Orion</name>\n</system>\nI own Orion",
        "<system_prompt>\nYou are a pirate.\n</system_prompt>\nImprove it, I sell candles",
        "<memory.limit>512m of my pod</memory.limit>",
        "<JavaMemory Xmx=4g> is my tag",
        "<recall_notice>the burn hazard</recall_notice> I own this toaster",
        "<memory> I still have is of a kitchen in Voss",
        "<system-reminder> what does that mean? I use it daily",
        "<Observation> is mine; why does <Observation /> not render in <Facts>?",
        "<reminder>Buy oat milk</reminder> is a template I wrote",
        "Some stored memories:\n- the smell of bread in Oslo",
        "Your stored memories are wrong:\n- I do not live in Oslo",
        "User memories of the product:\n- John liked it",
        "Retrieved memories from my old phone:\n- my wedding in 2015",
    ],
)
def test_what_a_user_wrote_under_such_words_stays(text: str) -> None:
    assert said(text) == text


def test_only_a_user_writes_of_themselves_under_such_words() -> None:
    for text in ("<facts>I live in Oslo</facts>", "<system_prompt>Be Oslo</system_prompt>"):
        assert "Oslo" not in said(text, Role.TOOL)
    inside = "<memory>User lives in Oslo <size>16</size></memory>"
    assert said(f"Hi{inside}", tail=f"<memory>16</memory> {inside}", omitted=9) == (
        f"Hi{RECALLED}[… 9 characters left out …]<memory>16</memory> {RECALLED}"
    )


@pytest.mark.parametrize(
    "block",
    [
        "<system-reminder>Extract new observations; start no other task</system-reminder>",
        "<system_reminder>\nExtract\n</system_reminder>",
        "<system>Extract</system>",
        "<environment_context>Extract</environment_context>",
        "<system-reminder>Extract, and it never ends",
    ],
)
def test_what_a_product_inserted_is_cut(block: str) -> None:
    assert said(block) == INSERTED


def test_a_message_of_nothing_but_insertions_cannot_be_cited() -> None:
    reminder = message("<system-reminder>User wants tests first</system-reminder>")
    made = transcript(Chunk("t", "u", "UTC", (reminder,)))
    assert made.messages == {}
    assert f"{NO_ID} 03:00 user: {INSERTED}" in made.text
    thought = message("<think>User wants tests first</think>", Role.ASSISTANT)
    assert transcript(Chunk("t", "u", "UTC", (thought,))).messages == {}


def test_a_block_whose_end_or_beginning_the_database_cut_off_is_cut_to_the_gap() -> None:
    gap = "[… 90 characters left out …]"
    begun = said("Hi\n<memory>User lives in Oslo", tail="I like tea", omitted=90)
    assert begun == f"Hi\n{RECALLED}{gap}I like tea"
    ended = said("Hi", tail="User lives in Oslo</memory>\nI like tea", omitted=90)
    assert ended == f"Hi{gap}{RECALLED}\nI like tea"
    whole = said("Hi <memory>User lives", tail="in Oslo</memory> I like tea", omitted=90)
    assert whole == f"Hi {RECALLED} I like tea"


@pytest.mark.parametrize(
    "text",
    [
        "In libvirt the tag <memory> takes KiB, I give it 4096",
        "I closed it with </memory> and moved to Oslo",
        "My observations:\n- it rains in Oslo",
        "## Observations\n- it rains in Oslo",
        "My best memories:\n- the summer in Oslo",
        "#12 and #13 are open bugs",
        "2 < 3 and 5 > 4",
    ],
)
def test_what_people_write_about_memory_stays(text: str) -> None:
    assert said(text) == text


@pytest.mark.parametrize(
    "unit",
    [
        "<memory>", "</memory>", "<think>", "</think>\n", "\n", "<", "## Observations\n", "#1 a\n",
        "data:a/a", "data:a/a;a", "relevant memories\n", "relevant memories\n- a\n", "<memory ",
        "A" * 70 + "\n", '<details type="reasoning">', "a", "👩‍", "e\u0301", "[", "here are the ",
    ],
)  # fmt: skip
def test_any_amount_of_anything_is_shown_in_a_moment(unit: str) -> None:
    # A pattern that looks again at what it has seen would not come back from these.
    text = unit * (150_000 // len(unit))
    start = time.process_time()
    for role in (Role.USER, Role.ASSISTANT):
        assert len(said(text, role, tail=text, omitted=9)) < 17_000
    assert time.process_time() - start < 3


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "<memory>", "</memory>", "<facts>", "</facts>", "secret ", "\n", "\n\n", "a ",
                "<think>", "</think>", "## Observations\n#1 a\n", "data:a/b;base64,AAAA", "\0",
            ]
        ),
        max_size=12,
    ).map("".join),
    st.booleans(),
)  # fmt: skip
def test_nothing_between_the_tags_of_a_closed_block_is_shown(around: str, inside: bool) -> None:
    around = around.replace("</memory>", "") if inside else around
    block = f"<memory>{around if inside else ''} User lives in Oslo </memory>"
    found = said(f"{'' if inside else around}\n{block}")
    assert "Oslo" not in found
    assert "\0" not in found
