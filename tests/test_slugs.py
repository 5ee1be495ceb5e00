"""Slugs: any script, one form for every way of writing a name, and nothing in them but a name."""

from unicodedata import category, normalize

import pytest
from compilers import note
from hypothesis import given
from hypothesis import strategies as st

from worker.slugs import LONGEST, Names, folded, slug


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Oslo Marathon 2027", "oslo-marathon-2027"),
        ("  --Oslo__Marathon!! ", "oslo-marathon"),
        ("Ｏｓｌｏ", "oslo"),
        ("김민지 (동생)", "김민지-동생"),
        ("東京オフィス", "東京オフィス"),
        ("Straße nach Köln", "strasse-nach-köln"),
        ("ÉCOLE", "école"),
        ("École", "école"),
        ("हिन्दी सीखना", "हिन्दी-सीखना"),
        ("می‌خواهم", "میخواهم"),
        ("Δελφοί", "δελφοί"),
        ("İstanbul", "istanbul"),
        ("I\u0307\u0307zmir", "izmir"),
        ("Cafe\u00ad\u0301", "café"),
        ("ᄒ\u200dᅡᆫ", "한"),
        ("Lea's shop", "lea-s-shop"),
        ("C++", "c-plus-plus"),
        ("C#", "c-sharp"),
        ("C", "c"),
        ("v1.2.3", "v1-2-3"),
        ("a\u0000b\ud83dc", "a-b-c"),
        ("\u0301a", "a"),
        ("ㅤ", ""),
        ("🐱🐱", ""),
        ("!?", ""),
        ("", ""),
    ],
)
def test_a_slug_is_a_names_letters_marks_and_figures_joined_by_dashes(name: str, kept: str) -> None:
    assert slug(name) == kept


@given(st.text(max_size=300))
def test_every_slug_is_its_own_slug_bounded_and_of_letters_marks_and_figures(name: str) -> None:
    made = slug(name)
    assert slug(made) == made == normalize("NFKC", made)
    assert len(made) <= LONGEST
    assert all(one == "-" or category(one)[0] in "LMN" for one in made)
    assert "--" not in made
    assert made.strip("-") == made
    made.encode()


def test_a_long_name_is_cut_between_words_or_at_least_between_characters() -> None:
    assert slug("abcdefgh " * 20) == "-".join(["abcdefgh"] * 9)
    letter = "e\u0301\u0323"
    made = slug(letter * 60)
    assert len(made) <= LONGEST
    assert normalize("NFD", made).count("\u0323") == normalize("NFD", made).count("\u0301")


def test_a_name_means_the_note_whose_slug_or_alias_it_is_however_it_is_written() -> None:
    names = Names(
        [note("new-york", aliases=("NYC", "Big Apple")), note("김민지", aliases=("동생",))]
    )
    assert names.slug("New York") == names.slug("newyork") == names.slug("nyc") == "new-york"
    assert names.slug("BIG-APPLE") == "new-york"
    assert names.slug("동생") == "김민지"
    assert names.slug("York") == "york"
    assert names.slug("!") == ""
    assert "new-york" in names
    assert "nyc" not in names


def test_a_slug_goes_before_an_alias_and_numbers_are_never_run_together() -> None:
    names = Names([note("ann", aliases=("lea", "release 1 11")), note("lea")])
    assert names.slug("Lea") == "lea"
    assert names.slug("release-1-11") == "ann"
    assert names.slug("release-11-1") == "release-11-1"
    both = Names([note("re-form"), note("reform")])
    assert (both.slug("Re-Form"), both.slug("reform")) == ("re-form", "reform")
    assert folded("release-1-11") != folded("release-11-1")
