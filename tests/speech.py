"""What people say in tests, and what the rule engine finds in it."""

from datetime import UTC, datetime
from pathlib import Path

from worker.engines.rules import RuleEngine
from worker.judge import judge
from worker.records import Chunk, Message, Proposal, Role

# In Seoul it is noon of the same day.
AT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)


def said(text: str, role: Role = Role.USER, message_id: str = "m1") -> Message:
    return Message(id=message_id, ordinal=1, role=role, text=text, at=AT, content_hash="h")


def observe(*messages: Message | str, timezone: str = "Asia/Seoul") -> list[Proposal]:
    whole = tuple(said(one) if isinstance(one, str) else one for one in messages)
    return RuleEngine().propose(Chunk("t", "u", timezone, whole), ())


def contents(*messages: Message | str) -> list[str]:
    return [proposal.content.removeprefix("User: ") for proposal in observe(*messages)]


def remembered(text: str, timezone: str = "Asia/Seoul") -> list[str]:
    """What of a message the judge keeps, in the words in which it is kept."""
    verdict = judge(observe(text, timezone=timezone), [said(text)], timezone)
    return [observation.content.removeprefix("User: ") for observation in verdict.accepted]


def labelled(language: str, name: str) -> dict[str, list[str]]:
    """Sentences of a file under tests/said, by what they are about; "\\n" breaks a line in one."""
    lines = Path(__file__).with_name("said").joinpath(language, f"{name}.txt").read_text("utf-8")
    found: dict[str, list[str]] = {}
    for line in lines.splitlines():
        if line.startswith("# "):
            found[line.removeprefix("# ")] = []
        else:
            found[list(found)[-1]].append(line.replace("\\n", "\n"))
    return found
