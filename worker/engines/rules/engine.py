"""The rule engine: nothing to configure, nothing to pay, the same answer each time."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from worker.engines.rules import drops, english, german, korean, spanish
from worker.engines.rules.excerpt import excerpt
from worker.engines.rules.finding import Finding
from worker.engines.rules.material import own_words
from worker.engines.rules.sentences import Sentence, sentences
from worker.records import ActiveObservation, Chunk, Drop, Known, Message, Proposal, Relevance, Role

PER_MESSAGE = 20
PER_CHUNK = 100
# How many lines "Remember the following:" reaches.
_LISTED = 10
_WEIGHT = {Relevance.CRITICAL: 0, Relevance.HIGH: 1, Relevance.MEDIUM: 2, Relevance.LOW: 3}


class RuleEngine:
    """Finds what users say plainly of themselves, in English, Korean, Spanish and German.

    Only a user's own words become memory. An assistant that says "I deployed it" has not made the
    user deploy anything, and what a tool or a system message says is nobody's word.
    """

    name = "rules"
    model: str | None = None
    reads = frozenset({Role.USER})

    def observe(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        """One proposal for each sentence worth keeping, each citing the message that holds it."""
        found: list[Proposal] = []
        for message in chunk.messages:
            if message.role is Role.USER and message.counts:
                found += _most_relevant(_proposals(message), PER_MESSAGE)
        return _most_relevant(found, PER_CHUNK)

    def propose_drops(self, pool: Sequence[ActiveObservation]) -> list[Drop]:
        """All of the pool that may go, most dispensable first; never a critical one."""
        return drops.propose_drops(pool)


def _proposals(message: Message) -> list[Proposal]:
    proposals: dict[str, Proposal] = {}
    for finding, words in _findings(own_words(sentences(message))):
        if finding.relevance is Relevance.LOW and len(words.split()) < 3:
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
    spoken = sentence.spoken
    finding = korean.find(spoken) or spanish.find(spoken) or german.find(spoken)
    finding = finding or english.find(spoken)
    if finding and finding.category == "remember" and not finding.bare and _is_danger(sentence):
        return replace(finding, relevance=Relevance.CRITICAL)
    return finding


def _is_danger(sentence: Sentence) -> bool:
    languages = (english, korean, spanish, german)
    return any(language.DANGER.search(sentence.spoken) for language in languages)


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
