"""What a text is found by: the same in every form of a word and in any language, bounded, and
of no use to anybody but its user.
"""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pages import ROOT
from product import Connection, one
from searched import found, talk

LINES = (ROOT / "bench" / "asked.jsonl").read_text(encoding="utf-8").splitlines()
ASKED = {said["language"]: said for said in map(json.loads, LINES)}


def terms(connection: Connection, text: str, user_id: str = "user") -> list[int]:
    return list(one(connection, "select reflection.search_terms(%s, %s)", (user_id, text)))


def words(connection: Connection, text: str) -> list[str]:
    return list(one(connection, "select reflection.search_words(%s)", (text,)))


@pytest.mark.parametrize(
    ("one_form", "other"),
    [
        ("STRASSE", "Straße"),
        ("Angstrom", "Ångström"),
        ("İSTANBUL", "istanbul"),
        ("ısı", "ISI"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("ПРИВЁТ", "привет"),
        ("ＡＢＣ１２３", "abc123"),
        ("ﬁne", "FINE"),
        ("مُحَمَّد", "محمد"),
        ("شَقّة", "شقه"),
        ("שָׁלוֹם", "שלום"),
        ("한국어", "한국어"),
        ("ｶﾞｲﾄﾞ", "ガイド"),
        ("Œuvre", "OEUVRE"),
        ("co­operate", "cooperate"),
        ("a👋b", "a b"),
        ("don't—stop", "don t stop"),
        ("¿Qué?", "que"),
        ("सत्य।", "सत्य"),
    ],
)
def test_forms_of_the_same_letters_are_the_same_words(
    connection: Connection, one_form: str, other: str
) -> None:
    assert words(connection, one_form) == words(connection, other) != []


def test_what_is_no_word_gives_no_term(connection: Connection) -> None:
    assert terms(connection, " …—!?\n\t「」«»。，👍🏽 ") == []


def test_no_two_users_share_a_term_and_one_has_them_for_each_time_that_they_occur(
    connection: Connection,
) -> None:
    text = "Tea, tea and more tea for everybody."
    mine, theirs = terms(connection, text), terms(connection, text, "other")
    assert set(mine) & set(theirs) == set()
    assert [mine.count(term) for term in mine] == [theirs.count(term) for term in theirs]
    assert max(map(mine.count, mine)) == 3


def test_terms_are_the_same_in_every_database_and_for_ever(connection: Connection) -> None:
    # Those of a restored dump must still be found. The first four bytes of sha256 of both.
    assert terms(connection, "Tea") == [1636489575]


def test_only_what_a_worker_is_shown_of_a_long_message_is_found(connection: Connection) -> None:
    far = terms(connection, "alpha " + "filler " * 3000 + "middle " + "filler " * 3000 + "omega")
    assert set(terms(connection, "alpha omega")) <= set(far)
    assert set(terms(connection, "middle")) & set(far) == set()
    assert len(far) < 16000


def test_encoded_data_is_found_by_its_label_alone(connection: Connection) -> None:
    image = "See data:image/png;base64," + "QUJD" * 500 + " here"
    assert len(terms(connection, image)) < 12
    assert set(terms(connection, "image")) <= set(terms(connection, image))


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=200))
def test_whatever_was_written_has_terms_and_no_more_than_three_a_character(
    connection: Connection, text: str
) -> None:
    given_terms = terms(connection, text)
    assert given_terms == terms(connection, text)
    assert len(given_terms) <= 60 * (len(text) + 1)
    # Folded once, a text is folded.
    once = one(connection, "select reflection.folded(%s)", (text,))
    assert one(connection, "select reflection.folded(%s)", (once,)) == once


@pytest.mark.parametrize("language", ASKED)
def test_in_any_language_a_question_finds_its_answer_first(
    connection: Connection, language: str
) -> None:
    said = ASKED[language]
    talk(connection, *said["messages"])
    missed = [
        question
        for question, place in said["questions"]
        if found(connection, question)[:1] != [f"t-{place + 1}"]
    ]
    assert len(missed) <= 1, missed


def test_a_long_text_without_spaces_is_read_in_a_moment(connection: Connection) -> None:
    connection.execute("set statement_timeout = '10s'")
    query = "select array_agg(distinct term) from unnest(reflection.search_terms('user', %s)) term"
    # One character that is folded to four: read anew for each, it takes a minute.
    (many,) = connection.execute(query, ("㌀" * 20_000,)).fetchone() or ((),)
    (few,) = connection.execute(query, ("㌀" * 20,)).fetchone() or ((),)
    assert set(many) == set(few)
