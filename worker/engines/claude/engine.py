"""The claude engine: each stage is one conversation with a model.

The SDK takes a second or two to import, so nothing here does before the first request.
"""

import json
from collections.abc import Callable, Sequence
from hashlib import sha256

from worker.engine import Ended, Receipt, Request, Work
from worker.engines.claude.agent import Agent
from worker.engines.claude.compiler import agent as compiler
from worker.engines.claude.config import Config, StageConfig
from worker.engines.claude.converse import Ask, converse
from worker.engines.claude.dropper import agent as dropper
from worker.engines.claude.observer import agent as observer
from worker.engines.claude.prices import Prices
from worker.engines.claude.reflector import agent as reflector
from worker.notes import ActiveNote, NoteProposal
from worker.records import (
    ActiveObservation,
    ActiveReflection,
    Chunk,
    Drop,
    Known,
    Proposal,
    ReflectionProposal,
    Role,
)
from worker.usage import Usage

_AGENTS = (observer, reflector, compiler, dropper)
# For an estimate, which should rather be too high. A chunk may be smaller than it could be.
_CHUNK = 10_000
# A transcript with its ids and times, in a tokenizer of three bytes a token instead of four.
_SHOWN = 1.6
# What is written: of a chunk, and for each token that is read.
_WRITTEN = 600
_WRITTEN_EACH = 0.2


class ClaudeEngine:
    """Observes, reflects, compiles and drops with Claude, by the models of a configuration.

    Raises UsageError when its table of prices cannot be read. `ask` sends a request: the Caller of
    the configuration, unless another is given.
    """

    name = "claude"
    reads = frozenset(Role)
    reflects = True
    compiles = True

    def __init__(self, config: Config, ask: Ask | None = None) -> None:
        self._config = config
        self._prices = Prices(config.prices)
        self._ask = ask
        self._models = tuple(dict.fromkeys(stage.model for stage in config.stages))
        self.model: str | None = ", ".join(self._models)
        said = [[one.PROMPT, one.TOOL.param] for one in _AGENTS]
        self.prompt_hash: str | None = sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Its models that have no price: what they cost is not known, so no cap in USD holds."""
        return tuple(model for model in self._models if not self._prices.knows(model))

    def observe(
        self,
        chunk: Chunk,
        known: Sequence[Known],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[Proposal]], Receipt],
        work: Work,
    ) -> Ended:
        agent = observer.Observer(chunk, known, reflections, hand_in, self._config.known_tokens)
        return self._converse(agent, self._config.observer, work)

    def reflect(
        self,
        pool: Sequence[ActiveObservation],
        reflections: Sequence[ActiveReflection],
        hand_in: Callable[[Sequence[ReflectionProposal]], Receipt],
        work: Work,
    ) -> Ended:
        agent = reflector.Reflector(pool, reflections, hand_in, self._config.shown_tokens)
        return self._converse(agent, self._config.reflector, work)

    def compile(
        self,
        learned: Sequence[Known],
        notes: Sequence[ActiveNote],
        hand_in: Callable[[Sequence[NoteProposal]], Receipt],
        work: Work,
    ) -> Ended:
        agent = compiler.Compiler(learned, notes, hand_in, self._config.notes_tokens)
        return self._converse(agent, self._config.compiler, work)

    def drop(
        self,
        pool: Sequence[ActiveObservation],
        target: int,
        hand_in: Callable[[Sequence[Drop]], Receipt],
        work: Work,
    ) -> Ended:
        agent = dropper.Dropper(pool, target, hand_in, self._config.shown_tokens)
        return self._converse(agent, self._config.dropper, work)

    def estimate(self, owed_tokens: int, pool_tokens: int) -> Usage:
        """One request for each chunk and each later stage, none of it from the cache."""
        config = self._config
        chunks = max(-(-owed_tokens // _CHUNK), 1)
        memory = round(min(pool_tokens, config.known_tokens) * _SHOWN)
        owed = round(owed_tokens / chunks * _SHOWN)
        pool = round(min(pool_tokens + chunks * _WRITTEN, config.shown_tokens) * _SHOWN)
        total = Usage()
        for _ in range(chunks):
            total += self._expected(config.observer, observer.PROMPT, owed + memory, owed)
        for stage, prompt in (
            (config.reflector, reflector.PROMPT),
            (config.dropper, dropper.PROMPT),
        ):
            total += self._expected(stage, prompt, pool, pool)
        # How many notes there are is not asked: no more is known of a user than the pool tells.
        notes = round(min(pool_tokens, config.notes_tokens) * _SHOWN)
        learned = round(min(chunks * _WRITTEN, config.notes_tokens) * _SHOWN)
        shown = learned + notes
        return total + self._expected(config.compiler, compiler.PROMPT, shown, shown)

    def request(
        self, chunk: Chunk, known: Sequence[Known], reflections: Sequence[ActiveReflection]
    ) -> Request:
        """What the observer's first request about a chunk would hold."""

        def nowhere(proposals: Sequence[Proposal]) -> Receipt:
            raise AssertionError("nothing is handed in where nothing is sent")

        agent = observer.Observer(chunk, known, reflections, nowhere, self._config.known_tokens)
        sent = json.dumps(dict(agent.tool)) + agent.system + agent.shown
        return Request(agent.system, agent.shown, -(-len(sent.encode()) // 3))

    def _expected(self, stage: StageConfig, prompt: str, shown: int, told: int) -> Usage:
        # A tool's schema is as long as a third of a prompt, or shorter.
        read = round(len(prompt.encode()) / 3 * 1.5) + shown
        written = min(stage.output_tokens, round(_WRITTEN + told * _WRITTEN_EACH))
        one = Usage(requests=1, tokens_in=read, tokens_out=written)
        return one + Usage(usd=self._prices.usd(stage.model, one))

    def _converse(self, agent: Agent, stage: StageConfig, work: Work) -> Ended:
        caching = self._config.caching
        cached = work.worth_caching if caching == "auto" else caching == "always"
        return converse(agent, stage, self._asking(), work, turns=self._config.turns, cached=cached)

    def _asking(self) -> Ask:
        if self._ask is None:
            from worker.engines.claude.call import Caller

            self._ask = Caller(self._config, self._prices)
        return self._ask
