"""A drain that talks to a real, if tiny, model: does each request and each reply hold?

    make rehearse

llama.cpp's `llama-server` speaks the Messages API. It is LLAMA_SERVER or on the PATH, and its model
is LLAMA_MODEL, a GGUF file; without one of them nothing is rehearsed, which is said. The drain is
the real command, in a database of its own, on threads of its own. A model of a hundred million
parameters remembers little that is right. What is found out is that nothing which is sent is
refused, and that nothing which comes back, however wrong, breaks the worker.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.command import COMMAND, environment
from bench.database import fresh_database
from worker.store.database import Database
from worker.store.views import Views

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "rehearse.json"
SKIPPED = """SKIPPED, nothing was rehearsed: {missing}.
Install llama.cpp's llama-server (or set LLAMA_SERVER to it) and set LLAMA_MODEL to an instruct \
model as a GGUF file, then: make rehearse"""
CONTEXT_TOKENS = 6144
READY_SECONDS = 120.0
DRAIN_SECONDS = 3600.0
SETTINGS = {
    # What the window has room for beside the prompt and the tool.
    "REFLECTION_CHUNK_TOKENS": "500",
    "REFLECTION_KNOWN_TOKENS": "400",
    # So small that the dropper is asked too.
    "REFLECTION_POOL_TOKENS": "100",
    "REFLECTION_TURNS": "4",
    "REFLECTION_OBSERVER_OUTPUT_TOKENS": "320",
    "REFLECTION_REFLECTOR_OUTPUT_TOKENS": "256",
    "REFLECTION_COMPILER_OUTPUT_TOKENS": "320",
    "REFLECTION_DROPPER_OUTPUT_TOKENS": "256",
    "REFLECTION_CALL_SECONDS": "600",
    "REFLECTION_LEASE_SECONDS": "1200",
}
THREADS = HERE / "rehearse.jsonl"
ENDED_WELL = ("reflected", "empty", "partial")
# What a worker says of a thread whose request was refused for more than its length.
_REFUSED = re.compile(r"refused the request|Every request is refused")
# What the server says in its log of a request that it cannot take.
_OBJECTED = re.compile(r"(?:send_error|got exception)\b.*?error\b.*")
_TOO_LONG = "context size"


@dataclass(frozen=True, slots=True)
class Missing:
    """What a rehearsal lacks, in words."""

    what: str


@dataclass(frozen=True, slots=True)
class Model:
    """A llama-server and what it serves."""

    server: Path
    weights: Path


def found(variables: Mapping[str, str]) -> Model | Missing:
    """The server and the model that an environment names."""
    server = variables.get("LLAMA_SERVER") or shutil.which(
        "llama-server", path=variables.get("PATH", "")
    )
    if not server:
        return Missing("there is no llama-server")
    if not os.access(server, os.X_OK):
        return Missing(f"LLAMA_SERVER is no program: {server}")
    weights = variables.get("LLAMA_MODEL")
    if not weights:
        return Missing("LLAMA_MODEL is not set")
    if not Path(weights).is_file():
        return Missing(f"LLAMA_MODEL is no file: {weights}")
    return Model(Path(server), Path(weights))


