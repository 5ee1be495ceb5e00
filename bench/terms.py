"""Which terms find most: the choice that sql/terms.sql makes, beside the others.

    PYTHONPATH=. .venv/bin/python -m bench.terms FOLDER

FOLDER holds `threads.jsonl`, `questions.jsonl` and `observations.jsonl`. Of each way of taking
terms it says what share of the evidence the best messages within 1000 tokens hold, without and with
what was observed of them, for the first half of the users and for the second, which no choice was
made by; and how many of the questions in `asked.jsonl`, in fifteen languages, find their answer
first.
"""

import json
import math
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.recall import terms as content_words

ASKED = Path(__file__).parent / "asked.jsonl"
ROOM = 1000
SHARES = {-2: 0.25, -1: 0.5, 0: 1.0, 1: 0.5, 2: 0.25}
_WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0900-\u0963\u0966-\u0dff\u0e00-\u0e7f])*")
_SPACELESS = re.compile("[\u0590-\u08ff\u0e00-\u0fff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]")
_OTHER_FORMS = str.maketrans("ıłةى", "ilهي")
_HAN = re.compile("[\u3400-\u9fff]")
Terms = Callable[[str], list[str]]


def words(text: str) -> list[str]:
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text.casefold()))
    return _WORD.findall(unicodedata.normalize("NFC", plain).translate(_OTHER_FORMS))


def first(*letters: int) -> Terms:
    """The first letters of each word, once for each number."""
    return lambda text: [term for word in words(text) for term in {word[:n] for n in letters}]


def grams(letters: int) -> Terms:
    """Every so many neighbouring letters."""

    def terms(text: str) -> list[str]:
        padded = [f"_{word}_" for word in words(text)]
        return [
            word[place : place + letters]
            for word in padded
            for place in range(max(1, len(word) - letters + 1))
        ]

    return terms


def stems(text: str) -> list[str]:
    """English stems, and no stop words."""
    return sorted(content_words(text))


def ours(text: str) -> list[str]:
    """What sql/terms.sql does."""
    made: list[str] = []
    for word in words(text):
        if not _SPACELESS.search(word):
            made += {word[:4], word[:6]}
            continue
        made += [word[place : place + 2] for place in range(max(1, len(word) - 1))]
        if len(word) > 1:
            short = len(word) <= 3
            made += [c for n, c in enumerate(word) if _HAN.match(c) or (short and n == 0)]
    return made


WAYS: dict[str, Terms] = {
    "whole words": words,
    "English stems": stems,
    "first 4 letters": first(4),
    "first 5 letters": first(5),
    "first 6 letters": first(6),
    "every 2 letters": grams(2),
    "every 3 letters": grams(3),
    "every 4 letters": grams(4),
    "first 4 and 6, twos": ours,
}


class Index:
    """BM25 over texts, each with the thread that it stands in."""

    def __init__(self, texts: Sequence[str], threads: Sequence[str], terms: Terms) -> None:
        self._terms, self._threads = terms, threads
        self._count = len(texts)
        self._where: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        lengths = []
        for place, text in enumerate(texts):
            made = Counter(terms(text))
            lengths.append(sum(made.values()))
            for term, times in made.items():
                self._where[term].append((place, times))
        mean = max(fmean(lengths), 1)
        self._length = [length / mean for length in lengths]

    def scores(self, query: str, shares: dict[int, float]) -> dict[int, float]:
        """What each text scores that has a term of the query, or stands beside one that has."""
        own: defaultdict[int, float] = defaultdict(float)
        for term in set(self._terms(query)):
            found = self._where.get(term, [])
            weight = math.log(1 + (self._count - len(found) + 0.5) / (len(found) + 0.5)) ** 2
            for place, times in found:
                own[place] += weight * times * 2.2 / (times + 0.3 + 0.9 * self._length[place])
        shared: defaultdict[int, float] = defaultdict(float)
        for place, score in own.items():
            for away, share in shares.items():
                beside = place + away
                if 0 <= beside < self._count and self._threads[beside] == self._threads[place]:
                    shared[beside] += score * share
        return shared


def first_found(terms: Terms) -> float:
    """Of the questions of many languages, the share whose answer alone comes first."""
    right = []
    for line in ASKED.read_text(encoding="utf-8").splitlines():
        said = json.loads(line)
        index = Index(said["messages"], [""] * len(said["messages"]), terms)
        for question, answer in said["questions"]:
            scores = index.scores(question, {0: 1.0})
            best = [place for place, one in scores.items() if one == max(scores.values())]
            right.append(best == [answer])
    return fmean(right)


def recalled(folder: Path, terms: Terms, with_observations: bool) -> dict[str, float]:
    """The share of the evidence that is found, by user."""
    observed: defaultdict[str, list[str]] = defaultdict(list)
    if with_observations:
        for one in _lines(folder / "observations.jsonl"):
            for source in one["source_message_ids"]:
                observed[source].append(one["content"])
    said: defaultdict[str, list[tuple[str, dict[str, Any]]]] = defaultdict(list)
    for thread in _lines(folder / "threads.jsonl"):
        said[thread["user_id"]] += [(thread["thread_id"], one) for one in thread["messages"]]
    asked: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for question in _lines(folder / "questions.jsonl"):
        if question["evidence"]:
            asked[question["user_id"]].append(question)
    return {
        user: _user(said[user], questions, observed, terms) for user, questions in asked.items()
    }


def _user(
    said: Sequence[tuple[str, dict[str, Any]]],
    questions: Sequence[dict[str, Any]],
    observed: dict[str, list[str]],
    terms: Terms,
) -> float:
    lines = [f"{one.get('name') or one['role']}: {one['content']}" for _, one in said]
    costs = [math.ceil(len(f"2026-11-30 {line}\n".encode()) / 4) for line in lines]
    texts = [
        " ".join([line, *observed[one["id"]]]) for line, (_, one) in zip(lines, said, strict=True)
    ]
    index = Index(texts, [thread for thread, _ in said], terms)
    shares = []
    for question in questions:
        scores = index.scores(question["question"], SHARES)
        left, found = ROOM, set()
        for place in sorted(scores, key=lambda place: (-scores[place], -place)):
            if costs[place] <= left:
                left -= costs[place]
                found.add(said[place][1]["id"])
        evidence = set(question["evidence"])
        shares.append(len(evidence & found) / len(evidence))
    return fmean(shares)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    (folder,) = map(Path, arguments)
    print("| terms | messages, first half | second half | with observations | second half |"
          " many languages |")  # fmt: skip
    print("|---" * 6 + "|")
    for name, terms in WAYS.items():
        row = []
        for with_observations in (False, True):
            users = list(recalled(folder, terms, with_observations).values())
            row += [fmean(users[: len(users) // 2]), fmean(users[len(users) // 2 :])]
        figures = " | ".join(f"{one:.3f}" for one in (*row, first_found(terms)))
        print(f"| {name} | {figures} |")


if __name__ == "__main__":
    main(sys.argv[1:])
