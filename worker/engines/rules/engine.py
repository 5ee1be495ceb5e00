"""The rule engine: nothing to configure, nothing to pay, the same answer each time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from worker.engines.rules import answers, drops, english, korean
from worker.engines.rules.excerpt import excerpt
from worker.engines.rules.finding import Finding
from worker.engines.rules.material import own_words
from worker.engines.rules.salience import telling
from worker.engines.rules.sentences import Sentence, sentences
from worker.records import ActiveObservation, Chunk, Drop, Known, Message, Proposal, Relevance, Role

PER_MESSAGE = 20
PER_CHUNK = 100
# How many lines "Remember the following:" reaches.
_LISTED = 10
_WEIGHT = {Relevance.CRITICAL: 0, Relevance.HIGH: 1, Relevance.MEDIUM: 2, Relevance.LOW: 3}


class RuleEngine:
    """Finds what users say plainly of themselves, in English and Korean.

    Only a user's own words become memory. An assistant that says "I deployed it" has not made the
    user deploy anything, and what a tool or a system message says is nobody's word.
    """

    name = "rules"
    model: str | None = None
    reads = frozenset({Role.USER})

    def observe(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        """One proposal for each sentence worth keeping, each citing the message that holds it."""
        told = [
            (message, said, list(_findings(said)))
            for message in chunk.messages
            if message.role is Role.USER and message.counts
            for said in [own_words(sentences(message))]
        ]
        personal = sum(not finding.weak for *_, found in told for finding, _ in found) >= 2
        before = dict(zip((m.id for m in chunk.messages), (None, *chunk.messages), strict=False))
        proposals: list[Proposal] = []
        for message, said, found in told:
            kept = _proposals(message, [one for one in found if personal or not one[0].weak])
            if not kept and (last := before[message.id]):
                kept = _answers(message, said, last, personal)
            proposals += _most_relevant(kept, PER_MESSAGE)
        return _most_relevant(proposals, PER_CHUNK)

    def propose_drops(self, pool: Sequence[ActiveObservation]) -> list[Drop]:
        """All of the pool that may go, most dispensable first; never a critical one."""
        return drops.propose_drops(pool)


def _proposals(message: Message, found: Sequence[tuple[Finding, str]]) -> list[Proposal]:
    proposals: dict[str, Proposal] = {}
    for finding, words in found:
        if finding.relevance is Relevance.LOW and (
            len(words.split()) < 3 or telling(words) < (2 if finding.weak else 1)
        ):
            # "Fixed!" says that something was, and nobody will know what.
            continue
        content = f"User: {words}"
        if words and content not in proposals:
            proposals[content] = Proposal(
                content=content,
                relevance=finding.relevance,
                category=finding.category,
                observed_at=message.at,
                source_ids=(message.id,),
            )
    return list(proposals.values())


def _answers(
    message: Message, said: Sequence[Sentence], last: Message, personal: bool
) -> list[Proposal]:
    """What a message answers to the question just before it, with the question beside it."""
    question = answers.asked(last)
    if question is None or not (personal or answers.is_of_a_life(question)):
        return []
    words = answers.answer(said)
    if words is None:
        return []
    return [
        Proposal(
            content=f"User: {words} (asked: {question})",
            relevance=Relevance.LOW,
            category="answer",
            observed_at=message.at,
            source_ids=(last.id, message.id),
        )
    ]


def _findings(said: Sequence[Sentence]) -> Iterator[tuple[Finding, str]]:
    """What is worth keeping of a message, and in which words."""
    found = {index: _find(sentence) for index, sentence in enumerate(said)}
    asked = {
        near: finding
        for index, finding in found.items()
        if finding and finding.bare
        for near in _meant_by(said, index)
    }
    for index, sentence in enumerate(said):
        finding = found[index]
        if request := asked.get(index):
            danger = Relevance.CRITICAL if _is_danger(sentence) else request.relevance
            finding = Finding(request.category, danger, 0, 0, len(sentence.text))
        if finding and not finding.bare:
            yield (
                finding,
                excerpt(sentence.text, finding.start, finding.said, finding.end),
            )


def _find(sentence: Sentence) -> Finding | None:
    finding = korean.find(sentence.spoken) or english.find(sentence.spoken)
    if finding and finding.category == "remember" and not finding.bare and _is_danger(sentence):
        return replace(finding, relevance=Relevance.CRITICAL)
    return finding


def _is_danger(sentence: Sentence) -> bool:
    return any(language.DANGER.search(sentence.spoken) for language in (english, korean))


def _meant_by(said: Sequence[Sentence], index: int) -> list[int]:
    """Which sentences "Please remember this" means: the lines of the list that it announces, else
    its neighbour. In Korean the request comes last.
    """
    if said[index].text.endswith(":") and index + 1 < len(said):
        paragraph = said[index + 1].paragraph
        listed = range(index + 1, min(index + 1 + _LISTED, len(said)))
        meant = [near for near in listed if said[near].paragraph == paragraph]
    elif index + 1 < len(said) and (index == 0 or not korean.is_korean(said[index].spoken)):
        meant = [index + 1]
    else:
        meant = [index - 1] if index else []
    return [near for near in meant if not english.is_question(said[near].spoken)]


def _most_relevant(proposals: list[Proposal], limit: int) -> list[Proposal]:
    if len(proposals) <= limit:
        return proposals
    order = sorted(range(len(proposals)), key=lambda at: _WEIGHT[proposals[at].relevance])
    return [proposals[at] for at in sorted(order[:limit])]
