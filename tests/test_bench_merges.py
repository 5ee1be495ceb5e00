"""What bench-merges says of pairs labelled by hand, and what it must never find."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from bench import merges
from bench.merges import DATA, Pair, merged, read_pairs, superseded
from worker.judge.likeness import alike

CONTENTS, THREADS = read_pairs(DATA)

# Merged though they differ: memory folds case and the comma, as content_hash and likeness say.
KNOWN_MERGES = {
    ("User's disk writes 500 MB/s", "User's disk writes 500 Mb/s"),
    (
        "User: I like cooking, my family and my dog",
        "User: I like cooking my family and my dog",
    ),
}
# Taken back in words that no list of such words can hold.
KNOWN_SUPERSESSIONS = {
    (
        "I prefer oat milk",
        "I went from oat milk to soy milk and can't stand it, so oat milk it is",
    ),
}


def test_the_pairs_are_many_and_of_several_languages_and_kinds() -> None:
    assert len(CONTENTS) >= 500
    assert len(THREADS) >= 200
    labels = Counter(pair.label for pair in CONTENTS)
    assert set(labels) == {"same", "different", "replaces"}
    assert min(labels["same"], labels["different"]) >= 120
    assert {pair.label for pair in THREADS} == {"replaces", "stands"}
    languages = Counter(pair.language for pair in CONTENTS)
    assert all(languages[language] >= 60 for language in ("en", "de", "es", "ko"))
    assert len(languages) >= 8
    for language in ("en", "de", "es", "ko"):
        kinds = {pair.kind for pair in CONTENTS if pair.language == language}
        assert kinds >= {
            "number", "negation", "name", "unit", "version", "date", "order", "quantifier",
            "tense", "speaker", "wording", "typo", "replaces",
        }  # fmt: skip


@pytest.mark.parametrize("pairs", [CONTENTS, THREADS], ids=["contents", "threads"])
def test_no_pair_is_there_twice_or_of_one_thing(pairs: list[Pair]) -> None:
    both = Counter(frozenset((pair.first, pair.second)) for pair in pairs)
    assert [pair for pair, times in both.items() if times > 1 or len(pair) != 2] == []
    assert all(pair.first.strip() == pair.first and pair.language for pair in pairs)


def test_no_two_things_are_merged_but_those_known_by_name() -> None:
    """A wrong link hides something true."""
    assert {(pair.first, pair.second) for pair in merged(CONTENTS).false} == KNOWN_MERGES


def test_a_pair_is_merged_in_either_order_or_in_none() -> None:
    for pair in CONTENTS:
        assert alike(pair.first, pair.second) == alike(pair.second, pair.first)


@pytest.mark.parametrize("late", [False, True])
def test_nothing_gives_way_that_stands_but_what_is_known_by_name(late: bool) -> None:
    wrong = superseded(THREADS, late=late)
    assert {(pair.first, pair.second) for pair in wrong.false} == KNOWN_SUPERSESSIONS


def test_what_gives_way_is_the_same_whichever_thread_is_read_first() -> None:
    assert superseded(THREADS, late=True) == superseded(THREADS)


def test_nearly_all_that_is_over_gives_way() -> None:
    assert superseded(THREADS).missed_rate < 0.1


def write(path: Path, *pairs: Pair) -> None:
    lines = (json.dumps({name: getattr(one, name) for name in Pair.__slots__}) for one in pairs)
    path.write_text("\n".join(lines) + "\n")


def test_the_rates_are_printed_and_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(
        tmp_path / "english.jsonl",
        Pair("en", "wording", "same", "User: I live in Oslo", "User: I live in Oslo."),
        Pair("en", "wording", "same", "User: I live in Oslo", "User resides in Oslo"),
        Pair("en", "number", "different", "User has 2 cats", "User has 3 cats"),
        Pair("en", "number", "different", "User has two cats", "User has 2 cats"),
        Pair("en", "replaces", "replaces", "User has 2 cats", "User had 2 cats"),
    )
    write(
        tmp_path / "threads.jsonl",
        Pair("en", "home", "replaces", "I live in Oslo", "I moved to Bergen"),
        Pair("en", "home", "replaces", "I live in Oslo", "Bergen is home these days"),
        Pair("en", "home", "stands", "I live in Oslo", "I moved to Bergen"),
        Pair("en", "home", "stands", "Hm.", "I moved to Bergen"),
    )
    merges.main(["--data", str(tmp_path), "--results", str(tmp_path / "new" / "merges.json")])
    printed = capsys.readouterr().out
    assert "False-merge rate 0.3333, missed-merge rate 0.5000, merge-error rate 0.4000" in printed
    assert "- User has two cats | User has 2 cats (number)" in printed
    assert "- I live in Oslo | I moved to Bergen (home)" in printed
    assert re.search(r"^\| number \| 1 \| 2 \| 0 \| 0 \| 0\.500 \|$", printed, re.MULTILINE)
    found = json.loads((tmp_path / "new" / "merges.json").read_text())
    assert (found["merges"]["false"], found["merges"]["apart"]) == (1, 3)
    assert (found["merges"]["missed"], found["merges"]["together"]) == (1, 2)
    assert found["supersessions"]["unheard"] == 1
    assert (found["supersessions"]["false"], found["supersessions"]["missed"]) == (1, 1)
    assert found["supersessions_late"]["error_rate"] == round(2 / 3, 4)


def test_a_folder_without_pairs_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        merges.main(["--data", str(tmp_path)])
    assert stopped.value.code == 2
    assert "holds no pairs" in capsys.readouterr().err
