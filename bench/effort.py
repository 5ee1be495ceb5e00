"""What keeping memory costs: what is to be made anew when one message goes, and what is read.

Both are arithmetic over the conversations and what was observed of them; no model is asked. What
the worker really sends is measured by `make bench-tokens`, what a delete really changes by
`make bench-blast`.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from statistics import fmean
from typing import Any

from bench.lines import Turn, cost
from bench.remembered import Stored

# Where a batch of so many tokens is what memory cites: Honcho's, and the buffer of Mastra.
BATCHES = {"batch of 1,024 tokens": 1024, "buffer of 30,000 tokens": 30_000}
PROMPT_TOKENS, MEMORY_TOKENS = 2400, 4000


def blast_of_turns(turns: Mapping[str, Sequence[Turn]]) -> dict[str, float]:
    """The tokens to make anew for one message, if memory were all messages, by what it cites."""
    found = defaultdict[str, list[float]](list)
    for said in turns.values():
        found["the message"] += [turn.cost for turn in said]
        for name, size in BATCHES.items():
            found[name] += _whole(said, [before // size for before in _before(said)])
        found["the thread"] += _whole(said, [turn.thread for turn in said])
        found["share"].append(fmean(turn.cost for turn in said) / sum(turn.cost for turn in said))
    return {name: round(fmean(ones), 4 if name == "share" else 1) for name, ones in found.items()}


def blast_of_memory(
    turns: Mapping[str, Sequence[Turn]], stored: Sequence[Stored]
) -> dict[str, float]:
    """The same of what was observed, by its exact sources and as if it cited whole threads."""
    citing, of_threads = defaultdict[str, list[int]](list), Counter[str]()
    for one in stored:
        for _, message in one.sources:
            citing[message].append(one.tokens)
        of_threads[one.thread_id] += one.tokens
    messages = [turn for said in turns.values() for turn in said]
    tokens = [sum(citing[turn.id]) for turn in messages]
    return {
        "tokens_a_message": round(fmean(tokens), 1),
        "observations_a_message": round(fmean(len(citing[turn.id]) for turn in messages), 3),
        "messages_that_touch_none": round(fmean(not citing[turn.id] for turn in messages), 4),
        "tokens_of_its_thread": round(fmean(of_threads[turn.thread] for turn in messages), 1),
    }


def tokens_per_thread(
    turns: Mapping[str, Sequence[Turn]], memories: Mapping[str, Sequence[Stored]]
) -> dict[str, Any]:
    """Tokens read and written for a settled thread, and what other ways of reading would read."""
    threads: defaultdict[str, list[Turn]] = defaultdict(list)
    for said in turns.values():
        for turn in said:
            threads[turn.thread].append(turn)
    read = {thread: sum(cost(turn.line) for turn in said) for thread, said in threads.items()}
    around = PROMPT_TOKENS + MEMORY_TOKENS
    settled = sum(read.values()) + around * len(threads)
    by_turn = sum(read.values()) + around * sum(len(said) for said in threads.values())
    reopened, once = 0, 0
    for said in turns.values():
        days = [read[thread] for thread in dict.fromkeys(turn.thread for turn in said)]
        reopened += sum(accumulate(days))
        once += sum(days)
    return {
        "threads": len(threads),
        "transcript": round(fmean(read.values()), 1),
        "written": {
            name: round(sum(one.tokens for one in stored) / len(threads), 1)
            for name, stored in memories.items()
        },
        "read_whole_again_ratio": round(reopened / once, 2),
        "each_turn_ratio": round(by_turn / settled, 2),
    }


def _before(said: Sequence[Turn]) -> list[int]:
    return [0, *accumulate(turn.cost for turn in said)][: len(said)]


def _whole(said: Sequence[Turn], groups: Sequence[object]) -> list[float]:
    """For each message the tokens of all that are in its group."""
    tokens = Counter[object]()
    for turn, group in zip(said, groups, strict=True):
        tokens[group] += turn.cost
    return [float(tokens[group]) for group in groups]
