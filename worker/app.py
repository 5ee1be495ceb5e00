"""Putting the parts together: settings in, a ready database and a finished run out."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from pathlib import Path

from worker import log
from worker.drain import Limits, Unwatched, Watcher, drain, shadowed
from worker.engine import Engine
from worker.errors import UsageError
from worker.jobs.retention import retain
from worker.preview import Preview, Previewing
from worker.records import Summary
from worker.reflect import Bounds, Reflector
from worker.run import exit_code, run
from worker.settings import Settings
from worker.stop import Stop
from worker.store.database import Database
from worker.store.embedded import Cluster
from worker.store.queue import Queue
from worker.store.retention import Retention
from worker.store.runs import Runs
from worker.store.shadow import ShadowQueue

PATIENCE_SECONDS = 20.0


def cluster(settings: Settings) -> Cluster:
    """The embedded Postgres that these settings name, running or not."""
    binaries = Path(settings.postgres_bin).expanduser() if settings.postgres_bin else None
    return Cluster(settings.cluster_directory, binaries=binaries)


def database_url(settings: Settings) -> str:
    """Where the database is; the embedded one is started if it has to be."""
    return settings.database_url or cluster(settings).start()


@contextmanager
def open_database(settings: Settings) -> Iterator[Database]:
    """The database, if it is at this version's revision.

    Raises UsageError when it is not: nothing may be claimed in a database of another shape.
    """
    with Database(database_url(settings)) as database:
        require_head(database)
        yield database


def require_head(database: Database) -> None:
    """Raise UsageError unless the database is at this version and its default zone is one."""
    there, head = Runs(database).schema_revision(), head_revision()
    if there is None:
        raise UsageError(
            "The database has no tables of reflection-worker yet.",
            "Make them: reflection-worker migrate",
        )
    if there < head:
        raise UsageError(
            f"The database is at revision {there}, this version needs {head}.",
            "Bring it there: reflection-worker migrate",
        )
    if there > head:
        raise UsageError(
            f"The database is at revision {there}, which is newer than this version knows "
            f"({head}).",
            "Install the version of reflection-worker that migrated it.",
        )
    if refused := Runs(database).refused_default_zone():
        raise UsageError(
            f"The database's reflection.default_timezone is {refused!r}, which is no zone.",
            "Use an Area/City name: alter database NAME set reflection.default_timezone = 'UTC';",
        )


def migrations_directory() -> Path:
    """Where the migrations are: inside an installed package, beside it in a checkout."""
    package = Path(str(resources.files("worker")))
    inside = package / "migrations"
    return inside if inside.is_dir() else package.parent / "migrations"


def head_revision() -> str:
    """The newest revision there is, by its file name: Alembic takes half a second to ask."""
    return max(
        path.name.partition("_")[0]
        for path in (migrations_directory() / "versions").glob("[0-9]*_*.py")
    )


def engine(settings: Settings) -> Engine:
    """The engine that the settings name. Raises UsageError when it cannot be used."""
    if settings.chosen_engine == "claude":
        return _claude(settings, os.environ)
    from worker.engines.rules import RuleEngine

    return RuleEngine()


def _claude(settings: Settings, environment: Mapping[str, str]) -> Engine:
    from worker.engines.claude.config import Config, StageConfig
    from worker.engines.claude.credentials import check
    from worker.engines.claude.engine import ClaudeEngine

    def stage(name: str) -> StageConfig:
        effort = getattr(settings, f"{name}_effort") or settings.effort
        return StageConfig(
            model=getattr(settings, f"{name}_model") or settings.model,
            effort=None if effort == "none" else effort,
            output_tokens=getattr(settings, f"{name}_output_tokens"),
        )

    config = Config(
        provider=settings.provider,
        api_key=settings.api_key,
        auth_token=settings.auth_token,
        base_url=settings.base_url,
        observer=stage("observer"),
        reflector=stage("reflector"),
        compiler=stage("compiler"),
        dropper=stage("dropper"),
        known_tokens=settings.known_tokens,
        turns=settings.turns,
        caching=settings.caching,
        prices=settings.prices,
    )
    check(config, environment)
    chosen = ClaudeEngine(config)
    caps = settings.caps
    if chosen.unpriced and (caps.usd is not None or caps.user_usd is not None):
        raise UsageError(
            f"A cap in USD is set, but {', '.join(chosen.unpriced)} has no price.",
            'Set it, for a million tokens: REFLECTION_PRICES={"MODEL": {"input": 1, "output": 5}}',
        )
    return chosen


def run_drain(
    settings: Settings,
    *,
    max_threads: int | None,
    claim_seconds: float,
    stop: Stop,
    with_engine: Engine | None = None,
    watch: Watcher | None = None,
    shadow: bool = False,
) -> tuple[Summary, int, int]:
    """One tick as the CronJob does it: its summary, its id in the run history, its exit code.

    `max_threads` None goes on until the queue is empty. `shadow`: what is found is not written, but
    kept to be looked at. Raises UsageError before any claim when something is wrongly set up.
    """
    chosen = with_engine or engine(settings)
    # Listening comes first: as process 1 of a container an early SIGTERM would be lost.
    with stop.installed(), open_database(settings) as database:
        runs = Runs(database)
        run_id = runs.start(settings.trigger, settings.worker, chosen.name)
        queue = _queue(settings, database, chosen, run_id, ShadowQueue if shadow else Queue)
        reflect = Reflector(queue, chosen, _bounds(settings), time.monotonic, stop)
        limits = Limits(max_threads, claim_seconds)
        ending = shadowed(reflect) if shadow else reflect

        def work() -> Summary:
            done = drain(queue, ending, limits, time.monotonic, stop, watch or Unwatched())
            spent = reflect.spent
            return replace(
                done,
                requests=spent.requests,
                tokens_in=spent.tokens_in,
                tokens_out=spent.tokens_out,
                tokens_cached=spent.tokens_cached,
                usd=spent.usd,
                engine=chosen.name,
                model=chosen.model,
            )

        summary = run(runs, run_id, work)
        return summary, run_id, exit_code(summary, stop.asked_by)


def rehearse_drain(
    settings: Settings,
    *,
    max_threads: int | None,
    claim_seconds: float,
    stop: Stop,
    with_engine: Engine | None = None,
    texts: bool = True,
) -> tuple[Summary, list[Preview]]:
    """The same drain with nothing sent, and all of it undone: what it would take, and send of it.

    `texts`: keep what the requests would say, which takes as much room as the backlog is long.
    What the threads before it would have remembered is not in what is shown of the later ones.
    """
    chosen = with_engine or engine(settings)
    for model in getattr(chosen, "unpriced", ()):
        log.get().warning("model.unpriced", model=model, to_do="Set REFLECTION_PRICES.")
    previewing = Previewing(chosen, texts=texts)
    with stop.installed(), open_database(settings) as database, database.rehearsal():
        queue = _queue(settings, database, previewing, None)
        reflect = Reflector(queue, previewing, _bounds(settings), time.monotonic, stop)
        limits = Limits(max_threads, claim_seconds)
        done = drain(queue, reflect, limits, time.monotonic, stop)
    summary = replace(done, engine=previewing.name, model=previewing.model)
    return summary, previewing.previews


def run_retention(settings: Settings, *, stop: Stop, dry_run: bool) -> dict[str, int]:
    """History that is older than the settings keep, taken away: how many rows of each table."""
    with stop.installed(), open_database(settings) as database:
        history = Retention(
            database,
            claims_days=settings.keep_claims_days or None,
            runs_days=settings.keep_runs_days or None,
            dropped_days=settings.keep_dropped_days or None,
        )
        return retain(history, stop, dry_run=dry_run)


def _queue(
    settings: Settings,
    database: Database,
    chosen: Engine,
    run_id: int | None,
    kind: type[Queue] = Queue,
) -> Queue:
    return kind(
        database,
        worker=settings.worker,
        engine=chosen.name,
        model=chosen.model,
        prompt_hash=chosen.prompt_hash,
        caps=settings.caps,
        # A failover takes seconds, and what was paid for would be paid for again.
        patience=PATIENCE_SECONDS if chosen.model else 0.0,
        lease_seconds=settings.lease_seconds,
        max_attempts=settings.max_attempts,
        run_id=run_id,
    )


def _bounds(settings: Settings) -> Bounds:
    return Bounds(
        chunk_tokens=settings.chunk_tokens,
        thread_seconds=settings.thread_seconds,
        pool_tokens=settings.pool_tokens,
        call_seconds=settings.call_seconds,
        lease_seconds=settings.lease_seconds,
    )
