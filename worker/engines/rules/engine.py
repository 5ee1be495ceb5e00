"""The rule engine: nothing to configure, nothing to pay, the same answer each time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from worker.engines.at_once import AtOnce
from worker.engines.rules import answers, changes, drops, english, german, korean, scene, spanish
from worker.engines.rules.changes import Statement
from worker.engines.rules.cues import says_a_change
from worker.engines.rules.excerpt import excerpt
from worker.engines.rules.finding import CORRECTION, Finding
from worker.engines.rules.material import own_words
from worker.engines.rules.salience import Salience, telling
from worker.engines.rules.sentences import Sentence, sentences
from worker.records import ActiveObservation, Chunk, Drop, Known, Message, Proposal, Relevance, Role

PER_MESSAGE = 20
PER_CHUNK = 100
# Of the small things that one message tells, so many: the most telling.
SMALL_PER_MESSAGE = 3
# A talk is about lives when so many of its statements surely are.
PERSONAL = 2
MAY_BE = 3
_LIVED = frozenset(["experience", "plan"])
# How many lines "Remember the following:" reaches.
_LISTED = 10
_WEIGHT = {Relevance.CRITICAL: 0, Relevance.HIGH: 1, Relevance.MEDIUM: 2, Relevance.LOW: 3}


# A message, the sentences its writer says, and what of them is worth keeping, in which words.
_Told = tuple[Message, Sequence[Sentence], Sequence[tuple[Finding, str]]]


@dataclass(frozen=True, slots=True)
class _Line:
    """A proposal, with what the rules say of it."""

    proposal: Proposal
    statement: Statement


class RuleEngine(AtOnce):
    """Finds what users say plainly of themselves, in English, Korean, Spanish and German.

    Only a user's own words become memory. An assistant that says "I deployed it" has not made the
    user deploy anything, and what a tool or a system message says is nobody's word. A question of
    the assistant is cited where the user's answer says nothing without it.

    How relevant a statement is: critical, what harms when it is forgotten (allergies, illnesses);
    high, what was asked to be remembered, who the user is, where they live and work, who is who to
    them, and what was decided; medium, preferences, plans with a date and what happens seldom in a
    life; low, what happens every day, and of that only the most telling in a message.
    """

    name = "rules"
    reads = frozenset({Role.USER})

    def propose(self, chunk: Chunk, known: Sequence[Known]) -> list[Proposal]:
        """One proposal for each sentence worth keeping, each citing the message that holds it."""
        told: list[_Told] = [
            (message, said, list(_findings(said)))
            for message in _as_themselves(chunk)
            for said in [own_words(sentences(message))]
        ]
        personal = _is_personal(told)
        before = {m.id: last for last, m in zip(chunk.messages, chunk.messages[1:], strict=False)}
        salience = Salience(one.content for one in known)
        lines: list[_Line] = []
        recent = 0
        for message, said, found in told:
            made = _lines(message, found, lines[recent:], personal)
            if not made and message.id in before:
                made = _answers(message, said, before[message.id], personal)
            recent = len(lines)
            lines += _share(made, salience)
        return _with_changes(_best(lines, PER_CHUNK, _relevance), known)

    def propose_drops(self, pool: Sequence[ActiveObservation], target: int) -> list[Drop]:
        """What brings the pool down to `target` tokens, most dispensable first; none critical."""
        return drops.propose_drops(pool, target)


def _is_personal(told: Sequence[_Told]) -> bool:
    """Whether a talk is about lives: some statements surely are, and more than are errands.

    Many that may be stand for one that surely is.
    """
    of_lives = [
        finding
        for *_, found in told
        for finding, _ in found
        if finding.category in _LIVED or (finding.category == "fact" and _is_of_who(finding))
    ]
    weak = sum(finding.weak for finding in of_lives)
    lived = len(of_lives) - weak
    errands = sum(english.is_errand(one.spoken) for _, said, _ in told for one in said)
    return lived > errands and lived + weak // MAY_BE >= PERSONAL


def _is_of_who(finding: Finding) -> bool:
    return finding.relevance is not Relevance.MEDIUM


def _as_themselves(chunk: Chunk) -> Iterator[Message]:
    """The user's messages, without those that are said in a scene."""
    played = False
    for at, message in enumerate((*chunk.before, *chunk.messages)):
        if message.role is Role.USER and message.counts:
            played = scene.goes_on(message.text, played)
            if not played and at >= len(chunk.before):
                yield message


def _lines(
    message: Message, found: Sequence[tuple[Finding, str]], recent: Sequence[_Line], personal: bool
) -> list[_Line]:
    """What a message says, and what it puts right of what was said just before."""
    lines: dict[str, _Line] = {}
    for finding, words in found:
        if finding.category == CORRECTION and _is_gesture(words):
            continue
        if finding.category == CORRECTION:
            line = _put_right(message, words, finding, recent, list(lines.values()))
        elif (finding.weak and not personal) or not _tells(finding, words):
            continue
        else:
            line = _line(message, finding, words, words)
        if line and line.proposal.content not in lines:
            lines[line.proposal.content] = line
    return list(lines.values())


def _is_gesture(words: str) -> bool:
    """Whether "*hugs you* I missed you" only looks like a correction, as "*Thursday" is one."""
    return words.startswith("*") and len(words.split()) > 3


def _tells(finding: Finding, words: str) -> bool:
    """Whether a line says anything: "Fixed!" says that something was, nobody will know what."""
    if finding.relevance is not Relevance.LOW:
        return bool(words)
    enough = 2 if korean.is_korean(words) else 3
    return len(words.split()) >= enough and telling(words) >= (2 if finding.weak else 1)


