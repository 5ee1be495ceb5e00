"""The rule engine in the database: what threads leave in memory, day after day."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from worker import app
from worker.exchange.jsonl import read_threads
from worker.settings import Settings
from worker.source import SourceThread
from worker.stop import Stop
from worker.store.chat import Chat
from worker.store.database import Database
from worker.store.views import Views

FIRST = datetime(2024, 5, 1, 10, tzinfo=UTC)


def talk(database: Database, day: int, *said: str, user_id: str = "ann") -> None:
    """A thread of a day, the user and the assistant in turn."""
    at = FIRST + timedelta(days=day)
    thread: dict[str, Any] = {
        "thread_id": f"{user_id}-{day}",
        "user_id": user_id,
        "timezone": "Europe/Oslo",
        "messages": [
            {
                "id": f"{user_id}-{day}-{place}",
                "role": "assistant" if place % 2 else "user",
                "content": text,
                "created_at": (at + timedelta(minutes=place)).isoformat(),
            }
            for place, text in enumerate(said)
        ],
    }
    (read,) = [one for one in read_threads([json.dumps(thread)]) if isinstance(one, SourceThread)]
    Chat(database).add(read)


def drain(url: str, **changed: Any) -> None:
    settings = Settings(database_url=url, **changed)
    done, *_ = app.run_drain(settings, max_threads=None, claim_seconds=float("inf"), stop=Stop())
    assert done.failed == 0


def remembered(database: Database, tokens: int = 4000) -> str:
    return str(Views(database).memory("ann", tokens)["memory"])


def test_what_is_said_on_a_later_day_takes_the_place_of_what_was_said_before(
    database: Database, database_url: str
) -> None:
    talk(database, 0, "I live in Oslo.", "Nice!", "I use vim for everything.", "I see.")
    talk(database, 1, "No, I moved to Salem.", "Oh?", "I switched from vim to Helix.")
    drain(database_url)
    memory = remembered(database)
    assert "Salem" in memory
    assert "Helix" in memory
    assert "Oslo" not in memory
    assert "everything" not in memory


def test_what_gave_way_comes_back_when_it_is_said_again(
    database: Database, database_url: str
) -> None:
    talk(database, 0, "I live in Oslo.", "Nice!", "Thanks!")
    talk(database, 1, "I moved to Salem.", "Oh?", "Yes!")
    talk(database, 2, "I live in Oslo.", "Again?", "Yes!")
    drain(database_url)
    memory = remembered(database)
    # Nothing says that Salem is over, so it stays, and Oslo is read after it.
    assert memory.index("Salem") < memory.index("Oslo")


def test_an_older_thread_that_is_reflected_later_does_not_stand_beside_what_replaced_it(
    database: Database, database_url: str
) -> None:
    talk(database, 60, "I moved to Bergen.", "Nice!", "Thanks!")
    drain(database_url)
    talk(database, 0, "I live in Oslo.", "Nice!", "Thanks!")
    talk(database, 30, "I moved to Salem.", "Oh?", "Yes!")
    drain(database_url)
    memory = remembered(database)
    assert "Bergen" in memory
    assert "Oslo" not in memory
    assert "Salem" not in memory


def test_an_answer_cites_the_question_and_a_correction_what_it_puts_right(
    database: Database, database_url: str
) -> None:
    talk(
        database,
        0,
        "I love music.",
        "How long have you played the cello?",
        "Since 2019.",
        "Lovely.",
        "Remember that my recital is on Wednesday.",
        "Noted.",
        "Sorry, I meant Thursday.",
    )
    drain(database_url)
    sources = {
        row["content"]: row["ids"]
        for row in database.dicts(
            """
            select o.content, array_agg(s.message_id order by s.message_id) as ids
              from reflection.observations o
              join reflection.observation_sources s on s.observation_id = o.id
             where o.superseded_by is null
             group by o.id
            """
        )
    }
    (answer,) = [content for content in sources if "cello" in content]
    assert sources[answer] == ["ann-0-1", "ann-0-2"]
    (recital,) = [content for content in sources if "recital" in content]
    assert "(corrected: Sorry, I meant Thursday.)" in recital
    assert sources[recital] == ["ann-0-4", "ann-0-6"]


def test_a_heavy_talkers_pool_stays_within_its_target_and_keeps_what_matters(
    database: Database, database_url: str
) -> None:
    talk(database, 0, "I'm allergic to bees.", "Noted.", "My name is Ann.", "Hello Ann.")
    for day in range(1, 30):
        talk(
            database,
            day,
            f"We went to the zoo with my sister Ines and {day} friends on Sunday.",
            "Fun!",
            f"I baked {day} loaves of rye bread for the school fair in Bergen.",
            "Yum!",
        )
    drain(database_url, pool_tokens=500)
    tokens = database.scalar("select reflection.pool_tokens('ann')")
    assert 300 <= tokens <= 550
    memory = remembered(database)
    assert "bees" in memory
    assert "My name is Ann" in memory
    dropped = database.dicts(
        "select relevance, drop_reason from reflection.observations where dropped_at is not null"
    )
    assert len(dropped) > 10
    assert all(row["drop_reason"] for row in dropped)
    assert "critical" not in {row["relevance"] for row in dropped}
