"""Plays a life in the database and says where it answers differently from the model."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from model import labour, operators, people
from model.people import ZONES
from model.script import Choices, Life, Step

HERE = Path(__file__).resolve().parent
ID = re.compile(r"^#r?\d+ ", re.MULTILINE)
FAILED = re.compile(r"step (\d+):")


def _nothing(life: Life, choices: Choices) -> bool:
    return False


_STEPS = [
    _nothing,
    *(
        step
        for kinds in (people.STEPS, labour.STEPS, operators.STEPS)
        for step, times in kinds.items()
        for _ in range(times)
    ),
]


def live(chunks: Sequence[bytes]) -> Life:
    """The life that these choices make."""
    life = Life()
    for chunk in chunks:
        choices = Choices(chunk)
        choices.of(_STEPS)(life, choices)
    life.end()
    return life


class Stage:
    """A database in which lives are played, each in a transaction that is rolled back."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        # Plans are made once: making them would cost more than all they do.
        connection.execute("set plan_cache_mode = force_generic_plan")
        connection.execute("set jit = off")
        for name in ("play.sql", "look.sql"):
            connection.execute((HERE / name).read_bytes())
        connection.execute("select reflection.remember_zones(%s)", (list(ZONES),))

    def play(self, life: Life) -> list[dict[str, Any]]:
        """What the database answers to each step."""
        asked = [
            {
                **step.asked,
                "see": {user_id: list(seen) for user_id, seen in step.seen.items()},
                "glance": list(step.foreseen),
            }
            for step in life.steps
        ]
        with self._connection.transaction(force_rollback=True):
            rows = self._connection.execute("select machine.play(%s)", (Jsonb(asked),)).fetchall()
        return [answer for (answer,) in rows]

    def difference(self, life: Life) -> str | None:
        """The first answer that is not the model's, after the steps that led there, or None."""
        try:
            answers = self.play(life)
        except psycopg.Error as error:
            at = FAILED.match(str(error))
            return _told(life.steps[: int(at[1]) + 1 if at else None], str(error))
        texts: dict[tuple[str, int], str] = {}
        for number, (step, answer) in enumerate(zip(life.steps, answers, strict=True)):
            if step.reborn:
                texts.clear()
            if found := _difference(step, answer, texts):
                return _told(life.steps[: number + 1], found)
        return None

    def tidy(self) -> None:
        """What was rolled back is cleared away, so that a thousand lives later it is as fast."""
        self._connection.execute("vacuum")


def _told(steps: Sequence[Step], found: str) -> str:
    lines = [f"{number:3} {step.asked}" for number, step in enumerate(steps)]
    return "\n".join([*lines, "", found])


def _difference(
    step: Step, answer: dict[str, Any], texts: dict[tuple[str, int], str]
) -> str | None:
    if step.answer != answer["answer"]:
        return f"answered {answer['answer']}, not {step.answer}"
    for user_id, seen in step.seen.items():
        for what, expected in seen.items():
            got = answer["seen"][user_id][what]
            if what == "text":
                version, text = got
                if texts.setdefault((user_id, version), text) != text:
                    return f"{user_id}: another text at version {version}\n{text}"
                got = ID.sub("- ", text)
            if got != expected:
                return f"{what} of {user_id}:\n{_listed(got)}\nnot\n{_listed(expected)}"
    for user_id, foreseen in step.foreseen.items():
        version, text = answer["glance"][user_id]
        if texts.setdefault((user_id, version), text) != text:
            return f"{user_id}: another text at version {version}\n{text}"
        shown = {line.partition(" ")[2][0].lower() for line in text.splitlines() if ID.match(line)}
        if not shown <= foreseen.may:
            return f"{user_id} is shown {sorted(shown - foreseen.may)} before the fold\n{text}"
        if not foreseen.must <= shown:
            return f"{user_id} is not shown {sorted(foreseen.must - shown)} before the fold\n{text}"
    return None


def _listed(rows: Any) -> str:
    return rows if isinstance(rows, str) else "\n".join(f"  {row}" for row in rows)
