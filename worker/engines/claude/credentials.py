"""Whether there is a way to be let in: found before any claim, without asking anybody."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from worker.engines.claude.config import Config
from worker.errors import UsageError

# What to do when one is not let in.
LET_IN = {
    "anthropic": (
        "Set ANTHROPIC_API_KEY to a key that is in force. Without a key: ANTHROPIC_AUTH_TOKEN, "
        "ANTHROPIC_PROFILE, or identity federation (ANTHROPIC_FEDERATION_RULE_ID, "
        "ANTHROPIC_ORGANIZATION_ID and ANTHROPIC_IDENTITY_TOKEN_FILE)."
    ),
    "bedrock": (
        "Give it AWS credentials that may invoke the model: AWS_BEARER_TOKEN_BEDROCK, AWS_PROFILE, "
        "AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY, or a role of the machine; and see that "
        "AWS_REGION has the model."
    ),
    "vertex": (
        "Give it Google credentials that may call the model: GOOGLE_APPLICATION_CREDENTIALS, "
        "`gcloud auth application-default login`, or a service account of the machine; and see "
        "that CLOUD_ML_REGION has the model."
    ),
}
_FEDERATION = ("ANTHROPIC_FEDERATION_RULE_ID", "ANTHROPIC_ORGANIZATION_ID")
_TOKENS = ("ANTHROPIC_IDENTITY_TOKEN_FILE", "ANTHROPIC_IDENTITY_TOKEN")


def is_installed(module: str) -> bool:
    """Whether a module could be imported; it is not."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def check(
    config: Config,
    environment: Mapping[str, str],
    installed: Callable[[str], bool] = is_installed,
) -> None:
    """Raise UsageError, which says what to set or install, if nobody would let us in.

    Whether credentials are in force only a request can tell.
    """
    given = {name: value for name, value in environment.items() if value.strip()}
    if config.provider == "bedrock":
        _check_bedrock(given, installed)
    elif config.provider == "vertex":
        _check_vertex(given, installed)
    elif config.api_key or config.auth_token:
        _check_secret("ANTHROPIC_API_KEY", config.api_key)
        _check_secret("ANTHROPIC_AUTH_TOKEN", config.auth_token)
    else:
        _check_ambient(given)


def _check_secret(name: str, secret: str | None) -> None:
    """A header takes no other characters: most often a line break came along from a file."""
    if secret is not None and not all("!" <= character <= "~" for character in secret):
        raise UsageError(
            f"{name} holds a space, a line break or a character that no key has.",
            "Set it to the key alone.",
        )


def _check_ambient(given: Mapping[str, str]) -> None:
    """What the SDK looks for by itself, in its order."""
    folder = _folder(given)
    missing = _missing_of_federation(given)
    if profile := given.get("ANTHROPIC_PROFILE"):
        _check_profile(folder, profile)
    elif not missing:
        _check_token_file(given)
    elif profile := _active(given, folder):
        _check_profile(folder, profile)
    elif len(missing) < len(_FEDERATION) + 1:
        raise UsageError(
            f"Identity federation is set up in part: {', '.join(missing)} is missing.",
            "Set that too, or ANTHROPIC_API_KEY.",
        )
    else:
        raise UsageError(
            "The engine claude has no credentials.",
            f"{LET_IN['anthropic']} Or reflect without a model: REFLECTION_ENGINE=rules",
        )


def _folder(given: Mapping[str, str]) -> Path | None:
    """Where the SDK's profiles are."""
    if named := given.get("ANTHROPIC_CONFIG_DIR"):
        return Path(named)
    try:
        home = Path(given["HOME"]) if "HOME" in given else Path.home()
    except RuntimeError:
        return None
    return home / ".config" / "anthropic"


def _active(given: Mapping[str, str], folder: Path | None) -> str | None:
    """The profile that is used when none is named, if there is one."""
    if folder is None:
        return None
    try:
        pointed_at = (folder / "active_config").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        pointed_at = ""
    there = "ANTHROPIC_CONFIG_DIR" in given or (folder / "configs" / "default.json").is_file()
    return pointed_at or ("default" if there else None)


def _check_profile(folder: Path | None, profile: str) -> None:
    bare = Path(profile).name == profile and not profile.startswith(".") and "\0" not in profile
    if not bare or folder is None or not (folder / "configs" / f"{profile}.json").is_file():
        raise UsageError(
            f"There is no profile {profile!r} to be let in with: configs/{profile}.json is missing"
            f" in {folder or 'a home folder'}.",
            "Name one that there is with ANTHROPIC_PROFILE, or set ANTHROPIC_API_KEY.",
        )


def _missing_of_federation(given: Mapping[str, str]) -> list[str]:
    missing = [name for name in _FEDERATION if name not in given]
    return missing if any(name in given for name in _TOKENS) else [*missing, _TOKENS[0]]


def _check_token_file(given: Mapping[str, str]) -> None:
    file = given.get(_TOKENS[0])
    if file and not Path(file).is_file():
        raise UsageError(
            f"ANTHROPIC_IDENTITY_TOKEN_FILE names no file: {file}",
            "Mount the token there (in Kubernetes: a projected serviceAccountToken volume).",
        )


def _check_bedrock(given: Mapping[str, str], installed: Callable[[str], bool]) -> None:
    _check_extra("bedrock", ("boto3", "botocore"), installed)
    if "AWS_REGION" in given or "AWS_DEFAULT_REGION" in given:
        return
    file = given.get("AWS_CONFIG_FILE") or Path(given.get("HOME", "/"), ".aws", "config")
    if not Path(file).is_file():
        raise UsageError(
            "Bedrock needs to know a region.", "Set AWS_REGION, such as AWS_REGION=us-east-1"
        )


def _check_vertex(given: Mapping[str, str], installed: Callable[[str], bool]) -> None:
    _check_extra("vertex", ("google.auth",), installed)
    needed = ("CLOUD_ML_REGION", "ANTHROPIC_VERTEX_PROJECT_ID")
    if missing := [name for name in needed if name not in given]:
        raise UsageError(
            f"Vertex needs to know {' and '.join(missing)}.",
            "Set the region that serves the model (such as global) and the project's id.",
        )
    file = given.get("GOOGLE_APPLICATION_CREDENTIALS")
    if file and not Path(file).is_file():
        raise UsageError(
            f"GOOGLE_APPLICATION_CREDENTIALS names no file: {file}", "Name one that there is."
        )


def _check_extra(extra: str, modules: tuple[str, ...], installed: Callable[[str], bool]) -> None:
    if missing := [module for module in modules if not installed(module)]:
        raise UsageError(
            f"REFLECTION_PROVIDER={extra} needs {' and '.join(missing)}, not installed here.",
            f"Install it: pip install 'reflection-worker[{extra}]'",
        )
