"""What other memories would hold of the same conversations, and what other searches would find.

The messages themselves chosen without a question (`CHOSEN`), what a language model observed of them
(`OBSERVED`), both searched with the question (`SEARCHED`), and a search that is left with what a
pool of messages kept (`two_stage`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bench.baselines import (
    SEEDS,
    by_coverage,
    by_keyword,
    by_keyword_and_rarity,
    by_mean_rarity,
    by_rarity,
    for_questions,
    newest,
    oldest,
    shuffled,
)
from bench.lines import Line, Noted, Turn, within
from bench.ranked import Conversations
from bench.recall import Question, Recall, Shown, mean, recall, recall_each
from bench.remembered import BUDGETS

ByBudget = dict[int, Recall]
Order = Callable[[Sequence[Any]], list[Any]]

CHOSEN: dict[str, Order] = {
    "last_n": newest,
    "first_n": oldest,
    "keyword": by_keyword,
    "idf": by_rarity,
    "idf_mean": by_mean_rarity,
    "keyword_idf": by_keyword_and_rarity,
    "coverage": by_coverage,
}
OBSERVED: dict[str, Order] = {
    "recorded_newest": newest,
    "recorded_idf": by_rarity,
    "recorded_idf_mean": by_mean_rarity,
    "recorded_keyword_idf": by_keyword_and_rarity,
    "recorded_coverage": by_coverage,
}
SEARCHED: dict[str, Callable[[Conversations, str], list[Line]]] = {
    "bm25": Conversations.messages,
    "bm25_around": Conversations.with_neighbours,
    "bm25_smoothed": Conversations.smoothed,
    "bm25_sessions": Conversations.sessions,
    "bm25_observations": Conversations.observations,
    "bm25_cited": Conversations.cited,
    "bm25_with_observations": Conversations.with_observations,
}
EVERYTHING = 10_000_000
KEPT = (4000, 12_000)
LEFT = 1000


def chosen(
    turns: Mapping[str, Sequence[Turn]], questions: Sequence[Question]
) -> dict[str, ByBudget]:
    """Messages that fit, by every order that knows no question, and by one that knows them all."""
    found = {name: _filled(turns, questions, order) for name, order in CHOSEN.items()}
    found["random"] = _random(turns, questions)
    found["oracle"] = _filled(turns, questions, lambda lines: for_questions(lines, questions))
    return found


def observed(
    notes: Mapping[str, Sequence[Noted]], questions: Sequence[Question]
) -> dict[str, ByBudget]:
    """The same of what a language model observed, as it stands: no judge has looked at it."""
    found = {name: _filled(notes, questions, order) for name, order in OBSERVED.items()}
    found["recorded_random"] = _random(notes, questions)
    found["recorded_oracle"] = _filled(notes, questions, lambda one: for_questions(one, questions))
    return found


def searched(
    turns: Mapping[str, Sequence[Turn]],
    notes: Mapping[str, Sequence[Noted]],
    questions: Sequence[Question],
) -> dict[str, ByBudget]:
    """What fits of that which is ranked for each question."""
    asked = {user: Conversations(said, notes.get(user, ())) for user, said in turns.items()}
    found: dict[str, ByBudget] = {}
    for name, search in SEARCHED.items():
        if not notes and search in _NEED_NOTES:
            continue
        ranked = [(one, search(asked[one.user_id], one.text)) for one in questions]
        found[name] = {
            budget: recall_each((within(budget, order), one) for one, order in ranked)
            for budget in BUDGETS
        }
    return found


_NEED_NOTES = (
    Conversations.observations,
    Conversations.cited,
    Conversations.with_observations,
)


def two_stage(
    turns: Mapping[str, Sequence[Turn]], questions: Sequence[Question]
) -> dict[str, dict[str, float]]:
    """What BM25 still finds at 1,000 tokens among the messages that a pool kept, by its size."""
    found: dict[str, dict[str, float]] = {}
    for name in ("last_n", "keyword", "coverage"):
        order = CHOSEN[name]
        found[name] = {}
        for size in KEPT:
            kept = {}
            for user, said in turns.items():
                cited = within(size, order(said)).cites
                kept[user] = Conversations([turn for turn in said if turn.id in cited])
            left = recall_each(
                (within(LEFT, kept[one.user_id].messages(one.text)), one) for one in questions
            )
            found[name][str(size)] = round(left.etr, 4)
    return found


def everything(
    lines: Mapping[str, Sequence[Line]], questions: Sequence[Question]
) -> dict[str, float]:
    """The recall of all of the lines, and how many tokens they take for a user in the mean."""
    shown = {user: within(EVERYTHING, ones) for user, ones in lines.items()}
    found = recall(shown, questions)
    tokens = sum(one.tokens for one in shown.values()) / max(len(shown), 1)
    return {
        "etr": round(found.etr, 4),
        "all": round(found.all, 4),
        "atr": round(found.atr, 4),
        "tokens": round(tokens),
    }


def _filled(
    lines: Mapping[str, Sequence[Line]], questions: Sequence[Question], order: Order
) -> ByBudget:
    ordered = {user: order(ones) for user, ones in lines.items()}
    return {budget: recall(_fit(ordered, budget), questions) for budget in BUDGETS}


def _random(lines: Mapping[str, Sequence[Line]], questions: Sequence[Question]) -> ByBudget:
    orders = [{user: shuffled(ones, seed) for user, ones in lines.items()} for seed in range(SEEDS)]
    return {
        budget: mean([recall(_fit(order, budget), questions) for order in orders])
        for budget in BUDGETS
    }


def _fit(ordered: Mapping[str, Sequence[Line]], budget: int) -> dict[str, Shown]:
    return {user: within(budget, ones) for user, ones in ordered.items()}
