"""A server that stands in for the Anthropic Messages API.

    with Server() as api:
        api.script.then(Reply().tool("record_observations", {"observations": [], "done": True}))
        client = anthropic.Anthropic(api_key=api.key, base_url=api.url, max_retries=0)
        ...
        assert api.record.counts == {"record_observations": 1}
        assert api.record.violations == ()

`Reply` is what a model says and `faults` what goes wrong instead; `script` orders them by tool and
by number; `record` keeps every request, what it cost, and whether the client hung up.
"""

from messages_api import faults
from messages_api.models import MODELS, Model
from messages_api.record import Received, Record
from messages_api.reply import Reply
from messages_api.script import Answer, Script
from messages_api.server import KEY, Server
from messages_api.tokens import Usage

__all__ = [
    "KEY",
    "MODELS",
    "Answer",
    "Model",
    "Received",
    "Record",
    "Reply",
    "Script",
    "Server",
    "Usage",
    "faults",
]
