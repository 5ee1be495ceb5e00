"""What a rehearsal with a small model says, and when it is none; the model itself is not run."""

import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from bench import rehearse
from bench.rehearse import Missing, Model
from worker.exchange.jsonl import read_threads
from worker.source import SourceThread

# Answers on the port that it is given, as a llama-server that is ready.
READY = f"""#!{sys.executable}
import http.server, sys
class Ready(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
port = int(sys.argv[sys.argv.index("--port") + 1])
http.server.HTTPServer(("127.0.0.1", port), Ready).serve_forever()
"""
ENDS = "#!/bin/sh\necho 'no such model' >&2\nexit 3\n"


def program(folder: Path, text: str) -> Path:
    path = folder / "llama-server"
    path.write_text(text)
    path.chmod(0o755)
    return path


def shell(**variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LLAMA")}
    return subprocess.run(
        [sys.executable, "-m", "bench.rehearse"],
        env={**kept, "PATH": "/nowhere", **variables},
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_without_a_server_nothing_is_rehearsed_which_is_said_with_what_to_install() -> None:
    done = shell()
    assert (done.returncode, done.stderr) == (0, "")
    skipped, to_do = done.stdout.splitlines()
    assert skipped == "SKIPPED, nothing was rehearsed: there is no llama-server."
    assert "LLAMA_SERVER" in to_do
    assert "LLAMA_MODEL" in to_do


def test_what_is_there_is_found_and_what_is_missing_is_named(tmp_path: Path) -> None:
    server = program(tmp_path, READY)
    model = {"LLAMA_MODEL": str(server)}
    both = Model(server, server)
    assert rehearse.found({"LLAMA_SERVER": str(server), **model}) == both
    assert rehearse.found({"PATH": str(tmp_path), **model}) == both
    assert rehearse.found({"PATH": str(tmp_path)}) == Missing("LLAMA_MODEL is not set")
    for name in ("LLAMA_SERVER", "LLAMA_MODEL"):
        found = rehearse.found({"PATH": str(tmp_path), **model, name: "/nowhere/it"})
        assert isinstance(found, Missing)
        assert found.what.startswith(name)
        assert found.what.endswith(": /nowhere/it")


def test_a_server_that_ends_at_once_is_told_with_what_it_said(tmp_path: Path) -> None:
    server = program(tmp_path, ENDS)
    done = shell(LLAMA_SERVER=str(server), LLAMA_MODEL=str(server))
    assert done.returncode == 1
    assert "exit code 3" in done.stderr
    assert "no such model" in done.stderr


def test_a_server_is_ended_whatever_happens_while_it_serves(tmp_path: Path) -> None:
    server = program(tmp_path, READY)
    serving = rehearse.serving(Model(server, server), tmp_path / "log")
    url = serving.__enter__()
    assert not serving.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(url, timeout=5)


def claim(thread_id: str, outcome: str | None = "reflected", **more: Any) -> dict[str, Any]:
    stages = {"observer": {"requests": 1, "ended": "recorded"}}
    account = {"requests": 1, "tokens_in": 9, "tokens_out": 2, "observations": 1, "stages": stages}
    return {"thread_id": thread_id, "outcome": outcome, "error_kind": None, "error": None} | {
        **account,
        **more,
    }


def came(*claims: dict[str, Any], **more: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"exit_code": 0, "log": "", "objections": [], "memory": {"ann": ""}}
    return {"threads": ["a", "b"], "claims": claims, "seconds": 1.0, **nothing, **more}


SILENT = "the model went silent: it said nothing through its tool"


def test_a_thread_may_fail_by_its_own_fault_and_say_so() -> None:
    rehearsed = came(
        claim("a", "partial", error=f"reflector: {SILENT}"),
        claim("b", "failed", error_kind="thread", error=SILENT),
        objections=["send_error: error: it exceeds the available context size"],
    )
    assert rehearse.faults(rehearsed) == []
    told = "\n".join(rehearse.table(rehearsed))
    assert f"| b | failed | observer 1 (recorded) | 9 | 2 | 1 | {SILENT} |" in told
    assert "2 requests in 1.0 s" in told


@pytest.mark.parametrize(
    ("rehearsed", "told"),
    [
        (came(claim("a")), "b did not end"),
        (came(claim("a"), claim("b", error="x", outcome=None)), "b did not end"),
        (
            came(claim("a"), claim("b", "failed", error_kind="dependency", error="reset")),
            "b failed through no fault of its own: reset",
        ),
        (
            came(claim("a"), claim("b", "failed", error_kind="thread", error="KeyError in a.py:3")),
            "b failed without a clear error: KeyError in a.py:3",
        ),
        (came(claim("a"), claim("b", "interrupted")), "b ended as interrupted"),
        (
            came(claim("a"), claim("b", "partial", error="The model refused the request: 400")),
            "b sent what was refused",
        ),
        (came(claim("a"), claim("b"), log="Traceback (most"), "the worker's log has a traceback"),
        (came(claim("a"), claim("b"), exit_code=1), "the drain ended with exit code 1"),
        (came(claim("a"), claim("b"), objections=["got exception: error 400"]), "llama-server: "),
        (came(claim("a", requests=0), claim("b", requests=0)), "nothing was asked of the model"),
    ],
)
def test_what_must_not_come_of_it_is_found(rehearsed: dict[str, Any], told: str) -> None:
    assert [one for one in rehearse.faults(rehearsed) if one.startswith(told)]


def test_the_threads_that_it_drains_are_such_as_are_imported_and_one_needs_two_chunks() -> None:
    with rehearse.THREADS.open("rb") as lines:
        read = list(read_threads(lines))
    assert len(read) == 4
    sizes = [
        sum(len(one.content) for one in thread.messages)
        for thread in read
        if isinstance(thread, SourceThread)
    ]
    assert len(sizes) == 4
    assert max(sizes) / 4 > int(rehearse.SETTINGS["REFLECTION_CHUNK_TOKENS"])
