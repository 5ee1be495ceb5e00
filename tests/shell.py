"""The command line as its own process."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(sys.executable).with_name("reflection-worker")


def environment(url: str | None, **settings: str) -> dict[str, str]:
    """This process's environment without settings of ours, but with these."""
    kept = {name: value for name, value in os.environ.items() if "REFLECTION" not in name}
    kept.pop("DATABASE_URL", None)
    return kept | ({"DATABASE_URL": url} if url else {}) | settings


def shell(
    url: str | None, *arguments: str | bytes, **settings: str
) -> subprocess.CompletedProcess[str]:
    """The command as its own process; a traceback is never right."""
    done = subprocess.run(
        [SCRIPT, *arguments],
        env=environment(url, **settings),
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done