def _line(
    message: Message, finding: Finding, words: str, text: str, *also: str, replaces: str = ""
) -> _Line:
    sources = tuple(dict.fromkeys([*also, message.id]))
    proposal = Proposal(
        content=f"User: {words}",
        relevance=finding.relevance,
        category=finding.category,
        observed_at=message.at,
        source_ids=sources,
        supersedes=(replaces,) if replaces else (),
        needs=sources if len(sources) > 1 else (),
    )
    return _Line(proposal, Statement(proposal.content, finding, message.at, text))


def _put_right(
    message: Message,
    words: str,
    finding: Finding,
    recent: Sequence[_Line],
    here: Sequence[_Line],
) -> _Line | None:
    """What was said before, with its correction beside it and in its place."""
    before = [*recent, *here]
    last = here[-1].statement if here else None
    wrong = changes.put_right(words, finding, [one.statement for one in before], last)
    if wrong is None or wrong.content.endswith(f"(corrected: {words})"):
        return None
    cited = next(one.proposal for one in before if one.statement is wrong).source_ids
    content = f"{wrong.text} (corrected: {words})"
    return _line(message, wrong.finding, content, wrong.text, *cited, replaces=wrong.content)


def _answers(
    message: Message, said: Sequence[Sentence], last: Message, personal: bool
) -> list[_Line]:
    """What a message answers to the question just before it, with the question beside it."""
    question = answers.asked(last)
    if question is None or not (personal or answers.is_of_a_life(question)):
        return []
    words = answers.answer(said)
    if words is None:
        return []
    is_danger = _is_danger(question) and not answers.denies(words)
    relevance = Relevance.CRITICAL if is_danger else Relevance.LOW
    finding = Finding("fact", relevance, 0, 0, 0)
    return [_line(message, finding, f"{words} (asked: {question})", words, last.id)]


def _with_changes(lines: Sequence[_Line], known: Sequence[Known]) -> list[Proposal]:
    """The proposals, each with what it takes the place of among what came before it, and with what
    is known to have taken its place since.
    """
    proposals: list[Proposal] = []
    before: list[Statement] | None = None
    oldest = min((line.statement.at for line in lines), default=None)
    newer = (one for one in known if oldest and one.observed_at > oldest)
    later = [one for one in _read(newer) if _changes(one)]
    for at, line in enumerate(lines):
        proposal, statement = line.proposal, line.statement
        since = [one for one in later if one.at > statement.at]
        gone = [one.content for one in since if changes.superseded(one, [statement])]
        proposal = replace(proposal, replaced_by=tuple(gone))
        if _changes(statement):
            if before is None:
                before = _read(known)
            earlier = before + [one.statement for one in lines[:at]]
            replaced = changes.superseded(statement, earlier)
            every = dict.fromkeys((*proposal.supersedes, *replaced))
            proposal = replace(proposal, supersedes=tuple(every))
        proposals.append(proposal)
    return proposals


def _read(known: Iterable[Known]) -> list[Statement]:
    read = (changes.read(one.content, one.observed_at, _find) for one in known)
    return [statement for statement in read if statement]


def _changes(statement: Statement) -> bool:
    """Whether a statement says that something is not as it was."""
    finding = statement.finding
    return bool(finding.old or (finding.slot and says_a_change(statement.text)))


def _findings(said: Sequence[Sentence]) -> Iterator[tuple[Finding, str]]:
    """What is worth keeping of a message, and in which words."""
    found = {index: _find(sentence.spoken) for index, sentence in enumerate(said)}
    asked = {
        near: finding
        for index, finding in found.items()
        if finding and finding.bare
        for near in _meant_by(said, index)
    }
    for index, sentence in enumerate(said):
        finding = found[index]
        if request := asked.get(index):
            danger = Relevance.CRITICAL if _is_danger(sentence.spoken) else request.relevance
            finding = Finding(request.category, danger, 0, 0, len(sentence.text))
        if finding and not finding.bare:
            yield (
                finding,
                excerpt(sentence.text, finding.start, finding.said, finding.end),
            )


def _find(spoken: str) -> Finding | None:
    finding = korean.find(spoken) or spanish.find(spoken) or german.find(spoken)
    finding = finding or english.find(spoken)
    if finding and finding.category == "remember" and not finding.bare and _is_danger(spoken):
        return replace(finding, relevance=Relevance.CRITICAL)
    return finding


def _is_danger(spoken: str) -> bool:
    return any(language.DANGER.search(spoken) for language in (english, korean, spanish, german))


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


def _share(lines: Sequence[_Line], salience: Salience) -> list[_Line]:
    """A message's share of memory: all that matters up to a limit, of small things a few."""
    small = [one for one in lines if one.proposal.relevance is Relevance.LOW]
    kept = _best(small, SMALL_PER_MESSAGE, lambda one: -salience(one.statement.text))
    chosen = [one for one in lines if one.proposal.relevance is not Relevance.LOW or one in kept]
    for one in chosen:
        salience.add(one.statement.text)
    return _best(chosen, PER_MESSAGE, _relevance)


def _best(lines: Sequence[_Line], limit: int, rank: Callable[[_Line], float]) -> list[_Line]:
    """As many lines as the limit allows, the first by rank, in the order in which they stood."""
    if len(lines) <= limit:
        return list(lines)
    order = sorted(range(len(lines)), key=lambda at: rank(lines[at]))
    return [lines[at] for at in sorted(order[:limit])]


def _relevance(line: _Line) -> float:
    return _WEIGHT[line.proposal.relevance]
