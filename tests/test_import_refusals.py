"""What `import` refuses: clearly, by name and place, and with everything else imported."""

import json
from pathlib import Path

import pytest
from chatgpt_exports import chatgpt_zip, ordinary
from console import shell
from exports import SECRET, a_thread, write_zip
from exports import a_message as a_line
from product import Connection, add_thread, one


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--timezone", "London"], "Did you mean Europe/London"),
        (["--timezone", "Europe/Londn"], "Did you mean Europe/London"),
        (["--timezone", "UTC+3"], "no zone"),
        (["--timezone", "EST"], "no zone"),
        (["--user", "  "], "blank"),
        (["--user", "x" * 600], "bytes long"),
        (["--format", "xml"], "jsonl"),
    ],
)
def test_an_option_that_cannot_be_used_is_refused_before_anything_is_read(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    done = shell("postgresql://nowhere.invalid/x", "import", str(tmp_path), *arguments)
    assert (done.returncode, told in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize("option", [("--user", "ada"), ("--timezone", "UTC")])
def test_jsonl_names_its_users_so_nobody_else_can(
    database_url: str, connection: Connection, tmp_path: Path, option: tuple[str, str]
) -> None:
    file = tmp_path / "threads.jsonl"
    file.write_text(json.dumps(a_thread(a_line())))
    done = shell(database_url, "import", str(file), *option)
    assert done.returncode == 2
    assert f"leave out {option[0]}" in done.stderr
    assert one(connection, "select count(*) from chat.threads") == 0


def test_what_is_no_export_is_refused_with_what_was_seen_and_what_is_known(
    database_url: str, tmp_path: Path
) -> None:
    pictures = write_zip(tmp_path / "pictures.zip", {"cat.png": "", "dog.png": ""})
    broken = tmp_path / "broken.zip"
    broken.write_bytes(chatgpt_zip(tmp_path).read_bytes()[:-200])
    notes = tmp_path / "notes.json"
    notes.write_text(json.dumps({"notes": [SECRET]}))
    empty = tmp_path / "empty"
    empty.mkdir()
    for path, told in (
        (pictures, "holds no conversations.json and no conversations-000.json, but cat.png"),
        (broken, "a zip that breaks off: download it again"),
        (empty, "but nothing"),
        (notes, "notes.json is a JSON object with the keys notes. Known are JSONL"),
    ):
        done = shell(database_url, "import", str(path))
        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
        assert SECRET not in done.stderr
        assert done.stderr.count("\n") == 1


def test_one_piece_that_is_nothing_known_is_refused_and_the_others_are_imported(
    database_url: str, tmp_path: Path
) -> None:
    archive = write_zip(
        tmp_path / "export.zip",
        {
            "conversations-000.json": [ordinary("c-1")],
            "conversations-001.json": {"notes": [SECRET]},
            "conversations-002.json": [],
            "conversations-003.json": json.dumps([ordinary("c-2"), ordinary("c-3")])[:-9],
        },
    )
    done = shell(database_url, "import", str(archive), "--json")
    assert done.returncode == 1
    counts = json.loads(done.stdout)
    assert (counts["new_threads"], counts["refused"]) == (2, 2)
    assert counts["remarks"][0].startswith("conversations-001.json: it is a JSON object with")
    assert counts["remarks"][1].startswith(
        "conversations-003.json, conversation 2: the file breaks"
    )


def test_what_is_refused_is_named_by_id_and_place_and_the_rest_is_imported(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    chat = ordinary("c-1")
    chat["mapping"]["a1"]["message"]["author"]["role"] = SECRET
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([chat, {"title": SECRET}, ordinary("c-3")]))
    done = shell(database_url, "import", str(file))
    assert done.returncode == 1
    assert "conversation 1 ('c-1'): message 'a1': role as written is unknown" in done.stderr
    assert "conversation 2: id is missing" in done.stderr
    assert "2 could not be used." in done.stderr
    assert SECRET not in done.stdout + done.stderr
    assert one(connection, "select count(*) from chat.messages") == 7


def test_a_thread_of_a_product_is_never_taken_over(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    add_thread(connection, "c-1", user_id="somebody")
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([ordinary("c-1"), ordinary("c-2")]))
    done = shell(database_url, "import", str(file))
    assert done.returncode == 1
    assert "thread 'c-1' belongs to another user already" in done.stderr
    assert one(connection, "select count(*) from chat.messages where thread_id = 'c-1'") == 4
    assert one(connection, "select count(*) from chat.messages where thread_id = 'c-2'") == 4