@contextmanager
def serving(model: Model, log: Path) -> Iterator[str]:
    """The address of a server that is ready, and is ended in any case."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # Threads that wait for each other on a busy machine take a hundred times as long.
    threads = max(1, (os.cpu_count() or 1) // 2)
    command = [
        *(model.server, "--model", model.weights, "--chat-template-file", HERE / "rehearse.jinja"),
        *("--host", "127.0.0.1", "--port", port, "--ctx-size", CONTEXT_TOKENS, "--parallel", 1),
        # Warmer than this it mostly chats.
        *("--threads", threads, "--seed", 1, "--temp", 0.2, "--offline"),
    ]
    with log.open("wb") as out:
        process = subprocess.Popen([str(part) for part in command], stdout=out, stderr=out)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_ready(process, f"{url}/health", log)
        yield url
    finally:
        if process.poll() is not None:
            print(f"llama-server ended by itself, exit code {process.returncode}", file=sys.stderr)
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            # It refuses while it loads.
            pass
        time.sleep(0.1)
    told = "\n".join(log.read_text(errors="replace").splitlines()[-5:])
    raise SystemExit(f"llama-server is not ready (exit code {process.poll()}). It says:\n{told}")


def rehearse(url: str, database_url: str, log: Path) -> dict[str, Any]:
    """Drain the threads by the model at that address; all that came of it."""
    of_the_worker = environment(database_url, url, "any", **SETTINGS)
    # Something is remembered already: the first thread, by rules.
    by_rules = of_the_worker | {"REFLECTION_ENGINE": "rules"}
    for arguments in (["import", THREADS], ["drain", "--max-threads", "1"]):
        if (before := _run(arguments, by_rules)).returncode:
            raise SystemExit(f"{arguments[0]} ended with {before.returncode}: {before.stderr}")
    began = time.monotonic()
    done = _run(["drain", "--until-empty", "--json"], of_the_worker)
    seconds = time.monotonic() - began
    with Database(database_url) as database:
        claims = database.dicts(
            """
            select thread_id, outcome, error_kind, error, requests, tokens_in, tokens_out,
                   observations, stages
              from reflection.claim_log
             where engine = 'claude'
             order by started_at
            """
        )
        views = Views(database)
        memory = {user: str(views.memory(user, 4000)["memory"]) for user in views.users()}
    _, *threads = THREADS.read_text(encoding="utf-8").splitlines()
    return {
        "threads": [json.loads(line)["thread_id"] for line in threads],
        "exit_code": done.returncode,
        "log": done.stderr,
        "claims": claims,
        "objections": _OBJECTED.findall(log.read_text(errors="replace")),
        "memory": memory,
        "seconds": round(seconds, 1),
    }


def faults(came: Mapping[str, Any]) -> list[str]:
    """What must not come of a rehearsal, whatever its model says."""
    wrong = []
    claims = came["claims"]
    ended = {one["thread_id"] for one in claims if one["outcome"]}
    wrong += [f"{thread} did not end" for thread in came["threads"] if thread not in ended]
    for one in claims:
        who, error = one["thread_id"], one["error"] or ""
        if one["outcome"] == "failed" and one["error_kind"] != "thread":
            wrong.append(f"{who} failed through no fault of its own: {error}")
        elif one["outcome"] == "failed" and (not error or re.search(r"\w+ in \w+\.py:\d+", error)):
            wrong.append(f"{who} failed without a clear error: {error}")
        elif one["outcome"] not in (*ENDED_WELL, "failed"):
            wrong.append(f"{who} ended as {one['outcome']}: {error}")
        if _REFUSED.search(error):
            wrong.append(f"{who} sent what was refused: {error}")
    if "Traceback" in came["log"]:
        wrong.append("the worker's log has a traceback")
    if came["exit_code"]:
        wrong.append(f"the drain ended with exit code {came['exit_code']}")
    wrong += [f"llama-server: {one}" for one in came["objections"] if _TOO_LONG not in one]
    if not any(one["requests"] for one in claims):
        wrong.append("nothing was asked of the model")
    return wrong


def table(came: Mapping[str, Any]) -> Iterator[str]:
    """What came of it, in Markdown."""
    yield "| thread | outcome | requests by stage | tokens read | written | remembered | error |"
    yield "|---|---|---|---|---|---|---|"
    for one in came["claims"]:
        stages = ", ".join(
            f"{name} {stage['requests']} ({stage['ended'] or 'failed'})"
            for name, stage in (one["stages"] or {}).items()
        )
        yield (
            f"| {one['thread_id']} | {one['outcome']} | {stages} | {one['tokens_in']}"
            f" | {one['tokens_out']} | {one['observations']} | {one['error'] or ''} |"
        )
    for user, memory in came["memory"].items():
        yield f"\nRemembered of {user}:\n\n{memory or '(nothing)'}"
    requests = sum(one["requests"] for one in came["claims"])
    yield f"\n{requests} requests in {came['seconds']} s."


def _run(
    arguments: Sequence[str | Path], variables: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *arguments],
        env=variables,
        capture_output=True,
        text=True,
        timeout=DRAIN_SECONDS,
    )


def main(variables: Mapping[str, str]) -> None:
    """Rehearse, print what came of it, keep the figures; exit code 1 if anything is wrong."""
    model = found(variables)
    if isinstance(model, Missing):
        print(SKIPPED.format(missing=model.what))
        return
    # As SystemExit, so that the server is ended too.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="rehearse-") as folder:
        log = Path(folder) / "llama-server.log"
        server = variables.get("TEST_DATABASE_URL")
        with serving(model, log) as url, fresh_database(server) as database_url:
            came = rehearse(url, database_url, log)
    wrong = faults(came)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({**came, "faults": wrong}, indent=1, default=str) + "\n")
    print("\n".join(table(came)))
    if wrong:
        sys.exit("\nWRONG:\n  " + "\n  ".join(wrong) + "\n\nThe worker's log:\n" + came["log"])
    print("Every request was taken, and whatever came back was dealt with.")


if __name__ == "__main__":
    main(os.environ)
