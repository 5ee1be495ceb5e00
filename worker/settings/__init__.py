"""Settings: one frozen object from the environment, every one named once."""

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import Field, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError
from marshmallow import fields as kinds
from marshmallow.validate import OneOf, Range
from platformdirs import user_data_path

from worker.errors import UsageError
from worker.settings.model import ModelSettings
from worker.settings.setting import setting

TRIGGERS = ("manual", "cron", "schedule")
ENGINES = ("auto", "claude", "rules")
LOG_FORMATS = ("auto", "console", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")


# A Service called reflection-worker puts such variables into every pod beside it.
_OF_KUBERNETES = re.compile(r"_SERVICE_(HOST|PORT)(_\w+)?$|_PORT(_\d+_(TCP|UDP|SCTP)(_\w+)?)?$")


def _data_dir() -> str:
    """The user's own folder for data, or, for a user that has none, one for all temporary files."""
    try:
        return str(user_data_path("reflection-worker"))
    except RuntimeError:
        # Neither HOME nor an entry in passwd: a bare uid in a container.
        return os.path.join(gettempdir(), f"reflection-worker-{os.getuid()}")


@dataclass(frozen=True, slots=True)
class Settings(ModelSettings):
    """What the environment asks for. Durations are seconds, sizes are tokens."""

    database_url: str | None = setting(
        "DATABASE_URL",
        kinds.String(),
        None,
        "Where the chat database is, as a libpq URL. Unset: the embedded Postgres.",
        address=True,
    )
    data_dir: str = setting(
        "REFLECTION_DATA_DIR",
        kinds.String(),
        _data_dir(),
        "Where the embedded Postgres keeps its data.",
    )
    postgres_bin: str | None = setting(
        "REFLECTION_POSTGRES_BIN",
        kinds.String(),
        None,
        "Folder of the PostgreSQL programs to embed. Unset: the wheel's, else those installed.",
    )
    engine: str = setting(
        "REFLECTION_ENGINE",
        kinds.String(validate=OneOf(ENGINES)),
        "auto",
        "What reflects: claude, rules (no key, no cost), or auto: claude if it has credentials.",
    )
    max_threads: int = setting(
        "REFLECTION_MAX_THREADS",
        kinds.Integer(validate=Range(1, 1_000_000)),
        5,
        "Claims a drain makes before it stops, whatever their outcome.",
    )
    claim_seconds: float = setting(
        "REFLECTION_CLAIM_SECONDS",
        kinds.Float(validate=Range(0, 86_400)),
        180.0,
        "For how long a drain starts claims. Work under way is never cut by it.",
    )
    thread_seconds: float = setting(
        "REFLECTION_THREAD_SECONDS",
        kinds.Float(validate=Range(1, 86_400)),
        1500.0,
        "For how long one thread may take. What was observed by then is kept.",
    )
    lease_seconds: float = setting(
        "REFLECTION_LEASE_SECONDS",
        kinds.Float(validate=Range(1, 86_400)),
        600.0,
        "How long a claim lasts unless it is renewed.",
    )
    max_attempts: int = setting(
        "REFLECTION_MAX_ATTEMPTS",
        kinds.Integer(validate=Range(1, 1000)),
        3,
        "Attempts a thread gets before it is given up.",
    )
    chunk_tokens: int = setting(
        "REFLECTION_CHUNK_TOKENS",
        kinds.Integer(validate=Range(500, 1_000_000)),
        20_000,
        "Tokens of transcript that one observation pass looks at.",
    )
    pool_tokens: int = setting(
        "REFLECTION_POOL_TOKENS",
        kinds.Integer(validate=Range(100, 10_000_000)),
        10_000,
        "Tokens of observations a user may have before some are dropped.",
    )
    memory_tokens: int = setting(
        "REFLECTION_MEMORY_TOKENS",
        kinds.Integer(validate=Range(1, 10_000_000)),
        4_000,
        "Tokens of memory that `memory USER` shows.",
    )
    keep_claims_days: int = setting(
        "REFLECTION_KEEP_CLAIMS_DAYS",
        kinds.Integer(validate=Range(0, 36_500)),
        400,
        "For how many days `retain` keeps what claims did and cost. 0: for good.",
    )
    keep_runs_days: int = setting(
        "REFLECTION_KEEP_RUNS_DAYS",
        kinds.Integer(validate=Range(0, 36_500)),
        400,
        "For how many days `retain` keeps runs, longer if a claim of theirs is kept. 0: for good.",
    )
    keep_dropped_days: int = setting(
        "REFLECTION_KEEP_DROPPED_DAYS",
        kinds.Integer(validate=Range(0, 36_500)),
        0,
        "For how many days `retain` keeps observations that were dropped. 0: for good.",
    )
    worker: str = setting(
        "REFLECTION_WORKER",
        kinds.String(),
        f"{socket.gethostname()}:{os.getpid()}",
        "Name under which claims are held, for people to read.",
    )
    trigger: str = setting(
        "REFLECTION_TRIGGER",
        kinds.String(validate=OneOf(TRIGGERS)),
        "manual",
        "What started this run, for the run history: manual, cron or schedule.",
    )
    log_level: str = setting(
        "REFLECTION_LOG_LEVEL",
        kinds.String(validate=OneOf(LOG_LEVELS)),
        "info",
        "The least that is logged: debug, info, warning or error.",
    )
    log_format: str = setting(
        "REFLECTION_LOG_FORMAT",
        kinds.String(validate=OneOf(LOG_FORMATS)),
        "auto",
        "console, json, or auto: console on a terminal, JSON lines elsewhere.",
    )

    @property
    def chosen_engine(self) -> str:
        """The engine that reflects: `auto` is claude if there is a way to be let in, else rules."""
        if self.engine != "auto":
            return self.engine
        return "claude" if self.has_credentials else "rules"

    @property
    def cluster_directory(self) -> Path:
        return Path(self.data_dir).expanduser() / "postgres"


def all_settings() -> tuple[Field[Any], ...]:
    """The settings as they are shown; `metadata` has variable, kind, meaning and secret."""
    of_the_model = fields(ModelSettings)
    return (*(one for one in fields(Settings) if one not in of_the_model), *of_the_model)


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings that an environment asks for.

    Raises UsageError listing every variable that is unknown or has a bad value. Only names that
    start with REFLECTION_ can be unknown. A variable set to nothing counts as unset.
    """
    given = {name: value for name, value in environment.items() if value.strip()}
    known = {setting.metadata["variable"]: setting for setting in all_settings()}
    problems = []
    for name in sorted(given):
        if name.startswith("REFLECTION_") and name not in known and not _OF_KUBERNETES.search(name):
            near = get_close_matches(name, known, n=1)
            problems.append(
                f"{name} is no setting" + (f"; did you mean {near[0]}?" if near else ".")
            )
    values: dict[str, Any] = {}
    try:
        reader = Schema.from_dict(
            {name: setting.metadata["kind"] for name, setting in known.items()}
        )
        values = reader().load(given, unknown=EXCLUDE)
    except ValidationError as error:
        for name, reasons in error.messages_dict.items():
            metadata = known[name].metadata
            hidden = metadata["secret"] or metadata["address"]
            said = "what it is" if hidden else repr(given[name])
            problems.append(f"{name} cannot be {said}: {' '.join(reasons)}")
    if problems:
        raise UsageError(
            "These settings cannot be used:\n  "
            + "\n  ".join(problems)
            + "\nSettings are: "
            + ", ".join(known)
        )
    return Settings(**{known[name].name: value for name, value in values.items()})


def shown(setting: Field[Any], value: Any) -> Any:
    """The value of a setting as it may be shown: *** for a secret, an address without passwords."""
    if value is not None and setting.metadata["secret"]:
        return "***"
    return masked(value) if value is not None and setting.metadata["address"] else value


def masked(url: str) -> str:
    """A URL, or a libpq connection string, without its passwords.

    A password that was not encoded as it should have been is covered as well.
    """
    if re.match(r"\s*[\w+.-]+://", url):
        url = re.sub(r"(?s)(://[^:@/?#]*):.*@", r"\1:***@", url)
        return re.sub(r"([?&]\w*password=)[^&]*", r"\1***", url)
    quoted, bare = r"'(?:\\.|[^'\\])*'?", r"(?:\\.|[^\s\\])*"
    return re.sub(rf"(?s)(password\s*=\s*)({quoted}|{bare})", r"\1***", url)
