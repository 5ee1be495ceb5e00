"""What bench-search and the choice of terms measure is what the database does."""

import hashlib
import json
from pathlib import Path

import pytest
from product import Connection, one

from bench import search, terms
from bench.found import search_shown
from worker.store.database import Database

SAID = [
    message
    for line in terms.ASKED.read_text(encoding="utf-8").splitlines()
    for message in json.loads(line)["messages"]
]


def numbers(words: list[str]) -> list[int]:
    hashes = [hashlib.sha256(f"user\n{word}".encode()).digest() for word in words]
    return sorted(int.from_bytes(one[:4], "big", signed=True) for one in hashes)


def test_the_terms_that_were_chosen_are_those_that_the_database_takes(
    connection: Connection,
) -> None:
    differ = [
        text
        for text in SAID
        if numbers(terms.ours(text))
        != sorted(one(connection, "select reflection.search_terms('user', %s)", (text,)))
    ]
    assert differ == []


def test_in_many_languages_no_other_choice_finds_more_answers_first() -> None:
    found = {name: terms.first_found(of) for name, of in terms.WAYS.items()}
    assert found["first 4 and 6, twos"] == max(found.values()) >= 0.95
    assert found["whole words"] < 0.5


def test_every_figure_is_there_and_stands_in_the_table(database_url: str) -> None:
    found = search.measure(database_url, messages=600, users=30, of_one=(300,), threads=3)
    assert found["search_ms"]["asked"] == 30
    assert 0 < found["search_ms"]["p50"] <= found["search_ms"]["p99"] <= found["search_ms"]["most"]
    assert found["commit_ratio"] > 0
    assert found["megabytes"]["searchable_index"] >= 0.01
    told = "\n".join(search.table(found))
    assert "600 messages of 30 users" in told
    assert "| 20 messages |" in told
    assert "| 300 messages |" in told


@pytest.mark.parametrize(("arguments", "told"), [(["--users", "0"], "at least one user")])
def test_what_cannot_be_measured_is_said(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as ended:
        search.main([*arguments, "--results", str(tmp_path / "search.json")])
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_what_search_shows_is_its_lines_and_the_messages_they_are(
    connection: Connection, database: Database
) -> None:
    connection.execute(
        """
        insert into chat.threads (id, user_id) values ('t', 'user');
        insert into chat.messages (id, thread_id, role, content, created_at)
        values ('m', 't', 'user', 'A zeppelin.', '2026-03-02 12:00Z');
        insert into reflection.coverage
          (thread_id, message_id, content_hash, covered_at, user_id, said_at, place, terms)
        select 't', s.message_id, s.content_hash, now(), s.user_id, s.said_at, s.place, s.terms
          from reflection.searchable_messages('t', '{m}') s
        """
    )
    found, nothing = search_shown(database, [("user", "zeppelins"), ("user", "bicycle")], 100)
    assert (found.text, found.cites, found.lines) == (
        "2026-03-02 user: A zeppelin.",
        frozenset({"m"}),
        1,
    )
    assert (nothing.text, nothing.cites, nothing.lines) == ("", frozenset(), 0)
