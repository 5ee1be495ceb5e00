"""Any record as JSON takes it."""

from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any
from uuid import UUID


def as_jsonable(value: Any) -> Any:
    """The same value in what `json.dumps` takes, with nothing lost that a reader needs."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_jsonable(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, dict):
        return {key: as_jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_jsonable(item) for item in value]
    return value
