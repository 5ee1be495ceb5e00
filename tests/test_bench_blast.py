"""One message at a time, of a whole memory: what its delete takes, and that nothing else moves."""

import json
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from messages_api.archive import MISSING, archive_folder
from product import Connection
from recorded import written
from reported import drained, talk

from bench import blast
from bench.recorded import RecordedEngine
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread
from worker.store.database import Database

# What would be damage: a trigger on the product's delete that does memory work of its own.
DAMAGE = {
    "another line goes": "delete from reflection.observations where content ~ 'Bergen'",
    "another line is hidden": "update reflection.observations set stale_at = now()",
    "another line is reworded": "update reflection.observations set content = content || '!'",
    "another line counts for less": "update reflection.observations set relevance = 'low'",
}


@pytest.fixture
def moved(connection: Connection, database: Database) -> Connection:
    """Memory in which lines hang on each other: where somebody lives, said in four threads."""
    for number, text in enumerate(
        ("I live in Oslo.", "I moved to Salem.", "I live in Oslo.", "I moved to Bergen.")
    ):
        pet = f"I have a dog named Rex {number}."
        talk(connection, f"t{number}", text, "Nice.", pet, "Good.")
        drained(database)
    return connection


def test_only_what_cites_a_message_or_hangs_on_that_changes_and_an_undone_edit_changes_nothing(
    moved: Connection,
) -> None:
    found = blast.blast(moved, "user", 100)
    sys.stdout.write("\n".join(blast.table({"rules": found})))
    assert found["wrong"] == []
    assert (found["messages"], found["cited"]) == (16, 8)
    # Of the moves the newest alone is shown; its delete brings back the one before it.
    assert found["lines_of_memory"] == 5
    assert found["changed_lines"] == 6
    assert found["changed_by_link"] >= 1
    # What comes back does so with the fold; what goes is hidden before it.
    assert found["otherwise_before_the_fold"] == 1
    assert moved.execute("select count(*) from chat.messages").fetchone() == (16,)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_changes_wrongly_would_be_found(moved: Connection, damage: str) -> None:
    moved.execute(
        f"""
        create function public.damage () returns trigger language plpgsql as $$
          begin {damage}; return null; end $$;
        create trigger damage after delete on chat.messages
          for each statement execute function public.damage()
        """.encode()
    )
    assert blast.blast(moved, "user", 2)["wrongly_changed"] > 0


def test_an_edit_that_cannot_be_undone_would_be_found(moved: Connection) -> None:
    moved.execute(
        """
        create function public.damage () returns trigger language plpgsql as $$
          begin delete from reflection.coverage where message_id = new.id; return null; end $$;
        create trigger damage after update on chat.messages
          for each row execute function public.damage()
        """
    )
    wrong = blast.blast(moved, "user", 2)["wrong"]
    assert [one for one in wrong if one.startswith("a thread is owed after the undone edit")]


def test_the_bench_measures_the_first_user_of_a_folder_by_rules_and_by_what_was_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TEST_DATABASE_URL", server.url)
    results = tmp_path / "blast.json"
    with pytest.raises(SystemExit) as ended:
        blast.main([str(written(tmp_path, 2, 3)), "--messages", "4", "--results", str(results)])
    assert ended.value.code == 0
    found = json.loads(results.read_text())
    assert set(found) == {"rules", "recorded"}
    assert [one["messages"] for one in found.values()] == [4, 4]
    assert found["recorded"]["lines_of_memory"] == 6
    assert found["recorded"]["lines_a_message"] == 1
    assert "| wrongly changed | 0 | 0 |" in capsys.readouterr().out


def test_deleting_messages_of_the_archive_one_at_a_time_changes_nothing_that_does_not_cite_them(
    database_url: str,
) -> None:
    folder = archive_folder()
    if folder is None:
        pytest.skip(MISSING)
    with (folder / "threads.jsonl").open("rb") as lines:
        threads = [one for one in read_threads(lines) if isinstance(one, SourceThread)]
    user = threads[0].user_id
    engine = RecordedEngine.read(folder / "observations.jsonl")
    blast.remember(database_url, [one for one in threads if one.user_id == user], engine)
    with psycopg.connect(database_url, autocommit=True) as connection:
        found = blast.blast(connection, user, blast.MESSAGES)
    assert found["wrong"] == []
    assert found["messages"] == blast.MESSAGES
    assert found["changed_lines"] >= found["cited"] > 0


def test_a_folder_without_the_data_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        blast.main([str(tmp_path)])
    assert ended.value.code == 2
    assert "DATA=FOLDER" in capsys.readouterr().err
