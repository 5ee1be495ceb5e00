"""What the form of a line is worth, and what a choice of lines loses against the best one."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from statistics import fmean
from uuid import NAMESPACE_OID, uuid5

from bench.baselines import (
    SEEDS,
    by_keyword_and_rarity,
    for_questions,
    newest,
    shuffled,
)
from bench.lines import Noted, within
from bench.recall import Question, Recall, Shown, mean, recall

Order = Callable[[Sequence[Noted]], Sequence[Noted]]
FORMATS_AT = 4000
# By the name of a form, whether the dates stand in headings.
FORMATS = {"uuid_and_time": False, "hex_and_time": False, "compact": True}


def formats(
    observed: Mapping[str, Sequence[Noted]],
    times: Mapping[str, datetime],
    questions: Sequence[Question],
) -> dict[str, dict[str, float]]:
    """The recall at 4,000 tokens of the same observations by the form of a line and the choice.

    `times` are those of messages: a line tells the last of those that it cites.
    """
    found = {}
    for name, headings in FORMATS.items():
        pool = {
            user: [_in_form(name, one, max(times[m] for m in one.cites)) for one in ones]
            for user, ones in observed.items()
        }
        chosen = _choices(pool, questions, FORMATS_AT, headings=headings)
        costs = [one.cost for ones in pool.values() for one in ones]
        found[name] = {
            "tokens_a_line": round(fmean(costs), 1) if costs else 0.0,
            **{choice: round(one.etr, 4) for choice, one in chosen.items()},
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
    budget: int,
) -> dict[str, float]:
    """What memory_for and simpler choices lose of the recall that the same lines could have.

    The best choice knows the questions; a choice that loses nothing has a regret of 0.
    """
    choices = {"memory_for": recall(ours, questions), **_choices(pool, questions, budget)}
    best = choices.pop("best").etr
    return {
        "best": round(best, 4),
        **{
            name: round((best - one.etr) / best, 4) if best else 0.0
            for name, one in choices.items()
        },
    }


def _choices(
    pool: Mapping[str, Sequence[Noted]],
    questions: Sequence[Question],
    budget: int,
    *,
    headings: bool = True,
) -> dict[str, Recall]:
    """The recall of the best choice that there is, and of some that know no question."""

    def filled(order: Order) -> Recall:
        return recall(
            {user: within(budget, order(ones), headings=headings) for user, ones in pool.items()},
            questions,
        )

    return {
        "best": filled(lambda lines: for_questions(lines, questions)),
        "newest": filled(newest),
        "keyword_idf": filled(by_keyword_and_rarity),
        "random": mean([filled(partial(shuffled, seed=seed)) for seed in range(SEEDS)]),
    }
