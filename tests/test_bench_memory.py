"""What bench-memory says of memories whose worth is known."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from product import Connection

from bench import memory
from bench.corpus import Corpus, corpus_of
from bench.recall import Question, Shown, recall, repeated, terms, unresolved
from bench.remembered import Remembered, read_memory, remember
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
    {"user_id": "ann", "question": "Her name?", "answer": "Ann", "evidence": ["a1/0"]},
    {
        "user_id": "ann",
        "question": "Allergic to what?",
        "answer": "to nuts",
        "evidence": ["a1/2", "a1/3"],
    },
    {"user_id": "bob", "question": "Which capital?", "answer": "Lima", "evidence": ["b1/3"]},
]

OBSERVED: list[dict[str, Any]] = [
    {
        "thread_id": "a1",
        "speaker": "Ann",
        "content": "Ann must not eat nuts.",
        "source_message_ids": ["a1/2"],
    },
    {
        "thread_id": "b1",
        "speaker": "",
        "content": "Lima is the capital.",
        "source_message_ids": ["b1/3"],
    },
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


def measured(remembered: Remembered, corpus: Corpus) -> dict[str, Any]:
    ours = {"rules": memory.Ours(remembered, {})}
    return memory.figures(ours, corpus, memory.beside(corpus), {})


def test_a_drained_memory_is_measured_with_its_true_sources(
    database_url: str, connection: Connection
) -> None:
    threads = read(THREADS)
    corpus = corpus_of(threads, questions())
    found = measured(remember(database_url, threads), corpus)
    assert found["pv"] == {"rules": 1.0}
    assert (found["observations"]["rules"], found["ids_per_observation"]["rules"]) == (3, 1.0)
    # One of one, one of two, none of one.
    assert found["etr"]["rules"]["4000"] == pytest.approx(0.5)
    assert found["atr"]["rules"]["4000"] == pytest.approx(2 / 3, abs=1e-4)
    assert {"rules", "last_n", "random", "keyword", "bm25"} < set(found["etr"])
    assert set(found["etr"]["rules"]) == {"500", "1000", "2000", "4000", "8000"}
    assert (found["rel"], found["dup"]) == ({"rules": 0}, {"rules": 0})
    # The whole of so short a conversation fits.
    assert found["etr"]["last_n"]["4000"] == 1
    # Three of nine messages are cited, each by one line.
    assert found["blast"]["rules"]["observations_a_message"] == pytest.approx(1 / 3, abs=1e-3)
    assert found["regret"]["rules"]["4000"] == {
        "best": 0.5, "memory_for": 0, "newest": 0, "keyword_idf": 0, "random": 0,
    }  # fmt: skip

    # A citation of no message lowers the provenance, and so does one of another thread.
    connection.execute(
        "update reflection.observation_sources set message_id = 'ghost' where thread_id = 'b1'"
    )
    with Database(database_url) as database:
        damaged = read_memory(database, ["ann", "bob"])
    assert measured(damaged, corpus)["pv"]["rules"] == pytest.approx(2 / 3)
    only_bob = corpus_of(read(THREADS[1:]), questions())
    assert measured(damaged, only_bob)["pv"]["rules"] == 0


def test_one_command_replays_and_judges_and_draws(tmp_path: Path, server: Any, root: Path) -> None:
    (tmp_path / "threads.jsonl").write_text("\n".join(map(json.dumps, THREADS)))
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    (tmp_path / "observations.jsonl").write_text("\n".join(map(json.dumps, OBSERVED)))
    results = tmp_path / "results" / "memory.json"
    # A process of its own, since it sets up the log.
    done = subprocess.run(
        [sys.executable, "-m", "bench.memory", str(tmp_path), "--results", str(results)],
        env=os.environ | {"TEST_DATABASE_URL": server.url},
        cwd=root,
        capture_output=True,
        text=True,
        timeout=120,
    )
    found = json.loads(results.read_text())
    assert found["etr"]["rules"]["4000"] == pytest.approx(0.5)
    # Of what was recorded, one line cites the allergy and one the capital.
    assert found["etr"]["replay"]["4000"] == pytest.approx(0.5)
    # Her name, her allergy and the capital are said in the words of the questions.
    assert found["etr"]["search"]["1000"] > 0.6
    assert set(found["renamed"]) == {"rules", "replay"}
    assert found["lint"]["observations"] == 2
    assert "| rules | " in done.stdout
    assert (results.parent / "memory.png").read_bytes().startswith(b"\x89PNG")
    assert (results.parent / "memory-dark.png").stat().st_size > 10_000
    missed = [one["what"] for one in found["targets"] if one["met"] is False]
    assert "ETR of the replay at 4,000 tokens" in missed
    assert "ETR of the rules at 4,000 tokens" not in missed
    assert (done.returncode, "| NO |" in done.stdout) == (1, True), done.stderr


def test_a_folder_without_the_data_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        memory.main([str(tmp_path)])
    assert ended.value.code == 2
    assert "DATA=FOLDER" in capsys.readouterr().err
