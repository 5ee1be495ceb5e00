"""What the form of a line is worth, and what a choice of lines loses against the best one."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from statistics import fmean
from typing import Any
from uuid import NAMESPACE_OID, uuid5

from bench.baselines import (
    SEEDS,
    by_keyword,
    by_keyword_and_rarity,
    for_questions,
    newest,
    shuffled,
)
from bench.lines import Noted, within
from bench.recall import Question, Recall, Shown, mean, recall

REGRET_AT = 4000


def formats(
    observed: Mapping[str, Sequence[Noted]],
    times: Mapping[str, datetime],
    questions: Sequence[Question],
) -> dict[str, dict[str, float]]:
    """The recall at 4,000 tokens of the same observations in the same order, by their form.

    `times` are those of messages: a line tells the last of those that it cites.
    """
    found = {}
    for name, headings in (("uuid_and_time", False), ("hex_and_time", False), ("compact", True)):
        pool = {
            user: [_in_form(name, one, max(times[m] for m in one.cites)) for one in ones]
            for user, ones in observed.items()
        }
        shown = {
            user: within(REGRET_AT, by_keyword(ones), headings=headings)
            for user, ones in pool.items()
        }
        costs = [one.cost for ones in pool.values() for one in ones]
        found[name] = {
            "etr": round(recall(shown, questions).etr, 4),
            "tokens_a_line": round(fmean(costs), 1) if costs else 0.0,
        }
    return found


def _in_form(name: str, one: Noted, at: datetime) -> Noted:
    if name == "uuid_and_time":
        line = f"{uuid5(NAMESPACE_OID, one.line)} {at.isoformat()} {one.text}"
    elif name == "hex_and_time":
        named = sha256(one.line.encode()).hexdigest()[:12]
        line = f"[{named}] {at:%Y-%m-%d %H:%M} [medium] {one.text}"
    else:
        line = f"#{one.place} {one.text}"
    return Noted(one.place, one.text, one.day, one.cites, line, one.thread)


def regrets(
    pool: Mapping[str, Sequence[Noted]],
    ours: Mapping[str, Shown],
    questions: Sequence[Question],
) -> dict[str, Any]:
    """What memory_for and simpler choices lose of the recall that the same lines could have.

    The best choice knows the questions; a choice that loses nothing has a regret of 0.
    """
    best = recall(
        {
            user: within(REGRET_AT, for_questions(lines, _of(user, questions)))
            for user, lines in pool.items()
        },
        questions,
    ).etr
    choices: dict[str, Recall] = {
        "memory_for": recall(ours, questions),
        "newest": _chosen(pool, questions, newest),
        "keyword_idf": _chosen(pool, questions, by_keyword_and_rarity),
        "random": mean(
            [
                _chosen(pool, questions, lambda lines, seed=seed: shuffled(lines, seed))
                for seed in range(SEEDS)
            ]
        ),
    }
    regret = {
        name: round((best - one.etr) / best, 4) if best else 0.0 for name, one in choices.items()
    }
    return {"best": round(best, 4), **regret}


def _of(user: str, questions: Sequence[Question]) -> list[Question]:
    return [one for one in questions if one.user_id == user]


def _chosen(pool: Mapping[str, Sequence[Noted]], questions: Sequence[Question], order: Any) -> Recall:
    shown = {user: within(REGRET_AT, order(lines)) for user, lines in pool.items()}
    return recall(shown, questions)
