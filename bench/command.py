"""The worker's command as a bench starts it."""

import os
import sys
from pathlib import Path

COMMAND = Path(sys.executable).with_name("reflection-worker")


def environment(database_url: str, messages_url: str, key: str, **settings: str) -> dict[str, str]:
    """Of this process, without what is set up for the worker in it, and with these."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("REFLECTION_", "ANTHROPIC_")) and name != "DATABASE_URL"
    }
    return {
        **kept,
        "DATABASE_URL": database_url,
        "ANTHROPIC_API_KEY": key,
        "ANTHROPIC_BASE_URL": messages_url,
        "REFLECTION_ENGINE": "claude",
        "REFLECTION_LOG_FORMAT": "json",
        **settings,
    }
