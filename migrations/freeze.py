"""Copies what changed in sql/ beside the revision that brings it, never to be edited again.

`python -m migrations.freeze MESSAGE` makes the next revision; `--check` says whether every file
of sql/ is its newest frozen copy and no frozen copy was touched.
"""

import hashlib
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
FROZEN = HERE / "frozen"
VERSIONS = HERE / "versions"
SQL = HERE.parent / "sql"

# Tables change by hand-written statements; a frozen copy of these is for comparison.
SHAPE = (
    "schema.sql",
    "schema_memory.sql",
    "schema_left.sql",
    "schema_notes.sql",
    "sources/native_schema.sql",
)

REVISION = '''"""{message}"""

from migrations.load import load

revision = "{number}"
down_revision = {previous}
branch_labels = None
depends_on = None


def upgrade() -> None:
{loads}


def downgrade() -> None:
    raise NotImplementedError("write how to go back, by hand")
'''


def order() -> list[str]:
    """The files of sql/, in the order in which install.sql loads them."""
    lines = (SQL / "install.sql").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("\\ir ").strip() for line in lines if line.startswith("\\ir ")]


def newest(name: str) -> Path | None:
    """The newest frozen copy of one file of sql/, if there is one."""
    copies = sorted(FROZEN.glob(f"[0-9]*/{name}"))
    return copies[-1] if copies else None


def changed() -> list[str]:
    """The files of sql/ that differ from their newest frozen copy."""
    found = []
    for name in order():
        copy = newest(name)
        if copy is None or copy.read_bytes() != (SQL / name).read_bytes():
            found.append(name)
    return found


def sums() -> str:
    """One line a frozen file, as sha256sum prints it."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(FROZEN)}\n"
        for path in sorted(FROZEN.glob("[0-9]*/**/*.sql"))
    )


def problems() -> list[str]:
    """What keeps sql/ and its history from agreeing, each with what to do about it."""
    found = [f"sql/{name} differs from its newest frozen copy: make revision" for name in changed()]
    loaded = set(order())
    found += [
        f"sql/{path.relative_to(SQL)} is not loaded by sql/install.sql: add it there"
        for path in sorted(SQL.rglob("*.sql"))
        if str(path.relative_to(SQL)) not in loaded | {"install.sql"}
    ]
    recorded = FROZEN / "SHA256SUMS"
    if not recorded.exists() or recorded.read_text(encoding="utf-8") != sums():
        found.append("a file under migrations/frozen was edited: bring it back and make a revision")
    return found


def freeze(message: str) -> Path:
    """Make the next revision of what changed, and return its file."""
    names = changed()
    existing = sorted(path.name[:4] for path in VERSIONS.glob("[0-9]*_*.py"))
    previous = existing[-1] if existing else None
    number = f"{int(previous or 0) + 1:04d}"
    for name in names:
        copy = FROZEN / number / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((SQL / name).read_bytes())
    (FROZEN / "SHA256SUMS").write_text(sums(), encoding="utf-8")

    loads = [
        f"    # By hand: what changed in the shape, as {number}/{name} has it now."
        if name in SHAPE and previous
        else f'    load("{number}/{name}")'
        for name in names
    ]
    # New functions need an owner and grants whether or not roles.sql changed.
    if names and "roles.sql" not in names and (roles := newest("roles.sql")):
        loads.append(f'    load("{roles.relative_to(FROZEN)}")')
    slug = re.sub(r"[^a-z0-9]+", "_", message.lower()).strip("_")[:40]
    revision = VERSIONS / f"{number}_{slug}.py"
    revision.write_text(
        REVISION.format(
            message=message,
            number=number,
            previous=f'"{previous}"' if previous else None,
            loads="\n".join(loads) or "    pass",
        ),
        encoding="utf-8",
    )
    return revision


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        found = problems()
        print("\n".join(found) or "sql/ and migrations/ agree")  # noqa: T201
        return 1 if found else 0
    if len(arguments) != 1 or not arguments[0].strip():
        print('Say what the revision does: make revision m="claims name their model"')  # noqa: T201
        return 2
    print(freeze(arguments[0].strip()))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
