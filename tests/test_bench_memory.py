"""What bench-memory says of memories whose worth is known."""

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from product import Connection

from bench import memory
from bench.baselines import Turn, by_keyword, newest, within
from bench.recall import Question, Shown, recall, repeated, terms, unresolved
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread
from worker.store.database import Database


def thread(thread_id: str, user_id: str, *said: str) -> dict[str, Any]:
    return {
        "thread_id": thread_id,
        "user_id": user_id,
        "timezone": "UTC",
        "messages": [
            {
                "id": f"{thread_id}/{number}",
                "role": "assistant" if number % 2 else "user",
                "content": text,
                "created_at": f"2024-05-01T10:{number:02}:00Z",
            }
            for number, text in enumerate(said)
        ],
    }


THREADS = [
    thread("a1", "ann", "My name is Ann.", "Hi!", "I am allergic to nuts.", "Noted.", "Thanks!"),
    thread("b1", "bob", "I live in Oslo.", "Nice.", "What is the capital of Peru?", "Lima."),
]
QUESTIONS: list[dict[str, Any]] = [
    {"user_id": "ann", "question": "?", "answer": "Ann", "evidence": ["a1/0"]},
    {"user_id": "ann", "question": "?", "answer": "to nuts", "evidence": ["a1/2", "a1/3"]},
    {"user_id": "bob", "question": "?", "answer": "Lima", "evidence": ["b1/3"]},
]


def read(threads: list[dict[str, Any]]) -> list[SourceThread]:
    lines = [json.dumps(one) for one in threads]
    return [one for one in read_threads(lines) if isinstance(one, SourceThread)]


def questions() -> list[Question]:
    return [Question(q["user_id"], q["answer"], frozenset(q["evidence"])) for q in QUESTIONS]


def test_recall_is_the_share_of_evidence_cited_and_of_answer_words_shown() -> None:
    shown = {
        "ann": Shown("### 2024-05-01\n#1 She is Ann.", frozenset(["a1/0", "a1/2"]), 1),
        "bob": Shown("", frozenset(), 0),
    }
    found = recall(shown, questions())
    assert found.etr == pytest.approx((1 + 0.5 + 0) / 3)
    assert found.all == pytest.approx(1 / 3)
    assert found.atr == pytest.approx(1 / 3)
    assert found.users == {"ann": 0.75, "bob": 0.0}
    assert found.sd == pytest.approx(0.375)


def test_a_date_is_the_same_word_in_either_form_and_a_heading_is_none() -> None:
    assert terms("on 7 May 2026") <= terms("she came [2026-05-07]")
    ask = [Question("ann", "May 2024", frozenset(["a1/0"]))]
    heading = {"ann": Shown("### 2024-05-01\n#1 Hello", frozenset(["a1/0"]), 1)}
    assert recall(heading, ask).atr == 0


def test_a_relative_date_without_a_year_is_unresolved() -> None:
    assert unresolved(["I came yesterday [2024-05-01]", "I came last week", "I came", "x"]) == 0.25


def test_what_says_the_same_in_three_words_of_five_is_repeated() -> None:
    assert repeated(["I live in Oslo now", "I live in Oslo", "I live on a farm"]) == pytest.approx(
        1 / 3
    )


def test_a_baseline_stays_within_its_budget_and_takes_its_first_choice_first() -> None:
    turns = [
        Turn("1", 1, "Ann", "I prefer tea since 2020", date(2024, 5, 1)),
        Turn("2", 2, "Bob", "Hm " * 20, date(2024, 5, 2)),
        Turn("3", 3, "Ann", "Right then", date(2024, 5, 2)),
    ]
    assert within(14, newest(turns)).cites == {"3"}
    assert within(14, by_keyword(turns)).cites == {"1"}
    everything = within(1000, turns)
    assert everything.lines == 3
    for budget in range(40):
        assert len(within(budget, turns).text) <= budget * 4 + 3


def test_a_drained_memory_is_measured_with_its_true_sources(database_url: str) -> None:
    threads = read(THREADS)
    remembered = memory.remember(database_url, threads)
    found = memory.figures(remembered, threads, questions())
    assert found["pv"] == 1.0
    assert (found["observations"], found["ids_per_observation"]) == (3, 1.0)
    # One of one, one of two, none of one.
    assert found["etr"]["rules"]["4000"] == pytest.approx(0.5)
    assert found["atr"]["rules"]["4000"] == pytest.approx(2 / 3, abs=1e-4)
    assert set(found["etr"]) == {"rules", "last_n", "random", "keyword"}
    assert set(found["etr"]["rules"]) == {"500", "1000", "2000", "4000", "8000"}
    assert (found["rel"], found["dup"]) == (0, 0)
    # The whole of so short a conversation fits.
    assert found["etr"]["last_n"]["4000"] == 1


def test_a_citation_of_no_message_lowers_the_provenance(
    database_url: str, connection: Connection
) -> None:
    threads = read(THREADS)
    memory.remember(database_url, threads)
    connection.execute(
        "update reflection.observation_sources set message_id = 'ghost' where thread_id = 'b1'"
    )
    with Database(database_url) as database:
        remembered = memory.read_memory(database, ["ann", "bob"])
    found = memory.figures(remembered, threads, questions())
    assert found["pv"] == pytest.approx(2 / 3)
    # A message of another thread is no source either.
    moved = memory.figures(remembered, read(THREADS[1:]), questions())
    assert moved["pv"] == 0


def test_the_command_prints_tables_and_writes_the_figures(
    tmp_path: Path, server: Any, root: Path
) -> None:
    (tmp_path / "threads.jsonl").write_text("\n".join(map(json.dumps, THREADS)))
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    results = tmp_path / "results" / "memory.json"
    # A process of its own, since it sets up the log.
    done = subprocess.run(
        [sys.executable, "-m", "bench.memory", str(tmp_path), "--results", str(results)],
        env=os.environ | {"TEST_DATABASE_URL": server.url},
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert json.loads(results.read_text())["etr"]["rules"]["4000"] == pytest.approx(0.5)
    assert "| rules | " in done.stdout


def test_a_folder_without_the_data_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        memory.main([str(tmp_path)])
    assert ended.value.code == 2
    assert "DATA=FOLDER" in capsys.readouterr().err
