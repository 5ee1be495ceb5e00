"""What a failed attempt means: whose fault it is, and whether another attempt may help.

Whose fault is told by the error's type and the status, which are stable. Nothing that a server
wrote goes into the texts but words that stand for a kind of thing, such as its request id.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import anthropic

from worker.engines.claude.credentials import LET_IN
from worker.engines.claude.reply import word
from worker.errors import DependencyFailed, Misconfigured, ThreadFailed, TooLong

# What the types of errors come to, for a stream that went well so far and so names only the type.
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "conflict_error": 409,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
    # As Bedrock names them.
    "validationException": 400,
    "throttlingException": 429,
}
# Some say 400 where they mean these.
_TOLD_BY_TYPE = frozenset({"authentication_error", "billing_error", "permission_error"})
_TOO_LONG = frozenset({"request_too_large", "exceed_context_size_error"})
# Waiting for minutes does not help with these.
_SPENT = frozenset(
    {
        "contract_spend_limit_reached",
        "enforced_spend_limit_reached",
        "linked_organization_spend_limit_reached",
        "organization_on_hold",
    }
)
_AGAIN = frozenset({408, 409, 429})
_CLOUDS = ("boto3", "botocore", "google")


class Refused(ThreadFailed):
    """The request itself was refused: by what the thread holds, or by how every request is."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What one attempt came to; `again` if another may do better, no sooner than in `after`."""

    error: Exception
    again: bool = False
    after: float | None = None


def failure(error: Exception, model: str, provider: str, *, sent: bool) -> Failure:
    """What an error that an attempt raised means; `sent` if the request had gone out."""
    if isinstance(error, anthropic.APIStatusError):
        return _of_status(error, model, provider)
    if isinstance(error, anthropic.APITimeoutError):
        return Failure(DependencyFailed("The model sent nothing for too long."), again=True)
    if isinstance(error, anthropic.APIConnectionError):
        cause = type(error.__cause__ or error).__name__
        return Failure(
            DependencyFailed(f"The connection to the model failed: {cause}."), again=True
        )
    if isinstance(error, anthropic.APIError):
        told = f"The model's answer could not be read: {type(error).__name__}."
        return Failure(DependencyFailed(told), again=True)
    if isinstance(error, anthropic.AnthropicError) or type(error).__module__.startswith(_CLOUDS):
        return _of_credentials(error, provider)
    if not sent and provider != "anthropic":
        # Its client looks for the credentials only now, and says so in whatever way.
        return _of_credentials(error, provider)
    if not sent:
        # It could not even be written: for what it holds, or for what every request holds.
        return Failure(Refused(f"The request could not be sent: {type(error).__name__}."))
    told = f"The model's answer could not be read: {type(error).__name__}."
    return Failure(DependencyFailed(told), again=True)


def cut(request_id: str | None) -> Failure:
    """What a stream means that ended before the reply did."""
    told = f"The model's answer broke off{_of(request_id)}."
    return Failure(DependencyFailed(told), again=True)


def _of_status(error: anthropic.APIStatusError, model: str, provider: str) -> Failure:
    status = error.status_code
    by_type = status < 400 or (status < 429 and error.type in _TOLD_BY_TYPE)
    meant = _STATUS.get(str(error.type), status) if by_type else status
    again = meant >= 500 or meant in _AGAIN or meant < 400
    if error.response.headers.get("x-should-retry") == "false" or error.error_code in _SPENT:
        again = False
    facts = _facts(error)
    if status == 413 or str(error.type) in _TOO_LONG or (meant == 400 and _says_too_long(error)):
        return Failure(TooLong(f"It is too long for the model: {facts}."))
    if meant in (400, 422):
        return Failure(Refused(f"The model refused the request: {facts}."))
    if meant == 401:
        return Failure(Misconfigured(f"The credentials were refused: {facts}.", LET_IN[provider]))
    if meant == 402 or error.error_code in _SPENT:
        told = f"The account is not billed any more: {facts}."
        return Failure(DependencyFailed(told, "See to its credit, its limits or its billing."))
    if meant == 403 and error.type is None and provider == "anthropic":
        # Not the API's own: a firewall on the way reads along, and may dislike what was said.
        return Failure(Refused(f"The request was not let through: {facts}."))
    if meant == 403:
        told = f"The credentials do not allow the model {model}: {facts}."
        return Failure(Misconfigured(told, f"Allow it, or: {LET_IN[provider]}"))
    if meant == 404:
        told = f"There is no model {model} to call: {facts}."
        return Failure(Misconfigured(told, "Set REFLECTION_MODEL to one there is. " + _WHERE))
    told = f"The model could not answer: {facts}."
    return Failure(DependencyFailed(told), again, _after(error.response.headers))


_WHERE = "If it is called through a gateway, see that ANTHROPIC_BASE_URL is right."


def _of_credentials(error: Exception, provider: str) -> Failure:
    """The credentials that the environment brings could not be read, exchanged or renewed."""
    told = f"The credentials of the environment cannot be used: {type(error).__name__}."
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and (status >= 500 or status in _AGAIN):
        return Failure(DependencyFailed(told), again=True)
    return Failure(Misconfigured(told, LET_IN[provider]))


def _facts(error: anthropic.APIStatusError) -> str:
    """Status, type and request id of an error."""
    kinds = (word(error.type), word(error.error_code))
    said = " ".join(kind for kind in kinds if kind)
    return f"{error.status_code}{' ' + said if said else ''}{_of(error.request_id)}"


def _of(request_id: str | None) -> str:
    known = word(request_id)
    return f" (request {known})" if known else ""


# The API has no type of its own for it, so this one reads what was written. All that hangs on it
# is whether half of the chunk is tried.
_LENGTH = re.compile(
    r"(prompt|input|request|message)s? (is|are) too (long|large)"
    r"|context (length|window|size)|too many (input )?tokens",
    re.IGNORECASE,
)


def _says_too_long(error: anthropic.APIStatusError) -> bool:
    body = error.body
    while isinstance(body, list) and body:
        body = body[0]
    if isinstance(body, Mapping) and isinstance(body.get("error"), Mapping):
        body = body["error"]
    said = body.get("message") if isinstance(body, Mapping) else body
    return isinstance(said, str) and bool(_LENGTH.search(said[:2000]))


def _after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait as the server asks, given in milliseconds, in seconds, or as a date."""
    for name, size in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            # A number that is none, or is endless, waits for ever.
            seconds = float(headers.get(name, "")) / size
        except ValueError:
            continue
        return max(seconds, 0.0) if seconds < float("inf") else float("inf")
    try:
        at = parsedate_to_datetime(headers.get("retry-after", ""))
    except ValueError:
        return None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max((at - datetime.now(UTC)).total_seconds(), 0.0)
