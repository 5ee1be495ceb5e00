"""What the renaming of conversations changes, and what it leaves."""

import json
from typing import Any

import pytest

from bench.recall import Question
from bench.renamed import Renaming
from worker.engines.rules import salience
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread

SAID = (
    ("Otto", "I met Ines in Lisbon in May. She likes Otto."),
    ("Ines", "Will you meet me? On Monday I will be in Porto, will you?"),
    ("Otto", "Ines's boat is fast. Lisbon has hills, 12 of them. Will told me."),
)


def threads(said: Any = SAID) -> list[SourceThread]:
    messages = [
        {"id": f"t/{n}", "role": "user", "name": name, "content": content}
        for n, (name, content) in enumerate(said)
    ]
    line = json.dumps({"thread_id": "t", "user_id": "Otto", "title": "Otto", "messages": messages})
    return [one for one in read_threads([line]) if isinstance(one, SourceThread)]


def test_every_name_becomes_one_other_word_wherever_it_stands() -> None:
    renaming = Renaming(threads())
    made = {name: renaming.text(name) for name in ("Otto", "Ines", "Lisbon", "Porto")}
    assert len({*made, *made.values()}) == 8
    renamed = renaming.threads(threads())[0]
    assert renamed.title == made["Otto"]
    assert [one.name for one in renamed.messages] == [made["Otto"], made["Ines"], made["Otto"]]
    assert renamed.messages[2].content == (
        f"{made['Ines']}'s boat is fast. {made['Lisbon']} has hills, 12 of them. Will told me."
    )
    rows = [{"content": "Otto met Ines", "speaker": "Otto", "thread_id": "t"}]
    assert renaming.observations(rows) == [
        {"content": f"{made['Otto']} met {made['Ines']}", "speaker": made["Otto"], "thread_id": "t"}
    ]
    asked = Question("Otto", "with Ines", frozenset({"t/0"}))
    assert renaming.questions([asked]) == [
        Question("Otto", f"with {made['Ines']}", frozenset({"t/0"}))
    ]


@pytest.mark.parametrize("word", ["May", "Monday", "Will", "I", "She", "On", "hills", "12"])
def test_the_calendar_and_what_is_no_name_stay(word: str) -> None:
    assert Renaming(threads()).text(word) == word


def test_ids_and_lengths_and_a_second_run_stay_the_same() -> None:
    before, after = threads()[0], Renaming(threads()).threads(threads())[0]
    assert after == Renaming(threads()).threads(threads())[0]
    assert (after.thread_id, after.user_id) == (before.thread_id, before.user_id)
    for one, other in zip(before.messages, after.messages, strict=True):
        assert one.id == other.id
        assert len(one.content.encode()) == len(other.content.encode())


def test_a_renamed_name_is_read_as_one() -> None:
    content = "we met Otto near Lisbon with Ines"
    renamed = Renaming(threads([("Otto", content)])).text(content)
    assert len(salience.names_in(renamed)) == len(salience.names_in(content)) == 3
