"""The rule engine: which statements tell something, whoever and wherever they are about."""

import pytest

from worker.engines.rules.salience import Salience, names_in, telling


@pytest.mark.parametrize("name", ["Ines", "Şule", "Ольга", "Ñusta", "Ødegård", "Łucja"])
def test_a_name_counts_twice_in_any_script_that_has_capitals(name: str) -> None:
    assert names_in(f"I met {name} there") == {name}
    assert telling(f"I met {name}") == telling("I met someone") + 2


@pytest.mark.parametrize("text", ["Ines came", "Off we went. Ines came", "it is a NASA thing"])
def test_the_first_word_of_a_sentence_and_what_is_shouted_are_no_names(text: str) -> None:
    assert names_in(text) == frozenset()


def test_numbers_and_names_tell_more_than_other_words_and_what_is_known_tells_less() -> None:
    known = Salience(["I feed gulls", "gulls are loud", "she feeds the gulls"])
    assert known("saw 40 herons") > known("saw grey herons") > known("saw grey gulls")
    assert known("near Ostrava bridge") > known("near ostrava bridge")
    before = known("saw grey herons")
    known.add("grey herons on the pier")
    assert known("saw grey herons") < before
