"""What bench.lint says of observations whose right and wrong sources are known."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tellings import TELLINGS

from bench.lint import lint_figures, table
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread

NAMES = ("Ann", "Ben")


def thread(language: str, user_id: str) -> dict[str, Any]:
    return {
        "thread_id": language,
        "user_id": user_id,
        "timezone": "UTC",
        "messages": [
            {
                "id": f"{language}/{place}",
                "role": ("user", "assistant")[place % 2],
                "name": NAMES[place % 2],
                "content": text,
                "created_at": f"2024-05-01T10:{place:02}:00Z",
            }
            for place, text in enumerate(TELLINGS[language].said)
        ],
    }


def recorded(language: str, away: int = 0) -> list[dict[str, Any]]:
    """What was observed of a thread, each citing the message so far from the right one."""
    return [
        {
            "thread_id": language,
            "speaker": "Ann",
            "content": content,
            "source_message_ids": [f"{language}/{(place + away) % len(TELLINGS[language].said)}"],
        }
        for content, place in TELLINGS[language].observed
    ]


THREADS = [thread("English", "a"), thread("Korean", "b")]


def figures(observations: list[dict[str, Any]]) -> dict[str, Any]:
    threads = read_threads(json.dumps(one) for one in THREADS)
    return lint_figures([one for one in threads if isinstance(one, SourceThread)], observations)


def test_right_sources_are_not_doubted_and_random_ones_are() -> None:
    found = figures(recorded("English") + recorded("Korean"))
    assert found["observations"] == 6
    assert set(found["false"].values()) == {0.0}
    assert set(found["caught"].values()) == {1.0}
    assert (found["by_flag"]["true"]["any"], found["by_flag"]["random"]["sources"]) == (0.0, 1.0)
    assert found["att"] == 1.0
    assert found["cs"]["exact"] > 2 * found["cs"]["random"]
    assert found["cs"]["beside"] >= found["cs"]["exact"]
    weighed = found["by_threshold"]["second half"]["weighed"]
    assert [one["false"] for one in weighed.values()] == [0.0] * len(weighed)


def test_observations_that_were_recorded_with_a_wrong_source_are_told() -> None:
    # Two of three are told of a user: without a message by one they are refused, not doubted.
    assert figures(recorded("Korean", away=1))["observations"] == 1
    assert figures(recorded("English") + recorded("Korean", away=1))["att"] == 0.5
    found = figures(recorded("English") + recorded("Korean", away=2))
    assert found["false"] == {"first half": 0.0, "second half": 1.0, "all": 0.5}
    assert found["by_threshold"]["first half"]["plain"]["0.2"]["false"] == 0.0
    assert found["by_threshold"]["second half"]["plain"]["0.2"]["false"] == 1.0


def test_relative_dates_are_counted_before_and_after_the_judge() -> None:
    (one, *_) = recorded("English")
    found = figures([one | {"content": "Nora moved to Leeds with boxes last week"}])
    assert found["rel"] == {"before": 1.0, "after": 0.0}


def test_what_is_written_down_comes_out_the_same_and_as_a_table(tmp_path: Path) -> None:
    observations = recorded("English") + recorded("Korean")
    assert figures(observations) == figures(observations)
    for name, rows in (("threads", THREADS), ("observations", observations)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "bench.lint", str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == "\n".join(table(figures(observations))).splitlines()
    assert "| all | 1.000 | 0.000 |" in told


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bench.lint", str(tmp_path)]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "threads.jsonl is not there" in refused.stderr


@pytest.mark.parametrize("observations", [[], recorded("English")[:1]])
def test_little_or_nothing_recorded_is_no_error(observations: list[dict[str, Any]]) -> None:
    found = figures(observations)
    assert found["observations"] == len(observations)
    assert list(table(found))
