"""What bench-tokens says of threads whose cost is known."""

import json
from pathlib import Path
from typing import Any

import pytest
from messages_api import Received
from messages_api.archive import Archive
from recorded import archive

from bench import tokens
from bench.tokens import Measured
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread

CLAIMED = "User sold the windmill."


def measured(
    url: str, threads: list[dict[str, Any]], observations: list[dict[str, Any]]
) -> Measured:
    read = [one for one in read_threads(map(json.dumps, threads)) if isinstance(one, SourceThread)]
    return tokens.measure(url, read, Archive(threads, observations))


def asked(requests: tuple[Received, ...]) -> list[tuple[Any, str, str]]:
    """What each conversation begins with, the same for either manner."""
    return [(one.body["tools"], one.system, one.shown) for one in requests if one.turn == 1]


def test_a_loop_is_shown_what_the_worker_shows_and_differs_by_its_turns(database_url: str) -> None:
    threads, observations = archive(2, 4)
    came = measured(database_url, threads, observations)
    assert asked(came.same) == asked(came.ours)
    notes = sum(one.about == "record_notes" for one in came.ours)
    assert 0 < notes < 8
    assert [one.turn for one in came.ours] == [1] * (16 + notes)
    assert [one.turn for one in came.same] == [1, 2] * (16 + notes)
    # Nothing was to be dropped: the dropper is asked by a loop alone.
    assert [(one.about, one.turn) for one in came.more] == [
        ("drop_observations", turn) for _ in threads for turn in (1, 2)
    ]

    found = tokens.figures(came)
    assert found["threads"] == 8
    assert found["requests_per_thread"] == 2 + notes / 8
    assert found["all"]["same"]["requests"] == 4 * 8 + 2 * notes
    # Three loops write no notes.
    assert found["all"]["loops"]["requests"] == 6 * 8
    assert found["by_stage"]["observer"]["requests_each"] == 1
    assert found["by_stage"]["dropper"]["threads"] == 0
    assert (found["threads_with_more"], found["reasons"]) == (0, {})
    assert found["accounted"]
    ours, loops = found["all"]["ours"], found["all"]["loops"]
    spent = (ours["read"] + ours["written"], loops["read"] + loops["written"])
    assert found["ratio"] == pytest.approx(spent[0] / spent[1], abs=1e-4)
    assert found["tokens_per_thread"] == pytest.approx(spent[0] / 8, abs=0.1)
    assert 0 < found["ratio"] < found["same_stages_ratio"]
    assert found["usd_per_1000_threads"] == pytest.approx(ours["usd"] / 8 * 1000, abs=1e-3)
    # What is shown, said and sent again is all there is.
    parts = found["by_stage"]["observer"]["parts"]
    read = found["by_stage"]["observer"]["ours"]["read"]
    assert sum(parts.values()) - parts["written"] == read
    assert parts["prompt"] > parts["transcript"] > 0
    assert f"| the worker | {2 + notes / 8:.2f} | " in "\n".join(tokens.table(found))


def test_what_a_receipt_sends_back_costs_a_request_more_and_is_told_with_its_reason(
    database_url: str,
) -> None:
    threads, observations = archive(1, 4)
    answer = threads[2]["messages"][1]["id"]
    refused = {"content": CLAIMED, "source_message_ids": [answer]}
    observations.append({"thread_id": threads[2]["thread_id"], **refused})
    found = tokens.figures(measured(database_url, threads, observations))
    assert found["threads_with_more"] == 1
    assert found["by_stage"]["observer"]["ours"]["requests"] == 5
    ((reason, count),) = found["reasons"].items()
    assert count == 1
    assert "rejected: says something of the user" in reason
    assert CLAIMED not in reason
    assert found["by_stage"]["observer"]["parts"]["again"] > 0


def test_a_folder_without_the_data_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        tokens.main([str(tmp_path)])
    assert ended.value.code == 2
    assert "DATA=FOLDER" in capsys.readouterr().err
