"""The rule engine in Spanish: what it finds in what users say, and what it must leave alone."""

import pytest
from said_in_spanish import CHANGED, KEPT, LEFT
from speech import observe

from worker.engines.rules import spanish


@pytest.mark.parametrize(
    ("text", "kind"), [(text, kind) for kind, texts in KEPT.items() for text in texts]
)
def test_what_is_said_plainly_in_spanish_is_found(text: str, kind: str) -> None:
    (found,) = observe(text)
    told, _, slot = kind.partition(", ")
    assert f"{found.category} {found.relevance}" == told
    finding = spanish.find(text)
    assert finding is not None
    assert (finding.slot or "") == slot
    assert finding.old is None


@pytest.mark.parametrize(("text", "slot", "old"), CHANGED)
def test_what_is_no_longer_so_is_named_in_spanish(text: str, slot: str | None, old: str) -> None:
    finding = spanish.find(text)
    assert finding is not None
    assert (finding.slot, finding.old) == (slot, old)
    assert len(observe(text)) == 1


@pytest.mark.parametrize("text", [text for texts in LEFT.values() for text in texts])
def test_what_is_not_the_users_own_plain_word_in_spanish_is_left_alone(text: str) -> None:
    assert observe(text) == []
