"""Threads with what a model might have recorded of them, made up, in the form of an archive."""

import json
from pathlib import Path
from typing import Any

USERS = ("Ann", "Bob", "Cleo", "Dan")
DID = ("planted", "painted", "repaired", "bought", "borrowed", "photographed")
WHAT = ("an oak", "a kayak", "a lantern", "a violin", "a ladder", "a windmill", "a sundial")
WHERE = ("Oslo", "Bergen", "Cadiz", "Lyon", "Quito")


def archive(threads_each: int, facts: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Threads of every user, in which each message by the user is one fact, and those facts."""
    threads, observations = [], []
    for place_of_user, user in enumerate(USERS):
        for number in range(threads_each):
            thread_id = f"{user}/{number}"
            messages: list[dict[str, Any]] = []
            for fact in range(facts):
                did = DID[(number + fact) % len(DID)]
                thing = WHAT[(number * facts + fact) % len(WHAT)]
                # No two messages by users say the same: by them a thread is known again.
                people = fact + 2 + 10 * place_of_user
                told = f"{did} {thing} in {WHERE[number % len(WHERE)]} with {people} neighbours"
                said = (("user", f"I {told}."), ("assistant", f"How was that, number {fact}?"))
                for role, text in said:
                    place = len(messages) + 1
                    messages.append(
                        {
                            "id": f"{thread_id}/{place}",
                            "role": role,
                            "content": text,
                            "created_at": f"2026-03-{number + 1:02}T10:{place:02}:00Z",
                        }
                    )
                observations.append(
                    {
                        "thread_id": thread_id,
                        "content": f"{user} {told}.",
                        "source_message_ids": [messages[-2]["id"]],
                    }
                )
            threads.append(
                {
                    "thread_id": thread_id,
                    "user_id": user,
                    "timezone": "UTC",
                    "messages": messages,
                }
            )
    return threads, observations


def written(folder: Path, threads_each: int, facts: int) -> Path:
    """The folder, with such an archive in it."""
    names = ("threads.jsonl", "observations.jsonl")
    for name, rows in zip(names, archive(threads_each, facts), strict=True):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder
