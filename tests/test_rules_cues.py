"""Nothing gives way to a sentence that does not say, of its writer, that something changed."""

import pytest
from speech import AT, said

from worker.engines.rules import RuleEngine
from worker.records import Chunk, Known, Relevance


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("My budget is 500 euros", "My budget is 700 euros"),
        ("I work at Google", "I work at night"),
        ("I live in Oslo", "I live in Figma all day"),
        ("My boss is Ingrid", "My boss is upset with me"),
        ("My wedding is June 5", "My wedding is in Hawaii"),
        ("Vivo en Madrid", "Vivimos en tiempos difíciles"),
        ("Ich wohne in Köln", "Wir leben in verrückten Zeiten"),
        ("제 이름은 민수예요", "제 이름은 흔해요"),
        # It is somebody else's.
        ("저는 서울에 살아요", "우리 형이 인천으로 이사했어요"),
        ("저는 서울에 살아요", "제 동생은 부산에 살아요"),
    ],
)
def test_what_does_not_say_that_it_changed_replaces_nothing(known: str, text: str) -> None:
    memory = [Known(f"User: {known}", Relevance.HIGH, "fact", AT)]
    found = RuleEngine().propose(Chunk("t", "u", "UTC", (said(text),)), memory)
    assert [one.supersedes for one in found if one.supersedes] == []
