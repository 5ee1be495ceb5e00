"""The scorecard in Markdown."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

Found = Mapping[str, Any]

TITLES = {
    "rules": "rules",
    "replay": "replay",
    "replay_dropped": "replay, dropped to 4,000",
    "last_n": "newest messages",
    "first_n": "first messages",
    "random": "random messages (20 seeds)",
    "keyword": "messages by keywords",
    "idf": "messages by rare words",
    "idf_mean": "messages by mean rarity of a word",
    "keyword_idf": "messages by keywords and rare words",
    "coverage": "messages by rare words not yet said",
    "oracle": "best messages (knows the questions)",
    "recorded_newest": "recorded, newest",
    "recorded_random": "recorded, random",
    "recorded_idf": "recorded, by rare words",
    "recorded_idf_mean": "recorded, by mean rarity of a word",
    "recorded_keyword_idf": "recorded, by keywords and rare words",
    "recorded_coverage": "recorded, by rare words not yet said",
    "recorded_oracle": "recorded, the best (knows the questions)",
    "search": "search of the replay's memory",
    "search_rules": "search of the rules' memory",
    "search_replay_dropped": "search after drops to 4,000",
    "bm25": "BM25",
    "bm25_around": "BM25, with the messages around",
    "bm25_smoothed": "BM25, shared with neighbours",
    "bm25_sessions": "BM25 of whole threads",
    "bm25_observations": "BM25 of what was recorded",
    "bm25_cited": "BM25 of that, its messages shown",
    "bm25_with_observations": "BM25 of messages with what was recorded of them",
}
CATEGORIES = {
    "1": "several places", "2": "time", "3": "open", "4": "one place", "5": "adversarial",
}  # fmt: skip
_PROVEN = {
    "pv": "PV: cited ids that are messages of the thread",
    "att": "ATT: the one it is about said it",
    "att_named": "of those that begin with a name",
    "rel": "REL: a relative date that nothing resolves",
    "dup": "DUP: three words of five as before",
    "dup_exact": "DUP: the same words",
    "observations": "observations",
    "ids_per_observation": "sources of each",
}


def title(name: str) -> str:
    """What a memory is called where people read of it."""
    return TITLES.get(name, name)


def table(found: Found) -> Iterator[str]:
    """Every figure."""
    for figure, heading in (
        ("etr", "ETR: share of the evidence that is cited (mean over questions)"),
        ("atr", "ATR: share of the answers' words that is shown"),
        ("all", "ALL: share of questions whose whole evidence is cited"),
    ):
        yield from _recalls(heading, found[figure])
        yield from _whole(figure, found)
    yield from _of_users(found)
    yield from _of_categories(found)
    yield from _provenance(found)
    yield from _efforts(found)
    yield from _choices(found)
    yield f"\nMeasured in {found['seconds']} s."


def verdict(found: Found) -> Iterator[str]:
    """Each target, and whether it is met."""
    yield "\nTargets\n"
    yield from _head("target", "bar", "figure", "met")
    for one in found["targets"]:
        bar = f"{'≥' if one['least'] else '≤'} {one['bar']:g}"
        if one["met"] is None:
            yield f"| {one['what']} | {bar} | | not measured |"
        else:
            figure = f"{one['figure']:.4f}".rstrip("0").rstrip(".")
            yield f"| {one['what']} | {bar} | {figure} | {'yes' if one['met'] else 'NO'} |"


def _recalls(heading: str, rows: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    budgets = list(next(iter(rows.values())))
    yield f"\n{heading}\n"
    yield from _head("memory", *(f"{int(budget):,} tokens" for budget in budgets))
    for name in sorted(rows, key=_place):
        yield _row(title(name), (rows[name].get(budget) for budget in budgets))


def _whole(figure: str, found: Found) -> Iterator[str]:
    for name, whole in found["everything"].items():
        yield (
            f"\nAll {'messages' if name == 'messages' else 'that was recorded'} at "
            f"{whole['tokens']:,} tokens: {whole[figure]:.3f}."
        )


def _of_users(found: Found) -> Iterator[str]:
    users = found["users"]["rules"]
    budgets, names = list(users), list(next(iter(users.values())))
    half = len(names) // 2
    yield "\nThe rule engine's ETR by user; sd is between users\n"
    yield from _head("user", *(f"{int(budget):,} tokens" for budget in budgets))
    rows = {name: [name] for name in names}
    if half:
        rows |= {"first half": names[:half], "second half": names[half:]}
    for name, of in rows.items():
        yield _row(name, (fmean(users[budget][user] for user in of) for budget in budgets))
    yield _row("sd", found["sd"]["rules"].values())
    for name, row in found["renamed"].items():
        yield _row(f"{title(name)}, other names", row.values())
    yield f"| lines | {' | '.join(str(one) for one in found['lines']['rules'].values())} |"


def _of_categories(found: Found) -> Iterator[str]:
    rows = found["by_category"]
    kinds = list(next(iter(next(iter(rows.values())).values())))
    yield "\nETR by the kind of question: memories at 4,000 tokens, searches at 1,000\n"
    yield from _head("memory", *(CATEGORIES.get(kind, kind or "any") for kind in kinds))
    for name in sorted(rows, key=_place):
        budget = "1000" if name.startswith(("search", "bm25")) else "4000"
        yield _row(title(name), rows[name][budget].values())


def _provenance(found: Found) -> Iterator[str]:
    names = list(found["pv"])
    yield "\nHow true what is stored is to its sources\n"
    yield from _head("figure", *(title(name) for name in names))
    for figure, heading in _PROVEN.items():
        yield f"| {heading} | {' | '.join(_short(found[figure][name]) for name in names)} |"
    for part, heading in (
        ("exact", "CS: words found in what is cited"),
        ("around", "in that and beside it"),
        ("random", "in a random message of the thread"),
    ):
        yield f"| {heading} | {' | '.join(_short(found['cs'][name][part]) for name in names)} |"


def _efforts(found: Found) -> Iterator[str]:
    blast, tpt = found["blast"], found["tpt"]
    memories = [name for name in blast if name != "messages"]
    yield "\nBLAST: what is to be made anew when one message is deleted\n"
    yield from _head("memory", *(title(name) for name in memories))
    for figure in blast[memories[0]]:
        row = " | ".join(_short(blast[name][figure]) for name in memories)
        yield f"| {figure.replace('_', ' ')} | {row} |"
    yield "\nTokens, if memory were the messages themselves and cited\n"
    parts = [part for part in blast["messages"] if part != "share"]
    yield from _head(*parts)
    yield "| " + " | ".join(f"{blast['messages'][part]:,.1f}" for part in parts) + " |"
    written = ", ".join(f"{title(name)} {tokens}" for name, tokens in tpt["written"].items())
    yield (
        f"\nTPT: a settled thread is {tpt['transcript']} tokens to read; what is kept of it takes "
        f"(tokens): {written}. A talk that goes on is read {tpt['read_whole_again_ratio']} times "
        f"as much where it is read whole each day; reflecting each message and not each settled "
        f"thread reads {tpt['each_turn_ratio']} times as much."
    )


def _choices(found: Found) -> Iterator[str]:
    yield "\nDROP-REGRET: share of the possible ETR that a choice of lines loses\n"
    regret = found["regret"]
    choices = list(next(iter(next(iter(regret.values())).values())))
    yield from _head("memory", "tokens", "best ETR", *(_spelt(one) for one in choices[1:]))
    for name, rows in regret.items():
        for budget, row in rows.items():
            yield _row(f"{title(name)} | {int(budget):,}", row.values())
    yield "\nWhat BM25 still finds at 1,000 tokens when a pool kept so many tokens of messages\n"
    rows = found["two_stage"]
    sizes = list(next(iter(rows.values())))
    yield from _head("kept", *(f"{int(size):,} tokens" for size in sizes))
    for name, row in rows.items():
        yield _row(title(name), row.values())
    if found["formats"]:
        yield "\nETR at 4,000 tokens of what was recorded, by the form of a line\n"
        yield from _head("form", *(_spelt(one) for one in next(iter(found["formats"].values()))))
        for name, row in found["formats"].items():
            tokens, *shares = row.values()
            yield _row(f"{_spelt(name)} | {tokens}", shares)


def _head(*names: str) -> Iterator[str]:
    yield "| " + " | ".join(names) + " |"
    yield "|---" * len(names) + "|"


def _row(name: str, shares: Iterable[float | None]) -> str:
    cells = ("" if share is None else f"{share:.3f}" for share in shares)
    return f"| {name} | " + " | ".join(cells) + " |"


def _short(figure: float | None) -> str:
    return "" if figure is None else f"{figure:,.4f}".rstrip("0").rstrip(".")


def _spelt(name: str) -> str:
    return {"keyword_idf": "keywords and rare words"}.get(name, name.replace("_", " "))


def _place(name: str) -> int:
    names: Sequence[str] = list(TITLES)
    return names.index(name) if name in TITLES else len(names)
