"""Runs frozen SQL inside a revision."""

from collections.abc import Callable
from pathlib import Path

from alembic import op
from sqlalchemy import TextClause, text

FROZEN = Path(__file__).parent / "frozen"


def load(name: str, execute: Callable[[TextClause], object] | None = None) -> None:
    """Execute `frozen/NAME`, such as `0001/claim.sql`, as it was when the revision was made."""
    sql = (FROZEN / name).read_text(encoding="utf-8")
    # A colon would start a bind parameter.
    (execute or op.execute)(text(sql.replace(":", "\\:")))
