"""Exports of any size: as much memory as one conversation needs, and a bar while somebody waits."""

import json
import os
import pty
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from chatgpt_exports import answered, conversation, said
from console import SCRIPT, environment
from product import Connection, one

# The command in a process of its own, which then tells its highest use of memory.
MEASURED = """
import resource, sys
from worker.cli import cli
cli(["import", sys.argv[1], "--json"], standalone_mode=False)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
"""


def large(number: int) -> dict[str, Any]:
    """A conversation of about 300 KB."""
    words = f"In chat {number} I say that I like tea. " * 100
    turns = [
        (f"{role}{turn}", said(words) if role == "u" else answered(words))
        for turn in range(40)
        for role in ("u", "a")
    ]
    return conversation(*turns, conversation_id=f"c-{number}")


def write_export(path: Path, count: int) -> Path:
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("conversations.json", "w") as file,
    ):
        file.write(b"[")
        for number in range(count):
            file.write((b"," if number else b"") + json.dumps(large(number)).encode())
        file.write(b"]")
    return path


def peak(url: str, path: Path) -> int:
    """The most memory that importing the file took, in kilobytes."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(path)],
        env=environment(url),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.splitlines()[-1])


def test_two_hundred_conversations_take_hardly_more_memory_than_four(
    database_url: str, connection: Connection, tmp_path: Path
) -> None:
    few = peak(database_url, write_export(tmp_path / "few.zip", 4))
    many = write_export(tmp_path / "many.zip", 200)
    with zipfile.ZipFile(many) as archive:
        assert archive.getinfo("conversations.json").file_size > 60_000_000
    assert peak(database_url, many) - few < 20_000
    assert one(connection, "select count(*) from chat.messages") == 200 * 80


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_is_drawn_on_a_terminal_and_nowhere_else(
    database_url: str, tmp_path: Path, terminal: bool
) -> None:
    export = write_export(tmp_path / "export.zip", 3)
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [SCRIPT, "import", str(export), "--json"],
        env=environment(database_url, TERM="xterm-256color", COLUMNS="80"),
        stdout=subprocess.PIPE,
        stderr=theirs if terminal else subprocess.PIPE,
        timeout=60,
    )
    os.close(theirs)
    drawn = os.read(ours, 65536).decode() if terminal else done.stderr.decode()
    os.close(ours)
    assert ("Reading export.zip" in drawn) is terminal
    assert terminal or drawn == ""
    assert json.loads(done.stdout)["new_threads"] == 3
