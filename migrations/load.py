"""Runs frozen SQL inside a revision."""

from pathlib import Path

from alembic import op
from sqlalchemy import text

FROZEN = Path(__file__).parent / "frozen"


def load(name: str) -> None:
    """Execute `frozen/NAME`, such as `0001/claim.sql`, as it was when the revision was made."""
    sql = (FROZEN / name).read_text(encoding="utf-8")
    # A colon would start a bind parameter.
    op.execute(text(sql.replace(":", "\\:")))
