"""One setting: its variable, its kind, its default and its meaning."""

from dataclasses import field
from typing import Any

from marshmallow import fields as kinds


def setting(
    variable: str,
    kind: kinds.Field[Any],
    default: Any,
    meaning: str,
    *,
    secret: bool = False,
    address: bool = False,
) -> Any:
    """A field of the settings: the variable that sets it, what it may be, and what it means.

    Of a `secret` nothing is ever shown, of an `address` all but a password in it.
    """
    metadata = {
        "variable": variable,
        "kind": kind,
        "meaning": meaning,
        "secret": secret,
        "address": address,
    }
    return field(default=default, metadata=metadata)
